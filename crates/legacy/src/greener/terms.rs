//! States of the original program that plays Greener.
//!
//! Its document gives a cell as `[white,2]`: the colour of the top piece and the number
//! of greens in the stack, `[empty,0]` without one. The finished program has one such
//! pair for each piece, the top piece first: `[white,0,black,0,green,1]`.

use cairn_games::{Board, Diagram, GameId};

use crate::state::{Dialect, StateTerms, read_board, write_board};
use crate::term::{Term, TermError, shown};

/// The colours with their letters and the number that a single piece of them has.
const COLOURS: [(&str, char, i64); 3] = [("black", 'b', 0), ("white", 'w', 0), ("green", 'g', 1)];

/// Stands for the colour in a cell without pieces.
const EMPTY: &str = "empty";

/// Index of the dialect with a pair for each piece.
const LONG: usize = 1;

pub(crate) static TERMS: StateTerms = StateTerms {
    game: "greener",
    dialects: &[
        Dialect {
            name: "003",
            form: "rows of cells [TopColour, Greens], which forget the rest of a stack",
        },
        Dialect {
            name: "003-long",
            form: "rows of cells with a pair [Colour, Number] for each piece, top first",
        },
    ],
    read,
    write,
    usual,
};

fn read(game: GameId, term: &Term) -> Option<Result<Diagram, TermError>> {
    let board = term.unwrapped();
    let rows = board.as_list()?;
    if !rows.iter().filter_map(Term::as_list).flatten().any(looks_like_cell) {
        return None;
    }
    let first_row = rows.first().and_then(Term::as_list).unwrap_or_default();
    let shape = Board::square(first_row.len(), rows.len());
    if shape == game.info().board {
        return Some(read_board(game, board, |cell| read_cell(cell, shape.cells())));
    }
    // A board that fits no box at all is taken to be meant for the usual one.
    let is_mine = game.is_standard_size() && !boxes(game).contains(&shape);
    is_mine.then(|| Err(no_such_box(game, board, shape)))
}

/// Boards on which the game can be played.
fn boxes(game: GameId) -> Vec<Board> {
    let boards = GameId::boards(game.name()).unwrap_or_default();
    boards.into_iter().map(|game| game.info().board).collect()
}

fn write(diagram: &Diagram, dialect: usize) -> Term {
    let write_cell = if dialect == LONG { long_cell } else { short_cell };
    write_board(diagram, |_, stack| match stack {
        [] => Term::list([Term::atom(EMPTY), Term::int(0)]),
        stack => write_cell(stack),
    })
}

/// Chooses the short form, unless it would forget something.
fn usual(diagram: &Diagram) -> usize {
    let greens_under_top = |stack: &Vec<char>| stack.iter().rev().skip(1).all(|&p| p == 'g');
    if diagram.stacks.iter().all(greens_under_top) { 0 } else { LONG }
}

/// The top colour of a stack and how many greens are in it.
fn short_cell(stack: &[char]) -> Term {
    let greens = stack.iter().filter(|&&piece| piece == 'g').count() as i64;
    let top = COLOURS.iter().find(|colour| stack.last() == Some(&colour.1));
    let name = top.map_or(EMPTY, |colour| colour.0);
    Term::list([Term::atom(name), Term::int(greens)])
}

/// Every piece of a stack, the top piece first.
fn long_cell(stack: &[char]) -> Term {
    let colours = stack.iter().rev().filter_map(|&piece| COLOURS.iter().find(|c| c.1 == piece));
    Term::list(colours.flat_map(|&(name, _, number)| [Term::atom(name), Term::int(number)]))
}

/// Whether a term begins like a cell. In no other game does a number follow a colour.
fn looks_like_cell(term: &Term) -> bool {
    let Some([colour, number, ..]) = term.as_list() else {
        return false;
    };
    let is_colour = |name| name == EMPTY || COLOURS.iter().any(|colour| colour.0 == name);
    colour.as_atom().is_some_and(is_colour) && number.as_int().is_some()
}

fn no_such_box(game: GameId, board: &Term, shape: Board) -> TermError {
    let boxes: Vec<_> = boxes(game)
        .into_iter()
        .map(|board| format!("{} rows of {}", board.rows(), board.row(0).len()))
        .collect();
    let (rows, cells) = (shape.rows(), shape.row(0).len());
    board
        .error(format!("this board has {rows} rows, the first of {cells} cells"))
        .help(format!("boxes have {}", boxes.join(", ")))
}

/// Reads a stack from the bottom piece to the top piece.
fn read_cell(term: &Term, most_greens: usize) -> Result<Vec<char>, TermError> {
    let pairs = term.as_list().unwrap_or_default().chunks_exact(2);
    if pairs.len() == 0 || !pairs.remainder().is_empty() {
        return Err(term.error(format!("{} is not a cell", shown(term))).help(
            "a cell is a colour and a number such as [white,2], or one pair for each piece",
        ));
    }
    match term.as_list() {
        Some([colour, number]) if colour.as_atom() == Some(EMPTY) => match number.as_int() {
            Some(0) => Ok(Vec::new()),
            _ => Err(number.error("an empty cell has no greens").help("write [empty,0]")),
        },
        Some([colour, number]) => read_counted(colour, number, most_greens),
        _ => pairs.rev().map(|pair| read_piece(&pair[0], &pair[1])).collect(),
    }
}

