//! Playing the games of a task, and evaluating their positions.

use std::ops::ControlFlow;
use std::time::Duration;

use cairn_engine::levels::{Level, Strength};
use cairn_engine::parallel::in_order;
use cairn_engine::review::AbsoluteScore;
use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, Player, StopFlag};
use cairn_games::random::Random;
use cairn_games::record::Record;
use cairn_games::zobrist::mix;
use cairn_games::{History, Outcome, Side};

use super::drama::EVALUATION;
use super::task::{GamesTask, NUMBER_TAG, TASK_TAG};
use crate::game::{Terms, play_game};
use crate::match_play::ArenaError;
use crate::openings::{MatchOpening, SETUPS};
use crate::time_control::MatchTimeControl;

/// Memory of a search in MiB: few nodes need no more.
const HASH_MB: usize = 4;

/// Lowest level that always plays alike, so that its first moves are drawn from several.
const STEADY_FROM: u8 = 7;
/// Number of plies at the beginning of a game in which steady players vary their moves.
pub(super) const VARIED_PLIES: usize = 6;
/// Number of best moves from which a varied move is drawn, and the temperature.
pub(super) const VARIED_CHOICES: usize = 4;
pub(super) const VARIED_NOISE: f64 = 40.0;
/// Number of nodes for a varied move.
const VARIED_NODES: u64 = 1_000;

