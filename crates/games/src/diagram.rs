//! A position as plain data: the stack on each cell, and the side to move.
//!
//! A diagram is what a text says, whether or not a game could come to it. It can be
//! written in any form and drawn; [`Notation::from_diagram`](crate::Notation) makes a
//! position of it, if it is one.
//!
//! The text follows TPS, which players of Tak know: rows from the top, `/` between rows,
//! `,` between cells, `x` for an empty cell and `xN` for N of them, a stack from its
//! bottom piece to its top piece; then a space and the side to move.

use std::fmt::Write;

use crate::board::Board;
use crate::game::GameInfo;
use crate::side::Side;
use crate::text::{Cursor, TextError, excerpt};

/// Error for a position that no game can reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(pub String);

/// The tallest stack that can be read or written in the form `r6`. Pieces are kept one
/// by one in a diagram, so an absurd number would cost absurd memory.
pub const TALLEST_COUNTED: u64 = 999;

/// The tallest stack that can be read piece by piece: more than any game has pieces.
const TALLEST_LISTED: usize = 128;

/// The stacks on a board and the side to move, possible or not.
///
/// ```
/// use cairn_games::{Diagram, GameId};
///
/// let info = GameId::Nava.info();
/// let diagram = Diagram::read(info, "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w")?;
/// assert_eq!(diagram.count('w'), 6);
/// assert_eq!(diagram.write(info), "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w");
/// # Ok::<(), cairn_games::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The shape of the board.
    pub board: Board,
    /// The stack on each cell, in the order of cells, as letters from the bottom piece
    /// to the top piece.
    pub stacks: Vec<Vec<char>>,
    /// Side to move, if the text says so.
    pub to_move: Option<Side>,
    /// Number of pieces in hand of each side, first mover first, if the text says so. It
    /// follows from the board, and is compared with it.
    pub hands: Option<[u32; 2]>,
}

impl Diagram {
    /// An empty board.
    pub fn empty(board: Board) -> Self {
        Self { board, stacks: vec![Vec::new(); board.cells()], to_move: None, hands: None }
    }

    /// Checks that the diagram shows the board of a game with nothing but its pieces.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let diagram = GameId::Glaisher.start().to_diagram();
    /// assert!(diagram.check_board(GameId::Glaisher.info()).is_ok());
    /// assert!(diagram.check_board(GameId::Nava.info()).is_err());
    /// ```
    ///
    /// # Errors
    /// If the board has another shape, or a letter is not one of the game's pieces.
    pub fn check_board(&self, info: &GameInfo) -> Result<(), Impossible> {
        if self.board != info.board || self.stacks.len() != info.board.cells() {
            let (found, size) = (self.board.size(), info.board.size());
            return Err(Impossible(format!("the board is {found}, not {size}")));
        }
        match self.stacks.iter().flatten().find(|&&letter| info.piece(letter).is_none()) {
            Some(letter) => Err(Impossible(format!("`{letter}` is not a piece of {}", info.title))),
            None => Ok(()),
        }
    }

    /// Number of pieces with this letter on the board.
    pub fn count(&self, letter: char) -> usize {
        let pieces = self.stacks.iter().flatten();
        pieces.filter(|&&piece| piece == letter).count()
    }

    /// Reads the text of a position. The side to move may be missing.
    ///
    /// # Errors
    /// If the text is not a position on a board of this shape; says where.
    pub fn read(info: &GameInfo, text: &str) -> Result<Self, TextError> {
        let mut cursor = Cursor::new(text);
        let mut diagram = Self::empty(info.board);
        cursor.skip_space();
        for row in (0..info.board.rows()).rev() {
            let below = row + 1 < info.board.rows();
            if below && !cursor.separator('/') {
                let missing = row + 1;
                let plural = if missing == 1 { "" } else { "s" };
                return Err(cursor
                    .error_here("`,` or `/`")
                    .help(format!("{missing} more row{plural} must follow")));
            }
            diagram.read_row(info, row, &mut cursor)?;
        }
        let after_board = cursor.at();
        cursor.skip_space();
        if cursor.is_done() {
            return Ok(diagram);
        }
        if cursor.at() == after_board {
            return Err(cursor
                .error_here("a space and the side to move")
                .help(format!("the board has {} rows", info.board.rows())));
        }
        diagram.to_move = Some(read_side(info, &mut cursor)?);
        cursor.finish("position")?;
        Ok(diagram)
    }

    /// Returns the side to move, which the text of the position must have named.
    ///
    /// # Errors
    /// If it did not.
    pub fn side(&self, info: &GameInfo, text: &str) -> Result<Side, TextError> {
        self.to_move.ok_or_else(|| {
            let end = text.trim_end().len();
            TextError::new(end..end, "the side to move is missing")
                .help(format!("add a space and {}", sides_help(info)))
        })
    }

