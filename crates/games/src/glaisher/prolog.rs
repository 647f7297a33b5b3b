//! States and moves of the original program, seed 004.
//!
//! Its cells are rows `I` from the top and diagonals `J`, both from 0; heights are
//! positive for Red and negative for Yellow, and what is not on the board is `nan`.

use super::STANDARD_INFO;
use super::geometry::{FURTHEST, ROOM, WAYS, distance_bit, distances};
use super::notation::LETTERS;
use super::packed::{GlaisherMove, StackMove};
use super::position::Glaisher;
use crate::diagram::{Diagram, TALLEST_COUNTED};
use crate::game::{Game, Illegal, MoveError, PrologState};
use crate::hex::{self, ROWS};
use crate::side::Side;
use crate::term::{Term, TermError, shown};

/// What a state is called.
const STATE: &str = "gamestate";

/// What a move is called.
const MOVE: &str = "playermove";

/// What stands where there is no cell.
const NO_CELL: &str = "nan";

/// What a move looks like.
const MOVE_FORM: &str = "a move is playermove(Player, I-J, Substacks, Direction, I-J)";

/// The cell in row `i` and diagonal `j` of the original program.
fn cell_at(i: usize, j: usize) -> Option<usize> {
    let (i, j) = (i32::try_from(i).ok()?, i32::try_from(j).ok()?);
    let last_row = ROWS as i32 - 1;
    (i <= last_row && j <= last_row).then(|| hex::cell(last_row - i, j + 5 - i))?
}

/// Row and diagonal of a cell in the original program.
fn place(cell: usize) -> (i32, i32) {
    let (row, number) = hex::place(cell);
    let i = ROWS as i32 - 1 - row;
    (i, number - 5 + i)
}

/// The number of a player in the original program.
fn player(side: Side) -> Term {
    Term::int(side.index() as i64 + 1)
}

impl<const RULEBOOK: bool> PrologState for Glaisher<RULEBOOK> {
    const DIALECTS: &'static [(&'static str, &'static str)] =
        &[("004", "gamestate(Board, Turn), heights positive for Red and negative for Yellow")];

    fn read_term(term: &Term) -> Option<Result<Diagram, TermError>> {
        let state = if term.arguments_of(STATE).is_some() { term } else { term.unwrapped() };
        let arguments = state.arguments_of(STATE)?;
        Some(match arguments {
            [board, turn] => read_state(board, turn),
            _ => Err(state.error("a state is gamestate(Board, Turn)")),
        })
    }

    fn write_term(diagram: &Diagram, _dialect: usize) -> Term {
        let cell = |i, j| match cell_at(i, j) {
            Some(cell) => height_term(&diagram.stacks[cell]),
            None => Term::atom(NO_CELL),
        };
        let row = |i| Term::list((0..ROWS).map(|j| cell(i, j)));
        let board = Term::list((0..ROWS).map(row));
        Term::compound(STATE, [board, player(diagram.to_move.unwrap_or(Side::First))])
    }
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// A move that is legal here as the original program writes it:
    /// `playermove(Player, I-J, Substacks, Direction, I-J)`.
    #[must_use]
    pub fn move_term(&self, mv: GlaisherMove) -> Term {
        let cell_term = |cell| {
            let (i, j) = place(cell);
            Term::compound("-", [Term::int(i), Term::int(j)])
        };
        let stack_move = mv.stack_move();
        Term::compound(
            MOVE,
            [
                player(self.to_move()),
                cell_term(stack_move.from()),
                Term::list(distances(stack_move.parts()).map(Term::int)),
                Term::int(stack_move.direction() as i64 + 1),
                cell_term(mv.new_piece()),
            ],
        )
    }
}

/// A stack as its height, with the sign of its owner.
fn height_term(stack: &[char]) -> Term {
    let height = stack.len() as i64;
    Term::int(if stack.first() == Some(&LETTERS[1]) { -height } else { height })
}

fn read_state(board: &Term, turn: &Term) -> Result<Diagram, TermError> {
    let mut diagram = Diagram::empty(STANDARD_INFO.board);
    for (i, row) in board.items(ROWS, "the board")?.iter().enumerate() {
        for (j, term) in row.items(ROWS, "a row")?.iter().enumerate() {
            match cell_at(i, j) {
                Some(cell) => diagram.stacks[cell] = read_height(cell, term)?,
                None if term.as_atom() == Some(NO_CELL) => {}
                None => {
                    let problem = format!("there is no cell here, but {}", shown(term));
                    return Err(term.error(problem).help("write `nan`"));
                }
            }
        }
    }
    diagram.to_move = Some(read_player(turn)?);
    Ok(diagram)
}

