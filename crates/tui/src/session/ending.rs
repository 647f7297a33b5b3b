//! The end of a game, in words for the person who played it.

use cairn_app::{LevelAdvice, reason_for};
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_games::{Ending, Outcome, Side};

use super::Session;

impl Session {
    /// Returns the result in words, such as "White wins: all nine cubes placed." A person who
    /// played against a computer is spoken to.
    pub fn ending_text(&self) -> Option<String> {
        let Ending { outcome, reason } = self.ending()?;
        let name = |side| self.info().side_name(side);
        let Some(person) = self.settings.lone_human() else {
            let who = match outcome {
                Outcome::Win(side) => format!("{} wins", name(side)),
                Outcome::Draw => "Draw".to_owned(),
            };
            return Some(format!("{who}: {reason}."));
        };
        let reason = reason_for(&reason, name(person));
        Some(match outcome {
            Outcome::Win(winner) if winner == person => format!("You win: {reason}."),
            Outcome::Win(winner) => match reason.strip_prefix("you ") {
                Some(did) => format!("You {did}. {} wins.", name(winner)),
                None => format!("You lose: {reason}."),
            },
            Outcome::Draw => format!("Draw: {reason}."),
        })
    }

    /// Returns the person's opponent, if that is a level of the computer: its side and level.
    pub fn level_of_opponent(&self) -> Option<(Side, Level)> {
        let side = self.settings.lone_human()?.other();
        match self.settings.player(side) {
            Player::Level(level) => Some((side, *level)),
            _ => None,
        }
    }

    /// Returns advice on the level of the next game, after one against a level.
    pub fn advice(&self) -> Option<LevelAdvice> {
        let (side, level) = self.level_of_opponent()?;
        let outcome = self.ending()?.outcome;
        Some(LevelAdvice::new(level, side.other(), outcome, self.position()))
    }
}
