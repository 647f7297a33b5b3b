//! Shortest ways across the board: the least number of pieces that a player still needs
//! to join two sides, an opponent's stack in the way counting as two.

use std::array;

use cairn_games::Side;
use cairn_games::glaisher::{Bitboard, Bitboards, CROSSINGS, Glaisher};

/// Occupancy of the board as one player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupancy {
    pub(super) own: Bitboard,
    pub(super) empty: Bitboard,
    pub(super) foe: Bitboard,
}

/// No distance is taken to be greater; the board is nine cells across.
pub(super) const FURTHEST: usize = 8;

impl Occupancy {
    /// As a side sees a position.
    #[inline]
    pub(super) fn of<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, side: Side) -> Self {
        let [own, foe] =
            [side, side.other()].map(|side| Bitboard::from_cells(position.stacks_of(side)));
        Self::new(own, foe)
    }

    /// As the other player sees it.
    #[inline]
    pub(super) const fn exchanged(self) -> Self {
        Self { own: self.foe, foe: self.own, empty: self.empty }
    }

    #[inline]
    pub(super) fn new(own: Bitboard, foe: Bitboard) -> Self {
        Self { own, foe, empty: !(own | foe) }
    }

    /// Returns the number of pieces that the player and the opponent need across the board, for each
    /// pair of sides; of the larger numbers only that they are larger, once each has arrived between
    /// so many pairs of sides.
    #[inline]
    pub(super) fn distances(&self, arrivals: usize) -> [[usize; 3]; 2] {
        self.ways_there(arrivals).distances()
    }

    /// Returns the two smallest distances of the player and of the opponent, with the empty cells on
    /// the shortest routes of all.
    #[inline]
    pub(super) fn shortest_ways(&self) -> [([usize; 3], Bitboard); 2] {
        let there = self.ways_there(2);
        let distances = there.distances();
        let shortest = distances.map(least);
        let back = self.ways_back(shortest[0].max(shortest[1]));
        array::from_fn(|player| {
            let mut cells = Bitboard::NONE;
            for (crossing, &distance) in distances[player].iter().enumerate() {
                if distance == shortest[player] {
                    let route = self.route::<false>(&there, &back, player * 3 + crossing);
                    cells = cells | route.empty;
                }
            }
            (distances[player], cells)
        })
    }

    /// Measures the distances of cells from one side of each pair, until both players have arrived
    /// at the other side of so many pairs.
    #[inline]
    fn ways_there(&self, arrivals: usize) -> WaysThere {
        let far = both(1);
        let mut waves = Waves::new(self, both(0));
        let mut ways = WaysThere { distances: [0; LANES], reached: [Bitboards::NONE; STEPS] };
        let mut step = 0;
        loop {
            ways.reached[step] = waves.reached;
            if step == FURTHEST {
                return ways;
            }
            let is_on_the_way = (waves.reached & far).are_empty();
            let mut arrived = [0; 2];
            for (lane, is_on_the_way) in is_on_the_way.into_iter().enumerate() {
                ways.distances[lane] += usize::from(is_on_the_way);
                arrived[lane / 3] += usize::from(!is_on_the_way);
            }
            if arrived[0].min(arrived[1]) >= arrivals {
                return ways;
            }
            waves.advance();
            step += 1;
        }
    }

    /// Measures the distances of cells from the other side of each pair.
    #[inline]
    fn ways_back(&self, distance: usize) -> Reached {
        let mut waves = Waves::new(self, both(1));
        let mut reached = [Bitboards::NONE; STEPS];
        reached[0] = waves.reached;
        for reached in &mut reached[1..=distance] {
            waves.advance();
            *reached = waves.reached;
        }
        reached
    }

    /// The cells on the shortest ways: those that are so far from the one side and the
    /// rest of the way from the other. A stack that is passed counts in neither way or in
    /// both.
    #[inline(always)]
    fn route<const WITH_STACKS: bool>(
        &self,
        there: &WaysThere,
        back: &Reached,
        lane: usize,
    ) -> Route {
        let exactly = |reached: &Reached, distance: usize| {
            let nearer = distance.checked_sub(1).map_or(Bitboard::NONE, |d| reached[d].get(lane));
            reached[distance].get(lane) & !nearer
        };
        let distance = there.distances[lane];
        let mut route = Route { distance, ..Route::default() };
        let [own, foe] = if lane < 3 { [self.own, self.foe] } else { [self.foe, self.own] };
        for from_far in 0..=distance {
            let from_far_side = exactly(back, from_far);
            let at = |from_near: usize| exactly(&there.reached, from_near) & from_far_side;
            let still_to_go = distance - from_far;
            if from_far > 0 {
                let here = at(still_to_go + 1) & self.empty;
                route.empty = route.empty | here;
                if here.is_one() {
                    route.needed = route.needed | here;
                }
            }
            if WITH_STACKS {
                route.own = route.own | at(still_to_go) & own;
                if from_far > 1 {
                    route.foe = route.foe | at(still_to_go + 2) & foe;
                }
            }
        }
        route
    }
}

