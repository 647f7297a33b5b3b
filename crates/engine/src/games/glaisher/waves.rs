//! Distances of all cells from the sides of the board, measured by waves that run across it: for
//! both players, between three pairs of sides, from either end, all at once.

use cairn_games::const_for;
use cairn_games::glaisher::{Bitboard, CROSSINGS};
use cairn_simd::{WORDS, Words};

use super::bitboards::Bitboards;
use super::routes::{FURTHEST, Occupancy};

/// A player and a pair of sides: first the player with each pair, then the opponent.
pub(super) const LANES: usize = 6;

/// Distances that are measured: 0 to [`FURTHEST`].
const STEPS: usize = FURTHEST + 1;

/// Bitboards for each lane from its first side, and for each lane from its second side.
type BothWays<W> = [Bitboards<W>; 2];

/// Cells at each distance from a side.
pub(super) struct Layers<W> {
    /// Number of pieces needed to the other side, a byte for each lane.
    distances: u64,
    cells: [BothWays<W>; STEPS],
    own: Bitboards<W>,
    foe: Bitboards<W>,
    empty: Bitboards<W>,
}

/// Cells on the shortest ways of each lane.
#[derive(Clone, Copy)]
pub(super) struct LaneRoutes<W> {
    /// The stacks of the lane's player.
    pub(super) own: Bitboards<W>,
    /// The empty cells.
    pub(super) empty: Bitboards<W>,
    /// The stacks of the other player.
    pub(super) foe: Bitboards<W>,
    /// Empty cells that no shortest way can do without, as far as is seen.
    pub(super) needed: Bitboards<W>,
}

impl<W: Words> Layers<W> {
    /// Measures the distances of cells from both sides of each pair, until both players have
    /// come across between so many pairs.
    #[inline(always)]
    pub(super) fn measure(occupancy: &Occupancy, arrivals: u8) -> Self {
        let far_sides = Bitboards::new(SIDES[1]);
        let mut waves = Waves::new(occupancy);
        let mut cells = [[Bitboards::splat(Bitboard::NONE); 2]; STEPS];
        let mut distances = 0;
        cells[0] = waves.reached;
        for layer in &mut cells[1..] {
            let is_across = (waves.reached[0] & far_sides).not_empty();
            let on_the_way = usize::from(!is_across) % (1 << LANES);
            distances += ONE_EACH[on_the_way];
            if ARRIVALS[on_the_way] >= arrivals {
                break;
            }
            *layer = waves.advance();
        }
        let Waves { own, foe, empty, .. } = waves;
        Self { distances, cells, own, foe, empty }
    }

    #[inline(always)]
    const fn distance(&self, lane: usize) -> usize {
        (self.distances >> (8 * lane) & 0xff) as usize
    }

    /// Returns the number of pieces needed by the player and by the opponent.
    #[inline(always)]
    pub(super) const fn distances(&self) -> [[usize; 3]; 2] {
        [
            [self.distance(0), self.distance(1), self.distance(2)],
            [self.distance(3), self.distance(4), self.distance(5)],
        ]
    }

    /// Returns the lanes with this distance, as a set.
    #[inline(always)]
    fn lanes_at(&self, distance: usize) -> u8 {
        (0..LANES).fold(0, |set, lane| set | u8::from(self.distance(lane) == distance) << lane)
    }

    /// Returns the routes of a set of lanes, with or without the stacks on them; no cells for the
    /// other lanes.
    #[inline(always)]
    pub(super) fn routes<const WITH_STACKS: bool>(&self, lanes: u8) -> LaneRoutes<W> {
        let mut all = LaneRoutes::none();
        let mut rest = lanes;
        while rest != 0 {
            let distance = self.distance(rest.trailing_zeros() as usize);
            let lanes = self.lanes_at(distance) & rest;
            all = all.joined(self.routes_at::<WITH_STACKS>(distance), lanes);
            rest &= !lanes;
        }
        all
    }

    /// The cells on the shortest ways of the lanes with this distance: those that are so far from
    /// the one side and the rest of the way from the other. A stack that is passed counts in
    /// neither way or in both.
    #[inline(always)]
    fn routes_at<const WITH_STACKS: bool>(&self, distance: usize) -> LaneRoutes<W> {
        let mut routes = LaneRoutes::none();
        for (from_far, &[_, from_far_side]) in self.cells[..=distance].iter().enumerate() {
            let still_to_go = distance - from_far;
            if from_far > 0 {
                let here = self.cells[still_to_go + 1][0] & from_far_side & self.empty;
                routes.empty = routes.empty | here;
                routes.needed = routes.needed | here.single_cells();
            }
            if WITH_STACKS {
                routes.own = routes.own | self.cells[still_to_go][0] & from_far_side & self.own;
                if from_far > 1 {
                    routes.foe =
                        routes.foe | self.cells[still_to_go + 2][0] & from_far_side & self.foe;
                }
            }
        }
        routes
    }
}

