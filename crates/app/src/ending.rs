//! Endings in words for those who played.

/// Returns the reason of an ending as it is told to the player of the side of this name: to White,
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
