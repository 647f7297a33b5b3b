//! Typed moves: a whole move in the notation, or some steps of one.

use cairn_games::{AnyMove, AnyPosition, MoveError, MoveSelection, Pick};

/// Largest number of choices that a message lists.
const MAX_LISTED: usize = 24;

/// Typed text, understood.
pub(crate) enum MoveEntry {
    /// A whole move.
    Move(AnyMove),
    /// The selection with the typed picks added.
    Picks(Box<MoveSelection>),
}

/// Reads a move, or steps that continue what has been picked.
///
/// # Errors
/// If it is neither, with the reason for the user.
pub(crate) fn read(
    position: &AnyPosition,
    selection: &MoveSelection,
    text: &str,
) -> Result<MoveEntry, String> {
    let text = text.trim();
    let read = |text: &str| cairn_legacy::read_any_move(position, text);
    let error = match read(text) {
        Ok(mv) => return Ok(MoveEntry::Move(mv)),
        Err(error) => error,
    };
    // The `+` in front of a move picks from the hand as soon as it is typed.
    if selection.picks() == [Pick::Hand]
        && let Ok(mv) = read(&format!("+{text}"))
    {
        return Ok(MoveEntry::Move(mv));
    }
    let mut steps = selection.clone();
    match take_steps(position, &mut steps, text) {
        Ok(()) => Ok(MoveEntry::Picks(Box::new(steps))),
        Err(StepsError::NoSteps) => Err(explain(&error)),
        Err(StepsError::NotNow { word, is_alone }) => {
            // Of several steps, the rules of the whole move say more.
            if !is_alone && matches!(error, MoveError::Illegal(_)) {
                return Err(explain(&error));
            }
            Err(format!("{word} cannot be chosen now. {}", question(position, &steps)))
        }
    }
}

fn explain(error: &MoveError) -> String {
    match error {
        MoveError::Text(error) => match &error.help {
            Some(help) => format!("{} ({help})", error.problem),
            None => error.problem.clone(),
        },
        MoveError::Illegal(why) => format!("not allowed: {why}"),
    }
}

/// Reason why a text is not a list of steps.
enum StepsError {
    /// A word has no meaning.
    NoSteps,
    /// This word means something that cannot be picked now.
    NotNow { word: String, is_alone: bool },
}

fn take_steps(
    position: &AnyPosition,
    selection: &mut MoveSelection,
    text: &str,
) -> Result<(), StepsError> {
    let words = words(text);
    if words.is_empty() {
        return Err(StepsError::NoSteps);
    }
    let known: Option<Vec<_>> = words.iter().map(|word| pick_of(position, word)).collect();
    let picks = known.ok_or(StepsError::NoSteps)?;
    let is_alone = words.len() == 1;
    for (word, pick) in words.into_iter().zip(picks) {
        // In front of a cell, `+` only says that a piece is new.
        let optional = word == "+" && !selection.options().contains(&Pick::Hand);
        if !optional && !selection.pick(pick) {
            return Err(StepsError::NotNow { word, is_alone });
        }
    }
    Ok(())
}

/// Splits a text into words: runs of letters and digits, and each `+`.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in text.split(|c: char| !c.is_alphanumeric() && c != '+') {
        for (index, word) in part.split('+').enumerate() {
            if index > 0 {
                words.push("+".to_owned());
            }
            if !word.is_empty() {
                words.push(word.to_lowercase());
            }
        }
    }
    words
}

/// Returns the meaning of a word in this game.
fn pick_of(position: &AnyPosition, word: &str) -> Option<Pick> {
    let look = position.game().look();
    let hand = look.hand.as_ref();
    match word {
        "pass" => return Some(Pick::Pass),
        "+" | "hand" | "supply" | "new" => return Some(Pick::Hand),
        _ => {}
    }
    if hand.is_some_and(|hand| hand.name.trim_end_matches('s') == word.trim_end_matches('s')) {
        return Some(Pick::Hand);
    }
    let board = position.info().board;
    (0..board.cells()).find(|&cell| board.name(cell) == word).map(Pick::Cell)
}

