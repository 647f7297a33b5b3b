//! Puzzles: choosing one, judging tries, and the solution.

use cairn_app::lessons::{LessonHint, Verdict};
use cairn_app::puzzles::{
    self, Puzzle, PuzzleDifficulty, PuzzleFilter, PuzzleTheme, UnknownPuzzle,
};
use cairn_app::schema::{RuleSetName, SideWord};
use cairn_app::{dates, history_texts, line_texts, word_schemas};
use cairn_engine::solver::Aim;
use cairn_games::{AnyPosition, GameId, History};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::positions::play_moves;
use crate::problem::{Problem, sentence};

word_schemas! {
    /// Theme of a puzzle.
    ThemeWord: PuzzleTheme::ALL.map(PuzzleTheme::name);
    /// Difficulty of a puzzle.
    DifficultyWord: PuzzleDifficulty::ALL.map(PuzzleDifficulty::name);
    /// Aim of the side to move in a puzzle.
    AimWord: ["win", "save"];
    /// Verdict on a try.
    TryWord: ["solved", "continue", "wrong"];
}

impl From<UnknownPuzzle> for Problem {
    fn from(error: UnknownPuzzle) -> Self {
        match error {
            UnknownPuzzle::Id(_) => Self::not_found("puzzle"),
            UnknownPuzzle::Filter => Self::not_found("puzzle of this kind that is left"),
            UnknownPuzzle::File(error) => Self::internal(&error),
        }
    }
}

/// Returns the puzzle with an id.
pub(crate) fn puzzle(id: &str) -> Result<&'static Puzzle, Problem> {
    Ok(puzzles::find(id)?)
}

/// A puzzle, without its solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    /// Version of this JSON format.
    version: u32,
    /// Id.
    pub(crate) id: String,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    game: &'static str,
    /// Position in which the solver is to move.
    position: String,
    /// Side to move.
    #[schema(value_type = SideWord)]
    to_move: &'static str,
    /// `win`, or `save` if one move does not lose.
    #[schema(value_type = AimWord)]
    aim: &'static str,
    /// Number of turns within which the puzzle is won, or every other move loses.
    turns: u32,
    /// Task in one sentence.
    task: String,
    /// Difficulty as a rating.
    rating: u32,
    /// Difficulty in a word.
    #[schema(value_type = DifficultyWord)]
    difficulty: &'static str,
    /// Lowest level of the computer that finds the first move; null if none does.
    level: Option<u8>,
    /// Themes.
    #[schema(value_type = Vec<ThemeWord>)]
    themes: Vec<&'static str>,
}

impl PuzzleView {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        Self {
            version: 1,
            id: puzzle.id.clone(),
            game: puzzle.game().name(),
            position: puzzle.position.to_text(),
            to_move: ["first", "second"][puzzle.position.to_move().index()],
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

    /// Returns the puzzle of today.
    pub(crate) fn daily() -> Result<Self, Problem> {
        Ok(Self::new(puzzles::daily(dates::now())?))
    }
}

/// Kind of puzzle that is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleWish {
    /// Rule set; any if left out.
    #[param(value_type = Option<RuleSetName>)]
    game: Option<String>,
    /// Theme.
    #[param(value_type = Option<ThemeWord>)]
    theme: Option<String>,
    /// Difficulty.
    #[param(value_type = Option<DifficultyWord>)]
    difficulty: Option<String>,
    /// Rating of the solver: one of the puzzles nearest to it is chosen.
    near: Option<u32>,
    /// Random seed; the same seed gives the same puzzle.
    seed: Option<u64>,
    /// Ids of puzzles that are not wanted again, with commas between them.
    not: Option<String>,
}

impl PuzzleWish {
    /// Chooses a puzzle.
    pub(crate) fn choose(&self) -> Result<PuzzleView, Problem> {
        let game = self.game.as_deref().map(GameId::named).transpose();
        let game = game.map_err(|error| bad_word("unknown_game", &error))?;
        let filter = puzzle_filter(game, self.theme.as_deref(), self.difficulty.as_deref())?;
        let filter = PuzzleFilter { near: self.near, ..filter };
        let unwanted: Vec<_> = self.not.iter().flat_map(|ids| ids.split(',')).collect();
        let seed = self.seed.unwrap_or_else(rand_seed);
        let is_unwanted = |puzzle: &Puzzle| unwanted.contains(&puzzle.id.as_str());
        Ok(PuzzleView::new(filter.pick(seed, is_unwanted)?))
    }
}

