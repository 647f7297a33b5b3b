//! Work that takes the processor for a while, kept off the threads that answer requests.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Longest time a computation waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Niceness of threads that compute for requests: less than that of searches, which take longer.
const NICENESS: i32 = 2;

/// Lowers the priority of this thread and of those it starts, so that what takes no time does not wait
/// for the end of a computation's time slice.
#[cfg(target_os = "linux")]
pub(crate) fn yield_to_requests(niceness: i32) {
    // Linux has a priority for each thread, and takes its number for that of a process.
    let lowered = rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness);
    if let Err(error) = lowered {
        tracing::warn!(%error, "cannot lower the priority of a computation");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn yield_to_requests(_niceness: i32) {}

/// Returns the number of processors.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Runs computations on blocking threads, a bounded number at a time.
#[derive(Clone, Debug)]
pub(crate) struct Compute(Arc<Semaphore>);

impl Compute {
    /// Allows as many computations at a time as there are processors.
    pub(crate) fn new() -> Self {
        Self::with_threads(processors().max(2))
    }

    /// Allows this many computations at a time.
    pub(crate) fn with_threads(threads: usize) -> Self {
        Self(Arc::new(Semaphore::new(threads)))
    }

    /// Runs a computation when it is its turn.
    ///
    /// # Errors
    /// If it panics, or waits too long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = Arc::clone(&self.0).acquire_owned();
        let Ok(Ok(permit)) = tokio::time::timeout(MAX_WAIT, turn).await else {
            return Err(Problem::busy());
        };
        let work = move || {
            // Blocking threads do nothing else.
            yield_to_requests(NICENESS);
            let result = work();
            // Held until the work is done, even if nobody waits for it any more.
            drop(permit);
            result
        };
        Ok(tokio::task::spawn_blocking(work).await?)
    }
}

/// A cache of computed answers, bounded by their bytes. Requests for the same answer at the
/// same time share one computation.
pub(crate) struct AnswerCache<K>(Cache<K, Bytes, ByteWeighter>);

impl<K: Clone + Hash + Eq> AnswerCache<K> {
    /// Creates an empty cache for about this many answers with so many bytes in all.
    pub(crate) fn new(answers: usize, bytes: u64) -> Self {
        Self(Cache::with_weighter(answers, bytes, ByteWeighter))
    }

    /// Whether an answer is cached.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }

    /// Returns the answer with this key, which is computed if it is not cached. Errors are
    /// not cached.
    pub(crate) async fn get_or_compute<F: Future<Output = Result<Bytes, Problem>>>(
        &self,
        key: K,
        compute: impl FnOnce() -> F,
    ) -> Result<Bytes, Problem> {
        self.0.get_or_insert_async(&key, compute()).await
    }
}

/// Weighs answers by their size, with something for the key.
#[derive(Clone, Debug)]
struct ByteWeighter;

impl<K> Weighter<K, Bytes> for ByteWeighter {
    fn weight(&self, _key: &K, answer: &Bytes) -> u64 {
        answer.len() as u64 + 256
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn an_answer_is_computed_once_for_all_who_ask() {
        let cache = Arc::new(AnswerCache::new(2, 600));
        let computed = Arc::new(AtomicUsize::new(0));
        let ask = |key: u32| {
            let (cache, computed) = (Arc::clone(&cache), Arc::clone(&computed));
            tokio::spawn(async move {
                let compute = || async move {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    computed.fetch_add(1, Ordering::Relaxed);
                    Ok(Bytes::from(key.to_string()))
                };
                cache.get_or_compute(key, compute).await.unwrap()
            })
        };
        let asked: Vec<_> = (0..50).map(|number| ask(number % 2)).collect();
        for (number, answer) in asked.into_iter().enumerate() {
            assert_eq!(answer.await.unwrap(), (number % 2).to_string());
        }
        assert_eq!(computed.load(Ordering::Relaxed), 2);
        for key in 2..10 {
            ask(key).await.unwrap();
        }
        assert!(cache.0.len() <= 2 && cache.0.weight() <= 600, "the cache is bounded");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_is_an_error() {
        let compute = Compute::new();
        let problem = compute.run(|| panic!("a mistake")).await.unwrap_err();
        assert_eq!(problem.code, "internal");
        assert_eq!(compute.run(|| 7).await.unwrap(), 7);
    }
}
