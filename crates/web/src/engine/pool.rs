//! The worker pool: a few threads that search for all games and visitors.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cairn_engine::{Report, SearchError, StopFlag};
use tokio::sync::{oneshot, watch};

use super::fair_queue::FairQueue;
use super::opponents::{Opponents, Queue, SearchJob};

/// Maximum number of queued moves.
const MAX_MOVES: usize = 20_000;
/// Maximum number of queued analyses, in all and per network, which several visitors may
/// share.
const MAX_ANALYSES: usize = 256;
const MAX_ANALYSES_EACH: usize = 8;

/// The result of a search.
pub type SearchResult = Result<Report, SearchError>;

struct QueuedJob {
    job: SearchJob,
    stop: StopFlag,
    answer: oneshot::Sender<SearchResult>,
    reports: watch::Sender<Option<Report>>,
    queued: Instant,
}

#[derive(Default)]
struct Queues {
    queues: [FairQueue<String, QueuedJob>; 3],
    closed: bool,
}

struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
    opponents: Arc<dyn Opponents>,
    thinking: AtomicUsize,
    done: AtomicU64,
    waited_micros: AtomicU64,
    thought_micros: AtomicU64,
}

/// The worker pool.
#[derive(Clone)]
pub struct WorkerPool(Arc<Shared>);

/// Statistics of the pool, for the metrics.
#[derive(Clone, Copy, Debug)]
pub struct PoolStats {
    /// Queued jobs: quick moves, slow moves, analyses.
    pub waiting: [usize; 3],
    /// Threads that are searching.
    pub thinking: usize,
    /// Searches done.
    pub done: u64,
    /// Seconds that jobs spent in the queue.
    pub waited: f64,
    /// Seconds spent searching.
    pub thought: f64,
}

/// A queued or running search, which stops when this is dropped.
#[derive(Debug)]
pub struct PendingSearch {
    answer: oneshot::Receiver<SearchResult>,
    reports: watch::Receiver<Option<Report>>,
    stop: StopFlag,
}

/// An event of a search.
#[derive(Debug)]
pub enum SearchEvent {
    /// The latest intermediate result.
    Improved(Report),
    /// The result; `None` if the pool was closed.
    Done(Option<SearchResult>),
}

impl PendingSearch {
    /// Waits for the result; `None` if the pool was closed.
    pub async fn finish(mut self) -> Option<SearchResult> {
        (&mut self.answer).await.ok()
    }

    /// Waits for the next event. Nothing is lost if the future is dropped.
    pub async fn next(&mut self) -> SearchEvent {
        tokio::select! {
            biased;
            Ok(()) = self.reports.changed() => {
                let report = self.reports.borrow_and_update().clone();
                // The channel is only ever given reports.
                report.map_or(SearchEvent::Done(None), SearchEvent::Improved)
            }
            answer = &mut self.answer => SearchEvent::Done(answer.ok()),
        }
    }

