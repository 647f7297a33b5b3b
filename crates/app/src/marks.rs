//! Arrows and marked cells of a study, written as commands in comments: `[%cal Ga1a4]` for arrows
//! and `[%csl Rd4]` for cells, as PGN has them.
//!
//! ```
//! use cairn_app::marks::check_marks;
//! use cairn_games::GameId;
//!
//! let board = GameId::Nava.info().board;
//! assert!(check_marks("a plan [%cal Ga1a4,Rb2c3] [%csl Yd4]", board).is_ok());
//! assert!(check_marks("[%csl Gz9]", board).is_err());
//! ```

use cairn_games::Board;

/// Letters of the colours: green, red, yellow, blue.
pub const MARK_COLOURS: [char; 4] = ['G', 'R', 'Y', 'B'];

/// The commands, with the number of cells in each of their marks.
const COMMANDS: [(&str, usize); 2] = [("[%cal ", 2), ("[%csl ", 1)];

/// Error for a mark that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// A command does not end.
    #[error("`{0}` has no `]`")]
    Unclosed(String),
    /// A mark is not a colour and cells of the board.
    #[error("`{0}` is not a mark: write a colour (G, R, Y or B) and a cell, or two for an arrow")]
    BadMark(String),
}

/// Checks the arrows and marked cells in a comment. Other text is not looked at.
///
/// # Errors
/// If a command cannot be read, or names a cell that the board does not have.
pub fn check_marks(comment: &str, board: Board) -> Result<(), MarkError> {
    for (command, cells) in COMMANDS {
        for rest in comment.split(command).skip(1) {
            let Some((marks, _)) = rest.split_once(']') else {
                return Err(MarkError::Unclosed(command.trim().to_owned()));
            };
            for mark in marks.split(',').map(str::trim) {
                if !is_mark(mark, cells, board) {
                    let shown: String = mark.chars().take(20).collect();
                    return Err(MarkError::BadMark(shown));
                }
            }
        }
    }
    Ok(())
}

/// Whether a text is a colour and the names of this many cells.
fn is_mark(mark: &str, cells: usize, board: Board) -> bool {
    let mut letters = mark.chars();
    if !letters.next().is_some_and(|letter| MARK_COLOURS.contains(&letter)) {
        return false;
    }
    let rest = letters.as_str();
    let name = |start: &str| {
        let names = (0..board.cells()).map(|cell| board.name(cell));
        // The longest name first: `a10` also begins with `a1`.
        names.filter(|name| start.starts_with(name.as_str())).max_by_key(String::len)
    };
    let Some(first) = name(rest) else { return false };
    let left = &rest[first.len()..];
    if cells == 1 { left.is_empty() } else { name(left).is_some_and(|second| second == left) }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    #[test]
    fn marks_are_colours_and_cells_of_the_board() {
        let board = GameId::Nava.info().board;
        for good in ["", "no marks", "[%cal Ga1a4]", "[%csl Ba1,Yb2] text [%cal Re5a1]"] {
            assert_eq!(check_marks(good, board), Ok(()), "{good}");
        }
        for bad in
            ["[%cal Ga1", "[%cal ]", "[%cal Ga1]", "[%csl Ga1b2]", "[%csl Xa1]", "[%csl Gh8]"]
        {
            assert!(check_marks(bad, board).is_err(), "{bad}");
        }
        let error = check_marks("[%csl Gz9]", board).unwrap_err();
        assert!(error.to_string().starts_with("`Gz9` is not a mark"), "{error}");
    }
}
