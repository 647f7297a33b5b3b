//! A game between two seats as data, and what may happen to it: the part of the server
//! that knows no network and no store.
//!
//! [`LiveGame`] is the whole game. Everything that changes it is an [`Action`]; whether it
//! is allowed, and what it leads to, is decided by [`LiveGame::act`] alone, from the state
//! and the time it is given.

mod absence;
mod action;
mod clocks;
mod keys;
mod lag;
mod live_game;
mod moving;
mod offers;
mod phrases;
mod presentation;
mod seats;

pub(crate) use absence::absence_limit;
pub(crate) use action::{Action, ActionContext, Effect};
pub(crate) use clocks::{MAX_BASE_SECONDS, MAX_DAYS, MAX_INCREMENT_SECONDS, read_time_control};
pub(crate) use keys::{LINK_LIFETIME, SeatKey};
pub(crate) use lag::{LagQuota, MAX_CREDIT};
pub(crate) use live_game::{FEATURED_MIN_PLY, LiveGame, MadeMove, NewLiveGame, Status};
pub(crate) use offers::{OfferKind, Offers};
pub(crate) use phrases::Phrase;
pub(crate) use seats::{Occupant, Seat, Seating, clean_name};
