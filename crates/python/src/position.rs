//! Positions with the moves that led to them.

use cairn_app::json::{BoardJson, RuleSetJson};
use cairn_app::puzzles::symmetric_key;
use cairn_app::{PositionSpec, history_texts, play_moves, prolog_term};
use cairn_draw::svg::{self, Options, Theme};
use cairn_draw::text::{self, TextOptions};
use cairn_draw::{Marks, marks_of_move};
use cairn_games::record::Record;
use cairn_games::{AnyMove, GameId, History, MoveError, perft, with_position};
use pyo3::prelude::*;

use crate::convert::{
    IllegalMoveError, interruptible, json, position_error, require_at_most, value_error,
};

/// Longest sequences that are counted, as in `cairn perft`: far more than anybody can wait for.
const MOST_PERFT_DEPTH: usize = 99;

/// Lists the rule sets as JSON.
#[pyfunction]
pub(crate) fn rule_sets() -> PyResult<String> {
    json(&GameId::rule_sets().map(RuleSetJson::new).collect::<Vec<_>>())
}

/// A position, with the moves that led to it.
#[pyclass(module = "cairn._native", subclass, eq)]
#[derive(PartialEq)]
pub(crate) struct Position {
    pub(crate) history: History,
    seed: Option<u64>,
}

impl Position {
    fn read_move(&self, text: &str) -> PyResult<AnyMove> {
        let position = self.history.position();
        position.read_move(text).map_err(|error| match error {
            MoveError::Illegal(_) => IllegalMoveError::new_err(format!("`{text}`: {error}")),
            MoveError::Text(_) => value_error(format!("`{text}`: {error}")),
        })
    }

    fn play(&mut self, mv: AnyMove) -> PyResult<()> {
        self.history.play(mv).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game=None, position=None, *, moves=Vec::new(), size=None, seed=None, to_move=None))]
    fn new(
        game: Option<String>,
        position: Option<String>,
        moves: Vec<String>,
        size: Option<String>,
        seed: Option<u64>,
        to_move: Option<String>,
    ) -> PyResult<Self> {
        let spec = PositionSpec { game, position, to_move, size, seed };
        let start = spec.position().map_err(|error| position_error(&error))?;
        let mut history = History::new(start);
        play_moves(&mut history, &moves)
            .map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        Ok(Self { history, seed })
    }

    /// Name of the rule set.
    #[getter]
    fn game(&self) -> &'static str {
        self.history.position().game().name()
    }

    /// Size of the board, columns by rows.
    #[getter]
    fn size(&self) -> String {
        self.history.position().info().board.size()
    }

    /// Side to move, `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.history.position().to_move().word()
    }

    /// Name of the side to move, such as `White`.
    #[getter]
    fn turn_name(&self) -> &'static str {
        let position = self.history.position();
        position.info().side_name(position.to_move())
    }

    /// Number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.history.moves().len()
    }

    /// Moves played, in the notation.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        history_texts(&self.history)
    }

    /// Legal moves, in the notation.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        match self.history.ending() {
            Some(_) => Vec::new(),
            None => self.history.position().move_texts(),
        }
    }

    /// Key that positions have in common which differ by a symmetry of the game alone.
    #[getter]
    fn symmetric_key(&self) -> u64 {
        symmetric_key(self.history.position())
    }

    /// Zobrist key, equal for equal positions.
    #[getter]
    fn key(&self) -> u64 {
        self.history.position().key()
    }

    /// Returns the first position as one line of text.
    fn start_fen(&self) -> String {
        self.history.start().to_text()
    }

    /// Returns the position as one line of text.
    fn fen(&self) -> String {
        self.history.position().to_text()
    }

    /// Returns the position as a Prolog term of the original programs; `None` if its game has
    /// none.
    fn prolog(&self) -> Option<String> {
        prolog_term(self.history.position())
    }

    /// Returns whether a move is legal.
    fn is_legal(&self, r#move: &str) -> bool {
        self.history.ending().is_none() && self.history.position().read_move(r#move).is_ok()
    }

    /// Plays a move.
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        self.play(self.read_move(r#move)?)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let text = self.move_stack().pop();
        self.history.undo();
        text.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move has been played"))
    }

    /// Returns a move in words.
    fn words(&self, r#move: &str) -> PyResult<String> {
        let mv = self.read_move(r#move)?;
        self.history.position().move_in_words(mv).map_err(value_error)
    }

    /// Returns the actions of which a move consists.
    fn actions(&self, r#move: &str) -> PyResult<Vec<u16>> {
        let mv = self.read_move(r#move)?;
        let actions = self.history.position().actions(mv).map_err(value_error)?;
        Ok(actions.as_slice().iter().copied().map(u16::from).collect())
    }

    /// Returns the outcome and the reason for it, if the game is over.
    fn ending(&self) -> Option<(&'static str, &'static str, String)> {
        let ending = self.history.ending()?;
        Some((ending.outcome.word(), ending.outcome.score(), ending.reason))
    }

    /// Returns the position with its cells as JSON.
    fn board_json(&self) -> PyResult<String> {
        json(&BoardJson::new(&self.history))
    }

    /// Counts the sequences of moves of a length.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        require_at_most("depth", depth as usize, MOST_PERFT_DEPTH)?;
        let any = *self.history.position();
        let counted = interruptible(py, |stop| {
            let is_stopped = || stop.is_raised();
            with_position!(&any, position => perft::count_until(position, depth, &is_stopped))
        })?;
        counted.ok_or_else(|| value_error("the count was stopped"))
    }

    /// Draws the position as an SVG file, with marks for the last move.
    #[pyo3(signature = (*, width=None, dark=false, flipped=false, coordinates=true, caption=true))]
    fn svg(
        &self,
        width: Option<u32>,
        dark: bool,
        flipped: bool,
        coordinates: bool,
        caption: bool,
    ) -> String {
        let theme = if dark { Theme::Dark } else { Theme::Light };
        let options = Options { theme, width, flipped, coordinates, caption, ..Options::default() };
        let view = self.history.position().view();
        let positions = self.history.positions();
        let marks = match positions {
            [.., before, _] => marks_of_move(&before.view(), &view),
            _ => Marks::default(),
        };
        svg::draw(&view, &marks, &options)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(Some(360), false, false, true, true)
    }

    /// Returns the game as a record.
    fn record_text(&self) -> String {
        Record::of_history(&self.history, self.seed).to_string()
    }

    /// Constructor and arguments, for pickle and copies in other processes.
    fn __getnewargs_ex__(
        &self,
    ) -> ((&'static str, String), std::collections::HashMap<&'static str, Vec<String>>) {
        let arguments = (self.game(), self.start_fen());
        (arguments, [("moves", self.move_stack())].into())
    }

    fn __str__(&self) -> String {
        let view = self.history.position().view();
        text::draw(&view, &Marks::default(), &TextOptions::default()).to_plain()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game(), self.fen())
    }
}
