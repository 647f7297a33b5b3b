//! The task of one game, which alone changes it.

use std::sync::Arc;
use std::time::Duration;

use cairn_app::{Millis, TimeControl};
use cairn_engine::Limits;
use cairn_games::AnyMove;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::hub::Deps;
use super::update::Update;
use crate::engine::SearchJob;
use crate::game::{Action, ActionContext, Effect, LiveGame};
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::store::{Commit, GameChange, StoreError, common_moves};
use crate::time::TimeSource;

/// Number of attempts at a change when other servers change the game as well.
const ATTEMPTS: usize = 8;
/// Time that another server has to make its computer's move before this one does.
const RESCUE: Duration = Duration::from_secs(15);
/// Time to wait when the job queue is full.
const QUEUE_FULL: Duration = Duration::from_secs(2);
/// Pause after the first failure of the computer, doubled with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 500 });
/// Number of failures in a row after which the computer is not asked again.
const MAX_FAILURES: u32 = 5;
/// Time after which the task of a finished game without requests ends.
const AFTERMATH: Duration = Duration::from_secs(20);
/// Number of updates that a slow watcher may be behind before it gets the whole game again.
const BACKLOG: usize = 16;

/// The game, or the reason why there is none.
pub type LookResult = Result<Arc<LiveGame>, Problem>;
/// The game and the updates to come.
pub type Subscription = (Arc<LiveGame>, broadcast::Receiver<Update>);

/// The outcome of an action.
#[derive(Clone, Debug)]
pub struct Acted {
    /// The game after it.
    pub play: Arc<LiveGame>,
    /// Number of moves that the actor has already: those of the revision that the action
    /// named, if it named the current one.
    pub known: usize,
}

/// A message to the task.
#[derive(Debug)]
pub enum Request {
    /// Asks for the game.
    Look(oneshot::Sender<LookResult>),
    /// Asks for an action.
    Act { context: ActionContext, action: Action, answer: oneshot::Sender<Result<Acted, Problem>> },
    /// Subscribes to updates.
    Subscribe(oneshot::Sender<Result<Subscription, Problem>>),
    /// Another server made this revision.
    RemoteChange(i64),
    /// The search of this revision has ended, with a move or without.
    Searched(i64, Option<AnyMove>),
}

impl Request {
    /// Answers that it cannot be done.
    pub fn refuse(self, problem: Problem) {
        // Whoever asked may have gone away.
        match self {
            Self::Look(answer) => drop(answer.send(Err(problem))),
            Self::Act { answer, .. } => drop(answer.send(Err(problem))),
            Self::Subscribe(answer) => drop(answer.send(Err(problem))),
            Self::RemoteChange(_) | Self::Searched(..) => {}
        }
    }
}

/// The task's own state.
pub struct Actor {
    deps: Arc<Deps>,
    play: Arc<LiveGame>,
    updates: broadcast::Sender<Update>,
    /// The task's own address, to which searches report.
    own: mpsc::WeakSender<Request>,
    searching: Option<AbortHandle>,
    /// Failures of the computer in a row.
    failures: u32,
    used: Instant,
    /// Nothing is known for sure any more: the store has failed in mid-change.
    lost: bool,
}