/// Reads the top piece of a stack and how many greens are in it.
fn read_counted(colour: &Term, number: &Term, most: usize) -> Result<Vec<char>, TermError> {
    let (_, top, own_green) = read_colour(colour)?;
    let under_top = |greens: i64| usize::try_from(greens - own_green).ok();
    match number.as_int().and_then(under_top) {
        Some(greens) if greens < most => {
            let mut stack = vec!['g'; greens];
            stack.push(top);
            Ok(stack)
        }
        _ => Err(number
            .error(format!("{} is not a number of greens for this stack", shown(number)))
            .help(format!("from {own_green} to {}", most - 1))),
    }
}

/// Reads one piece of several.
fn read_piece(colour: &Term, number: &Term) -> Result<char, TermError> {
    let (name, piece, own_green) = read_colour(colour)?;
    if number.as_int() == Some(own_green) {
        return Ok(piece);
    }
    Err(number
        .error(format!("{} follows {name} in a cell of several pieces", shown(number)))
        .help("1 follows green, 0 the other colours"))
}

fn read_colour(term: &Term) -> Result<(&'static str, char, i64), TermError> {
    let known = COLOURS.into_iter().find(|colour| term.as_atom() == Some(colour.0));
    known.ok_or_else(|| {
        term.error(format!("{} is not the colour of a piece", shown(term)))
            .help("colours are black, white, green; a cell without a piece is [empty,0]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_state;

    /// The board in the middle of a game in the seed document.
    const MIDGAME: &str = include_str!("../../tests/states/003-middle.pl");

    fn read(text: &str) -> Result<Diagram, TermError> {
        super::read(GameId::Greener, &Term::read(text).unwrap()).expect("a state of Greener")
    }

    /// A board with this cell in the corner a6 and nothing else.
    fn with_corner(cell: &str) -> String {
        let row = |first: &str| format!("[{first}{}]", ",[empty,0]".repeat(5));
        format!("[{},{}]", row(cell), vec![row("[empty,0]"); 5].join(","))
    }

    fn corner(cell: &str) -> Result<String, String> {
        let diagram = read(&with_corner(cell)).map_err(|error| error.to_string())?;
        Ok(diagram.stacks[30].iter().collect())
    }

    #[test]
    fn a_state_of_the_document_can_be_played_on_and_comes_back() {
        let diagram = read(MIDGAME).unwrap();
        let position = GameId::Greener.position(&diagram).unwrap();
        assert_eq!(
            position.to_text(),
            "ggw,x3,b,g/b,g,g,x,ggw,x/g,w,b,x,b,g/x,w,g,g,g,b/x,g,g,ggw,x2/b,w,b,g,b,g b"
        );
        assert_eq!(usual(&diagram), 0);
        let written = write(&diagram, 0);
        assert_eq!(&written, Term::read(MIDGAME).unwrap().unwrapped());
        let long = write(&diagram, LONG);
        assert_eq!(read(&long.to_string()).unwrap(), diagram);
    }

    #[test]
    fn short_and_long_cells_are_read() {
        assert_eq!(corner("[white,3]").unwrap(), "gggw");
        assert_eq!(corner("[green,1]").unwrap(), "g");
        assert_eq!(corner("[green,3]").unwrap(), "ggg");
        assert_eq!(corner("[white, 0, black, 0, green, 1]").unwrap(), "gbw");
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for (cell, word) in [
            ("[]", "not a cell"),
            ("[white]", "not a cell"),
            ("white", "not a cell"),
            ("[white,0,green]", "not a cell"),
            ("[red,0]", "not the colour"),
            ("[empty,2]", "no greens"),
            ("[green,0]", "from 1"),
            ("[white,-1]", "from 0"),
            ("[white,99999]", "from 0 to 35"),
            ("[white,1,green,1]", "0 the other colours"),
            ("[white,0,empty,0]", "not the colour"),
        ] {
            let error = corner(cell).unwrap_err();
            assert!(error.contains(word), "{cell}: {error}");
        }
    }

    #[test]
    fn the_long_form_is_used_where_the_short_one_forgets() {
        let diagram = read(&with_corner("[white,0,black,0,green,1]")).unwrap();
        assert_eq!(usual(&diagram), LONG);
        let written = write(&diagram, LONG).to_string();
        assert!(written.starts_with("[[[white,0,black,0,green,1],[empty,0],"), "{written}");
    }

    #[test]
    fn the_box_is_told_by_its_shape() {
        let large = GameId::Greener9x9.start().to_diagram();
        let term = write(&large, 0);
        assert!(super::read(GameId::Greener, &term).is_none());
        assert!(super::read(GameId::Greener6x9, &term).is_none());
        let read = super::read(GameId::Greener9x9, &term).unwrap().unwrap();
        assert_eq!(read.stacks, large.stacks);
        let odd = Term::read("[[[white,0],[black,0]],[[green,1],[green,1]]]").unwrap();
        assert!(super::read(GameId::Greener6x9, &odd).is_none());
        let error = super::read(GameId::Greener, &odd).unwrap().unwrap_err();
        assert!(error.to_string().contains("6 rows of 6, 9 rows of 6, 9 rows of 9"), "{error}");
    }

    #[test]
    fn states_of_other_games_are_left_alone() {
        let nava = GameId::Nava.start().to_diagram();
        for dialect in 0..2 {
            let term = write_state(GameId::Nava, &nava, Some(dialect)).unwrap();
            assert!(super::read(GameId::Greener, &term).is_none());
        }
        for text in [
            "[[[[whiteBall,whiteRing,whiteBase,empty],[empty]]],[5,5]]",
            "gamestate([[nan,6],[-6,0]],1)",
            "[[[white],[]],[[black,black],[]]]",
        ] {
            assert!(super::read(GameId::Greener, &Term::read(text).unwrap()).is_none(), "{text}");
        }
    }
}
