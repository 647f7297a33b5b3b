//! The transposition table, shared by all threads, and by engines in other places if they search
//! together.
//!
//! A slot is two words that are written one after the other without a lock. The second
//! holds a check made from the Zobrist key and the first, so that halves of two different
//! writes never pass for an entry.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cairn_games::zobrist::mix;

use super::joint_search::{HEADER_WORDS, JointSearch, LINE_WORDS, SharedMemory};
use super::value::{ProofFlags, Value};
use crate::parallel::fill_with_defaults;

/// Relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// The stored value is the true one.
    Exact,
}

impl Bound {
    /// Returns the bound that a value found with this window is.
    #[inline]
    pub(crate) const fn of(value: Value, alpha: Value, beta: Value) -> Self {
        if value <= alpha {
            Self::Upper
        } else if value >= beta {
            Self::Lower
        } else {
            Self::Exact
        }
    }

    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Upper,
            1 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The bits of the best move.
    pub(crate) move_bits: Option<u64>,
    /// Depth of the search.
    pub(crate) depth: i32,
    /// The value, with the distance to the end counted from this position.
    pub(crate) value: Value,
    /// The relation of the value to the true one.
    pub(crate) bound: Bound,
    /// Facts that are proved.
    pub(crate) proof: ProofFlags,
}

/// First word: 0 for no move or a move's bits plus one (48), depth (8), proof (4), bound
/// (2). Second word: check (44), age (4), value (16).
#[derive(Clone, Copy)]
struct Slot {
    data: u64,
    check: u64,
}

/// A slot in memory.
#[derive(Debug, Default)]
struct AtomicSlot {
    data: AtomicU64,
    check: AtomicU64,
}

const MOVE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 8;
const PROOF_SHIFT: u32 = 2;
const CHECK_SHIFT: u32 = 20;
const AGE_SHIFT: u32 = 16;

/// Ages are counted modulo this number.
const AGES: u64 = 16;

/// Moves with more bits than this are not stored.
const MAX_MOVE_BITS: u64 = (1 << 48) - 2;

/// Largest size of a table, so that sizes can be computed without overflow.
const MAX_MEGABYTES: usize = 1 << 20;

/// Slots of a bucket.
const BUCKET_SIZE: usize = 4;

/// The places for a position.
trait Bucket {
    fn load(&self, slot: usize) -> Slot;
    fn store(&self, slot: usize, words: Slot);
}

/// A bucket in the memory of this program. It fills a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct OwnBucket([AtomicSlot; BUCKET_SIZE]);

impl Bucket for OwnBucket {
    #[inline]
    fn load(&self, slot: usize) -> Slot {
        let slot = &self.0[slot];
        Slot { check: slot.check.load(Relaxed), data: slot.data.load(Relaxed) }
    }

    #[inline]
    fn store(&self, slot: usize, words: Slot) {
        self.0[slot].data.store(words.data, Relaxed);
        self.0[slot].check.store(words.check, Relaxed);
    }
}

/// Buckets in memory that several engines share.
#[derive(Debug)]
struct SharedBuckets {
    memory: Arc<dyn SharedMemory>,
    /// Number of buckets, a power of two, less one.
    mask: usize,
}

impl SharedBuckets {
    fn new(memory: Arc<dyn SharedMemory>) -> Self {
        let buckets = memory.words().saturating_sub(HEADER_WORDS) / LINE_WORDS;
        Self { memory, mask: (1 << buckets.max(1).ilog2()) - 1 }
    }

    fn bucket(&self, key: u64) -> SharedBucket<'_> {
        let first = HEADER_WORDS + (key as usize & self.mask) * LINE_WORDS;
        SharedBucket { memory: &*self.memory, first, words: self.memory.load_line(first) }
    }
}

/// A bucket in memory that several engines share, as it was when it was looked at.
struct SharedBucket<'a> {
    memory: &'a dyn SharedMemory,
    first: usize,
    words: [u64; LINE_WORDS],
}

impl Bucket for SharedBucket<'_> {
    #[inline]
    fn load(&self, slot: usize) -> Slot {
        Slot { data: self.words[2 * slot], check: self.words[2 * slot + 1] }
    }

    #[inline]
    fn store(&self, slot: usize, words: Slot) {
        self.memory.store(self.first + 2 * slot, words.data);
        self.memory.store(self.first + 2 * slot + 1, words.check);
    }
}

/// Number of plies of depth that an entry loses in replacement value with each search
/// since its own.
const AGE_PENALTY: i32 = 4;

