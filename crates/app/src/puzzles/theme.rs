//! Themes of puzzles, found from facts about the position and the solution.

use std::fmt;
use std::str::FromStr;

use cairn_engine::solver::{Aim, turn_parts};
use cairn_games::{AnyMove, AnyPosition, Outcome, Side};

/// Theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleTheme {
    /// One move saves the game.
    Defence,
    /// The first move threatens to win in two different ways.
    Fork,
    /// The opponent's best answer takes a stack, and it does not help.
    Sacrifice,
    /// The first move takes over something of the opponent's.
    Capture,
    /// The first move takes nothing and threatens nothing at once.
    Quiet,
    /// The opponent would win with the next move.
    Race,
    /// The win is a chain between opposite sides.
    Chain,
    /// The opponent ends without a legal turn.
    Blockade,
    /// The opponent ends without a stack.
    Conquest,
    /// The winner places the last piece from the hand.
    LastPiece,
    /// The winner's pieces reach their goal.
    Arrival,
    /// The points are level, and the tie-break decides.
    TieBreak,
    /// The solution takes four turns or more.
    Long,
    /// The position comes from the first moves of a game.
    Opening,
    /// Little is left to play for either side.
    Endgame,
}

/// Names and explanations of the themes, in the order of [`PuzzleTheme::ALL`].
const WORDS: [(&str, &str); PuzzleTheme::ALL.len()] = [
    ("defence", "Only one move saves the game."),
    ("fork", "The first move threatens to win in two different ways."),
    ("sacrifice", "The opponent takes a stack, but still loses."),
    ("capture", "The first move takes over a piece or stack of the opponent."),
    ("quiet", "The first move captures nothing and threatens no immediate win."),
    ("race", "The opponent threatens to win on the next move."),
    ("chain", "The winner completes a chain between opposite sides."),
    ("blockade", "The opponent is left without a legal turn."),
    ("conquest", "The opponent is left without a stack."),
    ("last-piece", "The winner places the last piece from the hand."),
    ("arrival", "The winner's pieces reach their goal."),
    ("tie-break", "The points are equal, and the tie-break decides."),
    ("long", "The solution takes four turns or more."),
    ("opening", "The position comes from the first moves of a game."),
    ("endgame", "The game is close to its end."),
];

/// Error for the name of a theme that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme called `{name}`; the themes are {known}")]
pub struct UnknownTheme {
    /// Name that was asked for.
    pub name: String,
    /// The names there are.
    pub known: String,
}

impl PuzzleTheme {
    /// All themes in the order in which they are listed.
    pub const ALL: [Self; 15] = [
        Self::Defence,
        Self::Fork,
        Self::Sacrifice,
        Self::Capture,
        Self::Quiet,
        Self::Race,
        Self::Chain,
        Self::Blockade,
        Self::Conquest,
        Self::LastPiece,
        Self::Arrival,
        Self::TieBreak,
        Self::Long,
        Self::Opening,
        Self::Endgame,
    ];

    /// Returns the name used in commands, files and addresses.
    pub const fn name(self) -> &'static str {
        WORDS[self as usize].0
    }

    /// Returns a sentence that explains the theme.
    pub const fn sentence(self) -> &'static str {
        WORDS[self as usize].1
    }
}

impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleTheme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        let wanted = text.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(|theme| theme.name() == wanted).ok_or_else(|| UnknownTheme {
            name: text.trim().chars().take(40).collect(),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// Number of plies from the start within which a position belongs to the opening.
const OPENING_PLIES: u32 = 10;

/// Number of turns from which on a solution is long.
const LONG_TURNS: u32 = 4;

/// Finds the themes of a puzzle.
pub(super) fn themes(
    position: &AnyPosition,
    aim: Aim,
    turns: u32,
    solution: &[AnyMove],
    ply: u32,
) -> Vec<PuzzleTheme> {
    let facts = PuzzleFacts::new(position, aim, turns, solution, ply);
    PuzzleTheme::ALL.into_iter().filter(|theme| facts.have(*theme)).collect()
}

/// Facts about a puzzle.
struct PuzzleFacts {
    me: Side,
    aim: Aim,
    turns: u32,
    ply: u32,
    /// Positions of the main line, the one of the puzzle first.
    line: Vec<AnyPosition>,
}

impl PuzzleFacts {
    fn new(position: &AnyPosition, aim: Aim, turns: u32, solution: &[AnyMove], ply: u32) -> Self {
        let mut line = vec![*position];
        let mut now = *position;
        for mv in solution {
            if now.play(*mv).is_err() {
                break;
            }
            line.push(now);
        }
        Self { me: position.to_move(), aim, turns, ply, line }
    }

    fn have(&self, theme: PuzzleTheme) -> bool {
        let first = |index: usize| self.line.get(index);
        match theme {
            PuzzleTheme::Defence => self.aim == Aim::Save,
            PuzzleTheme::Fork => {
                self.is_attack() && first(1).is_some_and(|after| self.is_fork(after))
            }
            PuzzleTheme::Sacrifice => self.is_attack() && self.takes(self.me.other(), 1),
            PuzzleTheme::Capture => self.takes(self.me, 0),
            PuzzleTheme::Quiet => {
                self.is_attack()
                    && !self.takes(self.me, 0)
                    && first(1).is_some_and(|after| wins_at_once(after, self.me).is_empty())
            }
            PuzzleTheme::Race => {
                self.aim == Aim::Win && !wins_at_once(&self.line[0], self.me.other()).is_empty()
            }
            PuzzleTheme::Chain => {
                self.ends_with(|end| end.game().look().joins_sides && !has_no_turn(end))
            }
            PuzzleTheme::Blockade => self.ends_with(has_no_turn),
            PuzzleTheme::Conquest => self.ends_with(|end| {
                let owned = |cell: &cairn_games::CellView| cell.owner() == Some(self.me.other());
                let stack = |cell: &&cairn_games::CellView| !is_from_hand(end, cell);
                !has_no_turn(end) && !end.view().cells.iter().filter(stack).any(owned)
            }),
            PuzzleTheme::LastPiece => self.ends_with(|end| {
                end.view().hands.is_some_and(|(_, hands)| hands[self.me.index()] == 0)
                    && end.game().look().homes[0].is_empty()
            }),
            PuzzleTheme::Arrival => {
                self.ends_with(|end| !end.game().look().homes[0].is_empty() && !has_no_turn(end))
            }
            PuzzleTheme::TieBreak => self.ends_with(|end| {
                end.view().points.is_some_and(|(_, points)| points[0] == points[1])
            }),
            PuzzleTheme::Long => self.turns >= LONG_TURNS,
            PuzzleTheme::Opening => self.ply < OPENING_PLIES,
            PuzzleTheme::Endgame => self.is_endgame(),
        }
    }

    /// Whether a win takes more than one turn.
    fn is_attack(&self) -> bool {
        self.aim == Aim::Win && self.turns > 1
    }

    /// Whether a test holds for the last position of a line that ends with a win.
    fn ends_with(&self, test: impl Fn(&AnyPosition) -> bool) -> bool {
        let end = self.line.last().filter(|end| end.outcome() == Some(Outcome::Win(self.me)));
        end.is_some_and(test)
    }

    /// Whether a side takes something over by the move of this index in the main line.
    fn takes(&self, side: Side, index: usize) -> bool {
        let (Some(before), Some(after)) = (self.line.get(index), self.line.get(index + 1)) else {
            return false;
        };
        let (before, after) = (before.view(), after.view());
        before.cells.iter().zip(&after.cells).any(|(before, after)| {
            before.owner() == Some(side.other()) && after.owner() == Some(side)
        })
    }

    /// Whether there are two threats that have no part of a turn in common.
    fn is_fork(&self, after: &AnyPosition) -> bool {
        let Some(mine) = with_side_to_move(after, self.me) else { return false };
        let threats = wins_at_once(after, self.me);
        let parts: Vec<_> = threats.iter().map(|&mv| turn_parts(&mine, mv)).collect();
        let differ = |one: &[u64], two: &[u64]| one.iter().zip(two).all(|(a, b)| a != b);
        parts
            .iter()
            .enumerate()
            .any(|(index, one)| parts[index + 1..].iter().any(|two| differ(one, two)))
    }

    fn is_endgame(&self) -> bool {
        let position = &self.line[0];
        let view = position.view();
        if view.points.is_some() {
            let stacks = view.cells.iter().filter(|cell| !cell.stack.is_empty()).count();
            return 3 * stacks <= view.cells.len();
        }
        let is_near = |side| position.progress(side).is_some_and(|progress| progress.is_near);
        Side::BOTH.into_iter().all(is_near)
    }
}

/// Whether the game ended because the side to move has no legal turn.
fn has_no_turn(end: &AnyPosition) -> bool {
    end.ending().is_some_and(|ending| ending.reason.ends_with("no legal turn"))
}

/// Whether the top of a cell is a piece that comes from the hand and is not a stack.
fn is_from_hand(position: &AnyPosition, cell: &cairn_games::CellView) -> bool {
    let hand = position.game().look().hand.as_ref();
    let top = cell.stack.last().map(|piece| piece.letter);
    hand.is_some_and(|hand| top.is_some_and(|top| hand.letters.contains(&top)))
}

/// Returns the position with this side to move, if that is a possible one.
pub(super) fn with_side_to_move(position: &AnyPosition, side: Side) -> Option<AnyPosition> {
    let mut diagram = position.to_diagram();
    diagram.to_move = Some(side);
    position.game().position(&diagram).ok()
}

/// Returns the moves with which a side would win at once if it were to move.
fn wins_at_once(position: &AnyPosition, side: Side) -> Vec<AnyMove> {
    let Some(position) = with_side_to_move(position, side) else { return Vec::new() };
    if position.outcome().is_some() {
        return Vec::new();
    }
    let wins = |mv: &AnyMove| {
        let mut next = position;
        next.play(*mv).is_ok() && next.outcome() == Some(Outcome::Win(side))
    };
    position.moves().into_iter().filter(wins).collect()
}
