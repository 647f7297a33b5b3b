//! Geometry of a picture, in units of which a square cell has 100.

use cairn_games::{Board, BoardStyle, BoardView};

use super::writer::{Path, SvgPoint};
use crate::grid;

/// Width of a square cell.
const SQUARE: f64 = 100.0;
/// Width of a hexagonal cell.
const HEXAGON: f64 = 94.0;
/// Distance between rows of hexagons, and from their centre to a corner, as parts of their
/// width.
const HEX_ROW: f64 = 0.866_025_403_784;
const HEX_CORNER: f64 = 0.577_350_269_19;
/// Margin around the cells, without and with coordinates.
const MARGIN: f64 = 18.0;
const LABELLED: f64 = 44.0;
/// Distance of the marked sides of a hexagonal board from the centres of its cells, as a part of
/// a cell's width, and the share of each side that is left free at its corners.
const SIDE_DISTANCE: f64 = 0.72;
const SIDE_GAP: f64 = 0.04;
/// Board width for which text is sized. Text grows with the board up to a limit.
const USUAL_WIDTH: f64 = 500.0;
const LARGEST_LETTERING: f64 = 1.5;

/// Positions of cells and labels.
pub struct Geometry {
    pub style: BoardStyle,
    /// Centre of each cell.
    pub centres: Vec<SvgPoint>,
    /// Cells in drawing order, from back to front.
    pub order: Vec<usize>,
    /// Labels of rows and columns.
    pub labels: Vec<(String, SvgPoint)>,
    /// Size of the board with its margins.
    pub size: SvgPoint,
    /// Distance between neighbouring cells.
    pub pitch: f64,
    /// Scale of text. Pictures are often shown at a given width, at which text on a wide board
    /// would be too small to read.
    pub lettering: f64,
}

impl Geometry {
    pub fn new(view: &BoardView, flipped: bool, coordinates: bool) -> Self {
        let hexagons = view.board == Board::Hexagon;
        let rows = grid::rows_from_top(view.board, flipped);
        let columns = grid::columns(view.board) as f64;
        let (pitch, row_pitch) =
            if hexagons { (HEXAGON, HEXAGON * HEX_ROW) } else { (SQUARE, SQUARE) };
        let lettering = (columns * pitch / USUAL_WIDTH).clamp(1.0, LARGEST_LETTERING);
        let labelled = if coordinates { LABELLED * lettering } else { MARGIN };
        // Hexagons have labels at two sides, squares at the left and below.
        let left = labelled;
        let right = if hexagons { labelled } else { MARGIN };
        let top_half = if hexagons { HEXAGON * HEX_CORNER } else { SQUARE / 2.0 };
        let mut geometry = Self {
            style: view.style,
            centres: vec![(0.0, 0.0); view.cells.len()],
            order: rows.iter().flatten().copied().collect(),
            labels: Vec::new(),
            size: (
                left + columns * pitch + right,
                MARGIN + (rows.len() as f64 - 1.0) * row_pitch + 2.0 * top_half + labelled,
            ),
            pitch,
            lettering,
        };
        for (row, cells) in rows.iter().enumerate() {
            let indent =
                if hexagons { grid::indent(view.board, cells) as f64 * pitch / 2.0 } else { 0.0 };
            let y = MARGIN + top_half + row as f64 * row_pitch;
            for (col, &cell) in cells.iter().enumerate() {
                let x = left + indent + (col as f64 + 0.5) * pitch;
                geometry.centres[cell] = (x, y);
            }
        }
        if coordinates {
            geometry.add_labels(view, &rows, flipped);
        }
        geometry
    }

    fn add_labels(&mut self, view: &BoardView, rows: &[Vec<usize>], flipped: bool) {
        let half = self.pitch / 2.0;
        // Between the cells and the labels of hexagons there is room for a marked side.
        let share = if view.board == Board::Hexagon { 0.64 } else { 0.5 };
        let gap = LABELLED * self.lettering * share;
        for cells in rows {
            let (x, y) = self.centres[cells[0]];
            let (letter, number) = grid::name_parts(view.board, cells[0]);
            let text = if view.board == Board::Hexagon { letter } else { number };
            self.labels.push((text, (x - half - gap, y)));
        }
        if view.board == Board::Hexagon {
            for (number, end) in grid::diagonal_ends(flipped) {
                let (x, y) = self.centres[end];
                let place = (x + half, y + self.pitch * HEX_ROW);
                self.labels.push((number.to_string(), place));
            }
        } else {
            let bottom = rows.last().map_or(&[] as &[usize], Vec::as_slice);
            for &cell in bottom {
                let (x, y) = self.centres[cell];
                let (letter, _) = grid::name_parts(view.board, cell);
                self.labels.push((letter, (x, y + half + gap)));
            }
        }
    }

    /// Returns the six sides of the hexagonal board as lines outside its cells, each with the
    /// number of the pair of opposite sides to which it belongs.
    pub fn sides(&self) -> Vec<(usize, Path)> {
        let (mut left, mut top) = (f64::MAX, f64::MAX);
        let (mut right, mut bottom) = (f64::MIN, f64::MIN);
        for &(x, y) in &self.centres {
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
        // Corner cells lie on a hexagon with flat top; the sides are a little outside it.
        let radius = (right - left) / 2.0 + self.pitch * SIDE_DISTANCE;
        let corner = |index: usize, short: f64| {
            let angle = |index: usize| std::f64::consts::FRAC_PI_3 * index as f64;
            let at = |index: usize| (radius * angle(index).cos(), radius * angle(index).sin());
            let ((ax, ay), (bx, by)) = (at(index), at(index + 1));
            (x + ax + (bx - ax) * short, y + ay + (by - ay) * short)
        };
        let side = |index: usize| {
            let line = Path::default().from(corner(index, SIDE_GAP));
            (index % 3, line.to(corner(index, 1.0 - SIDE_GAP)))
        };
        (0..6).map(side).collect()
    }

    /// Returns the outline of a cell, made smaller by `inset`.
    pub fn outline(&self, cell: usize, inset: f64) -> Path {
        let (x, y) = self.centres[cell];
        match self.style {
            BoardStyle::Hexagons => {
                let width = self.pitch - 2.0 * inset;
                hexagon((x, y), width / 2.0, 1.0)
            }
            BoardStyle::Squares | BoardStyle::Junctions => {
                let half = self.pitch / 2.0 - inset;
                Path::polygon(&[
                    (x - half, y - half),
                    (x + half, y - half),
                    (x + half, y + half),
                    (x - half, y + half),
                ])
            }
        }
    }
}

/// Returns a hexagon with a corner at the top, by half its width. `flatness` below 1 shows it
/// obliquely.
pub fn hexagon((x, y): SvgPoint, half_width: f64, flatness: f64) -> Path {
    let side = half_width * HEX_CORNER * flatness;
    Path::polygon(&[
        (x, y - 2.0 * side),
        (x + half_width, y - side),
        (x + half_width, y + side),
        (x, y + 2.0 * side),
        (x - half_width, y + side),
        (x - half_width, y - side),
    ])
}
