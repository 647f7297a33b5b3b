//! Matches between anything that can choose a move, and what they say about strength.
//!
//! A match plays each opening twice, with the sides exchanged, so that the luck of the
//! opening cancels out; what is counted are pairs of games. With a limit of nodes and
//! one seed a match gives the same games again, on however many threads it is played.

mod calibrate;
mod contest;
mod elo;
mod game;
mod ladder;
mod ledger;
mod match_player;
mod openings;
mod pace;
mod report;
mod sprt;

pub use calibrate::{Calibration, Found, calibrate};
pub use contest::{ArenaError, Contestant, MatchSettings, play_match};
pub use elo::Tally;
pub use game::{Fault, FaultKind, PlayedGame};
pub use ladder::{LadderSettings, Rung, as_markdown, climb};
pub use match_player::{MatchPlayer, MatchPlayerError};
pub use openings::{Opening, OpeningSettings, Openings};
pub use pace::Pace;
pub use report::{MatchReport, Progress, Summary};
pub use sprt::{Sprt, SprtReport, SprtVerdict};
