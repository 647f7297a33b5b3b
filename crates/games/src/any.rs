//! The registry of games, and all games behind one type.
//!
//! This is the only place that lists the rule sets. A new game is one line in the list;
//! everything that works for every game goes through [`with_game!`](crate::with_game) or
//! [`with_position!`](crate::with_position), or through the methods of [`GameId`] and
//! [`AnyPosition`] that are made from them.

use std::fmt;

use crate::diagram::{Diagram, Impossible};
use crate::game::{Game, GameInfo, GameMove, Illegal, MoveError, Notation, Symmetric};
use crate::perft;
use crate::side::{Ending, Outcome, Side};
use crate::symmetry::Symmetry;
use crate::view::{BoardView, Look, Step, View};

/// A move of some game; which one, the position knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyMove(u64);

impl AnyMove {
    /// The move of a certain game.
    pub fn new(mv: impl GameMove) -> Self {
        Self(mv.to_bits())
    }

    /// The bits of the move, as [`GameMove::to_bits`] gives them.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A move with these bits, which a position may or may not know.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// As a move of the game that this is a position of.
    fn of<G: Game>(self, _: &G) -> Result<G::Move, Illegal> {
        G::Move::from_bits(self.0).ok_or(Illegal::because("this is not a move of the game"))
    }
}

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

impl AnyPosition {
    /// Description of the rule set.
    pub fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    /// Side to move.
    pub fn to_move(&self) -> Side {
        with_position!(self, position => position.to_move())
    }

    /// Zobrist key of the position.
    pub fn key(&self) -> u64 {
        with_position!(self, position => position.key())
    }

    /// The result if the game has ended; repetition is not seen from here.
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// The result with its reason; repetition is not seen from here.
    pub fn ending(&self) -> Option<Ending> {
        with_position!(self, position => position.ending())
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<AnyMove> {
        with_position!(self, position => {
            position.moves().into_iter().map(AnyMove::new).collect()
        })
    }

    /// Number of legal moves.
    pub fn count_moves(&self) -> u64 {
        with_position!(self, position => position.count_moves())
    }

    /// Perft counts behind each legal move, on several threads; see
    /// [`perft`](crate::perft).
    pub fn divide(
        &self,
        depth: u32,
        threads: usize,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Vec<(AnyMove, u64)> {
        with_position!(self, position => {
            perft::divide_on_threads(position, depth, threads, progress)
                .into_iter()
                .map(|(mv, count)| (AnyMove::new(mv), count))
                .collect()
        })
    }

    /// Makes a move.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let mut position = GameId::Nava.start();
    /// let mv = position.read_move("a1-a4")?;
    /// position.play(mv)?;
    /// assert!(position.play(mv).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: AnyMove) -> Result<(), Illegal> {
        with_position!(self, position => position.play(mv.of(position)?))
    }

    /// Reads a move and checks that it is legal here.
    ///
    /// # Errors
    /// If it cannot be read, or is not legal.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        with_position!(self, position => position.read_move(text).map(AnyMove::new))
    }

    /// Returns the text of a legal move.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let position = GameId::Mitsudomoe.start();
    /// let mv = position.read_move("+ C2 ; b1 - c2")?;
    /// assert_eq!(position.write_move(mv)?, "+c2;b1-c2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal here.
    pub fn write_move(&self, mv: AnyMove) -> Result<String, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.write_move(mv))
        })
    }

    /// All legal moves as text.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert!(GameId::Nava.start().move_texts().contains(&"a1-a4".to_owned()));
    /// ```
    pub fn move_texts(&self) -> Vec<String> {
        with_position!(self, position => {
            position.moves().into_iter().map(|mv| position.write_move(mv)).collect()
        })
    }

    /// The choices that a move consists of.
    ///
    /// ```
    /// use cairn_games::{GameId, Pick};
    ///
    /// let position = GameId::Nava.start();
    /// let steps = position.steps(position.read_move("a1-d1")?)?;
    /// assert_eq!(steps[1].picks, [Pick::Cell(3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal here.
    pub fn steps(&self, mv: AnyMove) -> Result<Vec<Step>, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.steps(mv))
        })
    }

    /// All legal moves with the choices they consist of.
    pub fn moves_with_steps(&self) -> Vec<(AnyMove, Vec<Step>)> {
        with_position!(self, position => {
            let moves = position.moves().into_iter();
            moves.map(|mv| (AnyMove::new(mv), position.steps(mv))).collect()
        })
    }

    /// Returns the board after the first picks of a legal move; see [`View::after_picks`].
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn after_picks(&self, mv: AnyMove, picks: usize) -> Result<Diagram, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.after_picks(mv, picks))
        })
    }

    /// The position as plain data.
    pub fn to_diagram(&self) -> Diagram {
        with_position!(self, position => position.to_diagram())
    }

    /// The position, ready to be drawn.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let view = GameId::Nava.start().view();
    /// assert_eq!((view.cells.len(), view.cells[0].stack.len()), (25, 6));
    /// ```
    pub fn view(&self) -> BoardView {
        BoardView::with_outcome(self.game(), &self.to_diagram(), self.outcome())
    }

    /// The position as one line of text.
    pub fn to_text(&self) -> String {
        with_position!(self, position => position.to_text())
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
