//! Rules, notation and records of four stacking games for two players: Nava,
//! Mitsudomoe, Greener and Glaisher.
//!
//! Each game is a small `Copy` position that implements [`Game`]; [`AnyPosition`] puts
//! them behind one type for programs that let a person choose.
//!
//! ```
//! use cairn_games::{Game, Notation, nava::Nava};
//!
//! let mut position = Nava::start();
//! assert_eq!(position.count_moves(), 8);
//! let mv = position.read_move("a1-a4")?;
//! position.play(mv)?;
//! assert_eq!(position.to_text(), "x4,bbbbbb/www,x4/x5/x5/www,x4 b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bit_stack;
mod board;
mod diagram;
mod game;
mod history;
mod picking;
mod reading;
mod side;
mod symmetry;
mod view;

pub mod bits;
pub mod hex;
pub mod keys;
pub mod perft;
pub mod random;
pub mod record;
pub mod square;
pub mod text;

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

pub use any::{AnyMove, AnyPosition, GameId, UnknownGame};
pub use bit_stack::BitStack;
pub use board::Board;
pub use diagram::{Diagram, Impossible, TALLEST_COUNTED, sides_help};
pub use game::{
    Game, GameInfo, GameMove, Illegal, MoveError, Notation, PieceInfo, SideInfo, Symmetric,
};
pub use history::History;
pub use picking::Picker;
pub use reading::{ReadingError, read_diagram, read_position};
pub use side::{Ending, Outcome, Side};
pub use symmetry::Symmetry;
pub use text::TextError;
pub use view::{
    BoardStyle, BoardView, CellView, Hand, Look, Pick, PieceView, Points, Shape, Step, View,
};
