//! The worker pool: a few threads that search for all games and visitors.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cairn_engine::{SearchError, SearchReport, StopFlag};
use tokio::sync::{oneshot, watch};

use super::fair_queue::FairQueue;
use super::game_owners::GameOwners;
use super::opponents::{Opponents, Queue, SearchJob};
use crate::compute::yield_to_requests;
use crate::game::LiveGame;
use crate::http::Network;
use crate::ids::GameKey;

/// Niceness of threads that search, beside 0 for those that answer requests.
const NICENESS: i32 = 5;
/// Maximum number of queued moves, in all.
const MAX_MOVES: usize = 20_000;
/// Maximum number of queued moves per visitor. The games with further ones ask again later.
const MAX_QUICK_EACH: usize = 256;
const MAX_SLOW_EACH: usize = 16;
/// Maximum number of queued analyses, in all and per network, which several visitors may
/// share.
const MAX_ANALYSES: usize = 256;
const MAX_ANALYSES_EACH: usize = 8;

/// The order in which a thread looks into the queues.
const MOVES_FIRST: &[Queue] = &[Queue::Quick, Queue::Slow, Queue::Analysis];
const ANALYSES_FIRST: &[Queue] = &[Queue::Quick, Queue::Analysis, Queue::Slow];

/// The result of a search.
pub(crate) type SearchResult = Result<SearchReport, SearchError>;

struct QueuedJob {
    job: SearchJob,
    stop: StopFlag,
    answer: oneshot::Sender<SearchResult>,
    reports: watch::Sender<Option<SearchReport>>,
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
    owners: GameOwners,
    running: AtomicUsize,
    done: AtomicU64,
    waited_micros: AtomicU64,
    search_micros: AtomicU64,
}

/// The worker pool.
#[derive(Clone)]
pub(crate) struct WorkerPool(Arc<Shared>);

/// Statistics of the pool, for the metrics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolStats {
    /// Queued jobs: quick moves, slow moves, analyses.
    pub waiting: [usize; 3],
    /// Threads that are searching.
    pub running: usize,
    /// Searches done.
    pub done: u64,
    /// Seconds that jobs spent in the queue.
    pub waited: f64,
    /// Seconds spent searching.
    pub searched: f64,
}

/// A queued or running search, which stops when this is dropped.
#[derive(Debug)]
pub(crate) struct PendingSearch {
    answer: oneshot::Receiver<SearchResult>,
    reports: watch::Receiver<Option<SearchReport>>,
    stop: StopFlag,
}

/// An event of a search.
#[derive(Debug)]
pub(crate) enum SearchEvent {
    /// The latest intermediate result.
    Improved(SearchReport),
    /// The result; `None` if the pool was closed.
    Done(Option<SearchResult>),
}

impl PendingSearch {
    /// Waits for the result; `None` if the pool was closed.
    pub(crate) async fn finish(mut self) -> Option<SearchResult> {
        (&mut self.answer).await.ok()
    }

