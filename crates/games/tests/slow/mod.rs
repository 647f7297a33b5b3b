//! The rules a second time: slow, plain and separate, for tests only.
//!
//! The library plays fast, and fast code hides mistakes: a wrong shift of a bit
//! board or a counting argument with a hole in it gives legal-looking games. So
//! the rules are written down here once more, in the plainest way there is, and
//! tests compare the two. To be worth anything as a witness this program
//!
//! - shares no code with the library: it talks in text only, the position and
//!   move notation that people write;
//! - tries everything and counts nothing: boards are rows of text cells, copied
//!   freely, and no possibility is left out because it "cannot happen";
//! - follows the order of the written rules, so that a reader can hold the two
//!   side by side.
//!
//! It trusts its input (bad text panics) and knows nothing of repetition, which
//! belongs to a game and not to a position.

// Each test binary that includes this module uses only some of it.
#![allow(dead_code)]

mod glaisher;
mod greener;
mod mitsudomoe;
mod nava;
mod pagoda;

/// A position of any of the games.
pub trait Slow {
    /// Canonical position text, side to move included.
    fn write(&self) -> String;
    /// All legal moves as canonical text, no duplicates, any order; none when
    /// the game is over.
    fn moves(&self) -> Vec<String>;
    /// The position after a move that `moves` gave.
    fn after(&self, mv: &str) -> Box<dyn Slow>;
    /// `None` while the game goes on; `Some(Some(0))` when the player who moves
    /// first in this game has won, `Some(Some(1))` the other, `Some(None)` when
    /// it is drawn.
    fn outcome(&self) -> Option<Option<usize>>;
}

/// Every rule set with its start position.
pub const STARTS: [(&str, &str); 7] = [
    ("nava", "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w"),
    ("mitsudomoe", "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w"),
    ("mitsudomoe:single", "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w"),
    ("greener", "g,w,b,g,b,g/b,g,g,w,g,w/g,w,b,g,b,g/b,w,g,g,g,w/g,g,g,g,w,b/w,w,b,g,b,g b"),
    ("glaisher", "x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r"),
    ("glaisher:rulebook", "x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r"),
    ("pagoda", "x3/x3/x3 w"),
];

/// The start position of the rule set named `game`.
pub fn by_name(game: &str) -> Box<dyn Slow> {
    let (_, start) = STARTS.iter().find(|(name, _)| *name == game).unwrap();
    read(game, start)
}

/// Reads a well-formed position for the rule set named `game`.
pub fn read(game: &str, position: &str) -> Box<dyn Slow> {
    match game {
        "nava" => Box::new(nava::SlowNava::read(position)),
        "mitsudomoe" => Box::new(mitsudomoe::SlowMitsudomoe::read(position, false)),
        "mitsudomoe:single" => Box::new(mitsudomoe::SlowMitsudomoe::read(position, true)),
        "greener" => Box::new(greener::SlowGreener::read(position)),
        "glaisher" => Box::new(glaisher::SlowGlaisher::read(position, 1)),
        "glaisher:rulebook" => Box::new(glaisher::SlowGlaisher::read(position, 2)),
        "pagoda" => Box::new(pagoda::SlowPagoda::read(position)),
        _ => panic!("no rule set is called {game}"),
    }
}

/// Number of move sequences of `depth` moves. The last move is not carried out:
/// there are as many sequences of one move as there are moves.
pub fn perft(position: &dyn Slow, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves().len() as u64,
        _ => (position.moves().iter()).map(|mv| perft(&*position.after(mv), depth - 1)).sum(),
    }
}

/// Rows of cells, the bottom row first. A cell is its stack as text, bottom
/// piece first; an empty cell is the empty text.
type Cells = Vec<Vec<String>>;

/// Column and row, both from 0. Signed, so that one can step off the board.
type Coordinates = (i32, i32);

/// Along a row or a column.
const STRAIGHT: [Coordinates; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Splits position text into the board and the side to move.
fn split_position(text: &str) -> (Cells, char) {
    let (rows, side) = text.split_once(' ').unwrap();
    let mut board: Cells = rows.split('/').map(split_row).collect();
    board.reverse();
    (board, side.chars().next().unwrap())
}

fn split_row(row: &str) -> Vec<String> {
    let mut cells = Vec::new();
    for cell in row.split(',') {
        match cell.strip_prefix('x') {
            Some("") => cells.push(String::new()),
            Some(number) => {
                let number: usize = number.parse().unwrap();
                cells.extend(vec![String::new(); number]);
            }
            None => cells.push(cell.to_string()),
        }
    }
    cells
}

/// Writes what `split_position` reads.
fn join_position(board: &Cells, side: char) -> String {
    let rows: Vec<String> = board.iter().rev().map(|row| join_row(row)).collect();
    format!("{} {side}", rows.join("/"))
}

fn join_row(row: &[String]) -> String {
    let mut words = Vec::new();
    let mut at = 0;
    while at < row.len() {
        let empty = (row[at..].iter()).take_while(|cell| cell.is_empty()).count();
        match empty {
            0 => words.push(row[at].clone()),
            1 => words.push("x".to_string()),
            _ => words.push(format!("x{empty}")),
        }
        at += empty.max(1);
    }
    words.join(",")
}

/// Every place of a board whose rows are all the same length.
fn places(board: &Cells) -> Vec<Coordinates> {
    let mut all = Vec::new();
    for (row, cells) in board.iter().enumerate() {
        for column in 0..cells.len() {
            all.push((column as i32, row as i32));
        }
    }
    all
}

fn on_board(board: &Cells, (column, row): Coordinates) -> bool {
    (0..board.len() as i32).contains(&row) && (0..board[0].len() as i32).contains(&column)
}

fn cell(board: &Cells, (column, row): Coordinates) -> &str {
    &board[row as usize][column as usize]
}

fn cell_mut(board: &mut Cells, (column, row): Coordinates) -> &mut String {
    &mut board[row as usize][column as usize]
}

/// The top piece of a stack; a space for an empty cell.
fn top(board: &Cells, place: Coordinates) -> char {
    cell(board, place).chars().last().unwrap_or(' ')
}

/// The place `count` steps away, on the board or not.
fn step(place: Coordinates, direction: Coordinates, count: i32) -> Coordinates {
    (place.0 + count * direction.0, place.1 + count * direction.1)
}

/// `(0, 0)` is `a1`, `(2, 0)` is `c1`.
fn name((column, row): Coordinates) -> String {
    let letter = (b'a' + column as u8) as char;
    format!("{letter}{}", row + 1)
}

/// The place that `name` gave this name.
fn place(name: &str) -> Coordinates {
    let column = i32::from(name.as_bytes()[0] - b'a');
    let row: i32 = name[1..].parse().unwrap();
    (column, row - 1)
}

/// Number of pieces of a kind on the whole board.
fn count(board: &Cells, piece: char) -> usize {
    let cells = board.iter().flatten();
    cells.map(|cell| cell.matches(piece).count()).sum()
}