/// Returns the open question with the possible answers.
fn question(position: &AnyPosition, selection: &MoveSelection) -> String {
    let prompt = selection.prompt().unwrap_or_default();
    let separator = if prompt.ends_with('?') { "" } else { ":" };
    format!("{prompt}{separator} {}", pick_names(position, &selection.options()))
}

/// Lists choices by the names under which they are typed.
pub fn pick_names(position: &AnyPosition, options: &[Pick]) -> String {
    let mut names: Vec<_> = options.iter().map(|&pick| pick_name(position, pick)).collect();
    if names.len() > MAX_LISTED {
        let more = names.len() - MAX_LISTED + 1;
        names.truncate(MAX_LISTED - 1);
        names.push(format!("and {more} more"));
    }
    names.join(" ")
}

/// Returns the name under which a pick is typed.
pub fn pick_name(position: &AnyPosition, pick: Pick) -> String {
    match pick {
        Pick::Cell(cell) => position.info().board.name(cell),
        Pick::Hand => "+".to_owned(),
        Pick::Pass => "pass".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    /// Returns the move or the number of picks that a text stands for.
    fn entered(game: GameId, text: &str) -> Result<Result<String, usize>, String> {
        let position = game.start();
        let entry = read(&position, &MoveSelection::new(&position), text)?;
        Ok(match entry {
            MoveEntry::Move(mv) => Ok(position.write_move(mv).unwrap()),
            MoveEntry::Picks(selection) => match selection.complete() {
                Some(mv) => Ok(position.write_move(mv).unwrap()),
                None => Err(selection.picks().len()),
            },
        })
    }

    #[test]
    fn moves_and_steps_are_understood() {
        let moved = |text: &str| Ok(Ok(text.to_owned()));
        assert_eq!(entered(GameId::Nava, "a1-a4"), moved("a1-a4"));
        assert_eq!(entered(GameId::Nava, " A1 a4"), moved("a1-a4"));
        assert_eq!(entered(GameId::Nava, "a1"), Ok(Err(1)));
        assert_eq!(entered(GameId::Mitsudomoe, "+c2"), Ok(Err(2)));
        assert_eq!(entered(GameId::Mitsudomoe, "ring c2 b1"), Ok(Err(3)));
        assert_eq!(entered(GameId::Mitsudomoe, "+ c2 b1 c2"), moved("+c2;b1-c2"));
        assert_eq!(entered(GameId::Glaisher, "i6-h6,g6,f6"), Ok(Err(4)));
        assert_eq!(entered(GameId::Glaisher, "i6 h6 g6 f6 + e5"), moved("i6-h6,g6,f6+e5"));
    }

    #[test]
    fn a_move_may_follow_a_pick_from_the_hand() {
        let text = "x3,bB,bB/x4,b/x3,bB,x/wW,wW,wW,x2/w,x4 b";
        let position = cairn_games::read_position(&[GameId::Mitsudomoe], text).unwrap();
        let mut selection = MoveSelection::new(&position);
        assert!(selection.pick(Pick::Hand));
        let Ok(MoveEntry::Move(mv)) = read(&position, &selection, "b1;d3-b1(c2>a1)") else {
            panic!("a move")
        };
        assert_eq!(position.write_move(mv).unwrap(), "+b1;d3-b1(c2>a1)");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |game, text| entered(game, text).unwrap_err();
        assert!(wrong(GameId::Nava, "b2").contains("Choose a stack to move: a1"));
        assert!(wrong(GameId::Nava, "a1-b2").contains("not in the same row or column"));
        assert!(wrong(GameId::Greener, "pass").contains("capture"));
        for text in ["", "zz", "a1-", "🙂", "a1-a4-a5"] {
            assert!(!wrong(GameId::Greener, text).is_empty());
        }
    }
}
