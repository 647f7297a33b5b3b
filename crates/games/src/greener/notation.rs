//! Greener as text.

use super::GreenerMove;
use super::position::Greener;
use crate::board::Board;
use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, MoveError, Notation};
use crate::side::Side;

/// A pass in writing.
const PASS: &str = "pass";

const OWNED_LETTERS: [char; 2] = ['b', 'w'];
const GREEN_LETTER: char = 'g';

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Notation
    for Greener<COLS, ROWS, CELLS>
{
    fn to_diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(Self::info().board);
        for (cell, stack) in diagram.stacks.iter_mut().enumerate() {
            stack.extend(self.pieces_from_top(cell).map(letter));
            stack.reverse();
        }
        diagram.to_move = Some(self.to_move());
        diagram
    }

    /// A state of the original program has lost the black and white pieces inside its
    /// stacks, so these may be missing; greens never are. Who is to move cannot be
    /// checked against the number of captures, because in that program White begins.
    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible> {
        let board = Board::Square(Self::BOARD);
        if diagram.board != board || diagram.stacks.len() != CELLS {
            let (found, size) = (diagram.board.size(), board.size());
            return Err(Impossible(format!("the box is {found}, not {size}")));
        }
        let stacks = read_stacks(diagram)?;
        check_stacks(diagram.board, &stacks)?;
        check_counts(&stacks, Self::OWNED, Self::GREENS)?;
        Ok(Self::from_stacks(&stacks, diagram.to_move.unwrap_or(Side::First)))
    }

    fn read_move(&self, text: &str) -> Result<GreenerMove, MoveError> {
        let mv = if text.trim().eq_ignore_ascii_case(PASS) {
            GreenerMove::PASS
        } else {
            let (from, to) = Self::BOARD.read_pair(text)?;
            GreenerMove::new(from, to)
        };
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: GreenerMove) -> String {
        match mv.capture() {
            Some((from, to)) => format!("{}-{}", Self::BOARD.name(from), Self::BOARD.name(to)),
            None => PASS.to_owned(),
        }
    }
}

/// The owners of the pieces of a stack, from the bottom to the top.
type StackOwners = Vec<Option<Side>>;

/// The letter of a piece of this owner.
fn letter(owner: Option<Side>) -> char {
    owner.map_or(GREEN_LETTER, |side| OWNED_LETTERS[side.index()])
}

fn read_stacks(diagram: &Diagram) -> Result<Vec<StackOwners>, Impossible> {
    let read_piece = |&piece: &char| match piece {
        GREEN_LETTER => Ok(None),
        _ => Side::BOTH
            .into_iter()
            .find(|side| OWNED_LETTERS[side.index()] == piece)
            .map(Some)
            .ok_or_else(|| Impossible(format!("`{piece}` is not a piece of Greener"))),
    };
    diagram.stacks.iter().map(|stack| stack.iter().map(read_piece).collect()).collect()
}

/// Checks that every stack can have come about by captures.
fn check_stacks(board: Board, stacks: &[StackOwners]) -> Result<(), Impossible> {
    for (cell, stack) in stacks.iter().enumerate() {
        if stack.len() > 1 && stack.last() == Some(&None) {
            let name = board.name(cell);
            return Err(Impossible(format!(
                "the stack on {name} has a green pyramid on top, but green never captures"
            )));
        }
    }
    let somebody_owns = |stack: &StackOwners| stack.last().is_some_and(Option::is_some);
    if !stacks.iter().any(somebody_owns) {
        return Err(Impossible(
            "nobody owns a stack, but whoever captured last must own one".to_owned(),
        ));
    }
    Ok(())
}

