//! Features of positions of Mitsudomoe.
//!
//! Each side sees the board from its own home. The invariant features see mirror images
//! in the diagonal from home to home as the same: balls and rings by their places, how
//! far all balls still have to go, and the steps and vaults that balls could take. The
//! others are the contents of each space.

use cairn_games::bitboard::ones;
use cairn_games::mitsudomoe::geometry::neighbours;
use cairn_games::mitsudomoe::{BALLS, BOARD, CELLS, HOME, Mitsudomoe, RINGS, goal};
use cairn_games::{Side, const_for};

use crate::games::Features;

/// Places that the mirror image in the diagonal does not tell apart.
const PLACES: usize = 15;

/// Contents below an exposed ring: nothing, an own ring, the opponent's.
const UNDER: usize = 3;

/// The furthest that a ball can be from its goal.
const FURTHEST: usize = 4;

/// Number of total distances of a side's balls from the goal.
const WAYS_TO_GO: usize = BALLS * FURTHEST + 1;

/// Gains of a step towards the goal: none, or one to three spaces.
const GAINS: usize = 4;

const SUPPLIES: usize = RINGS - BALLS + 1;
const BALL_COUNTS: usize = BALLS + 1;

const FIRST_RING: usize = 2 * PLACES;
const FIRST_RACE: usize = FIRST_RING + 2 * PLACES * UNDER;
const FIRST_STEP: usize = FIRST_RACE + WAYS_TO_GO * WAYS_TO_GO;
const FIRST_VAULT: usize = FIRST_STEP + 2 * GAINS;
const FIRST_HOME: usize = FIRST_VAULT + 2 * GAINS * 2 * 2;
const FIRST_GOAL: usize = FIRST_HOME + 2 * BALL_COUNTS;
const FIRST_SUPPLY: usize = FIRST_GOAL + BALL_COUNTS * BALL_COUNTS;

/// The kind of place that a space is to each side.
static PLACE: [[u8; CELLS]; 2] = {
    let mut places = [[0; CELLS]; 2];
    const_for!(cell in CELLS => {
        let (col, row) = BOARD.place(cell);
        let (near, far) = if col < row { (col, row) } else { (row, col) };
        let place = (far * (far + 1) / 2 + near) as u8;
        places[0][cell] = place;
        places[1][CELLS - 1 - cell] = place;
    });
    places
};

/// Distance of each space from the goal of each side, in steps.
static TO_GOAL: [[u8; CELLS]; 2] = {
    let mut distances = [[FURTHEST as u8; CELLS]; 2];
    const_for!(cell in CELLS, home in CELLS => {
        let ((col, row), (to_col, to_row)) = (BOARD.place(cell), BOARD.place(home));
        let (cols, rows) = (col.abs_diff(to_col) as u8, row.abs_diff(to_row) as u8);
        let distance = if cols > rows { cols } else { rows };
        const_for!(side in 2 => {
            let is_goal = HOME[1 - side] >> home & 1 == 1;
            if is_goal && distance < distances[side][cell] {
                distances[side][cell] = distance;
            }
        });
    });
    distances
};

/// Returns the distance of a space from the goal of a side, in steps.
#[inline]
pub(super) fn to_goal(side: Side, cell: usize) -> usize {
    TO_GOAL[side.index()][cell].into()
}

/// Returns the number of spaces by which a step brings a ball nearer to the goal, or 0.
#[inline]
fn gain(owner: Side, from: usize, to: usize) -> usize {
    to_goal(owner, from).saturating_sub(to_goal(owner, to)).min(GAINS - 1)
}

/// Shows the places of the balls and exposed rings of a side.
#[inline]
fn visit_places<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    side: Side,
    owner: Side,
    visit: &mut impl FnMut(usize),
) {
    let kind = usize::from(owner != side);
    let place = |cell: usize| usize::from(PLACE[side.index()][cell]);
    for cell in ones(position.balls_of(owner).into()) {
        visit(kind * PLACES + place(cell));
    }
    for cell in ones(position.exposed_rings_of(owner).into()) {
        let under = position.at(cell).without_top().top();
        let under = under.map_or(0, |below| 1 + usize::from(below != side));
        visit(FIRST_RING + (kind * UNDER + under) * PLACES + place(cell));
    }
}

