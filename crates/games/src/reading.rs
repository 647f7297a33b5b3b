//! Reading a position in whatever form somebody has it: the notation, or a term of one of
//! the original programs; of a game that is named, or told from the text.

use crate::any::{AnyPosition, GameId};
use crate::diagram::{Diagram, Impossible, sides_help};
use crate::side::Side;
use crate::term::Term;
use crate::text::TextError;

/// In which form a position was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The one-line notation.
    Notation,
    /// A Prolog term of one of the original programs.
    Prolog,
}

/// A position as it was read: well formed, but not yet known to be possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The game, on the board that the text shows.
    pub game: GameId,
    /// What the text says.
    pub diagram: Diagram,
    /// How it was written.
    pub form: Form,
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    /// It is not well formed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// It is well formed, but no game can come to it.
    #[error("this position is impossible: {0}")]
    Impossible(#[from] Impossible),
}

impl Reading {
    /// Reads a position of one of these games, which are tried in their order.
    ///
    /// # Errors
    /// If the text is no position of any of the games.
    pub fn read(games: &[GameId], text: &str) -> Result<Self, TextError> {
        if Term::is_likely(text) { read_term(games, text) } else { read_notation(games, text) }
    }

    /// Settles who is to move: what the text says, otherwise `to_move`, otherwise, for a
    /// term that cannot carry it, the first mover.
    ///
    /// # Errors
    /// If the text says something else than `to_move`, or says nothing although it could.
    pub fn with_side(mut self, text: &str, to_move: Option<Side>) -> Result<Self, TextError> {
        let info = self.game.info();
        let end = text.trim_end().len();
        let side = match (self.diagram.to_move, to_move, self.form) {
            (Some(said), Some(wanted), _) if said != wanted => {
                let problem = format!("the position says {} is to move", info.side_name(said));
                return Err(TextError::new(end..end, problem)
                    .help("leave --to-move out, or change the position"));
            }
            (Some(side), _, _) | (None, Some(side), _) => side,
            (None, None, Form::Prolog) => Side::First,
            (None, None, Form::Notation) => {
                return Err(TextError::new(end..end, "the side to move is missing")
                    .help(format!("add a space and {}", sides_help(info))));
            }
        };
        self.diagram.to_move = Some(side);
        Ok(self)
    }

    /// The position, if a game can come to it.
    ///
    /// # Errors
    /// What is impossible about it.
    pub fn position(&self) -> Result<AnyPosition, Impossible> {
        self.game.position(&self.diagram)
    }
}

/// Reads a position of one of these games that can be played on.
///
/// # Errors
/// If it is not well formed or not possible.
pub fn read_position(games: &[GameId], text: &str) -> Result<AnyPosition, ReadingError> {
    Ok(Reading::read(games, text)?.with_side(text, None)?.position()?)
}

fn read_term(games: &[GameId], text: &str) -> Result<Reading, TextError> {
    let term = Term::read(text)?;
    let read_as = |&game: &GameId| Some((game, game.read_term(&term)?));
    if let Some((game, diagram)) = games.iter().find_map(read_as) {
        return Ok(Reading { game, diagram: diagram?, form: Form::Prolog });
    }
    let problem = match GameId::ALL.iter().find_map(read_as) {
        Some((other, _)) => format!("this is a state of {other}, not of {}", names(games)),
        None => format!("this term is no state of {}", names(games)),
    };
    Err(term.error(problem))
}

fn read_notation(games: &[GameId], text: &str) -> Result<Reading, TextError> {
    let mut readings = Vec::new();
    let mut errors = Vec::new();
    for &game in games {
        match Diagram::read(game.info(), text) {
            Ok(diagram) => readings.push(Reading { game, diagram, form: Form::Notation }),
            Err(error) => errors.push(error),
        }
    }
    // Games share letters and board sizes; a position that is possible in one game and
    // not in the others is meant for that one.
    let possible = readings.iter().position(|reading| reading.position().is_ok());
    if !readings.is_empty() {
        return Ok(readings.swap_remove(possible.unwrap_or(0)));
    }
    // The error furthest along comes from the game that understood most of the text.
    let furthest = errors
        .into_iter()
        .reduce(|best, error| if error.span.start > best.span.start { error } else { best });
    Err(furthest.unwrap_or_else(|| TextError::new(0..0, "no game to read this as")))
}

/// The names of games in a sentence.
fn names(games: &[GameId]) -> String {
    let mut names: Vec<_> = games.iter().map(|game| game.name()).collect();
    names.dedup();
    match names.as_slice() {
        [name] => (*name).to_owned(),
        _ => "any of the games".to_owned(),
    }
}
