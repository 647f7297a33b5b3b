//! A fair job queue: owners take turns, however many jobs one of them has.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Queued jobs by owner.
#[derive(Debug)]
pub(super) struct FairQueue<K, T> {
    /// Owners with queued jobs, in the order of their turns.
    turns: VecDeque<K>,
    /// The owner of the job that was taken last. Its next turn comes after those of all who
    /// come before the next job is taken.
    last: Option<K>,
    jobs: HashMap<K, VecDeque<T>>,
    length: usize,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), last: None, jobs: HashMap::new(), length: 0 }
    }
}

impl<K: Clone + Eq + Hash, T> FairQueue<K, T> {
    /// Number of queued jobs.
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// Number of queued jobs of an owner.
    pub(super) fn len_of(&self, owner: &K) -> usize {
        self.jobs.get(owner).map_or(0, VecDeque::len)
    }

    /// Removes the jobs of an owner that `keep` refuses.
    pub(super) fn retain_of(&mut self, owner: &K, keep: impl FnMut(&T) -> bool) {
        let Some(own) = self.jobs.get_mut(owner) else {
            return;
        };
        let before = own.len();
        own.retain(keep);
        self.length -= before - own.len();
        if own.is_empty() {
            self.jobs.remove(owner);
            self.turns.retain(|turn| turn != owner);
        }
    }

    /// Adds a job behind those of the same owner.
    pub(super) fn push(&mut self, owner: K, job: T) {
        let own = self.jobs.entry(owner.clone()).or_default();
        if own.is_empty() && self.last.as_ref() != Some(&owner) {
            self.turns.push_back(owner);
        }
        own.push_back(job);
        self.length += 1;
    }

    /// Takes the next job.
    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.last.take().filter(|last| self.jobs.contains_key(last));
        self.turns.extend(last);
        let owner = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&owner)?;
        let job = own.pop_front();
        if own.is_empty() {
            self.jobs.remove(&owner);
        }
        self.last = Some(owner);
        self.length -= usize::from(job.is_some());
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_take_turns() {
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
    fn newcomers_come_before_the_one_who_was_served_last() {
        let mut queue = FairQueue::default();
        for job in 0..3 {
            queue.push("greedy", job);
        }
        assert_eq!(queue.pop(), Some(0));
        queue.push("modest", 10);
        assert_eq!(queue.pop(), Some(10));
        // Coming back at once does not help to be served again and again.
        queue.push("modest", 11);
        queue.push("other", 20);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [1, 20, 11, 2]);
    }

    #[test]
    fn jobs_are_removed() {
        let mut queue = FairQueue::default();
        for job in 0..4 {
            queue.push("fickle", job);
        }
        queue.push("patient", 10);
        queue.retain_of(&"nobody", |_| false);
        queue.retain_of(&"fickle", |job| *job == 3);
        assert_eq!((queue.len(), queue.len_of(&"fickle")), (2, 1));
        queue.retain_of(&"fickle", |_| false);
        assert_eq!((queue.len(), queue.pop(), queue.pop()), (1, Some(10), None));
        queue.push("fickle", 5);
        queue.push("fickle", 6);
        assert_eq!(queue.pop(), Some(5));
        queue.retain_of(&"fickle", |_| false);
        queue.push("fickle", 7);
        assert_eq!((queue.pop(), queue.pop(), queue.len()), (Some(7), None, 0));
    }
}