impl<W: Words> LaneRoutes<W> {
    #[inline(always)]
    fn none() -> Self {
        let none = Bitboards::splat(Bitboard::NONE);
        Self { own: none, empty: none, foe: none, needed: none }
    }

    /// Adds those of a set of lanes.
    #[inline(always)]
    fn joined(self, other: Self, lanes: u8) -> Self {
        let of_lanes = Bitboards::new(BOARDS[usize::from(lanes) % BOARDS.len()]);
        Self {
            own: self.own | other.own & of_lanes,
            empty: self.empty | other.empty & of_lanes,
            foe: self.foe | other.foe & of_lanes,
            needed: self.needed | other.needed & of_lanes,
        }
    }
}

/// For each set of lanes a byte of 1 for each of them.
static ONE_EACH: [u64; 1 << LANES] = {
    let mut bytes = [0; 1 << LANES];
    const_for!(set in bytes.len(), lane in LANES => {
        bytes[set] |= (set as u64 >> lane & 1) << (8 * lane);
    });
    bytes
};

/// For each set of lanes the number of those that it lacks of either player, the smaller one.
static ARRIVALS: [u8; 1 << LANES] = {
    let mut arrivals = [0; 1 << LANES];
    const_for!(set in arrivals.len() => {
        let [own, foe] = [(!set & 7).count_ones() as u8, (!set >> 3 & 7).count_ones() as u8];
        arrivals[set] = if own < foe { own } else { foe };
    });
    arrivals
};

/// For each set of lanes the whole board in each of them.
static BOARDS: [[Bitboard; WORDS]; 1 << LANES] = {
    let mut boards = [[Bitboard::NONE; WORDS]; 1 << LANES];
    const_for!(set in boards.len(), lane in LANES => {
        if set >> lane & 1 == 1 {
            boards[set][lane] = Bitboard::BOARD;
        }
    });
    boards
};

/// The sides from which cells are measured: the first ones of all lanes, and the second ones.
const SIDES: [[Bitboard; WORDS]; 2] = {
    let mut sides = [[Bitboard::NONE; WORDS]; 2];
    const_for!(end in 2, lane in LANES => {
        sides[end][lane] = CROSSINGS[lane % 3][end];
    });
    sides
};

/// Cells that some number of pieces connects to a side, for each lane from both sides.
struct Waves<W> {
    own: Bitboards<W>,
    foe: Bitboards<W>,
    empty: Bitboards<W>,
    reached: BothWays<W>,
    /// Cells reached next: at once if own or empty, a step later if the opponent's.
    border: BothWays<W>,
    earlier_border: BothWays<W>,
}

impl<W: Words> Waves<W> {
    #[inline(always)]
    fn new(occupancy: &Occupancy) -> Self {
        let Occupancy { own: a, foe: b, empty } = *occupancy;
        let none = Bitboard::NONE;
        let own = Bitboards::new([a, a, a, b, b, b, none, none]);
        let foe = Bitboards::new([b, b, b, a, a, a, none, none]);
        let sides = [Bitboards::new(SIDES[0]), Bitboards::new(SIDES[1])];
        let mut waves = Self {
            own,
            foe,
            empty: Bitboards::splat(empty),
            reached: [sides[0] & own, sides[1] & own],
            border: sides,
            earlier_border: [Bitboards::splat(none); 2],
        };
        waves.follow_chains();
        waves
    }

    /// Goes on by one piece and returns the cells that are reached by it.
    #[inline(always)]
    fn advance(&mut self) -> BothWays<W> {
        let before = self.reached;
        for end in 0..2 {
            let entered = self.border[end] & self.empty | self.earlier_border[end] & self.foe;
            self.reached[end] = self.reached[end] | entered;
        }
        self.earlier_border = self.border;
        self.follow_chains();
        [self.reached[0].without(before[0]), self.reached[1].without(before[1])]
    }

    /// Goes on along own stacks, which takes no piece.
    #[inline(always)]
    fn follow_chains(&mut self) {
        let [mut near, mut far] = self.reached;
        loop {
            let (around_near, around_far) = (near.around(), far.around());
            let more_near = (around_near & self.own).without(near);
            let more_far = (around_far & self.own).without(far);
            if (more_near | more_far).is_empty() {
                self.reached = [near, far];
                self.border = [self.border[0] | around_near, self.border[1] | around_far];
                return;
            }
            (near, far) = (near | more_near, far | more_far);
        }
    }
}
