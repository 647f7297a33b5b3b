//! Texts of the menu: labels, values and descriptions of its lines.

use cairn_app::TimeControl;
use cairn_engine::Player;

use super::menu::{Menu, Row, rule_sets};
use crate::settings::player_name;

impl Menu {
    /// Returns the label of a line.
    pub fn label(&self, row: Row) -> String {
        match row {
            Row::Game => "Game".to_owned(),
            Row::Rules => "Rules".to_owned(),
            Row::Board => "Board".to_owned(),
            Row::Shuffle => "Set-up".to_owned(),
            Row::Mode => "Players".to_owned(),
            Row::Side => "You play".to_owned(),
            Row::Level(side) => self.game.info().side_name(side).to_owned(),
            Row::Clock => "Clock".to_owned(),
            Row::Play => "Play".to_owned(),
            Row::Continue => "Continue a saved game".to_owned(),
            Row::Lessons => "Lessons".to_owned(),
            Row::Puzzles => "Puzzles".to_owned(),
            Row::Instructions => "Instructions".to_owned(),
            Row::Help => "Help".to_owned(),
            Row::Quit => "Quit".to_owned(),
        }
    }

    /// Returns the value of a line, if it has one.
    pub fn value(&self, row: Row) -> String {
        let info = self.game.info();
        match row {
            Row::Game => {
                let title = rule_sets(self.game)[0].info().title;
                title.split(" (").next().unwrap_or(title).to_owned()
            }
            Row::Rules => {
                self.game.name().split_once(':').map_or("standard", |(_, name)| name).to_owned()
            }
            Row::Board => info.board.size(),
            Row::Shuffle => self
                .seed
                .map_or_else(|| "standard".to_owned(), |number| format!("shuffle {number}")),
            Row::Mode => self.mode.word().to_owned(),
            Row::Side => {
                let order = ["first", "second"][self.side.index()];
                format!("{}, moves {order}", info.side_name(self.side))
            }
            Row::Level(side) => match self.computer(side) {
                Player::Level(level) => format!("level {level}, {}", level.word()),
                other => player_name(&other),
            },
            Row::Clock => match self.time_control() {
                TimeControl::Fischer { base, increment }
                    if increment.is_zero() && base.as_secs() % 60 == 0 =>
                {
                    format!("{} min each", base.as_secs() / 60)
                }
                TimeControl::Fischer { base, increment } if base.as_secs() % 60 == 0 => {
                    format!("{} min + {} s/move", base.as_secs() / 60, increment.as_secs())
                }
                other => other.to_string(),
            },
            Row::Play
            | Row::Continue
            | Row::Lessons
            | Row::Puzzles
            | Row::Instructions
            | Row::Help
            | Row::Quit => String::new(),
        }
    }

    /// Returns a few words about the focused line: how a level plays, otherwise the game.
    pub fn description(&self) -> &'static str {
        match self.focused() {
            Row::Level(side) => match self.computer(side) {
                Player::Level(level) => level.sentence(),
                _ => self.game.info().summary,
            },
            _ => self.game.info().summary,
        }
    }
}
