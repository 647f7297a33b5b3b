//! Arguments that name a game and a start position.

use cairn_app::{PositionSpec, PositionSpecError, files};
use cairn_games::{AnyPosition, GameId};
use cairn_legacy::Reading;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueHint};

use crate::completion;
use crate::failure::Failure;

/// Largest position that is read from standard input.
const MAX_POSITION: u64 = 4 << 20;

/// A game and its start position.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// Game; `cairn games` lists them
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    #[command(flatten)]
    pub start: StartArguments,
}

/// A start position.
#[derive(Args, Debug)]
pub struct StartArguments {
    /// Position in the notation, or a Prolog term of an original program; `-` reads
    /// standard input
    #[arg(long, value_name = "P", allow_hyphen_values = true, value_hint = ValueHint::Other)]
    pub position: Option<String>,

    /// Side to move, if the position does not give it: `w`, `white`, `first` ...
    #[arg(long, value_name = "SIDE", requires = "position", add = completion::sides())]
    pub to_move: Option<String>,

    /// Random seed for the set-up, in games with shuffled set-ups
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub seed: Option<u64>,

    #[arg(long, value_name = "SIZE", add = completion::sizes(), help = size_help())]
    pub size: Option<String>,
}

/// A game and a board on which it is played.
#[derive(Args, Debug)]
pub struct BoardArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    #[arg(long, value_name = "SIZE", add = completion::sizes(), help = size_help())]
    pub size: Option<String>,
}

impl BoardArguments {
    /// Returns the game on the board of the given size, or on its standard board.
    pub fn board(&self) -> Result<GameId, Failure> {
        let spec = PositionSpec { size: self.size.clone(), ..PositionSpec::of(&self.game) };
        Ok(spec.boards()?[0])
    }
}

/// Describes `--size`, with the sizes of the games that have several.
fn size_help() -> String {
    let sizes = list_by_game(GameId::rule_sets(), |game| {
        let boards = GameId::boards(game.name()).unwrap_or_default();
        let sizes: Vec<_> = boards.iter().map(|board| board.info().board.size()).collect();
        if sizes.len() > 1 { sizes } else { Vec::new() }
    });
    format!("Board size, columns by rows ({sizes})")
}

/// Lists what each game has for a help text, such as `nava: 000, 001; greener: 003`.
pub fn list_by_game(
    games: impl Iterator<Item = GameId>,
    items: impl Fn(GameId) -> Vec<String>,
) -> String {
    let items = games.map(|game| (game, items(game))).filter(|(_, items)| !items.is_empty());
    let parts: Vec<_> =
        items.map(|(game, items)| format!("{game}: {}", items.join(", "))).collect();
    parts.join("; ")
}

/// Accepts the names of all rule sets, and shows them in help and completions.
pub fn game_names() -> PossibleValuesParser {
    let value = |game: GameId| {
        PossibleValue::new(game.name()).aliases(game.info().former_names.iter().copied())
    };
    PossibleValuesParser::new(GameId::rule_sets().map(value))
}

impl PositionArguments {
    /// Returns the start position.
    pub fn position(&self) -> Result<AnyPosition, Failure> {
        self.start.position(&self.game)
    }
}

impl StartArguments {
    /// Returns the start position of a game. A game must be able to reach it.
    pub fn position(&self, game: &str) -> Result<AnyPosition, Failure> {
        let reading = self.reading(Some(game), "")?;
        reading.position().map_err(|why| PositionSpecError::from(why).into())
    }

    /// Reads the position as one of the given game, or of any game. `otherwise` names the
    /// options that can replace the game.
    pub fn reading(&self, game: Option<&str>, otherwise: &str) -> Result<Reading, Failure> {
        let position = match self.position.as_deref() {
            Some("-") => Some(read_standard_input()?),
            given => given.map(str::to_owned),
        };
        let spec = PositionSpec {
            game: game.map(str::to_owned),
            position,
            to_move: self.to_move.clone(),
            size: self.size.clone(),
            seed: self.seed,
        };
        if let Some(text) = spec.position.as_deref().filter(|text| text.trim().is_empty()) {
            // The library takes a blank text for none; here somebody has typed it.
            let read = Reading::read(&spec.boards()?, text);
            return read.map_err(|error| Failure::at("cannot read the position", text, &error));
        }
        spec.reading().map_err(|error| match error {
            PositionSpecError::Text(error) => {
                let text = spec.position.as_deref().unwrap_or_default().trim();
                Failure::at("cannot read the position", text, &error)
            }
            PositionSpecError::NoGame if self.size.is_some() || self.seed.is_some() => {
                Failure::Usage("--size and --seed need the name of a game".to_owned())
            }
            PositionSpecError::NoGame => Failure::Usage(format!("give a GAME or {otherwise}")),
            other => other.into(),
        })
    }
}

impl From<PositionSpecError> for Failure {
    fn from(error: PositionSpecError) -> Self {
        match &error {
            PositionSpecError::Impossible(_) | PositionSpecError::Text(_) => {
                Self::Input(error.to_string())
            }
            PositionSpecError::NoShuffle(game) => {
                Self::Usage(format!("--seed has no effect: {game} has one set-up"))
            }
            PositionSpecError::UnknownSize { known, .. } => {
                Self::Usage(format!("{error}; it has {known}"))
            }
            PositionSpecError::UnknownSide { known, .. } => {
                Self::Usage(format!("--to-move: {error}; use {known}"))
            }
            PositionSpecError::UnknownGame { known, .. } => {
                Self::Usage(format!("{error}; the games are {known}"))
            }
            PositionSpecError::NoGame | PositionSpecError::SeedAndPosition => {
                Self::Usage(error.to_string())
            }
        }
    }
}

fn read_standard_input() -> Result<String, Failure> {
    files::read_up_to(std::io::stdin().lock(), MAX_POSITION)
        .map_err(|error| Failure::Input(format!("cannot read standard input: {error}")))
}
