//! Pagoda as text: `+b2` places a disc, `a1-a2` moves a stack.

use super::{BOARD, CELLS, DISCS, HAND, INFO, Pagoda, PagodaMove, WINNING_HEIGHT};
use crate::text::Cursor;
use crate::{BitStack, Diagram, Game, Impossible, MoveError, Notation, Side, Symmetric};

const LETTERS: [char; 2] = ['w', 'b'];

impl Notation for Pagoda {
    fn to_diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(INFO.board);
        for cell in 0..CELLS {
            let discs = self.cells[cell].pieces();
            diagram.stacks[cell] = discs.map(|owner| LETTERS[owner.index()]).collect();
        }
        diagram.to_move = Some(self.to_move());
        diagram.hands = Some(Side::BOTH.map(|side| self.discs_in_hand(side) as u32));
        diagram
    }

    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible> {
        diagram.check_board(&INFO)?;
        if LETTERS.into_iter().any(|letter| diagram.count(letter) > DISCS) {
            return Err(Impossible("a player has five discs".to_owned()));
        }
        let mut position = Self::empty(diagram.to_move.unwrap_or(Side::First));
        for (cell, letters) in diagram.stacks.iter().enumerate() {
            let owner =
                |&letter: &char| if letter == LETTERS[0] { Side::First } else { Side::Second };
            position.set(cell, letters.iter().map(owner).fold(BitStack::EMPTY, BitStack::with));
        }
        let won = position.cells.iter().filter(|stack| stack.height() >= WINNING_HEIGHT);
        let tops: Vec<_> = won.filter_map(|stack| stack.top()).collect();
        let is_over = match tops[..] {
            [] => false,
            [winner] => winner == position.to_move(),
            _ => true,
        };
        if is_over {
            return Err(Impossible("the game ended before this turn".to_owned()));
        }
        if diagram.hands.is_some_and(|hands| Some(hands) != position.to_diagram().hands) {
            return Err(Impossible("a player has five discs, on the board and in hand".to_owned()));
        }
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Result<PagodaMove, MoveError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let mv = if cursor.take('+') {
            cursor.skip_space();
            let to = BOARD.read(&mut cursor)?;
            cursor.finish("move")?;
            PagodaMove::new(HAND, to)
        } else {
            let (from, to) = BOARD.read_pair(text)?;
            PagodaMove::new(from, to)
        };
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: PagodaMove) -> String {
        match mv.from() {
            HAND => format!("+{}", BOARD.name(mv.to())),
            from => format!("{}-{}", BOARD.name(from), BOARD.name(mv.to())),
        }
    }
}

impl Symmetric for Pagoda {}
