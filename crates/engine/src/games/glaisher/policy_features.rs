//! Features of turns that the policy of Glaisher adds up: what the parts of a stack do
//! where they land, what is missed where it stood, and how far both players have to go
//! across the board after the whole turn. Training and ranking see the same features.

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::geometry::{self, ROOM, distances, landing};
use cairn_games::glaisher::{Bitboard, Glaisher, StackMove};
use cairn_games::hex::CELLS;

use super::features::{PLACE, PLACES};
use super::patterns::{PATTERNS, pattern};
use super::routes::{FURTHEST, Occupancy, Route, Ways, two_least};
use super::threats::Landed;

/// Number of heights that features distinguish.
const HEIGHTS: usize = 8;
/// Distances across the board: 0 to 8, and one more.
const DISTANCES: usize = FURTHEST + 2;
/// Contents of a cell before a part lands: nothing, an own stack, an opponent's.
const KINDS: usize = 3;

/// Number of relations of a cell to the own routes: whether it is on neither, on one of the
/// shortest, on another, or on both; times the length of the shortest; times the extra
/// length of the next.
const ON_WAYS: usize = 4 * DISTANCES * 3;
/// Number of relations of a cell to an opponent's route: off it, optional, needed, a stack of
/// theirs, or one of ours; times the length of the route.
const IN_THE_WAY: usize = 5 * DISTANCES;

// First features of landing on a cell, by its contents.
const BUILT: usize = 0;
const LANDING_PLACE: usize = BUILT + KINDS * HEIGHTS * 2;
const LANDING_ON_WAYS: usize = LANDING_PLACE + KINDS * PLACES;
const LANDING_IN_WAY: usize = LANDING_ON_WAYS + KINDS * ON_WAYS;
const LANDING_PATTERN: usize = LANDING_IN_WAY + 2 * IN_THE_WAY;
const TAKEN: usize = LANDING_PATTERN + KINDS * PATTERNS;
// First features of leaving a cell.
const LEFT: usize = TAKEN + HEIGHTS;
const LEFT_PLACE: usize = LEFT + HEIGHTS * 2;
const LEFT_ON_WAYS: usize = LEFT_PLACE + PLACES;
const LEFT_IN_WAY: usize = LEFT_ON_WAYS + ON_WAYS;
const LEFT_PATTERN: usize = LEFT_IN_WAY + 2 * IN_THE_WAY;
/// First feature of the division of a stack.
pub(super) const PARTS: usize = LEFT_PATTERN + PATTERNS;
/// First weight of the second step, after all features of a stack move.
pub(super) const SECOND_STEP: usize = PARTS + 256;

// First features of a new piece. The features of the stack move come before them once more,
// with weights of their own.
const OWN_WAYS: usize = 2 * SECOND_STEP;
const FOE_WAYS: usize = OWN_WAYS + DISTANCES * DISTANCES;
const RACE: usize = FOE_WAYS + DISTANCES * DISTANCES;
const PIECE_PLACE: usize = RACE + DISTANCES * DISTANCES;
const PIECE_PATTERN: usize = PIECE_PLACE + 2 * PLACES;
const PIECE_ON_WAYS: usize = PIECE_PATTERN + 2 * PATTERNS;
const PIECE_IN_WAY: usize = PIECE_ON_WAYS + ON_WAYS;
const PIECE_RETURNS: usize = PIECE_IN_WAY + 2 * IN_THE_WAY;
/// Number of weights.
pub(super) const WEIGHTS: usize = PIECE_RETURNS + 2;

const _: () = assert!(WEIGHTS <= 1 << 16, "choices keep the number of a weight in 16 bits");

/// Features of a position that both steps use.
pub(super) struct PolicyFeatures {
    occupancy: Occupancy,
    pub(super) own: u64,
    foe: u64,
    /// The tallest part of the opponent's that could land on each cell, if its stack can
    /// be divided like that.
    reach: [u8; CELLS],
    /// Relation of each cell to one's own routes.
    on_ways: [u8; CELLS],
    /// Relation of each cell to the opponent's shortest routes, and to the others.
    in_way: [[u8; CELLS]; 2],
}

