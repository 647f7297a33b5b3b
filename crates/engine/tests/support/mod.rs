//! Positions with known values, for tests and examples.
#![allow(dead_code, reason = "each test and example uses a part of it")]

use std::error::Error;
use std::time::Duration;

use cairn_engine::eval::EvaluationSource;
use cairn_engine::search::Engine;
use cairn_engine::solver::solve;
use cairn_engine::{Bot, EngineOptions, Limits, Score, SearchError, StopFlag, Wdl};
use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId, History, read_position};

/// Node limit of a proof. Every puzzle was made with it.
pub const PROOF_NODES: u64 = 60_000;

/// Game, number of plies to the end and position of each puzzle, one per line.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

/// Game, value for the side to move (2 for a win, 1 for a draw) and position, one per line.
/// `examples/perfect.rs` makes them.
const SOLVED: &str = include_str!("../data/solved.txt");

/// Reads lines of a game, a number and a position.
fn read(list: &str) -> impl Iterator<Item = (u32, AnyPosition)> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_else(|| panic!("`{line}` is too short"));
        let (game, number, text) = (word(), word(), word());
        let boards = GameId::boards(game).expect("the name of a game");
        let position = read_position(&boards, text).expect("a position");
        (number.parse().expect("a number"), position)
    })
}

/// Reads limits: a time such as `100ms`, or a number of nodes.
pub fn limits(text: &str) -> Result<Limits, Box<dyn Error>> {
    Ok(match text.strip_suffix("ms") {
        Some(millis) => Limits::time(Duration::from_millis(millis.parse()?)),
        None => Limits::nodes(text.parse()?),
    })
}

/// Returns the evaluation that the last arguments of an example name: `simple`, the file of a
/// net, or nothing for the built-in net.
pub fn evaluation(words: &[&str], game: GameId) -> Result<EvaluationSource, Box<dyn Error>> {
    Ok(match words {
        [] => EvaluationSource::BuiltIn,
        ["simple"] => EvaluationSource::Simple,
        [path] => EvaluationSource::from_file(path.as_ref(), game)?,
        _ => return Err("give one evaluation".into()),
    })
}

/// Returns the number of stacks on the board.
pub fn stacks(position: &AnyPosition) -> usize {
    position.to_diagram().stacks.iter().filter(|stack| !stack.is_empty()).count()
}

/// A position in which the side to move has a forced win that is not easy to see.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle {
    pub position: AnyPosition,
    /// Most plies that the win takes.
    pub plies: u32,
}

/// Returns the puzzles of a game.
pub fn puzzles(game: GameId) -> Vec<Puzzle> {
    let all = read(PUZZLES).map(|(plies, position)| Puzzle { position, plies });
    all.filter(|puzzle| puzzle.position.game() == game).collect()
}

impl Puzzle {
    /// Whether the engine chooses a winning move with this evaluation and node limit: one
    /// that it has proved to win itself, or that is proved to win afterwards.
    ///
    /// # Errors
    /// If the engine gives no move.
    pub fn is_solved(
        &self,
        evaluation: &EvaluationSource,
        nodes: u64,
    ) -> Result<bool, SearchError> {
        let evaluation = evaluation.clone();
        let options = EngineOptions { hash_mb: 8, evaluation, ..EngineOptions::default() };
        let mut game = History::new(self.position);
        let (limits, stop) = (Limits::nodes(nodes), StopFlag::new());
        let report = Engine::new(options.clone()).search(&game, &limits, &stop, &mut |_| ())?;
        if matches!(report.score(), Score::Win(_)) {
            return Ok(true);
        }
        if game.play(report.best_move()).is_err() {
            return Ok(false);
        }
        // Another winning move than that of the puzzle may take a longer proof.
        let proof = solve(&game, &Limits::nodes(4 * PROOF_NODES), &options, &stop, &mut |_| ());
        Ok(proof.value == Some(Wdl::Loss))
    }
}

/// A position of a game that ends soon, and its value.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub position: AnyPosition,
    /// The value for the side to move.
    pub value: Wdl,
}

/// Returns the solved positions that are not easy to play.
pub fn solved_positions() -> Vec<Solved> {
    let value = |number| if number == 2 { Wdl::Win } else { Wdl::Draw };
    let all = read(SOLVED);
    all.map(|(number, position)| Solved { position, value: value(number) }).collect()
}

impl Solved {
    /// Solves a position, however long that takes.
    pub fn new(position: AnyPosition) -> Option<Self> {
        let value = value_of(&History::new(position))?;
        Some(Self { position, value })
    }

    /// Whether the engine's move preserves the value, with these options and limits.
    ///
    /// # Errors
    /// If the engine gives no move.
    pub fn is_kept(&self, options: &EngineOptions, limits: &Limits) -> Result<bool, SearchError> {
        let game = History::new(self.position);
        let mut engine = Engine::new(options.clone());
        let report = engine.search(&game, limits, &StopFlag::new(), &mut |_| ())?;
        Ok(self.is_kept_by(report.best_move()))
    }

    /// Whether a random move preserves the value.
    pub fn is_kept_by_chance(&self, seed: u64) -> bool {
        let moves = self.position.moves();
        Random::new(seed).pick(&moves).is_some_and(|&mv| self.is_kept_by(mv))
    }

    fn is_kept_by(&self, mv: AnyMove) -> bool {
        let mut game = History::new(self.position);
        if game.play(mv).is_err() {
            return false;
        }
        let left = value_of(&game);
        let same_side = game.position().to_move() == self.position.to_move();
        let left = if same_side { left } else { left.map(Wdl::reversed) };
        left == Some(self.value)
    }
}

fn value_of(game: &History) -> Option<Wdl> {
    let options = EngineOptions { hash_mb: 16, ..EngineOptions::default() };
    solve(game, &Limits::default(), &options, &StopFlag::new(), &mut |_| ()).value
}
