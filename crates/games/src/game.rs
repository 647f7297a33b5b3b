//! The traits that every rule set implements.
//!
//! [`Game`] is all that search needs. [`Notation`] and [`Symmetric`] are what people,
//! files and tests need besides.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::diagram::{Diagram, Impossible};
use crate::side::{Ending, Outcome, Side};
use crate::symmetry::Symmetry;
use crate::text::{TextError, sentence};

/// Description of a rule set.
#[derive(Debug)]
pub struct GameInfo {
    /// Name in commands, files and addresses, such as `mitsudomoe:single`.
    pub name: &'static str,
    /// Name of the game that this is a rule set of, such as `mitsudomoe`.
    pub family: &'static str,
    /// Names that the rule set had in earlier versions. They are still read, never written.
    pub former_names: &'static [&'static str],
    /// Name for people, such as "Mitsudomoe, one action per turn".
    pub title: &'static str,
    /// One line that says what the game is about.
    pub summary: &'static str,
    /// Inventor of the game.
    pub designer: &'static str,
    /// The two players, first mover first.
    pub sides: [SideInfo; 2],
    /// The shape of the board.
    pub board: Board,
    /// The kinds of pieces there are.
    pub pieces: &'static [PieceInfo],
    /// Whether a stack is all of one kind and written as letter and height (`r6`)
    /// instead of piece by piece.
    pub counted_stacks: bool,
    /// Whether a position can come up again, so that the third time is a draw.
    pub can_repeat: bool,
    /// Choices about the set-up, in a few words; empty if there are none.
    pub options: &'static str,
    /// Rules of the game as a Markdown page, if it has one. Rule sets of one family share a
    /// page, on which a variant has a section with its name as the heading.
    pub rules_page: Option<&'static str>,
    /// Short lesson for the terminal program, if the game has one. A line that begins with
    /// `#` is a heading, `@ POSITION` a drawing, `@ POSITION | MOVE` a drawing of a move.
    pub lesson: Option<&'static str>,
    /// Lessons with goals, if the game has any, in the format of `docs/lessons`.
    pub course: Option<&'static str>,
}

/// A player of a game.
#[derive(Debug)]
pub struct SideInfo {
    /// Name of the player, such as "White".
    pub name: &'static str,
    /// The letter in a position that says this side is to move.
    pub letter: char,
}

/// A kind of piece.
#[derive(Debug)]
pub struct PieceInfo {
    /// Its letter in a position.
    pub letter: char,
    /// Name, such as "white disc".
    pub name: &'static str,
    /// Owner, if the piece has one.
    pub owner: Option<Side>,
}

impl GameInfo {
    /// Name of a side.
    pub const fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()].name
    }

    /// The side with this letter, in either case.
    ///
    /// ```
    /// use cairn_games::{GameId, Side};
    ///
    /// assert_eq!(GameId::Glaisher.info().side_by_letter('Y'), Some(Side::Second));
    /// ```
    pub fn side_by_letter(&self, letter: char) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.sides[side.index()].letter.eq_ignore_ascii_case(&letter))
    }

    /// The side that a word means: its letter, its name, or `first` or `second`.
    ///
    /// ```
    /// use cairn_games::{GameId, Side};
    ///
    /// let info = GameId::Nava.info();
    /// assert_eq!(info.side_by_word("black"), Some(Side::Second));
    /// assert_eq!(info.side_by_word("green"), None);
    /// ```
    pub fn side_by_word(&self, word: &str) -> Option<Side> {
        let word = word.trim().to_lowercase();
        Side::BOTH.into_iter().find(|side| {
            let SideInfo { name, letter } = &self.sides[side.index()];
            let ordinal = ["first", "second"][side.index()];
            word == ordinal || word == name.to_lowercase() || word == letter.to_string()
        })
    }

    /// The kind of piece with exactly this letter.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// assert_eq!(GameId::Nava.info().piece('W').map(|piece| piece.name), Some("white cube"));
    /// ```
    pub fn piece(&self, letter: char) -> Option<&'static PieceInfo> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }
}

/// One whole turn, packed into a small integer.
///
/// Not every value of the integer is a move, and a move says nothing of the position it
/// was made for: [`Game::check`] tells whether it is legal there.
pub trait GameMove: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The integer, widened.
    fn to_bits(self) -> u64;

    /// The move with these bits, or `None` if no move has them. Never panics.
    fn from_bits(bits: u64) -> Option<Self>;
}

/// Reason why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(pub Cow<'static, str>);

impl Illegal {
    /// With a reason that needs no writing.
    pub const fn because(reason: &'static str) -> Self {
        Self(Cow::Borrowed(reason))
    }

    /// The reason given when the game has ended.
    pub const GAME_OVER: Self = Self::because("the game is over");

    /// Returns the reason as a sentence.
    ///
    /// ```
    /// use cairn_games::Illegal;
    ///
    /// assert_eq!(Illegal::GAME_OVER.sentence(), "The game is over.");
    /// ```
    pub fn sentence(&self) -> String {
        sentence(&self.0)
    }
}

impl From<String> for Illegal {
    fn from(reason: String) -> Self {
        Self(Cow::Owned(reason))
    }
}

