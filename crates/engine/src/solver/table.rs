//! What has been found out about positions, in a table of fixed size.

/// Something found out about a position.
pub(super) trait Finding: Copy + Default {
    /// How much work it took, on any scale that grows with it. What took least is
    /// forgotten first; 0 is for an unused place.
    fn work(&self) -> u8;
}

/// How many places there are for positions that fall together.
const WAYS: usize = 4;

#[derive(Clone, Copy, Default)]
struct Slot<F> {
    key: u64,
    finding: F,
}

/// Places for positions that fall together, in one line of the processor's cache if a
/// place takes 16 bytes.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<F>([Slot<F>; WAYS]);

/// A table from the keys of positions to what has been found out about them.
///
/// The whole key is compared. Two positions with the same 64 bits would be mixed up; in
/// a search of a hundred million positions the chance of that is about one in ten
/// thousand.
pub(super) struct Table<F> {
    buckets: Vec<Bucket<F>>,
}

impl<F: Finding> Table<F> {
    /// A table that takes no more than this much memory, but has at least one place.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket<F>>()).max(1);
        Self { buckets: vec![Bucket([Slot::default(); WAYS]); count] }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<F> {
        let bucket = &self.buckets[self.place(key)].0;
        let slot = bucket.iter().find(|slot| slot.key == key && slot.finding.work() > 0)?;
        Some(slot.finding)
    }

    /// Keeps what was found in place of what was known of the same position, or else of
    /// what took least work.
    #[inline]
    pub(super) fn set(&mut self, key: u64, finding: F) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place].0;
        let mut chosen = 0;
        for way in 0..WAYS {
            if bucket[way].key == key {
                chosen = way;
                break;
            }
            if bucket[way].finding.work() < bucket[chosen].finding.work() {
                chosen = way;
            }
        }
        bucket[chosen] = Slot { key, finding };
    }
}

/// Work on a scale for [`Finding::work`]: the number of binary digits of the nodes.
#[inline]
pub(super) const fn work_of(nodes: u64) -> u8 {
    (64 - nodes.leading_zeros()) as u8 + 1
}
