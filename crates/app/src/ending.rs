//! Endings in words, for spectators and for those who played.

use cairn_games::{Ending, GameInfo, Outcome, Side};

/// Reason of a draw on which the players agreed.
pub const AGREED_DRAW: &str = "the players agreed on a draw";

/// Returns the reason of a game that the side of this name resigned.
pub fn resignation(side_name: &str) -> String {
    format!("{side_name} resigned")
}

/// Describes how a game ended, for the player of a side or, without one, for everybody.
///
/// ```
/// use cairn_app::{ending_text, resignation};
/// use cairn_games::{Ending, GameId, Outcome, Side};
///
/// let info = GameId::Nava.info();
/// let ending = Ending { outcome: Outcome::Win(Side::First), reason: resignation("Black") };
/// assert_eq!(ending_text(info, &ending, None), "White won: Black resigned");
/// assert_eq!(ending_text(info, &ending, Some(Side::First)), "You won: Black resigned");
/// assert_eq!(ending_text(info, &ending, Some(Side::Second)), "You resigned");
/// ```
pub fn ending_text(info: &GameInfo, ending: &Ending, reader: Option<Side>) -> String {
    let Ending { outcome, reason } = ending;
    match (outcome, reader.map(|side| (side, info.side_name(side)))) {
        (Outcome::Draw, _) if reason == AGREED_DRAW => "Draw by agreement".to_owned(),
        (Outcome::Draw, _) => format!("Draw: {reason}"),
        (Outcome::Win(winner), None) => format!("{} won: {reason}", info.side_name(*winner)),
        (Outcome::Win(winner), Some((side, name))) if *winner == side => {
            format!("You won: {}", reason_for(reason, name))
        }
        (_, Some((_, name))) if *reason == resignation(name) => "You resigned".to_owned(),
        (_, Some((_, name))) => format!("You lost: {}", reason_for(reason, name)),
    }
}

/// Returns the reason of an ending in words for the player of the side of this name: to White,
/// "White's chain" is "your chain", and what White did is what "you" did.
///
/// ```
/// use cairn_app::reason_for;
///
/// assert_eq!(reason_for("White ran out of time", "White"), "you ran out of time");
/// assert_eq!(reason_for("Red's chain joins two sides", "Red"), "your chain joins two sides");
/// assert_eq!(reason_for("Black has no legal turn", "White"), "Black has no legal turn");
/// ```
pub fn reason_for(reason: &str, side_name: &str) -> String {
    let rest = reason.strip_prefix(side_name).unwrap_or_default();
    match rest.strip_prefix("'s ") {
        Some(owned) => format!("your {owned}"),
        None if rest.starts_with(' ') => format!("you{}", rest.replacen(" has ", " have ", 1)),
        None => reason.to_owned(),
    }
}
