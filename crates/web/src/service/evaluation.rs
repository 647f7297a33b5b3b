//! Evaluation of a whole game: every position, and the turning points.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cairn_app::history_texts;
use cairn_app::json::VERSION;
use cairn_app::review::{ExerciseJson, GameReview, ReviewPointJson, ReviewSummary};
use cairn_app::schema::RuleSetName;
use cairn_engine::SearchReport;
use cairn_games::History;
use lru::LruCache;
use serde::{Serialize, Serializer};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::positions::ApplyRequest;
use crate::app::AppState;
use crate::http::{CountGuard, Purpose, Requester};
use crate::problem::Problem;
use crate::search_pool::SearchJob;

/// Number of moves of the longest game that is evaluated.
const MAX_MOVES: usize = 600;
/// Shortest and longest time for a position.
const MIN_TIME: Duration = Duration::from_millis(30);
const MAX_TIME: Duration = Duration::from_millis(250);
/// Number of games that are cached.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(256).unwrap();
/// Time to wait if the job queue is full.
const QUEUE_FULL: Duration = Duration::from_millis(300);

/// The evaluation of a whole game so far.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Evaluation)]
pub(crate) struct GameEvaluation {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: &'static str,
    /// First position.
    pub(crate) start: String,
    /// Number of positions in the game.
    pub(crate) total: usize,
    /// Positions evaluated so far.
    #[serde(serialize_with = "write_points")]
    #[schema(value_type = Vec<ReviewPointJson>)]
    pub(crate) points: Vec<Arc<ReviewPointJson>>,
    /// The costliest moves, by the `ply` of the positions they led to.
    pub(crate) turning_points: Vec<usize>,
    /// Accuracy and mistakes of both sides, once every position is evaluated.
    pub(crate) summary: Option<ReviewSummary>,
    /// Bad moves of both sides, as exercises.
    pub(crate) exercises: Vec<ExerciseJson>,
    /// Whether every position is evaluated.
    pub(crate) done: bool,
}

fn write_points<S: Serializer>(points: &[Arc<ReviewPointJson>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(points.iter().map(|point| &**point))
}

type EvaluationReceiver = watch::Receiver<Arc<GameEvaluation>>;

/// The evaluations that are under way and the recent ones, by start and moves.
pub(crate) struct Evaluations(Mutex<LruCache<String, EvaluationReceiver>>);

/// Stream of the evaluation of a game, for one visitor.
pub(crate) struct EvaluationStream {
    progress: EvaluationReceiver,
    /// Number of positions sent so far.
    sent: usize,
    over: bool,
    stopping: watch::Receiver<bool>,
    _guard: CountGuard,
}

/// Positions evaluated since the last event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EvaluationProgress {
    /// Number of positions in the game.
    pub(crate) total: usize,
    /// The new positions.
    #[serde(serialize_with = "write_points")]
    #[schema(value_type = Vec<ReviewPointJson>)]
    pub(crate) points: Vec<Arc<ReviewPointJson>>,
}

/// An event of an evaluation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub(crate) enum EvaluationEvent {
    /// More positions.
    Progress(EvaluationProgress),
    /// The whole evaluation; the last event.
    Done(GameEvaluation),
}

impl EvaluationStream {
    /// Returns the next event; `None` after the last one, or when the server stops.
    pub(crate) async fn next(&mut self) -> Option<EvaluationEvent> {
        if self.over {
            return None;
        }
        loop {
            let now = Arc::clone(&self.progress.borrow_and_update());
            if now.done {
                self.over = true;
                return Some(EvaluationEvent::Done(GameEvaluation::clone(&now)));
            }
            if now.points.len() > self.sent {
                let points = now.points[self.sent..].to_vec();
                self.sent = now.points.len();
                let progress = EvaluationProgress { total: now.total, points };
                return Some(EvaluationEvent::Progress(progress));
            }
            tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                changed = self.progress.changed() => changed.ok()?,
            }
        }
    }
}

impl Default for Evaluations {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_CACHED)))
    }
}