#[inline]
const fn check(key: u64, data: u64) -> u64 {
    (key ^ data ^ data << CHECK_SHIFT) >> CHECK_SHIFT
}

impl Entry {
    fn data(&self) -> u64 {
        let mv = match self.move_bits {
            Some(bits) if bits <= MAX_MOVE_BITS => bits + 1,
            _ => 0,
        };
        let depth = self.depth.clamp(0, u8::MAX.into()) as u64;
        mv << MOVE_SHIFT
            | depth << DEPTH_SHIFT
            | u64::from(self.proof.bits()) << PROOF_SHIFT
            | self.bound as u64
    }

    fn from_words(data: u64, check: u64) -> Self {
        Self {
            move_bits: (data >> MOVE_SHIFT).checked_sub(1),
            depth: (data >> DEPTH_SHIFT) as u8 as i32,
            value: check as u16 as i16 as Value,
            bound: Bound::from_bits(data),
            proof: ProofFlags::from_bits((data >> PROOF_SHIFT) as u8),
        }
    }
}

/// A table of a fixed size from Zobrist keys to entries.
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    /// A power of two; none until first used.
    buckets: Vec<OwnBucket>,
    /// Used instead of them in searches of several engines.
    shared: Option<SharedBuckets>,
    /// Number of buckets asked for; there may be fewer.
    wanted: usize,
    age: u64,
    /// Number of searches in this game, up to [`AGES`].
    searches: u64,
    /// Mixed into the checks of all keys, so that entries of earlier games are not found.
    salt: u64,
}

impl TranspositionTable {
    /// Makes sure that the table has the largest size that fits into this many MiB. A
    /// table whose size changes loses its entries.
    pub(crate) fn reserve(&mut self, megabytes: usize) {
        if self.shared.is_some() {
            *self = Self::default();
        }
        let megabytes = megabytes.clamp(1, MAX_MEGABYTES);
        let buckets = (megabytes << 20) / size_of::<OwnBucket>();
        self.resize(1 << buckets.ilog2());
    }

    /// Uses the memory that the engines of a search share, instead of memory of its own.
    pub(crate) fn share(&mut self, joint: &JointSearch) {
        let JointSearch { memory, searches_before, searches_forgotten, .. } = joint;
        *self = Self {
            shared: Some(SharedBuckets::new(Arc::clone(memory))),
            // As in the tables of the other engines.
            age: searches_before % AGES,
            searches: searches_before.saturating_sub(*searches_forgotten).min(AGES),
            salt: mix(searches_forgotten + 1),
            ..Self::default()
        };
    }

    /// Ages all entries by one: older ones are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
        self.searches = (self.searches + 1).min(AGES);
    }

    /// Makes all entries unreachable, without touching the memory.
    pub(crate) fn new_game(&mut self) {
        self.salt = mix(self.salt + 1);
        self.searches = 0;
    }

    /// Takes less memory if there is not so much.
    fn resize(&mut self, mut buckets: usize) {
        if self.wanted == buckets {
            return;
        }
        self.wanted = buckets;
        self.buckets = Vec::new();
        while self.buckets.try_reserve_exact(buckets).is_err() && buckets > 1 {
            buckets /= 2;
        }
        // Large tables are zeroed by all cores.
        fill_with_defaults(&mut self.buckets, buckets);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &OwnBucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Begins to load what [`TranspositionTable::probe`] will read.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        if self.shared.is_none() {
            cairn_simd::prefetch(self.bucket(key));
        }
    }

    /// Returns the entry of the position with this Zobrist key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let salted = key ^ self.salt;
        match &self.shared {
            None => probe_bucket(self.bucket(key), salted),
            Some(shared) => probe_bucket(&shared.bucket(key), salted),
        }
        .map(|(_, entry)| entry)
    }

    /// Stores an entry in place of the one of least value in its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        match &self.shared {
            None => self.store_in_bucket(self.bucket(key), key, entry),
            Some(shared) => self.store_in_bucket(&shared.bucket(key), key, entry),
        }
    }

    #[inline]
    fn store_in_bucket(&self, bucket: &impl Bucket, key: u64, mut entry: Entry) {
        let key = key ^ self.salt;
        let slot = match probe_bucket(bucket, key) {
            // Another thread may have settled the position in the meantime.
            Some((_, old)) if old.proof.is_settled() && !entry.proof.is_settled() => return,
            Some((slot, old)) => {
                entry.move_bits = entry.move_bits.or(old.move_bits);
                entry.proof = entry.proof.and(old.proof);
                slot
            }
            None => self.slot_to_replace(bucket),
        };
        bucket.store(slot, Slot::new(key, &entry, self.age));
    }

    fn slot_to_replace(&self, bucket: &impl Bucket) -> usize {
        let value = |&slot: &usize| bucket.load(slot).replacement_value(self.age, self.searches);
        (0..BUCKET_SIZE).min_by_key(value).unwrap_or(0)
    }
}

