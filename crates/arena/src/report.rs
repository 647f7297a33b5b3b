//! Results of a match.

use serde::Serialize;

use crate::elo::Tally;
use crate::game::PlayedGame;
use crate::sprt::SprtReport;

/// The result of a match as commands print it, all from the first player's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Name of the rule set.
    pub game: String,
    /// Name of the first player.
    pub a: String,
    /// Name of the second player.
    pub b: String,
    /// Number of games played.
    pub games: u32,
    /// Number of games that the first player won.
    pub wins: u32,
    /// Number of games drawn.
    pub draws: u32,
    /// Number of games that the first player lost.
    pub losses: u32,
    /// Share of points, from 0 to 1.
    pub score: f64,
    /// Elo difference; `None` if every game had the same winner.
    pub elo: Option<f64>,
    /// 95 % confidence interval of the Elo difference; `None` for an end without a bound.
    pub interval: [Option<f64>; 2],
}

/// The result of a match. The games themselves are shown as they are played, see
/// [`MatchProgress`], and not kept.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The result as commands print it.
    pub summary: Summary,
    /// The results by pairs.
    pub tally: Tally,
    /// State of the sequential test, if there was one.
    pub sprt: Option<SprtReport>,
}

/// State of a match after another pair of games.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// Number of the first game of this pair, counted from 1.
    pub first_game: u32,
    /// The games of this pair, in order. The first player moves first in the first one.
    pub pair: &'a [PlayedGame],
    /// All results so far.
    pub tally: &'a Tally,
    /// State of the sequential test, if there is one.
    pub sprt: Option<SprtReport>,
}

impl<'a> MatchProgress<'a> {
    /// Returns the games of this pair that a player forfeited by a fault: the number of the
    /// game, the name of the player and the game.
    pub fn faults(&self) -> impl Iterator<Item = (u32, &'a str, &'a PlayedGame)> {
        (self.first_game..).zip(self.pair).filter_map(|(number, game)| {
            let side = game.fault.as_ref()?.side;
            Some((number, game.record.player(side).unwrap_or_default(), game))
        })
    }
}
