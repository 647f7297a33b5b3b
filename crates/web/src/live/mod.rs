//! Games that are being played or watched: one task a game, which alone changes it.
//!
//! A change is worked out on a copy, written to the store, and only when that has
//! succeeded becomes what everybody sees.

mod actor;
mod hub;
mod update;

pub use hub::{Deps, Hub, Watch};
pub use update::{ClocksView, GameView, MoveView, SeatView, TimeView, Update, Word};
