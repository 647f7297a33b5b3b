//! States and moves of the original program that plays Glaisher.
//!
//! Its cells are rows `I` from the top and diagonals `J`, both from 0; heights are
//! positive for Red and negative for Yellow, and what is not on the board is `nan`.

use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Glaisher, GlaisherMove, StackMove};
use cairn_games::hex::{self, DIRECTIONS, ROWS};
use cairn_games::{Diagram, Game, GameId, Illegal, MoveError, Side, TALLEST_COUNTED};

use super::LETTERS;
use crate::state::{Dialect, StateTerms};
use crate::term::{Term, TermError, shown};

/// Name of a state.
const STATE: &str = "gamestate";

/// Name of a move.
const MOVE: &str = "playermove";

/// Atom that stands where there is no cell.
const NO_CELL: &str = "nan";

/// Shape of a move.
const MOVE_FORM: &str = "a move is playermove(Player, I-J, Substacks, Direction, I-J)";

/// Returns the cell in row `i` and diagonal `j` of the original program.
pub(super) fn cell_at(i: usize, j: usize) -> Option<usize> {
    let (i, j) = (i32::try_from(i).ok()?, i32::try_from(j).ok()?);
    let last_row = ROWS as i32 - 1;
    (i <= last_row && j <= last_row).then(|| hex::cell(last_row - i, j + 5 - i))?
}

/// Returns row and diagonal of a cell in the original program.
pub(crate) fn place(cell: usize) -> (i32, i32) {
    let (row, number) = hex::place(cell);
    let i = ROWS as i32 - 1 - row;
    (i, number - 5 + i)
}

/// Returns the number of a player in the original program.
fn player(side: Side) -> Term {
    Term::int(side.index() as i64 + 1)
}

pub(crate) static TERMS: StateTerms = StateTerms {
    game: "glaisher",
    dialects: &[Dialect {
        name: "004",
        form: "gamestate(Board, Turn), heights positive for Red and negative for Yellow",
    }],
    read,
    write,
    usual: |_| 0,
};

fn read(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    let state = if term.arguments_of(STATE).is_some() { term } else { term.unwrapped() };
    let arguments = state.arguments_of(STATE)?;
    Some(match arguments {
        [board, turn] => read_state(game, board, turn),
        _ => Err(state.error("a state is gamestate(Board, Turn)")),
    })
}

fn write(diagram: &Diagram, _dialect: usize) -> Term {
    let cell = |i, j| match cell_at(i, j) {
        Some(cell) => height_term(&diagram.stacks[cell]),
        None => Term::atom(NO_CELL),
    };
    let row = |i| Term::list((0..ROWS).map(|j| cell(i, j)));
    let board = Term::list((0..ROWS).map(row));
    Term::compound(STATE, [board, player(diagram.to_move.unwrap_or(Side::First))])
}

/// Writes a legal move as the original program does:
/// `playermove(Player, I-J, Substacks, Direction, I-J)`. Parts of Yellow are negative.
pub(crate) fn write_move<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    mv: GlaisherMove,
) -> Term {
    let cell_term = |cell| {
        let (i, j) = place(cell);
        Term::compound("-", [Term::int(i), Term::int(j)])
    };
    let stack_move = mv.stack_move();
    Term::compound(
        MOVE,
        [
            player(position.to_move()),
            cell_term(stack_move.from()),
            Term::list(ones(stack_move.parts().into()).map(|bit| {
                let height = bit as i64 + 1;
                Term::int(if position.to_move() == Side::First { height } else { -height })
            })),
            Term::int(stack_move.direction() as i64 + 1),
            cell_term(mv.new_piece()),
        ],
    )
}

/// A stack as its height, with the sign of its owner.
fn height_term(stack: &[char]) -> Term {
    let height = stack.len() as i64;
    Term::int(if stack.first() == Some(&LETTERS[1]) { -height } else { height })
}

fn read_state(game: GameId, board: &Term, turn: &Term) -> Result<Diagram, TermError> {
    let mut diagram = Diagram::empty(game.info().board);
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
        let problem = format!("{} is not a height for the cell {}", shown(term), hex::name(cell));
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
        _ => Err(term
            .error(format!("{} is not a player", shown(term)))
            .help("1 is Red, 2 is Yellow")),
    }
}

