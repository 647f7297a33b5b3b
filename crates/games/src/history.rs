//! The history of a game: its moves and positions, and draws by repetition.

use crate::game::Illegal;
use crate::side::{Ending, Outcome};
use crate::{AnyMove, AnyPosition};

/// Number of occurrences of a position that draws the game.
pub const DRAWN_AT_OCCURRENCE: usize = 3;

/// A game as it has been played: the moves since some position, and the positions they
/// led to.
///
/// ```
/// use cairn_games::{GameId, History};
///
/// let mut game = History::new(GameId::Nava.start());
/// for text in ["a1-a4", "e5-e4"] {
///     game.play(game.position().read_move(text)?)?;
/// }
/// assert_eq!(game.moves().len(), 2);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The position before the first move and after each of them.
    positions: Vec<AnyPosition>,
    moves: Vec<AnyMove>,
}

impl History {
    /// A game that begins at this position.
    pub fn new(start: AnyPosition) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// Position before the first move.
    pub fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    /// Current position.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.moves.len()]
    }

    /// All positions from the start to the current one: one more than there are moves.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// Moves made so far.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the move is not legal, or the game is over (perhaps by repetition).
    pub fn play(&mut self, mv: AnyMove) -> Result<(), Illegal> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {}", ending.reason).into());
        }
        let mut next = *self.position();
        next.play(mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it, if there is one.
    ///
    /// ```
    /// use cairn_games::{GameId, History};
    ///
    /// let mut game = History::new(GameId::Nava.start());
    /// let mv = game.position().moves()[0];
    /// game.play(mv)?;
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), cairn_games::Illegal>(())
    /// ```
    pub fn undo(&mut self) -> Option<AnyMove> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Number of times that the current position has come up, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        // The same side is to move in every other position only.
        let alike = self.positions.iter().rev().step_by(2);
        alike.filter(|earlier| earlier.key() == now.key() && *earlier == now).count()
    }

    /// The result if the game has ended, by the rules of the position or because it
    /// came up for the third time.
    pub fn ending(&self) -> Option<Ending> {
        self.position().ending().or_else(|| {
            let repeated =
                self.position().info().can_repeat && self.occurrences() >= DRAWN_AT_OCCURRENCE;
            repeated.then(|| Ending::new(Outcome::Draw, "the position came up for the third time"))
        })
    }

    /// [`History::ending`] without the reason.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }
}
