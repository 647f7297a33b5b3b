//! Boards as SVG, for web pages, rulebooks and print. The pictures need no fonts and contain
//! the position in words for screen readers.
//!
//! ```
//! use cairn_draw::{Marks, svg};
//! use cairn_games::GameId;
//!
//! let start = GameId::Glaisher.start();
//! let view = start.view();
//! let options = svg::Options { theme: svg::Theme::Dark, ..svg::Options::default() };
//! let picture = svg::draw(&view, &Marks::default(), &options);
//! assert!(picture.starts_with("<svg "));
//! ```

mod animation;
mod flat;
mod font;
mod geometry;
mod inline;
mod marks;
mod pieces;
mod scene;
mod theme;
mod writer;

use cairn_games::BoardView;

pub use animation::draw_animation;
pub use inline::{CellArea, INLINE_CLASS, draw_inline, inline_letters, inline_style_sheet};
pub use theme::Theme;
#[cfg(feature = "raster")]
pub(crate) use theme::page_color;
pub use writer::escaped;

use crate::marks::Marks;
use crate::words;
use scene::Scene;
use writer::number;

/// Look of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// Seen obliquely from above, so that every layer shows.
    #[default]
    Relief,
    /// Seen straight from above, with large numbers.
    Flat,
}

/// Options for drawing a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Colours.
    pub theme: Theme,
    /// Look of the pieces.
    pub pieces: PieceSet,
    /// Width in pixels; `None` leaves it to the viewer.
    pub width: Option<u32>,
    /// Whether the board is seen from the second player's side.
    pub flipped: bool,
    /// Whether rows and columns are labelled.
    pub coordinates: bool,
    /// Whether a caption below the board shows the side to move and the pieces in hand.
    pub caption: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            pieces: PieceSet::Relief,
            width: None,
            flipped: false,
            coordinates: true,
            caption: true,
        }
    }
}

/// Draws a board.
pub fn draw(view: &BoardView, marks: &Marks, options: &Options) -> String {
    let scene = Scene::new(view, options);
    let body = scene.background() + &scene.moment(view, marks);
    let description = words::position(view);
    document(&scene, options, &title(view), &description, "", &body)
}

/// Returns the title of a picture.
fn title(view: &BoardView) -> String {
    let info = view.game.info();
    match words::state(view) {
        Some((_, state)) => format!("{}: {state}", info.title),
        None => info.title.to_owned(),
    }
}

/// Returns the whole file.
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
