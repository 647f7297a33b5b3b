//! Glaisher as text.

use super::chain;
use super::geometry::{direction, distance, distance_bit};
use super::packed::{GlaisherMove, StackMove};
use super::position::{Glaisher, Stack, TALLEST};
use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, MoveError, Notation};
use crate::hex::{self, CELLS};
use crate::side::Side;
use crate::text::{Cursor, TextError};

/// The letter of each side's pieces.
const LETTERS: [char; 2] = ['r', 'y'];

/// Form of a move, as help for an error.
const EXAMPLE: &str = "a move is written like i6-h6,g6,f6+e5";

impl<const RULEBOOK: bool> Notation for Glaisher<RULEBOOK> {
    fn to_diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(Self::info().board);
        for cell in 0..CELLS {
            if let Some(Stack { owner, height }) = self.stack(cell) {
                diagram.stacks[cell] = vec![LETTERS[owner.index()]; height.into()];
            }
        }
        diagram.to_move = Some(self.to_move());
        diagram
    }

    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible> {
        diagram.check_board(Self::info())?;
        let to_move = diagram.to_move.unwrap_or(Side::First);
        let mut stacks = Vec::new();
        for (cell, letters) in diagram.stacks.iter().enumerate() {
            stacks.extend(read_stack(cell, letters)?.map(|stack| (cell, stack)));
        }
        let position = Self::with_stacks(to_move, stacks);
        if let Some(sides) = chain::joined_sides(position.stacks_of(to_move)) {
            let name = Self::info().side_name(to_move);
            return Err(Impossible(format!(
                "{name} is to move, but already has a chain between two opposite sides, {sides}"
            )));
        }
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Result<GlaisherMove, MoveError> {
        let mv = read_turn(text)?;
        self.check(mv)?;
        Ok(mv)
    }

    fn write_move(&self, mv: GlaisherMove) -> String {
        let stack_move = mv.stack_move();
        let landings: Vec<_> = stack_move.landings().map(|(_, to)| hex::name(to)).collect();
        let [from, new_piece] = [stack_move.from(), mv.new_piece()].map(hex::name);
        format!("{from}-{}+{new_piece}", landings.join(","))
    }
}

/// Reads the stack on a cell of a diagram.
fn read_stack(cell: usize, letters: &[char]) -> Result<Option<Stack>, Impossible> {
    let Some(first) = letters.first() else {
        return Ok(None);
    };
    let name = hex::name(cell);
    if letters.iter().any(|letter| letter != first) {
        return Err(Impossible(format!("the stack on {name} has pieces of both colours")));
    }
    let height = u16::try_from(letters.len()).ok().filter(|&height| height <= TALLEST);
    let height = height.ok_or_else(|| {
        let pieces = letters.len();
        Impossible(format!("the stack on {name} has {pieces} pieces, more than {TALLEST}"))
    })?;
    let owner = if *first == LETTERS[0] { Side::First } else { Side::Second };
    Ok(Some(Stack { owner, height }))
}

/// Reads a move such as `i6-h6,g6,f6+e5`, its landings in any order.
fn read_turn(text: &str) -> Result<GlaisherMove, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let from = hex::read(&mut cursor)?;
    if !cursor.separator('-') {
        return Err(cursor.error_here("`-`").help(EXAMPLE));
    }
    let stack_move = read_landings(&mut cursor, from)?;
    if !cursor.separator('+') {
        let help = "a turn ends with a new piece on an empty cell, such as +e5";
        return Err(cursor.error_here("`,` or `+`").help(help));
    }
    let new_piece = hex::read(&mut cursor)?;
    cursor.finish("move")?;
    Ok(GlaisherMove::new(stack_move, new_piece))
}

/// Reads where the parts land, which tells their direction and their heights.
fn read_landings(cursor: &mut Cursor<'_>, from: usize) -> Result<StackMove, TextError> {
    let mut way = None;
    let mut parts = 0;
    loop {
        let start = cursor.at();
        let to = hex::read(cursor)?;
        let wrong = |problem: String, help: &str| Err(cursor.error_from(start, problem).help(help));
        let [from_name, to_name] = [from, to].map(hex::name);
        let Some(direction) = direction(from, to) else {
            let problem = if to == from {
                format!("{from_name} is where the stack comes from")
            } else {
                format!("{to_name} is not on a line with {from_name}")
            };
            return wrong(problem, "parts travel straight along rows and diagonals");
        };
        if way.is_some_and(|way| way != direction) {
            return wrong(
                format!("{to_name} is not in the direction of the first part from {from_name}"),
                "all parts travel in the same direction",
            );
        }
        let part = distance_bit(distance(from, to));
        if parts & part != 0 {
            return wrong(format!("{to_name} is named twice"), "parts have different heights");
        }
        parts |= part;
        way = Some(direction);
        if !cursor.separator(',') {
            return Ok(StackMove::packed(from, direction, parts));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GlaisherStandard;
    use super::*;

    #[test]
    fn landings_are_read_in_any_order_and_written_nearest_first() {
        let start = GlaisherStandard::start();
        let mv = start.read_move(" I6 - f6,H6 , g6 + e5 ").unwrap();
        assert_eq!(start.write_move(mv), "i6-h6,g6,f6+e5");
    }

    #[test]
    fn errors_say_where_and_what() {
        let start = GlaisherStandard::start();
        for (text, span, problem) in [
            ("i6", 2..2, "expected `-`, but the text ends here"),
            ("i6-h6", 5..5, "expected `,` or `+`, but the text ends here"),
            ("i6-g5+e5", 3..5, "g5 is not on a line with i6"),
            ("i6-i6+e5", 3..5, "i6 is where the stack comes from"),
            ("i6-h6,i7+e5", 6..8, "i7 is not in the direction of the first part from i6"),
            ("i6-h6,h6+e5", 6..8, "h6 is named twice"),
            ("i6-h6,g6,f6+k9", 12..14, "there is no cell k9"),
        ] {
            let Err(MoveError::Text(error)) = start.read_move(text) else {
                panic!("{text} should not be readable");
            };
            assert_eq!((error.span, error.problem.as_str()), (span, problem), "{text}");
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let refused = |diagram: &Diagram| GlaisherStandard::from_diagram(diagram).unwrap_err().0;
        let info = GlaisherStandard::info();
        let chain = "x5/x6/x7/x8/y1,y1,y1,y1,y2,y1,y1,y1,y1/x8/x7/x6/x5";
        let diagram = Diagram::read(info, &format!("{chain} y")).unwrap();
        assert_eq!(
            refused(&diagram),
            "Yellow is to move, but already has a chain between two opposite sides, the lower left and the upper right"
        );
        let diagram = Diagram::read(info, &format!("{chain} r")).unwrap();
        assert!(GlaisherStandard::from_diagram(&diagram).is_ok(), "Yellow has just won");

        let mut diagram = GlaisherStandard::start().to_diagram();
        diagram.stacks[0] = vec!['r', 'y'];
        assert_eq!(refused(&diagram), "the stack on a1 has pieces of both colours");
        diagram.stacks[0] = vec!['r'; 70_000];
        assert_eq!(refused(&diagram), "the stack on a1 has 70000 pieces, more than 999");
    }
}
