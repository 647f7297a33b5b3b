//! The computer: opponents, and the worker pool that searches for them and for analysis.

mod fair_queue;
mod game_owners;
pub(crate) mod opponents;
pub(crate) mod pool;
mod sessions;

pub use opponents::LevelOpponents;
pub(crate) use opponents::{Opponents, SearchJob, opponent_name};
pub(crate) use pool::{PendingSearch, PoolStats, SearchEvent, WorkerPool};
pub(crate) use sessions::{AnalysisSession, AnalysisSessions};
