//! Rate limits: a token bucket for each network and purpose, and a cap on event streams.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::network_counts::{CountGuard, NetworkCounts};
use crate::problem::Problem;

/// The network of a visitor: an IPv4 address, or the /64 of an IPv6 address, since
/// whoever has one of those has 2^64 addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & (u128::MAX << 64)).into()),
            v4 => v4,
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The purpose of a request; each has its own buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Any request, except for assets.
    Any,
    /// Fetching a script, a style sheet or a module. Browsers fetch all of them at once, to keep them
    /// for use without a network, and a whole class may do so at the same time.
    Asset,
    /// Creating a game.
    Create,
    /// Changing a game: a move, an offer, anything that is stored.
    Change,
    /// Asking the engine.
    Analyse,
    /// Streaming an analysis; stepping through a game asks for one at each step.
    Deepen,
    /// Evaluating a whole game.
    Evaluate,
    /// Showing the key of a seat, which might be a guess.
    Claim,
    /// Computing something that takes a while: an image, a record.
    Compute,
    /// Drawing pixels.
    Draw,
}

impl Purpose {
    const ALL: [Self; 10] = [
        Self::Any,
        Self::Asset,
        Self::Create,
        Self::Change,
        Self::Analyse,
        Self::Deepen,
        Self::Evaluate,
        Self::Claim,
        Self::Compute,
        Self::Draw,
    ];

    /// Capacity of a bucket and the time in which one token is refilled.
    fn quota(self) -> Quota {
        let (burst, millis) = match self {
            Self::Any => (300, 17),
            Self::Asset => (5_000, 2),
            Self::Create => (40, 2_000),
            // Fifty people behind one address who move every five seconds.
            Self::Change => (200, 100),
            Self::Analyse => (30, 500),
            Self::Deepen => (120, 125),
            Self::Evaluate => (12, 10_000),
            Self::Claim => (20, 5_000),
            Self::Compute => (120, 50),
            Self::Draw => (400, 25),
        };
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(Duration::from_millis(millis));
        quota.unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(burst)
    }
}

/// Maximum number of event streams and live connections per network.
const MAX_STREAMS: usize = 200;

type Buckets<C> =
    RateLimiter<Network, HashMapStateStore<Network>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The rate limits of all visitors.
pub(crate) struct RateLimits<C: Clock = DefaultClock> {
    enabled: bool,
    clock: C,
    buckets: [Buckets<C>; Purpose::ALL.len()],
    streams: NetworkCounts,
}

impl RateLimits {
    /// Creates full buckets; if not `enabled`, nothing is limited.
    pub(crate) fn new(enabled: bool) -> Self {
        Self::with_clock(enabled, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(enabled: bool, clock: C) -> Self {
        let buckets =
            Purpose::ALL.map(|p| RateLimiter::hashmap_with_clock(p.quota(), clock.clone()));
        Self { enabled, clock, buckets, streams: NetworkCounts::default() }
    }

    /// Takes a token from the bucket of a network.
    ///
    /// # Errors
    /// If the bucket is empty.
    pub(crate) fn take(&self, network: Network, purpose: Purpose) -> Result<(), Problem> {
        self.take_many(network, purpose, 1)
    }

    /// Takes several tokens from the bucket of a network: all of them if it has less room.
    ///
    /// # Errors
    /// If the bucket has too few.
    pub(crate) fn take_many(
        &self,
        network: Network,
        purpose: Purpose,
        tokens: u32,
    ) -> Result<(), Problem> {
        let tokens = NonZeroU32::new(tokens).map(|tokens| tokens.min(purpose.quota().burst_size()));
        let Some(tokens) = tokens.filter(|_| self.enabled) else {
            return Ok(());
        };
        let Ok(taken) = self.buckets[purpose as usize].check_key_n(&network, tokens) else {
            // Cannot happen, since no more than the whole bucket is asked for.
            return Err(Problem::too_many(1));
        };
        taken.map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            Problem::too_many(wait.as_millis().div_ceil(1000) as u64)
        })
    }

    /// Counts an event stream as long as the returned guard lives.
    ///
    /// # Errors
    /// If the network has too many.
    pub(crate) fn open_stream(&self, network: Network) -> Result<CountGuard, Problem> {
        let allows = |_, own| !self.enabled || own < MAX_STREAMS;
        self.streams.open(network, allows).ok_or_else(|| Problem::too_many(10))
    }

    /// Forgets the networks whose buckets are full again.
    pub(crate) fn forget_idle(&self) {
        for buckets in &self.buckets {
            buckets.retain_recent();
            buckets.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn v4(last: u8) -> Network {
        IpAddr::from([10, 0, 0, last]).into()
    }

    #[test]
    fn buckets_empty_and_refill() {
        let clock = FakeRelativeClock::default();
        let limits = RateLimits::with_clock(true, clock.clone());
        let create = |network| limits.take(network, Purpose::Create);
        assert_eq!((0..1000).take_while(|_| create(v4(1)).is_ok()).count(), 40);
        assert_eq!(create(v4(1)).unwrap_err().retry_after, Some(2));
        assert!(limits.take(v4(1), Purpose::Any).is_ok());
        assert!(create(v4(2)).is_ok());
        clock.advance(Duration::from_secs(2));
        assert!(create(v4(1)).is_ok());
        clock.advance(Duration::from_secs(1000));
        limits.forget_idle();
        assert!(limits.buckets.iter().all(|buckets| buckets.is_empty()));
    }

    #[test]
    fn several_tokens_are_taken_at_once() {
        let clock = FakeRelativeClock::default();
        let limits = RateLimits::with_clock(true, clock.clone());
        let draw = |tokens| limits.take_many(v4(1), Purpose::Draw, tokens);
        assert!(draw(150).is_ok() && draw(150).is_ok());
        assert_eq!(draw(150).unwrap_err().retry_after, Some(2));
        assert!(draw(100).is_ok(), "less is still there");
        clock.advance(Duration::from_secs(10));
        assert!(draw(1_000_000).is_ok(), "as much as the bucket holds");
        assert!(draw(1).is_err());
    }

    #[test]
    fn an_ipv6_network_is_a_64() {
        let of = |segments: [u16; 8]| Network::from(IpAddr::from(segments));
        assert_eq!(of([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]), of([0x2001, 0xdb8, 0, 1, 9, 9, 9, 9]));
        assert_ne!(of([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]), of([0x2001, 0xdb8, 0, 2, 0, 0, 0, 1]));
        // The names by which queues know their owners.
        let name = |segments| of(segments).to_string();
        assert_eq!(
            name([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]),
            name([0x2001, 0xdb8, 0, 1, 9, 9, 9, 9])
        );
        assert_eq!(of([0, 0, 0, 0, 0, 0xffff, 0x0a00, 0x0001]), v4(1), "mapped IPv4");
    }

    #[test]
    fn streams_are_counted_while_they_last() {
        let limits = RateLimits::new(true);
        let a = IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1]).into();
        let same = IpAddr::from([0x2001, 0xdb8, 0, 1, 9, 9, 9, 9]).into();
        let open: Vec<_> = (0..MAX_STREAMS).map(|_| limits.open_stream(a).unwrap()).collect();
        assert!(limits.open_stream(same).is_err());
        drop(open);
        assert!(limits.open_stream(same).is_ok());
    }
}
