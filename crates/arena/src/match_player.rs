//! Players of a match with options of their own.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cairn_engine::{EngineOptions, Limits, Player, PlayerError};
use cairn_games::GameId;

use crate::match_play::Contestant;
use crate::time_control::MatchTimeControl;

/// A player of a match and the options that are meant for it alone.
///
/// It is written as the player's word followed by options: `10,threads=8,time=50`.
/// Options that are not given are those of the match.
///
/// ```
/// use cairn_arena::MatchPlayer;
///
/// let player: MatchPlayer = "10,threads=8,hash=256".parse()?;
/// assert_eq!((player.threads, player.hash_mb), (Some(8), Some(256)));
/// assert_eq!(player.to_string(), "10,threads=8,hash=256");
/// # Ok::<(), cairn_arena::MatchPlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// The player.
    pub player: Player,
    /// Number of search threads (`threads=N`).
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB (`hash=MB`).
    pub hash_mb: Option<usize>,
    /// Time per move (`time=MS`).
    pub time: Option<Duration>,
    /// Nodes per move (`nodes=N`).
    pub nodes: Option<u64>,
}

/// Error reading a player of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchPlayerError {
    /// The player itself cannot be read.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The value of an option is out of range.
    #[error("`{option}` is invalid: {name} takes a whole number from 1 to {greatest}")]
    Value {
        /// The option as it was written.
        option: String,
        /// Name of the option.
        name: &'static str,
        /// Greatest value that it takes.
        greatest: u64,
    },
    /// The option is given twice.
    #[error("`{0}` is given twice")]
    Twice(&'static str),
}

/// Names of the options and their greatest values.
const OPTIONS: [(&str, u64); 4] =
    [("threads", 256), ("hash", 65_536), ("time", 86_400_000), ("nodes", u64::MAX)];

impl FromStr for MatchPlayer {
    type Err = MatchPlayerError;

    fn from_str(text: &str) -> Result<Self, MatchPlayerError> {
        // Only known options are cut off at the end: a command or a file name may have
        // commas of its own.
        let mut player = text;
        let mut values = [None; OPTIONS.len()];
        while let Some((rest, option)) = player.rsplit_once(',') {
            let Some((name, value)) = option.split_once('=') else { break };
            let Some(index) = OPTIONS.iter().position(|known| known.0 == name.trim()) else {
                break;
            };
            let (name, greatest) = OPTIONS[index];
            let number = value.trim().parse().ok().filter(|n| (1..=greatest).contains(n));
            let Some(number) = number else {
                return Err(MatchPlayerError::Value { option: option.to_owned(), name, greatest });
            };
            if values[index].replace(number).is_some() {
                return Err(MatchPlayerError::Twice(name));
            }
            player = rest;
        }
        let [threads, hash, time, nodes] = values;
        Ok(Self {
            player: player.parse()?,
            threads: threads.map(|threads| threads as usize),
            hash_mb: hash.map(|hash| hash as usize),
            time: time.map(Duration::from_millis),
            nodes,
        })
    }
}

impl fmt::Display for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, threads, hash_mb, time, nodes } = self;
        let values = [
            threads.map(|threads| threads as u128),
            hash_mb.map(|hash| hash as u128),
            time.map(|time| time.as_millis()),
            nodes.map(u128::from),
        ];
        write!(f, "{player}")?;
        for ((name, _), value) in OPTIONS.iter().zip(values) {
            if let Some(value) = value {
                write!(f, ",{name}={value}")?;
            }
        }
        Ok(())
    }
}

impl MatchPlayer {
    /// Returns the match's options with those of this player in their place.
    pub fn options(&self, of_match: &EngineOptions) -> EngineOptions {
        EngineOptions {
            threads: self.threads.unwrap_or(of_match.threads),
            hash_mb: self.hash_mb.unwrap_or(of_match.hash_mb),
            ..of_match.clone()
        }
    }

    /// Returns the player's own limit per move, or the match's time control if it has none.
    pub fn time_control(&self, of_match: &MatchTimeControl) -> MatchTimeControl {
        if self.time.is_none() && self.nodes.is_none() {
            return of_match.clone();
        }
        MatchTimeControl::PerMove(Limits {
            time: self.time,
            nodes: self.nodes,
            ..Limits::default()
        })
    }

    /// Returns the contestant that plays with the match's options and its own.
    pub fn contestant(&self, game: GameId, of_match: &EngineOptions) -> Contestant<'static> {
        Contestant::named(self.to_string(), &self.player, game, &self.options(of_match))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_written_as_they_are_read() {
        for word in [
            "10",
            "10,threads=8",
            "uct,time=50",
            "10,threads=2,hash=16,time=100,nodes=5",
            "ugi:engine --a b,c=d,threads=8",
            "ugi:engine --list a,b",
            "net:a,b.net,nodes=9",
        ] {
            assert_eq!(word.parse::<MatchPlayer>().unwrap().to_string(), word);
        }
        let engine: MatchPlayer = "ugi:engine --a b,c=d,threads=8".parse().unwrap();
        assert_eq!(engine.player, Player::Ugi("engine --a b,c=d".to_owned()));
    }

    #[test]
    fn invalid_options_are_refused() {
        for word in ["10,threads=0", "10,threads=257", "10,hash=x", "10,time=", "10,nodes=-1"] {
            let error = word.parse::<MatchPlayer>().unwrap_err();
            assert!(matches!(error, MatchPlayerError::Value { .. }), "{word}: {error}");
        }
        let twice = "10,time=1,threads=2,time=3".parse::<MatchPlayer>();
        assert_eq!(twice, Err(MatchPlayerError::Twice("time")));
        for word in ["10,", "10,fast", "10,speed=3", ",threads=2"] {
            let error = word.parse::<MatchPlayer>().unwrap_err();
            assert!(matches!(error, MatchPlayerError::Player(_)), "{word}: {error}");
        }
    }

    #[test]
    fn own_options_take_precedence() {
        let options = EngineOptions { threads: 4, hash_mb: 32, ..EngineOptions::default() };
        let time_control = MatchTimeControl::PerMove(Limits::nodes(7));
        let plain: MatchPlayer = "10".parse().unwrap();
        assert_eq!(
            (plain.options(&options), plain.time_control(&time_control)),
            (options.clone(), time_control.clone())
        );
        let own: MatchPlayer = "10,threads=1,time=20".parse().unwrap();
        assert_eq!(own.options(&options), EngineOptions { threads: 1, ..options });
        let time = Limits::time(Duration::from_millis(20));
        assert_eq!(own.time_control(&time_control), MatchTimeControl::PerMove(time));
    }
}
