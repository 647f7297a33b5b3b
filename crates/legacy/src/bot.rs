//! Computer players of the original programs.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId};

use crate::programs::Program;

/// Level of an original program's computer player.
#[derive(Debug)]
pub struct OriginalLevel {
    /// Name of the level: `easy`, `medium` or `hard`, with the program's number where
    /// another program has the same game.
    pub name: &'static str,
    /// Rule by which the program chooses, in words.
    pub rule: &'static str,
    pub(crate) choose: fn(&AnyPosition, &mut Random) -> Option<AnyMove>,
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
///
/// It chooses as the program did. The programs were deterministic except where a level
/// says "random"; there the random numbers decide.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_games::random::Random;
/// use cairn_legacy::OriginalBot;
///
/// let start = GameId::Greener.start();
/// let bot = OriginalBot::new(GameId::Greener, Some("hard"))?;
/// let mv = bot.choose(&start, &mut Random::new(1)).expect("a move");
/// assert_eq!(start.write_move(mv).as_deref(), Ok("c6-c5"));
/// # Ok::<(), cairn_legacy::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OriginalBot {
    level: &'static OriginalLevel,
}

impl OriginalBot {
    /// Returns the levels of a game's original programs. The last one is the strongest
    /// of the usual program, and the one that is meant where only "the original" is
    /// asked for.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::OriginalBot;
    ///
    /// let levels = OriginalBot::levels(GameId::Nava).map(|level| level.name);
    /// assert!(levels.eq(["001-easy", "001", "easy", "medium", "hard"]));
    /// ```
    pub fn levels(game: GameId) -> impl Iterator<Item = &'static OriginalLevel> {
        Program::of(game).rev().flat_map(|program| program.levels)
    }

    /// Makes the player of a level, or the strongest one.
    ///
    /// # Errors
    /// If the game's original programs have no such level, or the game has none.
    pub fn new(game: GameId, level: Option<&str>) -> Result<Self, UnknownLevel> {
        let mut levels = Self::levels(game);
        let found = match level {
            Some(name) => levels.find(|level| level.name.eq_ignore_ascii_case(name.trim())),
            None => levels.last(),
        };
        found.map(|level| Self { level }).ok_or_else(|| {
            let known: Vec<_> = Self::levels(game).map(|level| level.name).collect();
            if known.is_empty() {
                return UnknownLevel::NoProgram { game: game.name() };
            }
            let level = level.unwrap_or_default().to_owned();
            UnknownLevel::Level { game: game.name(), level, known: known.join(", ") }
        })
    }

    /// Returns the level.
    pub const fn level(&self) -> &'static OriginalLevel {
        self.level
    }

    /// Chooses a move; `None` if there is none.
    pub fn choose(&self, position: &AnyPosition, random: &mut Random) -> Option<AnyMove> {
        (self.level.choose)(position, random)
    }
}

/// Chooses any legal move, as the lowest levels of most programs do.
pub(crate) fn any_move(position: &AnyPosition, random: &mut Random) -> Option<AnyMove> {
    random.pick(&position.moves()).copied()
}

/// Computer player that looks one turn ahead with the evaluation that the document of the
/// game's usual program describes, and chooses at random between equal turns.
///
/// It is what the documents promise rather than what the programs do.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_games::random::Random;
/// use cairn_legacy::GreedyBot;
///
/// let mut position = GameId::Greener.start();
/// let bot = GreedyBot::new(GameId::Greener)?;
/// let mv = bot.choose(&position, &mut Random::new(1)).expect("a move");
/// position.play(mv)?;
/// assert_eq!(position.to_diagram().stacks.iter().filter(|stack| stack.len() > 1).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GreedyBot {
    program: &'static Program,
}

impl GreedyBot {
    /// Makes the player of a game.
    ///
    /// # Errors
    /// If no original program plays the game, so that no document describes an evaluation.
    pub fn new(game: GameId) -> Result<Self, UnknownLevel> {
        let program = Program::find(game, None);
        program.map(|program| Self { program }).ok_or(UnknownLevel::NoProgram { game: game.name() })
    }

    /// Chooses a move; `None` if there is none.
    pub fn choose(&self, position: &AnyPosition, random: &mut Random) -> Option<AnyMove> {
        let side = position.to_move();
        let mut best: Option<(f64, u64, AnyMove)> = None;
        for mv in position.moves() {
            let mut after = *position;
            if after.play(mv).is_err() {
                continue;
            }
            let value = (self.program.documented_value)(&after, side);
            // Lots decide between equal values, so that no order of moves shows through.
            let lot = random.next_u64();
            let is_better = best.is_none_or(|(best, best_lot, _)| {
                value.total_cmp(&best).then(lot.cmp(&best_lot)).is_gt()
            });
            if is_better {
                best = Some((value, lot, mv));
            }
        }
        best.map(|(_, _, mv)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(game: GameId, level: &str, seed: u64) -> AnyMove {
        let bot = OriginalBot::new(game, Some(level)).unwrap();
        bot.choose(&game.start(), &mut Random::new(seed)).unwrap()
    }

    #[test]
    fn every_level_of_every_game_makes_legal_moves() {
        for &game in GameId::ALL {
            for level in OriginalBot::levels(game) {
                let mut position = game.start();
                let bot = OriginalBot::new(game, Some(level.name)).unwrap();
                let mut random = Random::new(1);
                for _ in 0..40 {
                    let Some(mv) = bot.choose(&position, &mut random) else { break };
                    position.play(mv).unwrap_or_else(|e| panic!("{game} {}: {e}", level.name));
                }
            }
            if Program::find(game, None).is_some() {
                let strongest = OriginalBot::levels(game).last().map(|level| level.name);
                assert_eq!(strongest, Some("hard"), "{game}");
            } else {
                // A game that no original program plays has no levels, and says so.
                let error = OriginalBot::new(game, None).unwrap_err();
                assert_eq!(error, UnknownLevel::NoProgram { game: game.name() });
                assert!(GreedyBot::new(game).is_err());
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_choice() {
        for &game in GameId::ALL {
            for level in OriginalBot::levels(game).map(|level| level.name) {
                assert_eq!(choose(game, level, 7), choose(game, level, 7));
            }
        }
    }

    #[test]
    fn only_random_levels_depend_on_the_seed() {
        for &game in GameId::ALL {
            for level in OriginalBot::levels(game) {
                let first = choose(game, level.name, 0);
                let is_random = (1..30).any(|seed| choose(game, level.name, seed) != first);
                assert_eq!(is_random, level.rule.contains("random"), "{game} {}", level.name);
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
    fn the_greedy_player_takes_the_best_by_score() {
        let mut position = GameId::Nava.start();
        for text in ["a1-a4", "e5-e2", "a4-d4"] {
            position.play(position.read_move(text).unwrap()).unwrap();
        }
        // Black has three discs on each of e5 and e2 and can capture nothing; only moving
        // all three leaves a cube.
        for seed in 0..20 {
            let bot = GreedyBot::new(GameId::Nava).unwrap();
            let mv = bot.choose(&position, &mut Random::new(seed)).unwrap();
            let text = position.write_move(mv).unwrap();
            assert!(["e5-b5", "e5-e2", "e2-b2", "e2-e5"].contains(&text.as_str()), "{text}");
        }
    }
}
