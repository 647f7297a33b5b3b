//! Moves and positions of any game.

mod guidance;

use crate::actions::ActionSequence;
use crate::diagram::Diagram;
use crate::game::{Game, GameInfo, GameMove, Illegal, MoveError, Notation};
use crate::perft;
use crate::registry::AnyPosition;
use crate::side::{Ending, Outcome, Side};
use crate::view::{BoardView, Pick, Step, View};

/// A move of some game; which one, the position knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyMove(u64);

impl AnyMove {
    /// The move of a certain game.
    pub fn new(mv: impl GameMove) -> Self {
        Self(mv.to_bits())
    }

    /// The bits of the move, as [`GameMove::to_bits`] gives them.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A move with these bits, which a position may or may not know.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// As a move of the game that this is a position of.
    fn of<G: Game>(self, _: &G) -> Result<G::Move, Illegal> {
        G::Move::from_bits(self.0).ok_or(Illegal::because("this is not a move of the game"))
    }
}

impl AnyPosition {
    /// Description of the rule set.
    pub fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    /// Side to move.
    pub fn to_move(&self) -> Side {
        with_position!(self, position => position.to_move())
    }

    /// Zobrist key of the position.
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.key())
    }

    /// The result if the game has ended; repetition is not seen from here.
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// The result with its reason; repetition is not seen from here.
    pub fn ending(&self) -> Option<Ending> {
        with_position!(self, position => position.ending())
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<AnyMove> {
        with_position!(self, position => {
            position.moves().into_iter().map(AnyMove::new).collect()
        })
    }

    /// Number of legal moves.
    pub fn count_moves(&self) -> u64 {
        with_position!(self, position => position.count_moves())
    }

    /// Perft counts behind each legal move, on several threads; see
    /// [`perft`](crate::perft).
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Vec<(AnyMove, u64)> {
        with_position!(self, position => {
            perft::divide_on_threads(position, depth, threads, progress)
                .into_iter()
                .map(|(mv, count)| (AnyMove::new(mv), count))
                .collect()
        })
    }

    /// Makes a move.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let mut position = GameId::Nava.start();
    /// let mv = position.read_move("a1-a4")?;
    /// position.play(mv)?;
    /// assert!(position.play(mv).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), Illegal> {
        with_position!(self, position => position.play(mv.of(position)?))
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If it cannot be read, or is not legal.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        with_position!(self, position => position.read_move(text).map(AnyMove::new))
    }

    /// Returns the text of a legal move.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let position = GameId::Mitsudomoe.start();
    /// let mv = position.read_move("+ C2 ; b1 - c2")?;
    /// assert_eq!(position.write_move(mv)?, "+c2;b1-c2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal here.
    pub fn write_move(&self, mv: AnyMove) -> Result<String, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.write_move(mv))
        })
    }

    /// All legal moves as text.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert!(GameId::Nava.start().move_texts().contains(&"a1-a4".to_owned()));
    /// ```
    pub fn move_texts(&self) -> Vec<String> {
        with_position!(self, position => {
            position.moves().into_iter().map(|mv| position.write_move(mv)).collect()
        })
    }

    /// The choices that a move consists of.
    ///
    /// ```
    /// use cairn_games::{GameId, Pick};
    ///
    /// let position = GameId::Nava.start();
    /// let steps = position.steps(position.read_move("a1-d1")?)?;
    /// assert_eq!(steps[1].picks, [Pick::Cell(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal here.
    pub fn steps(&self, mv: AnyMove) -> Result<Vec<Step>, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.steps(mv))
        })
    }

    /// The [`actions`](crate::actions) that a move consists of.
    ///
    /// # Errors
    /// If it is not legal here.
    pub fn actions(&self, mv: AnyMove) -> Result<ActionSequence, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.actions(mv))
        })
    }

    /// All legal moves with the choices they consist of.
    pub fn moves_with_steps(&self) -> Vec<(AnyMove, Vec<Step>)> {
        with_position!(self, position => {
            let moves = position.moves().into_iter();
            moves.map(|mv| (AnyMove::new(mv), position.steps(mv))).collect()
        })
    }

    /// Returns the board after the first picks of a legal move; see [`View::after_picks`].
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn after_picks(&self, mv: AnyMove, picks: &[Pick]) -> Result<Diagram, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.after_picks(mv, picks))
        })
    }

    /// The position as plain data.
    pub fn to_diagram(&self) -> Diagram {
        with_position!(self, position => position.to_diagram())
    }

    /// The position, ready to be drawn.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let view = GameId::Nava.start().view();
    /// assert_eq!((view.cells.len(), view.cells[0].stack.len()), (25, 6));
    /// ```
    pub fn view(&self) -> BoardView {
        let (outcome, winning) = (self.outcome(), self.winning_cells());
        BoardView::with_ending(self.game(), &self.to_diagram(), outcome, winning)
    }

    /// The position as one line of text.
    pub fn to_text(&self) -> String {
        with_position!(self, position => position.to_text())
    }
}
