//! States of the original programs as terms, by game.

use cairn_games::{Diagram, GameId};

use crate::term::{Term, TermError};
use crate::{glaisher, greener, mitsudomoe, nava};

/// Form in which an original program wrote its states.
#[derive(Debug)]
pub struct Dialect {
    /// Short name, usually the number of the program.
    pub name: &'static str,
    /// Shape of the term, in words.
    pub form: &'static str,
}

/// Terms of the programs that play one game.
pub(crate) struct StateTerms {
    /// Name of the game without the name of a rule set.
    pub game: &'static str,
    /// Forms a state can be written in; the first is the usual one.
    pub dialects: &'static [Dialect],
    /// Reads a state; see [`read_state`].
    pub read: fn(GameId, &Term) -> Option<Result<Diagram, TermError>>,
    /// Writes a state in one of the dialects, counted from 0.
    pub write: fn(&Diagram, usize) -> Term,
    /// Chooses the dialect for a state if nobody asks for another.
    pub usual: fn(&Diagram) -> usize,
}

static STATE_TERMS: [&StateTerms; 4] =
    [&nava::TERMS, &mitsudomoe::TERMS, &greener::TERMS, &glaisher::TERMS];

impl StateTerms {
    fn of(game: GameId) -> Option<&'static Self> {
        STATE_TERMS.into_iter().find(|terms| terms.game == game.family())
    }
}

/// Returns the forms in which a state of a game can be written as a term. There are none
/// for a game that no original program plays.
///
/// ```
/// use cairn_games::GameId;
///
/// let names: Vec<_> = cairn_legacy::dialects(GameId::Nava).iter().map(|d| d.name).collect();
/// assert_eq!(names, ["000", "001"]);
/// ```
pub fn dialects(game: GameId) -> &'static [Dialect] {
    StateTerms::of(game).map_or(&[], |terms| terms.dialects)
}

/// Reads a state of one of the original programs.
///
/// `None` means that the term is not a state of this game, which is not an error: it may
/// be one of another game.
///
/// # Errors
/// If the term is clearly meant as a state of this game, but is not well formed.
pub fn read_state(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    (StateTerms::of(game)?.read)(game, term)
}

/// Reads a board of square cells: a list of rows from the top, each a list of cells.
pub(crate) fn read_board(
    game: GameId,
    term: &Term,
    read_cell: impl Fn(&Term) -> Result<Vec<char>, TermError>,
) -> Result<Diagram, TermError> {
    let mut diagram = Diagram::empty(game.info().board);
    let board = diagram.board;
    let rows = term.items(board.rows(), "the board")?;
    for (row, term) in (0..board.rows()).rev().zip(rows) {
        let cells = board.row(row);
        for (cell, term) in cells.clone().zip(term.items(cells.len(), "a row")?) {
            diagram.stacks[cell] = read_cell(term)?;
        }
    }
    Ok(diagram)
}

/// Writes a board of square cells as [`read_board`] reads it; `write_cell` is given the number
/// of a cell and the stack on it.
pub(crate) fn write_board(diagram: &Diagram, write_cell: impl Fn(usize, &[char]) -> Term) -> Term {
    let board = diagram.board;
    let write_row =
        |row| Term::list(board.row(row).map(|cell| write_cell(cell, &diagram.stacks[cell])));
    Term::list((0..board.rows()).rev().map(write_row))
}

/// Writes a diagram as a term, in the usual form or in another of the [`dialects`],
/// counted from 0. `None` if no original program plays the game, or it has no such
/// dialect.
///
/// ```
/// use cairn_games::GameId;
///
/// let start = GameId::Nava.start().to_diagram();
/// let term = cairn_legacy::write_state(GameId::Nava, &start, Some(1)).expect("a dialect");
/// assert!(term.to_string().starts_with("[[[[],[],[],[],[black,black,"));
/// ```
pub fn write_state(game: GameId, diagram: &Diagram, dialect: Option<usize>) -> Option<Term> {
    let terms = StateTerms::of(game)?;
    let dialect = dialect.unwrap_or_else(|| (terms.usual)(diagram));
    (dialect < terms.dialects.len()).then(|| (terms.write)(diagram, dialect))
}