/// Checks that no green piece is missing and that no piece is left over.
fn check_counts(stacks: &[StackOwners], owned: usize, greens: usize) -> Result<(), Impossible> {
    let count = |owner| stacks.iter().flatten().filter(|&&piece| piece == owner).count();
    let found = count(None);
    if found != greens {
        let verb = if found == 1 { "is" } else { "are" };
        return Err(Impossible(format!("there {verb} {found} green on the board, not {greens}")));
    }
    for (side, colour) in Side::BOTH.into_iter().zip(["black", "white"]) {
        let found = count(Some(side));
        if found > owned {
            return Err(Impossible(format!(
                "there are {found} {colour} on the board, but the box has only {owned}"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greener::{Greener6x6, Greener6x9};
    use crate::side::Outcome;

    /// Greens that take no part, in a corner of their own.
    const ASIDE: &str = "x5,ggggggggggggg";

    fn read(text: &str) -> Result<Greener6x6, Impossible> {
        Greener6x6::from_diagram(&Diagram::read(Greener6x6::info(), text).unwrap())
    }

    fn refusal(position: &str, mv: &str) -> String {
        read(position).unwrap().read_move(mv).unwrap_err().to_string()
    }

    #[test]
    fn a_capture_goes_over_empty_cells_and_keeps_every_piece() {
        let rest = "x6/x6/x6/x6/ggggggggggggggggw,x5";
        let mut position = read(&format!("{rest}/x,gb,x2,bgw,b b")).unwrap();
        position.play(position.read_move("B1 - E1").unwrap()).unwrap();
        assert_eq!(position.to_text(), format!("{rest}/x4,bgwgb,b w"));
        assert_eq!((position.greens(4), position.height(4)), (2, 5));
    }

    #[test]
    fn refusals_name_the_rule() {
        let position = format!("x6/{ASIDE}w/x6/x6/x6/gggb,x,gw,x,g,x b");
        assert_eq!(refusal(&position, "c1-a1"), "c1 is White's, not yours");
        assert_eq!(
            refusal(&position, "e1-c1"),
            "e1 is green: it belongs to nobody and never moves"
        );
        assert_eq!(refusal(&position, "b1-c1"), "there is no stack on b1");
        assert_eq!(refusal(&position, "a1-b1"), "b1 is empty: there is nothing to capture");
        assert_eq!(refusal(&position, "a1-e1"), "the stack on c1 is between a1 and e1");
        assert_eq!(refusal(&position, "a1-f5"), "f5 is not in the same row or column as a1");
        assert_eq!(refusal(&position, "a1-a1"), "the stack on a1 cannot capture itself");
        assert_eq!(
            refusal(&position, "pass"),
            "Black can capture, for example a1-c1, so passing is not allowed"
        );
        assert!(refusal(&position, "a1-g1").contains("there is no cell g1"));
    }

    #[test]
    fn a_player_without_a_capture_passes_while_the_other_has_one() {
        let board = format!("x6/{ASIDE}w/x6/x6/x6/gggb,x,gb,x,g,x");
        let mut position = read(&format!("{board} w")).unwrap();
        assert_eq!(position.moves(), [GreenerMove::PASS]);
        assert_eq!(refusal(&format!("{board} w"), "f5-a1"), "White has no capture and must pass");
        position.play(position.read_move("Pass").unwrap()).unwrap();
        assert_eq!(position.to_text(), format!("{board} b"));
    }

    #[test]
    fn greens_decide_then_height_then_nothing() {
        let ending = |first: &str, second: &str| {
            let text = format!("g,x5/x,{first},x4/x2,{second},x3/x6/x6/x6 b");
            let ending = read(&text).unwrap().ending().unwrap();
            (ending.outcome, ending.reason)
        };
        let [eight, nine] = [8, 9].map(|count| "g".repeat(count));
        assert_eq!(
            ending(&format!("{nine}b"), &format!("{eight}w")),
            (Outcome::Win(Side::First), "9 green against 8".to_owned())
        );
        let text = format!("x6/x,{nine}b,x4/x2,{nine}bw,x3/x6/x6/x6 b");
        let ending = read(&text).unwrap().ending().unwrap();
        assert_eq!(ending.outcome, Outcome::Win(Side::Second));
        assert_eq!(ending.reason, "9 green each, highest stack 11 against 10");
        let text = format!("x6/x,{nine}b,x4/x2,{nine}w,x3/x6/x6/x6 b");
        let ending = read(&text).unwrap().ending().unwrap();
        assert_eq!(ending.outcome, Outcome::Draw);
        assert_eq!(ending.reason, "level in greens and in height");
    }

    #[test]
    fn impossible_positions_are_told_apart() {
        let refused = |text: &str| read(text).unwrap_err().0;
        let greens = "g".repeat(18);
        assert_eq!(
            refused(&format!("x6/x6/x6/x6/x6/{greens},b,x4 b")),
            "the stack on a1 has a green pyramid on top, but green never captures"
        );
        assert_eq!(refused("x6/x6/x6/x6/x6/gb,x5 b"), "there is 1 green on the board, not 18");
        assert_eq!(
            refused(&format!("x6/x6/x6/x6/x6/{greens}wwwwwwwwwwb,x5 b")),
            "there are 10 white on the board, but the box has only 9"
        );
        assert_eq!(
            refused("g,g,g,g,g,g/g,g,g,g,g,g/g,g,g,g,g,g/x6/x6/x6 b"),
            "nobody owns a stack, but whoever captured last must own one"
        );
        let other_box = Greener6x9::start().to_diagram();
        assert_eq!(Greener6x6::from_diagram(&other_box).unwrap_err().0, "the box is 6x9, not 6x6");
    }
}
