//! Boards as SVG, for pages, rulebooks and print. The pictures need no fonts and carry
//! the position in words for those who cannot see them.

mod film;
mod font;
mod geometry;
mod inline;
mod marks;
mod pieces;
mod scene;
mod theme;
mod writer;

use cairn_games::BoardView;

pub use film::draw_film;
pub use inline::{CellArea, INLINE_CLASS, draw_inline, inline_letters, inline_style_sheet, rows};
pub use theme::Theme;
pub(crate) use theme::page_color;

use crate::marks::Marks;
use crate::words;
use scene::Scene;
use writer::{escaped, number};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The colours.
    pub theme: Theme,
    /// The width in pixels; `None` leaves it to whoever shows the picture.
    pub width: Option<u32>,
    /// Whether the second player's side is at the bottom.
    pub flipped: bool,
    /// Whether rows and columns are named.
    pub coordinates: bool,
    /// Whether a strip below the board tells who is to move, and what is in hand.
    pub caption: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { theme: Theme::Light, width: None, flipped: false, coordinates: true, caption: true }
    }
}

/// Draws a board.
#[must_use]
pub fn draw(view: &BoardView, marks: &Marks, options: &Options) -> String {
    let scene = Scene::new(view, options);
    let body = scene.background() + &scene.moment(view, marks);
    let description = words::position(view);
    document(&scene, options, &title(view), &description, "", &body)
}

/// The name of a picture.
fn title(view: &BoardView) -> String {
    let info = view.game.info();
    match words::state(view) {
        Some((_, state)) => format!("{}: {state}", info.title),
        None => info.title.to_owned(),
    }
}

/// The whole file.
fn document(
    scene: &Scene,
    options: &Options,
    title: &str,
    description: &str,
    more_css: &str,
    body: &str,
) -> String {
    let (width, height) = scene.size();
    let view_box = format!("0 0 {} {}", number(width), number(height));
    let size = options.width.map_or_else(String::new, |pixels| {
        let tall = (f64::from(pixels) * height / width).round();
        format!(r#" width="{pixels}" height="{tall}""#)
    });
    let (title, description) = (escaped(title), escaped(description));
    let css = theme::style_sheet(options.theme);
    let definitions = font::definitions(body);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}"{size} role="img"><title>{title}</title><desc>{description}</desc><style>{css}{more_css}</style>{definitions}{body}</svg>
"#
    )
}
