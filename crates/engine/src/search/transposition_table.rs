//! What is remembered of positions already searched, shared by all threads.
//!
//! A slot is two words that are written one after the other without a lock. The second
//! holds a check made from the key and the first, so that halves of two different
//! writes never pass for an entry.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::value::{ProofFlags, Value};

/// How a remembered value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    /// What a value is if it was found with this window.
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

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The bits of the move to try first.
    pub(crate) move_bits: Option<u64>,
    /// How deep the search was.
    pub(crate) depth: i32,
    /// Its value, with the distance to the end counted from this position.
    pub(crate) value: Value,
    /// What the value means.
    pub(crate) bound: Bound,
    /// What is certain.
    pub(crate) proof: ProofFlags,
}

/// First word: 0 for no move or a move's bits plus one (48), depth (8), proof (4), bound
/// (2). Second word: check (44), age (4), value (16).
#[derive(Debug, Default)]
struct Slot {
    data: AtomicU64,
    seal: AtomicU64,
}

const MOVE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 8;
const PROOF_SHIFT: u32 = 2;
const CHECK_SHIFT: u32 = 20;
const AGE_SHIFT: u32 = 16;
const AGES: u64 = 16;

/// Moves with more bits than this are not remembered.
const MAX_MOVE_BITS: u64 = (1 << 48) - 2;

/// No table is larger, so that sizes can be reckoned with.
const MAX_MEGABYTES: usize = 1 << 20;

/// Slots that a position may be kept in; together they fill a cache line.
const BUCKET_SIZE: usize = 4;

/// How many plies of depth an entry loses in worth with each search since its own.
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

    fn from_words(data: u64, seal: u64) -> Self {
        Self {
            move_bits: (data >> MOVE_SHIFT).checked_sub(1),
            depth: (data >> DEPTH_SHIFT) as u8 as i32,
            value: seal as u16 as i16 as Value,
            bound: Bound::from_bits(data),
            proof: ProofFlags::from_bits((data >> PROOF_SHIFT) as u8),
        }
    }
}

/// The table of a fixed size.
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    /// A whole number of buckets, which is a power of two; none until first used.
    slots: Vec<Slot>,
    /// How many slots were asked for; there may be fewer.
    wanted: usize,
    age: u64,
}

impl TranspositionTable {
    /// Makes sure that the table has the largest size that fits into so many mebibytes.
    /// Forgets everything if the size changes.
    pub(crate) fn reserve(&mut self, megabytes: usize) {
        let megabytes = megabytes.clamp(1, MAX_MEGABYTES);
        let buckets = (megabytes << 20) / (BUCKET_SIZE * size_of::<Slot>());
        self.resize(BUCKET_SIZE << buckets.ilog2());
    }

    /// Begins a new age: what is older is given up first.
    pub(crate) const fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Takes less if there is not so much memory.
    fn resize(&mut self, mut slots: usize) {
        if self.wanted == slots {
            return;
        }
        self.wanted = slots;
        self.slots = Vec::new();
        while self.slots.try_reserve_exact(slots).is_err() && slots > BUCKET_SIZE {
            slots /= 2;
        }
        self.slots.resize_with(slots, Slot::default);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / BUCKET_SIZE;
        let first = (key as usize & (buckets - 1)) * BUCKET_SIZE;
        &self.slots[first..first + BUCKET_SIZE]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| slot.get(key))
    }

    /// Remembers what was found, in place of whatever is least worth keeping.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let known = bucket.iter().find_map(|slot| Some((slot, slot.get(key)?)));
        let slot = match known {
            // Another thread may have settled the position in the meantime.
            Some((_, old)) if old.proof.is_settled() && !entry.proof.is_settled() => return,
            Some((slot, old)) => {
                entry.move_bits = entry.move_bits.or(old.move_bits);
                entry.proof = entry.proof.and(old.proof);
                slot
            }
            None => self.slot_to_replace(bucket),
        };
        slot.put(key, &entry, self.age);
    }

    fn slot_to_replace<'a>(&self, bucket: &'a [Slot]) -> &'a Slot {
        let worth = |slot: &&Slot| slot.replacement_value(self.age);
        bucket.iter().min_by_key(worth).unwrap_or(&bucket[0])
    }
}

impl Slot {
    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        let seal = self.seal.load(Relaxed);
        let data = self.data.load(Relaxed);
        (seal >> CHECK_SHIFT == check(key, data) && data != 0)
            .then(|| Entry::from_words(data, seal))
    }

    #[inline]
    fn put(&self, key: u64, entry: &Entry, age: u64) {
        let data = entry.data();
        let seal = check(key, data) << CHECK_SHIFT
            | age << AGE_SHIFT
            | u64::from(entry.value as i16 as u16);
        self.data.store(data, Relaxed);
        self.seal.store(seal, Relaxed);
    }

    /// Deep and recent entries are worth most; an empty slot nothing.
    fn replacement_value(&self, age: u64) -> i32 {
        let data = self.data.load(Relaxed);
        if data == 0 {
            return i32::MIN;
        }
        let written = self.seal.load(Relaxed) >> AGE_SHIFT;
        let age = age.wrapping_sub(written) % AGES;
        (data >> DEPTH_SHIFT) as u8 as i32 - AGE_PENALTY * age as i32
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
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
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
        table.put(9, known);
        table.put(9, Entry { move_bits: None, depth: 4, proof: ProofFlags::NOT_WON, ..known });
        let drawn = Entry { depth: 4, proof: ProofFlags::DRAWN, ..known };
        assert_eq!(table.get(9), Some(drawn));
        table.put(9, Entry { value: 7, proof: ProofFlags::NONE, ..known });
        assert_eq!(table.get(9), Some(drawn));
    }

    #[test]
    fn sizes_are_powers_of_two_within_the_limit() {
        let mut table = TranspositionTable::default();
        for (megabytes, slots) in [(0, 1 << 16), (1, 1 << 16), (3, 1 << 17), (64, 1 << 22)] {
            table.reserve(megabytes);
            assert_eq!(table.slots.len(), slots);
        }
        table.clear();
        assert_eq!(table.slots.capacity(), 0);
    }
}