/// A player and a pair of sides: first the player with each pair, then the opponent.
const LANES: usize = 6;

/// Distances that are measured: 0 to [`FURTHEST`].
const STEPS: usize = FURTHEST + 1;

/// Cells that each number of pieces connects to a side.
type Reached = [Bitboards<LANES>; STEPS];

/// Returns the first or second side of each pair, for the player and for the opponent.
#[inline]
fn both(end: usize) -> Bitboards<LANES> {
    Bitboards::new(array::from_fn(|lane| CROSSINGS[lane % 3][end]))
}

/// Returns the smallest of three distances.
#[inline]
pub(super) fn least([a, b, c]: [usize; 3]) -> usize {
    a.min(b).min(c)
}

/// Ways from one side to the other.
struct WaysThere {
    /// Number of pieces needed to the other side.
    distances: [usize; LANES],
    reached: Reached,
}

impl WaysThere {
    #[inline]
    fn distances(&self) -> [[usize; 3]; 2] {
        let [a, b, c, d, e, f] = self.distances;
        [[a, b, c], [d, e, f]]
    }
}

/// Shortest routes between two sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Route {
    /// Number of pieces needed.
    pub(super) distance: usize,
    /// The own stacks on shortest ways.
    pub(super) own: Bitboard,
    /// The empty cells on shortest ways: a piece there brings the distance down.
    pub(super) empty: Bitboard,
    /// The opponent's stacks on shortest ways.
    pub(super) foe: Bitboard,
    /// Empty cells that no shortest way can do without, as far as is seen.
    pub(super) needed: Bitboard,
}

/// The shortest ways of both players, for each pair of sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) own: [Route; 3],
    pub(super) foe: [Route; 3],
}

impl Ways {
    /// As the player of this occupancy sees them, with or without the stacks on them.
    #[inline]
    pub(super) fn on<const WITH_STACKS: bool>(occupancy: &Occupancy) -> Self {
        let there = occupancy.ways_there(3);
        let furthest = there.distances.into_iter().max().unwrap_or(FURTHEST);
        let back = occupancy.ways_back(furthest);
        let routes = |player: usize| {
            let lane = |crossing| player * 3 + crossing;
            array::from_fn(|crossing| occupancy.route::<WITH_STACKS>(&there, &back, lane(crossing)))
        };
        Self { own: routes(0), foe: routes(1) }
    }

    /// Returns the allowed cells on a route of either player, or all allowed cells if there are
    /// none.
    #[inline]
    pub(super) fn cells_that_matter(&self, allowed: u64) -> u64 {
        let all = self.own.iter().chain(&self.foe);
        let on_ways =
            all.fold(Bitboard::NONE, |cells, route| cells | route.empty).cells() & allowed;
        if on_ways == 0 { allowed } else { on_ways }
    }

    /// Returns the number of pieces that both players need for each pair of sides after one
    /// more piece of the player's own on this cell, as far as the routes show.
    #[inline]
    pub(super) fn distances_with(&self, cell: Bitboard) -> [[usize; 3]; 2] {
        [
            self.own.map(|route| route.distance - usize::from(cell.is_in(route.empty))),
            self.foe.map(|route| route.distance + usize::from(cell.is_in(route.needed))),
        ]
    }
}

/// Cells that some number of pieces connects to a side, for each player and pair of sides.
struct Waves {
    own: Bitboards<LANES>,
    foe: Bitboards<LANES>,
    empty: Bitboards<LANES>,
    reached: Bitboards<LANES>,
    /// Cells reached next: at once if own or empty, a step later if the opponent's.
    border: Bitboards<LANES>,
    earlier_border: Bitboards<LANES>,
}

