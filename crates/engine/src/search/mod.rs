//! The search: iterative-deepening principal-variation search with a shared table.
//!
//! - `value`: values, proofs and how they are passed up
//! - `worker`: one thread below the root; `root`: iterations, windows, lines
//! - `picker`, `order`: which move comes next
//! - `table`, `path`, `line`: positions searched, positions passed, best lines
//! - `limiter`: time, nodes and the stop flag
//! - `expert`: a proof first, where one is in reach

mod bench;
mod engine;
mod game_engine;
mod history;
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

pub use bench::{BenchError, BenchTask, bench};
pub use engine::Engine;
pub use parameters::{CandidateWidth, SearchParameters};
pub use searcher::Searcher;
