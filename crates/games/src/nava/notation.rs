//! Nava as text.

use super::position::{Nava, cube, is_cube};
use super::{BOARD, CELLS, CUBES, DISCS, INFO, NavaMove};
use crate::bit_stack::BitStack;
use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, MoveError, Notation};
use crate::side::Side;

const DISC_LETTERS: [char; 2] = ['w', 'b'];
const CUBE_LETTERS: [char; 2] = ['W', 'B'];

impl Notation for Nava {
    fn to_diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(INFO.board);
        for cell in 0..CELLS {
            let contents = self.at(cell);
            let letters = if is_cube(contents) { CUBE_LETTERS } else { DISC_LETTERS };
            diagram.stacks[cell] = contents.pieces().map(|owner| letters[owner.index()]).collect();
        }
        diagram.to_move = Some(self.to_move());
        diagram.hands = Some(Side::BOTH.map(|side| self.cubes_in_hand(side)));
        diagram
    }

    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible> {
        diagram.check_board(&INFO)?;
        check_pieces(diagram)?;
        let mut position = Self::empty(diagram.to_move.unwrap_or(Side::First));
        for (cell, stack) in diagram.stacks.iter().enumerate() {
            position.set(cell, contents(stack));
        }
        let (side, mover) = (position.to_move(), position.to_move().other());
        if position.cubes_in_hand(side) == 0 {
            let name = INFO.side_name(side);
            return Err(Impossible(format!(
                "{name} is to move, but has already placed nine cubes"
            )));
        }
        if position.stacks_of(mover) == 0 {
            let name = INFO.side_name(mover);
            return Err(Impossible(format!("{name} has just moved, but owns no stack")));
        }
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Result<NavaMove, MoveError> {
        let (from, to) = BOARD.read_pair(text)?;
        let mv = NavaMove::new(from, to);
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: NavaMove) -> String {
        format!("{}-{}", BOARD.name(mv.from()), BOARD.name(mv.to()))
    }
}

/// Checks that no piece is missing, left over or in a place where it cannot be.
fn check_pieces(diagram: &Diagram) -> Result<(), Impossible> {
    let impossible = |problem: String| Err(Impossible(problem));
    let [white, black] = DISC_LETTERS.map(|letter| diagram.count(letter));
    if (white, black) != (DISCS, DISCS) {
        return impossible(format!(
            "there are {white} white and {black} black discs, not six of each"
        ));
    }
    for side in Side::BOTH {
        let cubes = diagram.count(CUBE_LETTERS[side.index()]) as u32;
        let name = INFO.side_name(side);
        if cubes > CUBES {
            return impossible(format!(
                "{name} has {cubes} cubes on the board, but owns only nine"
            ));
        }
        if let Some(hands) = diagram.hands
            && hands[side.index()] != CUBES - cubes
        {
            let hand = hands[side.index()];
            return impossible(format!(
                "{name} has {cubes} cubes on the board and {hand} in hand, not nine in total"
            ));
        }
    }
    for (cell, stack) in diagram.stacks.iter().enumerate() {
        let has_cube = stack.iter().any(|piece| CUBE_LETTERS.contains(piece));
        if has_cube && stack.len() > 1 {
            let name = BOARD.name(cell);
            return impossible(format!("a cube shares {name} with another piece"));
        }
    }
    Ok(())
}

/// Reads a stack of letters that [`check_pieces`] accepts.
fn contents(stack: &[char]) -> BitStack {
    let owner = |letters: [char; 2], piece| {
        if piece == letters[0] { Side::First } else { Side::Second }
    };
    match stack {
        [piece] if CUBE_LETTERS.contains(piece) => cube(owner(CUBE_LETTERS, *piece)),
        discs => {
            discs.iter().fold(BitStack::EMPTY, |stack, &disc| stack.with(owner(DISC_LETTERS, disc)))
        }
    }
}
