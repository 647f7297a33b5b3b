//! Contents of the cells.

use cairn_games::{BoardStyle, BoardView, CellView, PieceView, Shape};

use super::{Charset, Size, TextOptions, squares};
use crate::canvas::{Area, Background, Canvas, Role, Style};
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
    // The cursor comes last: its signs may stand on a line that a neighbour uses as well.
    let mut cells: Vec<_> =
        (0..areas.len()).map(|cell| (cell, background(view, marks, cell))).collect();
    cells.sort_by_key(|(_, background)| *background == Background::Cursor);
    for &(cell, background) in &cells {
        writer.mark(canvas, areas[cell], &view.cells[cell], background);
    }
    for &(cell, background) in &cells {
        writer.signs(canvas, areas[cell], &view.cells[cell], background);
    }
    for arrow in &marks.arrows {
        let place = |cell: usize| Some((*areas.get(cell)?, view.cells.get(cell)?));
        let (Some(from), Some(to)) = (place(arrow.from), place(arrow.to)) else {
            continue;
        };
        if arrow.from == arrow.to {
            writer.arrow_end(canvas, to, '+', arrow.number);
        } else {
            let target = if options.charset == Charset::Ascii { '@' } else { '◆' };
            writer.arrow_end(canvas, from, writer.pointer(from.0, to.0), arrow.number);
            writer.arrow_end(canvas, to, target, arrow.number);
        }
    }
}

/// Returns the mark of a cell; the most important one if there are several.
fn background(view: &BoardView, marks: &Marks, cell: usize) -> Background {
    let lists = [
        (&marks.selected, Background::Selected),
        (&marks.targets, Background::Target),
        (&view.winning, Background::Winning),
        (&marks.landed, Background::Landed),
        (&marks.came_from, Background::CameFrom),
        (&marks.changed, Background::Changed),
    ];
    if marks.cursor == Some(cell) {
        return Background::Cursor;
    }
    let found = lists.into_iter().find(|(list, _)| list.contains(&cell));
    found.map_or(Background::None, |(_, background)| background)
}

/// Writer of the cells of a board.
pub(super) struct CellWriter<'a> {
    pub(super) view: &'a BoardView,
    pub(super) options: &'a TextOptions,
}

