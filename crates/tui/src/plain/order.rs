//! Commands of a game played line by line.

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order<'a> {
    Nothing,
    Quit,
    Help,
    Moves,
    Board,
    Position,
    Undo,
    Redo,
    Back,
    Hint,
    Value,
    /// List of the saved games.
    Games,
    Save(Option<&'a str>),
    Load(Option<&'a str>),
    Resign,
    /// A move, or steps of one.
    Move(&'a str),
}

impl<'a> Order<'a> {
    /// Reads a line. As in Prolog, a command may end with a full stop.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let bare = word.strip_suffix('.').unwrap_or(word).to_ascii_lowercase();
        match (bare.as_str(), rest) {
            ("save", file) => Self::Save(file),
            ("load", file) => Self::Load(file),
            ("", None) => Self::Nothing,
            ("quit" | "q" | "exit" | "halt", None) => Self::Quit,
            ("help" | "?", None) => Self::Help,
            ("games", None) => Self::Games,
            ("moves", None) => Self::Moves,
            ("board", None) => Self::Board,
            ("position", None) => Self::Position,
            ("undo", None) => Self::Undo,
            ("redo", None) => Self::Redo,
            ("back", None) => Self::Back,
            ("hint", None) => Self::Hint,
            ("value" | "evaluate", None) => Self::Value,
            ("resign", None) => Self::Resign,
            // A move typed with the full stop of Prolog.
            _ => Self::Move(line.strip_suffix('.').unwrap_or(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_moves() {
        assert_eq!(Order::read("q."), Order::Quit);
        assert_eq!(Order::read(" QUIT "), Order::Quit);
        assert_eq!(Order::read("save my game.txt"), Order::Save(Some("my game.txt")));
        assert_eq!(Order::read("save"), Order::Save(None));
        assert_eq!(Order::read("a1-a4."), Order::Move("a1-a4"));
        assert_eq!(Order::read("a1 a4"), Order::Move("a1 a4"));
        assert_eq!(Order::read("undo it"), Order::Move("undo it"));
        assert_eq!(Order::read("  "), Order::Nothing);
    }
}
