//! The registry of games.
//!
//! This is the only place that lists the rule sets. A new game is one line in the list;
//! everything that works for every game goes through [`with_game!`](crate::with_game) or
//! [`with_position!`](crate::with_position), or through the methods of [`GameId`] and
//! [`AnyPosition`] that are made from them.

use std::fmt;

use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, GameInfo, Notation, Symmetric};
use crate::symmetry::Symmetry;
use crate::view::{Look, View};

/// Error for the name of a game that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game called `{name}`; the games are {known}")]
pub struct UnknownGame {
    /// Name that was asked for, cut short if long.
    pub name: String,
    /// The names there are.
    pub known: String,
}

macro_rules! games {
    (($d:tt) $($variant:ident = $module:ident::$position:ident),+ $(,)?) => {
        /// A rule set, on one of its boards.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(
                #[doc = concat!("[`", stringify!($position), "`](crate::", stringify!($module), "::", stringify!($position), ")")]
                $variant,
            )+
        }

        impl GameId {
            /// All games in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        /// A position of some game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum AnyPosition {
            $(
                #[doc = concat!("A position of [`", stringify!($position), "`](crate::", stringify!($module), "::", stringify!($position), ").")]
                $variant($crate::$module::$position),
            )+
        }

        $(
            impl From<$crate::$module::$position> for AnyPosition {
                fn from(position: $crate::$module::$position) -> Self {
                    Self::$variant(position)
                }
            }

            impl TryFrom<AnyPosition> for $crate::$module::$position {
                type Error = AnyPosition;

                fn try_from(any: AnyPosition) -> Result<Self, AnyPosition> {
                    match any {
                        AnyPosition::$variant(position) => Ok(position),
                        other => Err(other),
                    }
                }
            }
        )+

        /// Runs an expression with the type of a game's position.
        ///
        /// ```
        /// use cairn_games::{Game, GameId, with_game};
        ///
        /// let id = GameId::named("nava")?;
        /// assert_eq!(with_game!(id, G => G::start().count_moves()), 8);
        /// # Ok::<(), cairn_games::UnknownGame>(())
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d game:ident => $d body:expr) => {
                match $d id {
                    $($crate::GameId::$variant => {
                        type $d game = $crate::$module::$position;
                        $d body
                    })+
                }
            };
        }

        /// Runs an expression with the position inside an [`AnyPosition`].
        ///
        /// ```
        /// use cairn_games::{Game, GameId, perft, with_position};
        ///
        /// let any = GameId::Nava.start();
        /// assert_eq!(with_position!(&any, position => perft::count(position, 2)), 64);
        /// ```
        #[macro_export]
        macro_rules! with_position {
            ($d any:expr, $d position:ident => $d body:expr) => {
                match $d any {
                    $($crate::AnyPosition::$variant($d position) => $d body,)+
                }
            };
        }

        impl AnyPosition {
            /// Returns the rule set and board of the position.
            pub const fn game(&self) -> GameId {
                match self {
                    $(Self::$variant(_) => GameId::$variant,)+
                }
            }
        }
    };
}

/// Adds the game that lives in the tests to the registry, if it is wanted.
#[cfg(feature = "test-game")]
macro_rules! registry {
    ($d:tt $($games:tt)+) => { games! { ($d) $($games)+ Pagoda = pagoda::Pagoda } };
}

#[cfg(not(feature = "test-game"))]
macro_rules! registry {
    ($d:tt $($games:tt)+) => { games! { ($d) $($games)+ } };
}

