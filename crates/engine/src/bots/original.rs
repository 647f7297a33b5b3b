//! The bots of the original programs, as [`Originals`] describes them.

use cairn_games::random::Random;
use cairn_games::{
    AnyMove, GameId, History, OriginalBot, OriginalChoice, Originals, Side, with_game,
    with_position,
};

use super::{chance, random_move};
use crate::limits::{Limits, StopFlag};
use crate::thinker::{Report, ThinkError, Thinker};

/// There is no such level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the original {game} has no level `{level}`; its levels are {known}")]
pub struct UnknownLevel {
    /// The game.
    pub game: &'static str,
    /// What was asked for.
    pub level: String,
    /// The levels there are.
    pub known: String,
}

/// Plays as the original program of a game did at one of its levels.
///
/// It does what that program did, whatever the limits say: at most a moment's work.
#[derive(Clone, Debug)]
pub struct Original {
    bot: &'static OriginalBot,
    seed: u64,
}

impl Original {
    /// The levels that a game's original programs had; the last one is the strongest.
    #[must_use]
    pub fn levels(game: GameId) -> Vec<&'static str> {
        bots(game).iter().map(|bot| bot.level).collect()
    }

    /// The bot of this level, or the strongest one.
    ///
    /// # Errors
    /// If the game's originals had no such level.
    pub fn new(game: GameId, level: Option<&str>, seed: u64) -> Result<Self, UnknownLevel> {
        let mut bots = bots(game).iter();
        let bot = match level {
            Some(level) => bots.find(|bot| bot.level.eq_ignore_ascii_case(level.trim())),
            None => bots.next_back(),
        };
        bot.map(|bot| Self { bot, seed }).ok_or_else(|| UnknownLevel {
            game: game.name(),
            level: level.unwrap_or_default().to_owned(),
            known: Self::levels(game).join(", "),
        })
    }
}

fn bots(game: GameId) -> &'static [OriginalBot] {
    with_game!(game, G => G::BOTS)
}

impl Thinker for Original {
    fn name(&self) -> String {
        format!("original:{}", self.bot.level)
    }

    fn think(
        &mut self,
        history: &History,
        _limits: &Limits,
        stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        if history.outcome().is_some() {
            return Err(ThinkError::GameOver);
        }
        let mut choosing = Choosing {
            evaluation: self.bot.evaluation,
            chance: chance(self.seed, history),
            stop,
            nodes: 0,
        };
        let mv = with_position!(history.position(), position => {
            choosing.choose(position, self.bot.choice).map(AnyMove::new)
        });
        let report = Report::of_choice(mv.ok_or(ThinkError::GameOver)?);
        Ok(Report { nodes: choosing.nodes, ..report })
    }
}

/// A move with the value it leads to.
type Valued<M> = (f64, M);

/// One choice of a move.
struct Choosing<'a> {
    evaluation: usize,
    chance: Random,
    stop: &'a StopFlag,
    nodes: u64,
}

impl Choosing<'_> {
    fn choose<G: Originals>(&mut self, position: &G, choice: OriginalChoice) -> Option<G::Move> {
        match choice {
            OriginalChoice::AnyMove => random_move(position, &mut self.chance),
            OriginalChoice::OneOfBest(count) => {
                let best = self.best(position, count);
                self.chance.pick(&best).map(|&(_, mv)| mv)
            }
            OriginalChoice::LookAhead { turns, width } => {
                self.look_ahead(position, position.to_move(), turns, width).map(|(_, mv)| mv)
            }
        }
    }

    /// The moves that lead to the best values for the side to move, best first.
    fn best<G: Originals>(&mut self, position: &G, count: usize) -> Vec<Valued<G::Move>> {
        let side = position.to_move();
        let mut best: Vec<(f64, u64, G::Move)> = Vec::with_capacity(count + 1);
        position.for_each_move(|mv| {
            self.nodes += 1;
            let value = position.after(mv).original_value(self.evaluation, side);
            // Lots decide between equal values, so that no order of moves shows through.
            let lot = self.chance.next_u64();
            let place = best.partition_point(|&(other, other_lot, _)| {
                other.total_cmp(&value).then(other_lot.cmp(&lot)).is_ge()
            });
            if place < count {
                best.insert(place, (value, lot, mv));
                best.truncate(count);
            }
        });
        best.into_iter().map(|(value, _, mv)| (value, mv)).collect()
    }

    /// The move that is best for the side to move after so many turns, with its value
    /// for `viewer`. When told to stop it looks one turn ahead only.
    fn look_ahead<G: Originals>(
        &mut self,
        position: &G,
        viewer: Side,
        turns: u32,
        width: usize,
    ) -> Option<Valued<G::Move>> {
        let is_own_turn = position.to_move() == viewer;
        let mut best: Option<Valued<G::Move>> = None;
        for (_, mv) in self.best(position, width) {
            let after = position.after(mv);
            let value = if turns <= 1 || self.stop.is_raised() {
                None
            } else {
                self.look_ahead(&after, viewer, turns - 1, width).map(|(value, _)| value)
            };
            let value = value.unwrap_or_else(|| after.original_value(self.evaluation, viewer));
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
        let mut bot = Original::new(game, level, seed).unwrap();
        let history = History::new(game.start());
        let report = bot.think(&history, &Limits::default(), &StopFlag::new(), &mut |_| {});
        report.unwrap().best_move()
    }

    #[test]
    fn every_level_of_every_game_makes_legal_moves() {
        for &game in GameId::ALL {
            for level in Original::levels(game) {
                let mv = choose(game, Some(level), 1);
                assert!(game.start().moves().contains(&mv), "{game} {level}");
            }
            assert_eq!(Original::levels(game).last(), Some(&"hard"), "{game}");
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_choice() {
        for &game in GameId::ALL {
            for level in Original::levels(game) {
                assert_eq!(choose(game, Some(level), 7), choose(game, Some(level), 7));
            }
        }
    }

    #[test]
    fn a_wrong_level_is_refused_by_name() {
        let error = Original::new(GameId::Nava, Some("brutal"), 0).unwrap_err();
        assert!(error.to_string().contains("`brutal`"), "{error}");
        assert!(error.to_string().contains("easy, medium"), "{error}");
    }

    #[test]
    fn the_best_by_score_is_taken() {
        let mut history = History::new(GameId::Nava.start());
        for text in ["a1-a4", "e5-e2", "a4-d4"] {
            let mv = history.position().read_move(text).unwrap();
            history.play(mv).unwrap();
        }
        // Black has three discs on each of e5 and e2 and can capture nothing; only moving
        // all three leaves a cube.
        let position = history.position();
        for seed in 0..20 {
            let mut bot = Original::new(GameId::Nava, None, seed).unwrap();
            let report = bot.think(&history, &Limits::default(), &StopFlag::new(), &mut |_| {});
            let text = position.write_move(report.unwrap().best_move()).unwrap();
            assert!(["e5-b5", "e5-e2", "e2-b2", "e2-e5"].contains(&text.as_str()), "{text}");
        }
    }
}
