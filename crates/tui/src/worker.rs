//! A search thread, so that the screen never waits.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cairn_engine::Player;
use cairn_engine::{Bot, EngineOptions, Limits, SearchReport, StopFlag};
use cairn_games::History;

/// Name of the threads. A panic in one of them is shown as a message, not printed.
pub const THREAD_NAME: &str = "cairn-search";

/// Longest time to wait for a thread to end.
const SHUTDOWN_TIME: Duration = Duration::from_millis(500);

/// A search to be made.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Player who searches.
    pub player: Player,
    /// Seat of the player. Players in different seats share no memory.
    pub seat: usize,
    /// Options of the player.
    pub options: EngineOptions,
    /// Game up to the position to be searched.
    pub history: History,
    /// Limits of the search.
    pub limits: Limits,
}

/// Message of a search thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchMessage {
    /// Intermediate report.
    Progress(SearchReport),
    /// Final report, or the reason why there is none.
    Done(Result<SearchReport, String>),
}

struct QueuedRequest {
    number: u64,
    request: SearchRequest,
    /// Raised to get an answer at once.
    stop: StopFlag,
    /// Raised when the answer is no longer needed.
    dropped: StopFlag,
}

/// A thread that runs one search at a time.
#[derive(Debug)]
pub struct SearchThread {
    jobs: Option<Sender<QueuedRequest>>,
    messages: Receiver<(u64, SearchMessage)>,
    thread: Option<JoinHandle<()>>,
    /// Number of the last job.
    number: u64,
    /// The job in progress.
    open: Option<CurrentSearch>,
}

#[derive(Debug)]
struct CurrentSearch {
    stop: StopFlag,
    dropped: StopFlag,
    since: Instant,
}

impl Default for SearchThread {
    fn default() -> Self {
        let (jobs, inbox) = mpsc::channel();
        let (outbox, messages) = mpsc::channel();
        let work = move || serve(&inbox, &outbox);
        let thread = std::thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(work).ok();
        Self { jobs: Some(jobs), messages, thread, number: 0, open: None }
    }
}

impl SearchThread {
    /// Starts a search, instead of any earlier one.
    pub fn ask(&mut self, request: SearchRequest) {
        self.cancel();
        self.number += 1;
        let (stop, dropped) = (StopFlag::new(), StopFlag::new());
        let since = Instant::now();
        self.open = Some(CurrentSearch { stop: stop.clone(), dropped: dropped.clone(), since });
        if let Some(jobs) = &self.jobs {
            // If the thread is gone, the next poll says so.
            let _ = jobs.send(QueuedRequest { number: self.number, request, stop, dropped });
        }
    }

    /// Returns the time at which the current search was started, if there is one.
    pub fn busy_since(&self) -> Option<Instant> {
        self.open.as_ref().map(|open| open.since)
    }

    /// Stops the search and lets it answer with its best move so far.
    pub fn hurry(&self) {
        if let Some(open) = &self.open {
            open.stop.raise();
        }
    }

    /// Cancels the search.
    pub fn cancel(&mut self) {
        if let Some(open) = self.open.take() {
            open.dropped.raise();
            open.stop.raise();
        }
    }

    /// Returns the next message of the search without waiting.
    pub fn poll(&mut self) -> Option<SearchMessage> {
        self.wait(Duration::ZERO)
    }

