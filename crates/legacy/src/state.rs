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
#[must_use]
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
#[must_use]
pub fn read_state(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    (StateTerms::of(game)?.read)(game, term)
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
#[must_use]
pub fn write_state(game: GameId, diagram: &Diagram, dialect: Option<usize>) -> Option<Term> {
    let terms = StateTerms::of(game)?;
    let dialect = dialect.unwrap_or_else(|| (terms.usual)(diagram));
    (dialect < terms.dialects.len()).then(|| (terms.write)(diagram, dialect))
}
