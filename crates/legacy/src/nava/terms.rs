//! States of the two original programs that play Nava.

use cairn_games::{Diagram, GameId};

use crate::state::{Dialect, StateTerms, read_board, write_board};
use crate::term::{Term, TermError, shown};

/// Rows of the board, and cells in a row.
const SIDE: usize = 5;

/// Cubes of each player.
const CUBES: u32 = 9;

/// Length of a cell of program 000: as many atoms as there are discs.
const PADDED: usize = 12;

/// The atoms for white disc, black disc, white cube, black cube.
type Names = [&'static str; 4];
const NAMES_000: Names = ["w", "b", "wC", "bC"];
const NAMES_001: Names = ["white", "black", "whiteCube", "blackCube"];
const LETTERS: [char; 4] = ['w', 'b', 'W', 'B'];

/// Atom that fills up the cells of program 000.
const PADDING: &str = "e";

pub(crate) static TERMS: StateTerms = StateTerms {
    game: "nava",
    dialects: &[
        Dialect {
            name: "000",
            form: "[Board, BlackCubes, WhiteCubes], cells of twelve atoms padded with e",
        },
        Dialect {
            name: "001",
            form: "[Board, WhiteCubes, BlackCubes], cells as long as their stacks",
        },
    ],
    read,
    write,
    usual: |_| 0,
};

fn read(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    let state = term.unwrapped();
    let (board, hands) = match state.as_list()? {
        [board, first, second] if first.as_int().is_some() && second.as_int().is_some() => {
            (board, Some((first, second)))
        }
        _ => (state, None),
    };
    let names = names_used(board)?;
    Some(read_state(game, board, hands, names))
}

fn write(diagram: &Diagram, dialect: usize) -> Term {
    let names = if dialect == 0 { NAMES_000 } else { NAMES_001 };
    let board = write_board(diagram, |_, stack| {
        let pieces = stack.iter().rev().filter_map(|&piece| atom(names, piece));
        let padding = if dialect == 0 { PADDED.saturating_sub(stack.len()) } else { 0 };
        Term::list(pieces.chain(std::iter::repeat_n(Term::atom(PADDING), padding)))
    });
    let [white, black] = diagram
        .hands
        .unwrap_or_else(|| ['W', 'B'].map(|cube| CUBES.saturating_sub(diagram.count(cube) as u32)));
    let hands = if dialect == 0 { [black, white] } else { [white, black] };
    Term::list([board, Term::int(hands[0]), Term::int(hands[1])])
}

/// Returns the atom that stands for a piece.
fn atom(names: Names, piece: char) -> Option<Term> {
    let kind = LETTERS.iter().position(|&letter| letter == piece)?;
    Some(Term::atom(names[kind]))
}

/// Returns the names that a board uses; `None` if it is not a board of Nava. A board is
/// recognised by its five rows and by the first atom in it; one without atoms is program
/// 001's.
fn names_used(board: &Term) -> Option<Names> {
    let rows = board.as_list()?;
    let cells = rows.iter().map(Term::as_list).collect::<Option<Vec<_>>>()?;
    let mut pieces = cells.into_iter().flatten().filter_map(Term::as_list).flatten();
    if pieces.clone().any(|piece| piece.as_int().is_some()) {
        // Greener's cells carry numbers, and some of Nava's atoms.
        return None;
    }
    match pieces.find_map(Term::as_atom) {
        Some(atom) if NAMES_000.contains(&atom) || atom == PADDING => Some(NAMES_000),
        Some(atom) if NAMES_001.contains(&atom) => Some(NAMES_001),
        None if rows.len() == SIDE => Some(NAMES_001),
        _ => None,
    }
}

fn read_state(
    game: GameId,
    board: &Term,
    hands: Option<(&Term, &Term)>,
    names: Names,
) -> Result<Diagram, TermError> {
    let mut diagram = read_board(game, board, |term| read_cell(term, names))?;
    if let Some((first, second)) = hands {
        let (white, black) = if names == NAMES_000 { (second, first) } else { (first, second) };
        diagram.hands = Some([read_hand(white)?, read_hand(black)?]);
    }
    Ok(diagram)
}

/// Reads a stack, top piece first in the term, last in the diagram.
fn read_cell(term: &Term, names: Names) -> Result<Vec<char>, TermError> {
    let pieces = term
        .as_list()
        .ok_or_else(|| term.error(format!("a cell is a list, this is {}", shown(term))))?;
    if names == NAMES_000 && pieces.len() != PADDED {
        return Err(term.error(format!("a cell has {PADDED} atoms, this one {}", pieces.len())));
    }
    let is_padding = |piece: &&Term| names == NAMES_000 && piece.as_atom() == Some(PADDING);
    let padding = pieces.iter().rev().take_while(is_padding).count();
    let pieces = &pieces[..pieces.len() - padding];
    pieces.iter().rev().map(|piece| read_piece(piece, names)).collect()
}

fn read_piece(term: &Term, names: Names) -> Result<char, TermError> {
    let kind = term.as_atom().and_then(|atom| names.iter().position(|&name| name == atom));
    kind.map(|kind| LETTERS[kind]).ok_or_else(|| {
        term.error(format!("{} is not a piece", shown(term)))
            .help(format!("pieces are {}", names.join(", ")))
    })
}

fn read_hand(term: &Term) -> Result<u32, TermError> {
    let number = term.as_int().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| term.error("cubes in hand are counted from 0"))
}
