//! Parts of a picture: the fixed board, and the parts that change during a game.

use cairn_games::{BoardStyle, BoardView, CellView, Side};

use super::font::{self, Anchor};
use super::geometry::Geometry;
use super::writer::{Path, SvgPoint, SvgWriter};
use super::{Options, PieceSet};
use super::{flat, marks, pieces, theme};
use crate::marks::Marks;
use crate::paint::Paint;
use crate::words;

/// Height of the caption below the board.
const CAPTION: f64 = 62.0;
/// Size of its text.
const WORDS: f64 = 24.0;
const LABELS: f64 = 24.0;

/// A board that can be drawn in any position.
pub struct Scene {
    pub geometry: Geometry,
    homes: Vec<(usize, Paint)>,
    joins_sides: bool,
    pieces: PieceSet,
    caption: bool,
}

impl Scene {
    pub fn new(view: &BoardView, options: &Options) -> Self {
        let home = |(index, cell): (usize, &CellView)| {
            cell.home.map(|side| (index, Paint::of_side(view.game, side)))
        };
        Self {
            geometry: Geometry::new(view, options.flipped, options.coordinates),
            homes: view.cells.iter().enumerate().filter_map(home).collect(),
            joins_sides: view.game.look().joins_sides,
            pieces: options.pieces,
            caption: options.caption,
        }
    }

    /// Returns width and height in units.
    pub fn size(&self) -> SvgPoint {
        let (width, height) = self.geometry.size;
        (width, height + if self.caption { CAPTION * self.geometry.lettering } else { 0.0 })
    }

    /// Draws the empty board.
    pub fn background(&self) -> String {
        let mut out = SvgWriter::default();
        let (width, height) = self.size();
        out.rectangle("page", (0.0, 0.0), (width, height), 14.0);
        out.rectangle("board", (0.0, 0.0), self.geometry.size, 14.0);
        let cells = 0..self.geometry.centres.len();
        if self.geometry.style == BoardStyle::Junctions {
            self.lines(&mut out);
        } else {
            for cell in cells {
                out.path("field", &self.geometry.outline(cell, 0.0));
            }
        }
        if self.joins_sides {
            for (pair, edge) in self.geometry.sides() {
                out.path(&format!("side-{pair}"), &edge);
            }
        }
        for &(cell, paint) in &self.homes {
            let class = format!("{}-home", theme::prefix(paint));
            out.path(&class, &self.geometry.outline(cell, 5.0));
            let (x, y) = self.geometry.centres[cell];
            token(&mut out, paint, (x - 33.0, y - 33.0), 8.0);
        }
        for (text, place) in &self.geometry.labels {
            let size = LABELS * self.geometry.lettering;
            font::text(&mut out, "faint", text, *place, size, Anchor::Middle);
        }
        out.finish()
    }

    /// Draws the lines whose crossings are the cells.
    fn lines(&self, out: &mut SvgWriter) {
        let close = |a: f64, b: f64| (a - b).abs() < 0.5;
        let step = self.geometry.pitch;
        for &(x, y) in &self.geometry.centres {
            for (dx, dy) in [(step, 0.0), (0.0, step)] {
                let next = (x + dx, y + dy);
                let mut centres = self.geometry.centres.iter();
                if centres.any(|centre| close(centre.0, next.0) && close(centre.1, next.1)) {
                    out.path("line", &Path::default().from((x, y)).to(next));
                }
            }
        }
        for &centre in &self.geometry.centres {
            out.circle("field", centre, 7.0);
        }
    }

    /// Draws a position with its marks.
    pub fn moment(&self, view: &BoardView, marks: &Marks) -> String {
        let mut markup = self.marks_below(view, marks);
        for &cell in &self.geometry.order {
            markup += &self.stack(view, cell);
        }
        markup + &self.marks_above(view, marks) + &self.caption(view)
    }

    pub fn marks_below(&self, view: &BoardView, shown: &Marks) -> String {
        let mut out = SvgWriter::default();
        marks::below(&mut out, view, &self.geometry, shown);
        out.finish()
    }

    pub fn marks_above(&self, view: &BoardView, shown: &Marks) -> String {
        let mut out = SvgWriter::default();
        marks::above(&mut out, view, &self.geometry, shown);
        out.finish()
    }

    pub fn stack(&self, view: &BoardView, cell: usize) -> String {
        let mut out = SvgWriter::default();
        let (shown, centre) = (&view.cells[cell], self.geometry.centres[cell]);
        match self.pieces {
            PieceSet::Relief => pieces::stack(&mut out, shown, centre),
            PieceSet::Flat => flat::stack(&mut out, shown, centre),
        }
        out.finish()
    }

    /// Draws the side to move, and the pieces in hand or the points.
    pub fn caption(&self, view: &BoardView) -> String {
        let mut out = SvgWriter::default();
        if !self.caption {
            return out.finish();
        }
        let (width, board_height) = self.geometry.size;
        let scale = self.geometry.lettering;
        let (y, size) = (board_height + CAPTION * scale / 2.0, WORDS * scale);
        if let Some((side, text)) = words::state(view) {
            if let Some(side) = side {
                token(&mut out, Paint::of_side(view.game, side), (30.0 * scale, y), 13.0 * scale);
            }
            let start = if side.is_some() { 52.0 } else { 20.0 };
            font::text(&mut out, "ink", &text, (start * scale, y), size, Anchor::Start);
        }
        let mut right = width - 22.0 * scale;
        for (name, numbers) in [view.points, view.hands].into_iter().flatten() {
            for side in [Side::Second, Side::First] {
                let text = numbers[side.index()].to_string();
                font::text(&mut out, "ink", &text, (right, y), size, Anchor::End);
                right -= font::width(&text, size) + 20.0 * scale;
                token(&mut out, Paint::of_side(view.game, side), (right, y), 13.0 * scale);
                right -= 30.0 * scale;
            }
            right += 10.0 * scale;
            font::text(&mut out, "faint", name, (right, y), size, Anchor::End);
            right -= font::width(name, size) + 28.0 * scale;
        }
        out.finish()
    }
}

/// Draws a small round piece that stands for a side.
fn token(out: &mut SvgWriter, paint: Paint, (x, y): SvgPoint, radius: f64) {
    let name = theme::prefix(paint);
    out.circle(&format!("{name}-top"), (x, y), radius);
    out.circle("token-edge", (x, y), radius);
    pieces::sign(out, paint, (x, y), (radius * 0.6, radius * 0.6));
}