/// Returns the slot with the entry of a position, and the entry.
#[inline]
fn probe_bucket(bucket: &impl Bucket, key: u64) -> Option<(usize, Entry)> {
    (0..BUCKET_SIZE).find_map(|slot| Some((slot, bucket.load(slot).entry(key)?)))
}

impl Slot {
    fn new(key: u64, entry: &Entry, age: u64) -> Self {
        let data = entry.data();
        let check = check(key, data) << CHECK_SHIFT
            | age << AGE_SHIFT
            | u64::from(entry.value as i16 as u16);
        Self { data, check }
    }

    /// Returns the entry, if it is one of this position.
    #[inline]
    fn entry(self, key: u64) -> Option<Entry> {
        let Self { data, check: word } = self;
        (word >> CHECK_SHIFT == check(key, data) && data != 0)
            .then(|| Entry::from_words(data, word))
    }

    /// Deep and recent entries are worth most; an empty slot, or one of an earlier game,
    /// nothing.
    fn replacement_value(self, age: u64, searches: u64) -> i32 {
        let Self { data, check } = self;
        let written = check >> AGE_SHIFT;
        let searches_ago = age.wrapping_sub(written) % AGES;
        if data == 0 || searches_ago >= searches.max(1) {
            return i32::MIN;
        }
        (data >> DEPTH_SHIFT) as u8 as i32 - AGE_PENALTY * searches_ago as i32
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;

    use super::*;

    fn entry(random: &mut Random) -> Entry {
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        Entry {
            move_bits: (random.below(4) > 0).then(|| random.below(1 << 46)),
            depth: random.below(100) as i32 + 1,
            value: random.below(64_000) as i32 - 32_000,
            bound: bounds[random.below(3) as usize],
            proof: ProofFlags::from_bits(random.below(16) as u8),
        }
    }

    #[test]
    fn gives_back_what_was_put_in_and_nothing_else() {
        let mut table = TranspositionTable::default();
        table.reserve(1);
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let (key, entry) = (random.next_u64(), entry(&mut random));
            assert_eq!(table.probe(key), None);
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
    }

    #[test]
    fn certainties_and_moves_outlive_what_is_found_later() {
        let mut table = TranspositionTable::default();
        table.reserve(1);
        let known = Entry {
            move_bits: Some(5),
            depth: 3,
            value: 0,
            bound: Bound::Exact,
            proof: ProofFlags::NOT_LOST,
        };
        table.store(9, known);
        table.store(9, Entry { move_bits: None, depth: 4, proof: ProofFlags::NOT_WON, ..known });
        let drawn = Entry { depth: 4, proof: ProofFlags::DRAWN, ..known };
        assert_eq!(table.probe(9), Some(drawn));
        table.store(9, Entry { value: 7, proof: ProofFlags::NONE, ..known });
        assert_eq!(table.probe(9), Some(drawn));
    }

    #[test]
    fn sizes_are_powers_of_two_within_the_limit() {
        let mut table = TranspositionTable::default();
        for (megabytes, buckets) in [(0, 1 << 14), (1, 1 << 14), (3, 1 << 15), (64, 1 << 20)] {
            table.reserve(megabytes);
            assert_eq!(table.buckets.len(), buckets);
        }
    }

    #[test]
    fn a_new_game_keeps_the_memory_and_no_entry() {
        let mut table = TranspositionTable::default();
        table.reserve(1);
        table.new_search();
        let mut random = Random::new(2);
        let entries: Vec<_> =
            (0..50_000).map(|_| (random.next_u64(), entry(&mut random))).collect();
        entries.iter().for_each(|&(key, entry)| table.store(key, entry));
        let memory = table.buckets.as_ptr();
        table.new_game();
        table.new_search();
        assert_eq!(table.buckets.as_ptr(), memory);
        assert!(entries.iter().all(|&(key, _)| table.probe(key).is_none()));
        // Old entries do not take the place of new ones, however deep they are.
        let mut fresh = TranspositionTable::default();
        fresh.reserve(1);
        fresh.new_search();
        for &(key, entry) in &entries {
            let shallow = Entry { depth: 1, ..entry };
            table.store(key, shallow);
            fresh.store(key, shallow);
        }
        for &(key, _) in &entries {
            assert_eq!(table.probe(key), fresh.probe(key));
        }
    }
}
