//! Positions without a game: reading, moves, applying, converting.

use cairn_games::{AnyPosition, GameId, History, Outcome, Side, sides_help};
use cairn_legacy::Reading;
use serde::{Deserialize, Serialize};

use crate::engine::Brains;
use crate::live::Word;
use crate::problem::Problem;

/// The longest text of a position that is read; the longest real ones are Prolog terms.
const LONGEST_POSITION: usize = 16 << 10;
/// The most moves that are applied at once.
const MOST_MOVES: usize = 2_000;

/// `first` or `second`.
pub(super) const fn side_word(side: Side) -> Word {
    Outcome::Win(side).word()
}

/// A position that somebody asks for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The rule set.
    pub game: String,
    /// The position, in the notation or as a Prolog term; the start if left out.
    pub position: Option<String>,
    /// The size of the board.
    pub size: Option<String>,
    /// The number of a shuffled set-up.
    pub seed: Option<u64>,
}

impl Wanted {
    /// The position.
    ///
    /// # Errors
    /// If there is no such game, or the text is no position that can be played.
    pub fn read(&self) -> Result<AnyPosition, Problem> {
        let boards = boards(&self.game, self.size.as_deref())?;
        match (filled(self.position.as_ref()), self.seed) {
            (Some(_), Some(_)) => {
                Err(Problem::bad("seed_and_position", "Give a seed or a position, not both."))
            }
            (Some(text), None) => {
                let reading = read_text(&boards, text, None)?;
                reading.position().map_err(|why| impossible(&why))
            }
            (None, Some(seed)) => boards[0].shuffled(seed).ok_or_else(|| {
                Problem::bad("no_shuffle", format!("{} cannot be shuffled.", boards[0]))
            }),
            (None, None) => Ok(boards[0].start()),
        }
    }
}

/// The text of an option that is given and not empty.
pub(super) fn filled(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

pub(super) fn impossible(why: &cairn_games::Impossible) -> Problem {
    Problem::illegal("impossible_position", format!("This position is impossible: {why}."))
}

/// The boards of a game, the one that is meant first.
pub(super) fn boards(game: &str, size: Option<&str>) -> Result<Vec<GameId>, Problem> {
    let boards = GameId::boards(game).map_err(|error| {
        Problem::bad("unknown_game", format!("There is no game called `{}`.", error.name))
            .hint(format!("The games are {}.", error.known))
    })?;
    let Some(size) = size.map(str::trim).filter(|size| !size.is_empty()) else {
        return Ok(boards);
    };
    let wanted = size.to_ascii_lowercase().replace('×', "x");
    let size_of = |board: &GameId| board.info().board.size();
    let fitting: Vec<_> = boards.iter().copied().filter(|b| size_of(b) == wanted).collect();
    if fitting.is_empty() {
        let sizes: Vec<_> = boards.iter().map(size_of).collect();
        return Err(Problem::bad("unknown_size", format!("{game} has no board of this size."))
            .hint(format!("The sizes are {}.", sizes.join(", "))));
    }
    Ok(fitting)
}

/// Reads the text of a position, possible or not.
pub(super) fn read_text(
    games: &[GameId],
    text: &str,
    to_move: Option<&str>,
) -> Result<Reading, Problem> {
    if text.len() > LONGEST_POSITION {
        return Err(Problem::bad("position_too_long", "This is too long to be a position."));
    }
    let wrong = |error| Problem::text("unreadable_position", "position", &error);
    let reading = Reading::read(games, text).map_err(wrong)?;
    let side = match to_move {
        None => None,
        Some(word) => Some(read_side(reading.game, word)?),
    };
    reading.with_side(text, side).map_err(wrong)
}

/// The side that a word means.
///
/// # Errors
/// If it means none.
pub fn read_side(game: GameId, word: &str) -> Result<Side, Problem> {
    let info = game.info();
    info.side_by_word(word).ok_or_else(|| {
        Problem::bad("unknown_side", "There is no such side.")
            .hint(format!("Use `first`, `second`, or {}.", sides_help(info)))
    })
}

/// A position in a URL: in its path, spaces are underscores.
#[derive(Clone, Debug)]
pub struct PositionText(pub String);

impl PositionText {
    /// As it stands in a path.
    #[must_use]
    pub fn to_path(position: &str) -> String {
        position.replace(' ', "_")
    }

    /// From a path.
    #[must_use]
    pub fn from_path(path: &str) -> Self {
        Self(path.replace('_', " "))
    }
}

/// A rule set as it is told to programs.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct RuleSet {
    pub game: Word,
    pub title: Word,
    pub summary: Word,
    pub designer: Word,
    pub first: Word,
    pub second: Word,
    pub sizes: Vec<String>,
    pub shuffles: bool,
    pub start: String,
    pub players: Vec<PlayerShape>,
}

