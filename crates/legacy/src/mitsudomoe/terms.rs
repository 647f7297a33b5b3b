//! States of the original program that plays Mitsudomoe.

use cairn_games::{Diagram, GameId};

use super::HOME;
use crate::state::{Dialect, StateTerms, read_board, write_board};
use crate::term::{Term, TermError, shown};

/// Rings of each player, on the board and in supply together.
const RINGS: usize = 8;

/// The atoms for pieces, and their letters.
const PIECES: [(&str, char); 4] =
    [("whiteRing", 'w'), ("blackRing", 'b'), ("whiteBall", 'W'), ("blackBall", 'B')];

/// Atoms below the pieces on the home spaces of each side.
const BASES: [&str; 2] = ["whiteBase", "blackBase"];

/// Atom below everything else on a space.
const EMPTY: &str = "empty";

pub(crate) static TERMS: StateTerms = StateTerms {
    game: "mitsudomoe",
    dialects: &[Dialect {
        name: "002",
        form: "[Board, [WhiteRings, BlackRings]], cells end in empty, hands are lists",
    }],
    read,
    write,
    usual: |_| 0,
};

fn read(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    let state = term.unwrapped();
    let (board, hands) = match state.as_list()? {
        [board, hands] => (board, Some(hands)),
        _ => (state, None),
    };
    is_board(board).then(|| read_state(game, board, hands))
}

fn write(diagram: &Diagram, _dialect: usize) -> Term {
    let board = write_board(diagram, write_cell);
    let hands = diagram
        .hands
        .unwrap_or_else(|| ['w', 'b'].map(|ring| RINGS.saturating_sub(diagram.count(ring)) as u32));
    let hands = Term::list([write_hand(hands[0], "whiteRing"), write_hand(hands[1], "blackRing")]);
    Term::list([board, hands])
}

/// Writes the rings in supply as a list, or as a number if no game has so many.
fn write_hand(count: u32, ring: &str) -> Term {
    if count as usize > RINGS {
        return Term::int(count);
    }
    Term::list(std::iter::repeat_n(Term::atom(ring), count as usize))
}

/// Writes a cell: the pieces, top first, what marks a home space, and `empty`.
fn write_cell(cell: usize, stack: &[char]) -> Term {
    let pieces = stack.iter().rev().filter_map(|&piece| {
        let (name, _) = PIECES.iter().find(|&&(_, letter)| letter == piece)?;
        Some(*name)
    });
    let base = (0..2).find(|&side| HOME[side].contains(&cell)).map(|side| BASES[side]);
    Term::list(pieces.chain(base).chain([EMPTY]).map(Term::atom))
}

/// Whether this is a board of Mitsudomoe, as its atoms tell. Other games have `empty`
/// cells too, but with a number.
fn is_board(board: &Term) -> bool {
    let rows = board.as_list().unwrap_or_default();
    let cells = rows.iter().filter_map(Term::as_list).flatten().filter_map(Term::as_list);
    let atoms: Vec<_> = cells.flatten().map(Term::as_atom).collect();
    let is_ours = |atom| BASES.contains(&atom) || PIECES.iter().any(|&(name, _)| name == atom);
    let is_all_empty = !atoms.is_empty() && atoms.iter().all(|&atom| atom == Some(EMPTY));
    is_all_empty || atoms.into_iter().flatten().any(is_ours)
}

fn read_state(game: GameId, board: &Term, hands: Option<&Term>) -> Result<Diagram, TermError> {
    let mut diagram = read_board(game, board, read_cell)?;
    if let Some(hands) = hands {
        let hands = hands.items(2, "the pair of hands")?;
        diagram.hands =
            Some([read_hand(&hands[0], "whiteRing")?, read_hand(&hands[1], "blackRing")?]);
    }
    Ok(diagram)
}

