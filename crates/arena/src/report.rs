//! Results of a match.

use std::fmt;

use cairn_games::GameId;
use serde::Serialize;

use crate::elo::Tally;
use crate::game::PlayedGame;
use crate::sprt::{SprtReport, SprtVerdict};

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

impl Summary {
    /// Returns the result of a match between players of these names.
    pub fn new(game: GameId, a: &str, b: &str, tally: &Tally) -> Self {
        Self {
            game: game.name().to_owned(),
            a: a.to_owned(),
            b: b.to_owned(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            elo: tally.elo(),
            interval: tally.interval(),
        }
    }
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

impl fmt::Display for MatchReport {
    /// Writes the players, the score, the Elo difference and the state of the test in lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { game, a, b, games, wins, draws, losses, score, elo, interval } =
            &self.summary;
        writeln!(f, "{game}: {a} against {b}")?;
        writeln!(f, "{games} games: +{wins} ={draws} -{losses}, {:.1} %", 100.0 * score)?;
        writeln!(f, "{}", elo_text(*elo, *interval))?;
        let Some(SprtReport { llr, bounds: [low, high], verdict }) = self.sprt else {
            return Ok(());
        };
        let verdict = match verdict {
            Some(SprtVerdict::H1) => "accepted",
            Some(SprtVerdict::H0) => "rejected",
            None => "undecided",
        };
        writeln!(f, "SPRT: llr {llr:.2} in [{low:.2}, {high:.2}], {verdict}")
    }
}

/// Returns an Elo difference with its 95 % interval in words.
fn elo_text(elo: Option<f64>, [low, high]: [Option<f64>; 2]) -> String {
    match (elo, low, high) {
        // Rounding must not leave a negative zero.
        (Some(elo), Some(low), Some(high)) => {
            let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
            format!("Elo {elo:+.0}, 95 % between {low:+.0} and {high:+.0}")
        }
        (_, Some(low), None) => format!("Elo: at least {:+.0} (95 %), no upper bound", low.round()),
        (_, None, Some(high)) => {
            format!("Elo: at most {:+.0} (95 %), no lower bound", high.round())
        }
        _ => "Elo: too few games".to_owned(),
    }
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

#[cfg(test)]
mod tests {
    use super::elo_text;

    #[test]
    fn elo_is_told_with_its_bounds() {
        assert_eq!(
            elo_text(Some(-0.2), [Some(-46.4), Some(45.8)]),
            "Elo +0, 95 % between -46 and +46"
        );
        assert_eq!(elo_text(None, [Some(12.0), None]), "Elo: at least +12 (95 %), no upper bound");
        assert_eq!(elo_text(None, [None, Some(12.0)]), "Elo: at most +12 (95 %), no lower bound");
        assert_eq!(elo_text(Some(0.0), [None, None]), "Elo: too few games");
    }
}
