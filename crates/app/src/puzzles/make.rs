//! Making puzzles: games of the engine, in which positions with one right move are looked for.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use cairn_engine::levels::{self, Level};
use cairn_engine::search::Engine;
use cairn_engine::solver::{Aim, Solver, Undecided, searches_to_the_end, settled_outcome};
use cairn_engine::{Bot, EngineOptions, Limits, Score, StopFlag};
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{AnyMove, AnyPosition, GameId, History};

use super::select::symmetric_key;
use super::theme::{themes, with_side_to_move};
use super::{Puzzle, PuzzleSource, id_of, rating};
use crate::lessons::Proofs;

/// Settings of the search for puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakeOptions {
    /// Number of games.
    pub games: u64,
    /// Random seed of the first game; the next games have the next numbers.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Nodes that a proof may search for one move.
    pub nodes: u64,
}

impl Default for MakeOptions {
    fn default() -> Self {
        Self { games: 100, seed: 1, threads: 1, nodes: 100_000 }
    }
}

/// State of the search for puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MakeProgress {
    /// Number of games that are finished.
    pub games: u64,
    /// Number of puzzles found.
    pub puzzles: u64,
}

/// Levels of the players.
const LEVELS: std::ops::RangeInclusive<u8> = 2..=8;

/// Most random moves at the beginning of a game.
const RANDOM_PLIES: u64 = 4;

/// Longest game.
const LONGEST_GAME: usize = 150;

/// Number of positions of a game that are looked at, the last ones first.
const POSITIONS: usize = 20;

/// Most turns of a puzzle, where turns are counted.
const MOST_TURNS: u32 = 6;

/// Fewest legal moves: with fewer, finding the right one is easy.
const FEWEST_MOVES: u64 = 5;

/// One in this many positions that are won in one turn is kept.
const ONE_IN_WON_AT_ONCE: u64 = 8;

/// One in this many positions that are saved from a win in one turn is kept.
const ONE_IN_SAVED_AT_ONCE: u64 = 2;

/// Number of legal moves from which on a proof is only tried where the engine sees a win.
const MANY_MOVES: u64 = 80;

/// Most legal moves of a position that is to be saved from a win in several turns.
const MOST_MOVES_LOST: u64 = 400;

/// Nodes that the engine may search to see one.
const GLANCE_NODES: u64 = 1_000;

/// Memory for the tables of a solver, in MiB.
const HASH_MB: usize = 8;

