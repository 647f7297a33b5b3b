//! Positions of Greener without what no longer matters to the greens.

use cairn_games::greener::{CellSet, Greener, GreenerMove};
use cairn_games::zobrist::{SECOND_TO_MOVE, cell_key, mix};
use cairn_games::{Game, GameMove, Side};

use super::bounds::{NEAR_THE_END, joined_to, stay_joined};
use super::lines_of_sight::LinesOfSight;
use crate::games::MarginPosition;

/// The stacks that can still capture or be captured, with their greens.
///
/// The margin is the lead in greens. Heights decide only if the greens are level, and are left
/// out. So are stacks that are alone in their rows and columns, and green ones that nobody can
/// reach. Many more positions are equal then, and a move changes little memory.
#[derive(Clone, Copy, Debug)]
pub struct LiveStacks<const COLS: usize, const ROWS: usize, const CELLS: usize> {
    occupied: CellSet<CELLS>,
    stacks: [CellSet<CELLS>; 2],
    greens: [u8; CELLS],
    /// Greens in the stacks of each side.
    owned: [i8; 2],
    /// Greens in all stacks.
    all_greens: i8,
    /// Number of stacks.
    count: u8,
    /// Whether all stacks are known to be joined by rows and columns.
    is_joined: bool,
    to_move: Side,
    key: u64,
}

/// Distinguishes the keys from those of whole positions.
const SALT: u64 = mix(0xca12_0000_0000_0001);

