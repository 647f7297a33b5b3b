//! Boards inside web pages. The page has one style sheet and one set of outlines for all its
//! boards. Every stack is a group of its own, so that scripts can move it and place buttons
//! over the cells.

use cairn_games::{BoardView, GameId};

use super::scene::Scene;
use super::writer::number;
use super::{Options, font, theme};
use crate::marks::Marks;

/// Class of boards inside pages, with which the rules of [`inline_style_sheet`] begin.
pub const INLINE_CLASS: &str = "picture";

/// Draws a board for a web page. Each stack is a `<g class="stack" data-stack="d4">`. The
/// board is hidden from screen readers, because the page describes the position itself. The
/// page must include [`inline_style_sheet`] and [`inline_letters`], and sets theme and width.
///
/// ```
/// use cairn_draw::{Marks, svg};
/// use cairn_games::GameId;
///
/// let start = GameId::Nava.start();
/// let view = start.view();
/// let board = svg::draw_inline(&view, &Marks::default(), &svg::Options::default());
/// assert!(board.contains(r#"data-stack="a1""#));
/// ```
pub fn draw_inline(view: &BoardView, marks: &Marks, options: &Options) -> String {
    let scene = Scene::new(view, options);
    let (width, height) = scene.size();
    let mut svg = format!(
        r#"<svg class="{INLINE_CLASS}" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">"#,
        number(width),
        number(height)
    );
    svg += &scene.background();
    svg += &scene.marks_below(view, marks);
    for &cell in &scene.geometry.order {
        let stack = scene.stack(view, cell);
        if !stack.is_empty() {
            let name = &view.cells[cell].name;
            svg += &format!(r#"<g class="stack" data-stack="{name}">{stack}</g>"#);
        }
    }
    svg += &scene.marks_above(view, marks);
    svg += &scene.caption(view);
    svg + "</svg>"
}

/// Returns the style sheet of all boards inside pages. Light or dark follows the reader's
/// system setting, or `data-theme` of the root element.
pub fn inline_style_sheet() -> String {
    theme::page_style_sheet(INLINE_CLASS)
}

/// Returns the outlines that boards inside pages refer to, as an empty picture.
pub fn inline_letters() -> String {
    format!(
        r#"<svg class="letters" width="0" height="0" aria-hidden="true" focusable="false">{}</svg>"#,
        font::letter_definitions()
    )
}

/// Area of the cells in a picture without caption. Its rows are equally high and its cells
/// equally wide; the longest row fills the whole width, shorter rows are centred. Distances
/// are parts of the picture's size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellArea {
    /// Distance from the left edge of the picture.
    pub left: f64,
    /// Distance from the top.
    pub top: f64,
    /// Distance from the right edge.
    pub right: f64,
    /// Distance from the bottom.
    pub bottom: f64,
    /// Width of a cell as a part of the area's width.
    pub cell: f64,
    /// Width of the picture divided by its height.
    pub aspect: f64,
}

impl CellArea {
    /// Returns the area for a game's board, which is the same either way up.
    pub fn of(game: GameId, coordinates: bool) -> Self {
        let view = game.start().view();
        let options = Options { coordinates, caption: false, ..Options::default() };
        let geometry = Scene::new(&view, &options).geometry;
        let (width, height) = geometry.size;
        let xs = geometry.centres.iter().map(|centre| centre.0);
        let ys = geometry.centres.iter().map(|centre| centre.1);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let (left, right) = (least(&mut xs.clone()), most(&mut xs.clone()));
        let (top, bottom) = (least(&mut ys.clone()), most(&mut ys.clone()));
        let steps = view.board.rows().saturating_sub(1).max(1) as f64;
        let (half_cell, half_row) = (geometry.pitch / 2.0, (bottom - top) / steps / 2.0);
        Self {
            left: (left - half_cell) / width,
            top: (top - half_row) / height,
            right: (width - right - half_cell) / width,
            bottom: (height - bottom - half_row) / height,
            cell: geometry.pitch / (right - left + geometry.pitch),
            aspect: width / height,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_for_pages_bring_no_style_and_no_names_of_their_own() {
        for &game in GameId::ALL {
            let view = game.start().view();
            let options = Options { caption: false, ..Options::default() };
            let svg = draw_inline(&view, &Marks::default(), &options);
            assert!(!svg.contains("<style") && !svg.contains("style=") && !svg.contains(" id="));
            let letters = inline_letters();
            for used in svg.split("<use href=\"#").skip(1) {
                let id = used.split('"').next().unwrap();
                assert!(letters.contains(&format!("id=\"{id}\"")), "{game}: {id}");
            }
            let stacks = view.cells.iter().filter(|cell| !cell.stack.is_empty());
            assert_eq!(svg.matches("data-stack").count(), stacks.count());
        }
    }

    #[test]
    fn every_rule_is_for_pictures_only() {
        let css = inline_style_sheet();
        for rule in css.split('}').filter(|rule| rule.contains('{')) {
            let selector = rule.rsplit_once('{').unwrap().0;
            let selector = selector.rsplit('{').next().unwrap();
            assert!(selector.contains(".picture ."), "{selector}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }

    #[test]
    fn the_area_is_where_the_cells_are() {
        for &game in GameId::ALL {
            for coordinates in [true, false] {
                let area = CellArea::of(game, coordinates);
                let view = game.start().view();
                let options = Options { coordinates, caption: false, ..Options::default() };
                let geometry = Scene::new(&view, &options).geometry;
                let rows = crate::rows_from_top(view.board, false);
                let (width, height) = geometry.size;
                for (index, row) in rows.iter().enumerate() {
                    let high = (1.0 - area.top - area.bottom) / rows.len() as f64;
                    let y = (area.top + high * (index as f64 + 0.5)) * height;
                    let wide = area.cell * (1.0 - area.left - area.right);
                    let middle = area.left + (1.0 - area.left - area.right) / 2.0;
                    for (column, &cell) in row.iter().enumerate() {
                        let from_middle = column as f64 + 0.5 - row.len() as f64 / 2.0;
                        let x = (middle + from_middle * wide) * width;
                        let (cx, cy) = geometry.centres[cell];
                        assert!((x - cx).abs() < 0.01 && (y - cy).abs() < 0.01, "{game} {cell}");
                    }
                }
            }
        }
    }
}
