//! Views of positions and of moves: all that a user interface needs to show a game and to
//! take moves from a person without knowing its rules.
//!
//! A game says how its pieces look ([`Look`]) and of which choices each move consists
//! ([`Step`]). [`BoardView`] is a position ready to be drawn; [`MoveSelection`](crate::MoveSelection)
//! narrows the legal moves to those that begin with what has been picked so far.

use crate::actions::ActionSequence;
use crate::board::Board;
use crate::diagram::Diagram;
use crate::game::{Illegal, Notation};
use crate::guidance;
use crate::registry::GameId;
use crate::side::{Outcome, Side};

/// Style in which the cells of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Crossings of lines.
    Junctions,
    /// Fields between lines.
    Squares,
    /// Hexagons.
    Hexagons,
}

/// Shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A flat round piece that stacks.
    Disc,
    /// A cube.
    Cube,
    /// A flat ring that stacks and on which a ball can sit.
    Ring,
    /// A ball.
    Ball,
    /// A hollow pyramid that stacks.
    Pyramid,
    /// A flat hexagonal piece that stacks.
    Hexagon,
}

/// Pieces that each player keeps beside the board.
#[derive(Debug)]
pub struct Hand {
    /// Name of the pieces, such as "cubes".
    pub name: &'static str,
    /// The letter of each side's pieces of this kind.
    pub letters: [char; 2],
    /// Number of them that each side has, on the board and in hand together.
    pub total: u32,
}

/// Look of a game.
#[derive(Debug)]
pub struct Look {
    /// Style in which cells are drawn.
    pub style: BoardStyle,
    /// The shape of each piece, by its letter.
    pub shapes: &'static [(char, Shape)],
    /// Cells that belong to a side by the rules, such as a home, for each side.
    pub homes: [&'static [usize]; 2],
    /// Pieces beside the board, if the game has any.
    pub hand: Option<Hand>,
    /// Points, in games that are decided by them.
    pub points: Option<Points>,
    /// Whether a chain between opposite sides of the board wins, so that the sides are marked.
    pub joins_sides: bool,
}

impl Look {
    /// Look of a game with these pieces and nothing else.
    pub const fn new(style: BoardStyle, shapes: &'static [(char, Shape)]) -> Self {
        Self { style, shapes, homes: [&[], &[]], hand: None, points: None, joins_sides: false }
    }
}

/// Points that decide a game.
#[derive(Debug)]
pub struct Points {
    /// Name of the points.
    pub name: &'static str,
    /// The letter of the pieces that count, if points are pieces inside stacks.
    pub piece: Option<char>,
    /// The points of each side as they stand, first mover first.
    pub count: fn(&Diagram) -> [u32; 2],
}

/// Target of a choice: a cell, the hand or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pick {
    /// A cell of the board.
    Cell(usize),
    /// The mover's pieces beside the board.
    Hand,
    /// The button that passes the turn.
    Pass,
}

/// One choice within a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Question to the player, such as "Where does the ring go?".
    pub prompt: &'static str,
    /// Things to pick, in any order. Never empty.
    pub picks: Vec<Pick>,
    /// Number of pieces that land on each of the picks; empty if the step moves no part of a
    /// stack.
    pub heights: Vec<u32>,
}

impl Step {
    /// A choice of one thing.
    pub fn one(prompt: &'static str, pick: Pick) -> Self {
        Self { prompt, picks: vec![pick], heights: Vec::new() }
    }

    /// A choice of several cells.
    pub fn cells(prompt: &'static str, cells: impl IntoIterator<Item = usize>) -> Self {
        let picks = cells.into_iter().map(Pick::Cell).collect();
        Self { prompt, picks, heights: Vec::new() }
    }

    /// A choice of the cells on which parts of a stack land, each with the height of its part.
    pub fn landings(
        prompt: &'static str,
        landings: impl IntoIterator<Item = (u32, usize)>,
    ) -> Self {
        let parts = landings.into_iter().map(|(height, cell)| (height, Pick::Cell(cell)));
        let (heights, picks) = parts.unzip();
        Self { prompt, picks, heights }
    }
}

/// Distance of a side from its aim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Description of what has been achieved, such as "3 of 9 cubes laid".
    pub text: String,
    /// Whether the side is at most a few moves from its aim.
    pub is_near: bool,
}

/// Views of a game and of its moves, for user interfaces.
pub trait View: Notation {
    /// Look of the game.
    fn look() -> &'static Look;

    /// The choices that make up a legal move, in the order in which they are asked.
    /// Different moves have different steps, and moves that begin with the same picks
    /// ask the same question next.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// The [`actions`](crate::actions) that make up a legal move: its picks as numbers. Games
    /// override the default, which makes the steps first, where it can be faster.
    fn actions(&self, mv: Self::Move) -> ActionSequence {
        ActionSequence::of_steps(Self::info().board, &self.steps(mv))
    }

    /// Returns the board after the first picks of a legal move, so that complete parts of a turn
    /// are visible before the rest is chosen.
    fn after_picks(&self, _mv: Self::Move, _picks: &[Pick]) -> Diagram {
        self.to_diagram()
    }

