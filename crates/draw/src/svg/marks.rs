//! Marks on a picture: those of cells below the pieces, arrows above them.

use cairn_games::BoardView;

use super::font::{self, Anchor};
use super::geometry::Geometry;
use super::writer::{Path, SvgPoint, SvgWriter};
use crate::marks::{Arrow, Marks};

/// Draws the marks below the pieces.
pub fn below(out: &mut SvgWriter, view: &BoardView, geometry: &Geometry, marks: &Marks) {
    let lists = [
        ("came-from", &marks.came_from),
        ("changed", &marks.changed),
        ("landed", &marks.landed),
        ("winning", &view.winning),
        ("selected", &marks.selected),
    ];
    for (class, cells) in lists {
        for &cell in cells.iter().filter(|&&cell| cell < geometry.centres.len()) {
            out.path(class, &geometry.outline(cell, 3.0));
        }
    }
    // Below the pieces, whose numbers would be covered otherwise.
    for &cell in view.winning.iter().filter(|&&cell| cell < geometry.centres.len()) {
        out.path("winning-ring", &geometry.outline(cell, 4.0));
        out.path("winning-rim", &geometry.outline(cell, 8.5));
    }
}

/// Draws the marks above the pieces.
pub fn above(out: &mut SvgWriter, view: &BoardView, geometry: &Geometry, marks: &Marks) {
    for &cell in &marks.targets {
        match view.cells.get(cell) {
            None => {}
            Some(shown) if shown.stack.is_empty() => {
                out.circle("target", geometry.centres[cell], 12.0);
            }
            Some(_) => out.path("target-ring", &geometry.outline(cell, 6.0)),
        }
    }
    for &cell in marks.selected.iter().filter(|&&cell| cell < geometry.centres.len()) {
        out.path("selected-ring", &geometry.outline(cell, 4.0));
    }
    if let Some(&centre) = marks.cursor.and_then(|cell| geometry.centres.get(cell)) {
        cursor(out, centre, geometry.pitch / 2.0 - 5.0);
    }
    for arrow in &marks.arrows {
        draw_arrow(out, geometry, arrow);
    }
}

/// Draws four corners.
fn cursor(out: &mut SvgWriter, (x, y): SvgPoint, half: f64) {
    for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let corner = (x + right * half, y + down * half);
        let along = Path::default().from((corner.0 - right * 16.0, corner.1));
        out.path("cursor", &along.to(corner).to((corner.0, corner.1 - down * 16.0)));
    }
}

/// An arrow between the centres of two cells, with its number in the middle.
fn draw_arrow(out: &mut SvgWriter, geometry: &Geometry, arrow: &Arrow) {
    const HALF_SHAFT: f64 = 5.0;
    const HALF_HEAD: f64 = 15.0;
    const HEAD: f64 = 27.0;
    /// Returns its ends, given the centres of the cells.
    const START: f64 = 30.0;
    const END: f64 = 24.0;
    let (Some(&from), Some(&to)) =
        (geometry.centres.get(arrow.from), geometry.centres.get(arrow.to))
    else {
        return;
    };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if arrow.from == arrow.to {
        return placed(out, geometry, arrow, to);
    }
    if length < START + END + HEAD {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let place = |along: f64, aside: f64| {
        (from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside)
    };
    let (tip, neck) = (length - END, length - END - HEAD);
    let points = [
        place(START, HALF_SHAFT),
        place(neck, HALF_SHAFT),
        place(neck, HALF_HEAD),
        place(tip, 0.0),
        place(neck, -HALF_HEAD),
        place(neck, -HALF_SHAFT),
        place(START, -HALF_SHAFT),
    ];
    out.path("arrow", &Path::polygon(&points));
    if let Some(number) = arrow.number {
        badge(out, number, place((START + neck) / 2.0, 0.0));
    }
}

/// Draws the mark of a new piece: a ring in the colour of arrows, with its number.
fn placed(out: &mut SvgWriter, geometry: &Geometry, arrow: &Arrow, (x, y): SvgPoint) {
    let radius = geometry.pitch * 0.3;
    out.circle("arrow-ring", (x, y), radius);
    if let Some(number) = arrow.number {
        badge(out, number, (x, y - radius));
    }
}

fn badge(out: &mut SvgWriter, number: u8, centre: SvgPoint) {
    out.circle("arrow-badge", centre, 13.0);
    font::text(out, "arrow-ink", &number.to_string(), centre, 18.0, Anchor::Middle);
}
