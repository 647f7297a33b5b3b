//! Positions as pictures: terminal text, SVG, PNG and animations.
//!
//! All of it is made from a [`BoardView`](cairn_games::BoardView) and optional [`Marks`];
//! no rule of any game is known here.
//!
//! ```
//! use cairn_draw::{Marks, text};
//! use cairn_games::{BoardView, GameId};
//!
//! let start = GameId::Nava.start();
//! let view = start.view();
//! let canvas = text::draw(&view, &Marks::default(), &text::Options::default());
//! assert!(canvas.to_plain().contains("W6"));
//! ```

mod film;
mod grid;
mod marks;
mod paint;
mod style;

pub mod canvas;
pub mod gif;
pub mod png;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod words;

pub use canvas::Canvas;
pub use film::{Frame, film_of};
pub use marks::{Arrow, Marks, marks_of_move};
pub use paint::Paint;
pub use style::{StyleError, TextStyle};