    /// Asks the search to stop soon; it still returns its best result.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for PendingSearch {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl WorkerPool {
    /// Starts `threads` threads and one more for quick moves, so that nobody who
    /// plays at a low level waits for those who want deep thought.
    #[must_use]
    pub fn start(opponents: Arc<dyn Opponents>, threads: usize) -> Self {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            wake: Condvar::new(),
            opponents,
            thinking: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            waited_micros: AtomicU64::new(0),
            thought_micros: AtomicU64::new(0),
        });
        for index in 0..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let served: &'static [Queue] = match index {
                0 => &[Queue::Quick],
                odd if odd % 2 == 1 => &[Queue::Quick, Queue::Slow, Queue::Analysis],
                _ => &[Queue::Quick, Queue::Analysis, Queue::Slow],
            };
            let builder = std::thread::Builder::new().name(format!("search-{index}"));
            let spawned = builder.spawn(move || work(&shared, served));
            if let Err(error) = spawned {
                tracing::error!(%error, "cannot start a worker thread");
            }
        }
        Self(shared)
    }

    /// Returns the computer opponents.
    #[must_use]
    pub fn opponents(&self) -> &dyn Opponents {
        &*self.0.opponents
    }

    /// Adds a job to its queue; `None` if the queue is full. The owner is a game for its
    /// moves, a network for an analysis.
    #[must_use]
    pub fn submit(&self, owner: &str, job: SearchJob) -> Option<PendingSearch> {
        let (answer, answered) = oneshot::channel();
        let (reports, heard) = watch::channel(None);
        let stop = StopFlag::new();
        let kind = job.queue;
        let mut queues = self.0.lock();
        let queue = &mut queues.queues[kind as usize];
        let owner = owner.to_owned();
        // Stepping through a game abandons many searches before their turn comes.
        queue.retain_of(&owner, |job| !job.answer.is_closed());
        let room = match kind {
            Queue::Quick | Queue::Slow => queue.len() < MAX_MOVES,
            Queue::Analysis => {
                queue.len() < MAX_ANALYSES && queue.len_of(&owner) < MAX_ANALYSES_EACH
            }
        };
        if !room {
            return None;
        }
        let job = QueuedJob { job, stop: stop.clone(), answer, reports, queued: Instant::now() };
        queue.push(owner, job);
        drop(queues);
        // All of them, since a single thread might not serve this queue.
        self.0.wake.notify_all();
        Some(PendingSearch { answer: answered, reports: heard, stop })
    }

    /// Whether a long search is waiting for a thread.
    #[must_use]
    pub fn is_contended(&self) -> bool {
        let queues = self.0.lock();
        [Queue::Slow, Queue::Analysis].iter().any(|queue| queues.queues[*queue as usize].len() > 0)
    }

    /// Returns the statistics.
    #[must_use]
    pub fn stats(&self) -> PoolStats {
        let queues = self.0.lock();
        let seconds = |micros: &AtomicU64| micros.load(Ordering::Relaxed) as f64 / 1e6;
        PoolStats {
            waiting: [0, 1, 2].map(|queue: usize| queues.queues[queue].len()),
            thinking: self.0.thinking.load(Ordering::Relaxed),
            done: self.0.done.load(Ordering::Relaxed),
            waited: seconds(&self.0.waited_micros),
            thought: seconds(&self.0.thought_micros),
        }
    }

    /// Ends the threads; queued jobs are dropped.
    pub fn close(&self) {
        let mut queues = self.0.lock();
        queues.closed = true;
        queues.queues = Default::default();
        drop(queues);
        self.0.wake.notify_all();
    }
}

impl Shared {
    /// The queues hold no invariant that a panic could break half-way.
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; `None` when the pool is closed.
    fn next(&self, served: &[Queue]) -> Option<QueuedJob> {
        let mut queues = self.lock();
        loop {
            if queues.closed {
                return None;
            }
            if let Some(job) = served.iter().find_map(|queue| queues.queues[*queue as usize].pop())
            {
                return Some(job);
            }
            queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(shared: &Shared, served: &[Queue]) {
    let mut worker = shared.opponents.worker();
    while let Some(queued) = shared.next(served) {
        if queued.answer.is_closed() {
            continue;
        }
        let begun = Instant::now();
        let micros = |since: Instant| u64::try_from(since.elapsed().as_micros()).unwrap_or(0);
        shared.waited_micros.fetch_add(micros(queued.queued), Ordering::Relaxed);
        shared.thinking.fetch_add(1, Ordering::Relaxed);
        let mut report = |report: &Report| {
            queued.reports.send_replace(Some(report.clone()));
        };
        let search = || worker.search(&queued.job, &queued.stop, &mut report);
        // A mistake in an evaluation must not take the thread with it.
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        shared.thinking.fetch_sub(1, Ordering::Relaxed);
        shared.thought_micros.fetch_add(micros(begun), Ordering::Relaxed);
        shared.done.fetch_add(1, Ordering::Relaxed);
        let result = result.unwrap_or_else(|_| {
            // What the panic left behind cannot be trusted.
            worker = shared.opponents.worker();
            let name = queued.job.opponent.clone().unwrap_or_else(|| "cairn".to_owned());
            Err(SearchError::Engine { name, reason: "it panicked".to_owned() })
        });
        // Nobody waits for it any more if this fails.
        let _ = queued.answer.send(result);
    }
}
