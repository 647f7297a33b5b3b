//! Contents and marks of the cells.

use cairn_games::{BoardStyle, BoardView, CellView, PieceView, Shape};

use super::{Charset, Size, TextOptions, squares};
use crate::canvas::{Area, Canvas, Ground, Role, Style};
use crate::marks::Marks;
use crate::paint::Paint;

/// Number of rows of a tile (label, pieces and outline), and its least number of columns.
pub const TILE_HEIGHT: usize = 4;
const TILE_WIDTH: usize = 9;

/// Corners of a tile from the top left, and its horizontal and vertical lines.
const fn outline(charset: Charset, top: Shape) -> [&'static str; 3] {
    match (charset, top) {
        (Charset::Unicode, Shape::Cube) => ["┏┓┗┛", "━", "┃"],
        (Charset::Unicode, _) => ["╭╮╰╯", "─", "│"],
        (Charset::Ascii, Shape::Cube) => ["####", "=", "#"],
        (Charset::Ascii, _) => ["..''", "-", "|"],
    }
}

/// Draws the contents of all cells.
pub fn fill(canvas: &mut Canvas, view: &BoardView, marks: &Marks, options: &TextOptions) {
    let writer = CellWriter { view, options };
    for (cell, shown) in view.cells.iter().enumerate() {
        if let Some(area) = canvas.area(cell) {
            writer.cell(canvas, area, shown);
        }
    }
    let areas: Vec<_> = (0..view.cells.len()).filter_map(|cell| canvas.area(cell)).collect();
    // Signs at the right of a cell come first: where they meet a sign at the left of the
    // next cell, that one says more.
    let grounds: Vec<_> = (0..areas.len()).map(|cell| ground(marks, cell)).collect();
    for (&area, &ground) in areas.iter().zip(&grounds) {
        writer.mark(canvas, area, ground);
    }
    for (&area, &ground) in areas.iter().zip(&grounds) {
        writer.left_sign(canvas, area, ground);
    }
    for arrow in &marks.arrows {
        let number = arrow.number.map_or_else(String::new, |number| number.to_string());
        let head = if options.charset == Charset::Ascii { '>' } else { '→' };
        if let (Some(&from), Some(&to)) = (areas.get(arrow.from), areas.get(arrow.to)) {
            writer.arrow(canvas, from, &format!("{number}{head}"));
            writer.arrow(canvas, to, &format!("{head}{number}"));
        }
    }
}

/// Returns the mark of a cell; the most important one if there are several.
fn ground(marks: &Marks, cell: usize) -> Ground {
    let lists = [
        (&marks.selected, Ground::Selected),
        (&marks.targets, Ground::Target),
        (&marks.landed, Ground::Landed),
        (&marks.came_from, Ground::CameFrom),
        (&marks.changed, Ground::Changed),
    ];
    if marks.cursor == Some(cell) {
        return Ground::Cursor;
    }
    let found = lists.into_iter().find(|(list, _)| list.contains(&cell));
    found.map_or(Ground::None, |(_, ground)| ground)
}

struct CellWriter<'a> {
    view: &'a BoardView,
    options: &'a TextOptions,
}