/// Reads what stands on a cell.
fn read_height(cell: usize, term: &Term) -> Result<Vec<char>, TermError> {
    let Some(height) = term.as_int() else {
        let problem = format!("{} is no height for the cell {}", shown(term), hex::name(cell));
        let help = "positive for Red, negative for Yellow, 0 if empty";
        return Err(term.error(problem).help(help));
    };
    if height.unsigned_abs() > TALLEST_COUNTED {
        let problem = format!("the stack on {} is too tall", hex::name(cell));
        return Err(term.error(problem).help(format!("at most {TALLEST_COUNTED}")));
    }
    let letter = if height < 0 { LETTERS[1] } else { LETTERS[0] };
    Ok(vec![letter; height.unsigned_abs() as usize])
}

fn read_player(term: &Term) -> Result<Side, TermError> {
    match term.as_int() {
        Some(1) => Ok(Side::First),
        Some(2) => Ok(Side::Second),
        _ => Err(term.error(format!("{} is no player", shown(term))).help("1 is Red, 2 is Yellow")),
    }
}

/// Reads a move in the original program's form; it need not be legal.
///
/// # Errors
/// If it cannot be read, or is the other player's.
pub(super) fn read_move<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    text: &str,
) -> Result<GlaisherMove, MoveError> {
    let term = Term::read(text)?;
    let Some([player, origin, substacks, direction, new_piece]) = term.arguments_of(MOVE) else {
        return Err(term.error("this is no move of Glaisher").help(MOVE_FORM).into());
    };
    let player = read_player(player)?;
    if player != position.to_move() {
        let [named, due] = [player, position.to_move()].map(|side| STANDARD_INFO.side_name(side));
        return Err(Illegal::from(format!("it is {due}'s turn, not {named}'s")).into());
    }
    let from = read_cell(origin)?;
    let direction = read_direction(direction)?;
    let parts = read_substacks(substacks, ROOM[from][direction])?;
    let stack_move = StackMove::packed(from, direction, parts);
    Ok(GlaisherMove::new(stack_move, read_cell(new_piece)?))
}

/// Reads a cell written `I-J`.
fn read_cell(term: &Term) -> Result<usize, TermError> {
    let coordinate = |term: &Term| term.as_int().and_then(|number| usize::try_from(number).ok());
    let cell = match term.arguments_of("-") {
        Some([i, j]) => coordinate(i).zip(coordinate(j)).and_then(|(i, j)| cell_at(i, j)),
        _ => None,
    };
    cell.ok_or_else(|| {
        term.error(format!("{} is no cell", shown(term)))
            .help("I-J, the row from the top and the diagonal, both from 0, such as 0-1 for i6")
    })
}

fn read_direction(term: &Term) -> Result<usize, TermError> {
    let number = term.as_int().and_then(|number| usize::try_from(number).ok());
    number.filter(|number| (1..=WAYS).contains(number)).map(|number| number - 1).ok_or_else(|| {
        term.error(format!("{} is no direction", shown(term)))
            .help("1 right, 2 above right, 3 above left, 4 left, 5 below left, 6 below right")
    })
}

