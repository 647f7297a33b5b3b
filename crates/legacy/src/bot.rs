//! Computer players of the original programs.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId, Side};

use crate::programs::Program;

/// Level of an original program's computer player.
#[derive(Debug)]
pub struct Level {
    /// Name of the level: `easy`, `medium` or `hard`, or the program's number where
    /// another program had the same game.
    pub name: &'static str,
    /// Rule by which a move is chosen.
    pub choice: Choice,
}

/// Rule by which a move is chosen from the values of the positions it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Any legal move.
    AnyMove,
    /// One of this many moves that lead to the best values, at random; with 1, the best.
    /// Equal values come in random order.
    OneOfBest(usize),
    /// The best by looking some turns ahead, of both sides together, where in each
    /// position only the few moves that lead to the best values are followed.
    LookAhead {
        /// Number of turns that are made before a position is valued; at least 1.
        turns: u32,
        /// Number of moves that are followed.
        width: usize,
    },
}

/// Error for a level that the original programs of a game do not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownLevel {
    /// The game has original programs, but none with this level.
    #[error("the original {game} has no level `{level}`; its levels are {known}")]
    Level {
        /// Name of the game.
        game: &'static str,
        /// Level that was asked for.
        level: String,
        /// Levels that exist.
        known: String,
    },
    /// No original program plays the game.
    #[error("no original program plays {game}")]
    NoProgram {
        /// Name of the game.
        game: &'static str,
    },
}

/// Computer player of an original program at one of its levels.
#[derive(Clone, Copy, Debug)]
pub struct OriginalBot {
    program: &'static Program,
    level: &'static Level,
}

impl OriginalBot {
    /// Returns the levels of a game's original programs. The last one is the strongest,
    /// and the one that is meant where only "the original" is asked for.
    #[must_use]
    pub fn levels(game: GameId) -> Vec<&'static str> {
        levels(game).map(|(_, level)| level.name).collect()
    }

    /// Makes the player of a level, or the strongest one.
    ///
    /// # Errors
    /// If the game's original programs have no such level, or the game has none.
    pub fn new(game: GameId, level: Option<&str>) -> Result<Self, UnknownLevel> {
        let mut found = levels(game);
        let found = match level {
            Some(name) => found.find(|(_, level)| level.name.eq_ignore_ascii_case(name.trim())),
            None => found.last(),
        };
        let game_name = game.name();
        found.map(|(program, level)| Self { program, level }).ok_or_else(|| {
            let known = Self::levels(game).join(", ");
            if known.is_empty() {
                return UnknownLevel::NoProgram { game: game_name };
            }
            let level = level.unwrap_or_default().to_owned();
            UnknownLevel::Level { game: game_name, level, known }
        })
    }

    /// Returns the name of the level.
    #[must_use]
    pub const fn level(&self) -> &'static str {
        self.level.name
    }

    /// Chooses a move; `None` if there is none. The second number is that of the
    /// positions that were valued. When `is_stopped` answers yes, no further turn is
    /// looked ahead.
    pub fn choose(
        &self,
        position: &AnyPosition,
        random: &mut Random,
        is_stopped: &dyn Fn() -> bool,
    ) -> (Option<AnyMove>, u64) {
        let mut choosing = Choosing { program: self.program, random, is_stopped, valued: 0 };
        let mv = choosing.choose(position, self.level.choice);
        (mv, choosing.valued)
    }
}

/// Returns the levels of all programs of a game, the strongest of the usual program last.
fn levels(game: GameId) -> impl Iterator<Item = (&'static Program, &'static Level)> {
    let programs = Program::of(game).rev();
    programs.flat_map(|program| program.levels.iter().map(move |level| (program, level)))
}

/// Move with the value it leads to.
type Valued = (f64, AnyMove);

/// Choice of one move.
struct Choosing<'a> {
    program: &'static Program,
    random: &'a mut Random,
    is_stopped: &'a dyn Fn() -> bool,
    valued: u64,
}

