//! The menu: game, players, clock and actions.

use cairn_app::TimeControl;
use cairn_app::lessons::Course;
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_games::{GameId, Side};
use cairn_legacy::OriginalBot;

use super::puzzles::rule_set_with_puzzles;
use crate::config::DefaultChoices;
use crate::settings::GameSettings;

/// Kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    People,
    PersonAndComputer,
    Computers,
}

impl Mode {
    /// Returns the mode in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::People => "two people",
            Self::PersonAndComputer => "you and the computer",
            Self::Computers => "two computers",
        }
    }
}

pub(super) const MODES: [Mode; 3] = [Mode::PersonAndComputer, Mode::People, Mode::Computers];

/// Place of the level that is offered first.
const USUAL_LEVEL: usize = Level::DEFAULT.number() as usize - 1;

/// Returns the computer players of a game, as words: the levels first.
pub(super) fn computers(game: GameId) -> Vec<String> {
    let levels = Level::all().map(|level| level.to_string());
    let mut originals: Vec<_> =
        OriginalBot::levels(game).map(|level| format!("original:{}", level.name)).collect();
    if let Some(strongest) = originals.last_mut() {
        *strongest = "original".to_owned();
    }
    let others = ["greedy", "random", "uct"].map(str::to_owned);
    let words = levels.chain(originals).chain(others);
    let is_known =
        |word: &String| word.parse::<Player>().is_ok_and(|player| player.check(game).is_ok());
    words.filter(is_known).collect()
}

/// Time controls to choose from.
pub(super) const CLOCKS: [TimeControl; 5] = [
    TimeControl::Unlimited,
    TimeControl::minutes(3, 2),
    TimeControl::minutes(5, 5),
    TimeControl::minutes(15, 10),
    TimeControl::minutes(60, 0),
];

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Game,
    Rules,
    Board,
    Shuffle,
    Mode,
    Side,
    Level(Side),
    Clock,
    Play,
    Continue,
    Lessons,
    Puzzles,
    Instructions,
    Help,
    Quit,
}

impl Row {
    /// Whether the line has a value that can be changed; otherwise it is an action.
    pub const fn has_value(self) -> bool {
        !matches!(
            self,
            Self::Play
                | Self::Continue
                | Self::Lessons
                | Self::Puzzles
                | Self::Instructions
                | Self::Help
                | Self::Quit
        )
    }
}

/// Choices in the menu.
#[derive(Clone, Debug)]
pub struct Menu {
    /// Rule set and board.
    pub(super) game: GameId,
    pub(super) mode: Mode,
    /// Side of the person.
    pub(super) side: Side,
    /// Computer player of each side, as an index into [`computers`].
    pub(super) levels: [usize; 2],
    pub(super) seed: Option<u64>,
    /// Index into the time controls.
    pub(super) clock: usize,
    /// Time control that the user has set, if it is not one of `CLOCKS`.
    own_clock: Option<TimeControl>,
    focus: usize,
}

impl Default for Menu {
    fn default() -> Self {
        Self {
            game: GameId::ALL[0],
            mode: MODES[0],
            side: Side::First,
            levels: [USUAL_LEVEL; 2],
            seed: None,
            clock: 0,
            own_clock: None,
            focus: 0,
        }
    }
}

/// Returns the rule sets of a game.
pub(super) fn rule_sets(game: GameId) -> Vec<GameId> {
    GameId::rule_sets().filter(|other| other.family() == game.family()).collect()
}

/// Returns the next or the previous element, wrapping around.
fn turned<T: PartialEq + Copy>(all: &[T], now: T, forwards: bool) -> T {
    let at = all.iter().position(|one| *one == now).unwrap_or(0);
    let step = if forwards { 1 } else { all.len().saturating_sub(1) };
    all.get((at + step) % all.len().max(1)).copied().unwrap_or(now)
}

impl Menu {
    /// Takes over the first choices that the user has set.
    pub fn begin_with(&mut self, defaults: &DefaultChoices) {
        if let Some(game) = defaults.game.filter(|game| game.name() != self.game.name()) {
            self.change_game(game);
            self.seed = None;
        }
        if let Some(level) = defaults.level {
            self.levels = [usize::from(level.number()) - 1; 2];
        }
        self.side = defaults.side.unwrap_or(self.side);
        if let Some(clock) = defaults.clock {
            self.own_clock = Some(clock).filter(|clock| !CLOCKS.contains(clock));
            self.clock = self.clocks().iter().position(|known| *known == clock).unwrap_or(0);
        }
    }

    /// Returns the time controls to choose from.
    fn clocks(&self) -> Vec<TimeControl> {
        CLOCKS.into_iter().chain(self.own_clock).collect()
    }

    /// Returns the selected time control.
    pub(super) fn time_control(&self) -> TimeControl {
        self.clocks().get(self.clock).copied().unwrap_or_default()
    }

