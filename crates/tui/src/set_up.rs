//! What is settled before a game begins: which game, who plays, how long they may think.

use std::time::Duration;

use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_engine::{ClockState, Limits};
use cairn_games::{AnyPosition, GameId, Side};

use crate::clock::TimeControl;

/// How long a player thinks who would otherwise think for ever.
pub const MOVE_TIME: Duration = Duration::from_secs(2);

/// A game that can begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// The first position.
    pub start: AnyPosition,
    /// The number of the set-up, if it is a shuffled one.
    pub seed: Option<u64>,
    /// Who plays, first mover first.
    pub players: [Player; 2],
    /// The clocks, if there are any.
    pub time_control: Option<TimeControl>,
    /// For each move of players who would otherwise think for ever.
    pub move_time: Duration,
    /// Where the randomness of players begins who have any.
    pub chance: u64,
}

impl SetUp {
    /// Two people at the start of a game.
    #[must_use]
    pub fn new(start: AnyPosition) -> Self {
        Self {
            start,
            seed: None,
            players: [Player::Human, Player::Human],
            time_control: None,
            move_time: MOVE_TIME,
            chance: 0,
        }
    }

    /// The same with these players.
    #[must_use]
    pub fn with_players(mut self, players: [Player; 2]) -> Self {
        self.players = players;
        self
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.start.game()
    }

    /// Who plays a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Whether a person plays a side.
    #[must_use]
    pub fn is_human(&self, side: Side) -> bool {
        *self.player(side) == Player::Human
    }

    /// Whether no person plays.
    #[must_use]
    pub fn is_a_show(&self) -> bool {
        !Side::BOTH.into_iter().any(|side| self.is_human(side))
    }

    /// Whether one person plays against a computer, and which side is the person's.
    #[must_use]
    pub fn lone_human(&self) -> Option<Side> {
        let humans = Side::BOTH.into_iter().filter(|&side| self.is_human(side));
        let humans: Vec<_> = humans.collect();
        if let [side] = humans.as_slice() { Some(*side) } else { None }
    }

    /// How long a side may think about a move. Those whose strength limits them already
    /// get no other limit, so that they play the same on every machine.
    #[must_use]
    pub fn limits(&self, side: Side, clock: Option<ClockState>) -> Limits {
        let limited = match self.player(side) {
            Player::Human | Player::Random | Player::Original(_) => true,
            Player::Level(level) => *level < Level::HIGHEST,
            Player::Uct | Player::Linear | Player::Net(_) | Player::Ugi(_) => false,
        };
        let time = if limited { None } else { Some(self.move_time) };
        // With a clock, a thinker makes its own time.
        Limits { time: time.filter(|_| clock.is_none()), clock, ..Limits::default() }
    }
}

/// What a player is called: "you" where one person plays, otherwise by kind.
#[must_use]
pub fn player_name(player: &Player) -> String {
    match player {
        Player::Human => "person".to_owned(),
        Player::Level(level) => format!("level {level}"),
        Player::Original(None) => "original".to_owned(),
        Player::Original(Some(level)) => format!("original, {level}"),
        Player::Random => "random".to_owned(),
        Player::Uct => "UCT".to_owned(),
        Player::Linear => "linear".to_owned(),
        Player::Net(path) => path.file_stem().unwrap_or_default().display().to_string(),
        Player::Ugi(command) => {
            let program = command.split_whitespace().next().unwrap_or(command);
            let name = program.rsplit('/').next().unwrap_or(program);
            name.to_owned()
        }
    }
}
