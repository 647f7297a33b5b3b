//! A fixed amount of work whose count of positions tells whether the search behaves as
//! before.

use cairn_games::{GameId, History};

use super::engine::Engine;
use crate::bot::{Bot, EngineOptions, Report, SearchError};
use crate::limits::{Limits, StopFlag};
use crate::tasks::{self, Task, TaskError};

/// The game, the depth and the position of each task, one a line.
const TASKS: &str = include_str!("../../data/bench.txt");

/// One of the tasks, done.
#[derive(Clone, Debug)]
pub struct BenchTask {
    /// The game.
    pub game: GameId,
    /// The position, as text.
    pub position: &'static str,
    /// What was found.
    pub report: Report,
}

/// Why the tasks could not be done.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The list is damaged.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// The engine gave no answer.
    #[error(transparent)]
    Think(#[from] SearchError),
}

/// Searches a fixed list of positions of all rule sets to fixed depths with one thread,
/// shows each to `watch`, and returns how many positions were looked at. The number
/// changes exactly when the search or the evaluation does something else.
///
/// # Errors
/// If the list is damaged, which a test makes sure it is not.
pub fn bench(watch: &mut dyn FnMut(&BenchTask)) -> Result<u64, BenchError> {
    let mut total = 0;
    for task in tasks::read(TASKS) {
        let done = run(task?)?;
        total += done.report.nodes;
        watch(&done);
    }
    Ok(total)
}

fn run(Task { position, number, text }: Task) -> Result<BenchTask, BenchError> {
    let mut engine = Engine::new(EngineOptions { hash_mb: 8, ..EngineOptions::default() });
    let game = History::new(position);
    let report = engine.search(&game, &Limits::depth(number), &StopFlag::new(), &mut |_| ())?;
    Ok(BenchTask { game: position.game(), position: text, report })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tasks_cover_every_rule_set_and_count_the_same_twice() {
        let mut games = Vec::new();
        let first = bench(&mut |task| games.push(task.game)).expect("the list is not damaged");
        assert!(GameId::ALL.iter().all(|game| games.contains(game)), "{games:?}");
        // A change that should not alter the search or the evaluation leaves this number as
        // it is; one that should sets it anew, here and in docs/engine.md.
        assert_eq!(first, 310_954);
        assert_eq!(bench(&mut |_| ()).expect("the list is not damaged"), first);
    }
}