registry! {
    $
    Nava = nava::Nava,
    Mitsudomoe = mitsudomoe::MitsudomoePublished,
    MitsudomoeSingle = mitsudomoe::MitsudomoeSingle,
    Greener = greener::Greener6x6,
    Greener6x9 = greener::Greener6x9,
    Greener9x9 = greener::Greener9x9,
    Glaisher = glaisher::GlaisherStandard,
    GlaisherRulebook = glaisher::GlaisherRulebook,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl GameId {
    /// Description of this rule set.
    pub fn info(self) -> &'static GameInfo {
        with_game!(self, G => G::info())
    }

    /// The name that commands and files use. Boards of different sizes share one name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Name of the game that this is a rule set of: `mitsudomoe` for `mitsudomoe:single`.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert_eq!(GameId::MitsudomoeSingle.family(), "mitsudomoe");
    /// ```
    pub fn family(self) -> &'static str {
        self.info().family
    }

    /// Whether this is the rule set's name, or one that it had in an earlier version.
    fn has_name(self, name: &str) -> bool {
        self.name() == name || self.info().former_names.contains(&name)
    }

    /// Whether this is the board that a game's name alone means.
    pub fn is_standard_size(self) -> bool {
        Self::ALL.iter().find(|id| id.name() == self.name()) == Some(&self)
    }

    /// All rule sets once, each on its standard board.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert!(GameId::rule_sets().all(GameId::is_standard_size));
    /// ```
    pub fn rule_sets() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|id| id.is_standard_size())
    }

    /// All games once, each by its first rule set.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let names: Vec<_> = GameId::families().map(GameId::name).collect();
    /// assert_eq!(names[..4], ["nava", "mitsudomoe", "greener", "glaisher"]);
    /// ```
    pub fn families() -> impl Iterator<Item = Self> {
        Self::rule_sets()
            .filter(|id| Self::rule_sets().find(|other| other.family() == id.family()) == Some(*id))
    }

    /// The boards on which the game of this name can be played, the standard one first.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let boards = GameId::boards("greener")?;
    /// assert_eq!(boards, [GameId::Greener, GameId::Greener6x9, GameId::Greener9x9]);
    /// # Ok::<(), cairn_games::UnknownGame>(())
    /// ```
    ///
    /// # Errors
    /// If no game has this name.
    pub fn boards(name: &str) -> Result<Vec<Self>, UnknownGame> {
        let wanted = name.trim().to_ascii_lowercase();
        let found: Vec<_> = Self::ALL.iter().copied().filter(|id| id.has_name(&wanted)).collect();
        if found.is_empty() {
            let known: Vec<_> = Self::rule_sets().map(Self::name).collect();
            let name = crate::text::excerpt(name);
            return Err(UnknownGame { name, known: known.join(", ") });
        }
        Ok(found)
    }

    /// The rule set of this name on its standard board.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert_eq!(GameId::named("Greener"), Ok(GameId::Greener));
    /// assert!(GameId::named("chess").is_err());
    /// ```
    ///
    /// # Errors
    /// If no game has this name.
    pub fn named(name: &str) -> Result<Self, UnknownGame> {
        Self::boards(name).map(|boards| boards[0])
    }

    /// The standard set-up.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert_eq!(GameId::Glaisher.start().count_moves(), 1290);
    /// ```
    pub fn start(self) -> AnyPosition {
        with_game!(self, G => G::start().into())
    }

    /// The set-up that a number names, if this game can be shuffled.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert!(GameId::Greener.shuffled(7).is_some());
    /// assert!(GameId::Nava.shuffled(7).is_none());
    /// ```
    pub fn shuffled(self, number: u64) -> Option<AnyPosition> {
        with_game!(self, G => G::shuffled(number).map(Into::into))
    }

    /// The position that a diagram shows.
    ///
    /// # Errors
    /// If no game can reach the position; says why.
    pub fn position(self, diagram: &Diagram) -> Result<AnyPosition, Impossible> {
        with_game!(self, G => G::from_diagram(diagram).map(Into::into))
    }

    /// Look of the game.
    pub fn look(self) -> &'static Look {
        with_game!(self, G => G::look())
    }

    /// The symmetries of the game.
    pub fn symmetries(self) -> &'static [Symmetry] {
        with_game!(self, G => G::symmetries())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record;

    #[test]
    fn former_names_are_read_but_not_written() {
        let game = GameId::named("Mitsudomoe:Seed").unwrap();
        assert_eq!(game.name(), "mitsudomoe:single");
        let file = "[Game \"mitsudomoe:seed\"]\n\n1. +b2 *\n";
        let record = record::read_all(file).unwrap().remove(0);
        assert_eq!(record.start().game(), game);
        assert!(record.to_string().starts_with("[Game \"mitsudomoe:single\"]\n"), "{record}");
    }

    #[test]
    fn names_of_rule_sets_are_told_apart() {
        let mut names: Vec<_> = GameId::rule_sets()
            .flat_map(|id| [id.name()].into_iter().chain(id.info().former_names.iter().copied()))
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for id in GameId::rule_sets() {
            assert!(GameId::named(id.family()).is_ok_and(|game| game.family() == id.family()));
        }
    }
}
