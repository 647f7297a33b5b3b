//! What the engine thinks of a whole game: every position, and the moves that turned it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cairn_engine::Report;
use cairn_engine::review::{AbsoluteScore, Mistake};
use cairn_games::{History, Outcome, Side};
use serde::{Serialize, Serializer};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::analysis::move_texts;
use super::positions::ApplyRequest;
use crate::api::schema::{MistakeWord, OutcomeWord, RuleSetName};
use crate::app::App;
use crate::engine::SearchJob;
use crate::http::{Purpose, Requester, StreamGuard};
use crate::problem::Problem;

/// The longest game that is gone through.
const MOST_MOVES: usize = 600;
/// The least and the most time for a position.
const QUICKEST: Duration = Duration::from_millis(30);
const SLOWEST: Duration = Duration::from_millis(250);
/// How many games are remembered.
const MOST_REMEMBERED: usize = 256;
/// How many moves of a better line are told.
const TOLD_MOVES: usize = 6;
/// How many turning points are told at most.
const MOST_TURNS: usize = 6;
/// How soon to ask again if there is no room to wait for a thread.
const NO_ROOM: Duration = Duration::from_millis(300);

/// The evaluation of a whole game so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Evaluation {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: &'static str,
    /// First position.
    pub start: String,
    /// Number of positions in the game.
    pub total: usize,
    /// Positions evaluated so far.
    #[serde(serialize_with = "write_points")]
    #[schema(value_type = Vec<Point>)]
    pub points: Vec<Arc<Point>>,
    /// The costliest moves, by the `ply` of the positions they led to.
    pub turning_points: Vec<usize>,
    /// Whether every position is evaluated.
    pub done: bool,
}

/// A position of a game, evaluated from the first player's side, and the move to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Point {
    /// Number of moves made before this position.
    pub ply: usize,
    /// Move to this position; null for the first position.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// The position.
    pub position: String,
    /// Estimate for the first player: 0 is even, 1 wins about 73 % of the points. Null if
    /// the result is proven.
    pub score: Option<f64>,
    /// Proven result.
    #[schema(value_type = Option<OutcomeWord>)]
    pub proven: Option<&'static str>,
    /// Plies to the end, if a win is proven.
    pub distance: Option<u32>,
    /// Expected share of the points for the first player, from 0 to 1.
    pub expectation: f64,
    /// Score in words.
    pub text: String,
    /// Best line from this position.
    pub best: Vec<String>,
    /// Severity of the move to this position, if it was a mistake.
    #[schema(value_type = Option<MistakeWord>)]
    pub mistake: Option<&'static str>,
    /// Share of the points that the move gave away.
    pub loss: f64,
}

fn write_points<S: Serializer>(points: &[Arc<Point>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(points.iter().map(|point| &**point))
}

type Shown = watch::Receiver<Arc<Evaluation>>;

/// The games that are gone through now, and those that were lately.
#[derive(Clone, Debug, Default)]
pub struct Evaluations(Arc<Mutex<Remembered>>);

#[derive(Debug, Default)]
struct Remembered {
    count: u64,
    /// By start and moves; the number tells the oldest.
    games: HashMap<String, (u64, Shown)>,
}

/// Somebody who looks on.
pub struct Evaluating {
    shown: Shown,
    /// How many positions were told.
    told: usize,
    over: bool,
    stopping: watch::Receiver<bool>,
    _counted: StreamGuard,
}

/// Positions evaluated since the last event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluationProgress {
    /// Number of positions in the game.
    pub total: usize,
    /// The new positions.
    #[serde(serialize_with = "write_points")]
    #[schema(value_type = Vec<Point>)]
    pub points: Vec<Arc<Point>>,
}

/// An event of an evaluation.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Progress {
    /// More positions.
    Points(EvaluationProgress),
    /// The whole evaluation.
    Done(Evaluation),
}

impl Progress {
    /// The name of the event.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Points(_) => "progress",
            Self::Done(_) => "done",
        }
    }
}