/// Longest time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Plays games and calls `take` with each new puzzle, and with `None` several times a second. No position
/// comes twice, not even turned or mirrored. Stops early when the flag is raised.
pub fn make(
    game: GameId,
    options: &MakeOptions,
    stop: &StopFlag,
    take: &mut dyn FnMut(Option<Puzzle>, MakeProgress),
) {
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut finder = PuzzleFinder::new(game, options, stop);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= options.games || stop.is_raised() {
                        return;
                    }
                    let found = finder.puzzles_of_game(options.seed.wrapping_add(number));
                    if sender.send(found).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut seen = HashSet::new();
        let mut progress = MakeProgress::default();
        loop {
            match receiver.recv_timeout(REPORT_INTERVAL) {
                Ok(found) => {
                    progress.games += 1;
                    for puzzle in found {
                        if seen.insert(symmetric_key(&puzzle.position)) {
                            progress.puzzles += 1;
                            take(Some(puzzle), progress);
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            take(None, progress);
        }
    });
}

/// A position with one right move.
struct PuzzleCandidate {
    position: AnyPosition,
    ply: u32,
    aim: Aim,
    turns: u32,
    right: Vec<AnyMove>,
}

/// Looks for puzzles on one thread.
struct PuzzleFinder<'a> {
    game: GameId,
    solver: Solver,
    engine: Engine,
    limits: Limits,
    stop: &'a StopFlag,
}

impl<'a> PuzzleFinder<'a> {
    fn new(game: GameId, options: &MakeOptions, stop: &'a StopFlag) -> Self {
        let engine = EngineOptions { hash_mb: HASH_MB, threads: 1, ..EngineOptions::default() };
        let solver = Solver::new(game, &engine);
        let engine = Engine::new(EngineOptions { hash_mb: 1, ..engine });
        Self { game, solver, engine, limits: Limits::nodes(options.nodes), stop }
    }

    /// Returns the puzzles of the game with a seed: at most one to win and one to save, the
    /// longest that there are, because neighbouring positions have the same solution.
    fn puzzles_of_game(&mut self, seed: u64) -> Vec<Puzzle> {
        let mut chance = Random::new(mix(seed));
        let (history, players) = self.play_game(seed, &mut chance);
        let mut best: [Option<PuzzleCandidate>; 2] = [None, None];
        let positions = history.positions().iter().enumerate().rev().take(POSITIONS);
        for (ply, position) in positions {
            if self.stop.is_raised() {
                return Vec::new();
            }
            let Some(found) = self.examine(position, ply as u32) else { continue };
            let slot = &mut best[usize::from(found.aim == Aim::Save)];
            if slot.as_ref().is_none_or(|best| best.turns < found.turns) {
                *slot = Some(found);
            }
        }
        let found: Vec<_> = best.into_iter().flatten().collect();
        let kept = found.into_iter().filter(|found| is_kept(found, &mut chance));
        let sources = kept.map(|found| (PuzzleSource { seed, ply: found.ply, players }, found));
        sources.filter_map(|(source, found)| self.puzzle(found, source)).collect()
    }

    /// Plays a game between two levels, after a few random moves.
    fn play_game(&self, seed: u64, chance: &mut Random) -> (History, [Level; 2]) {
        let start = self.game.shuffled(seed).unwrap_or_else(|| self.game.start());
        let mut history = History::new(start);
        let levels: Vec<_> = LEVELS.filter_map(Level::new).collect();
        let players = [0, 1].map(|_| chance.pick(&levels).copied().unwrap_or(Level::DEFAULT));
        let random_plies = chance.below(RANDOM_PLIES + 1) as usize;
        let options = EngineOptions { hash_mb: 1, seed, ..EngineOptions::default() };
        let mut bots: [Box<dyn Bot>; 2] = players.map(|level| levels::bot(level, &options));
        while history.outcome().is_none() && history.moves().len() < LONGEST_GAME {
            let mv = if history.moves().len() < random_plies {
                chance.pick(&history.position().moves()).copied()
            } else {
                let bot = &mut bots[history.position().to_move().index()];
                let found = bot.search(&history, &Limits::default(), self.stop, &mut |_| {});
                found.ok().map(|report| report.best_move())
            };
            if mv.is_none_or(|mv| history.play(mv).is_err()) {
                break;
            }
        }
        (history, players)
    }

    /// Looks for one right move, as far as the limits allow.
    fn examine(&mut self, position: &AnyPosition, ply: u32) -> Option<PuzzleCandidate> {
        if position.outcome().is_some() || position.count_moves() < FEWEST_MOVES {
            return None;
        }
        // Proofs of deeper positions would hide which wins are short.
        self.solver.clear();
        let (aim, turns, right) = if searches_to_the_end(position) {
            self.examine_to_the_end(position).ok()??
        } else {
            match self.examine_win(position) {
                Ok(Some(found)) => found,
                Ok(None) | Err(Undecided) => self.examine_save(position).ok()??,
            }
        };
        Some(PuzzleCandidate { position: *position, ply, aim, turns, right })
    }

    fn examine_to_the_end(
        &mut self,
        position: &AnyPosition,
    ) -> Result<Option<(Aim, u32, Vec<AnyMove>)>, Undecided> {
        if settled_outcome(position).is_some() {
            return Ok(None);
        }
        for aim in [Aim::Win, Aim::Save] {
            if let Some(only) = self.solver.only_move(position, aim, 1, &self.limits, self.stop)? {
                return Ok(Some((aim, 1, only.moves)));
            }
        }
        Ok(None)
    }

    /// Looks for the one move that wins in the fewest turns.
    fn examine_win(
        &mut self,
        position: &AnyPosition,
    ) -> Result<Option<(Aim, u32, Vec<AnyMove>)>, Undecided> {
        let me = position.to_move();
        for turns in 1..=MOST_TURNS {
            if turns == 2 && !self.may_win(position) {
                return Ok(None);
            }
            let plies = 2 * turns - 1;
            let win = self.solver.forced_win(position, me, plies, &self.limits, self.stop)?;
            if win.is_some() {
                let only =
                    self.solver.only_move(position, Aim::Win, turns, &self.limits, self.stop)?;
                return Ok(only.map(|only| (Aim::Win, turns, only.moves)));
            }
        }
        Ok(None)
    }

    /// Whether a proof of a win that takes several turns is worth the time.
    fn may_win(&mut self, position: &AnyPosition) -> bool {
        if position.count_moves() < MANY_MOVES {
            return true;
        }
        self.engine.new_game();
        let (history, limits) = (History::new(*position), Limits::nodes(GLANCE_NODES));
        let report = self.engine.search(&history, &limits, self.stop, &mut |_| {});
        report.is_ok_and(|report| matches!(report.score(), Score::Win(_)))
    }

    /// Looks for the one move that does not lose, while all others do in the fewest turns.
    fn examine_save(
        &mut self,
        position: &AnyPosition,
    ) -> Result<Option<(Aim, u32, Vec<AnyMove>)>, Undecided> {
        let me = position.to_move();
        for turns in 1..=MOST_TURNS {
            if turns == 2 {
                // Each of the other moves has to be proved a loss.
                if position.count_moves() > MOST_MOVES_LOST {
                    return Ok(None);
                }
                let threat = with_side_to_move(position, me.other());
                if !threat.is_some_and(|threat| self.may_win(&threat)) {
                    return Ok(None);
                }
            }
            let (limits, stop) = (&self.limits, self.stop);
            let only = self.solver.only_move(position, Aim::Save, turns, limits, stop)?;
            if let Some(only) = only {
                // It must not lose a turn later.
                let lost =
                    self.solver.forced_win(position, me.other(), 2 * turns + 2, limits, stop)?;
                return Ok(lost.is_none().then_some((Aim::Save, turns, only.moves)));
            }
            if self.solver.forced_win(position, me.other(), 2 * turns, limits, stop)?.is_some() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Makes the puzzle of a position, if its proof can be repeated in short time.
    fn puzzle(&self, found: PuzzleCandidate, source: PuzzleSource) -> Option<Puzzle> {
        let PuzzleCandidate { position, ply, aim, turns, right } = found;
        let solution = match aim {
            Aim::Win => main_line(&position, right[0], turns)?,
            Aim::Save => vec![right[0]],
        };
        let is_counted = !searches_to_the_end(&position);
        let turns = if is_counted { turns } else { solution.len().div_ceil(2) as u32 };
        let (rating, level) = rating::measure(&position, &right, source.seed, self.stop);
        let puzzle = Puzzle {
            id: id_of(&position),
            themes: themes(&position, aim, turns, &solution, ply),
            position,
            aim,
            turns,
            solution,
            rating,
            level,
            source,
        };
        puzzle.check().is_ok().then_some(puzzle)
    }
}

/// Whether a candidate is kept: of easy ones only some are.
fn is_kept(found: &PuzzleCandidate, chance: &mut Random) -> bool {
    match (found.aim, found.turns) {
        _ if searches_to_the_end(&found.position) => true,
        (Aim::Win, 1) => chance.below(ONE_IN_WON_AT_ONCE) == 0,
        (Aim::Save, 1) => chance.below(ONE_IN_SAVED_AT_ONCE) == 0,
        _ => true,
    }
}

/// Returns the main line of a win: quick moves of the winner, and the best defence.
fn main_line(position: &AnyPosition, first: AnyMove, turns: u32) -> Option<Vec<AnyMove>> {
    let me = position.to_move();
    let counts_turns = !searches_to_the_end(position);
    let is_over = |position: &AnyPosition| {
        position.outcome().is_some() || !counts_turns && settled_outcome(position).is_some()
    };
    let mut proofs = Proofs::new(position);
    let (mut now, mut line, mut left) = (*position, Vec::new(), turns - 1);
    let mut mv = first;
    loop {
        now.play(mv).ok()?;
        line.push(mv);
        if is_over(&now) {
            return Some(line);
        }
        // A solver that has seen other positions could give another answer than the judge.
        let answer = Proofs::new(&now).best_defence(&now, me, 2 * left)?;
        now.play(answer).ok()?;
        line.push(answer);
        if is_over(&now) {
            return Some(line);
        }
        left = if counts_turns { left.checked_sub(1)? } else { 0 };
        mv = *proofs.line(&now, me, 2 * left + 1).first()?;
    }
}
