//! Stacks of pieces, seen obliquely from above, so that every layer shows its edge.

use cairn_games::{CellView, PieceView, Shape};

use super::font::{self, Anchor};
use super::geometry::hexagon;
use super::theme::prefix;
use super::writer::{Path, SvgPoint, SvgWriter};
use crate::paint::Paint;

/// Half the width and half the depth of flat pieces.
const HALF: f64 = 36.0;
const DEPTH: f64 = 21.0;
/// Half the width of hexagons, and their flatness.
const HEX_HALF: f64 = 40.0;
const FLATNESS: f64 = 0.66;
/// Radius of a ball, and the depth to which it sinks into its ring.
const BALL: f64 = 21.0;
const SUNK: f64 = 6.0;
/// Half the width of a cube, and its height.
const CUBE: f64 = 25.0;
const CUBE_HEIGHT: f64 = 28.0;
/// Height of a pyramid above its base, and half the depth of the base.
const APEX: f64 = 52.0;
const PYRAMID_DEPTH: f64 = 15.0;
/// Layers thinner than this have fine outlines.
const THIN: f64 = 8.0;
/// Least distance between the edges of layers.
const FINEST_EDGE: f64 = 1.3;

/// Returns the height of a piece within a stack.
const fn thickness(shape: Shape) -> f64 {
    match shape {
        Shape::Disc | Shape::Ring | Shape::Ball | Shape::Hexagon => 9.0,
        Shape::Pyramid => 8.0,
        Shape::Cube => CUBE_HEIGHT,
    }
}

/// Returns the greatest height of a stack that stays on its cell.
const fn tallest(top: Shape) -> f64 {
    match top {
        Shape::Disc | Shape::Cube => 46.0,
        Shape::Ring => 42.0,
        Shape::Ball => 27.0,
        Shape::Pyramid => 34.0,
        Shape::Hexagon => 32.0,
    }
}

/// Returns the height of a piece above the layers below it. The stack is lowered by half of it
/// to be centred on its cell.
const fn rise(top: Shape) -> f64 {
    match top {
        Shape::Ball => 2.0 * BALL - SUNK - DEPTH,
        Shape::Pyramid => APEX - PYRAMID_DEPTH,
        _ => 0.0,
    }
}

/// Draws a stack in the middle of its cell.
pub fn stack(out: &mut SvgWriter, cell: &CellView, (x, middle): SvgPoint) {
    let Some(top) = cell.stack.last() else {
        return;
    };
    // A ball is drawn on its layers, not as one of them.
    let layers = match top.shape {
        Shape::Ball => &cell.stack[..cell.stack.len() - 1],
        _ => cell.stack.as_slice(),
    };
    let natural: f64 = layers.iter().map(|piece| thickness(piece.shape)).sum();
    let most = tallest(top.shape);
    // A cube alone keeps its form; stacks grow ever more slowly towards the tallest.
    let height = if top.shape == Shape::Cube {
        natural.min(most)
    } else {
        most * (1.0 - (-natural / most).exp())
    };
    let scale = if natural > 0.0 { height / natural } else { 0.0 };
    let base = middle + (height + rise(top.shape)) / 2.0;
    let (half, depth) = base_of(cell.stack[0].shape);
    out.ellipse("shadow", (x + 3.0, base + 4.0), (half + 3.0, depth + 2.0));
    let mut y = base;
    for run in layers.chunk_by(|a, b| a == b) {
        let each = thickness(run[0].shape) * scale;
        walls(out, &run[0], (x, y), each, run.len());
        y -= each * run.len() as f64;
    }
    if let (Shape::Ball, Some(below)) = (top.shape, layers.last()) {
        ring_below_ball(out, prefix(Paint::of(below)), (x, y));
    }
    cap(out, top, (x, y));
    if shows_height(top.shape, cell.stack.len()) {
        height_number(out, top, cell.stack.len(), (x, y), middle);
    }
    if let Some(counted) = cell.counted {
        // At the left, so that it is read before the height.
        badge(out, ["count-badge", "count-ink"], &counted.to_string(), (x - 47.0, middle), 1.0);
    }
}

/// Half the width and half the depth of a piece's base.
const fn base_of(shape: Shape) -> (f64, f64) {
    match shape {
        Shape::Disc | Shape::Ring | Shape::Ball => (HALF, DEPTH),
        Shape::Hexagon => (HEX_HALF, HEX_HALF * 0.577 * FLATNESS * 2.0),
        Shape::Cube => (CUBE, CUBE * 0.55),
        Shape::Pyramid => (HALF, PYRAMID_DEPTH),
    }
}

