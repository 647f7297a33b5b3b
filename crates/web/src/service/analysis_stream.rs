//! Streamed analysis: the engine's lines as the search deepens.

use std::time::Duration;

use cairn_app::json::AnalysisJson;
use cairn_engine::SearchReport;
use cairn_games::History;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};
use utoipa::ToSchema;

use super::analysis::AnalysisRequest;
use crate::app::AppState;
use crate::http::{CountGuard, Purpose, Requester};
use crate::problem::Problem;
use crate::search_pool::{AnalysisSession, PendingSearch, SearchEvent, SearchJob};

/// Length of a turn before those who wait have theirs. Doubled with each turn,
/// since every turn begins at the beginning.
const FIRST_TURN: Duration = Duration::from_millis(1500);
/// Interval at which waiting visitors are looked for.
const LOOK_AROUND: Duration = Duration::from_millis(250);
/// Shortest time between two events; the first depths are reached quickly.
const PACE: Duration = Duration::from_millis(80);

/// An event of a streamed analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub(crate) enum AnalysisEvent {
    /// The analysis waits for its turn; the first event.
    Waiting,
    /// Best lines so far.
    Lines(AnalysisJson),
    /// Best lines; the last event.
    Done(AnalysisJson),
    /// The visitor started another analysis; the last event.
    Replaced(Replaced),
}

/// Reason why an analysis ended early.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Replaced {
    /// Explanation for people.
    message: &'static str,
}

/// A streamed analysis, which runs as long as this lives.
pub(crate) struct AnalysisStream {
    app: AppState,
    /// Owner of the searches in the job queue.
    who: String,
    history: History,
    lines: usize,
    /// Search time that is left.
    left: Duration,
    /// Length of the present turn, if somebody waits.
    turn: Duration,
    search: PendingSearch,
    /// Start of the present turn: the first report.
    begun: Option<Instant>,
    /// Whether the present turn was cut short for somebody else.
    hurried: bool,
    /// Time and positions of the turns before.
    spent: (Duration, u64),
    /// Deepest report that was sent.
    deepest: Option<SearchReport>,
    next_at: Instant,
    over: bool,
    stopping: watch::Receiver<bool>,
    session: AnalysisSession,
    _counted: CountGuard,
}

impl AppState {
    /// Starts a streamed analysis. A visitor has one at a time: a newer one ends the older.
    pub(crate) async fn deepen(
        &self,
        request: AnalysisRequest,
        by: &Requester,
    ) -> Result<AnalysisStream, Problem> {
        self.limits.take(by.network, Purpose::Deepen)?;
        let counted = self.limits.open_stream(by.network)?;
        let longest = self.config.longest_stream;
        let left = request.time.map_or(longest, Duration::from_millis).min(longest);
        let lines = request.line_count()?;
        let history = self.compute.run(move || request.into_history()).await??;
        self.refuse_running_game(&history, by).await?;
        let session = self.sessions.open(&by.session());
        let who = by.network.to_string();
        let search = submit(self, &who, &history, lines, left).ok_or_else(Problem::busy)?;
        Ok(AnalysisStream {
            app: self.clone(),
            who,
            history,
            lines,
            left,
            turn: FIRST_TURN,
            search,
            begun: None,
            hurried: false,
            spent: (Duration::ZERO, 0),
            deepest: None,
            next_at: Instant::now(),
            over: false,
            stopping: self.stopping(),
            session,
            _counted: counted,
        })
    }
}

/// Submits a search to the pool, if there is room.
fn submit(
    app: &AppState,
    owner: &str,
    history: &History,
    lines: usize,
    time: Duration,
) -> Option<PendingSearch> {
    app.pool.submit(owner, SearchJob::analysis(history.clone(), time, lines))
}

impl AnalysisStream {
    /// Returns the next event; `None` after the last one, or when the server stops.
    pub(crate) async fn next(&mut self) -> Option<AnalysisEvent> {
        if self.over {
            return None;
        }
        sleep_until(self.next_at).await;
        loop {
            let heard = tokio::select! {
                () = self.session.replaced() => {
                    self.over = true;
                    self.search.stop();
                    let message = "You started another analysis, which replaced this one.";
                    return Some(AnalysisEvent::Replaced(Replaced { message }));
                }
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                heard = self.search.next() => Some(heard),
                () = sleep(LOOK_AROUND) => None,
            };
            let Some(heard) = heard else {
                self.look_around();
                continue;
            };
            match heard {
                SearchEvent::Improved(report) => {
                    self.begun.get_or_insert_with(Instant::now);
                    if self.is_news(&report) {
                        self.next_at = Instant::now() + PACE;
                        return Some(AnalysisEvent::Lines(self.tell(report)));
                    }
                }
                SearchEvent::Done(Some(Ok(report))) => {
                    if self.may_go_on(&report) {
                        self.begin_again(&report).await?;
                        continue;
                    }
                    self.over = true;
                    let last = if self.is_news(&report) { Some(report) } else { None };
                    let last = last.or_else(|| self.deepest.clone())?;
                    return Some(AnalysisEvent::Done(self.tell(last)));
                }
                SearchEvent::Done(Some(Err(error))) => {
                    tracing::error!(%error, "an analysis failed");
                    return None;
                }
                SearchEvent::Done(None) => return None,
            }
        }
    }

    /// Ends the turn if it was long enough and others are waiting.
    fn look_around(&mut self) {
        let had_its_turn = self.begun.is_some_and(|begun| begun.elapsed() >= self.turn);
        if had_its_turn && !self.hurried && self.app.pool.is_contended() {
            self.hurried = true;
            self.search.stop();
        }
    }

    /// Whether a report is worth sending: a new turn repeats the depths of the one before.
    fn is_news(&self, report: &SearchReport) -> bool {
        let proves = report.score().proven().is_some();
        self.deepest.as_ref().is_none_or(|deepest| {
            report.depth >= deepest.depth || proves && deepest.score().proven().is_none()
        })
    }

    fn tell(&mut self, report: SearchReport) -> AnalysisJson {
        let mut told = report.clone();
        told.elapsed += self.spent.0;
        told.nodes += self.spent.1;
        self.deepest = Some(report);
        AnalysisJson::new(self.history.position(), &told)
    }

    /// Whether the turn was cut short and there is time left and something to find out.
    fn may_go_on(&self, report: &SearchReport) -> bool {
        self.hurried && self.left > self.turn && report.score().proven().is_none()
    }

    /// Waits for the next turn; `None` if there is none.
    async fn begin_again(&mut self, report: &SearchReport) -> Option<()> {
        self.left = self.left.saturating_sub(report.elapsed);
        self.spent.0 += report.elapsed;
        self.spent.1 += report.nodes;
        self.turn *= 2;
        (self.begun, self.hurried) = (None, false);
        loop {
            if *self.stopping.borrow() {
                return None;
            }
            if let Some(next) = submit(&self.app, &self.who, &self.history, self.lines, self.left) {
                self.search = next;
                return Some(());
            }
            sleep(LOOK_AROUND).await;
        }
    }
}
