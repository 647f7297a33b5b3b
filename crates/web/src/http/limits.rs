//! How much a visitor may ask for: a bucket of tokens for each kind of request, filled
//! again at a steady pace.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::problem::Problem;

/// What a request is for; each has its own bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Anything at all.
    Any,
    /// A game is created.
    Create,
    /// The engine is asked.
    Analyse,
    /// The engine is watched while it thinks; who steps through a game asks at each step.
    Deepen,
    /// The engine goes through a whole game.
    Evaluate,
    /// A key to a seat is shown, which might be a guess.
    Claim,
    /// Something is worked out that takes a while: a picture, a record.
    Compute,
}

impl Purpose {
    /// How many at once, and how many a second.
    const fn allowance(self) -> (f64, f64) {
        match self {
            Self::Any => (300.0, 60.0),
            Self::Create => (40.0, 0.5),
            Self::Analyse => (30.0, 2.0),
            Self::Deepen => (120.0, 8.0),
            Self::Evaluate => (12.0, 0.1),
            Self::Claim => (20.0, 0.2),
            Self::Compute => (120.0, 20.0),
        }
    }
}

/// How many connections that follow games one visitor may have.
const MOST_STREAMS: usize = 100;

struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    fn fill(&mut self, purpose: Purpose, now: Instant) {
        let (most, a_second) = purpose.allowance();
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + passed * a_second).min(most);
        self.filled = now;
    }
}

/// The buckets of all visitors.
pub struct Limits {
    active: bool,
    buckets: Mutex<HashMap<(IpAddr, Purpose), Bucket>>,
    streams: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Limits {
    /// With all buckets full; if not active, there are no limits.
    #[must_use]
    pub fn new(active: bool) -> Self {
        Self { active, buckets: Mutex::default(), streams: Arc::default() }
    }

    /// Takes a token from a visitor's bucket.
    ///
    /// # Errors
    /// If there is none left.
    pub fn take(&self, visitor: IpAddr, purpose: Purpose) -> Result<(), Problem> {
        if !self.active {
            return Ok(());
        }
        self.take_at(visitor, purpose, Instant::now())
    }

    fn take_at(&self, visitor: IpAddr, purpose: Purpose, now: Instant) -> Result<(), Problem> {
        let (most, a_second) = purpose.allowance();
        let mut buckets = lock(&self.buckets);
        let bucket = buckets
            .entry((network(visitor), purpose))
            .or_insert(Bucket { tokens: most, filled: now });
        bucket.fill(purpose, now);
        if bucket.tokens < 1.0 {
            let seconds = ((1.0 - bucket.tokens) / a_second).ceil();
            return Err(Problem::too_many(seconds as u64));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    /// Counts a connection that follows a game, as long as what is returned lives.
    ///
    /// # Errors
    /// If the visitor has too many.
    pub fn open_stream(&self, visitor: IpAddr) -> Result<Streams, Problem> {
        let network = network(visitor);
        let mut streams = lock(&self.streams);
        let count = streams.entry(network).or_default();
        if self.active && *count >= MOST_STREAMS {
            return Err(Problem::too_many(10));
        }
        *count += 1;
        drop(streams);
        Ok(Streams { network, streams: Arc::clone(&self.streams) })
    }

    /// Forgets visitors whose buckets are full again.
    pub fn forget_the_calm(&self) {
        self.forget_the_calm_at(Instant::now());
    }

    fn forget_the_calm_at(&self, now: Instant) {
        lock(&self.buckets).retain(|(_, purpose), bucket| {
            bucket.fill(*purpose, now);
            bucket.tokens < purpose.allowance().0
        });
    }
}

/// A connection that is counted.
pub struct Streams {
    network: IpAddr,
    streams: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Streams {
    fn drop(&mut self) {
        let mut streams = lock(&self.streams);
        if let Some(count) = streams.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                streams.remove(&self.network);
            }
        }
    }
}

/// Numbers and counts stay true even if a thread panics while it holds them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whoever has an IPv6 address has 2^64 of them: the network counts.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & (u128::MAX << 64)).into()),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn buckets_empty_and_fill_again() {
        let limits = Limits::new(true);
        let (a, b) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let now = Instant::now();
        let create = |visitor, now| limits.take_at(visitor, Purpose::Create, now);
        assert_eq!((0..1000).take_while(|_| create(a, now).is_ok()).count(), 40);
        assert_eq!(create(a, now).unwrap_err().retry_after, Some(2));
        assert!(limits.take_at(a, Purpose::Any, now).is_ok());
        assert!(create(b, now).is_ok());
        assert!(create(a, now + Duration::from_secs(2)).is_ok());
        limits.forget_the_calm_at(now + Duration::from_secs(1000));
        assert!(lock(&limits.buckets).is_empty());
    }

    #[test]
    fn streams_are_counted_while_they_last() {
        let limits = Limits::new(true);
        let a = IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]);
        let same = IpAddr::from([0x2001, 0xdb8, 0, 1, 9, 9, 9, 9]);
        let open: Vec<_> = (0..MOST_STREAMS).map(|_| limits.open_stream(a).unwrap()).collect();
        assert!(limits.open_stream(same).is_err());
        drop(open);
        assert!(limits.open_stream(same).is_ok());
    }
}
