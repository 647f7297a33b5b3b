//! Keeping the score of a match.

use std::collections::BTreeMap;

use cairn_games::{GameId, Outcome, Side};

use crate::elo::Tally;
use crate::game::PlayedGame;
use crate::report::{MatchReport, Progress, Summary};
use crate::sprt::{Sprt, SprtReport};

/// Which side the match's first player has in the game of this number, counted from 0.
pub(crate) fn first_player_side(number: u32) -> Side {
    Side::BOTH[(number % 2) as usize]
}

/// Puts games that come in any order into theirs, and counts complete pairs only: the
/// quick games of a pair that is still being played would be a biased sample.
pub(crate) struct Ledger {
    waiting: BTreeMap<u32, PlayedGame>,
    games: Vec<PlayedGame>,
    tally: Tally,
    sprt: Option<Sprt>,
}

impl Ledger {
    pub(crate) const fn new(sprt: Option<Sprt>) -> Self {
        Self { waiting: BTreeMap::new(), games: Vec::new(), tally: Tally::NOTHING, sprt }
    }

    pub(crate) fn enter(
        &mut self,
        number: u32,
        game: PlayedGame,
        of_games: u32,
        watch: &mut impl FnMut(Progress<'_>),
    ) {
        self.waiting.insert(number, game);
        loop {
            let next = self.games.len() as u32;
            let pair = next..(next + 2).min(of_games);
            let is_complete = pair.clone().all(|number| self.waiting.contains_key(&number));
            if pair.is_empty() || !is_complete || self.is_decided() {
                return;
            }
            self.games.extend(pair.clone().filter_map(|number| self.waiting.remove(&number)));
            let pair_played = &self.games[next as usize..];
            let points: Vec<_> = pair
                .zip(pair_played)
                .map(|(number, game)| half_points(game.outcome, first_player_side(number)))
                .collect();
            self.tally.add(&points);
            watch(Progress { pair: pair_played, tally: &self.tally, sprt: self.sprt_report() });
        }
    }

    fn sprt_report(&self) -> Option<SprtReport> {
        self.sprt.map(|sprt| sprt.report(&self.tally))
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.sprt_report().is_some_and(|report| report.verdict.is_some())
    }

    pub(crate) fn report(self, game: GameId, a: &str, b: &str) -> MatchReport {
        let tally = self.tally;
        let summary = Summary {
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
        };
        MatchReport { summary, tally, sprt: self.sprt_report(), games: self.games }
    }
}

/// What an outcome is worth to a side, in half points.
fn half_points(outcome: Outcome, side: Side) -> u32 {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
    }
}
