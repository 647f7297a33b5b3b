//! Search, evaluation, solver, levels and the Universal Game Interface.
//!
//! Everything that can choose a move is a [`Bot`]: the engine at each of its levels,
//! the bots of the original programs, a random mover, plain UCT, and engines in other
//! processes. What it is asked is a [`History`](cairn_games::History) and [`Limits`];
//! what it answers is a [`Report`].

mod bot;
pub mod bots;
pub mod eval;
pub mod games;
pub mod levels;
mod limiter;
mod limits;
pub mod parallel;
mod players;
pub mod puzzles;
pub mod review;
mod score;
pub mod search;
pub mod selfplay;
pub mod solved;
pub mod solver;
mod tasks;
pub mod tune;
pub mod ugi;

pub use bot::{Bot, EngineOptions, Report, SearchError, Variation};
pub use limits::{ClockState, Limits, StopFlag};
pub use players::{Player, PlayerError};
pub use score::{Score, Wdl};
pub use tasks::TaskError;
