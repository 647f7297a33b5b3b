//! One analysis a visitor: whoever sits down at a second desk has left the first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The desks of all visitors.
#[derive(Clone, Debug, Default)]
pub struct Desks(Arc<Mutex<Taken>>);

#[derive(Debug, Default)]
struct Taken {
    /// How many were ever taken, which is the number of the latest.
    count: u64,
    /// Whose desk has which number. The sender only lives here: when it goes, the desk is
    /// lost.
    by_visitor: HashMap<String, (u64, oneshot::Sender<()>)>,
}

/// Where a visitor works, as long as it lives.
#[derive(Debug)]
pub struct Desk {
    desks: Desks,
    who: String,
    number: u64,
    lost: oneshot::Receiver<()>,
}

impl Desks {
    /// Takes a desk; the one that the visitor had is lost.
    #[must_use]
    pub fn take(&self, who: &str) -> Desk {
        let (keep, lost) = oneshot::channel();
        let mut taken = self.lock();
        taken.count += 1;
        let number = taken.count;
        taken.by_visitor.insert(who.to_owned(), (number, keep));
        drop(taken);
        Desk { desks: self.clone(), who: who.to_owned(), number, lost }
    }

    /// How many visitors have one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().by_visitor.len()
    }

    /// Whether nobody has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A count and a map hold no invariant that a panic could break half-way.
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Desk {
    /// Comes to an end when the visitor takes another.
    pub async fn lost(&mut self) {
        let _ = (&mut self.lost).await;
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let mut taken = self.desks.lock();
        let ours =
            taken.by_visitor.get(&self.who).is_some_and(|(number, _)| *number == self.number);
        if ours {
            taken.by_visitor.remove(&self.who);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_newer_desk_takes_the_place_of_the_older() {
        let desks = Desks::default();
        let mut first = desks.take("anna");
        let other = desks.take("ben");
        let second = desks.take("anna");
        first.lost().await;
        drop(first);
        assert_eq!(desks.len(), 2, "leaving a lost desk leaves the newer one");
        drop((second, other));
        assert!(desks.is_empty());
    }
}
