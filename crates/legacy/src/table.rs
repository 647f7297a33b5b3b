//! Programs 001, 002 and 003: tables with the names of rows and columns at their sides.

use cairn_draw::Paint;
use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_games::{BoardView, CellView, PieceView, Shape, Side};

use crate::drawing::{columns, count, name, piece_style, rows_from_top, symbol};

/// What makes one table different from another.
struct Table {
    /// Characters inside a cell.
    width: usize,
    columns: fn(usize) -> String,
    rows: fn(usize, usize) -> String,
    footer: Vec<String>,
}

impl Table {
    /// Draws a table whose cells are written by `content`.
    fn draw(&self, view: &BoardView, content: impl Fn(&CellView) -> Vec<(char, Style)>) -> Canvas {
        const MARGIN: usize = 3;
        let rows = rows_from_top(view.board);
        let pitch = self.width + 1;
        let width = MARGIN + columns(view.board) * pitch + 1;
        let footer_width = self.footer.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let below = 2 + 2 * rows.len();
        let height = below + 1 + self.footer.len();
        let mut canvas = Canvas::new(width.max(footer_width), height, view.cells.len());
        let (line, names) = (Style::of(Role::Line), Style::of(Role::Coordinate));
        for col in 0..columns(view.board) {
            let text = (self.columns)(col);
            canvas.text(MARGIN + 1 + col * pitch + self.width / 2, 0, &text, names);
        }
        let rule = "+".to_owned() + &("-".repeat(self.width) + "+").repeat(rows[0].len());
        canvas.text(MARGIN, 1, &rule, line);
        for (row, cells) in rows.iter().enumerate() {
            let y = 2 + 2 * row;
            canvas.text(1, y, &(self.rows)(row, rows.len()), names);
            canvas.put(MARGIN, y, '|', line);
            for (col, &cell) in cells.iter().enumerate() {
                let x = MARGIN + 1 + col * pitch;
                canvas.set_area(cell, Area { x, y, width: self.width, height: 1 });
                for (offset, (symbol, style)) in content(&view.cells[cell]).into_iter().enumerate()
                {
                    canvas.put(x + offset, y, symbol, style);
                }
                canvas.put(x + self.width, y, '|', line);
            }
            canvas.text(MARGIN, y + 1, &rule, line);
        }
        for (index, text) in self.footer.iter().enumerate() {
            canvas.text(1, below + 1 + index, text, Style::default());
        }
        canvas
    }
}

fn letter(index: usize) -> String {
    char::from(b'A' + (index % 26) as u8).to_string()
}

/// All characters of a text in one style.
fn styled(text: &str, style: Style) -> Vec<(char, Style)> {
    text.chars().map(|symbol| (symbol, style)).collect()
}

/// Program 001: columns 1 to 5, rows A to E from the top, whole stacks from the top piece.
pub(crate) fn nava(view: &BoardView) -> Canvas {
    const USUAL: usize = 8;
    let tallest = view.cells.iter().map(|cell| cell.stack.len()).max().unwrap_or(0);
    let table = Table {
        width: USUAL.max(tallest + 2),
        columns: |col| (col + 1).to_string(),
        rows: |row, _| letter(row),
        footer: vec![
            format!("White cubes: {}", "K ".repeat(count(view, view.hands, 'w') as usize)),
            format!("Black cubes: {}", "C ".repeat(count(view, view.hands, 'b') as usize)),
        ],
    };
    table.draw(view, |cell| {
        let piece = |piece: &PieceView| (symbol(piece, ['W', 'B'], ['K', 'C']), piece_style(piece));
        let margin = std::iter::once((' ', Style::default()));
        margin.chain(cell.stack.iter().rev().map(piece)).collect()
    })
}

/// Program 002: the top piece only.
pub(crate) fn mitsudomoe(view: &BoardView) -> Canvas {
    let mut footer: Vec<_> = Side::BOTH
        .into_iter()
        .map(|side| {
            let rings = view.hands.map_or(0, |(_, hands)| hands[side.index()]);
            format!("{} rings: {rings}", name(view, side))
        })
        .collect();
    footer.extend(view.to_move.map(|side| format!("{} turn", name(view, side))));
    let table =
        Table { width: 3, columns: letter, rows: |row, rows| (rows - row).to_string(), footer };
    table.draw(view, |cell| {
        let Some(top) = cell.stack.last() else {
            let Some(home) = cell.home else {
                return styled(" . ", Style::of(Role::Line));
            };
            let paint = Paint::of_side(view.game, home);
            let letter = paint.letter();
            return styled(&format!("{letter}o{letter}"), Style::of(Role::Home(paint)));
        };
        let letter = Paint::of(top).letter();
        let text = match top.shape {
            Shape::Ball => format!("({letter})"),
            _ => format!(" {letter} "),
        };
        styled(&text, piece_style(top))
    })
}

/// Program 003: the top colour and the number of greens in the stack.
pub(crate) fn greener(view: &BoardView) -> Canvas {
    let mut footer = vec![
        format!("Black points: {}", count(view, view.points, 'b')),
        format!("White points: {}", count(view, view.points, 'w')),
    ];
    footer.extend(view.to_move.map(|side| format!("{} to play", name(view, side))));
    let table =
        Table { width: 4, columns: |col| col.to_string(), rows: |row, _| row.to_string(), footer };
    table.draw(view, |cell| {
        let Some(top) = cell.stack.last() else {
            return Vec::new();
        };
        let greens = cell.stack.iter().filter(|piece| Paint::of(piece) == Paint::Green).count();
        let text = format!("{}{greens}", Paint::of(top).letter());
        let margin = std::iter::once((' ', Style::default()));
        margin.chain(styled(&text, piece_style(top))).collect()
    })
}
