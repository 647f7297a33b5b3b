//! Evaluation of a whole game: every position, and the turning points.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cairn_app::history_texts;
use cairn_app::review::{GameReview, ReviewPointJson};
use cairn_engine::Report;
use cairn_games::History;
use serde::{Serialize, Serializer};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::positions::ApplyRequest;
use crate::api::schema::{MistakeWord, OutcomeWord, RuleSetName};
use crate::app::App;
use crate::engine::SearchJob;
use crate::http::{CountGuard, Purpose, Requester};
use crate::problem::Problem;

/// The longest game that is gone through.
const MOST_MOVES: usize = 600;
/// The least and the most time for a position.
const QUICKEST: Duration = Duration::from_millis(30);
const SLOWEST: Duration = Duration::from_millis(250);
/// Number of games that are cached.
const MOST_REMEMBERED: usize = 256;
/// Time to wait if the job queue is full.
const NO_ROOM: Duration = Duration::from_millis(300);

/// The evaluation of a whole game so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Evaluation)]
pub struct GameEvaluation {
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
    pub points: Vec<Arc<ReviewPointJson>>,
    /// The costliest moves, by the `ply` of the positions they led to.
    pub turning_points: Vec<usize>,
    /// Whether every position is evaluated.
    pub done: bool,
}

/// A position of a game, evaluated from the first player's side, and the move to it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the schema of what the shared review writes")]
struct Point {
    /// Number of moves made before this position.
    ply: usize,
    /// Move to this position; null for the first position.
    #[schema(rename = "move")]
    made: Option<String>,
    /// The position.
    position: String,
    /// Estimate for the first player: 0 is even, 1 wins about 73 % of the points. Null if
    /// the result is proven.
    score: Option<f64>,
    /// Proven result.
    #[schema(value_type = Option<OutcomeWord>)]
    proven: Option<&'static str>,
    /// Plies to the end, if a win is proven.
    distance: Option<u32>,
    /// Expected share of the points for the first player, from 0 to 1.
    expectation: f64,
    /// Score in words.
    text: String,
    /// Best line from this position.
    best: Vec<String>,
    /// Severity of the move to this position, if it was a mistake.
    #[schema(value_type = Option<MistakeWord>)]
    mistake: Option<&'static str>,
    /// Share of the points that the move gave away.
    loss: f64,
}

fn write_points<S: Serializer>(points: &[Arc<ReviewPointJson>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(points.iter().map(|point| &**point))
}

type Shown = watch::Receiver<Arc<GameEvaluation>>;

/// The games that are gone through now, and those that were lately.
#[derive(Clone, Debug, Default)]
pub struct Evaluations(Arc<Mutex<Remembered>>);

#[derive(Debug, Default)]
struct Remembered {
    count: u64,
    /// By start and moves; the number tells the oldest.
    games: HashMap<String, (u64, Shown)>,
}

/// Stream of the evaluation of a game, for one visitor.
pub struct EvaluationStream {
    shown: Shown,
    /// Number of positions sent so far.
    told: usize,
    over: bool,
    stopping: watch::Receiver<bool>,
    _counted: CountGuard,
}

/// Positions evaluated since the last event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluationProgress {
    /// Number of positions in the game.
    pub total: usize,
    /// The new positions.
    #[serde(serialize_with = "write_points")]
    #[schema(value_type = Vec<Point>)]
    pub points: Vec<Arc<ReviewPointJson>>,
}

/// An event of an evaluation.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum EvaluationEvent {
    /// More positions.
    Points(EvaluationProgress),
    /// The whole evaluation.
    Done(GameEvaluation),
}

impl EvaluationEvent {
    /// The name of the event.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Points(_) => "progress",
            Self::Done(_) => "done",
        }
    }
}

impl EvaluationStream {
    /// Returns the next event; `None` after the last one, or when the server stops.
    pub async fn next(&mut self) -> Option<EvaluationEvent> {
        if self.over {
            return None;
        }
        loop {
            let now = Arc::clone(&self.shown.borrow_and_update());
            if now.done {
                self.over = true;
                return Some(EvaluationEvent::Done(GameEvaluation::clone(&now)));
            }
            if now.points.len() > self.told {
                let points = now.points[self.told..].to_vec();
                self.told = now.points.len();
                let progress = EvaluationProgress { total: now.total, points };
                return Some(EvaluationEvent::Points(progress));
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

    /// Returns the evaluation of a game, if it is cached.
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
    fn forget_if_left(&self, key: &str, tell: &watch::Sender<Arc<GameEvaluation>>) -> bool {
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
    pub async fn evaluate_game(
        &self,
        id: &str,
        by: &Requester,
    ) -> Result<EvaluationStream, Problem> {
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
    ) -> Result<EvaluationStream, Problem> {
        let history = self.compute.run(move || request.history()).await??;
        self.refuse_running_game(&history, by).await?;
        self.evaluate_history(history, by)
    }

    fn evaluate_history(
        &self,
        history: History,
        by: &Requester,
    ) -> Result<EvaluationStream, Problem> {
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
        Ok(EvaluationStream { shown, told: 0, over: false, stopping, _counted: counted })
    }

    fn begin_evaluation(&self, key: String, history: History, who: String) -> Shown {
        let evaluation = Arc::new(GameEvaluation {
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
            let done = app.go_through(&key, history, &who, &tell).await;
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
        game: History,
        who: &str,
        tell: &watch::Sender<Arc<GameEvaluation>>,
    ) -> Option<()> {
        let positions = u32::try_from(game.positions().len()).unwrap_or(u32::MAX);
        let time = (self.config.evaluation / positions).clamp(QUICKEST, SLOWEST);
        let mut review = GameReview::new(game);
        while let Some(current) = review.current() {
            if *self.stopping().borrow() || self.evaluations.forget_if_left(key, tell) {
                return None;
            }
            let report = match current.outcome() {
                Some(_) => None,
                None => Some(self.think_shortly(current, who, time).await?),
            };
            review.judge(report);
            let point = review.point(review.judged().len() - 1);
            tell.send_modify(|evaluation| {
                let evaluation = Arc::make_mut(evaluation);
                evaluation.points.push(Arc::new(point));
                if review.current().is_none() {
                    evaluation.turning_points = review.turning_points();
                    evaluation.done = true;
                }
            });
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
    let start = history.start();
    format!("{} {} {}", start.info().name, start.to_text(), history_texts(history).join(" "))
}