/// Draws the sides of equal layers on each other; `(x, y)` is the centre of their base.
fn walls(out: &mut SvgWriter, piece: &PieceView, (x, y): SvgPoint, each: f64, count: usize) {
    let name = prefix(Paint::of(piece));
    let (half, depth) = base_of(piece.shape);
    let top = y - each * count as f64;
    let round = matches!(piece.shape, Shape::Disc | Shape::Ring | Shape::Ball);
    // Where the side begins, and how far its lowest point is below that.
    let ends = if piece.shape == Shape::Hexagon { depth / 2.0 } else { 0.0 };
    let front = |level: f64| (x, level + depth);
    let (left, right) =
        (|level: f64| (x - half, level + ends), |level: f64| (x + half, level + ends));
    let outline = if round {
        let around = (half, depth);
        let side = Path::default().from(left(top)).to(left(y));
        let side = side.half_ellipse(around, false, right(y)).to(right(top));
        side.half_ellipse(around, true, left(top)).close()
    } else {
        let points = [left(top), left(y), front(y), right(y), right(top), front(top)];
        Path::polygon(&points)
    };
    out.path(&format!("{name}-left"), &outline);
    if round {
        // Shade on the right makes it round.
        let shade = Path::default().from(right(top)).to(right(y));
        let (mid_x, mid_y) = (x + half * 0.4, depth * 0.9165);
        let shade = shade.half_ellipse((half, depth), true, (mid_x, y + mid_y));
        let shade = shade.to((mid_x, top + mid_y));
        let shade = shade.half_ellipse((half, depth), false, right(top)).close();
        out.path(&format!("{name}-right"), &shade);
    } else {
        let points = [front(top), front(y), right(y), right(top)];
        out.path(&format!("{name}-right"), &Path::polygon(&points));
    }
    // Very thin layers are drawn two, three, ... at a time, so that a tall stack still
    // looks like one.
    let step = (FINEST_EDGE / each).ceil().max(1.0) as usize;
    for layer in (step..count).step_by(step) {
        let level = y - each * layer as f64;
        let edge = Path::default().from(left(level));
        let edge = if round {
            edge.half_ellipse((half, depth), false, right(level))
        } else {
            edge.to(front(level)).to(right(level))
        };
        out.path(&format!("{name}-rim"), &edge);
    }
    // A strong outline would hide what is thinner than a few of its widths.
    let thin = each * (count as f64) < THIN;
    out.path(&format!("{name}-{}", if thin { "rim" } else { "edge" }), &outline);
}

/// Draws the top piece as seen from above.
fn cap(out: &mut SvgWriter, piece: &PieceView, (x, y): SvgPoint) {
    let paint = Paint::of(piece);
    let name = prefix(paint);
    let (top, edge) = (format!("{name}-top"), format!("{name}-edge"));
    match piece.shape {
        Shape::Disc => {
            out.ellipse(&top, (x, y), (HALF, DEPTH));
            out.ellipse(&edge, (x, y), (HALF, DEPTH));
            sign(out, paint, (x, y), (HALF * 0.84, DEPTH * 0.84));
        }
        Shape::Ring => {
            let hole = (HALF * 0.56, DEPTH * 0.56);
            out.ellipse(&top, (x, y), (HALF, DEPTH));
            out.ellipse(&edge, (x, y), (HALF, DEPTH));
            out.ellipse("hole", (x, y), hole);
            out.ellipse(&edge, (x, y), hole);
            ring_sign(out, paint, (x, y));
        }
        Shape::Ball => {
            let centre = (x, y - BALL + SUNK);
            out.circle(&format!("{name}-left"), centre, BALL);
            out.circle(&top, (x - 3.0, centre.1 - 3.5), BALL * 0.78);
            out.circle(&edge, centre, BALL);
            sign(out, paint, centre, (BALL * 0.5, BALL * 0.5));
        }
        Shape::Hexagon => {
            let (half, flat) = (HEX_HALF, FLATNESS);
            out.path(&top, &hexagon((x, y), half, flat));
            out.path(&edge, &hexagon((x, y), half, flat));
            sign(out, paint, (x, y), (half * 0.8, half * 0.8 * flat));
        }
        Shape::Cube => {
            let (half, depth) = base_of(Shape::Cube);
            let points = [(x - half, y), (x, y + depth), (x + half, y), (x, y - depth)];
            out.path(&top, &Path::polygon(&points));
            out.path(&edge, &Path::polygon(&points));
            sign(out, paint, (x, y), (half * 0.5, depth * 0.5));
        }
        Shape::Pyramid => {
            let (half, depth) = base_of(Shape::Pyramid);
            let (left, right) = ((x - half, y), (x + half, y));
            let (front, apex) = ((x, y + depth), (x, y - APEX + depth));
            out.path(&top, &Path::polygon(&[left, front, apex]));
            out.path(&format!("{name}-right"), &Path::polygon(&[front, right, apex]));
            let outline = Path::default().from(apex).to(left).to(front).to(right).close();
            out.path(&edge, &outline);
            out.path(&edge, &Path::default().from(apex).to(front));
            let middle = y + (depth - 8.0) / 2.0;
            for side in [-1.0, 1.0] {
                sign(out, paint, (x + side * half * 0.36, middle), (6.0, 6.0));
            }
        }
    }
}

