//! Positions as people paste them: in the notation, or as a term of an original program.

use cairn_games::glaisher::{Glaisher, GlaisherMove};
use cairn_games::{
    AnyMove, AnyPosition, Diagram, Game, GameId, GameMove, Impossible, MoveError, ReadingError,
    Side, TextError, read_diagram,
};

use crate::glaisher;
use crate::state::read_state;
use crate::term::Term;

/// Form in which a position was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The one-line notation.
    Notation,
    /// A Prolog term of one of the original programs.
    Prolog,
}

/// Position as it was read: well formed, but not necessarily possible.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::{Form, Reading};
///
/// let text = "[[[],[],[],[],[black]],[[],[],[],[],[]],[[],[],[],[],[]],
///     [[],[],[],[],[]],[[white],[],[],[],[]]]";
/// let reading = Reading::read(GameId::ALL, text)?.with_side(text, None)?;
/// assert_eq!((reading.game, reading.form), (GameId::Nava, Form::Prolog));
/// assert_eq!(reading.diagram.write(reading.game.info()), "x4,b/x5/x5/x5/w,x4 w");
/// assert!(reading.position().is_err(), "discs are missing");
/// # Ok::<(), cairn_games::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Game, on the board that the text shows.
    pub game: GameId,
    /// Contents of the text.
    pub diagram: Diagram,
    /// Form of the text.
    pub form: Form,
}

impl Reading {
    /// Reads a position of one of these games, which are tried in their order.
    ///
    /// # Errors
    /// If the text is not a position of any of the games.
    pub fn read(games: &[GameId], text: &str) -> Result<Self, TextError> {
        if Term::is_likely(text) {
            return read_term(games, text);
        }
        let (game, diagram) = read_diagram(games, text)?;
        Ok(Self { game, diagram, form: Form::Notation })
    }

    /// Settles who is to move: the side that the text names, otherwise `to_move`,
    /// otherwise, for a term that cannot carry it, the first mover.
    ///
    /// # Errors
    /// If the text names another side than `to_move`, or names none although it could.
    pub fn with_side(mut self, text: &str, to_move: Option<Side>) -> Result<Self, TextError> {
        let info = self.game.info();
        let side = match (self.diagram.to_move, to_move, self.form) {
            (Some(said), Some(wanted), _) if said != wanted => {
                let end = text.trim_end().len();
                let problem = format!("the position says {} is to move", info.side_name(said));
                return Err(TextError::new(end..end, problem)
                    .help("name that side or none, or change the position"));
            }
            (None, Some(side), _) => side,
            (None, None, Form::Prolog) => Side::First,
            (_, _, _) => self.diagram.side(info, text)?,
        };
        self.diagram.to_move = Some(side);
        Ok(self)
    }

    /// Returns the position if a game can reach it.
    ///
    /// # Errors
    /// If it is impossible.
    pub fn position(&self) -> Result<AnyPosition, Impossible> {
        self.game.position(&self.diagram)
    }
}

/// Reads a position of one of these games that can be played on, in either form.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::{read_position, write_state};
///
/// let start = GameId::Glaisher.start();
/// let term = write_state(GameId::Glaisher, &start.to_diagram(), None).expect("a program");
/// assert_eq!(read_position(GameId::ALL, &term.to_string())?, start);
/// # Ok::<(), cairn_games::ReadingError>(())
/// ```
///
/// # Errors
/// If it is not well formed or not possible.
pub fn read_position(games: &[GameId], text: &str) -> Result<AnyPosition, ReadingError> {
    Ok(Reading::read(games, text)?.with_side(text, None)?.position()?)
}

/// Reads a move in the notation, or as a term of the program that plays the game, where
/// that program had terms for moves. The move must be legal.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::read_any_move;
///
/// let start = GameId::Glaisher.start();
/// let term = read_any_move(&start, "playermove(1, 0-1, [1,2,3], 6, 4-4)")?;
/// assert_eq!(term, read_any_move(&start, "i6-h6,g6,f6+e5")?);
/// # Ok::<(), cairn_games::MoveError>(())
/// ```
///
/// # Errors
/// If it cannot be read, or is not legal.
pub fn read_any_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    match position {
        AnyPosition::Glaisher(position) if Term::is_likely(text) => {
            glaisher::read_move(position, text).map(AnyMove::new)
        }
        AnyPosition::GlaisherRulebook(position) if Term::is_likely(text) => {
            glaisher::read_move(position, text).map(AnyMove::new)
        }
        _ => position.read_move(text),
    }
}

/// Writes a move as a term of the program that plays the game. `None` if that program has
/// no terms for moves, or the move is not legal.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::write_move;
///
/// let start = GameId::Glaisher.start();
/// let term = write_move(&start, start.read_move("i6-h6,g6,f6+e5")?).expect("a term");
/// assert_eq!(term.to_string(), "playermove(1,0-1,[1,2,3],6,4-4)");
/// # Ok::<(), cairn_games::MoveError>(())
/// ```
pub fn write_move(position: &AnyPosition, mv: AnyMove) -> Option<Term> {
    fn written<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, mv: AnyMove) -> Option<Term> {
        let mv = GlaisherMove::from_bits(mv.bits())?;
        position.check(mv).ok()?;
        Some(glaisher::write_move(position, mv))
    }
    match position {
        AnyPosition::Glaisher(position) => written(position, mv),
        AnyPosition::GlaisherRulebook(position) => written(position, mv),
        _ => None,
    }
}

fn read_term(games: &[GameId], text: &str) -> Result<Reading, TextError> {
    let term = Term::read(text)?;
    let read_as = |&game: &GameId| Some((game, read_state(game, &term)?));
    if let Some((game, diagram)) = games.iter().find_map(read_as) {
        return Ok(Reading { game, diagram: diagram?, form: Form::Prolog });
    }
    let problem = match GameId::ALL.iter().find_map(read_as) {
        Some((other, _)) => format!("this is a state of {other}, not of {}", names(games)),
        None => format!("this term is not a state of {}", names(games)),
    };
    Err(term.error(problem))
}

/// Names games in a sentence.
fn names(games: &[GameId]) -> String {
    let mut names: Vec<_> = games.iter().map(|game| game.name()).collect();
    names.dedup();
    match names.as_slice() {
        [name] => (*name).to_owned(),
        _ => "any of the games".to_owned(),
    }
}
