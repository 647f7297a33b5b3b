//! The best line found below each ply.

use super::value::MAX_PLY;

/// For each ply the best line that begins there.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    from: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> Self {
        Self { from: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect() }
    }

    /// Nothing is known of the line at this ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.from[ply].clear();
    }

    /// The best line at this ply is the move and what was best after it.
    #[inline]
    pub(crate) fn take(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.from.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The best line from this ply.
    pub(crate) fn at(&self, ply: usize) -> &[M] {
        &self.from[ply]
    }
}