const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> From<Greener<COLS, ROWS, CELLS>>
    for LiveStacks<COLS, ROWS, CELLS>
{
    fn from(position: Greener<COLS, ROWS, CELLS>) -> Self {
        let mut live = Self {
            occupied: position.occupied(),
            stacks: Side::BOTH.map(|side| position.stacks_of(side)),
            greens: std::array::from_fn(|cell| position.greens(cell) as u8),
            owned: Side::BOTH.map(|side| position.greens_of(side) as i8),
            all_greens: 0,
            count: position.occupied().len() as u8,
            is_joined: false,
            to_move: position.to_move(),
            key: SALT,
        };
        live.all_greens = live.greens_on(live.occupied);
        if live.to_move == Side::Second {
            live.key ^= SECOND_TO_MOVE;
        }
        for cell in live.occupied.iter() {
            live.key ^= live.key_of(cell);
        }
        live
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> LiveStacks<COLS, ROWS, CELLS> {
    /// Part of the key for the stack on a cell.
    #[inline]
    fn key_of(&self, cell: usize) -> u64 {
        let [first, second] = self.stacks.map(|stacks| u64::from(stacks.contains(cell)));
        cell_key(cell, 1 | first << 1 | second << 2 | u64::from(self.greens[cell]) << 3)
    }

    /// Part of the key for a stack of a side.
    #[inline]
    fn key_of_stack(cell: usize, side: Side, greens: u8) -> u64 {
        cell_key(cell, 1 | 2 << side.index() | u64::from(greens) << 3)
    }

    /// Cells with live stacks.
    #[inline]
    pub(super) const fn occupied(&self) -> CellSet<CELLS> {
        self.occupied
    }

    /// Cells with live stacks of a side.
    #[inline]
    pub(super) const fn stacks_of(&self, side: Side) -> CellSet<CELLS> {
        self.stacks[side.index()]
    }

    #[inline]
    fn own(&self) -> CellSet<CELLS> {
        self.stacks[self.to_move.index()]
    }

    #[inline]
    fn opponents(&self) -> CellSet<CELLS> {
        self.stacks[self.to_move.other().index()]
    }

    #[inline]
    fn nearest(&self, from: usize, direction: usize) -> Option<usize> {
        Greener::<COLS, ROWS, CELLS>::nearest_of(self.occupied, from, direction)
    }

    #[inline]
    fn greens_on(&self, cells: CellSet<CELLS>) -> i8 {
        cells.iter().map(|cell| self.greens[cell] as i8).sum()
    }

    #[inline]
    fn remove(&mut self, cell: usize) {
        self.key ^= self.key_of(cell);
        let greens = self.greens[cell] as i8;
        for side in Side::BOTH {
            if self.stacks[side.index()].contains(cell) {
                self.stacks[side.index()] = self.stacks[side.index()].without(cell);
                self.owned[side.index()] -= greens;
            }
        }
        self.occupied = self.occupied.without(cell);
        self.all_greens -= greens;
        self.count -= 1;
        self.greens[cell] = 0;
    }

    /// Removes those of some stacks that are alone, and returns their margin for `side`.
    #[inline]
    pub(super) fn remove_alone(&mut self, cells: CellSet<CELLS>, side: Side) -> i8 {
        let mut margin = 0;
        for cell in (cells & self.occupied).iter() {
            let lines = Greener::<COLS, ROWS, CELLS>::lines_through(cell);
            if (lines & self.occupied).is_empty() {
                let greens = self.greens[cell] as i8;
                if self.stacks[side.index()].contains(cell) {
                    margin += greens;
                } else if self.stacks[side.other().index()].contains(cell) {
                    margin -= greens;
                }
                self.remove(cell);
            }
        }
        margin
    }

    /// Bounds on the margin if all stacks are joined.
    ///
    /// A side that is alone loses nothing, and a side without a stack gets nothing. If the
    /// opponent has one stack and it can be captured, nothing can be lost after that.
    #[inline]
    fn bound_of_one_part(&mut self) -> (i8, i8) {
        let (own, opponents) = (self.own(), self.opponents());
        let [mine, theirs] =
            [self.to_move, self.to_move.other()].map(|side| self.owned[side.index()]);
        match (own.is_empty(), opponents.is_empty()) {
            (false, false) if self.can_capture_the_last() => (mine + theirs, self.all_greens),
            (false, false) => (-self.all_greens, self.all_greens),
            (false, true) => (mine, self.all_greens),
            (true, false) => (-self.all_greens, -theirs),
            (true, true) => {
                self.occupied.iter().for_each(|cell| self.remove(cell));
                (0, 0)
            }
        }
    }

    /// Whether the opponent has one stack, and the side to move can capture it.
    #[inline]
    fn can_capture_the_last(&self) -> bool {
        let (first, last) = (self.opponents().first(), self.opponents().last());
        let can_capture = |cell| {
            let is_own = |direction| {
                self.nearest(cell, direction).is_some_and(|cell| self.own().contains(cell))
            };
            (0..4).any(is_own)
        };
        first == last && first.is_some_and(can_capture)
    }

    /// Bounds on the margin from the parts of the board that no row or column joins. Removes those
    /// without a stack of either side.
    fn bound_of_parts(&mut self) -> (i8, i8) {
        let (own, opponents) = (self.own(), self.opponents());
        let (mut worst, mut best) = (0, 0);
        let mut rest = self.occupied;
        while let Some(cell) = rest.first() {
            let part = joined_to::<COLS, ROWS, CELLS>(self.occupied, cell);
            if part == self.occupied {
                self.is_joined = true;
                return self.bound_of_one_part();
            }
            rest = rest.minus(part);
            match ((part & own).is_empty(), (part & opponents).is_empty()) {
                (false, false) => {
                    let greens = self.greens_on(part);
                    worst -= greens;
                    best += greens;
                }
                (false, true) => {
                    worst += self.greens_on(part & own);
                    best += self.greens_on(part);
                }
                (true, false) => {
                    worst -= self.greens_on(part);
                    best -= self.greens_on(part & opponents);
                }
                (true, true) => part.iter().for_each(|cell| self.remove(cell)),
            }
        }
        (worst, best)
    }

    /// Visits the captures from the opponent with their ranks.
    #[inline]
    fn visit_urgent(&self, mut visit: impl FnMut(usize, usize, i32)) {
        let sight = self.lines_of_sight();
        let [_, by_opponent] = sight.seen_by;
        let own = self.own();
        if (sight.seen_by_opponent() & own).is_empty() {
            return;
        }
        // Whom the opponent's stacks see sees them.
        for (direction, &targets) in by_opponent.iter().enumerate() {
            for from in (targets & own).iter() {
                let direction = OPPOSITE[direction];
                let Some(to) = self.nearest(from, direction) else { continue };
                let gain = 1000 + 32 * i32::from(self.greens[to]);
                visit(from, to, self.rank(from, to, gain, sight.is_at_risk(from, to, direction)));
            }
        }
    }

    /// Visits all other captures with their ranks, and tells whether there are any captures.
    #[inline]
    fn visit_others(&self, mut visit: impl FnMut(usize, usize, i32)) -> bool {
        let sight = self.lines_of_sight();
        let [by_own, _] = sight.seen_by;
        let own = self.own();
        let others = self.occupied.minus(self.opponents());
        let mut can_capture = false;
        for (direction, &targets) in by_own.iter().enumerate() {
            can_capture |= !targets.is_empty();
            for to in (targets & others).iter() {
                let Some(from) = self.nearest(to, OPPOSITE[direction]) else { continue };
                let won = i32::from(self.greens[to]);
                let gain = if own.contains(to) { -1000 - won } else { 32 * won };
                visit(from, to, self.rank(from, to, gain, sight.is_at_risk(from, to, direction)));
            }
        }
        can_capture
    }

    /// Rank of a capture: what is won, less what is staked and may be lost. A stack that stands in
    /// line with many others has more to capture.
    #[inline]
    fn rank(&self, from: usize, to: usize, gain: i32, is_at_risk: bool) -> i32 {
        let (staked, won) = (i32::from(self.greens[from]), i32::from(self.greens[to]));
        let risk = if is_at_risk { 16 * (staked + won) } else { 0 };
        let in_line =
            |cell| (Greener::<COLS, ROWS, CELLS>::lines_through(cell) & self.occupied).len() as i32;
        gain - staked - risk + 4 * in_line(to) - 2 * in_line(from)
    }

    #[inline]
    fn lines_of_sight(&self) -> LinesOfSight<CELLS> {
        let seen_from = |stacks| Greener::<COLS, ROWS, CELLS>::seen_from(stacks, self.occupied);
        LinesOfSight { seen_by: [seen_from(self.own()), seen_from(self.opponents())] }
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> MarginPosition
    for LiveStacks<COLS, ROWS, CELLS>
{
    type Move = GreenerMove;
    type First = Self;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        u32::from(self.count) < NEAR_THE_END
    }

    #[inline]
    fn bound(&mut self) -> (i8, i8) {
        if self.is_joined { self.bound_of_one_part() } else { self.bound_of_parts() }
    }

    /// The order of [`urgency`](crate::games::ProofBounds::urgency).
    #[inline]
    fn visit_ranked(&self, urgent: bool, mut visit: impl FnMut(GreenerMove, u16, i32)) {
        let visit_capture = |from, to, rank| {
            let mv = GreenerMove::new(from, to);
            visit(mv, mv.to_bits() as u16, rank);
        };
        if urgent {
            self.visit_urgent(visit_capture);
        } else if !self.visit_others(visit_capture) {
            visit(GreenerMove::PASS, GreenerMove::PASS.to_bits() as u16 - 1, 0);
        }
    }

    #[inline]
    fn play(&mut self, mv: GreenerMove) -> i8 {
        let side = self.to_move;
        let (mover, other) = (side.index(), side.other().index());
        self.to_move = side.other();
        self.key ^= SECOND_TO_MOVE;
        let Some((from, to)) = mv.capture() else { return 0 };
        let (staked, won) = (self.greens[from], self.greens[to]);
        self.key ^= Self::key_of_stack(from, side, staked)
            ^ self.key_of(to)
            ^ Self::key_of_stack(to, side, staked + won);
        if self.stacks[other].contains(to) {
            self.stacks[other] = self.stacks[other].without(to);
            self.owned[other] -= won as i8;
            self.owned[mover] += won as i8;
        } else if !self.stacks[mover].contains(to) {
            self.owned[mover] += won as i8;
        }
        self.stacks[mover] = self.stacks[mover].without(from).with(to);
        self.occupied = self.occupied.without(from);
        self.count -= 1;
        self.greens[to] = staked + won;
        self.greens[from] = 0;
        let lines = Greener::<COLS, ROWS, CELLS>::lines_through;
        if !stay_joined::<COLS, ROWS, CELLS>(self.occupied, from) {
            let margin = self.remove_alone(lines(from), side);
            // Mostly what is not joined to the others is alone.
            self.is_joined &= stay_joined::<COLS, ROWS, CELLS>(self.occupied, from);
            margin
        } else if (lines(to) & self.occupied).is_empty() {
            self.remove(to);
            (staked + won) as i8
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;

    use super::*;
    use crate::games::ProofBounds;

    /// Compares what is kept up to date with what the stacks say.
    fn check_totals<const COLS: usize, const ROWS: usize, const CELLS: usize>(
        live: &LiveStacks<COLS, ROWS, CELLS>,
    ) {
        assert_eq!(live.all_greens, live.greens_on(live.occupied), "{live:?}");
        assert_eq!(live.owned, live.stacks.map(|stacks| live.greens_on(stacks)), "{live:?}");
        assert_eq!(u32::from(live.count), live.occupied.len(), "{live:?}");
        let side = if live.to_move == Side::Second { SECOND_TO_MOVE } else { 0 };
        let key = live.occupied.iter().fold(SALT ^ side, |key, cell| key ^ live.key_of(cell));
        assert_eq!(live.key, key, "{live:?}");
        if let Some(cell) = live.occupied.first() {
            let joined = joined_to::<COLS, ROWS, CELLS>(live.occupied, cell);
            assert!(!live.is_joined || joined == live.occupied, "{live:?}");
        }
        for cell in live.occupied.iter() {
            let lines = Greener::<COLS, ROWS, CELLS>::lines_through(cell);
            assert!(!(lines & live.occupied).is_empty(), "alone: {live:?}");
        }
    }

    /// Plays random games, and compares the live stacks with the whole position.
    fn check_games<const COLS: usize, const ROWS: usize, const CELLS: usize>(games: u64) {
        for seed in 0..games {
            let mut random = Random::new(seed);
            let shuffled = Greener::<COLS, ROWS, CELLS>::shuffled(seed);
            let mut position = shuffled.expect("there are shuffles");
            let mut live = LiveStacks::from(position);
            while position.outcome().is_none() {
                live.bound();
                let mut moves = Vec::new();
                for urgent in [true, false] {
                    let other = position.to_move().other();
                    live.visit_ranked(urgent, |mv, _, rank| {
                        let taken = mv.capture().and_then(|(_, to)| position.owner(to));
                        assert_eq!(urgent, taken == Some(other), "{position:?}");
                        assert_eq!(rank, position.urgency(mv), "{position:?}");
                        moves.push(mv);
                    });
                }
                moves.sort_unstable();
                let mut expected = position.moves();
                expected.sort_unstable();
                assert_eq!(moves, expected, "{position:?}");
                let mv = *random.pick(&moves).expect("the game is not over");
                live.play(mv);
                position.play_unchecked(mv);
                check_totals(&live);
            }
        }
    }

    #[test]
    fn live_stacks_follow_the_game() {
        check_games::<6, 6, 36>(300);
        check_games::<6, 9, 54>(60);
        check_games::<9, 9, 81>(60);
    }

    /// Without a stack that joined others, those that are said to stay joined do.
    fn check_joints<const COLS: usize, const ROWS: usize, const CELLS: usize>(boards: u64) {
        let mut counts = [0; 2];
        for seed in 0..boards {
            let mut random = Random::new(seed);
            let sparse = 2 + random.below(4);
            let mut stacks = CellSet::EMPTY;
            for cell in 0..CELLS {
                if random.below(sparse) == 0 {
                    stacks = stacks.with(cell);
                }
            }
            for cell in stacks.iter() {
                let others = stacks.without(cell);
                let near = Greener::<COLS, ROWS, CELLS>::lines_through(cell) & others;
                let Some(first) = near.first() else { continue };
                let joined = joined_to::<COLS, ROWS, CELLS>(others, first);
                let stay = stay_joined::<COLS, ROWS, CELLS>(others, cell);
                assert!(!stay || near.minus(joined).is_empty(), "{cell} of {stacks:?}");
                counts[usize::from(stay)] += 1;
            }
        }
        assert!(counts.into_iter().all(|count| count > boards / 4), "{counts:?}");
    }

    #[test]
    fn what_is_said_to_stay_joined_does() {
        check_joints::<6, 6, 36>(1000);
        check_joints::<6, 9, 54>(300);
        check_joints::<9, 9, 81>(300);
    }
}