impl GamesTask {
    /// Plays the games on this many threads. `progress` is called after each. Returns `None` if
    /// `stop` was raised.
    ///
    /// # Errors
    /// If a player cannot be created, or fails.
    pub fn play(
        &self,
        threads: usize,
        stop: &StopFlag,
        mut progress: impl FnMut(u32),
    ) -> Result<Option<Vec<Record>>, ArenaError> {
        let mut games = Vec::new();
        let mut failure = None;
        // The task's own flag ends the other threads when one has failed.
        let enough = StopFlag::new();
        let play = |index: u64| self.play_one(self.first + index as u32, &enough);
        in_order(threads, self.count.into(), play, |played| {
            match played {
                Some(Ok(Some(record))) => {
                    games.push(record);
                    progress(games.len() as u32);
                }
                Some(Err(error)) => failure = Some(error),
                Some(Ok(None)) | None => {}
            }
            if stop.is_raised() || failure.is_some() {
                enough.raise();
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match failure {
            Some(error) => Err(error),
            None => Ok((games.len() == self.count as usize).then_some(games)),
        }
    }

    /// Returns the text of the file with these games.
    pub fn text(games: &[Record]) -> String {
        let texts: Vec<_> = games.iter().map(ToString::to_string).collect();
        texts.join("\n")
    }

    /// Plays the game of this number; `None` if it was stopped.
    fn play_one(&self, number: u32, stop: &StopFlag) -> Result<Option<Record>, ArenaError> {
        let seed = mix(self.seed ^ mix(u64::from(number)));
        let order = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let players = order.map(|index| &self.players[index]);
        let seeds = [mix(seed), mix(!seed)];
        let mut opening = self.opening(number);
        if !self.vary(&mut opening.history, players, seeds, stop)? {
            return Ok(None);
        }
        let bots = [self.bot(players[0], seeds[0])?, self.bot(players[1], seeds[1])?];
        let limits = MatchTimeControl::PerMove(Limits::nodes(self.nodes));
        let terms = Terms {
            time_controls: [&limits, &limits],
            // Moves are limited by nodes, not by time.
            grace: Duration::ZERO,
            adjudicate: false,
            cancel: stop,
        };
        let Some(played) = play_game(&opening, bots, &terms) else { return Ok(None) };
        if let Some(fault) = played.fault {
            let name = players[fault.side.index()].to_string();
            return Err(ArenaError::NoPlayer { name, reason: played.reason });
        }
        let mut record = played.record;
        for side in Side::BOTH {
            record.set_player(side, &players[side.index()].to_string());
        }
        record.set_tag(NUMBER_TAG, &(number + 1).to_string());
        record.set_tag(TASK_TAG, &self.name());
        let is_reviewed = self.is_between_equals() && self.review_nodes > 0;
        let is_done = !is_reviewed || evaluate(&mut record, self.review_nodes, stop);
        Ok(is_done.then_some(record))
    }

    /// Returns the beginning of a game. Games that can be shuffled begin at a set-up of their
    /// own; two games of different players share one, with sides exchanged.
    fn opening(&self, number: u32) -> MatchOpening {
        let pair = if self.is_between_equals() { number } else { number / 2 };
        let setup = Random::new(mix(!self.seed).wrapping_add(mix(pair.into()))).below(SETUPS);
        match self.game.shuffled(setup) {
            Some(start) => MatchOpening { history: History::new(start), setup: Some(setup) },
            None => MatchOpening { history: History::new(self.game.start()), setup: None },
        }
    }

    /// Plays the first moves of players that would otherwise always play alike. Returns `false`
    /// if it was stopped.
    fn vary(
        &self,
        history: &mut History,
        players: [&Player; 2],
        seeds: [u64; 2],
        stop: &StopFlag,
    ) -> Result<bool, ArenaError> {
        let mut bots = [0, 1].map(|side| self.varied_bot(players[side], seeds[side]));
        while history.moves().len() < VARIED_PLIES && history.outcome().is_none() {
            let side = history.position().to_move().index();
            // Whoever moves first and plays in its own way begins the game proper.
            let Some(bot) = &mut bots[side] else { break };
            let limits = Limits::nodes(self.nodes.min(VARIED_NODES));
            let failed =
                |reason: String| ArenaError::NoPlayer { name: players[side].to_string(), reason };
            let report = bot.search(history, &limits, stop, &mut |_| {});
            let report = report.map_err(|error| failed(error.to_string()))?;
            if stop.is_raised() {
                return Ok(false);
            }
            history.play(report.best_move()).map_err(|why| failed(why.to_string()))?;
        }
        Ok(true)
    }

    /// Returns the bot for the first moves of a steady player.
    fn varied_bot(&self, player: &Player, seed: u64) -> Option<Box<dyn Bot>> {
        let Player::Level(level) = player else { return None };
        let below_highest = level.easier().filter(|_| *level == Level::HIGHEST).unwrap_or(*level);
        let strength = Strength {
            choices: VARIED_CHOICES,
            noise: VARIED_NOISE,
            ..Strength::of_level(self.game, below_highest)
        };
        let options = EngineOptions { hash_mb: HASH_MB, seed, ..EngineOptions::default() };
        (level.number() >= STEADY_FROM).then(|| strength.bot(below_highest, &options))
    }

    fn bot(&self, player: &Player, seed: u64) -> Result<Box<dyn Bot>, ArenaError> {
        let options = EngineOptions { hash_mb: HASH_MB, seed, ..EngineOptions::default() };
        player.bot(self.game, &options).map_err(|error| ArenaError::NoPlayer {
            name: player.to_string(),
            reason: error.to_string(),
        })
    }
}

/// Writes the score of each position into the comments of a record, as `cairn annotate` does.
/// Returns `false` if it was stopped.
fn evaluate(record: &mut Record, nodes: u64, stop: &StopFlag) -> bool {
    let mut engine = Engine::new(EngineOptions { hash_mb: 1, ..EngineOptions::default() });
    let mut reached = History::new(*record.start());
    let mut comment = |reached: &History| {
        let to_move = reached.position().to_move();
        let score = match reached.outcome() {
            Some(outcome) => AbsoluteScore::of_outcome(outcome),
            None => match engine.search(reached, &Limits::nodes(nodes), stop, &mut |_| {}) {
                Ok(report) => AbsoluteScore::of_score(report.score(), to_move),
                // The built-in engine fails only where a game is over.
                Err(_) => AbsoluteScore::of_outcome(Outcome::Draw),
            },
        };
        format!("{EVALUATION}{}", score.words(reached))
    };
    record.line.comments.push(comment(&reached));
    for recorded in &mut record.line.moves {
        if stop.is_raised() || reached.play(recorded.mv).is_err() {
            return false;
        }
        recorded.comments.push(comment(&reached));
    }
    !stop.is_raised()
}