/// Routes of both players: all of the shortest together, and all others together.
pub(super) struct Routes {
    pub(super) own: [Route; 2],
    pub(super) foe: [Route; 2],
}

impl Routes {
    /// Finds the routes, with the stacks on them, as the player of this occupancy sees them.
    pub(super) fn of(occupancy: &Occupancy) -> Self {
        let ways = Ways::on::<true>(occupancy);
        Self { own: shortest_and_others(ways.own), foe: shortest_and_others(ways.foe) }
    }
}

/// All shortest ways together, and all others together.
fn shortest_and_others(mut routes: [Route; 3]) -> [Route; 2] {
    routes.sort_unstable_by_key(|route| route.distance);
    let [first, second, third] = routes;
    let none = Route { distance: first.distance, ..Route::default() };
    if third.distance == first.distance {
        [first.joined(second).joined(third), none]
    } else if second.distance == first.distance {
        [first.joined(second), third]
    } else {
        [first, third.joined(second)]
    }
}

impl PolicyFeatures {
    pub(super) fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        occupancy: &Occupancy,
        routes: &Routes,
    ) -> Self {
        let side = position.to_move();
        let mut seen = Self {
            occupancy: *occupancy,
            own: position.stacks_of(side),
            foe: position.stacks_of(!side),
            reach: [0; CELLS],
            on_ways: [0; CELLS],
            in_way: [[0; CELLS]; 2],
        };
        seen.see_reach(position);
        seen.see_own_ways(routes.own);
        for (way, in_way) in routes.foe.iter().zip(&mut seen.in_way) {
            see_foes_way(way, in_way);
        }
        seen
    }

    fn see_reach<const RULEBOOK: bool>(&mut self, position: &Glaisher<RULEBOOK>) {
        for from in ones(self.foe) {
            let height = usize::from(position.height(from)).min(geometry::FURTHEST) as u32;
            let heights = ((1_u32 << height) - 1) as u8;
            for (direction, room) in ROOM[from].into_iter().enumerate() {
                for part in distances(room & heights) {
                    let reach = &mut self.reach[landing(from, direction, part)];
                    *reach = (*reach).max(part as u8);
                }
            }
        }
    }

    fn see_own_ways(&mut self, [first, second]: [Route; 2]) {
        let all = |route: &Route| (route.own | route.empty | route.foe).cells();
        let (on_first, on_second) = (all(&first), all(&second));
        let longer = (second.distance - first.distance).min(2);
        for cell in 0..CELLS {
            let on = (on_first >> cell & 1) as usize + (on_second >> cell & 1) as usize * 2;
            self.on_ways[cell] = ((on * DISTANCES + first.distance) * 3 + longer) as u8;
        }
    }

    #[inline]
    fn kind(&self, cell: usize) -> usize {
        (self.own >> cell & 1) as usize + (self.foe >> cell & 1) as usize * 2
    }

    #[inline]
    fn is_in_danger(&self, cell: usize, height: usize) -> bool {
        height <= usize::from(self.reach[cell])
    }

    /// Visits the features of landing on a cell where `height` pieces stand, whatever the part.
    #[inline]
    pub(super) fn landing(&self, cell: usize, height: usize, mut visit: impl FnMut(usize)) {
        let kind = self.kind(cell);
        visit(LANDING_PLACE + kind * PLACES + usize::from(PLACE[cell]));
        visit(LANDING_ON_WAYS + kind * ON_WAYS + usize::from(self.on_ways[cell]));
        for (index, in_way) in self.in_way.iter().enumerate() {
            visit(LANDING_IN_WAY + index * IN_THE_WAY + usize::from(in_way[cell]));
        }
        visit(LANDING_PATTERN + kind * PATTERNS + pattern(&self.occupancy, cell));
        if self.foe >> cell & 1 == 1 {
            visit(TAKEN + height.min(HEIGHTS) - 1);
        }
    }

    /// The stack that a part makes where `height` pieces stand.
    #[inline]
    pub(super) fn built(&self, cell: usize, part: usize, height: usize) -> usize {
        let height = part + height;
        let in_danger = usize::from(self.is_in_danger(cell, height));
        let built = (self.kind(cell) * HEIGHTS + height.min(HEIGHTS) - 1) * 2 + in_danger;
        BUILT + built
    }

    /// Visits the features of a stack leaving its cell.
    #[inline]
    pub(super) fn left(&self, cell: usize, height: usize, mut visit: impl FnMut(usize)) {
        let in_danger = usize::from(self.is_in_danger(cell, height));
        visit(LEFT + (height.min(HEIGHTS) - 1) * 2 + in_danger);
        visit(LEFT_PLACE + usize::from(PLACE[cell]));
        visit(LEFT_ON_WAYS + usize::from(self.on_ways[cell]));
        for (index, in_way) in self.in_way.iter().enumerate() {
            visit(LEFT_IN_WAY + index * IN_THE_WAY + usize::from(in_way[cell]));
        }
        visit(LEFT_PATTERN + pattern(&self.occupancy, cell));
    }

    /// All features of a stack move.
    pub(super) fn visit_stack_move<const RULEBOOK: bool>(
        &self,
        position: &Glaisher<RULEBOOK>,
        stack_move: StackMove,
        mut visit: impl FnMut(usize),
    ) {
        let from = stack_move.from();
        self.left(from, position.height(from).into(), &mut visit);
        for (part, to) in stack_move.landings() {
            let height = usize::from(position.height(to));
            self.landing(to, height, &mut visit);
            visit(self.built(to, part as usize, height));
        }
        visit(PARTS + usize::from(stack_move.parts()));
    }

    /// Shows the cells on anybody's way after a stack move, or all if there is none, with
    /// the features of a new piece there.
    pub(super) fn visit_new_pieces(
        &self,
        landed: &Landed,
        allowed: u64,
        mut show: impl FnMut(usize, [usize; 9]),
    ) {
        let occupancy = &landed.occupancy;
        let ways = Ways::on::<false>(occupancy);
        let [own_first, own_second] = shortest_and_others(ways.own);
        let foe_two = shortest_and_others(ways.foe);
        let longer = (own_second.distance - own_first.distance).min(2);
        for cell in ones(ways.cells_that_matter(allowed)) {
            let here = Bitboard::one(cell);
            let is_in = |set: Bitboard| usize::from(here.is_in(set));
            let [own_then, foe_then] = ways.distances_with(here).map(two_least);
            let danger = usize::from(self.is_in_danger(cell, 1));
            let on = is_in(own_first.empty) + is_in(own_second.empty) * 2;
            let in_way = foe_two.map(|route| {
                (is_in(route.empty) + is_in(route.needed)) * DISTANCES + route.distance
            });
            let returns = usize::from(cell == landed.stack_move.from());
            show(
                cell,
                [
                    OWN_WAYS + own_then[0] * DISTANCES + own_then[1],
                    FOE_WAYS + foe_then[0] * DISTANCES + foe_then[1],
                    RACE + own_then[0] * DISTANCES + foe_then[0],
                    PIECE_PLACE + danger * PLACES + usize::from(PLACE[cell]),
                    PIECE_PATTERN + danger * PATTERNS + pattern(occupancy, cell),
                    PIECE_ON_WAYS + (on * DISTANCES + own_first.distance) * 3 + longer,
                    PIECE_IN_WAY + in_way[0],
                    PIECE_IN_WAY + IN_THE_WAY + in_way[1],
                    PIECE_RETURNS + returns,
                ],
            );
        }
    }
}

/// Computes the relation of each cell to a route of the opponent.
fn see_foes_way(way: &Route, in_way: &mut [u8; CELLS]) {
    let Route { distance, own, empty, foe, needed } = *way;
    in_way.fill(distance as u8);
    let mut mark = |cells: Bitboard, kind: usize| {
        ones(cells.cells()).for_each(|cell| in_way[cell] = (kind * DISTANCES + distance) as u8);
    };
    mark(empty, 1);
    mark(needed, 2);
    mark(own, 3);
    mark(foe, 4);
}
