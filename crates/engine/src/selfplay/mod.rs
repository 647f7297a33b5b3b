//! Games of the engine against itself, kept to learn from.
//!
//! Playing ([`play`]) and learning are apart: what is kept ([`SelfplayGame`]) is the moves,
//! what the search said and how the game ended, so that a network that sees positions in
//! another way can learn from the same games.

mod data;
mod game;
mod inputs;
mod play;
mod positions;

pub use data::{DataError, SelfplayHeader, SelfplayReader, SelfplayWriter};
pub use game::{Ply, SelfplayGame};
pub use inputs::{Expansion, InputRows, expand};
pub use play::{SelfplayOptions, SelfplayProgress, TakeGame, play};
pub(crate) use positions::visit_training_positions;