/// Shows what the balls of a side could do if the rings were right.
#[inline]
fn visit_steps<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    side: Side,
    owner: Side,
    visit: &mut impl FnMut(usize),
) {
    let kind = usize::from(owner != side);
    let rings = position.exposed_rings_of(owner);
    for from in ones((position.balls_of(owner) & !goal(owner)).into()) {
        for to in ones((neighbours(from) & rings).into()) {
            visit(FIRST_STEP + kind * GAINS + gain(owner, from, to));
        }
        for next in ones((neighbours(from) & position.all_balls()).into()) {
            if let Some(vault) = position.vault(owner, from, next) {
                let to = vault.to();
                let has_ring = usize::from(rings >> to & 1 == 1);
                let relocates = usize::from(vault.passed() != 0);
                let vaults = kind * GAINS + gain(owner, from, to);
                visit(FIRST_VAULT + (vaults * 2 + has_ring) * 2 + relocates);
            }
        }
    }
}

/// Number of rings of a stack that are seen on a space, from the top.
const DEPTH: u32 = 3;

/// Stacks by the rings that are seen, as a number with a 1 above the lowest of them.
const STACKS: usize = 2 << DEPTH;

/// A ball of either side, and the rings.
const ON_A_SPACE: usize = 2 + STACKS;

/// The upper rings of a space as a number below [`STACKS`], 0 bits for those of `side`.
#[inline]
fn ring_pattern<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    cell: usize,
    side: Side,
) -> usize {
    let contents = position.at(cell);
    let seen = if side == Side::First { contents } else { contents.exchanged() };
    let bits = usize::from(seen.bits());
    let mark = 1 << DEPTH;
    if bits < 2 * mark { bits } else { mark | bits & (mark - 1) }
}

impl<const SINGLE: bool> Features for Mitsudomoe<SINGLE> {
    const COUNT: usize = Self::INVARIANT_COUNT + CELLS * ON_A_SPACE;
    const INVARIANT_COUNT: usize = FIRST_SUPPLY + SUPPLIES * SUPPLIES;
    const NET: Option<&'static [u8]> = Some(if SINGLE {
        include_bytes!("../../../../../nets/mitsudomoe-single.net")
    } else {
        include_bytes!("../../../../../nets/mitsudomoe.net")
    });

    #[inline]
    fn visit_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_invariant_features(side, &mut visit);
        let place = |cell: usize| if side == Side::First { cell } else { CELLS - 1 - cell };
        let first = |cell: usize| Self::INVARIANT_COUNT + place(cell) * ON_A_SPACE;
        for owner in Side::BOTH {
            for cell in ones(self.balls_of(owner).into()) {
                visit(first(cell) + usize::from(owner != side));
            }
            for cell in ones(self.top_rings_of(owner).into()) {
                visit(first(cell) + 2 + ring_pattern(self, cell, side));
            }
        }
    }

    #[inline]
    fn visit_invariant_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        let sides = [side, side.other()];
        for (kind, owner) in sides.into_iter().enumerate() {
            visit_places(self, side, owner, &mut visit);
            visit_steps(self, side, owner, &mut visit);
            let at_home = (self.all_balls() & HOME[owner.index()]).count_ones() as usize;
            visit(FIRST_HOME + kind * BALL_COUNTS + at_home);
        }
        let [own_way, way] = sides
            .map(|s| ones(self.balls_of(s).into()).map(|cell| to_goal(s, cell)).sum::<usize>());
        visit(FIRST_RACE + own_way * WAYS_TO_GO + way);
        let [own_goals, goals] = sides.map(|s| (self.balls_of(s) & goal(s)).count_ones() as usize);
        visit(FIRST_GOAL + own_goals * BALL_COUNTS + goals);
        let [own_supply, supply] = sides.map(|s| self.supply_of(s) as usize);
        visit(FIRST_SUPPLY + own_supply * SUPPLIES + supply);
    }
}
