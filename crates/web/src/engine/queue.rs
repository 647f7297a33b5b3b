//! A queue that is fair: whoever asks takes turns with everybody else who asks, however
//! much one of them asks for.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Jobs that wait, by who asked for them.
#[derive(Debug)]
pub struct FairQueue<K, T> {
    /// Those who have something waiting, in the order of their turns.
    turns: VecDeque<K>,
    jobs: HashMap<K, VecDeque<T>>,
    length: usize,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), jobs: HashMap::new(), length: 0 }
    }
}

impl<K: Clone + Eq + Hash, T> FairQueue<K, T> {
    /// How many jobs wait.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// How many jobs of one who asks wait.
    pub fn len_of(&self, who: &K) -> usize {
        self.jobs.get(who).map_or(0, VecDeque::len)
    }

    /// Forgets those jobs of one who asks that are not to be kept.
    pub fn keep_of(&mut self, who: &K, keep: impl FnMut(&T) -> bool) {
        let Some(own) = self.jobs.get_mut(who) else {
            return;
        };
        let before = own.len();
        own.retain(keep);
        self.length -= before - own.len();
        if own.is_empty() {
            self.jobs.remove(who);
            self.turns.retain(|turn| turn != who);
        }
    }

    /// Adds a job at the end of what `who` has asked for.
    pub fn push(&mut self, who: K, job: T) {
        let own = self.jobs.entry(who.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(who);
        }
        own.push_back(job);
        self.length += 1;
    }

    /// The next job.
    pub fn pop(&mut self) -> Option<T> {
        let who = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&who)?;
        let job = own.pop_front();
        if own.is_empty() {
            self.jobs.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        self.length -= usize::from(job.is_some());
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_a_turn() {
        let mut queue = FairQueue::default();
        for job in 0..3 {
            queue.push("greedy", job);
        }
        queue.push("modest", 10);
        assert_eq!((queue.len(), queue.len_of(&"greedy")), (4, 3));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 1, 2]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn jobs_are_forgotten() {
        let mut queue = FairQueue::default();
        for job in 0..4 {
            queue.push("fickle", job);
        }
        queue.push("patient", 10);
        queue.keep_of(&"nobody", |_| false);
        queue.keep_of(&"fickle", |job| *job == 3);
        assert_eq!((queue.len(), queue.len_of(&"fickle")), (2, 1));
        queue.keep_of(&"fickle", |_| false);
        assert_eq!((queue.len(), queue.pop(), queue.pop()), (1, Some(10), None));
    }
}
