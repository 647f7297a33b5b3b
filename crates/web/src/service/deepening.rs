//! The engine's opinion as it deepens, for somebody who looks on.

use std::time::Duration;

use cairn_engine::{Limits, Report};
use cairn_games::History;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::analysis::{Analysis, AnalysisRequest};
use crate::app::App;
use crate::engine::{Desk, Heard, Lane, Task, Thinking};
use crate::http::{Purpose, Requester, Streams};
use crate::problem::Problem;

/// How long somebody may think before those who wait have a turn. Doubled with each turn,
/// since every turn begins at the beginning.
const FIRST_TURN: Duration = Duration::from_millis(1500);
/// How often it is asked whether somebody waits.
const LOOK_AROUND: Duration = Duration::from_millis(250);
/// The first depths come in a flood; nobody reads quicker than this.
const PACE: Duration = Duration::from_millis(80);

/// What is told while a position is analysed.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Deepened {
    /// The best lines so far.
    Lines(Analysis),
    /// The best lines; there is nothing more to come.
    Done(Analysis),
    /// The visitor looks at something else now; there is nothing more to come.
    Replaced {
        /// What is said about it.
        message: &'static str,
    },
}

impl Deepened {
    /// The name of the event.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lines(_) => "lines",
            Self::Done(_) => "done",
            Self::Replaced { .. } => "replaced",
        }
    }
}

/// An analysis that goes on as long as this lives.
pub struct Deepening {
    app: App,
    /// Who takes turns with others.
    who: String,
    history: History,
    lines: usize,
    /// How much time is left for thinking.
    left: Duration,
    /// How long the present turn is, if somebody waits.
    turn: Duration,
    thinking: Thinking,
    /// When the present turn began: with the first report.
    begun: Option<Instant>,
    /// Whether the present turn was cut short for somebody else.
    hurried: bool,
    /// Time and positions of the turns before.
    spent: (Duration, u64),
    /// The deepest that was told.
    deepest: Option<Report>,
    next_at: Instant,
    over: bool,
    stopping: watch::Receiver<bool>,
    desk: Desk,
    _counted: Streams,
}

impl App {
    /// Begins an analysis that tells what it finds. A visitor has one at a time: a newer
    /// one ends the older.
    ///
    /// # Errors
    /// If the position is wrong, the game is over in it, or too much is asked.
    pub fn deepen(&self, request: AnalysisRequest, by: &Requester) -> Result<Deepening, Problem> {
        self.limits.take(by.address, Purpose::Deepen)?;
        let counted = self.limits.open_stream(by.address)?;
        let longest = self.config.longest_stream;
        let left = request.time.map_or(longest, Duration::from_millis).min(longest);
        let lines = request.line_count();
        let history = request.into_history()?;
        let desk = self.desks.take(&by.desk());
        let who = by.address.to_string();
        let thinking = ask(self, &who, &history, lines, left).ok_or_else(Problem::busy)?;
        Ok(Deepening {
            app: self.clone(),
            who,
            history,
            lines,
            left,
            turn: FIRST_TURN,
            thinking,
            begun: None,
            hurried: false,
            spent: (Duration::ZERO, 0),
            deepest: None,
            next_at: Instant::now(),
            over: false,
            stopping: self.stopping(),
            desk,
            _counted: counted,
        })
    }
}

/// Asks the pool, if there is room.
fn ask(app: &App, who: &str, history: &History, lines: usize, time: Duration) -> Option<Thinking> {
    let task = Task {
        who: None,
        history: history.clone(),
        limits: Limits::time(time),
        lines,
        seed: 0,
        lane: Lane::Analysis,
    };
    app.pool.ask(who, task)
}

impl Deepening {
    /// What is told next; `None` when all is told, or the server stops.
    pub async fn next(&mut self) -> Option<Deepened> {
        if self.over {
            return None;
        }
        sleep_until(self.next_at).await;
        loop {
            let heard = tokio::select! {
                () = self.desk.lost() => {
                    self.over = true;
                    self.thinking.hurry();
                    let message = "You have begun another analysis, which took the place of this.";
                    return Some(Deepened::Replaced { message });
                }
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                heard = self.thinking.hear() => Some(heard),
                () = sleep(LOOK_AROUND) => None,
            };
            let Some(heard) = heard else {
                self.look_around();
                continue;
            };
            match heard {
                Heard::SoFar(report) => {
                    self.begun.get_or_insert_with(Instant::now);
                    if self.is_news(&report) {
                        self.next_at = Instant::now() + PACE;
                        return Some(Deepened::Lines(self.tell(report)));
                    }
                }
                Heard::Done(Some(Ok(report))) => {
                    if self.may_go_on(&report) {
                        self.begin_again(&report).await?;
                        continue;
                    }
                    self.over = true;
                    let last = if self.is_news(&report) { Some(report) } else { None };
                    let last = last.or_else(|| self.deepest.clone())?;
                    return Some(Deepened::Done(self.tell(last)));
                }
                Heard::Done(Some(Err(error))) => {
                    tracing::error!(%error, "an analysis failed");
                    return None;
                }
                Heard::Done(None) => return None,
            }
        }
    }

    /// Makes room for those who wait, if it was our turn for long enough.
    fn look_around(&mut self) {
        let had_its_turn = self.begun.is_some_and(|begun| begun.elapsed() >= self.turn);
        if had_its_turn && !self.hurried && self.app.pool.is_wanted() {
            self.hurried = true;
            self.thinking.hurry();
        }
    }

    /// A turn that begins again has nothing to say until it is as deep as the last.
    fn is_news(&self, report: &Report) -> bool {
        let proves = report.score().proven().is_some();
        self.deepest.as_ref().is_none_or(|deepest| {
            report.depth >= deepest.depth || proves && deepest.score().proven().is_none()
        })
    }

    fn tell(&mut self, report: Report) -> Analysis {
        let mut told = report.clone();
        told.elapsed += self.spent.0;
        told.nodes += self.spent.1;
        self.deepest = Some(report);
        Analysis::new(&self.history, &told)
    }

    /// Whether the turn was cut short and there is time left and something to find out.
    fn may_go_on(&self, report: &Report) -> bool {
        self.hurried && self.left > self.turn && report.score().proven().is_none()
    }

    /// Waits for the next turn; `None` if there is none.
    async fn begin_again(&mut self, report: &Report) -> Option<()> {
        self.left = self.left.saturating_sub(report.elapsed);
        self.spent.0 += report.elapsed;
        self.spent.1 += report.nodes;
        self.turn *= 2;
        (self.begun, self.hurried) = (None, false);
        loop {
            if *self.stopping.borrow() {
                return None;
            }
            if let Some(next) = ask(&self.app, &self.who, &self.history, self.lines, self.left) {
                self.thinking = next;
                return Some(());
            }
            sleep(LOOK_AROUND).await;
        }
    }
}
