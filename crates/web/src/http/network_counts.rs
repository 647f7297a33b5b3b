//! Counts of open things per network: connections, event streams.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Network;

/// Counts of what is open, in all and per network.
#[derive(Clone, Debug, Default)]
pub(crate) struct NetworkCounts(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    by_network: HashMap<Network, usize>,
}

impl NetworkCounts {
    /// Counts one more as long as the returned guard lives, unless `allows` refuses it. That
    /// is given the numbers that are open, in all and of the network.
    pub(crate) fn open(
        &self,
        network: Network,
        allows: impl FnOnce(usize, usize) -> bool,
    ) -> Option<CountGuard> {
        let mut counts = self.lock();
        let own = counts.by_network.get(&network).copied().unwrap_or(0);
        if !allows(counts.total, own) {
            return None;
        }
        counts.total += 1;
        counts.by_network.insert(network, own + 1);
        drop(counts);
        Some(CountGuard { network, counts: self.clone() })
    }

    /// Counts stay true even if a thread panics while it holds them.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that is counted as long as this lives.
#[derive(Debug)]
pub(crate) struct CountGuard {
    network: Network,
    counts: NetworkCounts,
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.total -= 1;
        if let Some(own) = counts.by_network.get_mut(&self.network) {
            *own -= 1;
            if *own == 0 {
                counts.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn what_is_open_is_counted() {
        let counts = NetworkCounts::default();
        let network = |last: u8| Network::from(IpAddr::from([10, 0, 0, last]));
        let first = counts.open(network(1), |total, own| (total, own) == (0, 0)).unwrap();
        let second = counts.open(network(1), |total, own| (total, own) == (1, 1)).unwrap();
        let other = counts.open(network(2), |total, own| (total, own) == (2, 0)).unwrap();
        assert!(counts.open(network(2), |_, _| false).is_none());
        drop((first, other));
        assert_eq!(counts.lock().total, 1);
        assert_eq!(counts.lock().by_network.len(), 1);
        drop(second);
        assert!(counts.lock().by_network.is_empty());
    }
}
