//! The transposition table of the solver, shared by all threads: entries that took more work
//! are kept longer.
//!
//! A slot is two words that are written one after the other without a lock. The first is the
//! key combined with the second, so that halves of two different writes never pass for an
//! entry.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::parallel::fill_with_defaults;

/// An entry about a position.
pub(super) trait ProofTableEntry: Copy {
    /// Returns the entry as bits; not 0.
    fn to_bits(self) -> u64;

    /// Restores an entry from its bits.
    fn from_bits(bits: u64) -> Self;

    /// Amount of work that the entry took, on any scale that grows with it. The entry with
    /// the least work is replaced first.
    fn work(&self) -> u8;
}

/// Slots of a bucket.
const BUCKET_SIZE: usize = 4;

#[derive(Default)]
struct ProofSlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots for a position, in one cache line.
#[derive(Default)]
#[repr(align(64))]
struct ProofBucket([ProofSlot; BUCKET_SIZE]);

impl ProofSlot {
    /// Returns the data if it belongs to this key; 0 if the slot is unused.
    #[inline]
    fn data_of(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) == key ^ data).then_some(data)
    }

    fn store(&self, key: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }

    fn work<F: ProofTableEntry>(&self) -> u8 {
        match self.data.load(Relaxed) {
            0 => 0,
            data => F::from_bits(data).work(),
        }
    }
}

/// A table of a fixed size from Zobrist keys to entries.
///
/// The whole key is compared. Two positions with the same 64 bits would be mixed up; in
/// a search of a hundred million positions the chance of that is about one in ten
/// thousand.
pub(super) struct ProofTable<F> {
    buckets: Vec<ProofBucket>,
    entries: PhantomData<F>,
}

impl<F: ProofTableEntry> ProofTable<F> {
    /// Makes a table that takes no more than this much memory, but has at least one bucket.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let count = (bytes / size_of::<ProofBucket>()).max(1);
        // Large tables are laid out by all cores.
        let mut buckets = Vec::new();
        fill_with_defaults(&mut buckets, count);
        Self { buckets, entries: PhantomData }
    }

    /// Removes all entries. Keeps the memory.
    pub(super) fn clear(&mut self) {
        let count = self.buckets.len();
        fill_with_defaults(&mut self.buckets, count);
    }

    /// Returns the share of slots in use, from 0 to 1, judged by the first buckets.
    pub(super) fn share_used(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let is_used = |slot: &&ProofSlot| slot.data.load(Relaxed) != 0;
        let used: usize = sample.iter().map(|bucket| bucket.0.iter().filter(is_used).count()).sum();
        used as f64 / (sample.len() * BUCKET_SIZE) as f64
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[ProofSlot; BUCKET_SIZE] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Begins to load what [`ProofTable::probe`] will read.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        cairn_simd::prefetch(self.bucket(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<F> {
        let data = self.bucket(key).iter().find_map(|slot| slot.data_of(key));
        data.filter(|&data| data != 0).map(F::from_bits)
    }

    /// Stores an entry in place of the one of the same position, or else of the one that
    /// took least work.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: F) {
        let bucket = self.bucket(key);
        let known = bucket.iter().find(|slot| slot.data_of(key).is_some());
        let slot = known.or_else(|| bucket.iter().min_by_key(|slot| slot.work::<F>()));
        if let Some(slot) = slot {
            slot.store(key, entry.to_bits());
        }
    }
}

/// Returns the work of so many nodes for [`ProofTableEntry::work`]: the number of their
/// binary digits and one, so that it is never 0.
#[inline]
pub(super) const fn work_of(nodes: u64) -> u8 {
    (64 - nodes.leading_zeros()) as u8 + 1
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Number(u64);

    impl ProofTableEntry for Number {
        fn to_bits(self) -> u64 {
            self.0
        }

        fn from_bits(bits: u64) -> Self {
            Self(bits)
        }

        fn work(&self) -> u8 {
            self.0 as u8
        }
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let table = ProofTable::<Number>::with_bytes(1 << 12);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = Random::new(thread);
                    for _ in 0..100_000 {
                        let key = random.below(1_000);
                        if let Some(Number(found)) = table.probe(key) {
                            assert_eq!(found >> 8, key, "an entry of another position");
                        }
                        table.store(key, Number(key << 8 | (1 + random.below(50))));
                    }
                });
            }
        });
    }

    #[test]
    fn entries_with_least_work_are_replaced_first() {
        let table = ProofTable::<Number>::with_bytes(1);
        for key in 1..=4 {
            table.store(key, Number(key << 8 | (10 * key)));
        }
        table.store(5, Number(5 << 8 | 1));
        assert_eq!(table.probe(1), None);
        assert_eq!((2..=5).filter(|&key| table.probe(key).is_some()).count(), 4);
    }
}