    /// Returns the selected game.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the lines of the menu for the current choices.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Game];
        let boards = GameId::boards(self.game.name()).unwrap_or_default();
        let wanted = [
            (rule_sets(self.game).len() > 1, Row::Rules),
            (boards.len() > 1, Row::Board),
            (self.game.shuffled(1).is_some(), Row::Shuffle),
            (true, Row::Mode),
            (self.mode == Mode::PersonAndComputer, Row::Side),
        ];
        rows.extend(wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, row)| row));
        rows.extend(Side::BOTH.into_iter().filter(|side| self.is_computer(*side)).map(Row::Level));
        rows.extend([Row::Clock, Row::Play]);
        let has_course = Course::games().any(|game| game.family() == self.game.family());
        rows.extend(has_course.then_some(Row::Lessons));
        rows.extend(rule_set_with_puzzles(self.game).map(|_| Row::Puzzles));
        rows.extend([Row::Continue, Row::Instructions, Row::Help, Row::Quit]);
        rows
    }

    fn is_computer(&self, side: Side) -> bool {
        match self.mode {
            Mode::People => false,
            Mode::PersonAndComputer => side != self.side,
            Mode::Computers => true,
        }
    }

    /// Returns the focused line.
    pub fn focused(&self) -> Row {
        let rows = self.rows();
        rows[self.focus.min(rows.len() - 1)]
    }

    /// Focuses a line.
    pub fn focus_on(&mut self, row: Row) {
        if let Some(at) = self.rows().iter().position(|other| *other == row) {
            self.focus = at;
        }
    }

    /// Moves the focus up or down, wrapping around.
    pub fn step(&mut self, down: bool) {
        let rows = self.rows();
        let next = turned(&rows, self.focused(), down);
        self.focus_on(next);
    }

    /// Changes the value of a line.
    pub fn change(&mut self, row: Row, forwards: bool) {
        match row {
            Row::Game => {
                let games: Vec<_> = GameId::families().collect();
                let now = rule_sets(self.game)[0];
                self.change_game(turned(&games, now, forwards));
                self.seed = None;
            }
            Row::Rules => {
                let standard = GameId::named(self.game.name()).unwrap_or(self.game);
                self.change_game(turned(&rule_sets(self.game), standard, forwards));
            }
            Row::Board => {
                let boards = GameId::boards(self.game.name()).unwrap_or_default();
                self.game = turned(&boards, self.game, forwards);
            }
            Row::Shuffle => {
                self.seed = match (self.seed, forwards) {
                    (None, true) => Some(1),
                    (None, false) | (Some(0 | 1), false) => None,
                    (Some(number), true) => Some(number.saturating_add(1)),
                    (Some(number), false) => Some(number - 1),
                };
            }
            Row::Mode => self.mode = turned(&MODES, self.mode, forwards),
            Row::Side => self.side = self.side.other(),
            Row::Level(side) => {
                let level = &mut self.levels[side.index()];
                let all: Vec<usize> = (0..computers(self.game).len()).collect();
                *level = turned(&all, *level, forwards);
            }
            Row::Clock => {
                let all: Vec<usize> = (0..self.clocks().len()).collect();
                self.clock = turned(&all, self.clock, forwards);
            }
            Row::Play
            | Row::Continue
            | Row::Lessons
            | Row::Puzzles
            | Row::Instructions
            | Row::Help
            | Row::Quit => {}
        }
    }

    /// Types a digit of the shuffle number or of a level.
    pub fn digit(&mut self, digit: u8) {
        match self.focused() {
            Row::Shuffle => {
                let number = self.seed.unwrap_or(0) % 100_000_000 * 10 + u64::from(digit);
                self.seed = Some(number);
            }
            Row::Level(side) => {
                let index = if digit == 0 { 9 } else { usize::from(digit) - 1 };
                self.levels[side.index()] = index;
            }
            _ => {}
        }
    }

    /// Sets the shuffle number.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        self.seed = seed;
    }

    /// Sets the level of the computer on a side.
    pub fn set_level(&mut self, side: Side, level: Level) {
        self.levels[side.index()] = usize::from(level.number()) - 1;
    }

    /// Returns the level of the computer on a side, if it is a level.
    pub fn level(&self, side: Side) -> Option<Level> {
        match self.computer(side) {
            Player::Level(level) => Some(level),
            _ => None,
        }
    }

    /// Returns the word for the computer player of a side.
    pub(super) fn computer_word(&self, side: Side) -> String {
        let words = computers(self.game);
        let level = self.levels[side.index()];
        words.get(level).or(words.get(USUAL_LEVEL)).cloned().unwrap_or_default()
    }

    /// Chooses another game. Its computer players are the same, where it has them.
    fn change_game(&mut self, game: GameId) {
        let words = Side::BOTH.map(|side| self.computer_word(side));
        let known = computers(game);
        self.levels =
            words.map(|word| known.iter().position(|other| *other == word).unwrap_or(USUAL_LEVEL));
        self.game = game;
    }

    pub(super) fn computer(&self, side: Side) -> Player {
        let word = self.computer_word(side).parse();
        word.unwrap_or(Player::Random)
    }

    /// Returns the settings of the selected game.
    pub fn settings(&self, chance: u64) -> GameSettings {
        let shuffled = self.seed.and_then(|number| self.game.shuffled(number));
        let mut settings = GameSettings::new(shuffled.unwrap_or_else(|| self.game.start()));
        settings.shuffle = self.seed.filter(|_| shuffled.is_some());
        settings.players = Side::BOTH
            .map(|side| if self.is_computer(side) { self.computer(side) } else { Player::Human });
        settings.time_control = self.time_control();
        settings.random_seed = chance;
        settings
    }
}