/// Waits until all tasks shall end.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // Fails only if the application is gone, which means the same.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Waits until the player to move runs out of time, if that can happen.
async fn flag(time: &TimeSource, deadline: Option<Millis>) {
    match deadline {
        Some(deadline) => time.wait_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Reads a game from the store.
pub async fn load(deps: &Deps, key: &GameKey) -> LookResult {
    let play = deps.store.load(key).await?.ok_or_else(|| Problem::not_found("game"))?;
    Ok(Arc::new(play))
}

impl Actor {
    /// A task for this game.
    pub fn new(deps: Arc<Deps>, play: Arc<LiveGame>, own: mpsc::WeakSender<Request>) -> Self {
        let updates = broadcast::Sender::new(BACKLOG);
        Self {
            deps,
            play,
            updates,
            own,
            searching: None,
            failures: 0,
            used: Instant::now(),
            lost: false,
        }
    }

    /// Serves the game until nobody has asked for it in a while.
    pub async fn run(mut self, requests: &mut mpsc::Receiver<Request>) {
        self.start_search(Duration::ZERO);
        let mut closing = self.deps.closing.clone();
        while !self.lost {
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => break,
                },
                () = closed(&mut closing) => break,
                () = flag(&self.deps.time, self.play.deadline()) => self.tick().await,
                () = tokio::time::sleep_until(self.used + self.patience()) => {
                    if self.is_idle() {
                        break;
                    }
                }
            }
        }
        self.stop_search();
    }

    fn now(&self) -> Millis {
        self.deps.time.now()
    }

    /// Returns the time that the task waits for a request: not long once the game is over.
    fn patience(&self) -> Duration {
        if self.play.status.is_over() { self.deps.idle.min(AFTERMATH) } else { self.deps.idle }
    }

    /// Whether nobody needs the task; otherwise it has another while.
    fn is_idle(&mut self) -> bool {
        let needed = self.searching.is_some() || self.updates.receiver_count() > 0;
        if needed {
            self.used = Instant::now();
        }
        !needed
    }

    async fn serve(&mut self, request: Request) {
        self.used = Instant::now();
        // An answer that nobody waits for any more is no mistake.
        match request {
            Request::Look(answer) => drop(answer.send(Ok(Arc::clone(&self.play)))),
            Request::Subscribe(answer) => {
                let subscription = (Arc::clone(&self.play), self.updates.subscribe());
                drop(answer.send(Ok(subscription)));
            }
            Request::Act { context, action, answer } => {
                drop(answer.send(self.act(&context, &action).await));
            }
            Request::RemoteChange(revision) if revision > self.play.revision => {
                self.reload().await;
            }
            Request::RemoteChange(_) => {}
            Request::Searched(revision, mv) => self.searched(revision, mv).await,
        }
    }

    /// Ends the game if somebody has run out of time.
    async fn tick(&mut self) {
        if let Err(problem) = self.act(&ActionContext::default(), &Action::Tick).await {
            tracing::error!(game = %self.play.key, %problem, "cannot end the game on time");
            self.lost = true;
        }
    }

    /// Carries out an action: on a copy, then in the store, then for all to see.
    async fn act(&mut self, context: &ActionContext, action: &Action) -> Result<Acted, Problem> {
        for _ in 0..ATTEMPTS {
            let now = self.now();
            let is_current = context.revision == Some(self.play.revision);
            let mut next = LiveGame::clone(&self.play);
            let rematch = match next.act(context, action, now)? {
                Effect::Nothing => {
                    let known = if is_current { self.play.ply() } else { 0 };
                    return Ok(Acted { play: Arc::clone(&self.play), known });
                }
                Effect::Changed => None,
                Effect::Rematch(play) => Some(play),
            };
            let known = if is_current { common_moves(&self.play, &next) } else { 0 };
            let change = GameChange::between(&self.play, &next, rematch.as_deref());
            let begun = Instant::now();
            match self.deps.store.commit(change).await {
                Ok(Commit::Done) => {
                    self.deps.metrics.committed(&self.play, &next, begun.elapsed());
                    self.adopt(Arc::new(next), Duration::ZERO);
                    return Ok(Acted { play: Arc::clone(&self.play), known });
                }
                Ok(Commit::Conflict) => self.reload().await,
                Err(error) => return Err(self.lose(error)),
            }
        }
        Err(Problem::busy())
    }

    /// Nobody knows whether the change was kept, so the game has to be read again.
    fn lose(&mut self, error: StoreError) -> Problem {
        self.lost = true;
        error.into()
    }

    /// Takes over what another server did.
    async fn reload(&mut self) {
        match load(&self.deps, &self.play.key).await {
            Ok(play) if play.revision != self.play.revision => self.adopt(play, RESCUE),
            Ok(_) => {}
            Err(_) => self.lost = true,
        }
    }

    /// Makes a new state the one that everybody sees.
    fn adopt(&mut self, play: Arc<LiveGame>, delay: Duration) {
        self.stop_search();
        self.failures = 0;
        if self.updates.receiver_count() > 0 {
            let update = Update::between(&self.play, &play, self.now());
            // The last watcher may have left just now.
            let _ = self.updates.send(update);
        }
        self.play = play;
        self.start_search(delay);
    }

    fn stop_search(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.abort();
        }
    }

    /// Starts the computer's search, if it is to move.
    fn start_search(&mut self, delay: Duration) {
        let (Some(job), Some(own)) = (self.search_job(), self.own.upgrade()) else {
            return;
        };
        let (pool, revision) = (self.deps.pool.clone(), self.play.revision);
        let game = self.play.key.to_string();
        let searching = tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            let search = loop {
                match pool.submit(&game, job.clone()) {
                    Some(search) => break search,
                    None => tokio::time::sleep(QUEUE_FULL).await,
                }
            };
            let mv = match search.finish().await {
                Some(Ok(report)) => Some(report.best_move()),
                Some(Err(error)) => {
                    tracing::warn!(%game, %error, "the computer gave no move");
                    None
                }
                // The pool is closed: the server stops.
                None => return,
            };
            // If the game's task has ended, it searches again when it is needed.
            let _ = own.send(Request::Searched(revision, mv)).await;
        });
        self.searching = Some(searching.abort_handle());
    }

    /// Returns the computer's search, if it is to move.
    fn search_job(&self) -> Option<SearchJob> {
        let play = &self.play;
        let opponent = play.computer_to_move()?;
        let clock = match play.time {
            TimeControl::Fischer { .. } => {
                play.clock.map(|clock| clock.engine_clock(play.to_move(), self.now()))
            }
            _ => None,
        };
        let created = play.created.unsigned_abs();
        let key = play.key.as_str().bytes();
        Some(SearchJob {
            opponent: Some(opponent.to_owned()),
            history: play.history.clone(),
            limits: Limits { clock, ..Limits::default() },
            lines: 1,
            seed: key.fold(created, |seed, byte| seed.rotate_left(7) ^ u64::from(byte)),
            queue: self.deps.pool.opponents().queue(opponent),
        })
    }

    async fn searched(&mut self, revision: i64, mv: Option<AnyMove>) {
        if revision != self.play.revision {
            return;
        }
        self.searching = None;
        let context = ActionContext::default();
        if let Some(mv) = mv {
            match self.act(&context, &Action::Computer { revision, mv }).await {
                Ok(_) => return,
                Err(problem) => {
                    let game = &self.play.key;
                    tracing::warn!(%game, %problem, "cannot make the computer's move");
                }
            }
        }
        self.failures += 1;
        if self.failures < MAX_FAILURES {
            return self.start_search(FIRST_PAUSE * 2_u32.pow(self.failures - 1));
        }
        tracing::error!(game = %self.play.key, "the computer has failed and is not asked again");
        if let Err(problem) = self.act(&context, &Action::ComputerFailed { revision }).await {
            tracing::error!(game = %self.play.key, %problem, "cannot note the failure");
        }
    }
}
