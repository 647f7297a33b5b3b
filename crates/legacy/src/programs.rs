//! The five programs and what each of them offered.

use cairn_draw::{Canvas, Marks};
use cairn_games::{AnyPosition, BoardView, GameId, Side};

use crate::bot::OriginalLevel;
use crate::labels::Labels;
use crate::{drawing, glaisher, greener, mitsudomoe, nava};

/// One of the five Prolog programs of 2020.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::Program;
///
/// let numbers: Vec<_> = Program::of(GameId::Nava).map(|program| program.number).collect();
/// assert_eq!(numbers, ["000", "001"]);
/// ```
#[derive(Debug)]
pub struct Program {
    /// Number of the program, such as `004`.
    pub number: &'static str,
    /// Name of the game it plays, without the name of a rule set.
    pub(crate) game: &'static str,
    /// Appearance of its boards, in one line.
    pub appearance: &'static str,
    /// Formula of its evaluation, in words.
    pub formula: &'static str,
    /// Levels of its computer player, the strongest last.
    pub levels: &'static [OriginalLevel],
    pub(crate) labels: Labels,
    pub(crate) value: fn(&AnyPosition, Side) -> f64,
    /// Evaluation that its document describes; see [`GreedyBot`](crate::GreedyBot).
    pub(crate) documented_value: fn(&AnyPosition, Side) -> f64,
    pub(crate) draw: fn(&BoardView) -> Canvas,
}

/// All programs, in the order of their numbers.
pub static PROGRAMS: [&Program; 5] = [
    &nava::PROGRAM_000,
    &nava::PROGRAM_001,
    &mitsudomoe::PROGRAM_002,
    &greener::PROGRAM_003,
    &glaisher::PROGRAM_004,
];

impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Program {}

impl Program {
    /// Returns the programs that play a game, the usual one first. There are none for a
    /// game that no original program plays.
    pub fn of(game: GameId) -> impl DoubleEndedIterator<Item = &'static Self> {
        PROGRAMS.into_iter().filter(move |program| program.game == game.family())
    }

    /// Returns the program with a number, or the usual one of the game.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::Program;
    ///
    /// assert_eq!(Program::find(GameId::Nava, None).expect("a program").number, "000");
    /// assert!(Program::find(GameId::Nava, Some("004")).is_none());
    /// ```
    pub fn find(game: GameId, number: Option<&str>) -> Option<&'static Self> {
        Self::of(game).find(|program| number.is_none_or(|number| number == program.number))
    }

    /// Returns the value of a position to a side, as the program's `value` predicate
    /// computes it. Higher is better.
    ///
    /// ```
    /// use cairn_games::{GameId, Side};
    /// use cairn_legacy::Program;
    ///
    /// let program = Program::find(GameId::Nava, Some("000")).expect("a program");
    /// assert_eq!(program.value(&GameId::Nava.start(), Side::First), 0.0);
    /// ```
    pub fn value(&self, position: &AnyPosition, side: Side) -> f64 {
        (self.value)(position, side)
    }

    /// Draws a board as the program did. Marks show only where there are colours, as the
    /// programs had no signs for them.
    pub fn draw(&self, view: &BoardView, marks: &Marks) -> Canvas {
        drawing::with_marks((self.draw)(view), marks)
    }
}
