//! The search: negamax with principal variation search, iterative deepening and several threads.
//!
//! - `engine`: the engine for all games; `game_engine`: a proof first, then a search
//! - `searcher`: threads of one search; `joint_search`: engines in several places
//! - `root`: iterative deepening, aspiration windows, several lines (MultiPV)
//! - `worker`: one thread below the root, with reverse futility pruning, late-move
//!   reductions and extensions
//! - `move_picker`, `history`: move ordering by transposition table, killer moves,
//!   counter-moves and the history heuristic
//! - `transposition_table`, `path`, `pv`: positions searched, repetition, principal
//!   variations
//! - `value`: values and proof flags
//! - `parameters`: what can be tuned

mod bench;
mod engine;
mod game_engine;
mod history;
mod joint_search;
mod late_move_reductions;
mod move_picker;
mod parameters;
mod path;
mod pv;
mod root;
mod searcher;
mod transposition_table;
mod value;
mod worker;

pub use bench::{BenchError, BenchResult, bench, bench_of};
pub use engine::Engine;
pub use joint_search::{JointSearch, SharedMemory};
pub use parameters::{CandidateWidth, SearchParameters};
pub use searcher::Searcher;
