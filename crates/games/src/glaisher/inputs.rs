//! What a network sees of a position of Glaisher besides its features: every stack where
//! it stands, and the cells that lie on each side's shortest way across.

use super::position::Glaisher;
use super::routes::{FURTHEST, Ground};
use crate::bits::ones;
use crate::hex::CELLS;
use crate::insight::{Features, Inputs};
use crate::side::Side;

/// Heights that are told apart: 1 to 8, and more.
const HEIGHTS: usize = 9;

/// Stacks of either side on a cell.
const ON_A_CELL: usize = 2 * HEIGHTS;

/// Numbers of cells on a way that are told apart: 0 to 10, and more.
const CHOICES: usize = 12;

const DISTANCES: usize = FURTHEST + 1;

const FIRST_ON_WAY: usize = CELLS * ON_A_CELL;
const FIRST_CHOICE: usize = FIRST_ON_WAY + 2 * CELLS;
const ALL: usize = FIRST_CHOICE + 2 * DISTANCES * CHOICES;

impl<const RULEBOOK: bool> Inputs for Glaisher<RULEBOOK> {
    const INPUTS: usize = Self::COUNT + ALL;

    #[inline]
    fn visit_inputs(&self, side: Side, mut visit: impl FnMut(usize)) {
        let ground = Ground::of(self, side);
        let ways = [ground, ground.exchanged()].map(|ground| ground.shortest_ways());
        self.visit_features_at(side, ways.map(|(distances, _)| distances), &mut visit);
        let mut visit = |number| visit(Self::COUNT + number);
        for (kind, owner) in [side, side.other()].into_iter().enumerate() {
            for cell in ones(self.stacks_of(owner)) {
                let height = usize::from(self.height(cell)).min(HEIGHTS) - 1;
                visit(cell * ON_A_CELL + kind * HEIGHTS + height);
            }
        }
        for (kind, (distances, on_way)) in ways.into_iter().enumerate() {
            let distance = distances.into_iter().min().unwrap_or(FURTHEST);
            let on_way = on_way.bits();
            for cell in ones(on_way) {
                visit(FIRST_ON_WAY + kind * CELLS + cell);
            }
            let choices = (on_way.count_ones() as usize).min(CHOICES - 1);
            visit(FIRST_CHOICE + (kind * DISTANCES + distance) * CHOICES + choices);
        }
    }
}
