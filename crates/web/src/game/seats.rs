//! The seats of a game.

use cairn_games::Side;

use super::keys::SeatKey;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 32;

/// Occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    /// The seat is free.
    Open,
    /// A person.
    Person,
    /// The computer: a level, or a bot's name.
    Computer(String),
}

impl Occupant {
    /// Returns the form in the store: `open`, `person` or `computer:WHO`.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Open => "open".to_owned(),
            Self::Person => "person".to_owned(),
            Self::Computer(who) => format!("computer:{who}"),
        }
    }

    /// Reads [`Occupant::to_text`].
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text {
            "open" => Some(Self::Open),
            "person" => Some(Self::Person),
            _ => text.strip_prefix("computer:").map(|who| Self::Computer(who.to_owned())),
        }
    }
}

/// A side of a game, with who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    /// Player.
    pub player: Occupant,
    /// Name that the player has chosen.
    pub name: Option<String>,
    /// Devices that have it, and private links to it.
    pub keys: Vec<SeatKey>,
}

impl Seat {
    /// A seat for a player, with no key.
    pub(crate) const fn new(player: Occupant) -> Self {
        Self { player, name: None, keys: Vec::new() }
    }

    /// Whether the computer plays here.
    pub(crate) const fn is_computer(&self) -> bool {
        matches!(self.player, Occupant::Computer(_))
    }
}

/// Kind of game by its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seating {
    /// Two people, each with a seat.
    People,
    /// Two people on one device, which has both seats.
    SameScreen,
    /// A person against the computer; the side is the computer's.
    Computer(Side),
    /// The computer against itself.
    Computers,
}

/// A player's name as it is shown: without control characters, not too long; `None` if
/// nothing is left.
pub(crate) fn clean_name(name: &str) -> Option<String> {
    let words: Vec<_> = name.split_whitespace().collect();
    let joined = words.join(" ");
    let visible = joined.chars().filter(|c| !c.is_control() && !is_invisible(*c));
    let name: String = visible.take(LONGEST_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Characters that change the direction of text or take no room.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Anna \n B. "), Some("Anna B.".to_owned()));
        assert_eq!(clean_name(" \u{202e}\u{7} "), None);
        assert_eq!(clean_name(&"x".repeat(500)).unwrap().len(), LONGEST_NAME);
    }

    #[test]
    fn players_are_read_as_they_are_written() {
        for player in [Occupant::Open, Occupant::Person, Occupant::Computer("3".to_owned())] {
            assert_eq!(Occupant::read(&player.to_text()), Some(player));
        }
        assert_eq!(Occupant::read("nobody"), None);
    }
}
