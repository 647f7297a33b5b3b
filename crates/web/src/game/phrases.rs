//! The phrases that players can say to each other.

/// A phrase. There is no other chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phrase {
    /// "Good luck".
    GoodLuck,
    /// "Well played".
    WellPlayed,
    /// "Thanks".
    Thanks,
    /// "Good game".
    GoodGame,
    /// "Oops".
    Oops,
}

impl Phrase {
    /// All of them, in the order in which they are offered.
    pub(crate) const ALL: [Self; 5] =
        [Self::GoodLuck, Self::WellPlayed, Self::Oops, Self::GoodGame, Self::Thanks];

    /// The word used in JSON.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::GoodLuck => "good-luck",
            Self::WellPlayed => "well-played",
            Self::Thanks => "thanks",
            Self::GoodGame => "good-game",
            Self::Oops => "oops",
        }
    }

    /// The phrase itself.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::GoodLuck => "Good luck",
            Self::WellPlayed => "Well played",
            Self::Thanks => "Thanks",
            Self::GoodGame => "Good game",
            Self::Oops => "Oops",
        }
    }

    /// The phrase with this word.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phrase| phrase.word() == word)
    }
}
