//! Openings of a match: a few random moves, from a shuffled set-up where the game has
//! those.

use std::collections::HashSet;

use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, StopFlag};
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{GameId, History, Outcome};

/// Settings of the openings.
///
/// ```
/// use cairn_arena::{OpeningSettings, Openings};
/// use cairn_games::GameId;
///
/// let settings = OpeningSettings { plies: 3, evaluation_nodes: 0, ..OpeningSettings::default() };
/// let opening = Openings::new(GameId::Nava, settings).get(0);
/// assert_eq!(opening.history.moves().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningSettings {
    /// Number of random moves before the players begin.
    pub plies: u32,
    /// Whether games begin at shuffled set-ups, where there are any.
    pub shuffled: bool,
    /// Random seed.
    pub seed: u64,
    /// Node limit of the engine that finds whether an opening is balanced; 0 for no check.
    pub evaluation_nodes: u64,
    /// Greatest distance of the expected score from one half.
    pub imbalance: f64,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self { plies: 4, shuffled: true, seed: 0, evaluation_nodes: 1_000, imbalance: 0.15 }
    }
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOpening {
    /// The game with the moves of the opening.
    pub history: History,
    /// The number of the set-up if it is a shuffled one.
    pub setup: Option<u64>,
}

/// Set-ups are numbered low enough to be typed again.
pub(crate) const SETUPS: u64 = 1_000_000_000;

/// Number of attempts to find an opening that is complete, new and open.
const TRIES: u32 = 200;

/// Number of openings to evaluate before taking the most balanced of them.
const EVALUATED: u32 = 12;

/// Openings one after another, all different as far as the game has enough of them. None is
/// finished, in none does the side to move win at once, and as far as such can be found
/// they are balanced.
pub struct Openings {
    game: GameId,
    settings: OpeningSettings,
    engine: Engine,
    made: Vec<MatchOpening>,
    /// Keys of the positions after the openings made.
    seen: HashSet<u64>,
}

impl Openings {
    /// Makes the openings of a game.
    pub fn new(game: GameId, settings: OpeningSettings) -> Self {
        let engine = Engine::new(EngineOptions { hash_mb: 1, ..EngineOptions::default() });
        Self { game, settings, engine, made: Vec::new(), seen: HashSet::new() }
    }

    /// Returns the opening of this number, counted from 0. Those before it are made first,
    /// so that it is always the same.
    pub fn get(&mut self, number: usize) -> MatchOpening {
        while self.made.len() <= number {
            let opening = self.make();
            self.seen.insert(opening.history.position().key());
            self.made.push(opening);
        }
        self.made[number].clone()
    }

    /// The next opening: the first that is balanced, or the most balanced of several.
    fn make(&mut self) -> MatchOpening {
        let number = self.made.len() as u64;
        let mut chance = Random::new(mix(self.settings.seed).wrapping_add(mix(number)));
        let mut best: Option<(f64, MatchOpening)> = None;
        for _ in 0..EVALUATED {
            let opening = self.fresh(&mut chance);
            let imbalance = self.imbalance(&opening.history);
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, opening));
            }
            if imbalance <= self.settings.imbalance {
                break;
            }
        }
        best.map_or_else(|| self.fresh(&mut chance), |(_, opening)| opening)
    }

    /// An opening that is whole, new and open, if one can be found.
    fn fresh(&self, chance: &mut Random) -> MatchOpening {
        let plies = self.settings.plies;
        let is_fit = |history: &History| {
            let is_whole = history.moves().len() == plies as usize;
            is_whole && !self.seen.contains(&history.position().key()) && is_open(history)
        };
        let mut opening = random_opening(self.game, &self.settings, chance);
        for _ in 1..TRIES {
            if is_fit(&opening.history) {
                break;
            }
            opening = random_opening(self.game, &self.settings, chance);
        }
        opening
    }

    /// Returns the distance of the expected score from one half.
    fn imbalance(&mut self, history: &History) -> f64 {
        if self.settings.evaluation_nodes == 0 {
            return 0.0;
        }
        // What it remembers of other openings must not change its mind about this one.
        self.engine.new_game();
        let limits = Limits::nodes(self.settings.evaluation_nodes);
        let report = self.engine.search(history, &limits, &StopFlag::new(), &mut |_| {});
        report.map_or(0.5, |report| (report.score().expectation() - 0.5).abs())
    }
}

/// A random opening; cut short where a move would end the game.
fn random_opening(game: GameId, settings: &OpeningSettings, chance: &mut Random) -> MatchOpening {
    let setup = Some(chance.below(SETUPS))
        .filter(|&number| settings.shuffled && game.shuffled(number).is_some());
    let start = setup.and_then(|number| game.shuffled(number)).unwrap_or_else(|| game.start());
    let mut history = History::new(start);
    for _ in 0..settings.plies {
        let Some(&mv) = chance.pick(&history.position().moves()) else { break };
        if history.play(mv).is_err() {
            break;
        }
        if history.outcome().is_some() {
            history.undo();
            break;
        }
    }
    MatchOpening { history, setup }
}

/// Whether the game is neither over nor to be won by the next move.
fn is_open(history: &History) -> bool {
    let position = history.position();
    let wins = |mv| {
        let mut after = *position;
        after.play(mv).is_ok() && after.outcome() == Some(Outcome::Win(position.to_move()))
    };
    history.outcome().is_none() && !position.moves().into_iter().any(wins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(game: GameId, count: usize, settings: OpeningSettings) -> Vec<MatchOpening> {
        let mut openings = Openings::new(game, settings);
        (0..count).map(|number| openings.get(number)).collect()
    }

    #[test]
    fn openings_are_different_open_and_made_again() {
        for &game in GameId::ALL {
            let settings =
                OpeningSettings { seed: 5, evaluation_nodes: 20, ..OpeningSettings::default() };
            let openings = made(game, 12, settings);
            assert_eq!(openings[..5], made(game, 5, settings), "{game}");
            assert_eq!(openings[11], Openings::new(game, settings).get(11), "{game}");
            let keys: HashSet<_> = openings.iter().map(|o| o.history.position().key()).collect();
            assert_eq!(keys.len(), 12, "{game}");
            for opening in &openings {
                assert!(is_open(&opening.history));
                assert_eq!(opening.history.moves().len(), 4);
                let setup = opening.setup.and_then(|number| game.shuffled(number));
                assert_eq!(setup.unwrap_or_else(|| game.start()), *opening.history.start());
            }
        }
    }

    #[test]
    fn openings_can_begin_at_the_standard_set_up() {
        let settings =
            OpeningSettings { shuffled: false, evaluation_nodes: 0, ..OpeningSettings::default() };
        for opening in made(GameId::Greener, 3, settings) {
            assert_eq!((opening.setup, *opening.history.start()), (None, GameId::Greener.start()));
        }
    }

    #[test]
    fn a_game_with_too_few_openings_repeats_them() {
        let settings =
            OpeningSettings { plies: 0, evaluation_nodes: 0, ..OpeningSettings::default() };
        assert_eq!(made(GameId::Nava, 3, settings).len(), 3);
        let hopeless = OpeningSettings { evaluation_nodes: 1, imbalance: -1.0, ..settings };
        assert_eq!(made(GameId::Nava, 3, hopeless).len(), 3);
    }
}
