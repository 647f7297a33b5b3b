//! Positions without a game: reading, moves, applying, converting.

use cairn_app::{PositionSpec, PositionSpecError, history_texts};
use cairn_games::{AnyPosition, GameId, History, Side, sides_help};
use cairn_legacy::Reading;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::schema::{OutcomeWord, RuleSetName, SideWord};
use crate::engine::Opponents;
use crate::problem::Problem;

/// The longest text of a position that is read; the longest real ones are Prolog terms.
const LONGEST_POSITION: usize = 16 << 10;
/// The most moves that are applied at once.
const MOST_MOVES: usize = 2_000;

/// A position named by a request.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Rule set.
    #[param(value_type = RuleSetName)]
    pub game: String,
    /// Position in notation or as a Prolog term; the start of the game if left out.
    pub position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub size: Option<String>,
    /// Number of a shuffled set-up.
    pub seed: Option<u64>,
}

impl PositionRequest {
    /// Reads the position.
    ///
    /// # Errors
    /// If there is no such game, or the text is no position that can be played.
    pub fn read(&self) -> Result<AnyPosition, Problem> {
        if self.game.trim().is_empty() {
            return Err(PositionSpecError::NoGame.into());
        }
        let spec = PositionSpec {
            game: Some(self.game.clone()),
            position: self.position.clone(),
            to_move: None,
            size: self.size.clone(),
            seed: self.seed,
        };
        Ok(read_spec(&spec)?.position()?)
    }
}

/// The text of an option that is given and not empty.
pub(super) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// Reads a position, whether or not a game can reach it.
pub(super) fn read_spec(spec: &PositionSpec) -> Result<Reading, Problem> {
    if spec.position.as_ref().is_some_and(|text| text.len() > LONGEST_POSITION) {
        return Err(Problem::bad("position_too_long", "This is too long to be a position."));
    }
    Ok(spec.reading()?)
}

/// The side that a word means.
///
/// # Errors
/// If it means none.
pub fn read_side(game: GameId, word: &str) -> Result<Side, Problem> {
    let info = game.info();
    info.side_by_word(word).ok_or_else(|| {
        let (word, known) = (word.to_owned(), sides_help(info));
        PositionSpecError::UnknownSide { word, known }.into()
    })
}

/// A position in a URL: in its path, spaces are underscores.
#[derive(Clone, Debug)]
pub struct PositionText(pub String);

impl PositionText {
    /// Returns the form of a position in a path.
    #[must_use]
    pub fn to_path(position: &str) -> String {
        position.replace(' ', "_")
    }

    /// Reads a position from a path.
    #[must_use]
    pub fn from_path(path: &str) -> Self {
        Self(path.replace('_', " "))
    }
}

/// A rule set.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleSet {
    /// Name used in requests.
    #[schema(value_type = RuleSetName)]
    pub game: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// The game in a sentence or two.
    pub summary: &'static str,
    /// Designer of the game.
    pub designer: &'static str,
    /// Name of the first player's side.
    pub first: &'static str,
    /// Name of the second player's side.
    pub second: &'static str,
    /// Sizes of the boards.
    pub sizes: Vec<String>,
    /// Whether the game has numbered, shuffled set-ups.
    pub shuffles: bool,
    /// Start of the game.
    pub start: String,
    /// Computer opponents.
    pub players: Vec<ComputerOpponent>,
}

/// A computer opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ComputerOpponent {
    /// Value of `level` in a request.
    pub level: String,
    /// Name for people.
    pub name: String,
}

/// All rule sets.
#[must_use]
pub fn rule_sets(opponents: &dyn Opponents) -> Vec<RuleSet> {
    let shape = |game: GameId| {
        let info = game.info();
        let boards = GameId::boards(info.name).unwrap_or_default();
        let players = opponents.list(game).into_iter();
        RuleSet {
            game: info.name,
            title: info.title,
            summary: info.summary,
            designer: info.designer,
            first: info.sides[0].name,
            second: info.sides[1].name,
            sizes: boards.iter().map(|board| board.info().board.size()).collect(),
            shuffles: game.shuffled(0).is_some(),
            start: game.start().to_text(),
            players: players.map(|(level, name)| ComputerOpponent { level, name }).collect(),
        }
    };
    GameId::rule_sets().map(shape).collect()
}