    /// Reads the cells of one row.
    fn read_row(
        &mut self,
        info: &GameInfo,
        row: usize,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), TextError> {
        let start = cursor.at();
        let cells = info.board.row(row);
        let wrong_length = |cursor: &Cursor<'_>, found: &str| {
            let name = info.board.name(cells.start);
            cursor
                .error_from(start, format!("{found} cells in the row that begins at {name}"))
                .help(format!("it has {}", cells.len()))
        };
        let mut cell = cells.start;
        loop {
            let left = cells.end - cell;
            if left == 0 {
                cursor.take_while(|c| c != '/' && !c.is_whitespace());
                return Err(wrong_length(cursor, "too many"));
            }
            if cursor.take('x') || cursor.take('X') {
                let count = read_run(cursor)?;
                if count > left as u64 {
                    return Err(wrong_length(cursor, "too many"));
                }
                cell += count as usize;
            } else {
                self.stacks[cell] = read_stack(info, cursor)?;
                cell += 1;
            }
            if !cursor.separator(',') {
                break;
            }
        }
        // A stray character is a better thing to point at than a short row.
        let at_row_end = cursor.peek().is_none_or(|c| c == '/' || c.is_whitespace());
        if cell < cells.end && at_row_end {
            return Err(wrong_length(cursor, "too few"));
        }
        if !at_row_end {
            return Err(cursor.error_here("`,` or `/`"));
        }
        Ok(())
    }

    /// The position as one line of text. Without a side to move, only the board.
    pub fn write(&self, info: &GameInfo) -> String {
        let mut text = String::new();
        for row in (0..self.board.rows()).rev() {
            let mut empty = 0;
            let mut first = true;
            for cell in self.board.row(row) {
                if self.stacks[cell].is_empty() {
                    empty += 1;
                    continue;
                }
                write_run(&mut text, &mut first, empty);
                empty = 0;
                separate(&mut text, &mut first);
                write_stack(&mut text, info, &self.stacks[cell]);
            }
            write_run(&mut text, &mut first, empty);
            if row > 0 {
                text.push('/');
            }
        }
        if let Some(side) = self.to_move {
            text.push(' ');
            text.push(info.sides[side.index()].letter);
        }
        text
    }
}

/// Reads the letter of a side.
fn read_side(info: &GameInfo, cursor: &mut Cursor<'_>) -> Result<Side, TextError> {
    let start = cursor.at();
    let word = cursor.take_while(|c| !c.is_whitespace());
    let mut letters = word.chars();
    match (letters.next().and_then(|c| info.side_by_letter(c)), letters.next()) {
        (Some(side), None) => Ok(side),
        _ => Err(cursor
            .error_from(start, format!("`{}` is not a side to move", excerpt(word)))
            .help(sides_help(info))),
    }
}

/// Describes the letters for the side to move, as help for an error.
pub fn sides_help(info: &GameInfo) -> String {
    let [first, second] = &info.sides;
    format!("`{}` for {} or `{}` for {}", first.letter, first.name, second.letter, second.name)
}

/// Reads the count after an `x`; without one it is 1.
fn read_run(cursor: &mut Cursor<'_>) -> Result<u64, TextError> {
    let start = cursor.at();
    match cursor.number(u64::from(u32::MAX))? {
        Some(0) => Err(cursor.error_from(start, "no cells at all").help("leave `x0` out")),
        count => Ok(count.unwrap_or(1)),
    }
}

/// Reads one stack.
fn read_stack(info: &GameInfo, cursor: &mut Cursor<'_>) -> Result<Vec<char>, TextError> {
    let start = cursor.at();
    let mut stack = Vec::new();
    while let Some(piece) = cursor.peek().and_then(|c| known_piece(info, c)) {
        cursor.bump();
        if info.counted_stacks {
            return read_counted(cursor, start, piece);
        }
        stack.push(piece);
        if stack.len() > TALLEST_LISTED {
            return Err(cursor.error_from(start, "this stack has more pieces than the game has"));
        }
    }
    if stack.is_empty() {
        let letters: Vec<_> = info.pieces.iter().map(|p| format!("`{}`", p.letter)).collect();
        let expected = format!("a stack or `x`; pieces are {}", letters.join(", "));
        return Err(cursor.error_here(&expected));
    }
    Ok(stack)
}

/// Reads the height of a stack such as `r6`.
fn read_counted(
    cursor: &mut Cursor<'_>,
    start: usize,
    piece: char,
) -> Result<Vec<char>, TextError> {
    match cursor.number(TALLEST_COUNTED)? {
        Some(0) => Err(cursor.error_from(start, "a stack without pieces").help("write `x`")),
        Some(height) => Ok(vec![piece; height as usize]),
        None => Err(cursor
            .error_here("the height of the stack")
            .help(format!("for example `{piece}6`"))),
    }
}

/// The piece that a letter stands for. Either case will do where only one has a meaning.
fn known_piece(info: &GameInfo, letter: char) -> Option<char> {
    let mut alike = info.pieces.iter().map(|piece| piece.letter);
    if info.piece(letter).is_some() {
        return Some(letter);
    }
    alike.find(|known| known.eq_ignore_ascii_case(&letter))
}

/// Writes a comma unless this is the first thing in its row.
fn separate(text: &mut String, first: &mut bool) {
    if !*first {
        text.push(',');
    }
    *first = false;
}

/// Writes a run of empty cells.
fn write_run(text: &mut String, first: &mut bool, empty: usize) {
    if empty == 0 {
        return;
    }
    separate(text, first);
    text.push('x');
    if empty > 1 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
    }
}

/// Writes one stack.
fn write_stack(text: &mut String, info: &GameInfo, stack: &[char]) {
    if info.counted_stacks {
        let _ = write!(text, "{}{}", stack[0], stack.len());
    } else {
        text.extend(stack);
    }
}
