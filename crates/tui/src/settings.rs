//! Settings of a game: start position, players and thinking time.

use std::path::PathBuf;
use std::time::Duration;

use cairn_app::TimeControl;
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_engine::{ClockState, Limits};
use cairn_games::record::Record;
use cairn_games::{AnyPosition, GameId, Side};

use crate::store::SavedGame;

/// Default thinking time per move of players without a limit of their own.
pub const MOVE_TIME: Duration = Duration::from_secs(2);

/// Settings of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// Start position.
    pub start: AnyPosition,
    /// Number of the shuffled set-up, if it is one.
    pub shuffle: Option<u64>,
    /// Players, first mover first.
    pub players: [Player; 2],
    /// Time control of both players.
    pub time_control: TimeControl,
    /// Thinking time per move of players without a limit of their own.
    pub move_time: Duration,
    /// Random seed for the players.
    pub random_seed: u64,
    /// Whether steps with one possibility and forced passes are made by themselves.
    pub automatic_steps: bool,
}

impl GameSettings {
    /// Creates the settings of a game between two people.
    pub fn new(start: AnyPosition) -> Self {
        Self {
            start,
            shuffle: None,
            players: [Player::Human, Player::Human],
            time_control: TimeControl::Unlimited,
            move_time: MOVE_TIME,
            random_seed: 0,
            automatic_steps: false,
        }
    }

    /// Returns the same settings with other players.
    #[must_use]
    pub fn with_players(mut self, players: [Player; 2]) -> Self {
        self.players = players;
        self
    }

    /// Returns the game.
    pub const fn game(&self) -> GameId {
        self.start.game()
    }

    /// Returns the player of a side.
    pub const fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Whether a person plays a side.
    pub fn is_human(&self, side: Side) -> bool {
        *self.player(side) == Player::Human
    }

    /// Whether both players are computers.
    pub fn is_computers_only(&self) -> bool {
        !Side::BOTH.into_iter().any(|side| self.is_human(side))
    }

    /// Returns the person's side in a game against a computer.
    pub fn lone_human(&self) -> Option<Side> {
        let humans = Side::BOTH.into_iter().filter(|&side| self.is_human(side));
        let humans: Vec<_> = humans.collect();
        if let [side] = humans.as_slice() { Some(*side) } else { None }
    }

    /// Returns the search limits of a side. Players whose strength is limited already get no
    /// other limit, so that they play the same on every machine.
    pub fn limits(&self, side: Side, clock: Option<ClockState>) -> Limits {
        let limited = match self.player(side) {
            Player::Human | Player::Random | Player::Original(_) | Player::Greedy => true,
            Player::Level(level) => *level < Level::HIGHEST,
            Player::Uct | Player::Simple | Player::Net(_) | Player::Ugi(_) => false,
        };
        let time = if limited { None } else { Some(self.move_time) };
        // With a clock, a bot divides its own time.
        Limits { time: time.filter(|_| clock.is_none()), clock, ..Limits::default() }
    }
}

/// Beginning of a game: a new one, or one that is continued.
#[derive(Clone, Debug)]
pub enum GameStart {
    /// A new game.
    New(Box<GameSettings>),
    /// A recorded game. With a file, it is saved there from now on.
    Record {
        /// Moves and players.
        record: Box<Record>,
        /// File of the game.
        file: Option<PathBuf>,
    },
}

impl GameStart {
    /// Returns the game.
    pub fn game(&self) -> GameId {
        match self {
            Self::New(settings) => settings.game(),
            Self::Record { record, .. } => record.game(),
        }
    }
}

impl From<GameSettings> for GameStart {
    fn from(settings: GameSettings) -> Self {
        Self::New(Box::new(settings))
    }
}

impl From<SavedGame> for GameStart {
    fn from(saved: SavedGame) -> Self {
        Self::Record { record: Box::new(saved.record), file: Some(saved.path) }
    }
}

impl From<Record> for GameStart {
    fn from(record: Record) -> Self {
        Self::Record { record: Box::new(record), file: None }
    }
}

/// Returns the name of a player by kind.
pub fn player_name(player: &Player) -> String {
    match player {
        Player::Human => "person".to_owned(),
        Player::Level(level) => format!("level {level}"),
        Player::Original(None) => "original".to_owned(),
        Player::Original(Some(level)) => format!("original, {level}"),
        Player::Greedy => "greedy".to_owned(),
        Player::Random => "random".to_owned(),
        Player::Uct => "UCT".to_owned(),
        Player::Simple => "simple".to_owned(),
        Player::Net(path) => path.file_stem().unwrap_or_default().display().to_string(),
        Player::Ugi(command) => {
            let program = command.split_whitespace().next().unwrap_or(command);
            let name = program.rsplit('/').next().unwrap_or(program);
            name.to_owned()
        }
    }
}
