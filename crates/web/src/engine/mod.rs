//! The computer: who can be asked to play or to analyse, and the few threads that think.

mod brains;
mod desks;
mod pool;
mod queue;

pub use brains::{Brains, Lane, Levels, Task};
pub use desks::{Desk, Desks};
pub use pool::{Heard, Pool, PoolFigures, Thinking, Thought};