impl Evaluations {
    fn lock(&self) -> MutexGuard<'_, LruCache<String, EvaluationReceiver>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes an evaluation that nobody follows any more. Returns whether it did.
    fn remove_if_left(&self, key: &str, sender: &watch::Sender<Arc<GameEvaluation>>) -> bool {
        let mut cache = self.lock();
        let left = sender.receiver_count() <= usize::from(cache.contains(key));
        if left {
            cache.pop(key);
        }
        left
    }
}

impl AppState {
    /// Evaluates a game that has ended on this server.
    pub(crate) async fn evaluate_game(
        &self,
        id: &str,
        by: &Requester,
    ) -> Result<EvaluationStream, Problem> {
        let game = self.get_game(id, by).await?;
        if !game.status.is_over() {
            return Err(Problem::conflict("still_playing", "The game is still being played.")
                .hint("The engine evaluates it when it is over."));
        }
        self.evaluate_history(game.history.clone(), by)
    }

    /// Evaluates any game.
    pub(crate) async fn evaluate(
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
        if history.moves().len() > MAX_MOVES {
            let message = format!("The engine evaluates games of at most {MAX_MOVES} moves.");
            return Err(Problem::bad("too_many_moves", message));
        }
        let guard = self.limits.open_stream(by.network)?;
        let key = key_of(&history);
        let cached = self.evaluations.lock().get(&key).cloned();
        let progress = match cached {
            Some(progress) => progress,
            None => {
                self.limits.take(by.network, Purpose::Evaluate)?;
                self.start_evaluation(key, history, by.network.to_string())
            }
        };
        let stopping = self.stopping();
        Ok(EvaluationStream { progress, sent: 0, over: false, stopping, _guard: guard })
    }

    fn start_evaluation(&self, key: String, history: History, owner: String) -> EvaluationReceiver {
        let evaluation = Arc::new(GameEvaluation {
            version: VERSION,
            game: history.start().info().name,
            start: history.start().to_text(),
            total: history.positions().len(),
            points: Vec::new(),
            turning_points: Vec::new(),
            summary: None,
            exercises: Vec::new(),
            done: false,
        });
        let (sender, progress) = watch::channel(evaluation);
        self.evaluations.lock().put(key.clone(), progress.clone());
        let app = self.clone();
        tokio::spawn(async move {
            let done = app.evaluate_positions(&key, history, &owner, &sender).await;
            if done.is_none() {
                app.evaluations.lock().pop(&key);
            }
        });
        progress
    }

    /// Searches one position after the other; `None` if the evaluation was abandoned.
    async fn evaluate_positions(
        &self,
        key: &str,
        game: History,
        owner: &str,
        sender: &watch::Sender<Arc<GameEvaluation>>,
    ) -> Option<()> {
        let positions = u32::try_from(game.positions().len()).unwrap_or(u32::MAX);
        let time = (self.config.evaluation / positions).clamp(MIN_TIME, MAX_TIME);
        let mut review = GameReview::new(game);
        while let Some(current) = review.current() {
            if *self.stopping().borrow() || self.evaluations.remove_if_left(key, sender) {
                return None;
            }
            let report = match current.outcome() {
                Some(_) => None,
                None => Some(self.search_position(current, owner, time).await?),
            };
            review.add(report);
            let point = review.point(review.reviewed().len() - 1);
            sender.send_modify(|evaluation| {
                let evaluation = Arc::make_mut(evaluation);
                evaluation.points.push(Arc::new(point));
                if review.current().is_none() {
                    evaluation.turning_points = review.turning_points();
                    evaluation.summary = Some(review.summary());
                    evaluation.exercises = review.exercises_json();
                    evaluation.done = true;
                }
            });
        }
        Some(())
    }

    async fn search_position(
        &self,
        history: &History,
        owner: &str,
        time: Duration,
    ) -> Option<SearchReport> {
        let job = SearchJob::analysis(history.clone(), time, 1);
        loop {
            if let Some(search) = self.pool.submit(owner, job.clone()) {
                return search.finish().await?.ok();
            }
            if *self.stopping().borrow() {
                return None;
            }
            tokio::time::sleep(QUEUE_FULL).await;
        }
    }
}

/// Returns the cache key of a game: two games with the same start and moves are the same to
/// the engine.
fn key_of(history: &History) -> String {
    let start = history.start();
    format!("{} {} {}", start.info().name, start.to_text(), history_texts(history).join(" "))
}