impl Waves {
    #[inline]
    fn new(occupancy: &Occupancy, sides: Bitboards<LANES>) -> Self {
        let Occupancy { own, foe, empty } = *occupancy;
        let own = Bitboards::new([own, own, own, foe, foe, foe]);
        let mut waves = Self {
            own,
            foe: Bitboards::new([foe, foe, foe, occupancy.own, occupancy.own, occupancy.own]),
            empty: Bitboards::new([empty; LANES]),
            reached: sides & own,
            border: sides,
            earlier_border: Bitboards::NONE,
        };
        waves.follow_chains();
        waves
    }

    /// One piece more.
    #[inline]
    fn advance(&mut self) {
        let entered = self.border & self.empty | self.earlier_border & self.foe;
        self.reached = self.reached | entered;
        self.earlier_border = self.border;
        self.follow_chains();
    }

    /// Goes on along own stacks, which takes no piece.
    #[inline]
    fn follow_chains(&mut self) {
        loop {
            let around = self.reached.around();
            let more = (around & self.own).without(self.reached);
            if more.is_empty() {
                self.border = self.border | around;
                return;
            }
            self.reached = self.reached | more;
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::bitboard::ones;
    use cairn_games::hex::CELLS;
    use cairn_games::random::Random;

    use super::*;

    /// Distances by trying every cell again and again.
    fn slow_distance(occupancy: &Occupancy, [near, far]: [Bitboard; 2]) -> usize {
        let cost = |cell: usize| {
            let here = Bitboard::one(cell);
            if !(here & occupancy.own).is_empty() {
                0
            } else if !(here & occupancy.foe).is_empty() {
                2
            } else {
                1
            }
        };
        let mut distance = [usize::MAX - 2; CELLS];
        for _ in 0..CELLS {
            for cell in 0..CELLS {
                let here = Bitboard::one(cell);
                let around = ones(here.around().cells()).map(|next| distance[next]);
                let before = if (here & near).is_empty() { around.min() } else { Some(0) };
                distance[cell] = distance[cell].min(before.unwrap_or(usize::MAX - 2) + cost(cell));
            }
        }
        ones(far.cells()).map(|cell| distance[cell]).min().unwrap_or(0).min(FURTHEST)
    }

    fn random_occupancy(random: &mut Random) -> Occupancy {
        let [a, b, c] = [0; 3].map(|_: u64| random.next_u64() & ((1 << CELLS) - 1));
        Occupancy::new(Bitboard::from_cells(a & b), Bitboard::from_cells(!a & c & b))
    }

    #[test]
    fn distances_are_those_of_a_slow_search() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let occupancy = random_occupancy(&mut random);
            let [own, foe] = occupancy.distances(3);
            let ways = Ways::on::<true>(&occupancy);
            for (index, crossing) in CROSSINGS.into_iter().enumerate() {
                assert_eq!(own[index], slow_distance(&occupancy, crossing));
                assert_eq!(foe[index], slow_distance(&occupancy.exchanged(), crossing));
                assert_eq!(own[index], ways.own[index].distance);
                assert_eq!(foe[index], ways.foe[index].distance);
            }
            for arrivals in 1..3 {
                for (mut all, mut some) in [own, foe].into_iter().zip(occupancy.distances(arrivals))
                {
                    all.sort_unstable();
                    some.sort_unstable();
                    assert_eq!(all[..arrivals], some[..arrivals]);
                    assert!(some.iter().zip(all).all(|(&some, all)| some <= all));
                }
            }
        }
    }

    #[test]
    fn a_piece_on_a_shortest_way_and_only_there_brings_the_distance_down() {
        let mut random = Random::new(8);
        for _ in 0..300 {
            let occupancy = random_occupancy(&mut random);
            let ways = Ways::on::<false>(&occupancy);
            for index in 0..CROSSINGS.len() {
                let Route { distance, empty, .. } = ways.own[index];
                if distance == FURTHEST {
                    continue;
                }
                for cell in ones(occupancy.empty.cells()) {
                    let here = Bitboard::one(cell);
                    let after =
                        Occupancy::new(occupancy.own | here, occupancy.foe).distances(3)[0][index];
                    assert_eq!(after < distance, !(empty & here).is_empty());
                }
            }
        }
    }
}
