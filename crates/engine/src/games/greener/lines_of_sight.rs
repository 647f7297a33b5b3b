//! Stacks of Greener that can be captured, seen along rows and columns.

use cairn_games::greener::CellSet;

/// The stacks that either side sees.
pub(super) struct LinesOfSight<const CELLS: usize> {
    /// The nearest of all stacks in each direction from those of the side to move, and from the
    /// opponent's.
    pub(super) seen_by: [[CellSet<CELLS>; 4]; 2],
}

impl<const CELLS: usize> LinesOfSight<CELLS> {
    #[inline]
    pub(super) fn seen_by_opponent(&self) -> CellSet<CELLS> {
        let [right, left, up, down] = self.seen_by[1];
        right | left | up | down
    }

    /// Whether the opponent can take back what captures in this direction, and it cannot be taken
    /// back again.
    #[inline]
    pub(super) fn is_at_risk(&self, from: usize, to: usize, direction: usize) -> bool {
        let [by_own, by_opponent] = &self.seen_by;
        // The stack that leaves may open a line to its new place.
        let is_seen = |seen: &[CellSet<CELLS>; 4], elsewhere: CellSet<CELLS>| {
            elsewhere.contains(to) || seen[direction].contains(from)
        };
        let mut others = CellSet::EMPTY;
        for (other, &seen) in by_own.iter().enumerate() {
            if other != direction {
                others = others | seen;
            }
        }
        is_seen(by_opponent, self.seen_by_opponent()) && !is_seen(by_own, others)
    }
}