/// Reads a stack, top piece first in the term, last in the diagram. Whether a base lies
/// on a home space is not asked: it is part of the board, not a piece.
fn read_cell(term: &Term) -> Result<Vec<char>, TermError> {
    let atoms = term
        .as_list()
        .ok_or_else(|| term.error(format!("a cell is a list, this is {}", shown(term))))?;
    let without = |atoms: &'_ [Term], names: &[&str]| -> usize {
        let ends = atoms.last().and_then(Term::as_atom).is_some_and(|atom| names.contains(&atom));
        atoms.len() - usize::from(ends)
    };
    let atoms = &atoms[..without(atoms, &[EMPTY])];
    let pieces = &atoms[..without(atoms, &BASES)];
    pieces.iter().rev().map(read_piece).collect()
}

fn read_piece(term: &Term) -> Result<char, TermError> {
    let known = |atom| PIECES.iter().find(|&&(name, _)| name == atom);
    if let Some(&(_, letter)) = term.as_atom().and_then(known) {
        return Ok(letter);
    }
    let names = PIECES.map(|(name, _)| name).join(", ");
    Err(term.error(format!("{} is not a piece", shown(term))).help(format!(
        "pieces are {names}; under them may lie whiteBase or blackBase, and then empty"
    )))
}

/// Reads how many rings a side has in supply: a number, or a list with all of them.
fn read_hand(term: &Term, ring: &str) -> Result<u32, TermError> {
    if let Some(rings) = term.as_list() {
        return match rings.iter().find(|term| term.as_atom() != Some(ring)) {
            Some(other) => Err(other.error(format!("{} is not a {ring}", shown(other)))),
            None => Ok(rings.len() as u32),
        };
    }
    let number = term.as_int().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| {
        term.error(format!("a hand is a number or a list of {ring}, this is {}", shown(term)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Result<Diagram, TermError>> {
        super::read(GameId::Mitsudomoe, &Term::read(text).unwrap())
    }

    /// The start, with these hands or without.
    fn start_term(hands: &str) -> String {
        let black = "[blackBall | [blackRing | [blackBase | [empty]]]]";
        let white = "[whiteBall, whiteRing, whiteBase, empty]";
        let none = "[empty]";
        let board = format!(
            "[[{none},{none},{none},{black},{black}],[{none},{none},{none},{none},{black}],
              [{none},{none},{none},{none},{none}],[{white},{none},{none},{none},{none}],
              [{white},{white},{none},{none},{none}]]"
        );
        if hands.is_empty() { board } else { format!("initial([{board}, {hands}]).") }
    }

    #[test]
    fn hands_are_lists_or_numbers_or_left_out() {
        let start = GameId::Mitsudomoe.start();
        let rings = |name| [name; 5].join(",");
        let lists = format!("[[{}],[{}]]", rings("whiteRing"), rings("blackRing"));
        for hands in ["", "[5, 5]", &lists] {
            let diagram = read(&start_term(hands)).unwrap().unwrap();
            assert_eq!(GameId::Mitsudomoe.position(&diagram).unwrap(), start);
        }
        let written = write(&start.to_diagram(), 0);
        assert_eq!(written, *Term::read(&start_term(&lists)).unwrap().unwrapped());
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        for (text, wrong, problem) in [
            (start_term("[5, [whiteRing]]"), "whiteRing", "whiteRing is not a blackRing"),
            (start_term("[5, many]"), "many", "a hand is a number or a list"),
            (start_term("[5]"), "[5]", "the pair of hands has 2 items"),
            (start_term("").replace("whiteBase", "whiteCube"), "whiteCube", "is not a piece"),
        ] {
            let error = read(&text).unwrap().unwrap_err();
            assert!(text[error.span.clone()].contains(wrong), "{error}");
            assert!(error.problem.contains(problem), "{error}");
        }
    }

    #[test]
    fn states_of_other_games_are_left_to_them() {
        for text in [
            "[[[e,e],[w,e]],9,9]",
            "[[[white],[],[blackCube]]]",
            "[[[empty,0],[green,1]]]",
            "gamestate([[nan,6]],1)",
            "[[[],[]],[[],[]]]",
            "[]",
            "empty",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
