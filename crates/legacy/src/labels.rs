//! Cells by the labels that the original programs gave them.

use cairn_games::{Board, GameId};

use crate::glaisher;
use crate::programs::Program;

/// Way in which a program asked for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Labels {
    /// Column and row from the top, both from 0, such as `04`.
    ColumnRow,
    /// Row from the top and column, both from 0, such as `40`.
    RowColumn,
    /// Letter of the row from the top and number of the column, such as `e1`.
    RowLetter,
    /// Row from the top and diagonal, both from 0, such as `8-4`.
    RowDiagonal,
}

impl Labels {
    fn of(self, board: Board, cell: usize) -> String {
        let row = (0..board.rows()).find(|&row| board.row(row).contains(&cell)).unwrap_or(0);
        let column = cell - board.row(row).start;
        let row = board.rows() - 1 - row;
        match self {
            Self::ColumnRow => format!("{column}{row}"),
            Self::RowColumn => format!("{row}{column}"),
            Self::RowLetter => format!("{}{}", char::from(b'a' + row as u8), column + 1),
            Self::RowDiagonal => {
                let (i, j) = glaisher::place(cell);
                format!("{i}-{j}")
            }
        }
    }
}

impl Program {
    /// Returns the label of a cell as somebody typed it for this program.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::Program;
    ///
    /// // Cell 0 of Nava is a1, in the lowest row.
    /// let label = |number| {
    ///     Program::find(GameId::Nava, Some(number)).map(|program| program.label(GameId::Nava, 0))
    /// };
    /// assert_eq!(label("000").as_deref(), Some("04"));
    /// assert_eq!(label("001").as_deref(), Some("e1"));
    /// ```
    pub fn label(&self, game: GameId, cell: usize) -> String {
        self.labels.of(game.info().board, cell)
    }

    /// Returns a hint on how cells are typed for this program.
    pub fn label_help(&self) -> &'static str {
        match self.labels {
            Labels::ColumnRow => "column and row, such as 04",
            Labels::RowColumn => "row and column, such as 40",
            Labels::RowLetter => "row and column, such as e1 in the lowest row",
            Labels::RowDiagonal => "i-j, such as 8-4",
        }
    }

    /// Replaces the program's labels in a typed text by the names of the cells.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::Program;
    ///
    /// let program = Program::find(GameId::Nava, Some("000")).expect("a program");
    /// assert_eq!(program.names_for_labels(GameId::Nava, "04-01"), "a1-a4");
    /// let program = Program::find(GameId::Glaisher, None).expect("a program");
    /// assert_eq!(program.names_for_labels(GameId::Glaisher, "0-1 4-4"), "i6 e5");
    /// ```
    pub fn names_for_labels(&self, game: GameId, text: &str) -> String {
        let board = game.info().board;
        let pairs = (0..board.cells()).map(|cell| (self.label(game, cell), board.name(cell)));
        replace_words(text, &pairs.collect::<Vec<_>>())
    }

    /// Replaces the names of cells in a text by the program's labels.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::Program;
    ///
    /// let program = Program::find(GameId::Mitsudomoe, None).expect("a program");
    /// assert_eq!(program.labels_for_names(GameId::Mitsudomoe, "+c2;b1-c2"), "+32;41-32");
    /// ```
    pub fn labels_for_names(&self, game: GameId, text: &str) -> String {
        let board = game.info().board;
        let pairs = (0..board.cells()).map(|cell| (board.name(cell), self.label(game, cell)));
        replace_words(text, &pairs.collect::<Vec<_>>())
    }
}

/// Replaces whole words: those with no letter or digit on either side.
fn replace_words(text: &str, pairs: &[(String, String)]) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_inside_word = false;
    while let Some(next) = rest.chars().next() {
        let starts = |(word, _): &&(String, String)| {
            let matches = rest
                .get(..word.len())
                .is_some_and(|beginning| beginning.eq_ignore_ascii_case(word));
            matches && !rest[word.len()..].starts_with(char::is_alphanumeric)
        };
        match pairs.iter().find(starts).filter(|_| !is_inside_word) {
            Some((word, other)) => {
                replaced.push_str(other);
                rest = &rest[word.len()..];
                is_inside_word = true;
            }
            None => {
                replaced.push(next);
                rest = &rest[next.len_utf8()..];
                is_inside_word = next.is_alphanumeric();
            }
        }
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_label_that_leads_back() {
        for &game in GameId::ALL {
            for program in Program::of(game) {
                for cell in 0..game.info().board.cells() {
                    let label = program.label(game, cell);
                    let name = game.info().board.name(cell);
                    assert_eq!(program.names_for_labels(game, &label), name);
                    assert_eq!(program.labels_for_names(game, &name), label);
                }
            }
        }
    }

    #[test]
    fn moves_are_translated_there_and_back() {
        for &game in GameId::ALL {
            let position = game.start();
            for program in Program::of(game) {
                for text in position.move_texts().iter().step_by(7) {
                    let labelled = program.labels_for_names(game, text);
                    assert_eq!(&program.names_for_labels(game, &labelled), text);
                }
            }
        }
    }

    #[test]
    fn other_words_stay() {
        let program = Program::find(GameId::Nava, Some("001")).unwrap();
        let names = |text| program.names_for_labels(GameId::Nava, text);
        assert_eq!(names("resign"), "resign");
        assert_eq!(names("A1-a4!"), "a5-d5!");
        assert_eq!(names("a12 xa1 é"), "a12 xa1 é");
    }
}
