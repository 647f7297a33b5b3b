//! The score of a match while it is played.

use cairn_games::{GameId, Outcome, Side};

use crate::elo::Tally;
use crate::game::PlayedGame;
use crate::report::{MatchProgress, MatchReport, Summary};
use crate::sprt::{Sprt, SprtReport};

/// Returns the side that the match's first player has in the game of this number, counted
/// from 0.
pub(crate) fn first_player_side(number: u32) -> Side {
    Side::BOTH[(number % 2) as usize]
}

/// Counts games by pairs: the quick game of a pair that is still being played would be a
/// biased sample. Games are shown to the observer and not kept.
pub(crate) struct MatchLog {
    /// The games of the pair that is not complete yet.
    pair: Vec<PlayedGame>,
    /// Number of the first game, counted from 0.
    first_game: u32,
    tally: Tally,
    sprt: Option<Sprt>,
}

impl MatchLog {
    pub(crate) const fn new(first_game: u32, sprt: Option<Sprt>) -> Self {
        Self { pair: Vec::new(), first_game, tally: Tally::NOTHING, sprt }
    }

    /// Adds the next game of a match of `of_games` games.
    pub(crate) fn add(
        &mut self,
        game: PlayedGame,
        of_games: u32,
        watch: &mut impl FnMut(MatchProgress<'_>),
    ) {
        self.pair.push(game);
        let is_complete = self.pair.len() == 2 || self.tally.games() + 1 == of_games;
        if !is_complete || self.is_decided() {
            return;
        }
        let first = self.first_game + self.tally.games();
        let points: Vec<_> = (first..)
            .zip(&self.pair)
            .map(|(number, game)| half_points(game.outcome, first_player_side(number)))
            .collect();
        self.tally.add(&points);
        let (tally, sprt) = (&self.tally, self.sprt_report());
        watch(MatchProgress { first_game: first + 1, pair: &self.pair, tally, sprt });
        self.pair.clear();
    }

    fn sprt_report(&self) -> Option<SprtReport> {
        self.sprt.map(|sprt| sprt.report(&self.tally))
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.sprt_report().is_some_and(|report| report.verdict.is_some())
    }

    pub(crate) fn report(self, game: GameId, a: &str, b: &str) -> MatchReport {
        let summary = Summary::new(game, a, b, &self.tally);
        MatchReport { summary, tally: self.tally, sprt: self.sprt_report() }
    }
}

/// Returns the half points that an outcome gives a side.
pub(crate) fn half_points(outcome: Outcome, side: Side) -> u32 {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
    }
}
