//! A made-up game full of cycles, small enough to be known completely.

use std::ops::ControlFlow;

use crate::games::{ProofBounds, WholePosition};
use cairn_games::zobrist::mix;
use cairn_games::{
    Board, Ending, Game, GameInfo, GameMove, Illegal, Outcome, Side, SideInfo, square,
};

/// Number of places of a maze.
pub const PLACES: u32 = 14;

/// Number of a maze that is one long corridor without branches.
pub const CORRIDOR: u64 = u64::MAX;

/// Number of places of the corridor. At its end the first side wins.
pub const CORRIDOR_LENGTH: u32 = 300_000;

/// A token stands on a place of a maze; players take turns to move it along arrows. Some
/// places end the game. The number of the maze says how everything is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Maze {
    pub number: u64,
    pub place: u32,
    pub to_move: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MazeMove(u32);

impl GameMove for MazeMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        u32::try_from(bits).ok().map(Self)
    }
}

impl Maze {
    /// All positions of this maze.
    pub fn all(number: u64) -> impl Iterator<Item = Self> {
        (0..PLACES).flat_map(move |place| {
            Side::BOTH.into_iter().map(move |to_move| Self { number, place, to_move })
        })
    }

    fn chance(&self, what: u64) -> u64 {
        mix(self.number << 16 ^ u64::from(self.place) << 8 ^ what)
    }

    /// Returns the places that the arrows lead to: one to three different ones.
    fn exits(&self) -> impl Iterator<Item = MazeMove> {
        let exit = |arrow| (self.chance(arrow) % u64::from(PLACES)) as u32;
        let is_corridor = self.number == CORRIDOR;
        let exits = if is_corridor { [self.place + 1; 3] } else { [exit(1), exit(2), exit(3)] };
        let count = if is_corridor { 1 } else { 1 + (self.chance(4) % 3) as usize };
        (0..count)
            .filter(move |&i| !exits[..i].contains(&exits[i]))
            .map(move |i| MazeMove(exits[i]))
    }
}

static INFO: GameInfo = GameInfo {
    name: "maze",
    family: "maze",
    former_names: &[],
    title: "Maze",
    summary: "",
    designer: "",
    sides: [SideInfo { name: "One", letter: 'o' }, SideInfo { name: "Two", letter: 't' }],
    board: Board::Square(square::Square { cols: 1, rows: 1 }),
    pieces: &[],
    counted_stacks: false,
    can_repeat: true,
    options: "",
    rules_page: None,
    lesson: None,
    course: None,
};

impl Game for Maze {
    type Move = MazeMove;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn start() -> Self {
        Self { number: 0, place: 0, to_move: Side::First }
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn key(&self) -> u64 {
        mix(self.number << 16 ^ u64::from(self.place) << 8 ^ (100 + self.to_move.index() as u64))
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    /// A few places win for whoever has come there, a few for the other, one draws.
    fn outcome(&self) -> Option<Outcome> {
        if self.number == CORRIDOR {
            return (self.place == CORRIDOR_LENGTH).then_some(Outcome::Win(Side::First));
        }
        match self.chance(5) % 16 {
            0 | 1 => Some(Outcome::Win(self.to_move.other())),
            2 => Some(Outcome::Win(self.to_move)),
            3 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.outcome().map(|outcome| Ending::new(outcome, ""))
    }

    fn visit_moves<B>(&self, visit: impl FnMut(MazeMove) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.outcome() {
            Some(_) => ControlFlow::Continue(()),
            None => self.exits().try_for_each(visit),
        }
    }

    fn count_moves(&self) -> u64 {
        self.moves().len() as u64
    }

    fn check(&self, mv: MazeMove) -> Result<(), Illegal> {
        let known = self.moves().contains(&mv);
        known.then_some(()).ok_or(Illegal::because("no arrow leads there"))
    }

    fn play_unchecked(&mut self, mv: MazeMove) {
        self.place = mv.0;
        self.to_move = self.to_move.other();
    }
}

impl ProofBounds for Maze {
    type Margin = WholePosition<Self>;
}
