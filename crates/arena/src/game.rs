//! One game between two bots.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cairn_engine::{Bot, Limits, SearchError, SearchReport, StopFlag, Wdl};
use cairn_games::record::Record;
use cairn_games::{AnyMove, History, Outcome, Side};

use crate::openings::MatchOpening;
use crate::time_control::{MatchClocks, MatchTimeControl};

/// Longest game; then it is a draw. No game between players with a purpose comes near;
/// two random movers could go on for ever.
const LONGEST_GAME: usize = 5_000;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A program ended or did not answer, or a bot panicked.
    Crash,
    /// The move was illegal.
    IllegalMove,
    /// The time was overstepped.
    Time,
}

/// A fault by which a player forfeited a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The side at fault.
    pub side: Side,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// A game that was played to an end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves, with tags for the players and how it ended.
    pub record: Record,
    /// The result.
    pub outcome: Outcome,
    /// The reason of the result, in words.
    pub reason: String,
    /// The fault of the loser, if it forfeited the game.
    pub fault: Option<Fault>,
}

/// Terms of a game.
pub(crate) struct Terms<'a> {
    /// Time controls of the first mover and of the second.
    pub(crate) time_controls: [&'a MatchTimeControl; 2],
    /// Excess time that does not lose the game: a busy machine is nobody's fault.
    pub(crate) grace: Duration,
    /// Whether a game ends when both sides have proved the same result.
    pub(crate) adjudicate: bool,
    /// Cancels the game.
    pub(crate) cancel: &'a StopFlag,
}

/// Plays a game, the first mover's bot first. `None` if it was cancelled.
pub(crate) fn play_game(
    opening: &MatchOpening,
    mut players: [Box<dyn Bot>; 2],
    terms: &Terms<'_>,
) -> Option<PlayedGame> {
    let names = [0, 1].map(|side| players[side].name());
    let mut history = opening.history.clone();
    let mut clocks = MatchClocks::new(terms.time_controls, terms.grace);
    let mut proofs: [Option<Outcome>; 2] = [None, None];
    let mut fault = None;
    let (outcome, reason) = loop {
        if let Some(end) = end_of(&history, terms.adjudicate, proofs) {
            break end;
        }
        let side = history.position().to_move();
        let limits = clocks.limits(side.index());
        let began = Instant::now();
        let report = search(players[side.index()].as_mut(), &history, &limits, terms.cancel);
        let elapsed = began.elapsed();
        if terms.cancel.is_raised() {
            return None;
        }
        let played = report.and_then(|report| {
            if let Some(over) = clocks.spend(side.index(), elapsed) {
                return Err((FaultKind::Time, format!("exceeded the time limit by {over:.0?}")));
            }
            play(&mut history, report.best_move())?;
            Ok(report)
        });
        match played {
            Ok(report) => proofs[side.index()] = proved_by(&report, side),
            Err((kind, reason)) => {
                fault = Some(Fault { side, kind });
                break (Outcome::Win(side.other()), reason);
            }
        }
    };
    let mut record = Record::of_history(&history, opening.setup);
    for side in Side::BOTH {
        record.set_player(side, &names[side.index()]);
    }
    record.set_tag("Termination", &reason);
    record.result = Some(outcome);
    Some(PlayedGame { record, outcome, reason, fault })
}

/// Returns the result and its reason if the game has come to an end without anybody's fault.
fn end_of(
    history: &History,
    adjudicate: bool,
    proofs: [Option<Outcome>; 2],
) -> Option<(Outcome, String)> {
    if let Some(ending) = history.ending() {
        return Some((ending.outcome, ending.reason));
    }
    // One side's word is not enough: an engine from outside may be wrong about its proof.
    if let [Some(one), Some(other)] = proofs
        && adjudicate
        && one == other
    {
        return Some((one, "both players have proved the result".to_owned()));
    }
    let is_too_long = history.moves().len() >= LONGEST_GAME;
    is_too_long.then(|| (Outcome::Draw, format!("no result after {LONGEST_GAME} moves")))
}

/// Returns the outcome that a report says is proved.
fn proved_by(report: &SearchReport, side: Side) -> Option<Outcome> {
    Some(match report.score().proven()? {
        Wdl::Win => Outcome::Win(side),
        Wdl::Loss => Outcome::Win(side.other()),
        Wdl::Draw => Outcome::Draw,
    })
}

type BotResult<T> = Result<T, (FaultKind, String)>;

/// Asks a bot for a report that has a move in it.
fn search(
    bot: &mut dyn Bot,
    history: &History,
    limits: &Limits,
    cancel: &StopFlag,
) -> BotResult<SearchReport> {
    let run = || bot.search(history, limits, cancel, &mut |_| {});
    // A bug in one player must not end a match of thousands of games.
    let report = catch_unwind(AssertUnwindSafe(run))
        .map_err(|_| (FaultKind::Crash, "panicked".to_owned()))?
        .map_err(|error| match error {
            SearchError::IllegalMove { .. } => (FaultKind::IllegalMove, error.to_string()),
            _ => (FaultKind::Crash, error.to_string()),
        })?;
    let has_move = report.lines.first().is_some_and(|line| !line.moves.is_empty());
    has_move.then_some(report).ok_or((FaultKind::Crash, "returned no move".to_owned()))
}

fn play(history: &mut History, mv: AnyMove) -> BotResult<()> {
    history
        .play(mv)
        .map_err(|illegal| (FaultKind::IllegalMove, format!("returned an illegal move: {illegal}")))
}
