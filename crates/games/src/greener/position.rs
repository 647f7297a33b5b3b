//! A position of Greener and how a move changes it.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::cells::CellSet;
use super::contents::Contents;
use super::moves::GreenerMove;
use super::{BOXES, INFOS, box_number, pieces_of_a_player};
use crate::game::{Game, GameInfo, Illegal};
use crate::side::{Ending, Outcome, Side};
use crate::square::Square;
use crate::zobrist::{SECOND_TO_MOVE, cell_key, side_key};

/// A position of Greener in a box of `COLS` columns and `ROWS` rows, with `CELLS` cells.
///
/// Every piece has the number of a cell as its name. A stack can only go where a stack
/// stands, so the bottom piece of a stack stays where it is as long as the stack does:
/// it has the name of its cell. The other names belong to the pieces above.
#[derive(Clone, Copy, Debug)]
pub struct Greener<const COLS: usize, const ROWS: usize, const CELLS: usize> {
    /// State that the rules depend on.
    cells: [Contents; CELLS],
    /// The piece under each piece, by name; "under" the bottom piece of a stack is its
    /// top piece. Each stack is a ring, and to put one stack on another is to exchange
    /// what is under their bottom pieces.
    under: [u8; CELLS],
    /// The names of each side's pieces; all others are green.
    pieces: [CellSet<CELLS>; 2],
    /// Cells with a stack of each side.
    stacks: [CellSet<CELLS>; 2],
    /// Cells with any stack.
    occupied: CellSet<CELLS>,
    to_move: Side,
    key: u64,
}

