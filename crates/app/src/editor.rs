//! Editing positions, of any game.
//!
//! A position is edited as a [`Diagram`]: stacks of pieces on cells, and the side to move. Every game
//! has these and nothing else, since pieces in hand follow from the board. So the kinds of pieces of
//! [`GameInfo`](cairn_games::GameInfo) are all that an editor offers, and the rules tell whether the
//! result is a position.

use cairn_games::{AnyPosition, BoardView, Diagram, GameId, Impossible, PieceInfo, Side};

/// Number of pieces of the tallest stack that can be built.
const TALLEST: usize = 99;

/// A position that is being edited, possible or not.
///
/// ```
/// use cairn_app::PositionEditor;
/// use cairn_games::GameId;
///
/// let mut editor = PositionEditor::new(GameId::Nava.start());
/// editor.take(0);
/// assert_eq!(editor.text(), "x4,bbbbbb/x5/x5/x5/wwwww,x4 w");
/// assert!(editor.position().is_err());
/// editor.put(1, 'w');
/// assert!(editor.position().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEditor {
    game: GameId,
    diagram: Diagram,
}

impl PositionEditor {
    /// Begins with a position.
    pub fn new(position: AnyPosition) -> Self {
        Self::of_diagram(position.game(), position.to_diagram())
    }

    /// Begins with an empty board, the first player to move.
    pub fn empty(game: GameId) -> Self {
        Self::of_diagram(game, Diagram::empty(game.info().board))
    }

    /// Begins with a diagram. If it says nothing of the side to move, it is the first player's turn.
    pub fn of_diagram(game: GameId, diagram: Diagram) -> Self {
        let to_move = diagram.to_move.or(Some(Side::First));
        Self { game, diagram: Diagram { to_move, hands: None, ..diagram } }
    }

    /// Returns the game.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the position as it stands, to be drawn.
    pub fn view(&self) -> BoardView {
        BoardView::new(self.game, &self.diagram)
    }

    /// Returns the text of the position.
    pub fn text(&self) -> String {
        self.diagram.write(self.game.info())
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Side {
        self.diagram.to_move.unwrap_or(Side::First)
    }

    /// Sets the side to move.
    pub const fn set_to_move(&mut self, side: Side) {
        self.diagram.to_move = Some(side);
    }

    /// Returns the kinds of pieces with the number of each on the board.
    pub fn counts(&self) -> impl Iterator<Item = (&'static PieceInfo, usize)> {
        let pieces = self.game.info().pieces.iter();
        pieces.map(|piece| (piece, self.diagram.count(piece.letter)))
    }

    /// Puts a piece on top of a cell. Where stacks are all of one kind, it replaces pieces of another
    /// kind. Returns whether that is possible.
    pub fn put(&mut self, cell: usize, letter: char) -> bool {
        let info = self.game.info();
        let Some(stack) = self.diagram.stacks.get_mut(cell) else { return false };
        if info.piece(letter).is_none() || stack.len() >= TALLEST {
            return false;
        }
        if info.counted_stacks && stack.last().is_some_and(|&top| top != letter) {
            stack.clear();
        }
        stack.push(letter);
        true
    }

    /// Takes the top piece off a cell. Returns whether there was one.
    pub fn take(&mut self, cell: usize) -> bool {
        self.diagram.stacks.get_mut(cell).is_some_and(|stack| stack.pop().is_some())
    }

    /// Takes all pieces off a cell. Returns whether there were any.
    pub fn clear_cell(&mut self, cell: usize) -> bool {
        let Some(stack) = self.diagram.stacks.get_mut(cell) else { return false };
        let had_pieces = !stack.is_empty();
        stack.clear();
        had_pieces
    }

    /// Returns the position, if a game can reach it.
    ///
    /// # Errors
    /// If the rules say that there is no such position; says why.
    pub fn position(&self) -> Result<AnyPosition, Impossible> {
        self.game.position(&self.diagram)
    }

    /// Says in a sentence whether the position is possible: the side to move, the end of the game, or
    /// the reason why not.
    pub fn verdict(&self) -> String {
        match self.position() {
            Ok(position) => match position.ending() {
                Some(ending) => format!("The game is over here: {}.", ending.reason),
                None => {
                    let name = position.info().side_name(position.to_move());
                    format!("A possible position, {name} to move.")
                }
            },
            Err(Impossible(reason)) => format!("Not possible: {reason}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_edited_and_is_judged_by_its_rules() {
        for &game in GameId::ALL {
            let start = game.start();
            let mut editor = PositionEditor::new(start);
            assert_eq!(editor.position(), Ok(start), "{game}");
            assert_eq!(editor.text(), start.to_text());
            let taken = (0..game.info().board.cells()).find(|&cell| editor.take(cell)).unwrap();
            assert!(editor.verdict().ends_with('.'), "{}", editor.verdict());
            let letter = *start.to_diagram().stacks[taken].last().unwrap();
            assert!(editor.put(taken, letter));
            assert_eq!(editor.position(), Ok(start), "{game}");
        }
    }

    #[test]
    fn an_impossible_position_is_kept_and_explained() {
        let mut editor = PositionEditor::empty(GameId::Nava);
        assert!(editor.verdict().starts_with("Not possible: "), "{}", editor.verdict());
        assert!(!editor.put(0, 'q') && !editor.put(99, 'w') && !editor.take(0));
        assert!(editor.put(3, 'w') && editor.put(3, 'b') && editor.clear_cell(3));
        assert!(!editor.clear_cell(3));
        editor.set_to_move(Side::Second);
        assert_eq!(editor.text(), "x5/x5/x5/x5/x5 b");
        assert_eq!(editor.counts().map(|(_, count)| count).sum::<usize>(), 0);
    }

    #[test]
    fn a_stack_of_one_kind_stays_one() {
        let mut editor = PositionEditor::empty(GameId::Glaisher);
        assert!(editor.put(0, 'r') && editor.put(0, 'r') && editor.put(0, 'y'));
        assert_eq!(editor.counts().map(|(_, count)| count).collect::<Vec<_>>(), [0, 1]);
    }
}
