//! A few threads that think, for all games and visitors together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cairn_engine::{Report, SearchError, StopFlag};
use tokio::sync::{oneshot, watch};

use super::brains::{Brains, Lane, Task};
use super::queue::FairQueue;

/// How many moves may wait to be thought about.
const MOST_MOVES: usize = 20_000;
/// How many analyses may wait, all together and of one network address, which several
/// visitors may share.
const MOST_ANALYSES: usize = 256;
const MOST_ANALYSES_EACH: usize = 8;

/// What came of thinking.
pub type Thought = Result<Report, SearchError>;

struct Job {
    task: Task,
    stop: StopFlag,
    answer: oneshot::Sender<Thought>,
    reports: watch::Sender<Option<Report>>,
    asked: Instant,
}

#[derive(Default)]
struct Queues {
    lanes: [FairQueue<String, Job>; 3],
    closed: bool,
}

struct Shared {
    queues: Mutex<Queues>,
    wake: Condvar,
    brains: Arc<dyn Brains>,
    thinking: AtomicUsize,
    done: AtomicU64,
    waited_micros: AtomicU64,
    thought_micros: AtomicU64,
}

/// The threads.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

/// What the pool has done, for the metrics.
#[derive(Clone, Copy, Debug)]
pub struct PoolFigures {
    /// Jobs that wait: quick moves, slow moves, analyses.
    pub waiting: [usize; 3],
    /// Threads that think now.
    pub thinking: usize,
    /// Jobs done.
    pub done: u64,
    /// Seconds that jobs have waited, all together.
    pub waited: f64,
    /// Seconds that jobs have taken, all together.
    pub thought: f64,
}

/// Thinking that ends when nobody waits for it any more.
#[derive(Debug)]
pub struct Thinking {
    answer: oneshot::Receiver<Thought>,
    reports: watch::Receiver<Option<Report>>,
    stop: StopFlag,
}

/// What is heard of thinking.
#[derive(Debug)]
pub enum Heard {
    /// What it has found so far. Who is slow to listen hears the latest only.
    SoFar(Report),
    /// What came of it; `None` if the pool was closed.
    Done(Option<Thought>),
}

impl Thinking {
    /// What comes of it; `None` if the pool was closed.
    pub async fn finish(mut self) -> Option<Thought> {
        (&mut self.answer).await.ok()
    }

    /// Waits for what is heard next. Nothing is lost if the waiting is given up.
    pub async fn hear(&mut self) -> Heard {
        tokio::select! {
            biased;
            Ok(()) = self.reports.changed() => {
                let report = self.reports.borrow_and_update().clone();
                // The channel is only ever given reports.
                report.map_or(Heard::Done(None), Heard::SoFar)
            }
            answer = &mut self.answer => Heard::Done(answer.ok()),
        }
    }

    /// Tells it to come to an end soon; it still answers with what it has.
    pub fn hurry(&self) {
        self.stop.raise();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Pool {
    /// Starts so many threads. One more is kept for quick moves, so that nobody who
    /// plays at a low level waits for those who want deep thought.
    #[must_use]
    pub fn start(brains: Arc<dyn Brains>, threads: usize) -> Self {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            wake: Condvar::new(),
            brains,
            thinking: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            waited_micros: AtomicU64::new(0),
            thought_micros: AtomicU64::new(0),
        });
        for index in 0..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let lanes: &'static [Lane] = match index {
                0 => &[Lane::Quick],
                odd if odd % 2 == 1 => &[Lane::Quick, Lane::Slow, Lane::Analysis],
                _ => &[Lane::Quick, Lane::Analysis, Lane::Slow],
            };
            let builder = std::thread::Builder::new().name(format!("thinker-{index}"));
            let spawned = builder.spawn(move || work(&shared, lanes));
            if let Err(error) = spawned {
                tracing::error!(%error, "cannot start a thread that thinks");
            }
        }
        Self(shared)
    }

    /// Who can be asked.
    #[must_use]
    pub fn brains(&self) -> &dyn Brains {
        &*self.0.brains
    }

    /// Puts a task into its queue; `None` if there is no room. `who` asks: a game for
    /// its moves, a visitor for an analysis.
    #[must_use]
    pub fn ask(&self, who: &str, task: Task) -> Option<Thinking> {
        let (answer, answered) = oneshot::channel();
        let (reports, heard) = watch::channel(None);
        let stop = StopFlag::new();
        let lane = task.lane;
        let mut queues = self.0.lock();
        let queue = &mut queues.lanes[lane as usize];
        let who = who.to_owned();
        // Who steps through a game leaves many a question behind before its turn comes.
        queue.keep_of(&who, |job| !job.answer.is_closed());
        let room = match lane {
            Lane::Quick | Lane::Slow => queue.len() < MOST_MOVES,
            Lane::Analysis => {
                queue.len() < MOST_ANALYSES && queue.len_of(&who) < MOST_ANALYSES_EACH
            }
        };
        if !room {
            return None;
        }
        let job = Job { task, stop: stop.clone(), answer, reports, asked: Instant::now() };
        queue.push(who, job);
        drop(queues);
        // All, since the one thread that is woken might not serve this lane.
        self.0.wake.notify_all();
        Some(Thinking { answer: answered, reports: heard, stop })
    }

    /// Whether somebody waits for a thread that thinks long.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        let queues = self.0.lock();
        [Lane::Slow, Lane::Analysis].iter().any(|lane| queues.lanes[*lane as usize].len() > 0)
    }

    /// What the pool has done.
    #[must_use]
    pub fn figures(&self) -> PoolFigures {
        let queues = self.0.lock();
        let seconds = |micros: &AtomicU64| micros.load(Ordering::Relaxed) as f64 / 1e6;
        PoolFigures {
            waiting: [0, 1, 2].map(|lane: usize| queues.lanes[lane].len()),
            thinking: self.0.thinking.load(Ordering::Relaxed),
            done: self.0.done.load(Ordering::Relaxed),
            waited: seconds(&self.0.waited_micros),
            thought: seconds(&self.0.thought_micros),
        }
    }

    /// Lets the threads end; what waits is not thought about any more.
    pub fn close(&self) {
        let mut queues = self.0.lock();
        queues.closed = true;
        queues.lanes = Default::default();
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
    fn next(&self, lanes: &[Lane]) -> Option<Job> {
        let mut queues = self.lock();
        loop {
            if queues.closed {
                return None;
            }
            if let Some(job) = lanes.iter().find_map(|lane| queues.lanes[*lane as usize].pop()) {
                return Some(job);
            }
            queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(shared: &Shared, lanes: &[Lane]) {
    while let Some(job) = shared.next(lanes) {
        if job.answer.is_closed() {
            continue;
        }
        let begun = Instant::now();
        let micros = |since: Instant| u64::try_from(since.elapsed().as_micros()).unwrap_or(0);
        shared.waited_micros.fetch_add(micros(job.asked), Ordering::Relaxed);
        shared.thinking.fetch_add(1, Ordering::Relaxed);
        // A mistake in an evaluation must not take the thread with it.
        let mut watch = |report: &Report| {
            job.reports.send_replace(Some(report.clone()));
        };
        let think = || shared.brains.think(&job.task, &job.stop, &mut watch);
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
        shared.thinking.fetch_sub(1, Ordering::Relaxed);
        shared.thought_micros.fetch_add(micros(begun), Ordering::Relaxed);
        shared.done.fetch_add(1, Ordering::Relaxed);
        if let Ok(thought) = thought {
            // Nobody waits for it any more if this fails.
            let _ = job.answer.send(thought);
        }
    }
}
