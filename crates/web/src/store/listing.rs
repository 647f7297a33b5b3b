//! Filters and pages of lists of games.

use cairn_app::Millis;

use crate::game::Status;
use crate::ids::{GameKey, KeyHash};

/// Filter for lists of games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only of this rule set.
    pub game: Option<String>,
    /// Only those in which one of these keys opens a seat; without it, those that are
    /// listed for everyone.
    pub keys: Option<Vec<KeyHash>>,
    /// Only those with this id, or against an opponent whose name contains this text. Needs
    /// `keys`.
    pub search: Option<String>,
    /// Only those that another player wants to delete. Needs `keys`.
    pub removal_asked: bool,
    /// Only those that come after this one in the list.
    pub before: Option<PageCursor>,
    /// Largest number of games.
    pub limit: u32,
}

/// The place of a game in a list, which is ordered by time of change and id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageCursor {
    /// Time of the last change.
    pub updated: Millis,
    /// Id of the game; empty for all games changed before that time.
    pub id: String,
}

impl PageCursor {
    /// Reads `TIME` or `TIME-ID`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (updated, id) = text.split_once('-').unwrap_or((text, ""));
        let valid = id.is_empty() || GameKey::read(id).is_some();
        valid.then(|| Some(Self { updated: updated.parse().ok()?, id: id.to_owned() }))?
    }
}

impl std::fmt::Display for PageCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.updated, self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for text in ["5-0123456789", "5-"] {
            assert_eq!(PageCursor::read(text).unwrap().to_string(), text);
        }
        assert_eq!(PageCursor::read("17"), PageCursor::read("17-"));
        for wrong in ["", "x", "5-short", "-0123456789", "5-012345678!"] {
            assert_eq!(PageCursor::read(wrong), None, "{wrong}");
        }
    }
}