    /// Aim of a side in a sentence that speaks to its player.
    fn aim(_side: Side) -> &'static str {
        Self::info().summary
    }

    /// Distance of a side from its aim, if it can be told in a few words.
    fn progress(&self, _side: Side) -> Option<Progress> {
        None
    }

    /// Cells that show how a finished game was won. There are none in a draw or while the game
    /// goes on. By default these are the winner's stacks.
    fn winning_cells(&self) -> Vec<usize> {
        guidance::stacks_of_winner(self)
    }

    /// Reason why something that no legal move offers cannot be picked after these picks.
    fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        guidance::plain_reason(self, picks, pick)
    }

    /// A legal move in words, such as "Move 2 discs from a1 to a3".
    fn move_in_words(&self, mv: Self::Move) -> String {
        self.write_move(mv)
    }
}

/// A piece, ready to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// Its letter in the notation.
    pub letter: char,
    /// Its shape.
    pub shape: Shape,
    /// Owner, if the piece has one.
    pub owner: Option<Side>,
}

/// A cell, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// The pieces from the bottom to the top.
    pub stack: Vec<PieceView>,
    /// Side whose home it is, if it is one.
    pub home: Option<Side>,
    /// Number of pieces in a stack of several that count as points, in games with such pieces.
    pub counted: Option<usize>,
}

/// A position, ready to be drawn, possible or not.
///
/// ```
/// use cairn_games::{GameId, Shape, Side};
///
/// let view = GameId::Greener.start().view();
/// let a1 = &view.cells[0];
/// assert_eq!((&*a1.name, a1.owner()), ("a1", Some(Side::Second)));
/// assert_eq!(a1.stack[0].shape, Shape::Pyramid);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The game.
    pub game: GameId,
    /// The shape of the board.
    pub board: Board,
    /// Style in which cells are drawn.
    pub style: BoardStyle,
    /// The cells in their order.
    pub cells: Vec<CellView>,
    /// Side to move, if it is known.
    pub to_move: Option<Side>,
    /// Outcome, if the board alone shows that the game has ended.
    pub outcome: Option<Outcome>,
    /// Name of the pieces in hand, and their number for each side.
    pub hands: Option<(&'static str, [u32; 2])>,
    /// The points of each side, and what they are called.
    pub points: Option<(&'static str, [u32; 2])>,
    /// Cells that show how the game was won, if the board alone shows it.
    pub winning: Vec<usize>,
}

impl BoardView {
    /// Returns the view of a diagram, which need not be a possible position. For a position
    /// use [`AnyPosition::view`](crate::AnyPosition::view).
    pub fn new(game: GameId, diagram: &Diagram) -> Self {
        match game.position(diagram) {
            Ok(position) => {
                Self::with_ending(game, diagram, position.outcome(), position.winning_cells())
            }
            Err(_) => Self::with_ending(game, diagram, None, Vec::new()),
        }
    }

    /// Returns the view of a diagram with this outcome, and the cells that show it.
    pub(crate) fn with_ending(
        game: GameId,
        diagram: &Diagram,
        outcome: Option<Outcome>,
        winning: Vec<usize>,
    ) -> Self {
        let (info, look) = (game.info(), game.look());
        let piece = |&letter: &char| {
            let shape = look.shapes.iter().find(|(known, _)| *known == letter);
            PieceView {
                letter,
                shape: shape.map_or(Shape::Disc, |(_, shape)| *shape),
                owner: info.piece(letter).and_then(|piece| piece.owner),
            }
        };
        let home =
            |cell| Side::BOTH.into_iter().find(|side| look.homes[side.index()].contains(&cell));
        let counted = look.points.as_ref().and_then(|points| points.piece);
        let count = |stack: &[char]| {
            let letter = counted.filter(|_| stack.len() > 1)?;
            Some(stack.iter().filter(|piece| **piece == letter).count())
        };
        let cells = diagram.stacks.iter().enumerate().map(|(cell, stack)| CellView {
            name: info.board.name(cell),
            stack: stack.iter().map(piece).collect(),
            home: home(cell),
            counted: count(stack),
        });
        Self {
            game,
            board: info.board,
            style: look.style,
            cells: cells.collect(),
            to_move: diagram.to_move,
            outcome,
            hands: look.hand.as_ref().map(|hand| (hand.name, hands(hand, diagram))),
            points: look.points.as_ref().map(|points| (points.name, (points.count)(diagram))),
            winning,
        }
    }

    /// Returns the view without its ending, for a position within a move.
    #[must_use]
    pub fn unfinished(self) -> Self {
        Self { outcome: None, winning: Vec::new(), ..self }
    }
}

/// Number of pieces in hand, as the diagram says or as follows from the board.
fn hands(hand: &Hand, diagram: &Diagram) -> [u32; 2] {
    diagram.hands.unwrap_or_else(|| {
        hand.letters.map(|letter| hand.total.saturating_sub(diagram.count(letter) as u32))
    })
}

impl CellView {
    /// Owner of the top piece.
    pub fn owner(&self) -> Option<Side> {
        self.stack.last().and_then(|piece| piece.owner)
    }
}
