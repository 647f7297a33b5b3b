//! Stacks seen straight from above: flat shapes with large numbers, for small boards.

use cairn_games::{CellView, PieceView, Shape};

use super::font::{self, Anchor};
use super::geometry::hexagon;
use super::pieces::{badge, sign};
use super::theme::prefix;
use super::writer::{Path, SvgPoint, SvgWriter};
use crate::paint::Paint;

/// Radius of round pieces, of the hole of a ring, and of a ball.
const RADIUS: f64 = 38.0;
const HOLE: f64 = 21.0;
const BALL: f64 = 24.0;
/// Half the width of other pieces.
const HALF_HEXAGON: f64 = 40.0;
const HALF_CUBE: f64 = 27.0;
/// Width and greatest height of the strip that shows the layers of a mixed stack.
const STRIP: f64 = 9.0;
const STRIP_HEIGHT: f64 = 62.0;
/// Greatest height of one layer in it.
const LAYER: f64 = 11.0;

/// Draws a stack in the middle of its cell.
pub fn stack(out: &mut SvgWriter, cell: &CellView, centre: SvgPoint) {
    let [below @ .., top] = cell.stack.as_slice() else {
        return;
    };
    if let (Shape::Ball, Some(ring)) = (top.shape, below.last()) {
        shape(out, ring, centre);
    }
    shape(out, top, centre);
    if below.iter().any(|piece| Paint::of(piece) != Paint::of(top)) {
        layers(out, &cell.stack, centre);
    }
    let (x, y) = centre;
    if cell.stack.len() > 1 {
        let text = cell.stack.len().to_string();
        match top.shape {
            Shape::Disc | Shape::Hexagon => number(out, top, &text, centre),
            _ => badge(out, ["badge", "ink"], &text, (x + 47.0, y), -1.0),
        }
    } else if matches!(top.shape, Shape::Disc | Shape::Hexagon) {
        number(out, top, "1", centre);
    }
    if let Some(counted) = cell.counted {
        badge(out, ["count-badge", "count-ink"], &counted.to_string(), (x - 47.0, y), 1.0);
    }
}

/// Draws one piece from above.
fn shape(out: &mut SvgWriter, piece: &PieceView, (x, y): SvgPoint) {
    let paint = Paint::of(piece);
    let name = prefix(paint);
    let (top, edge) = (format!("{name}-top"), format!("{name}-edge"));
    match piece.shape {
        Shape::Disc | Shape::Ring => {
            out.circle(&top, (x, y), RADIUS);
            out.circle(&edge, (x, y), RADIUS);
            sign(out, paint, (x, y), (RADIUS * 0.82, RADIUS * 0.82));
            if piece.shape == Shape::Ring {
                out.circle("hole", (x, y), HOLE);
                out.circle(&edge, (x, y), HOLE);
            }
        }
        Shape::Ball => {
            out.circle(&top, (x, y), BALL);
            out.circle(&edge, (x, y), BALL);
            sign(out, paint, (x, y), (BALL * 0.5, BALL * 0.5));
        }
        Shape::Hexagon => {
            out.path(&top, &hexagon((x, y), HALF_HEXAGON, 1.0));
            out.path(&edge, &hexagon((x, y), HALF_HEXAGON, 1.0));
            sign(out, paint, (x, y), (HALF_HEXAGON * 0.8, HALF_HEXAGON * 0.8));
        }
        Shape::Cube => {
            let corner = (x - HALF_CUBE, y - HALF_CUBE);
            let size = (2.0 * HALF_CUBE, 2.0 * HALF_CUBE);
            out.rectangle(&top, corner, size, 4.0);
            out.rectangle(&edge, corner, size, 4.0);
            sign(out, paint, (x, y), (HALF_CUBE * 0.5, HALF_CUBE * 0.5));
        }
        Shape::Pyramid => {
            let points = [(x - RADIUS, y + 28.0), (x + RADIUS, y + 28.0), (x, y - 38.0)];
            out.path(&top, &Path::polygon(&points));
            out.path(&edge, &Path::polygon(&points));
            sign(out, paint, (x, y + 6.0), (9.0, 9.0));
        }
    }
}

/// Draws the height of a stack on its top piece.
fn number(out: &mut SvgWriter, top: &PieceView, text: &str, centre: SvgPoint) {
    let class = format!("{}-ink", prefix(Paint::of(top)));
    let size = if text.len() > 2 { 34.0 } else { 48.0 };
    font::text(out, &class, text, centre, size, Anchor::Middle);
}

/// Draws the colours of all layers as a strip at the left, the bottom piece lowest.
fn layers(out: &mut SvgWriter, stack: &[PieceView], (x, y): SvgPoint) {
    let each = (STRIP_HEIGHT / stack.len() as f64).min(LAYER);
    let bottom = y + each * stack.len() as f64 / 2.0 - 6.0;
    for (index, piece) in stack.iter().enumerate() {
        let corner = (x - 48.0, bottom - each * (index + 1) as f64);
        let name = prefix(Paint::of(piece));
        out.rectangle(&format!("{name}-top"), corner, (STRIP, each), 1.0);
        out.rectangle(&format!("{name}-edge"), corner, (STRIP, each), 1.0);
    }
}
