//! Positions that threads are searching, so that others can do something else meanwhile.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Keys of positions that threads are searching, as far as they do not share a place.
#[derive(Debug)]
pub(crate) struct BusyPositions(Vec<AtomicU64>);

impl BusyPositions {
    const SIZE: usize = 1 << 14;

    pub(crate) fn new() -> Self {
        Self((0..Self::SIZE).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Self::SIZE]
    }

    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Runs a search, of which the other threads can see meanwhile that it is under way.
    #[inline]
    pub(crate) fn during<R>(&self, key: u64, search: impl FnOnce() -> R) -> R {
        self.place(key).store(key, Relaxed);
        let result = search();
        self.place(key).store(0, Relaxed);
        result
    }
}