impl Choosing<'_> {
    fn choose(&mut self, position: &AnyPosition, choice: Choice) -> Option<AnyMove> {
        match choice {
            Choice::AnyMove => self.random.pick(&position.moves()).copied(),
            Choice::OneOfBest(count) => {
                let best = self.best(position, count);
                self.random.pick(&best).map(|&(_, mv)| mv)
            }
            Choice::LookAhead { turns, width } => {
                self.look_ahead(position, position.to_move(), turns, width).map(|(_, mv)| mv)
            }
        }
    }

    /// Returns the moves that lead to the best values for the side to move, best first.
    fn best(&mut self, position: &AnyPosition, count: usize) -> Vec<Valued> {
        let side = position.to_move();
        let mut best: Vec<(f64, u64, AnyMove)> = Vec::with_capacity(count + 1);
        for mv in position.moves() {
            self.valued += 1;
            let mut after = *position;
            if after.play(mv).is_err() {
                continue;
            }
            let value = self.program.value(&after, side);
            // Lots decide between equal values, so that no order of moves shows through.
            let lot = self.random.next_u64();
            let place = best.partition_point(|&(other, other_lot, _)| {
                other.total_cmp(&value).then(other_lot.cmp(&lot)).is_ge()
            });
            if place < count {
                best.insert(place, (value, lot, mv));
                best.truncate(count);
            }
        }
        best.into_iter().map(|(value, _, mv)| (value, mv)).collect()
    }

    /// Returns the best move for the side to move after this many turns, with its value
    /// for `viewer`.
    fn look_ahead(
        &mut self,
        position: &AnyPosition,
        viewer: Side,
        turns: u32,
        width: usize,
    ) -> Option<Valued> {
        let is_own_turn = position.to_move() == viewer;
        let mut best: Option<Valued> = None;
        for (_, mv) in self.best(position, width) {
            let mut after = *position;
            if after.play(mv).is_err() {
                continue;
            }
            let value = if turns <= 1 || (self.is_stopped)() {
                None
            } else {
                self.look_ahead(&after, viewer, turns - 1, width).map(|(value, _)| value)
            };
            let value = value.unwrap_or_else(|| self.program.value(&after, viewer));
            let is_better = |best: f64| if is_own_turn { value > best } else { value < best };
            if best.is_none_or(|(best, _)| is_better(best)) {
                best = Some((value, mv));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(game: GameId, level: Option<&str>, seed: u64) -> AnyMove {
        let bot = OriginalBot::new(game, level).unwrap();
        bot.choose(&game.start(), &mut Random::new(seed), &|| false).0.unwrap()
    }

    #[test]
    fn every_level_of_every_game_makes_legal_moves() {
        for &game in GameId::ALL {
            for level in OriginalBot::levels(game) {
                let mv = choose(game, Some(level), 1);
                assert!(game.start().moves().contains(&mv), "{game} {level}");
            }
            assert_eq!(OriginalBot::levels(game).last(), Some(&"hard"), "{game}");
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_choice() {
        for &game in GameId::ALL {
            for level in OriginalBot::levels(game) {
                assert_eq!(choose(game, Some(level), 7), choose(game, Some(level), 7));
            }
        }
    }

    #[test]
    fn a_wrong_level_is_refused_by_name() {
        let error = OriginalBot::new(GameId::Nava, Some("brutal")).unwrap_err();
        assert!(error.to_string().contains("`brutal`"), "{error}");
        assert!(error.to_string().contains("easy, medium"), "{error}");
    }

    #[test]
    fn the_best_by_score_is_taken() {
        let mut position = GameId::Nava.start();
        for text in ["a1-a4", "e5-e2", "a4-d4"] {
            position.play(position.read_move(text).unwrap()).unwrap();
        }
        // Black has three discs on each of e5 and e2 and can capture nothing; only moving
        // all three leaves a cube.
        for seed in 0..20 {
            let bot = OriginalBot::new(GameId::Nava, None).unwrap();
            let mv = bot.choose(&position, &mut Random::new(seed), &|| false).0.unwrap();
            let text = position.write_move(mv).unwrap();
            assert!(["e5-b5", "e5-e2", "e2-b2", "e2-e5"].contains(&text.as_str()), "{text}");
        }
    }
}
