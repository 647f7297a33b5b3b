//! A game between two seats as data, and what may happen to it: the part of the server
//! that knows no network and no store.
//!
//! [`Play`] is the whole game. Everything that changes it is an [`Action`]; whether it
//! is allowed, and what it leads to, is decided by [`Play::act`] alone, from the state
//! and the time it is given.

mod action;
mod clocks;
mod moving;
mod offers;
mod play;
mod presentation;
mod seats;

pub use action::{Action, ActionContext, Effect};
pub use clocks::{MAX_BASE_SECONDS, MAX_DAYS, MAX_INCREMENT_SECONDS, read_time_control};
pub use offers::{OfferKind, Offers};
pub use play::{MadeMove, NewPlay, Play, Status};
pub use seats::{Player, Seat, Seating, clean_name};
