//! How the games of a match begin: a few random moves, from a shuffled set-up where the
//! game has those.

use std::collections::HashSet;

use cairn_games::keys::mix;
use cairn_games::random::Random;
use cairn_games::{GameId, History, Outcome};

/// How the games of a match begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// How many random moves are made before the players begin.
    pub plies: u32,
    /// Where randomness begins.
    pub seed: u64,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self { plies: 4, seed: 0 }
    }
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves made for the players.
    pub history: History,
    /// The number of the set-up if it is a shuffled one.
    pub setup: Option<u64>,
}

/// Set-ups are numbered low enough to be typed again.
const SETUPS: u64 = 1_000_000_000;

/// How often to try for an opening that is new and accepted before taking any.
const TRIES: u64 = 200;

/// So many openings, all different as far as the game has so many. None is finished, and
/// in none does the side to move win at once. Those that `accept` refuses are left out
/// as long as others can be found.
pub fn openings(
    game: GameId,
    count: usize,
    settings: OpeningSettings,
    mut accept: impl FnMut(&History) -> bool,
) -> Vec<Opening> {
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(count);
    for number in 0..count as u64 {
        // Each opening has a seed of its own, so that a longer match begins like a
        // shorter one.
        let mut chance = Random::new(mix(settings.seed).wrapping_add(mix(number)));
        let mut opening = random_opening(game, settings.plies, &mut chance);
        for _ in 1..TRIES {
            let history = &opening.history;
            let is_whole = history.moves().len() == settings.plies as usize;
            let is_new = !seen.contains(&history.position().key());
            if is_whole && is_new && is_open(history) && accept(history) {
                break;
            }
            opening = random_opening(game, settings.plies, &mut chance);
        }
        seen.insert(opening.history.position().key());
        found.push(opening);
    }
    found
}

/// A random opening; cut short where a move would end the game.
fn random_opening(game: GameId, plies: u32, chance: &mut Random) -> Opening {
    let setup = Some(chance.below(SETUPS)).filter(|&number| game.shuffled(number).is_some());
    let start = setup.and_then(|number| game.shuffled(number)).unwrap_or_else(|| game.start());
    let mut history = History::new(start);
    for _ in 0..plies {
        let Some(&mv) = chance.pick(&history.position().moves()) else { break };
        if history.play(mv).is_err() {
            break;
        }
        if history.outcome().is_some() {
            history.undo();
            break;
        }
    }
    Opening { history, setup }
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

    #[test]
    fn openings_are_different_open_and_made_again() {
        for &game in GameId::ALL {
            let settings = OpeningSettings { plies: 4, seed: 5 };
            let made = openings(game, 20, settings, |_| true);
            assert_eq!(made, openings(game, 20, settings, |_| true), "{game}");
            assert_eq!(made[..7], openings(game, 7, settings, |_| true), "{game}");
            let keys: HashSet<_> = made.iter().map(|o| o.history.position().key()).collect();
            assert_eq!(keys.len(), 20, "{game}");
            for opening in &made {
                assert!(is_open(&opening.history));
                assert_eq!(opening.history.moves().len(), 4);
                let setup = opening.setup.and_then(|number| game.shuffled(number));
                assert_eq!(setup.unwrap_or_else(|| game.start()), *opening.history.start());
            }
        }
    }

    #[test]
    fn a_game_with_too_few_openings_repeats_them() {
        let settings = OpeningSettings { plies: 0, seed: 0 };
        assert_eq!(openings(GameId::Nava, 3, settings, |_| true).len(), 3);
        assert_eq!(openings(GameId::Nava, 3, settings, |_| false).len(), 3);
    }
}