/// Reads a move in the original program's form.
///
/// # Errors
/// If it cannot be read, or is not legal.
pub(crate) fn read_move<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    text: &str,
) -> Result<GlaisherMove, MoveError> {
    let term = Term::read(text)?;
    let Some([player, origin, substacks, direction, new_piece]) = term.arguments_of(MOVE) else {
        return Err(term.error("this is not a move of Glaisher").help(MOVE_FORM).into());
    };
    let player = read_player(player)?;
    if player != position.to_move() {
        let [named, due] =
            [player, position.to_move()].map(|side| Glaisher::<RULEBOOK>::info().side_name(side));
        return Err(Illegal::from(format!("it is {due}'s turn, not {named}'s")).into());
    }
    let from = read_cell(origin)?;
    let direction = read_direction(direction)?;
    let stack_move = read_substacks(substacks, player, from, direction)?;
    let mv = GlaisherMove::new(stack_move, read_cell(new_piece)?);
    position.check(mv)?;
    Ok(mv)
}

/// Reads a cell written `I-J`.
fn read_cell(term: &Term) -> Result<usize, TermError> {
    let coordinate = |term: &Term| term.as_int().and_then(|number| usize::try_from(number).ok());
    let cell = match term.arguments_of("-") {
        Some([i, j]) => coordinate(i).zip(coordinate(j)).and_then(|(i, j)| cell_at(i, j)),
        _ => None,
    };
    cell.ok_or_else(|| {
        term.error(format!("{} is not a cell", shown(term)))
            .help("I-J, the row from the top and the diagonal, both from 0, such as 0-1 for i6")
    })
}

fn read_direction(term: &Term) -> Result<usize, TermError> {
    let number = term.as_int().and_then(|number| usize::try_from(number).ok());
    number
        .filter(|number| (1..=DIRECTIONS.len()).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| {
            term.error(format!("{} is not a direction", shown(term)))
                .help("1 right, 2 above right, 3 above left, 4 left, 5 below left, 6 below right")
        })
}

/// Reads the heights of the parts, in any order; for Yellow they may be negative. None of
/// them may leave the board.
fn read_substacks(
    term: &Term,
    player: Side,
    from: usize,
    direction: usize,
) -> Result<StackMove, TermError> {
    let mut parts: u8 = 0;
    let mut stack_move = None;
    for height in term.as_list().unwrap_or_default() {
        let size = height.as_int().map(|size| match player {
            Side::First => size,
            Side::Second => size.abs(),
        });
        let Some(part @ 1..) = size else {
            return Err(height.error(format!("{} is not the height of a part", shown(height))));
        };
        let bit = u32::try_from(part).ok().and_then(|part| 1_u8.checked_shl(part - 1));
        let Some(bit) = bit.filter(|&bit| StackMove::new(from, direction, bit).is_some()) else {
            let problem = format!("a part of {part} would leave the board");
            return Err(height.error(problem).help("a part travels as far as it is tall"));
        };
        if parts & bit != 0 {
            let problem = format!("there are two parts of {part}");
            return Err(height.error(problem).help("parts have different heights"));
        }
        parts |= bit;
        stack_move = StackMove::new(from, direction, parts);
    }
    stack_move.ok_or_else(|| {
        term.error(format!("{} names no parts", shown(term)))
            .help("Substacks are a list of different heights, such as [1,2,3]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::glaisher::GlaisherStandard;
    use cairn_games::{Notation, Outcome};

    const INITIAL: &str = include_str!("../../tests/states/004-initial.pl");
    const INTERMEDIATE: &str = include_str!("../../tests/states/004-middle.pl");
    const FINAL: &str = include_str!("../../tests/states/004-final.pl");

    fn read(text: &str) -> Option<Result<Diagram, TermError>> {
        super::read(GameId::Glaisher, &Term::read(text).unwrap())
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
            let written = write(&position(text).to_diagram(), 0);
            assert_eq!(written, Term::read(text).unwrap());
            assert_eq!(position(&format!("sample({written}).")), position(text), "as a fact");
        }
    }

    #[test]
    fn what_is_wrong_with_a_state_is_said_at_its_place() {
        for (right, wrong, problem) in [
            ("nan],\n        [  0,  0", "0],\n        [  0,  0", "there is no cell here, but 0"),
            ("[ -6,", "[nan,", "nan is not a height for the cell f2"),
            ("[ -6,", "[ -65536,", "the stack on f2 is too tall"),
            ("-6,  0]", "-6]", "a row has 9 items, this list has 8"),
            ("1 %", "3 %", "3 is not a player"),
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
        let mv = read_move(&start, "playermove(1, 0-1, [3,1,2], 6, 4-4).").unwrap();
        assert_eq!(start.write_move(mv), "i6-h6,g6,f6+e5");
        assert_eq!(write_move(&start, mv).to_string(), "playermove(1,0-1,[1,2,3],6,4-4)");
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
                "the parts add up to 3, but the stack on i6 has 6: all of it must move",
            ),
        ] {
            assert_eq!(read_move(&start, text).unwrap_err().to_string(), problem);
        }
    }
}