const _: () = assert!(size_of::<super::Greener6x6>() <= 208);

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Greener<COLS, ROWS, CELLS> {
    /// Index of the box.
    pub(super) const BOX: usize = {
        assert!(CELLS == COLS * ROWS, "the cells of a box are its columns times its rows");
        box_number(COLS, ROWS)
    };

    /// Shape of the box.
    pub const BOARD: Square = BOXES[Self::BOX];

    /// Number of pieces of each player in this box.
    pub(super) const OWNED: usize = pieces_of_a_player(CELLS);

    /// Number of green pieces.
    pub(super) const GREENS: usize = CELLS - 2 * Self::OWNED;

    /// An empty box.
    pub(super) fn empty(to_move: Side) -> Self {
        let mut position = Self {
            cells: [Contents::EMPTY; CELLS],
            under: std::array::from_fn(|name| name as u8),
            pieces: [CellSet::EMPTY; 2],
            stacks: [CellSet::EMPTY; 2],
            occupied: CellSet::EMPTY,
            to_move,
            key: 0,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The position with these stacks of pieces from the bottom to the top, a green
    /// piece being nobody's.
    ///
    /// # Panics
    /// If there are more pieces than cells.
    pub(super) fn from_stacks(stacks: &[impl AsRef<[Option<Side>]>], to_move: Side) -> Self {
        let mut position = Self::empty(to_move);
        let mut spare_names = (0..CELLS).filter(|&cell| stacks[cell].as_ref().is_empty());
        for (cell, stack) in stacks.iter().enumerate() {
            let mut contents = Contents::EMPTY;
            for &owner in stack.as_ref() {
                let name = if contents.is_empty() {
                    cell
                } else {
                    spare_names.next().expect("there are no more pieces than cells")
                };
                position.name_piece(name, owner);
                position.under.swap(name, cell);
                contents = Contents::piece(owner).on(contents);
            }
            position.set(cell, contents);
        }
        position
    }

    /// Sets the owner of the piece with this name.
    pub(super) fn name_piece(&mut self, name: usize, owner: Option<Side>) {
        if let Some(side) = owner {
            self.pieces[side.index()] = self.pieces[side.index()].with(name);
        }
    }

    /// Sets the piece under another; see [`Greener`].
    pub(super) fn set_under(&mut self, name: usize, under: usize) {
        self.under[name] = under as u8;
    }

    /// Changes a cell. Nothing else does, so that key and counts agree.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, contents: Contents) {
        let old = self.cells[cell];
        self.key ^= cell_key(cell, old.bits()) ^ cell_key(cell, contents.bits());
        self.cells[cell] = contents;
        let owner = contents.owner();
        for side in Side::BOTH {
            let stacks = &mut self.stacks[side.index()];
            *stacks = if owner == Some(side) { stacks.with(cell) } else { stacks.without(cell) };
        }
        self.occupied = if contents.is_empty() {
            self.occupied.without(cell)
        } else {
            self.occupied.with(cell)
        };
    }

    /// Contents of a cell, as far as they matter to the rules.
    #[inline]
    pub(super) const fn at(&self, cell: usize) -> Contents {
        self.cells[cell]
    }

    /// The piece under the one with this name; see [`Greener`].
    pub(super) const fn under(&self, name: usize) -> usize {
        self.under[name] as usize
    }

    /// Owner of the piece with this name; `None` for a green one.
    pub(super) fn piece(&self, name: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()].contains(name))
    }

    /// The owners of the pieces on a cell from the top to the bottom; a green piece is
    /// nobody's.
    pub(super) fn pieces_from_top(&self, cell: usize) -> impl Iterator<Item = Option<Side>> {
        let height = self.height(cell) as usize;
        let names = std::iter::successors(Some(self.under(cell)), |&name| Some(self.under(name)));
        names.take(height).map(|name| self.piece(name))
    }

    /// The cells with a stack of this side.
    #[inline]
    pub const fn stacks_of(&self, side: Side) -> CellSet<CELLS> {
        self.stacks[side.index()]
    }

    /// The cells with any stack.
    #[inline]
    pub const fn occupied(&self) -> CellSet<CELLS> {
        self.occupied
    }

    /// Owner of the stack on a cell, if there is one and it has one.
    #[inline]
    pub const fn owner(&self, cell: usize) -> Option<Side> {
        self.at(cell).owner()
    }

    /// Number of pieces on a cell.
    #[inline]
    pub const fn height(&self, cell: usize) -> u32 {
        self.at(cell).height()
    }

    /// Number of green pieces in the stack on a cell.
    #[inline]
    pub const fn greens(&self, cell: usize) -> u32 {
        self.at(cell).greens()
    }

    /// Number of green pieces in all stacks of a side, which decides the game.
    pub fn greens_of(&self, side: Side) -> u32 {
        self.stacks_of(side).iter().map(|cell| self.greens(cell)).sum()
    }

    /// Height of the highest stack of a side, 0 if it has none.
    pub(super) fn highest_of(&self, side: Side) -> u32 {
        self.stacks_of(side).iter().map(|cell| self.height(cell)).max().unwrap_or(0)
    }

    /// Greens and highest stack of a side, in the order in which they decide the game.
    fn standing(&self, side: Side) -> (u32, u32) {
        (self.greens_of(side), self.highest_of(side))
    }
}