impl Evaluating {
    /// What is told next; `None` when all is told, or the server stops.
    pub async fn next(&mut self) -> Option<Progress> {
        if self.over {
            return None;
        }
        loop {
            let now = Arc::clone(&self.shown.borrow_and_update());
            if now.done {
                self.over = true;
                return Some(Progress::Done(Evaluation::clone(&now)));
            }
            if now.points.len() > self.told {
                let points = now.points[self.told..].to_vec();
                self.told = now.points.len();
                let progress = EvaluationProgress { total: now.total, points };
                return Some(Progress::Points(progress));
            }
            tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                changed = self.shown.changed() => changed.ok()?,
            }
        }
    }
}

impl Evaluations {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a game, or a new place for it.
    fn get(&self, key: &str) -> Option<Shown> {
        self.lock().games.get(key).map(|(_, shown)| shown.clone())
    }

    fn put(&self, key: String, shown: Shown) {
        let mut remembered = self.lock();
        remembered.count += 1;
        let number = remembered.count;
        remembered.games.insert(key, (number, shown));
        let done = remembered.games.iter().filter(|(_, (_, shown))| shown.borrow().done);
        let oldest = done.min_by_key(|(_, (number, _))| *number).map(|(key, _)| key.clone());
        if remembered.games.len() > MOST_REMEMBERED
            && let Some(oldest) = oldest
        {
            remembered.games.remove(&oldest);
        }
    }

    /// Forgets a game if nobody looks on any more, and says whether it did.
    fn forget_if_left(&self, key: &str, tell: &watch::Sender<Arc<Evaluation>>) -> bool {
        let mut remembered = self.lock();
        // One receiver is the remembered one.
        let left = tell.receiver_count() <= 1;
        if left {
            remembered.games.remove(key);
        }
        left
    }
}

impl App {
    /// Goes through a game that has ended here.
    ///
    /// # Errors
    /// If there is none, or it goes on.
    pub async fn evaluate_game(&self, id: &str, by: &Requester) -> Result<Evaluating, Problem> {
        let play = self.look(id).await?;
        if !play.status.is_over() {
            let problem = Problem::conflict("still_playing", "This game goes on.");
            return Err(problem.hint("The engine goes through it when it has ended."));
        }
        self.evaluate_history(play.history.clone(), by)
    }

    /// Goes through any game.
    ///
    /// # Errors
    /// If a move is wrong, or too much is asked.
    pub async fn evaluate(
        &self,
        request: ApplyRequest,
        by: &Requester,
    ) -> Result<Evaluating, Problem> {
        let history = self.compute.run(move || request.history()).await??;
        self.refuse_running_game(&history, by).await?;
        self.evaluate_history(history, by)
    }

    fn evaluate_history(&self, history: History, by: &Requester) -> Result<Evaluating, Problem> {
        if history.moves().len() > MOST_MOVES {
            let message = format!("The engine goes through at most {MOST_MOVES} moves.");
            return Err(Problem::bad("too_many_moves", message));
        }
        let counted = self.limits.open_stream(by.network)?;
        let key = key_of(&history);
        let shown = match self.evaluations.get(&key) {
            Some(shown) => shown,
            None => {
                self.limits.take(by.network, Purpose::Evaluate)?;
                self.begin_evaluation(key, history, by.network.to_string())
            }
        };
        let stopping = self.stopping();
        Ok(Evaluating { shown, told: 0, over: false, stopping, _counted: counted })
    }

    fn begin_evaluation(&self, key: String, history: History, who: String) -> Shown {
        let evaluation = Arc::new(Evaluation {
            version: 1,
            game: history.start().info().name,
            start: history.start().to_text(),
            total: history.positions().len(),
            points: Vec::new(),
            turning_points: Vec::new(),
            done: false,
        });
        let (tell, shown) = watch::channel(evaluation);
        self.evaluations.put(key.clone(), shown.clone());
        let app = self.clone();
        tokio::spawn(async move {
            let done = app.go_through(&key, &history, &who, &tell).await;
            if done.is_none() {
                app.evaluations.lock().games.remove(&key);
            }
        });
        shown
    }