fn bad_word(code: &'static str, error: &dyn std::fmt::Display) -> Problem {
    Problem::bad(code, sentence(&error.to_string()))
}

/// Reads the words for a kind of puzzle.
pub(crate) fn puzzle_filter(
    game: Option<GameId>,
    theme: Option<&str>,
    difficulty: Option<&str>,
) -> Result<PuzzleFilter, Problem> {
    let theme = theme.map(str::parse::<PuzzleTheme>).transpose();
    let difficulty = difficulty.map(str::parse::<PuzzleDifficulty>).transpose();
    Ok(PuzzleFilter {
        game,
        theme: theme.map_err(|error| bad_word("unknown_theme", &error))?,
        difficulty: difficulty.map_err(|error| bad_word("unknown_difficulty", &error))?,
        near: None,
    })
}

/// Returns a seed that is another one every time.
pub(crate) fn rand_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

/// Moves tried in a puzzle.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleTry {
    /// Moves from the position of the puzzle, those of the solver and of the opponent in turn.
    pub(crate) moves: Vec<String>,
}

/// Verdict on the last move of a try.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleVerdict {
    /// Version of this JSON format.
    version: u32,
    /// `solved`; `continue` if the move is right and the opponent has answered it; or `wrong`.
    #[schema(value_type = TryWord)]
    pub(crate) verdict: &'static str,
    /// Remark or reason, in one or two sentences.
    pub(crate) text: String,
    /// Answer of the opponent to a right move.
    reply: Option<String>,
    /// Moves that refute a wrong move, beginning with one of the opponent.
    pub(crate) line: Vec<String>,
    /// The moves in canonical notation, with the reply or the line.
    pub(crate) moves: Vec<String>,
    /// Position after each move.
    positions: Vec<String>,
    /// The history with the reply or the line, for pages.
    #[serde(skip)]
    pub(crate) history: History,
}

impl PuzzleTry {
    /// Judges the last of the moves.
    pub(crate) fn judge(&self, puzzle: &Puzzle) -> Result<PuzzleVerdict, Problem> {
        let Some((last, before)) = self.moves.split_last() else {
            return Err(Problem::bad("no_move", "There is no move to judge."));
        };
        let mut history = play_moves(puzzle.position, before)?;
        if !history.moves().len().is_multiple_of(2) {
            let message = "The last move must be one of the side that solves the puzzle.";
            return Err(Problem::bad("wrong_side", message));
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
            positions: history.positions()[1..].iter().map(AnyPosition::to_text).collect(),
            history,
        })
    }

    /// Returns a right move after these moves.
    pub(crate) fn hint(&self, puzzle: &Puzzle) -> Result<LessonHint, Problem> {
        let history = play_moves(puzzle.position, &self.moves)?;
        let position = history.position();
        let is_solver = position.to_move() == puzzle.position.to_move();
        let mv = puzzle.lesson().hint(&history).filter(|_| is_solver);
        let Some(mv) = mv else {
            let problem = Problem::conflict("no_hint", "From here no move solves the puzzle.");
            return Err(problem.hint("Begin the puzzle again."));
        };
        let (made, words) = (position.write_move(mv)?, position.move_in_words(mv)?);
        Ok(LessonHint { version: 1, made, words })
    }
}

/// Returns the main line of a puzzle.
pub(crate) fn puzzle_solution(puzzle: &Puzzle) -> Result<History, Problem> {
    let mut history = History::new(puzzle.position);
    for mv in &puzzle.solution {
        history.play(*mv)?;
    }
    Ok(history)
}

/// Solution of a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleSolution {
    /// Version of this JSON format.
    version: u32,
    /// Moves of the main line: those of the solver, with the best defence in between.
    moves: Vec<String>,
    /// Position after each move.
    positions: Vec<String>,
}

impl PuzzleSolution {
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Self, Problem> {
        let history = puzzle_solution(puzzle)?;
        let positions = history.positions()[1..].iter().map(AnyPosition::to_text).collect();
        Ok(Self { version: 1, moves: history_texts(&history), positions })
    }
}
