//! Mitsudomoe as text.

use super::position::Mitsudomoe;
use super::{BALLS, BOARD, CELLS, INFO, MitsudomoeMove, RINGS, move_text};
use crate::bit_stack::BitStack;
use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, Illegal, MoveError, Notation};
use crate::side::Side;

const RING_LETTERS: [char; 2] = ['w', 'b'];
const BALL_LETTERS: [char; 2] = ['W', 'B'];

impl<const SINGLE: bool> Notation for Mitsudomoe<SINGLE> {
    fn to_diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(INFO.board);
        for cell in 0..CELLS {
            let contents = self.at(cell);
            let rings = contents.pieces().map(|owner| RING_LETTERS[owner.index()]);
            let ball = contents.top().filter(|_| contents.is_marked());
            let ball = ball.map(|owner| BALL_LETTERS[owner.index()]);
            diagram.stacks[cell] = rings.chain(ball).collect();
        }
        diagram.to_move = Some(self.to_move());
        diagram.hands = Some(Side::BOTH.map(|side| self.supply_of(side)));
        diagram
    }

    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible> {
        diagram.check_board(&INFO)?;
        check_balls(diagram)?;
        check_rings(diagram)?;
        let mut cells = [BitStack::EMPTY; CELLS];
        for (contents, stack) in cells.iter_mut().zip(&diagram.stacks) {
            *contents = contents_of(stack);
        }
        Ok(Self::from_cells(cells, diagram.to_move.unwrap_or(Side::First)))
    }

    fn read_move(&self, text: &str) -> Result<MitsudomoeMove, MoveError> {
        let turn = move_text::read(self, text)?;
        if self.outcome().is_some() {
            return Err(Illegal::GAME_OVER.into());
        }
        let mv = turn.carried_out(self)?;
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: MitsudomoeMove) -> String {
        move_text::write(self, mv)
    }
}

/// Checks that there are three balls of each colour, each on top of a ring of its own.
fn check_balls(diagram: &Diagram) -> Result<(), Impossible> {
    let [white, black] = BALL_LETTERS.map(|letter| diagram.count(letter));
    if (white, black) != (BALLS, BALLS) {
        return impossible(format!(
            "there are {white} white and {black} black balls, not three of each"
        ));
    }
    for (cell, stack) in diagram.stacks.iter().enumerate() {
        let name = BOARD.name(cell);
        let Some(height) = stack.iter().position(|piece| BALL_LETTERS.contains(piece)) else {
            continue;
        };
        if height + 1 < stack.len() {
            return impossible(format!("something lies on top of the ball on {name}"));
        }
        let below = height.checked_sub(1).map(|height| stack[height]);
        if below != Some(stack[height].to_ascii_lowercase()) {
            return impossible(format!(
                "the ball on {name} does not sit directly on a ring of its own colour"
            ));
        }
    }
    Ok(())
}

/// Checks that no ring is left over. None can be missing: those that are not on the
/// board are in supply, and the balls sit on as many as were in play at the start.
fn check_rings(diagram: &Diagram) -> Result<(), Impossible> {
    for side in Side::BOTH {
        let rings = diagram.count(RING_LETTERS[side.index()]);
        let name = INFO.side_name(side);
        if rings > RINGS {
            return impossible(format!(
                "{name} has {rings} rings on the board, but owns only eight"
            ));
        }
        if let Some(hands) = diagram.hands
            && hands[side.index()] as usize != RINGS - rings
        {
            let hand = hands[side.index()];
            return impossible(format!(
                "{name} has {rings} rings on the board and {hand} in supply, not eight in total"
            ));
        }
    }
    Ok(())
}

fn impossible(problem: String) -> Result<(), Impossible> {
    Err(Impossible(problem))
}

/// Reads a stack of letters, if [`check_balls`] and [`check_rings`] had nothing
/// against it.
fn contents_of(stack: &[char]) -> BitStack {
    stack.iter().fold(BitStack::EMPTY, |contents, &piece| match piece {
        'w' => contents.with(Side::First),
        'b' => contents.with(Side::Second),
        _ => contents.marked(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mitsudomoe::MitsudomoePublished;

    fn read(text: &str) -> Result<MitsudomoePublished, String> {
        let diagram = Diagram::read(&INFO, text).unwrap();
        MitsudomoePublished::from_diagram(&diagram).map_err(|impossible| impossible.0)
    }

    #[test]
    fn impossible_positions_are_told_apart() {
        for (text, problem) in [
            ("x3,bB,bB/x5/x5/wW,x4/wW,wW,x3 w", "there are 3 white and 2 black balls"),
            ("x3,bB,bB/x4,bB/x5/wW,x4/wW,wWw,x3 w", "something lies on top of the ball on b1"),
            ("x3,bB,bB/x4,bB/x5/wW,x4/wW,W,x3 w", "the ball on b1 does not sit directly on"),
            ("x3,bB,bB/x4,bB/x5/wbW,x4/wW,wW,x3 w", "the ball on a2 does not sit directly on"),
            ("x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,wwwwww,x2 w", "White has 9 rings on the board"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.contains(problem), "{found}");
        }
    }

    #[test]
    fn rings_in_hand_must_agree_with_the_board() {
        let mut diagram = MitsudomoePublished::start().to_diagram();
        diagram.hands = Some([5, 4]);
        let found = MitsudomoePublished::from_diagram(&diagram).unwrap_err();
        assert!(found.0.contains("Black has 3 rings on the board and 4 in supply"), "{found}");
    }
}