    /// Waits for the next event. Nothing is lost if the future is dropped.
    pub(crate) async fn next(&mut self) -> SearchEvent {
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
    pub(crate) fn stop(&self) {
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
    /// plays at a low level waits for those who want a deep search.
    pub(crate) fn start(opponents: Arc<dyn Opponents>, threads: usize) -> Self {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            wake: Condvar::new(),
            opponents,
            owners: GameOwners::default(),
            running: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            waited_micros: AtomicU64::new(0),
            search_micros: AtomicU64::new(0),
        });
        for index in 0..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let served: &'static [&'static [Queue]] = match index {
                0 => &[&[Queue::Quick]],
                _ if threads <= 1 => &[MOVES_FIRST, ANALYSES_FIRST],
                odd if odd % 2 == 1 => &[MOVES_FIRST],
                _ => &[ANALYSES_FIRST],
            };
            let builder = std::thread::Builder::new().name(format!("search-{index}"));
            let spawned = builder.spawn(move || {
                yield_to_requests(NICENESS);
                work(&shared, served);
            });
            if let Err(error) = spawned {
                tracing::error!(%error, "cannot start a worker thread");
            }
        }
        Self(shared)
    }

    /// Returns the computer opponents.
    pub(crate) fn opponents(&self) -> &dyn Opponents {
        &*self.0.opponents
    }

    /// Notes from where a player of a game acts, so that searches for it are theirs.
    pub(crate) fn note_player(&self, game: &GameKey, network: Network) {
        self.0.owners.note(game, network);
    }

    /// Returns the owner of the searches for a game.
    pub(crate) fn owner_of(&self, play: &LiveGame) -> String {
        self.0.owners.owner_of(play)
    }

    /// Adds a job to its queue; `None` if the queue is full, or the owner has too many jobs
    /// in it. Owners are visitors, and they take turns.
    pub(crate) fn submit(&self, owner: &str, job: SearchJob) -> Option<PendingSearch> {
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
            Queue::Quick => queue.len() < MAX_MOVES && queue.len_of(&owner) < MAX_QUICK_EACH,
            Queue::Slow => queue.len() < MAX_MOVES && queue.len_of(&owner) < MAX_SLOW_EACH,
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
    pub(crate) fn is_contended(&self) -> bool {
        let queues = self.0.lock();
        [Queue::Slow, Queue::Analysis].iter().any(|queue| queues.queues[*queue as usize].len() > 0)
    }

    /// Returns the statistics.
    pub(crate) fn stats(&self) -> PoolStats {
        let queues = self.0.lock();
        let seconds = |micros: &AtomicU64| micros.load(Ordering::Relaxed) as f64 / 1e6;
        PoolStats {
            waiting: [0, 1, 2].map(|queue: usize| queues.queues[queue].len()),
            running: self.0.running.load(Ordering::Relaxed),
            done: self.0.done.load(Ordering::Relaxed),
            waited: seconds(&self.0.waited_micros),
            searched: seconds(&self.0.search_micros),
        }
    }

    /// Ends the threads; queued jobs are dropped.
    pub(crate) fn close(&self) {
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

/// Searches until the pool is closed. If there are several orders of the queues, they take
/// turns, so that neither long moves nor analyses keep the others waiting.
fn work(shared: &Shared, orders: &[&[Queue]]) {
    let mut worker = shared.opponents.worker();
    let mut orders = orders.iter().cycle().peekable();
    while let Some(queued) = orders.peek().and_then(|served| shared.next(served)) {
        if queued.answer.is_closed() {
            continue;
        }
        if queued.job.queue != Queue::Quick {
            orders.next();
        }
        let begun = Instant::now();
        let micros = |since: Instant| u64::try_from(since.elapsed().as_micros()).unwrap_or(0);
        shared.waited_micros.fetch_add(micros(queued.queued), Ordering::Relaxed);
        shared.running.fetch_add(1, Ordering::Relaxed);
        let mut report = |report: &SearchReport| {
            queued.reports.send_replace(Some(report.clone()));
        };
        let search = || worker.search(&queued.job, &queued.stop, &mut report);
        // A mistake in an evaluation must not take the thread with it.
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        shared.running.fetch_sub(1, Ordering::Relaxed);
        shared.search_micros.fetch_add(micros(begun), Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use cairn_games::{GameId, History};

    use super::*;
    use crate::search_pool::opponents::SearchWorker;

    /// Opponents that search when they are let, and note who was asked.
    #[derive(Clone)]
    struct Gated {
        gate: Arc<Mutex<mpsc::Receiver<()>>>,
        searched: Arc<Mutex<Vec<String>>>,
    }

    impl Opponents for Gated {
        fn knows(&self, _opponent: &str, _game: GameId) -> bool {
            true
        }

        fn list(&self, _game: GameId) -> Vec<(String, String)> {
            Vec::new()
        }

        fn queue(&self, _opponent: &str) -> Queue {
            Queue::Slow
        }

        fn worker(&self) -> Box<dyn SearchWorker> {
            Box::new(self.clone())
        }
    }

    impl SearchWorker for Gated {
        fn search(
            &mut self,
            job: &SearchJob,
            _stop: &StopFlag,
            _report: &mut dyn FnMut(&SearchReport),
        ) -> SearchResult {
            let name = job.opponent.clone().unwrap_or_default();
            self.searched.lock().unwrap().push(name.clone());
            self.gate.lock().unwrap().recv().unwrap();
            Err(SearchError::Engine { name, reason: "it is not asked for more".to_owned() })
        }
    }

    fn job(name: &str, queue: Queue) -> SearchJob {
        let history = History::new(GameId::ALL[0].start());
        let job = SearchJob::analysis(history, Duration::from_secs(1), 1);
        SearchJob { opponent: Some(name.to_owned()), queue, ..job }
    }

    #[tokio::test]
    async fn visitors_take_turns_and_have_a_bound() {
        let (open, gate) = mpsc::channel();
        let gate = Arc::new(Mutex::new(gate));
        let gated = Gated { gate, searched: Arc::default() };
        let pool = WorkerPool::start(Arc::new(gated.clone()), 1);
        let first = pool.submit("anna", job("anna", Queue::Slow)).unwrap();
        while pool.stats().running == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let many: Vec<_> =
            (0..40).map_while(|_| pool.submit("anna", job("anna", Queue::Slow))).collect();
        assert_eq!(many.len(), MAX_SLOW_EACH, "the others wait in their games");
        let other = pool.submit("ben", job("ben", Queue::Slow)).unwrap();
        let analysis = pool.submit("chloe", job("chloe", Queue::Analysis)).unwrap();
        for _ in 0..20 {
            open.send(()).unwrap();
        }
        for search in [other, analysis, first] {
            assert!(search.finish().await.unwrap().is_err());
        }
        let searched = gated.searched.lock().unwrap().clone();
        // The only thread looks for moves and analyses in turns.
        assert_eq!(searched[..3], ["anna", "chloe", "ben"]);
        pool.close();
    }
}