/// Draws the upper face of the ring on which a ball sits.
fn ring_below_ball(out: &mut SvgWriter, name: &str, at: SvgPoint) {
    out.ellipse(&format!("{name}-top"), at, (HALF, DEPTH));
    out.ellipse(&format!("{name}-edge"), at, (HALF, DEPTH));
    out.ellipse("shadow", at, (BALL + 2.0, BALL * 0.6));
}

/// Draws a sign that tells colours apart without colour: round for white and red, a diamond
/// for black and yellow, none for the neutral green.
pub fn sign(out: &mut SvgWriter, paint: Paint, (x, y): SvgPoint, (rx, ry): SvgPoint) {
    let class = format!("{}-sign", prefix(paint));
    match paint {
        Paint::White | Paint::Red => out.ellipse(&class, (x, y), (rx, ry)),
        Paint::Black | Paint::Yellow => {
            let points = [(x - rx, y), (x, y + ry), (x + rx, y), (x, y - ry)];
            out.path(&class, &Path::polygon(&points));
        }
        Paint::Green => {}
    }
}

/// Draws the same sign on the rim of a ring.
fn ring_sign(out: &mut SvgWriter, paint: Paint, (x, y): SvgPoint) {
    let (rx, ry) = (HALF * 0.78, DEPTH * 0.78);
    match paint {
        Paint::Black | Paint::Yellow => {
            for (right, down) in [(-rx, 0.0), (rx, 0.0), (0.0, ry), (0.0, -ry)] {
                sign(out, paint, (x + right, y + down), (5.0, 3.2));
            }
        }
        _ => sign(out, paint, (x, y), (rx, ry)),
    }
}

/// Whether the height of a stack is shown: always for discs and hexagons, for other pieces
/// only if there are several.
const fn shows_height(top: Shape, height: usize) -> bool {
    height > 1 || matches!(top, Shape::Disc | Shape::Hexagon)
}

/// Draws the height of a stack: on top if there is room, otherwise on a badge beside it.
fn height_number(
    out: &mut SvgWriter,
    top: &PieceView,
    height: usize,
    (x, y): SvgPoint,
    middle: f64,
) {
    let text = height.to_string();
    let long = text.len() > 2;
    if matches!(top.shape, Shape::Disc | Shape::Hexagon) {
        let class = format!("{}-ink", prefix(Paint::of(top)));
        let (one, many) = if top.shape == Shape::Hexagon { (42.0, 108.0) } else { (34.0, 92.0) };
        let size = if long { many / text.len() as f64 } else { one };
        font::text(out, &class, &text, (x, y), size, Anchor::Middle);
        return;
    }
    badge(out, ["badge", "ink"], &text, (x + 47.0, middle), -1.0);
}

/// Draws a number on a badge at the lower edge of a cell. It begins at a place and extends to
/// the right (1) or to the left (-1).
pub fn badge(
    out: &mut SvgWriter,
    [shape, ink]: [&str; 2],
    text: &str,
    (x, middle): SvgPoint,
    side: f64,
) {
    let size = if text.len() > 2 { 19.0 } else { 26.0 };
    let half = (font::width(text, size) / 2.0 + 6.5).max(15.5);
    let centre = (x + side * half, middle + 32.0);
    let corner = (centre.0 - half, centre.1 - 15.5);
    out.rectangle(shape, corner, (2.0 * half, 31.0), 15.5);
    font::text(out, ink, text, centre, size, Anchor::Middle);
}
