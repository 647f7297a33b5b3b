//! Requests of pages and programs about puzzles, and the JSON documents that answer them.

use cairn_engine::solver::Aim;
use cairn_games::{AnyPosition, GameId, History, Illegal, MoveError, UnknownGame};
use serde::{Deserialize, Serialize};

use super::{
    Puzzle, PuzzleDifficulty, PuzzleFilter, PuzzleTheme, UnknownDifficulty, UnknownPuzzle,
    UnknownTheme,
};
use crate::lessons::{LessonHint, Verdict};
use crate::{MoveListError, history_texts, line_texts, play_moves};

/// Maximum number of moves in a try.
const MAX_MOVES: usize = 2_000;

/// Reason why a request about a puzzle cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// There is no such puzzle.
    #[error(transparent)]
    Puzzle(#[from] UnknownPuzzle),
    /// There is no such rule set.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Unknown theme.
    #[error(transparent)]
    Theme(#[from] UnknownTheme),
    /// There is no such difficulty.
    #[error(transparent)]
    Difficulty(#[from] UnknownDifficulty),
    /// There are too many moves.
    #[error("at most {MAX_MOVES} moves are allowed")]
    TooManyMoves,
    /// There is no move to judge.
    #[error("there is no move to judge")]
    NoMove,
    /// The last move is one of the opponent.
    #[error("the last move must be one of the solver's")]
    WrongSide,
    /// No move solves the puzzle.
    #[error("no move solves the puzzle from here; restart it")]
    NoHint,
    /// One of several moves is wrong.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl From<Illegal> for PuzzleError {
    fn from(why: Illegal) -> Self {
        Self::Move(why.into())
    }
}

/// A puzzle, without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleView {
    /// Version of this JSON format.
    pub version: u32,
    /// Id.
    pub id: String,
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::RuleSetName))]
    pub game: &'static str,
    /// Position in which the solver is to move.
    pub position: String,
    /// Side to move.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::SideWord))]
    pub to_move: &'static str,
    /// `win`, or `save` if one move does not lose.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::AimWord))]
    pub aim: &'static str,
    /// Number of turns within which the puzzle is won, or every other move loses.
    pub turns: u32,
    /// Task in one sentence.
    pub task: String,
    /// Difficulty as a rating.
    pub rating: u32,
    /// Difficulty in a word.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::DifficultyWord))]
    pub difficulty: &'static str,
    /// Lowest level of the computer that finds the first move; null if none does.
    pub level: Option<u8>,
    /// Themes.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::schema::ThemeWord>))]
    pub themes: Vec<&'static str>,
}

impl PuzzleView {
    /// Describes a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            version: 1,
            id: puzzle.id.clone(),
            game: puzzle.game().name(),
            position: puzzle.position.to_text(),
            to_move: puzzle.position.to_move().word(),
            aim: match puzzle.aim {
                Aim::Win => "win",
                Aim::Save => "save",
            },
            turns: puzzle.turns,
            task: puzzle.task(),
            rating: puzzle.rating,
            difficulty: PuzzleDifficulty::of(puzzle.rating).name(),
            level: puzzle.level.map(|level| level.number()),
            themes: puzzle.themes.iter().map(|theme| theme.name()).collect(),
        }
    }
}

/// Kind of puzzle that is wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// Rule set; any if left out.
    #[cfg_attr(feature = "openapi", param(value_type = Option<crate::schema::RuleSetName>))]
    pub game: Option<String>,
    /// Theme.
    #[cfg_attr(feature = "openapi", param(value_type = Option<crate::schema::ThemeWord>))]
    pub theme: Option<String>,
    /// Difficulty.
    #[cfg_attr(feature = "openapi", param(value_type = Option<crate::schema::DifficultyWord>))]
    pub difficulty: Option<String>,
    /// Rating of the solver: one of the puzzles nearest to it is chosen.
    pub near: Option<u32>,
    /// Random seed; the same seed gives the same puzzle.
    pub seed: Option<u64>,
    /// Ids of puzzles to leave out, separated by commas.
    pub not: Option<String>,
}

impl PuzzleRequest {
    /// Chooses a puzzle, by this random number if the request has none.
    ///
    /// # Errors
    /// If a word is unknown, or no such puzzle is left.
    pub fn choose(&self, chance: u64) -> Result<PuzzleView, PuzzleError> {
        let game = self.game.as_deref().map(GameId::named).transpose()?;
        let filter = PuzzleFilter::named(game, self.theme.as_deref(), self.difficulty.as_deref())?;
        let filter = PuzzleFilter { near: self.near, ..filter };
        let unwanted: Vec<_> = self.not.iter().flat_map(|ids| ids.split(',')).collect();
        let is_unwanted = |puzzle: &Puzzle| unwanted.contains(&puzzle.id.as_str());
        Ok(PuzzleView::new(filter.pick(self.seed.unwrap_or(chance), is_unwanted)?))
    }
}

