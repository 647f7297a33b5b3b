//! What comes of a match.

use serde::Serialize;

use crate::elo::Tally;
use crate::game::PlayedGame;
use crate::sprt::SprtReport;

/// The result of a match as commands print it, all from the first player's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The rule set.
    pub game: String,
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// How many games were played.
    pub games: u32,
    /// Games that the first player won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that the first player lost.
    pub losses: u32,
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// The difference in strength; `None` if every game had the same winner.
    pub elo: Option<f64>,
    /// Where it lies with 95 % probability; `None` for an end without a bound.
    pub interval: [Option<f64>; 2],
}

/// All that came of a match.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// What commands print.
    pub summary: Summary,
    /// The results by pairs.
    pub tally: Tally,
    /// Where the sequential test stands, if there was one.
    pub sprt: Option<SprtReport>,
    /// The games in their order: the first player moves first in the first of each pair.
    pub games: Vec<PlayedGame>,
}

impl MatchReport {
    /// All games as text, to be saved and read again.
    #[must_use]
    pub fn records(&self) -> String {
        let records: Vec<_> = self.games.iter().map(|game| game.record.to_string()).collect();
        records.join("\n")
    }

    /// What went wrong: the games that were lost by a fault, counted from 1, with the
    /// name of the player whose fault it was.
    pub fn faults(&self) -> impl Iterator<Item = (u32, &str, &PlayedGame)> {
        self.games.iter().zip(1..).filter_map(|(game, number)| {
            let side = game.fault.as_ref()?.side;
            Some((number, game.record.player(side).unwrap_or_default(), game))
        })
    }
}

/// Where a match stands after another pair of games.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The games of this pair.
    pub pair: &'a [PlayedGame],
    /// All results so far.
    pub tally: &'a Tally,
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<SprtReport>,
}