/// A position, ready to be shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: &'static str,
    /// Size of the board.
    pub size: String,
    /// The position.
    pub position: String,
    /// Side to move.
    #[schema(value_type = SideWord)]
    pub to_move: &'static str,
    /// Result, if the game is over.
    #[schema(value_type = Option<OutcomeWord>)]
    pub outcome: Option<&'static str>,
    /// Reason why the game is over.
    pub reason: Option<String>,
    /// The cells of the board.
    pub cells: Vec<CellView>,
    /// Pieces beside the board.
    pub hands: Option<Counts>,
    /// Points that decide the game.
    pub points: Option<Counts>,
}

/// A cell of the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellView {
    /// Name of the cell.
    pub cell: String,
    /// Letters of the pieces, from the bottom to the top.
    pub pieces: String,
    /// Owner of the stack.
    #[schema(value_type = Option<SideWord>)]
    pub owner: Option<&'static str>,
}

/// A count for each side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Counts {
    /// Name of what is counted.
    pub name: &'static str,
    /// Count of the first player.
    pub first: u32,
    /// Count of the second player.
    pub second: u32,
}

impl From<(&'static str, [u32; 2])> for Counts {
    fn from((name, [first, second]): (&'static str, [u32; 2])) -> Self {
        Self { name, first, second }
    }
}

/// Returns the last position of a game as it is shown.
#[must_use]
pub fn position_view(history: &History) -> PositionView {
    let position = history.position();
    let view = position.view();
    let ending = history.ending();
    let cells = view.cells.iter().map(|cell| CellView {
        cell: cell.name.clone(),
        pieces: cell.stack.iter().map(|piece| piece.letter).collect(),
        owner: cell.owner().map(Side::word),
    });
    PositionView {
        version: 1,
        game: position.info().name,
        size: position.info().board.size(),
        position: position.to_text(),
        to_move: position.to_move().word(),
        outcome: ending.as_ref().map(|ending| ending.outcome.word()),
        reason: ending.map(|ending| ending.reason),
        cells: cells.collect(),
        hands: view.hands.map(Into::into),
        points: view.points.map(Into::into),
    }
}

/// Moves to make from a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: String,
    /// First position; the start of the game if left out.
    pub position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub size: Option<String>,
    /// Number of a shuffled set-up.
    pub seed: Option<u64>,
    /// The moves, at most 2,000.
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

impl ApplyRequest {
    /// The game that the moves make.
    ///
    /// # Errors
    /// If the position or one of the moves is wrong; the message then says which.
    pub fn history(&self) -> Result<History, Problem> {
        let (game, position) = (self.game.clone(), self.position.clone());
        let wanted = PositionRequest { game, position, size: self.size.clone(), seed: self.seed };
        play_moves(wanted.read()?, &self.moves)
    }
}

/// The game that moves make from a position.
pub(super) fn play_moves(start: AnyPosition, moves: &[String]) -> Result<History, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::bad("too_many_moves", format!("At most {MOST_MOVES} moves.")));
    }
    let mut history = History::new(start);
    cairn_app::play_moves(&mut history, moves)?;
    Ok(history)
}

/// Moves made from a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Applied {
    /// Last position.
    #[serde(flatten)]
    pub last: PositionView,
    /// The moves in canonical notation.
    pub moves: Vec<String>,
    /// Position after each move.
    pub positions: Vec<String>,
}

/// Makes moves.
///
/// # Errors
/// If the position or one of the moves is wrong.
pub fn apply(request: &ApplyRequest) -> Result<Applied, Problem> {
    let history = request.history()?;
    Ok(Applied {
        last: position_view(&history),
        moves: history_texts(&history),
        positions: history.positions()[1..].iter().map(AnyPosition::to_text).collect(),
    })
}
