//! Proofs of puzzles.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use cairn_engine::solver::{Aim, OnlyMove, Solver, Undecided, searches_to_the_end};
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::{AnyMove, History};

use super::Puzzle;
use crate::lessons::Verdict;

/// Nodes that the solver may search for one move.
const NODES: u64 = 3_000_000;

/// Memory for the tables of the solver, in MiB.
const HASH_MB: usize = 16;

/// Error in a puzzle that does not keep what it promises.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The proof takes too long.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// No move is the only right one.
    #[error("no move is the only one that reaches the goal")]
    NotUnique,
    /// The first move of the solution is not among the right ones.
    #[error("the solution begins with a wrong move")]
    WrongSolution,
    /// Fewer turns suffice.
    #[error("fewer turns suffice to win")]
    TooManyTurns,
    /// The move that should save the game loses a turn later.
    #[error("the saving move loses by force one turn later")]
    NotSaved,
    /// A move of the main line is judged in another way.
    #[error("move {0} of the solution is not judged as expected")]
    Line(usize),
}

impl Puzzle {
    /// Proves the puzzle again: one first move is right, and no other, and the rest of the
    /// solution reaches the goal.
    ///
    /// # Errors
    /// If the puzzle does not keep what it promises, or the proof takes too long.
    pub fn check(&self) -> Result<(), CheckError> {
        let options = EngineOptions { hash_mb: HASH_MB, threads: 1, ..EngineOptions::default() };
        let mut solver = Solver::new(self.game(), &options);
        let right = self.prove(&mut solver)?;
        if !right.moves.contains(&self.solution[0]) {
            return Err(CheckError::WrongSolution);
        }
        self.check_line()
    }

    /// Returns the moves that solve the puzzle.
    fn prove(&self, solver: &mut Solver) -> Result<OnlyMove, CheckError> {
        let (limits, stop) = (Limits::nodes(NODES), StopFlag::new());
        let (position, me) = (&self.position, self.position.to_move());
        let counts_turns = !searches_to_the_end(position);
        if self.aim == Aim::Win && counts_turns && self.turns > 1 {
            let fewer = 2 * self.turns - 3;
            if solver.forced_win(position, me, fewer, &limits, &stop)?.is_some() {
                return Err(CheckError::TooManyTurns);
            }
        }
        let right = solver
            .only_move(position, self.aim, self.turns, &limits, &stop)?
            .ok_or(CheckError::NotUnique)?;
        if self.aim == Aim::Save && counts_turns {
            let survives = |mv: &AnyMove| {
                solver.reaches(position, *mv, Aim::Save, self.turns + 1, &limits, &stop)
            };
            let saved: Result<Vec<_>, _> = right.moves.iter().map(survives).collect();
            if !saved?.contains(&true) {
                return Err(CheckError::NotSaved);
            }
        }
        Ok(right)
    }

    /// Plays the solution as somebody who solves the puzzle would.
    fn check_line(&self) -> Result<(), CheckError> {
        let lesson = self.lesson();
        let mut history = History::new(self.position);
        for (index, pair) in self.solution.chunks(2).enumerate() {
            let wrong = CheckError::Line(2 * index + 1);
            let verdict = lesson.judge(&history, pair[0]).map_err(|_| wrong.clone())?;
            match (verdict, pair) {
                (Verdict::Solved { .. }, _) => return Ok(()),
                // Other defences may be as good as the one of the main line.
                (Verdict::GoOn { .. }, [mv, defence]) => {
                    let played = history.play(*mv).and_then(|()| history.play(*defence));
                    played.map_err(|_| wrong)?;
                }
                _ => return Err(wrong),
            }
        }
        Err(CheckError::Line(self.solution.len()))
    }
}

/// Checks puzzles on several threads and returns those that do not keep what they promise.
/// `watch` gets the number of puzzles checked so far. Stops early when the flag is raised.
pub fn check_all<'a>(
    puzzles: &'a [Puzzle],
    threads: usize,
    stop: &StopFlag,
    watch: &mut dyn FnMut(usize),
) -> Vec<(&'a Puzzle, CheckError)> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) {
                    if stop.is_raised() || sender.send((puzzle, puzzle.check())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut wrong = Vec::new();
        for (done, (puzzle, result)) in (1..).zip(receiver) {
            watch(done);
            wrong.extend(result.err().map(|error| (puzzle, error)));
        }
        wrong
    })
}
