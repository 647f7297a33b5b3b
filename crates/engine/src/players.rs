//! Players by the words that commands use for them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use cairn_games::GameId;
use cairn_legacy::{GreedyBot, OriginalBot, UnknownLevel};

use crate::bot::{Bot, EngineOptions, SearchError};
use crate::bots::{InstantBot, Uct};
use crate::eval::{EvaluationSource, NetFileError};
use crate::levels::{self, Level};
use crate::search::Engine;
use crate::ugi::UgiEngine;

/// A player, written as a word: `human`, `random`, `original`, `original:easy`,
/// `greedy`, `uct`, a level from `1` to `10`, `simple`, `net:FILE`, or `ugi:COMMAND`.
///
/// ```
/// use cairn_engine::{Bot, EngineOptions, Player};
/// use cairn_games::GameId;
///
/// let player: Player = "5".parse()?;
/// assert_eq!(player.to_string(), "5");
/// let bot = player.bot(GameId::Nava, &EngineOptions::default())?;
/// assert_eq!(bot.name(), "cairn level 5");
/// # Ok::<(), cairn_engine::PlayerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human,
    /// Any legal move.
    Random,
    /// The bot of the original program, the strongest if no level is named.
    Original(Option<String>),
    /// The best turn by the evaluation in the document of the original program, one turn
    /// deep.
    Greedy,
    /// Plain UCT with random playouts.
    Uct,
    /// The engine at one of its levels.
    Level(Level),
    /// The engine at full strength with the simple evaluation in place of the net.
    Simple,
    /// The engine at full strength with the net of this file.
    Net(PathBuf),
    /// An engine in another process, by its command.
    Ugi(String),
}

/// Error creating a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The word is not a player.
    #[error(
        "unknown player `{0}`; players are a level from 1 to 10, random, original (or \
         original:LEVEL), greedy, uct, simple, net:FILE, human, and ugi:COMMAND"
    )]
    Unknown(String),
    /// A person is asked for where no person can play.
    #[error("a human can only play in the terminal or in the browser, not here")]
    Human,
    /// The original programs had no such level.
    #[error(transparent)]
    OriginalLevel(#[from] UnknownLevel),
    /// The net cannot be used.
    #[error(transparent)]
    Net(#[from] NetFileError),
    /// An engine in another process does not start.
    #[error(transparent)]
    Engine(#[from] SearchError),
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let text = text.trim();
        let unknown = || PlayerError::Unknown(text.to_owned());
        if let Some((kind, rest)) = text.split_once(':') {
            return match kind.to_ascii_lowercase().as_str() {
                "original" if !rest.is_empty() => Ok(Self::Original(Some(rest.to_owned()))),
                "net" if !rest.is_empty() => Ok(Self::Net(rest.into())),
                "ugi" if !rest.trim().is_empty() => Ok(Self::Ugi(rest.to_owned())),
                _ => Err(unknown()),
            };
        }
        match text.to_ascii_lowercase().as_str() {
            "human" => Ok(Self::Human),
            "random" => Ok(Self::Random),
            "original" => Ok(Self::Original(None)),
            "greedy" => Ok(Self::Greedy),
            "uct" => Ok(Self::Uct),
            "simple" => Ok(Self::Simple),
            number => {
                let level = number.parse().ok().and_then(Level::new);
                level.map(Self::Level).ok_or_else(unknown)
            }
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random => f.write_str("random"),
            Self::Original(None) => f.write_str("original"),
            Self::Original(Some(level)) => write!(f, "original:{level}"),
            Self::Greedy => f.write_str("greedy"),
            Self::Uct => f.write_str("uct"),
            Self::Level(level) => write!(f, "{level}"),
            Self::Simple => f.write_str("simple"),
            Self::Net(path) => write!(f, "net:{}", path.display()),
            Self::Ugi(command) => write!(f, "ugi:{command}"),
        }
    }
}

impl Player {
    /// Checks that a game has this player, without starting anything.
    ///
    /// ```
    /// use cairn_engine::Player;
    /// use cairn_games::GameId;
    ///
    /// let player: Player = "original:medium".parse()?;
    /// assert!(player.check(GameId::Nava).is_ok());
    /// assert!(player.check(GameId::Greener).is_err(), "its program has two levels");
    /// # Ok::<(), cairn_engine::PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// If the game's original programs have no such level, or the game has none.
    pub fn check(&self, game: GameId) -> Result<(), PlayerError> {
        match self {
            Self::Original(level) => OriginalBot::new(game, level.as_deref()).map(drop)?,
            Self::Greedy => GreedyBot::new(game).map(drop)?,
            _ => {}
        }
        Ok(())
    }

    /// Creates the bot that plays for this player.
    ///
    /// # Errors
    /// If the player is a person, if the game's originals had no such level, or if
    /// another engine cannot be started.
    pub fn bot(&self, game: GameId, options: &EngineOptions) -> Result<Box<dyn Bot>, PlayerError> {
        Ok(match self {
            Self::Human => return Err(PlayerError::Human),
            Self::Random => Box::new(InstantBot::random(options.seed)),
            Self::Original(level) => {
                Box::new(InstantBot::original(game, level.as_deref(), options.seed)?)
            }
            Self::Greedy => Box::new(InstantBot::greedy(game, options.seed)?),
            Self::Uct => Box::new(Uct::new(options.clone())),
            Self::Level(level) => levels::bot(*level, options),
            Self::Simple => Box::new(Engine::new(EngineOptions {
                evaluation: EvaluationSource::Simple,
                ..options.clone()
            })),
            Self::Net(path) => {
                let evaluation = EvaluationSource::from_file(path, game)?;
                Box::new(Engine::new(EngineOptions { evaluation, ..options.clone() }))
            }
            Self::Ugi(command) => Box::new(UgiEngine::start(command, options)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use cairn_legacy::Program;

    use super::*;

    #[test]
    fn words_are_read_and_written_again() {
        for word in [
            "human",
            "random",
            "original",
            "original:easy",
            "greedy",
            "uct",
            "1",
            "10",
            "simple",
            "net:a/b.net",
            "ugi:a b --c",
        ] {
            assert_eq!(word.parse::<Player>().unwrap().to_string(), word);
        }
    }

    #[test]
    fn other_words_are_refused() {
        for word in
            ["", "0", "11", "-1", "bob", "net:", "original:", "ugi:", "ugi: ", "level:3", "1.5"]
        {
            let error = word.parse::<Player>().unwrap_err();
            assert!(error.to_string().contains("unknown player"), "{word}");
        }
    }

    #[test]
    fn everybody_but_a_person_thinks() {
        for &game in GameId::ALL {
            for word in ["random", "original", "greedy", "uct", "1", "10"] {
                let player: Player = word.parse().unwrap();
                let is_original = matches!(player, Player::Original(_) | Player::Greedy);
                let is_there = !is_original || Program::find(game, None).is_some();
                let bot = player.bot(game, &EngineOptions::default());
                assert_eq!(bot.is_ok(), is_there, "{game} {word}");
                assert_eq!(player.check(game).is_ok(), is_there, "{game} {word}");
            }
        }
        let human = Player::Human.bot(GameId::Nava, &EngineOptions::default());
        assert_eq!(human.err(), Some(PlayerError::Human));
    }
}
