//! Principal variations below each ply (a triangular PV table).

use super::value::MAX_PLY;

/// The principal variation from each ply.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    from: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        Self { from: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect() }
    }

    /// Empties the variation at a ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.from[ply].clear();
    }

    /// Sets the variation at a ply to the move and the variation after it.
    #[inline]
    pub(crate) fn take(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.from.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// Returns the variation from a ply.
    pub(crate) fn at(&self, ply: usize) -> &[M] {
        &self.from[ply]
    }
}