/// A position of a game, with its rules.
///
/// Positions are small and copied freely: to take a move back, keep a copy. Repetition
/// and clocks are not part of a position but of the game's history, see
/// [`History`](crate::History).
pub trait Game: Copy + Eq + Debug + Send + Sync + 'static {
    /// One whole turn.
    type Move: GameMove;

    /// Description of this rule set.
    fn info() -> &'static GameInfo;

    /// The standard set-up.
    fn start() -> Self;

    /// The set-up that this number names, for games that can be shuffled. The same
    /// number gives the same set-up in every version.
    fn shuffled(_number: u64) -> Option<Self> {
        None
    }

    /// Side to move.
    fn to_move(&self) -> Side;

    /// Zobrist key: a hash of everything that matters to the rules, updated move by move.
    fn key(&self) -> u64;

    /// Zobrist key computed from scratch. For tests.
    fn key_from_scratch(&self) -> u64;

    /// The result if the game has ended.
    fn outcome(&self) -> Option<Outcome>;

    /// The result with its reason. `Some` exactly when [`Game::outcome`] is.
    fn ending(&self) -> Option<Ending>;

    /// Shows each legal move to `visit` once, in a fixed order, until it breaks. There
    /// are none when the game has ended.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use cairn_games::{Game, nava::Nava};
    ///
    /// let first = Nava::start().visit_moves(ControlFlow::Break).break_value();
    /// assert_eq!(first, Nava::start().moves().first().copied());
    /// ```
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Number of legal moves. Games override the default, which visits them all, where
    /// counting can be faster: perft does little else.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Whether a move is legal here.
    ///
    /// # Errors
    /// If it is not; says why.
    fn check(&self, mv: Self::Move) -> Result<(), Illegal>;

    /// Whether a move is legal in a position in which the game goes on. Searches call it
    /// for every move from a table, so a game should override the default, which builds
    /// the text that [`Game::check`] gives as a reason.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Makes a move that is known to be legal.
    ///
    /// With any other move the position that results is unspecified, and the call may
    /// panic.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Makes a move.
    ///
    /// ```
    /// use cairn_games::nava::{Nava, NavaMove};
    /// use cairn_games::{Game, Side};
    ///
    /// let mut position = Nava::start();
    /// position.play(NavaMove::new(0, 4))?;
    /// assert_eq!(position.to_move(), Side::Second);
    /// # Ok::<(), cairn_games::Illegal>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a move that is known to be legal.
    ///
    /// ```
    /// use cairn_games::{Game, nava::Nava};
    ///
    /// let start = Nava::start();
    /// assert!(start.moves().into_iter().all(|mv| start.after(mv).count_moves() == 8));
    /// ```
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// All legal moves in a list; for search, use [`Game::visit_moves`].
    ///
    /// ```
    /// use cairn_games::{Game, nava::Nava};
    ///
    /// assert_eq!(Nava::start().moves().len(), 8);
    /// ```
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// Shows each legal move to `visit`, without a way to stop.
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Self::Move)) {
        let _: ControlFlow<()> = self.visit_moves(|mv| {
            visit(mv);
            ControlFlow::Continue(())
        });
    }
}

/// Error reading a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It cannot be read as a move of this game at all.
    #[error("{0}")]
    Text(#[from] TextError),
    /// It can be read, but is not allowed here.
    #[error("{0}")]
    Illegal(#[from] Illegal),
}

/// Positions and moves as text.
pub trait Notation: Game {
    /// The position as plain data, from which its text and its drawings are made.
    fn to_diagram(&self) -> Diagram;

    /// The position that a diagram shows.
    ///
    /// ```
    /// use cairn_games::{Diagram, Game, Notation, nava::Nava};
    ///
    /// let empty = Diagram::empty(Nava::info().board);
    /// let why = Nava::from_diagram(&empty).unwrap_err().to_string();
    /// assert_eq!(why, "there are 0 white and 0 black discs, not six of each");
    /// ```
    ///
    /// # Errors
    /// If no game can reach the position; says why.
    fn from_diagram(diagram: &Diagram) -> Result<Self, Impossible>;

    /// Reads a move and checks that it is legal here.
    ///
    /// ```
    /// use cairn_games::{Game, MoveError, Notation, nava::Nava};
    ///
    /// let start = Nava::start();
    /// assert!(start.read_move("a1-a4").is_ok());
    /// assert!(matches!(start.read_move("a1-b2"), Err(MoveError::Illegal(_))));
    /// assert!(matches!(start.read_move("hello"), Err(MoveError::Text(_))));
    /// ```
    ///
    /// # Errors
    /// If it cannot be read, or is not legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Returns the text of a legal move.
    fn write_move(&self, mv: Self::Move) -> String;

    /// The position as one line of text.
    ///
    /// ```
    /// use cairn_games::{Game, Notation, nava::Nava};
    ///
    /// assert_eq!(Nava::start().to_text(), "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w");
    /// ```
    fn to_text(&self) -> String {
        self.to_diagram().write(Self::info())
    }
}

/// Rotations and reflections of the board, with or without the players exchanged, under
/// which the rules stay the same.
///
/// By default a game has none but the identity.
///
/// ```
/// use cairn_games::{Game, Symmetric, nava::Nava};
///
/// let start = Nava::start();
/// assert_eq!(Nava::symmetries().len(), 16);
/// assert!(Nava::symmetries().iter().all(|s| start.mapped(s).count_moves() == 8));
/// ```
pub trait Symmetric: Game {
    /// All symmetries, the identity first.
    fn symmetries() -> &'static [Symmetry] {
        Symmetry::identity_alone()
    }

    /// Returns the position seen through one of the [`Symmetric::symmetries`].
    #[must_use]
    fn mapped(&self, _symmetry: &Symmetry) -> Self {
        *self
    }

    /// Returns the move seen through one of the [`Symmetric::symmetries`].
    fn map_move(mv: Self::Move, _symmetry: &Symmetry) -> Self::Move {
        mv
    }
}
