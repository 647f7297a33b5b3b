//! The computer: opponents, and the worker pool that searches for them and for analysis.

mod fair_queue;
mod opponents;
mod pool;
mod sessions;

pub use opponents::{LevelOpponents, Opponents, Queue, SearchJob, SearchWorker, opponent_name};
pub use pool::{PendingSearch, PoolStats, SearchEvent, SearchResult, WorkerPool};
pub use sessions::{AnalysisSession, AnalysisSessions};