    /// Thinks about one position after the other; `None` if it was given up.
    async fn go_through(
        &self,
        key: &str,
        game: &History,
        who: &str,
        tell: &watch::Sender<Arc<Evaluation>>,
    ) -> Option<()> {
        let positions = u32::try_from(game.positions().len()).unwrap_or(u32::MAX);
        let time = (self.config.evaluation / positions).clamp(QUICKEST, SLOWEST);
        let mut history = History::new(*game.start());
        let mut before: Option<Report> = None;
        for ply in 0..game.positions().len() {
            if *self.stopping().borrow() || self.evaluations.forget_if_left(key, tell) {
                return None;
            }
            let made = ply.checked_sub(1).map(|index| game.moves()[index]);
            let mover = history.position().to_move();
            let text = made.and_then(|mv| history.position().write_move(mv).ok());
            if let Some(mv) = made {
                history.play(mv).ok()?;
            }
            let report = match history.outcome() {
                Some(_) => None,
                None => Some(self.think_shortly(&history, who, time).await?),
            };
            let mut point = Point::new(&history, report.as_ref());
            point.made = text;
            if let (Some(before), Some(mv)) = (&before, made) {
                let expected = before.score().expectation();
                let after = point.judgement(&history, report.as_ref()).expectation_of(mover);
                point.loss = (expected - after).max(0.0);
                point.mistake = Mistake::of_move(before, mv, after).map(Mistake::word);
            }
            tell.send_modify(|evaluation| {
                let evaluation = Arc::make_mut(evaluation);
                evaluation.points.push(Arc::new(point));
                if evaluation.points.len() == evaluation.total {
                    evaluation.turning_points = turning_points(&evaluation.points);
                    evaluation.done = true;
                }
            });
            before = report;
        }
        Some(())
    }

    async fn think_shortly(&self, history: &History, who: &str, time: Duration) -> Option<Report> {
        let job = SearchJob::analysis(history.clone(), time, 1);
        loop {
            if let Some(thinking) = self.pool.submit(who, job.clone()) {
                return thinking.finish().await?.ok();
            }
            if *self.stopping().borrow() {
                return None;
            }
            tokio::time::sleep(NO_ROOM).await;
        }
    }
}

/// Two games with the same start and moves are the same to the engine.
fn key_of(history: &History) -> String {
    let mut key = format!("{} {}", history.start().info().name, history.start().to_text());
    for (mv, position) in history.moves().iter().zip(history.positions()) {
        key.push(' ');
        key.push_str(&position.write_move(*mv).unwrap_or_default());
    }
    key
}

/// The moves that gave most away, in the order in which they were made.
fn turning_points(points: &[Arc<Point>]) -> Vec<usize> {
    let least = Mistake::Mistake.least_loss();
    let mut worst: Vec<_> =
        points.iter().filter(|point| point.mistake.is_some() && point.loss >= least).collect();
    worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    let mut turns: Vec<_> = worst.into_iter().take(MOST_TURNS).map(|point| point.ply).collect();
    turns.sort_unstable();
    turns
}

impl Point {
    fn new(history: &History, report: Option<&Report>) -> Self {
        let position = history.position();
        let best = report.map(|report| move_texts(position, &report.lines[0].moves));
        let mut best = best.unwrap_or_default();
        best.truncate(TOLD_MOVES);
        let mut point = Self {
            ply: history.moves().len(),
            made: None,
            position: position.to_text(),
            score: None,
            proven: None,
            distance: None,
            expectation: 0.5,
            text: String::new(),
            best,
            mistake: None,
            loss: 0.0,
        };
        let judgement = point.judgement(history, report);
        match judgement {
            AbsoluteScore::Value(value) => point.score = Some(value),
            AbsoluteScore::Proved { outcome, plies } => {
                point.proven = Some(outcome.word());
                point.distance = plies;
            }
        }
        point.expectation = judgement.expectation_of(Side::First);
        point.text = judgement.words(history);
        point
    }

    fn judgement(&self, history: &History, report: Option<&Report>) -> AbsoluteScore {
        match report {
            Some(report) => AbsoluteScore::of_score(report.score(), history.position().to_move()),
            None => AbsoluteScore::of_outcome(history.outcome().unwrap_or(Outcome::Draw)),
        }
    }
}
