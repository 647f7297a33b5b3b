//! Shortest ways across the board: the least number of pieces that a player still needs
//! to join two sides, an opponent's stack in the way counting as two.

use cairn_games::Side;
use cairn_games::glaisher::{Bitboard, CROSSINGS, Glaisher};

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

    /// Returns the number of pieces needed across the board, for each pair of sides.
    #[inline]
    pub(super) fn distances(&self) -> [usize; 3] {
        CROSSINGS.map(|[near, far]| {
            let mut wave = Wave::new(self, near);
            while (wave.reached & far).is_empty() && wave.distance < FURTHEST {
                wave.advance(self);
            }
            wave.distance
        })
    }

    /// The shortest ways between a pair of sides.
    #[inline]
    pub(super) fn route(&self, [near, far]: [Bitboard; 2]) -> Route {
        self.way_back(&self.way_there([near, far]), far)
    }

    /// Returns the number of pieces needed for each pair of sides, and the empty cells on the
    /// shortest routes of all.
    #[inline]
    pub(super) fn shortest_ways(&self) -> ([usize; 3], Bitboard) {
        let ways = CROSSINGS.map(|sides| self.way_there(sides));
        let distances = ways.each_ref().map(|way| way.distance);
        let shortest = distances.into_iter().min().unwrap_or(FURTHEST);
        let mut cells = Bitboard::NONE;
        for (way, [_, far]) in ways.iter().zip(CROSSINGS) {
            if way.distance == shortest {
                cells = cells | self.way_back(way, far).empty;
            }
        }
        (distances, cells)
    }

    /// Measures the distance of every cell from one side, up to the other side.
    #[inline]
    fn way_there(&self, [near, far]: [Bitboard; 2]) -> WayThere {
        let mut wave = Wave::new(self, near);
        let mut way = WayThere { distance: 0, reached: [Bitboard::NONE; FURTHEST + 1] };
        way.reached[0] = wave.reached;
        while (wave.reached & far).is_empty() && wave.distance < FURTHEST {
            wave.advance(self);
            way.reached[wave.distance] = wave.reached;
        }
        way.distance = wave.distance;
        way
    }

    /// The cells on the shortest ways: those that are so far from the one side and the
    /// rest of the way from the other. A stack that is passed counts in neither way or in
    /// both.
    #[inline]
    fn way_back(&self, there: &WayThere, far: Bitboard) -> Route {
        let distance = there.distance;
        let mut route = Route { distance, ..Route::default() };
        let mut wave = Wave::new(self, far);
        let mut before = Bitboard::NONE;
        for from_far in 0..=distance {
            if from_far > 0 {
                before = wave.reached;
                wave.advance(self);
            }
            let exactly = wave.reached & !before;
            let at = |from_near: usize| {
                let nearer = from_near.checked_sub(1).map_or(Bitboard::NONE, |d| there.reached[d]);
                there.reached[from_near] & !nearer & exactly
            };
            let still_to_go = distance - from_far;
            route.own = route.own | at(still_to_go) & self.own;
            if from_far > 0 {
                let here = at(still_to_go + 1) & self.empty;
                route.empty = route.empty | here;
                if here.is_one() {
                    route.needed = route.needed | here;
                }
            }
            if from_far > 1 {
                route.foe = route.foe | at(still_to_go + 2) & self.foe;
            }
        }
        route
    }
}

/// Cells within reach of a side, by number of pieces.
struct WayThere {
    /// Number of pieces needed to the other side.
    distance: usize,
    /// Cells that this number of pieces connects to the side.
    reached: [Bitboard; FURTHEST + 1],
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
    /// As the player of this occupancy sees them.
    #[inline]
    pub(super) fn on(occupancy: &Occupancy) -> Self {
        let foes = occupancy.exchanged();
        Self {
            own: CROSSINGS.map(|sides| occupancy.route(sides)),
            foe: CROSSINGS.map(|sides| foes.route(sides)),
        }
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

/// Cells that `distance` pieces connect to a side.
struct Wave {
    distance: usize,
    reached: Bitboard,
    /// Cells reached next: at once if own or empty, a step later if the opponent's.
    border: Bitboard,
    earlier_border: Bitboard,
}

impl Wave {
    #[inline]
    fn new(occupancy: &Occupancy, side: Bitboard) -> Self {
        let mut wave = Self {
            distance: 0,
            reached: side & occupancy.own,
            border: side,
            earlier_border: Bitboard::NONE,
        };
        wave.follow_chains(occupancy);
        wave
    }

    /// One piece more.
    #[inline]
    fn advance(&mut self, occupancy: &Occupancy) {
        let entered = self.border & occupancy.empty | self.earlier_border & occupancy.foe;
        self.reached = self.reached | entered;
        self.earlier_border = self.border;
        self.distance += 1;
        self.follow_chains(occupancy);
    }

    /// Goes on along own stacks, which takes no piece.
    #[inline]
    fn follow_chains(&mut self, occupancy: &Occupancy) {
        loop {
            let around = self.reached.around();
            let more = around & occupancy.own & !self.reached;
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
            for (crossing, distance) in CROSSINGS.into_iter().zip(occupancy.distances()) {
                assert_eq!(distance, slow_distance(&occupancy, crossing));
                assert_eq!(distance, occupancy.route(crossing).distance);
            }
        }
    }

    #[test]
    fn a_piece_on_a_shortest_way_and_only_there_brings_the_distance_down() {
        let mut random = Random::new(8);
        for _ in 0..300 {
            let occupancy = random_occupancy(&mut random);
            for (index, crossing) in CROSSINGS.into_iter().enumerate() {
                let Route { distance, empty, .. } = occupancy.route(crossing);
                if distance == FURTHEST {
                    continue;
                }
                for cell in ones(occupancy.empty.cells()) {
                    let here = Bitboard::one(cell);
                    let after =
                        Occupancy::new(occupancy.own | here, occupancy.foe).distances()[index];
                    assert_eq!(after < distance, !(empty & here).is_empty());
                }
            }
        }
    }
}