/// A computer player.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct PlayerShape {
    pub level: String,
    pub name: String,
}

/// All rule sets.
#[must_use]
pub fn rule_sets(brains: &dyn Brains) -> Vec<RuleSet> {
    let shape = |game: GameId| {
        let info = game.info();
        let boards = GameId::boards(info.name).unwrap_or_default();
        let players = brains.players(game).into_iter();
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
            players: players.map(|(level, name)| PlayerShape { level, name }).collect(),
        }
    };
    GameId::rule_sets().map(shape).collect()
}

/// A position as it is told to programs, ready to be shown.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct PositionShape {
    pub version: u32,
    pub game: Word,
    pub size: String,
    pub position: String,
    pub to_move: Word,
    pub outcome: Option<Word>,
    pub reason: Option<String>,
    pub cells: Vec<CellShape>,
    pub hands: Option<Counts>,
    pub points: Option<Counts>,
}

/// What stands on a cell, pieces from the bottom to the top.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct CellShape {
    pub cell: String,
    pub pieces: String,
    pub owner: Option<Word>,
}

/// Something that each side has so many of.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct Counts {
    pub name: Word,
    pub first: u32,
    pub second: u32,
}

impl From<(Word, [u32; 2])> for Counts {
    fn from((name, [first, second]): (Word, [u32; 2])) -> Self {
        Self { name, first, second }
    }
}

/// A position with everything that can be seen of it.
#[must_use]
pub fn position_shape(history: &History) -> PositionShape {
    let position = history.position();
    let view = position.view();
    let ending = history.ending();
    let cells = view.cells.iter().map(|cell| CellShape {
        cell: cell.name.clone(),
        pieces: cell.stack.iter().map(|piece| piece.letter).collect(),
        owner: cell.owner().map(side_word),
    });
    PositionShape {
        version: 1,
        game: position.info().name,
        size: position.info().board.size(),
        position: position.to_text(),
        to_move: side_word(position.to_move()),
        outcome: ending.as_ref().map(|ending| ending.outcome.word()),
        reason: ending.map(|ending| ending.reason),
        cells: cells.collect(),
        hands: view.hands.map(Into::into),
        points: view.points.map(Into::into),
    }
}

/// Moves to be made from a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApplyRequest {
    /// The rule set.
    pub game: String,
    /// Where to begin.
    pub position: Option<String>,
    /// The size of the board.
    pub size: Option<String>,
    /// The number of a shuffled set-up.
    pub seed: Option<u64>,
    /// The moves.
    pub moves: Vec<String>,
}

impl ApplyRequest {
    /// The game that the moves make.
    ///
    /// # Errors
    /// If the position or one of the moves is wrong; the message then says which.
    pub fn history(&self) -> Result<History, Problem> {
        let (game, position) = (self.game.clone(), self.position.clone());
        let wanted = Wanted { game, position, size: self.size.clone(), seed: self.seed };
        play_moves(wanted.read()?, &self.moves)
    }
}

/// The game that moves make from a position.
pub(super) fn play_moves(start: AnyPosition, moves: &[String]) -> Result<History, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::bad("too_many_moves", format!("At most {MOST_MOVES} moves.")));
    }
    let mut history = History::new(start);
    for (number, text) in (1..).zip(moves) {
        let made =
            cairn_legacy::read_move(history.position(), text).and_then(|mv| Ok(history.play(mv)?));
        made.map_err(|error| {
            let mut problem = Problem::of_move(&error);
            problem.message = format!("Move {number}: {}", problem.message);
            problem
        })?;
    }
    Ok(history)
}

/// Where moves lead.
#[derive(Clone, Debug, Serialize)]
pub struct Applied {
    /// The last position.
    #[serde(flatten)]
    pub last: PositionShape,
    /// The moves as they are written.
    pub moves: Vec<String>,
    /// The position after each move.
    pub positions: Vec<String>,
}

/// Makes moves.
///
/// # Errors
/// If the position or one of the moves is wrong.
pub fn apply(request: &ApplyRequest) -> Result<Applied, Problem> {
    let history = request.history()?;
    let texts = history.moves().iter().zip(history.positions());
    Ok(Applied {
        last: position_shape(&history),
        moves: texts.filter_map(|(mv, position)| position.write_move(*mv).ok()).collect(),
        positions: history.positions()[1..].iter().map(AnyPosition::to_text).collect(),
    })
}
