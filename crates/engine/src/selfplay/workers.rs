//! Numbered jobs on several threads, with results in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Runs `job` with the numbers from 0 up on so many threads, and shows the results to
/// `take` in the order of the numbers until it breaks. What `take` sees does not depend
/// on how many threads there are.
pub(crate) fn in_order<R: Send>(
    threads: usize,
    jobs: u64,
    job: impl Fn(u64) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
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
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&turn) {
                turn += 1;
                if take(result).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_they_are_enough() {
        for threads in [1, 3] {
            let mut seen = Vec::new();
            in_order(
                threads,
                1_000,
                |number| number * number,
                |square| {
                    seen.push(square);
                    if seen.len() == 50 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!(seen, (0..50).map(|number| number * number).collect::<Vec<u64>>());
        }
    }
}