impl CellWriter<'_> {
    /// Returns the line of a cell on which its label stands.
    fn headline(&self, area: Area) -> usize {
        area.y + squares::headline(self.view.style, area.height)
    }

    fn cell(&self, canvas: &mut Canvas, area: Area, shown: &CellView) {
        let large = self.options.size >= Size::Large;
        if large {
            canvas.text(area.x, area.y, &shown.name, Style::of(Role::Coordinate));
        }
        let y = self.headline(area);
        let Some(top) = shown.stack.last() else {
            self.empty(canvas, area, shown);
            return;
        };
        if area.height >= TILE_HEIGHT {
            self.tile(canvas, area, shown, top);
            return;
        }
        let style = Style::of(Role::Piece(Paint::of(top))).bold();
        // Beside the name of the cell there may be no room for a shape.
        let room = if large && y == area.y { area.width.saturating_sub(6) } else { area.width };
        self.centred(canvas, area, y, &self.label(&shown.stack, area.width, room), style);
        let lines = y + 1..area.y + area.height;
        if !lines.is_empty() && shown.stack.len() > 1 && !self.all_alike_and_counted(shown) {
            self.pieces(canvas, area, lines, &shown.stack);
        }
    }

    /// Draws a stack as a tile with an outline: owner, shape and height, and its pieces below.
    fn tile(&self, canvas: &mut Canvas, area: Area, shown: &CellView, top: &PieceView) {
        let style = Style::of(Role::Piece(Paint::of(top)));
        let listed = shown.stack.len() > 1 && !self.all_alike_and_counted(shown);
        let letters = if listed { shown.stack.len() } else { 0 };
        // Beside the tile there is room for the name of the cell, unless the stack is tall.
        let least = TILE_WIDTH.min(area.width.saturating_sub(4));
        let width = (letters + 2).clamp(least, area.width);
        let x = area.x + (area.width + 1 - width) / 2;
        let y = self.headline(area);
        let [corners, across, down] = outline(self.options.charset, top.shape);
        let mut corners = corners.chars();
        let mut row = |y: usize, ends: [Option<char>; 2], fill: &str| {
            let [left, right] = ends.map(|end| end.map_or_else(String::new, String::from));
            canvas.text(x, y, &format!("{left}{}{right}", fill.repeat(width - 2)), style);
        };
        row(y - 1, [corners.next(), corners.next()], across);
        let wall = down.chars().next();
        row(y, [wall, wall], " ");
        row(y + 1, [wall, wall], " ");
        row(y + 2, [corners.next(), corners.next()], across);
        let inside = Area { x: x + 1, y, width: width - 2, height: 2 };
        let label = self.label(&shown.stack, inside.width, inside.width);
        self.centred(canvas, inside, y, &label, style.bold());
        if listed {
            self.pieces(canvas, inside, y + 1..y + 2, &shown.stack);
        }
    }

    /// Whether height and owner describe a stack completely.
    fn all_alike_and_counted(&self, shown: &CellView) -> bool {
        self.view.game.info().counted_stacks
            && shown.stack.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn empty(&self, canvas: &mut Canvas, area: Area, shown: &CellView) {
        let y = self.headline(area);
        if let Some(side) = shown.home {
            let paint = Paint::of_side(self.view.game, side);
            let text = match self.options.charset {
                Charset::Unicode => format!("⌂{}", paint.letter()),
                Charset::Ascii => format!("~{}~", paint.letter()),
            };
            self.centred(canvas, area, y, &text, Style::of(Role::Home(paint)));
        } else if self.options.size == Size::Tiny {
            let dot = if self.options.charset == Charset::Ascii { "." } else { "·" };
            canvas.text(area.x + 1, y, dot, Style::of(Role::Line));
        }
    }

    /// Returns owner, shape and height of a stack.
    fn label(&self, stack: &[PieceView], area_width: usize, room: usize) -> String {
        let Some(top) = stack.last() else {
            return String::new();
        };
        let letter = Paint::of(top).letter();
        let height = match (top.shape, stack.len()) {
            (Shape::Cube, 1) => String::new(),
            (_, height) => height.to_string(),
        };
        let plain = format!("{letter}{height}");
        let shaped = match (self.options.charset, top.shape) {
            (Charset::Unicode, Shape::Cube) => format!("■{plain}"),
            (Charset::Unicode, Shape::Ball) => format!("●{plain}"),
            (Charset::Unicode, Shape::Ring) => format!("○{plain}"),
            (Charset::Unicode, Shape::Pyramid) => format!("▲{plain}"),
            (Charset::Ascii, Shape::Cube) => format!("[{letter}]{height}"),
            (Charset::Ascii, Shape::Ball) => format!("({letter}){height}"),
            _ => plain.clone(),
        };
        if plain.len() > area_width {
            // Taller than any game can make it; the words for the cell say how tall.
            return format!("{letter}{}", "+".repeat(area_width - 1));
        }
        // A cube or ball must be told from a disc or ring; other shapes may be left out.
        let needed = matches!(top.shape, Shape::Cube | Shape::Ball);
        if needed || shaped.chars().count() < room { shaped } else { plain }
    }

    /// Returns the letters of the pieces of a stack from bottom to top.
    fn pieces(
        &self,
        canvas: &mut Canvas,
        area: Area,
        lines: std::ops::Range<usize>,
        stack: &[PieceView],
    ) {
        let room = area.width * lines.len();
        let ellipsis = if self.options.charset == Charset::Ascii { "~" } else { "…" };
        let pieces = fitted(stack, room, ellipsis);
        let start = area.x + area.width.saturating_sub(pieces.len()) / 2;
        for (index, (symbol, paint)) in pieces.into_iter().enumerate() {
            let (line, column) = (index / area.width, index % area.width);
            let x = if line == 0 { start + column } else { area.x + column };
            let role = paint.map_or(Role::Plain, Role::Piece);
            canvas.put(x, lines.start + line, symbol, Style::of(role));
        }
    }

    /// Writes text in the middle of a line of a cell.
    fn centred(&self, canvas: &mut Canvas, area: Area, y: usize, text: &str, style: Style) {
        let length = text.chars().count();
        // Rounded so that the letter of `W6` stands on the crossing of lines.
        let offset = (area.width + 1).saturating_sub(length) / 2;
        let tiny = self.options.size == Size::Tiny;
        let offset = if tiny { usize::from(length < area.width) } else { offset };
        canvas.text(area.x + offset, y, text, style);
    }

    /// Returns the columns of the signs of marks: left and right of the label, on the grid
    /// lines if there are any.
    fn sign_columns(&self, area: Area) -> (usize, usize) {
        match (self.options.size, self.view.style) {
            (Size::Tiny, BoardStyle::Junctions | BoardStyle::Squares) => {
                (area.x, area.x + area.width - 1)
            }
            (Size::Compact, BoardStyle::Junctions) => {
                (area.x + area.width / 2 - 2, area.x + area.width / 2 + 2)
            }
            // Beside the tiles.
            (_, BoardStyle::Junctions) => {
                (area.x + area.width / 2 - 6, area.x + area.width / 2 + 6)
            }
            _ => (area.x - 1, area.x + area.width),
        }
    }

    /// Returns the part of a cell that gets a background. Where lines cross far apart, it is
    /// the part near the crossing, so that neighbours stay separate.
    fn ground_of(&self, area: Area) -> Area {
        let junction = self.view.style == BoardStyle::Junctions;
        if !junction || self.options.size < Size::Large {
            return area;
        }
        let (left, right) = self.sign_columns(area);
        let y = self.headline(area) - 1;
        Area { x: left, y, width: right + 1 - left, height: TILE_HEIGHT }
    }

    /// Draws the background of a cell and its sign at the right.
    fn mark(&self, canvas: &mut Canvas, area: Area, ground: Ground) {
        if ground == Ground::None {
            return;
        }
        canvas.mark(self.ground_of(area), ground);
        let sign = match ground {
            Ground::Cursor => ']',
            Ground::Selected => '<',
            _ => return,
        };
        let style = Style::of(Role::Mark(ground)).bold();
        canvas.put(self.sign_columns(area).1, self.headline(area), sign, style);
    }

    /// Returns the sign of a mark.
    fn left_sign(&self, canvas: &mut Canvas, area: Area, ground: Ground) {
        let [unicode, ascii] = match ground {
            Ground::None => return,
            Ground::Cursor => ['[', '['],
            Ground::Selected => ['>', '>'],
            Ground::Target => ['•', '*'],
            Ground::CameFrom => ['◦', 'o'],
            Ground::Landed => ['◆', '@'],
            Ground::Changed => ['◇', '%'],
        };
        let sign = if self.options.charset == Charset::Unicode { unicode } else { ascii };
        let style = Style::of(Role::Mark(ground)).bold();
        canvas.put(self.sign_columns(area).0, self.headline(area), sign, style);
    }

    /// Draws the end of an arrow in the lower right corner of a cell, or below a cell that is
    /// one line high.
    fn arrow(&self, canvas: &mut Canvas, area: Area, text: &str) {
        if self.options.size == Size::Tiny {
            return;
        }
        let x = (area.x + area.width).saturating_sub(text.chars().count());
        let y = if area.height == 1 { area.y + 1 } else { area.y + area.height - 1 };
        canvas.text(x, y, text, Style::of(Role::Arrow).bold());
    }
}

/// Returns as much of a stack as fits: all pieces, or runs with their length, or the topmost
/// pieces after an ellipsis.
fn fitted(stack: &[PieceView], room: usize, ellipsis: &str) -> Vec<(char, Option<Paint>)> {
    let piece = |piece: &PieceView| (piece.letter, Some(Paint::of(piece)));
    if stack.len() <= room {
        return stack.iter().map(piece).collect();
    }
    let mut runs = Vec::new();
    for run in stack.chunk_by(|a, b| a == b) {
        let (letter, paint) = piece(&run[0]);
        runs.push((letter, paint));
        if run.len() > 1 {
            runs.extend(run.len().to_string().chars().map(|digit| (digit, paint)));
        }
    }
    if runs.len() <= room {
        return runs;
    }
    let kept = room.saturating_sub(ellipsis.chars().count());
    let dots = ellipsis.chars().map(|symbol| (symbol, None));
    dots.chain(stack[stack.len() - kept..].iter().map(piece)).collect()
}