impl PuzzleFilter {
    /// Reads the words for a kind of puzzle.
    ///
    /// # Errors
    /// If a word is unknown.
    pub fn named(
        game: Option<GameId>,
        theme: Option<&str>,
        difficulty: Option<&str>,
    ) -> Result<Self, PuzzleError> {
        Ok(Self {
            game,
            theme: theme.map(str::parse::<PuzzleTheme>).transpose()?,
            difficulty: difficulty.map(str::parse::<PuzzleDifficulty>).transpose()?,
            near: None,
        })
    }
}

/// Moves tried in a puzzle.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    /// Moves from the puzzle's position, by the solver and the opponent in turn.
    pub moves: Vec<String>,
}

/// Verdict on the last move of a try.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleVerdict {
    /// Version of this JSON format.
    pub version: u32,
    /// `solved`; `continue` if the move is right and the opponent has answered it; or `wrong`.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::TryWord))]
    pub verdict: &'static str,
    /// Remark or reason, in one or two sentences.
    pub text: String,
    /// The opponent's reply to a right move.
    pub reply: Option<String>,
    /// Moves that refute a wrong move, beginning with the opponent's reply.
    pub line: Vec<String>,
    /// The moves in canonical notation, with the reply or the line.
    pub moves: Vec<String>,
    /// Position after each move.
    pub positions: Vec<String>,
    /// The history with the reply or the line, for pages.
    #[serde(skip)]
    pub history: History,
}

impl PuzzleTry {
    fn after(puzzle: &Puzzle, moves: &[String]) -> Result<History, PuzzleError> {
        if moves.len() > MAX_MOVES {
            return Err(PuzzleError::TooManyMoves);
        }
        let mut history = History::new(puzzle.position);
        play_moves(&mut history, moves)?;
        Ok(history)
    }

    /// Judges the last of the moves.
    ///
    /// # Errors
    /// If a move is missing or wrong.
    pub fn judge(&self, puzzle: &Puzzle) -> Result<PuzzleVerdict, PuzzleError> {
        let (last, before) = self.moves.split_last().ok_or(PuzzleError::NoMove)?;
        let mut history = Self::after(puzzle, before)?;
        if !history.moves().len().is_multiple_of(2) {
            return Err(PuzzleError::WrongSide);
        }
        let mv = history.position().read_move(last)?;
        let (verdict, text, line) = match puzzle.lesson().judge(&history, mv)? {
            Verdict::Solved { remark } => ("solved", remark, Vec::new()),
            Verdict::GoOn { answer, remark } => ("continue", remark, vec![answer]),
            Verdict::Wrong { reason, line } => ("wrong", reason, line),
        };
        history.play(mv)?;
        let texts = line_texts(history.position(), &line);
        for mv in line {
            history.play(mv)?;
        }
        let is_right = verdict == "continue";
        Ok(PuzzleVerdict {
            version: 1,
            verdict,
            text,
            reply: texts.first().filter(|_| is_right).cloned(),
            line: if is_right { Vec::new() } else { texts },
            moves: history_texts(&history),
            positions: positions(&history),
            history,
        })
    }

    /// Returns a right move after these moves.
    ///
    /// # Errors
    /// If a move is wrong, or no move solves the puzzle any more.
    pub fn hint(&self, puzzle: &Puzzle) -> Result<LessonHint, PuzzleError> {
        let history = Self::after(puzzle, &self.moves)?;
        let position = history.position();
        let is_solver = position.to_move() == puzzle.position.to_move();
        let mv = puzzle.lesson().hint(&history).filter(|_| is_solver);
        let mv = mv.ok_or(PuzzleError::NoHint)?;
        let (made, words) = (position.write_move(mv)?, position.move_in_words(mv)?);
        Ok(LessonHint { version: 1, made, words })
    }
}

/// Returns the position after each move.
fn positions(history: &History) -> Vec<String> {
    history.positions()[1..].iter().map(AnyPosition::to_text).collect()
}

/// Solution of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleSolution {
    /// Version of this JSON format.
    pub version: u32,
    /// Moves of the main line: the solver's moves and the best defence.
    pub moves: Vec<String>,
    /// Position after each move.
    pub positions: Vec<String>,
    /// The main line, for pages.
    #[serde(skip)]
    pub history: History,
}

impl PuzzleSolution {
    /// Plays the main line of a puzzle.
    ///
    /// # Errors
    /// If a move of it is illegal.
    pub fn new(puzzle: &Puzzle) -> Result<Self, PuzzleError> {
        let mut history = History::new(puzzle.position);
        for mv in &puzzle.solution {
            history.play(*mv)?;
        }
        let (moves, positions) = (history_texts(&history), positions(&history));
        Ok(Self { version: 1, moves, positions, history })
    }
}
