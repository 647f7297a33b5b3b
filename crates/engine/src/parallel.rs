//! Work on several threads with results that do not depend on their number.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Longest time between two calls of `take`.
const TICK: Duration = Duration::from_millis(20);

/// Runs `job` with the numbers from 0 up on this many threads, and passes the results to
/// `take` in the order of the numbers until it breaks. Between results `take` is called
/// with `None` now and then.
///
/// Results are passed on as soon as their turn comes, so that few are kept in memory.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use cairn_engine::parallel::in_order;
///
/// let mut squares = Vec::new();
/// in_order(4, 5, |number| number * number, |square| {
///     squares.extend(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn in_order<R: Send>(
    threads: usize,
    jobs: u64,
    job: impl Fn(u64) -> R + Sync,
    mut take: impl FnMut(Option<R>) -> ControlFlow<()>,
) {
    let next = AtomicU64::new(0);
    let enough = AtomicBool::new(false);
    let threads = threads.max(1);
    // A full channel makes quick threads wait, so that little is kept in memory.
    let (sender, results) = mpsc::sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, enough, job) = (&next, &enough, &job);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= jobs || sender.send((number, job(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Moved here, so that threads that wait to send end with this closure.
        let results = results;
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        loop {
            match results.recv_timeout(TICK) {
                Ok((number, result)) => {
                    waiting.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let mut flow = take(None);
            while flow.is_continue()
                && let Some(result) = waiting.remove(&turn)
            {
                turn += 1;
                flow = take(Some(result));
            }
            if flow.is_break() {
                enough.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

/// Threads that help the calling thread with one piece of work after another.
#[derive(Debug, Default)]
pub(crate) struct HelperThreads(Option<ThreadPool>);

impl HelperThreads {
    /// Starts or ends threads until there are this many, or fewer if the system has no more.
    pub(crate) fn resize(&mut self, mut count: usize) {
        if self.len() == count {
            return;
        }
        self.0 = None;
        while count > 0 && self.0.is_none() {
            self.0 = ThreadPoolBuilder::new().num_threads(count).build().ok();
            count /= 2;
        }
    }

    /// Returns the number of threads.
    pub(crate) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// Runs each of the jobs, of which there should be no more than threads, on a thread and
    /// `own` on the calling one. Returns when all have ended.
    pub(crate) fn run<R>(
        &self,
        jobs: impl Iterator<Item: FnOnce() + Send>,
        own: impl FnOnce() -> R,
    ) -> R {
        let Some(pool) = &self.0 else { return own() };
        pool.in_place_scope(|scope| {
            for job in jobs {
                scope.spawn(|_| job());
            }
            own()
        })
    }
}

/// Runs `job` with the numbers below `count` on this many threads and returns the results in the
/// order of the numbers.
///
/// The job is a trait object, because rayon's machinery would otherwise be compiled for each game.
pub(crate) fn map_numbers<R: Send>(
    threads: usize,
    count: usize,
    job: &(dyn Fn(usize) -> R + Sync),
) -> Vec<R> {
    let map = || (0..count).into_par_iter().map(job).collect();
    match ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
        Ok(pool) => pool.install(map),
        // A system without threads to give has the ones that are there.
        Err(_) => map(),
    }
}

/// Replaces a list by this many default values, on all cores. It is going to be read in no
/// particular order.
pub(crate) fn fill_with_defaults<T: Default + Send>(list: &mut Vec<T>, count: usize) {
    if list.is_empty() {
        list.reserve_exact(count);
        cairn_simd::prefer_huge_pages(list.spare_capacity_mut());
    }
    (0..count).into_par_iter().map(|_| T::default()).collect_into_vec(list);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_they_are_enough() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            let square = |number: u64| number * number;
            in_order(threads, 1_000, square, |square| {
                seen.extend(square);
                if seen.len() == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(seen, (0..50).map(|number| number * number).collect::<Vec<u64>>());
        }
    }
}
