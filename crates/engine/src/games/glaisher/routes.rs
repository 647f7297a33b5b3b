//! Shortest ways across the board: the least number of pieces that a player still needs
//! to join two sides, an opponent's stack in the way counting as two.

use cairn_games::Side;
use cairn_games::glaisher::{Bitboard, Glaisher};
use cairn_simd::{Kernel, Words};

use super::bitboards::Bitboards;
use super::waves::{LANES, LaneRoutes, Layers};

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
    pub(super) fn distances(&self, arrivals: u8) -> [[usize; 3]; 2] {
        cairn_simd::run(Distances { occupancy: self, arrivals })
    }

    /// Returns the shortest ways of the player and of the opponent; of the three distances, the
    /// largest may be larger still.
    #[inline]
    pub(super) fn shortest_ways(&self) -> [ShortestWays; 2] {
        cairn_simd::run(ShortestOn(self))
    }
}

/// Returns the smallest of three distances.
#[inline(always)]
pub(super) fn least([a, b, c]: [usize; 3]) -> usize {
    a.min(b).min(c)
}

/// Returns the two smallest of three distances.
#[inline(always)]
pub(super) fn two_least([a, b, c]: [usize; 3]) -> [usize; 2] {
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), low.max(high.min(c))]
}

/// Kernel of [`Occupancy::distances`].
struct Distances<'a> {
    occupancy: &'a Occupancy,
    arrivals: u8,
}

impl Kernel for Distances<'_> {
    type Output = [[usize; 3]; 2];

    #[inline(always)]
    fn run<W: Words>(self) -> Self::Output {
        Layers::<W>::measure(self.occupancy, self.arrivals).distances()
    }
}

/// Kernel of [`Occupancy::shortest_ways`].
struct ShortestOn<'a>(&'a Occupancy);

impl Kernel for ShortestOn<'_> {
    type Output = [ShortestWays; 2];

    #[inline(always)]
    fn run<W: Words>(self) -> Self::Output {
        let layers = Layers::<W>::measure(self.0, 2);
        let distances = layers.distances();
        let shortest = distances.map(least);
        let mut lanes = 0;
        for lane in 0..LANES {
            let is_shortest = distances[lane / 3][lane % 3] == shortest[lane / 3];
            lanes |= u8::from(is_shortest) << lane;
        }
        let LaneRoutes { own, empty, foe, needed } = layers.routes::<true>(lanes);
        let (own, empty) = (joined_lanes(own), joined_lanes(empty));
        let (foe, needed) = (joined_lanes(foe), joined_lanes(needed));
        [0, 1].map(|player| ShortestWays {
            distances: distances[player],
            route: Route {
                distance: shortest[player],
                own: own[player],
                empty: empty[player],
                foe: foe[player],
                needed: needed[player],
            },
        })
    }
}

/// Returns the cells of the player's lanes together, and those of the opponent's.
#[inline(always)]
fn joined_lanes<W: Words>(lanes: Bitboards<W>) -> [Bitboard; 2] {
    let [a, b, c, d, e, f, ..] = lanes.to_array();
    [a | b | c, d | e | f]
}

/// Kernel of [`Ways::on`].
struct WaysOn<'a, const WITH_STACKS: bool>(&'a Occupancy);

impl<const WITH_STACKS: bool> Kernel for WaysOn<'_, WITH_STACKS> {
    type Output = Ways;

    #[inline(always)]
    fn run<W: Words>(self) -> Ways {
        let layers = Layers::<W>::measure(self.0, 3);
        let LaneRoutes { own, empty, foe, needed } = layers.routes::<WITH_STACKS>((1 << LANES) - 1);
        let (own, empty) = (own.to_array(), empty.to_array());
        let (foe, needed) = (foe.to_array(), needed.to_array());
        let [own_distances, foe_distances] = layers.distances();
        let route = |lane: usize, distance: usize| Route {
            distance,
            own: own[lane],
            empty: empty[lane],
            foe: foe[lane],
            needed: needed[lane],
        };
        Ways {
            own: [0, 1, 2].map(|pair| route(pair, own_distances[pair])),
            foe: [0, 1, 2].map(|pair| route(3 + pair, foe_distances[pair])),
        }
    }
}

/// Shortest routes between two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl Route {
    /// Returns the cells of both, with the distance of the other.
    #[inline(always)]
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            distance: other.distance,
            own: self.own | other.own,
            empty: self.empty | other.empty,
            foe: self.foe | other.foe,
            needed: self.needed | other.needed,
        }
    }
}

/// Shortest ways of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShortestWays {
    /// Number of pieces needed between each pair of sides.
    pub(super) distances: [usize; 3],
    /// All shortest routes together.
    pub(super) route: Route,
}

/// The shortest ways of both players, for each pair of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) own: [Route; 3],
    pub(super) foe: [Route; 3],
}

impl Ways {
    /// As the player of this occupancy sees them, with or without the stacks on them.
    #[inline]
    pub(super) fn on<const WITH_STACKS: bool>(occupancy: &Occupancy) -> Self {
        cairn_simd::run(WaysOn::<WITH_STACKS>(occupancy))
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

#[cfg(test)]
mod tests {
    use cairn_games::bitboard::ones;
    use cairn_games::glaisher::CROSSINGS;
    use cairn_games::hex::CELLS;
    use cairn_games::random::Random;
    use cairn_simd::WORDS;

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
            for arrivals in 1..3_u8 {
                for (mut all, mut some) in [own, foe].into_iter().zip(occupancy.distances(arrivals))
                {
                    assert_eq!(least(all), least(some));
                    assert_eq!(
                        two_least(all)[..arrivals.into()],
                        two_least(some)[..arrivals.into()]
                    );
                    all.sort_unstable();
                    some.sort_unstable();
                    assert_eq!(all[..2], two_least(all));
                    assert!(some.iter().zip(all).all(|(&some, all)| some <= all));
                }
            }
        }
    }

    #[test]
    fn wide_registers_measure_the_same() {
        let mut random = Random::new(9);
        for _ in 0..300 {
            let occupancy = random_occupancy(&mut random);
            let ways = Ways::on::<true>(&occupancy);
            assert_eq!(WaysOn::<true>(&occupancy).run::<[u64; WORDS]>(), ways);
            let shortest = occupancy.shortest_ways();
            assert_eq!(ShortestOn(&occupancy).run::<[u64; WORDS]>(), shortest);
            for (ShortestWays { distances, route }, routes) in
                shortest.into_iter().zip([ways.own, ways.foe])
            {
                let is_shortest = |other: &Route| other.distance == least(distances);
                let all = routes.into_iter().filter(is_shortest).reduce(Route::joined);
                assert_eq!(all, Some(route));
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
