//! Rules, notation, records and views of stacking games for two players: Nava, Mitsudomoe,
//! Greener and Glaisher.
//!
//! # A tour
//!
//! A rule set on one of its boards is a [`GameId`]. It has a start position, and positions
//! have moves, which are read and written as text:
//!
//! ```
//! use cairn_games::GameId;
//!
//! let game = GameId::named("nava")?;
//! let mut position = game.start();
//! assert_eq!(position.move_texts().len(), 8);
//! position.play(position.read_move("a1-a4")?)?;
//! assert_eq!(position.to_text(), "x4,bbbbbb/www,x4/x5/x5/www,x4 b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`History`] is a game as it is played. It knows about repetition, and becomes a
//! [`Record`](record::Record), a text in the manner of PGN:
//!
//! ```
//! use cairn_games::record::Record;
//! use cairn_games::{GameId, History};
//!
//! let mut game = History::new(GameId::Greener.start());
//! game.play(game.position().read_move("c1-d1")?)?;
//! let record = Record::of_history(&game, None);
//! assert_eq!(record.to_string(), "[Game \"greener\"]\n[Result \"*\"]\n\n1. c1-d1 *\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A user interface draws a [`BoardView`] and lets a person build a move with a [`MoveSelection`],
//! without knowing any rules.
//!
//! # One game
//!
//! Behind [`GameId`] and [`AnyPosition`] is one type for each rule set: a small `Copy`
//! position that implements [`Game`]. A search works with these:
//!
//! ```
//! use cairn_games::{Game, Notation, nava::Nava, perft};
//!
//! let start = Nava::start();
//! let mv = start.read_move("a1-a4")?;
//! assert_eq!(start.after(mv).count_moves(), 8);
//! assert_eq!(perft::count(&start, 3), 784);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`with_game!`] and [`with_position!`] lead from the one to the other.

#[macro_use]
mod const_for;
#[macro_use]
mod registry;

mod any;
mod bit_stack;
mod board;
mod canonical;
mod diagram;
mod game;
mod guidance;
mod history;
mod move_selection;
mod reading;
mod side;
mod symmetry;
mod view;

pub mod actions;
pub mod bitboard;
pub mod hex;
pub mod perft;
pub mod random;
pub mod record;
pub mod square;
pub mod text;
pub mod zobrist;

pub mod glaisher;
pub mod greener;
pub mod mitsudomoe;
pub mod nava;

#[cfg(feature = "test-game")]
#[path = "../tests/pagoda/mod.rs"]
pub mod pagoda;

/// Keeps these items if the game that lives in the tests is part of the registry, which
/// takes the Cargo feature `test-game`. Never part of a normal build.
#[cfg(feature = "test-game")]
#[doc(hidden)]
#[macro_export]
macro_rules! if_test_game {
    ($($items:item)*) => { $($items)* };
}

/// Drops these items, because the game that lives in the tests is not part of the registry.
#[cfg(not(feature = "test-game"))]
#[doc(hidden)]
#[macro_export]
macro_rules! if_test_game {
    ($($items:item)*) => {};
}

pub use any::AnyMove;
pub use bit_stack::BitStack;
pub use board::Board;
pub use canonical::Canonical;
pub use diagram::{Diagram, Impossible, TALLEST_COUNTED, sides_help};
pub use game::{
    Game, GameInfo, GameMove, Illegal, MoveError, Notation, PieceInfo, SideInfo, Symmetric,
};
pub use history::{DRAWN_AT_OCCURRENCE, History};
pub use move_selection::MoveSelection;
pub use reading::{ReadingError, read_diagram, read_position};
pub use registry::{AnyPosition, GameId, UnknownGame};
pub use side::{Ending, Outcome, Side};
pub use symmetry::Symmetry;
pub use text::TextError;
pub use view::{
    BoardStyle, BoardView, CellView, Hand, Look, Pick, PieceView, Points, Progress, Shape, Step,
    View,
};