    /// Returns the next message of the search, waiting for it at most this long.
    pub fn wait(&mut self, time: Duration) -> Option<SearchMessage> {
        let until = Instant::now() + time;
        while self.open.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let received = if left.is_zero() {
                self.messages.try_recv().map_err(|error| error == TryRecvError::Disconnected)
            } else {
                let gone = |error| error == RecvTimeoutError::Disconnected;
                self.messages.recv_timeout(left).map_err(gone)
            };
            match received {
                Ok((number, message)) if number == self.number => {
                    if matches!(message, SearchMessage::Done(_)) {
                        self.open = None;
                    }
                    return Some(message);
                }
                // The answer to a request that was dropped.
                Ok(_) => {}
                Err(true) => {
                    *self = Self::default();
                    return Some(SearchMessage::Done(Err(
                        "the search stopped unexpectedly".to_owned()
                    )));
                }
                Err(false) => return None,
            }
        }
        None
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.cancel();
        self.jobs = None;
        let Some(thread) = self.thread.take() else {
            return;
        };
        // An engine in another process gets the time to end; one that does not answer is
        // left behind.
        let until = Instant::now() + SHUTDOWN_TIME;
        while !thread.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A bot with the settings it was created from.
struct ConfiguredBot {
    seat: usize,
    player: Player,
    options: EngineOptions,
    bot: Box<dyn Bot>,
}

fn serve(jobs: &Receiver<QueuedRequest>, messages: &Sender<(u64, SearchMessage)>) {
    let mut seated: Vec<ConfiguredBot> = Vec::new();
    while let Ok(QueuedRequest { number, request, stop, dropped }) = jobs.recv() {
        if dropped.is_raised() {
            continue;
        }
        let answer = answer(&mut seated, &request, &stop, &mut |report| {
            let _ = messages.send((number, SearchMessage::Progress(report.clone())));
        });
        if messages.send((number, SearchMessage::Done(answer))).is_err() {
            return;
        }
    }
}

fn answer(
    seated: &mut Vec<ConfiguredBot>,
    request: &SearchRequest,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&SearchReport),
) -> Result<SearchReport, String> {
    let SearchRequest { player, seat, options, history, limits } = request;
    let known = |other: &ConfiguredBot| {
        other.seat == *seat && other.player == *player && other.options == *options
    };
    let index = match seated.iter().position(known) {
        Some(index) => index,
        None => {
            seated.retain(|other| other.seat != *seat);
            let game = history.position().game();
            let bot = player.bot(game, options).map_err(|error| error.to_string())?;
            let (seat, player, options) = (*seat, player.clone(), options.clone());
            seated.push(ConfiguredBot { seat, player, options, bot });
            seated.len() - 1
        }
    };
    let bot = &mut seated[index].bot;
    let answer = bot.search(history, limits, stop, watch).map_err(|error| error.to_string());
    if answer.is_err() {
        // One that failed is made anew for the next request.
        seated.remove(index);
    }
    answer
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    fn request(word: &str, limits: Limits) -> SearchRequest {
        let history = History::new(GameId::Nava.start());
        let player = word.parse().unwrap();
        SearchRequest { player, seat: 0, options: EngineOptions::default(), history, limits }
    }

    fn last(searcher: &mut SearchThread) -> Result<SearchReport, String> {
        loop {
            if let SearchMessage::Done(answer) =
                searcher.wait(Duration::from_secs(60)).expect("an answer")
            {
                return answer;
            }
        }
    }

    #[test]
    fn an_answer_comes_and_only_for_the_last_question() {
        let mut searcher = SearchThread::default();
        assert_eq!(searcher.poll(), None);
        searcher.ask(request("10", Limits::default()));
        searcher.ask(request("random", Limits::default()));
        assert!(searcher.busy_since().is_some());
        let answer = last(&mut searcher).unwrap();
        assert!(GameId::Nava.start().moves().contains(&answer.best_move()));
        assert!(searcher.busy_since().is_none());
        assert_eq!(searcher.poll(), None);
    }

    #[test]
    fn endless_thinking_can_be_hurried() {
        let mut searcher = SearchThread::default();
        searcher.ask(request("10", Limits::default()));
        std::thread::sleep(Duration::from_millis(30));
        searcher.hurry();
        assert!(last(&mut searcher).is_ok());
    }

    #[test]
    fn who_is_hurried_before_thinking_begins_answers_too() {
        let mut searcher = SearchThread::default();
        for word in ["10", "1", "uct", "original", "random"] {
            for _ in 0..20 {
                searcher.ask(request(word, Limits::default()));
                searcher.hurry();
                assert!(last(&mut searcher).is_ok(), "{word}");
            }
        }
    }

    #[test]
    fn who_cannot_think_says_so() {
        let mut searcher = SearchThread::default();
        searcher.ask(request("ugi:/no/such/program", Limits::default()));
        assert!(last(&mut searcher).is_err());
        searcher.ask(request("random", Limits::default()));
        assert!(last(&mut searcher).is_ok());
    }
}
