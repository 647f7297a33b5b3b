//! Matches between bots, and what they say about strength.
//!
//! A match plays each opening twice with the sides exchanged, so that the luck of the
//! opening cancels out; pairs of games are counted. With a node limit and one random seed a
//! match gives the same games again, on however many threads it is played.
//!
//! # Play a match
//!
//! ```
//! use cairn_arena::{MatchPlayer, MatchSettings, MatchTimeControl, play_match};
//! use cairn_engine::{EngineOptions, Limits, StopFlag};
//! use cairn_games::GameId;
//!
//! let game = GameId::Nava;
//! let settings = MatchSettings::new(game, 2, MatchTimeControl::PerMove(Limits::nodes(50)));
//! let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
//! let [a, b] = ["5,threads=1", "random"].map(str::parse::<MatchPlayer>);
//! let (a, b) = (a?.contestant(game, &options), b?.contestant(game, &options));
//! let report = play_match(&settings, &a, &b, &StopFlag::new(), |progress| {
//!     println!("{} games", progress.tally.games());
//! })?;
//! assert_eq!(report.summary.games, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Decide between two versions
//!
//! A sequential probability ratio test stops a match as soon as it has an answer:
//!
//! ```
//! use cairn_arena::{MatchSettings, MatchTimeControl, Sprt};
//! use cairn_engine::Limits;
//! use cairn_games::GameId;
//!
//! let time_control = MatchTimeControl::PerMove(Limits::nodes(1_000));
//! let settings = MatchSettings {
//!     sprt: Some(Sprt::new(0.0, 20.0)),
//!     threads: 4,
//!     ..MatchSettings::new(GameId::Nava, 4_000, time_control)
//! };
//! assert_eq!(settings.games, 4_000);
//! ```

mod elo;
mod game;
pub mod game_report;
mod ladder;
mod match_log;
mod match_play;
mod match_player;
mod openings;
mod report;
mod sprt;
mod time_control;

pub use elo::Tally;
pub use game::{Fault, FaultKind, PlayedGame};
pub use ladder::{LadderSettings, Rung, as_markdown, climb};
pub use match_play::{ArenaError, Contestant, MatchSettings, play_match};
pub use match_player::{MatchPlayer, MatchPlayerError};
pub use openings::{MatchOpening, OpeningSettings, Openings};
pub use report::{MatchProgress, MatchReport, Summary};
pub use sprt::{Sprt, SprtReport, SprtVerdict};
pub use time_control::MatchTimeControl;
