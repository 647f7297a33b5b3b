//! The transposition table of the solver: entries that took more work are kept longer.

use rayon::prelude::*;

/// An entry about a position.
pub(super) trait ProofTableEntry: Copy + Default + Send {
    /// Amount of work that the entry took, on any scale that grows with it. The entry with
    /// the least work is replaced first; 0 stands for an unused slot.
    fn work(&self) -> u8;
}

/// Slots of a bucket.
const BUCKET_SIZE: usize = 4;

#[derive(Clone, Copy, Default)]
struct ProofSlot<F> {
    key: u64,
    entry: F,
}

/// The slots for a position, in one cache line if a slot takes 16 bytes.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket<F>([ProofSlot<F>; BUCKET_SIZE]);

/// A table of a fixed size from Zobrist keys to entries.
///
/// The whole key is compared. Two positions with the same 64 bits would be mixed up; in
/// a search of a hundred million positions the chance of that is about one in ten
/// thousand.
pub(super) struct ProofTable<F> {
    buckets: Vec<Bucket<F>>,
}

impl<F: ProofTableEntry> ProofTable<F> {
    /// Makes a table that takes no more than this much memory, but has at least one bucket.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket<F>>()).max(1);
        // Large tables are laid out by all cores.
        Self { buckets: (0..count).into_par_iter().map(|_| Bucket::default()).collect() }
    }

    /// Removes all entries. Keeps the memory.
    pub(super) fn clear(&mut self) {
        self.buckets.par_iter_mut().for_each(|bucket| *bucket = Bucket::default());
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<F> {
        let bucket = &self.buckets[self.bucket_index(key)].0;
        let slot = bucket.iter().find(|slot| slot.key == key && slot.entry.work() > 0)?;
        Some(slot.entry)
    }

    /// Stores an entry in place of the one of the same position, or else of the one that
    /// took least work.
    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: F) {
        let index = self.bucket_index(key);
        let bucket = &mut self.buckets[index].0;
        let mut chosen = 0;
        for slot in 0..BUCKET_SIZE {
            if bucket[slot].key == key {
                chosen = slot;
                break;
            }
            if bucket[slot].entry.work() < bucket[chosen].entry.work() {
                chosen = slot;
            }
        }
        bucket[chosen] = ProofSlot { key, entry };
    }
}

/// Returns the number of binary digits of a node count, for [`ProofTableEntry::work`].
#[inline]
pub(super) const fn work_of(nodes: u64) -> u8 {
    (64 - nodes.leading_zeros()) as u8 + 1
}
