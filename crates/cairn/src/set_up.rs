//! Which game, from which position: the arguments that most commands share.

use std::io::Read;

use cairn_games::{AnyPosition, GameId, TextError, sides_help};
use cairn_legacy::{Form, Reading};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::diagnostic::Failure;

/// How much is read from standard input or a file before giving up.
const MOST_INPUT: u64 = 4 << 20;

/// The game and where it begins.
#[derive(Args, Debug)]
pub struct SetUp {
    /// The game; `cairn games` lists them
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    #[command(flatten)]
    pub from: From,
}

/// Where a game begins.
#[derive(Args, Debug)]
pub struct From {
    /// A position in the notation, or a Prolog term of an original program; `-` reads it
    /// from standard input
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who is to move, where the position does not say: `w`, `white`, `first` ...
    #[arg(long, value_name = "SIDE", requires = "position")]
    pub to_move: Option<String>,

    /// The number of a shuffled set-up (greener)
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub seed: Option<u64>,

    /// The size of the board (greener: 6x6, 6x9 or 9x9, columns by rows)
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
}

/// The names of all rule sets, for help, completions and suggestions.
pub fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(GameId::rule_sets().map(GameId::name))
}

impl SetUp {
    /// The position to begin at, which must be a possible one.
    pub fn position(&self) -> Result<AnyPosition, Failure> {
        Self::resolve(&self.game, &self.from)
    }

    /// The position at which this game begins, which must be a possible one.
    pub fn resolve(game: &str, from: &From) -> Result<AnyPosition, Failure> {
        let boards = Self::boards_of(game, from)?;
        if from.position.is_none() {
            return Self::start(boards[0], from);
        }
        let reading = from.read(&boards)?;
        let impossible = |why| Failure::Input(format!("this position is impossible: {why}"));
        reading.position().map_err(impossible)
    }

    /// The boards on which a game can be meant: one if its size is given, otherwise all,
    /// the standard one first.
    pub fn boards_of(game: &str, from: &From) -> Result<Vec<GameId>, Failure> {
        let boards = GameId::boards(game).map_err(|error| Failure::Usage(error.to_string()))?;
        let Some(size) = &from.size else {
            return Ok(boards);
        };
        let wanted = size.trim().to_ascii_lowercase().replace('×', "x");
        let size_of = |board: &GameId| board.info().board.size();
        let fitting: Vec<_> =
            boards.iter().copied().filter(|board| size_of(board) == wanted).collect();
        if fitting.is_empty() {
            let sizes: Vec<_> = boards.iter().map(size_of).collect();
            let sizes = sizes.join(", ");
            return Err(Failure::Usage(format!(
                "{game} has no board of size {size}, only {sizes}"
            )));
        }
        Ok(fitting)
    }

    /// The set-up of a game when no position is given.
    pub fn start(board: GameId, from: &From) -> Result<AnyPosition, Failure> {
        match from.seed {
            None => Ok(board.start()),
            Some(seed) => board.shuffled(seed).ok_or_else(|| {
                Failure::Usage(format!("{board} cannot be shuffled, so --seed has no use"))
            }),
        }
    }
}

impl From {
    /// Reads the position as the game that is named, or as any; without a position, it is
    /// the start of that game. `otherwise` says what else would do where both are missing.
    pub fn read_as(&self, game: Option<&str>, otherwise: &str) -> Result<Reading, Failure> {
        let boards = match game {
            Some(game) => Some(SetUp::boards_of(game, self)?),
            None if self.size.is_some() || self.seed.is_some() => {
                return Err(Failure::Usage("--size and --seed need the name of a game".to_owned()));
            }
            None => None,
        };
        if self.position.is_some() {
            return self.read(boards.as_deref().unwrap_or(GameId::ALL));
        }
        let Some(boards) = boards else {
            return Err(Failure::Usage(format!("say which GAME, or give {otherwise}")));
        };
        let position = SetUp::start(boards[0], self)?;
        Ok(Reading { game: position.game(), diagram: position.to_diagram(), form: Form::Notation })
    }

    /// Reads `--position` as one of these games, possible or not.
    pub fn read(&self, games: &[GameId]) -> Result<Reading, Failure> {
        let given = self.position.as_deref().unwrap_or_default();
        let text = if given == "-" { read_standard_input()? } else { given.to_owned() };
        let wrong = |error: TextError| Failure::at("cannot read the position", &text, &error);
        let reading = Reading::read(games, &text).map_err(wrong)?;
        let info = reading.game.info();
        let to_move = match &self.to_move {
            None => None,
            Some(word) => Some(info.side_by_word(word).ok_or_else(|| {
                let help = sides_help(info);
                Failure::Usage(format!("--to-move: `{word}` is no side; use {help}"))
            })?),
        };
        reading.with_side(&text, to_move).map_err(wrong)
    }
}

/// Everything on standard input, as long as it is text of a bearable size.
pub fn read_standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MOST_INPUT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_INPUT {
        return Err(Failure::Input(format!(
            "standard input is longer than {} MiB",
            MOST_INPUT >> 20
        )));
    }
    String::from_utf8(bytes)
        .map_err(|error| Failure::Input(format!("standard input is not UTF-8 text: {error}")))
}
