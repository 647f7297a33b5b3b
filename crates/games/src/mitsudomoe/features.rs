//! What an evaluation sees of a position of Mitsudomoe.
//!
//! Each side sees the board from its own home, and mirror images in the diagonal from
//! home to home as the same. Seen are balls and rings by their places, how far all balls
//! still have to go, and the steps and vaults that balls could take.

use super::geometry::NEIGHBOURS;
use super::position::Mitsudomoe;
use super::steps::vault;
use super::{BALLS, BOARD, CELLS, HOME, RINGS, goal};
use crate::bits::ones;
use crate::insight::Features;
use crate::side::Side;

/// Places that the mirror image in the diagonal does not tell apart.
const PLACES: usize = 15;

/// What can lie under an exposed ring: nothing, an own ring, the opponent's.
const UNDER: usize = 3;

/// The furthest that a ball can be from its goal.
const FURTHEST: usize = 4;

/// How far all balls of a side can be from the goal together.
const WAYS_TO_GO: usize = BALLS * FURTHEST + 1;

/// What a step gains on the way to the goal: nothing, or one to three spaces.
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
    let mut cell = 0;
    while cell < CELLS {
        let (col, row) = BOARD.place(cell);
        let (near, far) = if col < row { (col, row) } else { (row, col) };
        let place = (far * (far + 1) / 2 + near) as u8;
        places[0][cell] = place;
        places[1][CELLS - 1 - cell] = place;
        cell += 1;
    }
    places
};

/// How many steps a space is from the goal of each side.
static TO_GOAL: [[u8; CELLS]; 2] = {
    let mut distances = [[FURTHEST as u8; CELLS]; 2];
    let mut cell = 0;
    while cell < CELLS {
        let mut home = 0;
        while home < CELLS {
            let ((col, row), (to_col, to_row)) = (BOARD.place(cell), BOARD.place(home));
            let (cols, rows) = (col.abs_diff(to_col) as u8, row.abs_diff(to_row) as u8);
            let distance = if cols > rows { cols } else { rows };
            let mut side = 0;
            while side < 2 {
                let is_goal = HOME[1 - side] >> home & 1 == 1;
                if is_goal && distance < distances[side][cell] {
                    distances[side][cell] = distance;
                }
                side += 1;
            }
            home += 1;
        }
        cell += 1;
    }
    distances
};

/// How many steps a space is from the goal of a side.
#[inline]
pub(super) fn to_goal(side: Side, cell: usize) -> usize {
    TO_GOAL[side.index()][cell].into()
}

/// What a step brings a ball nearer to the goal, or 0.
#[inline]
fn gain(owner: Side, from: usize, to: usize) -> usize {
    to_goal(owner, from).saturating_sub(to_goal(owner, to)).min(GAINS - 1)
}

impl<const SEED: bool> Mitsudomoe<SEED> {
    /// Shows the places of the balls and exposed rings of a side.
    #[inline]
    fn visit_places(&self, side: Side, owner: Side, visit: &mut impl FnMut(usize)) {
        let kind = usize::from(owner != side);
        let place = |cell: usize| usize::from(PLACE[side.index()][cell]);
        for cell in ones(self.balls_of(owner).into()) {
            visit(kind * PLACES + place(cell));
        }
        for cell in ones(self.exposed_rings_of(owner).into()) {
            let under = self.at(cell).without_ring().top_ring();
            let under = under.map_or(0, |below| 1 + usize::from(below != side));
            visit(FIRST_RING + (kind * UNDER + under) * PLACES + place(cell));
        }
    }

    /// Shows what the balls of a side could do if the rings were right.
    #[inline]
    fn visit_steps(&self, side: Side, owner: Side, visit: &mut impl FnMut(usize)) {
        let kind = usize::from(owner != side);
        let rings = self.exposed_rings_of(owner);
        for from in ones((self.balls_of(owner) & !goal(owner)).into()) {
            for to in ones((NEIGHBOURS[from] & rings).into()) {
                visit(FIRST_STEP + kind * GAINS + gain(owner, from, to));
            }
            for next in ones((NEIGHBOURS[from] & self.all_balls()).into()) {
                if let Some(vault) = vault(self, owner, from, next) {
                    let to = usize::from(vault.to);
                    let has_ring = usize::from(rings >> to & 1 == 1);
                    let relocates = usize::from(vault.passed != 0);
                    let vaults = kind * GAINS + gain(owner, from, to);
                    visit(FIRST_VAULT + (vaults * 2 + has_ring) * 2 + relocates);
                }
            }
        }
    }
}

impl<const SEED: bool> Features for Mitsudomoe<SEED> {
    const COUNT: usize = FIRST_SUPPLY + SUPPLIES * SUPPLIES;

    #[inline]
    fn visit_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        let sides = [side, side.other()];
        for (kind, owner) in sides.into_iter().enumerate() {
            self.visit_places(side, owner, &mut visit);
            self.visit_steps(side, owner, &mut visit);
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