/// Reads the heights of the parts, in any order, none of which may go further than the
/// distances that are on the board.
fn read_substacks(term: &Term, room: u8) -> Result<u8, TermError> {
    let heights = term.as_list().filter(|heights| !heights.is_empty());
    let Some(heights) = heights else {
        return Err(term
            .error(format!("{} names no parts", shown(term)))
            .help("Substacks are a list of different heights, such as [1,2,3]"));
    };
    let mut parts = 0;
    for height in heights {
        let part = match height.as_int() {
            Some(part @ 1..) => u32::try_from(part).unwrap_or(u32::MAX),
            _ => return Err(height.error(format!("{} is no height of a part", shown(height)))),
        };
        if part > FURTHEST as u32 || room & distance_bit(part) == 0 {
            let problem = format!("a part of {part} would leave the board");
            return Err(height.error(problem).help("a part travels as far as it is tall"));
        }
        if parts & distance_bit(part) != 0 {
            let problem = format!("there are two parts of {part}");
            return Err(height.error(problem).help("parts have different heights"));
        }
        parts |= distance_bit(part);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::super::GlaisherStandard;
    use super::*;
    use crate::game::Notation;
    use crate::side::Outcome;

    const INITIAL: &str = "gamestate(
        [ % Board
            [  0,  6,  0,  0,  0,nan,nan,nan,nan],
            [  0,  0,  0,  0,  0, -6,nan,nan,nan],
            [  0,  0,  0,  0,  0,  0,  0,nan,nan],
            [ -6,  0,  0,  0,  0,  0,  0,  0,nan],
            [  0,  0,  0,  0,  0,  0,  0,  0,  0],
            [nan,  0,  0,  0,  0,  0,  0,  0,  6],
            [nan,nan,  0,  0,  0,  0,  0,  0,  0],
            [nan,nan,nan,  6,  0,  0,  0,  0,  0],
            [nan,nan,nan,nan,  0,  0,  0, -6,  0]
        ],
        1 % Player turn
    )";

    const INTERMEDIATE: &str = "gamestate(
        [ % Board
            [ -1,  0, -1,  0,  1,nan,nan,nan,nan],
            [  0,  0, -1,  0,  0,  0,nan,nan,nan],
            [  0,  0,  0, -6,  0,  3,  1,nan,nan],
            [  0,  0,  2,  3,  5, -1,  0,  0,nan],
            [  1,  2,  1,  0, -3,  1,  0,  0,  0],
            [nan,  0, -3, -1, -3,  0,  0,  0,  0],
            [nan,nan,  0, -1,  0,  2,  0,  0,  0],
            [nan,nan,nan, -1,  0,  0,  0,  1,  0],
            [nan,nan,nan,nan,  0,  0,  0,  0,  0]
        ],
        1 % Player turn
    )";

    const FINAL: &str = "gamestate(
        [ % Board
            [ -1,  0, -1,  0,  1,nan,nan,nan,nan],
            [  0,  0, -1,  0,  0,  0,nan,nan,nan],
            [  0,  0,  0, -6,  0,  3,  1,nan,nan],
            [  0,  0,  2,  3,  5,  1,  0,  0,nan],
            [  1,  2,  1,  0, -3,  0,  0,  0,  0],
            [nan,  0, -3, -1, -3,  0,  0,  0,  0],
            [nan,nan,  0, -1,  0,  2,  0,  0,  0],
            [nan,nan,nan, -1,  0,  0,  0,  1,  0],
            [nan,nan,nan,nan,  0,  0,  0,  0,  0]
        ],
        2 % Player turn
    )";

    fn read(text: &str) -> Option<Result<Diagram, TermError>> {
        GlaisherStandard::read_term(&Term::read(text).unwrap())
    }

    fn position(text: &str) -> GlaisherStandard {
        GlaisherStandard::from_diagram(&read(text).unwrap().unwrap()).unwrap()
    }

    #[test]
    fn the_states_of_the_seed_are_read_and_written() {
        assert_eq!(position(INITIAL), GlaisherStandard::start());
        let intermediate = position(INTERMEDIATE);
        assert_eq!(
            intermediate.to_text(),
            "y1,x,y1,x,r1/x2,y1,x3/x3,y6,x,r3,r1/x2,r2,r3,r5,y1,x2/r1,r2,r1,x,y3,r1,x3/x,y3,y1,y3,x4/x,y1,x,r2,x3/y1,x3,r1,x/x5 r"
        );
        assert_eq!((intermediate.outcome(), intermediate.count_moves()), (None, 2405));
        let finished = position(FINAL);
        assert_eq!(finished.to_move(), Side::Second);
        assert_eq!(finished.outcome(), Some(Outcome::Win(Side::First)));
        for text in [INITIAL, INTERMEDIATE, FINAL] {
            let written = GlaisherStandard::write_term(&position(text).to_diagram(), 0);
            assert_eq!(written, Term::read(text).unwrap());
            assert_eq!(position(&format!("sample({written}).")), position(text), "as a fact");
        }
    }

    #[test]
    fn what_is_wrong_with_a_state_is_said_at_its_place() {
        for (right, wrong, problem) in [
            (
                "nan],\n            [  0,  0,  0,  0,  0, -6",
                "0],\n            [  0,  0,  0,  0,  0, -6",
                "there is no cell here, but 0",
            ),
            ("[ -6,", "[nan,", "nan is no height for the cell f2"),
            ("[ -6,", "[ -65536,", "the stack on f2 is too tall"),
            ("-6,  0]", "-6]", "a row has 9 items, this list has 8"),
            ("1 %", "3 %", "3 is no player"),
        ] {
            let text = INITIAL.replacen(right, wrong, 1);
            let error = read(&text).unwrap().unwrap_err();
            assert!(!error.span.is_empty());
            assert_eq!(error.problem, problem);
        }
        assert!(read("gamestate([])").unwrap().is_err());
        assert!(read("[[e,e],[w,b]]").is_none(), "not ours");
    }

    #[test]
    fn moves_are_read_and_written_as_terms() {
        let start = GlaisherStandard::start();
        let mv = start.read_move("playermove(1, 0-1, [3,1,2], 6, 4-4).").unwrap();
        assert_eq!(start.write_move(mv), "i6-h6,g6,f6+e5");
        assert_eq!(start.move_term(mv).to_string(), "playermove(1,0-1,[1,2,3],6,4-4)");
        for (text, problem) in [
            ("playermove(2,0-1,[6],6,4-4)", "it is Red's turn, not Yellow's"),
            (
                "playermove(1,0-1,[6],3,4-4)",
                "a part of 6 would leave the board (a part travels as far as it is tall)",
            ),
            (
                "playermove(1,0-1,[3,3],6,4-4)",
                "there are two parts of 3 (parts have different heights)",
            ),
            (
                "playermove(1,0-1,[1,2],6,4-4)",
                "the parts add up to 3, the stack on i6 has 6: all of it must move",
            ),
        ] {
            assert_eq!(start.read_move(text).unwrap_err().to_string(), problem);
        }
    }
}
