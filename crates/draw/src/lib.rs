//! Pictures of positions and games: terminal text, SVG, PNG and GIF.
//!
//! Everything is drawn from a [`BoardView`](cairn_games::BoardView), which a position gives,
//! and [`Marks`]; the crate knows no rules.
//!
//! # Text
//!
//! [`text::draw`] draws a board on a [`Canvas`] of characters. A canvas becomes plain text or,
//! with the number of colours of a [terminal], text with colours. It also knows which cell is at
//! a place, for mouse and cursor.
//!
//! ```
//! use cairn_draw::{Marks, text};
//! use cairn_games::GameId;
//!
//! let start = GameId::Nava.start();
//! let view = start.view();
//! let canvas = text::draw(&view, &Marks::default(), &text::TextOptions::default());
//! assert!(canvas.to_plain().contains("W6"));
//! ```
//!
//! # Pictures
//!
//! [`svg::draw`] draws the same board as SVG; [`png::encode`] turns that into pixels. A game
//! becomes [`animation_frames`], and these an animated SVG ([`svg::draw_animation`]) or GIF
//! ([`gif::encode`]). [`words`] describes a position for screen readers.
//!
//! ```
//! use cairn_draw::{marks_of_move, svg};
//! use cairn_games::GameId;
//!
//! let mut position = GameId::Nava.start();
//! let before = position.view();
//! position.play(position.read_move("a1-a4")?)?;
//! let after = position.view();
//! let picture = svg::draw(&after, &marks_of_move(&before, &after), &svg::Options::default());
//! assert!(picture.contains("</svg>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod animation;
mod grid;
mod marks;
mod paint;
mod style;

pub mod canvas;
#[cfg(feature = "raster")]
pub mod gif;
#[cfg(feature = "raster")]
pub mod png;
pub mod svg;
pub mod terminal;
pub mod text;
pub mod words;

pub use animation::{Frame, animation_frames};
pub use canvas::Canvas;
pub use grid::{columns, rows_from_top};
pub use marks::{Arrow, Marks, marks_of_move};
pub use paint::Paint;
pub use style::{StyleError, TextStyle};
