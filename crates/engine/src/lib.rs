//! Search, evaluation, solver, levels and the Universal Game Interface.
//!
//! Everything that can choose a move is a [`Thinker`]: the engine at each of its levels,
//! the bots of the original programs, a random mover, plain UCT, and engines in other
//! processes. What it is asked is a [`History`](cairn_games::History) and [`Limits`];
//! what it answers is a [`Report`].

mod limits;
mod score;
pub mod solver;
mod thinker;

pub use limits::{Clock, Limits, StopFlag};
pub use score::{Proven, Score};
pub use thinker::{Line, Options, Report, ThinkError, Thinker};