impl CellWriter<'_> {
    /// Whether cells have their names in them. Where lines cross, a name would stand in a
    /// field between the lines, which is not a cell.
    pub(super) fn has_names(&self) -> bool {
        self.options.size >= Size::Large && self.view.style != BoardStyle::Junctions
    }

    /// Returns the line of a cell on which its label stands.
    pub(super) fn headline(&self, area: Area) -> usize {
        area.y + squares::headline(self.view.style, area.height)
    }

    fn cell(&self, canvas: &mut Canvas, area: Area, shown: &CellView) {
        let large = self.has_names();
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
        self.centred(canvas, area, y, &self.low_label(area, shown), style);
        let lines = y + 1..area.y + area.height;
        if !lines.is_empty() && self.is_listed(shown) {
            self.pieces(canvas, area, lines, &shown.stack);
        }
    }

    /// Returns the label of a stack in a cell that is too low for a tile.
    fn low_label(&self, area: Area, shown: &CellView) -> String {
        // Beside the name of the cell there may be no room for a shape.
        let beside_name = self.has_names() && self.headline(area) == area.y;
        let room = if beside_name { area.width.saturating_sub(6) } else { area.width };
        self.label(shown, area.width, room)
    }

    /// Whether the pieces of a stack are listed below its label.
    fn is_listed(&self, shown: &CellView) -> bool {
        shown.stack.len() > 1 && !self.all_alike_and_counted(shown)
    }

    /// Returns the first column and the width of the tile of a stack.
    fn tile_columns(&self, area: Area, shown: &CellView) -> (usize, usize) {
        let height = shown.stack.len();
        if self.view.game.info().counted_stacks {
            // A taller stack has a larger tile, which leaves the name of the cell free.
            let named = if self.has_names() { shown.name.len() } else { 0 };
            let width = (2 * height + 3).min(area.width - named);
            return ((area.x + (area.width + 1 - width) / 2).max(area.x + named), width);
        }
        let letters = if self.is_listed(shown) { height } else { 0 };
        // Beside the tile there is room for the name of the cell, unless the stack is tall.
        let least = TILE_WIDTH.min(area.width.saturating_sub(4));
        let width = (letters + 2).clamp(least, area.width);
        (area.x + (area.width + 1 - width) / 2, width)
    }

    /// Draws a stack as a tile with an outline: owner, shape and height, and its pieces below.
    fn tile(&self, canvas: &mut Canvas, area: Area, shown: &CellView, top: &PieceView) {
        let style = Style::of(Role::Piece(Paint::of(top)));
        let (x, width) = self.tile_columns(area, shown);
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
        let label = self.label(shown, inside.width, inside.width);
        self.centred(canvas, inside, y, &label, style.bold());
        if self.is_listed(shown) {
            self.pieces(canvas, inside, y + 1..y + 2, &shown.stack);
        } else if self.view.game.info().counted_stacks && shown.stack.len() <= inside.width {
            let pip = if self.options.charset == Charset::Ascii { "=" } else { "▪" };
            self.centred(canvas, inside, y + 1, &pip.repeat(shown.stack.len()), style);
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
            let text = self.home_label(paint);
            self.centred(canvas, area, y, &text, Style::of(Role::Home(paint)));
        } else if self.options.size == Size::Tiny {
            let dot = if self.options.charset == Charset::Ascii { "." } else { "·" };
            canvas.text(area.x + 1, y, dot, Style::of(Role::Line));
        }
    }

    /// Returns the sign of an empty home cell.
    fn home_label(&self, paint: Paint) -> String {
        match self.options.charset {
            Charset::Unicode => format!("⌂{}", paint.letter()),
            Charset::Ascii => format!("~{}~", paint.letter()),
        }
    }

    /// Returns owner, shape and height of a stack, with the pieces that count before the height:
    /// `W2/5` for two greens in a stack of five, or `W2g` if there is no room for both.
    fn label(&self, shown: &CellView, area_width: usize, room: usize) -> String {
        let Some(top) = shown.stack.last() else {
            return String::new();
        };
        let letter = Paint::of(top).letter();
        let height = match (top.shape, shown.stack.len(), shown.counted) {
            (Shape::Cube, 1, _) => String::new(),
            (_, height, Some(counted)) => {
                let both = format!("{counted}/{height}");
                // In the smallest size signs stand beside the label.
                let sign = usize::from(self.options.size == Size::Tiny);
                if both.len() + sign < area_width {
                    both
                } else {
                    format!("{counted}{}", self.counted_letter())
                }
            }
            (_, height, None) => height.to_string(),
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

    /// Returns the letter of the pieces that count as points.
    fn counted_letter(&self) -> char {
        let points = self.view.game.look().points.as_ref();
        points.and_then(|points| points.piece).unwrap_or('+')
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
        canvas.text(self.centre(area, text.chars().count()), y, text, style);
    }

    /// Returns the column at which a text of this length begins.
    fn centre(&self, area: Area, length: usize) -> usize {
        // Rounded so that the letter of `W6` stands on the crossing of lines.
        let offset = (area.width + 1).saturating_sub(length) / 2;
        let tiny = self.options.size == Size::Tiny;
        area.x + if tiny { usize::from(length < area.width) } else { offset }
    }

    /// Returns the columns of a label from its first to the one after it, or `None` for an
    /// empty cell without one.
    pub(super) fn label_columns(&self, area: Area, shown: &CellView) -> Option<(usize, usize)> {
        let length = if shown.stack.is_empty() {
            let paint = Paint::of_side(self.view.game, shown.home?);
            self.home_label(paint).chars().count()
        } else if area.height >= TILE_HEIGHT {
            let (start, width) = self.tile_columns(area, shown);
            return Some((start, start + width));
        } else {
            self.low_label(area, shown).chars().count()
        };
        let start = self.centre(area, length);
        Some((start, start + length))
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
