//! Commands of a game played line by line.

/// A line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainCommand<'a> {
    Nothing,
    Quit,
    Help,
    /// Aim and progress.
    Goal,
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
    /// An earlier position, by its number of moves.
    Show(Option<&'a str>),
    /// A move, or steps of one.
    Move(&'a str),
}

impl<'a> PlainCommand<'a> {
    /// Reads a line. As in Prolog, a command may end with a full stop.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        let bare = word.strip_suffix('.').unwrap_or(word).to_ascii_lowercase();
        match (bare.as_str(), rest) {
            ("save", file) => Self::Save(file),
            ("load", file) => Self::Load(file),
            ("show", number) => Self::Show(number),
            ("", None) => Self::Nothing,
            ("quit" | "q" | "exit" | "halt", None) => Self::Quit,
            ("help" | "?", None) => Self::Help,
            ("games", None) => Self::Games,
            ("goal", None) => Self::Goal,
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
    fn commands_are_told_from_moves() {
        assert_eq!(PlainCommand::read("q."), PlainCommand::Quit);
        assert_eq!(PlainCommand::read(" QUIT "), PlainCommand::Quit);
        assert_eq!(PlainCommand::read("save my game.txt"), PlainCommand::Save(Some("my game.txt")));
        assert_eq!(PlainCommand::read("save"), PlainCommand::Save(None));
        assert_eq!(PlainCommand::read("a1-a4."), PlainCommand::Move("a1-a4"));
        assert_eq!(PlainCommand::read("a1 a4"), PlainCommand::Move("a1 a4"));
        assert_eq!(PlainCommand::read("undo it"), PlainCommand::Move("undo it"));
        assert_eq!(PlainCommand::read("  "), PlainCommand::Nothing);
    }
}