/// Positions are equal if the same pieces stand on the cells in the same order, whatever
/// their names.
impl<const COLS: usize, const ROWS: usize, const CELLS: usize> PartialEq
    for Greener<COLS, ROWS, CELLS>
{
    fn eq(&self, other: &Self) -> bool {
        let same_pieces = |cell| self.pieces_from_top(cell).eq(other.pieces_from_top(cell));
        self.to_move == other.to_move
            && self.cells == other.cells
            && self.occupied.iter().all(same_pieces)
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Eq for Greener<COLS, ROWS, CELLS> {}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Game for Greener<COLS, ROWS, CELLS> {
    type Move = GreenerMove;

    fn info() -> &'static GameInfo {
        &INFOS[Self::BOX]
    }

    fn start() -> Self {
        Self::standard_setup()
    }

    fn shuffled(number: u64) -> Option<Self> {
        Some(Self::with_shuffle(number))
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let side = side_key(self.to_move);
        let cells = self.cells.iter().enumerate();
        cells.fold(side, |key, (cell, contents)| key ^ cell_key(cell, contents.bits()))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let is_over = !Side::BOTH.into_iter().any(|side| self.can_capture(side));
        is_over.then(|| match self.standing(Side::First).cmp(&self.standing(Side::Second)) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Less => Outcome::Win(Side::Second),
            Ordering::Equal => Outcome::Draw,
        })
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let Outcome::Win(winner) = outcome else {
            return Some(Ending::new(outcome, "level in greens and in height"));
        };
        let (greens, highest) = self.standing(winner);
        let (fewer, lower) = self.standing(winner.other());
        let reason = if greens > fewer {
            format!("{greens} green against {fewer}")
        } else {
            format!("{greens} green each, highest stack {highest} against {lower}")
        };
        Some(Ending::new(outcome, reason))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(GreenerMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut must_pass = true;
        for from in self.stacks_of(self.to_move).iter() {
            for direction in 0..4 {
                if let Some(to) = self.nearest(from, direction) {
                    must_pass = false;
                    visit(GreenerMove::new(from, to))?;
                }
            }
        }
        if must_pass && self.can_capture(self.to_move.other()) {
            visit(GreenerMove::PASS)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let own = self.stacks_of(self.to_move);
        let captures: u32 = self.in_sight().into_iter().map(|seen| (own & seen).len()).sum();
        if captures == 0 {
            return self.can_capture(self.to_move.other()).into();
        }
        captures.into()
    }

    fn check(&self, mv: GreenerMove) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GAME_OVER);
        }
        let name = Self::info().side_name(self.to_move);
        match (mv.capture(), self.can_capture(self.to_move)) {
            (None, false) => Ok(()),
            (None, true) => Err(self.must_capture()),
            (Some(_), false) => Err(format!("{name} has no capture and must pass").into()),
            (Some((from, to)), true) => self.check_capture(from, to),
        }
    }

    #[inline]
    fn is_legal(&self, mv: GreenerMove) -> bool {
        let Some((from, to)) = mv.capture() else { return !self.can_capture(self.to_move) };
        // Moves of larger boxes may name cells that this one does not have.
        from < CELLS
            && to < CELLS
            && self.stacks_of(self.to_move).contains(from)
            && (0..4).any(|direction| self.nearest(from, direction) == Some(to))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: GreenerMove) {
        if let Some((from, to)) = mv.capture() {
            let captured = self.at(from).on(self.at(to));
            self.under.swap(from, to);
            self.set(to, captured);
            self.set(from, Contents::EMPTY);
        }
        self.to_move = self.to_move.other();
        self.key ^= SECOND_TO_MOVE;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Greener6x6;
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::Notation;
    use crate::perft::count;

    fn read(text: &str) -> Greener6x6 {
        Greener6x6::from_diagram(&Diagram::read(Greener6x6::info(), text).unwrap()).unwrap()
    }

    #[test]
    fn move_counts_are_the_published_ones() {
        let start = Greener6x6::start();
        for (depth, expected) in [(1, 29), (2, 839), (3, 23_517), (4, 639_219)] {
            assert_eq!(count(&start, depth), expected, "depth {depth}");
        }
    }

    #[test]
    fn a_position_equals_the_same_stacks_with_other_names() {
        let mut played = Greener6x6::start();
        for text in ["c1-c2", "a1-b1", "c2-c3", "b1-b2"] {
            played.play(played.read_move(text).unwrap()).unwrap();
        }
        let text = played.to_text();
        let again = read(&text);
        assert_ne!(again.under, played.under);
        assert_eq!(again, played);
        // The same to the rules, but not the same stacks.
        let other = read(&text.replace("gww", "wgw"));
        assert_ne!(other, played);
        assert_eq!(other.key(), played.key());
        let passed = Greener6x6 { to_move: played.to_move.other(), ..played };
        assert_ne!(passed, played);
    }
}
