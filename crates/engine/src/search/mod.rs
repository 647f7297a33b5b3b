//! The search: iterative-deepening principal-variation search with a shared table.
//!
//! - `value`: values, proofs and how they are passed up
//! - `worker`: one thread below the root; `root`: iterations, windows, lines
//! - `picker`, `order`: which move comes next
//! - `table`, `path`, `line`: positions searched, positions passed, best lines
//! - `budget`: time, nodes and the stop flag
//! - `expert`: a proof first, where one is in reach

mod bench;
mod budget;
mod engine;
mod expert;
mod line;
mod order;
mod path;
mod picker;
mod reductions;
mod root;
mod searcher;
mod table;
mod tuning;
mod value;
mod worker;

pub use bench::{BenchError, BenchTask, bench};
pub use engine::Engine;
pub use searcher::Searcher;
pub use tuning::{Tuning, Width};
