//! The task of one game, which alone changes it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use cairn_app::Millis;
use cairn_games::AnyMove;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::hub::Deps;
use super::update::Update;
use crate::game::{Action, ActionContext, Effect, LiveGame};
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::store::{Commit, GameChange, StoreError, common_moves};

/// Number of attempts at a change when other servers change the game as well.
const ATTEMPTS: usize = 8;
/// Longest time for reading or changing a game in a database that other servers use as well.
const STORE_TIMEOUT: Duration = Duration::from_secs(4);
/// Pause before a game is read again that could not be read.
const REFRESH_PAUSE: Duration = Duration::from_millis(500);
/// Time after which the task of a finished game without requests ends.
const AFTERMATH: Duration = Duration::from_secs(20);
/// Number of updates that a slow watcher may be behind before it gets the whole game again.
const BACKLOG: usize = 16;

/// The game, or the reason why there is none.
pub(super) type GetResult = Result<Arc<LiveGame>, Problem>;
/// The game and the updates to come.
pub(super) type Subscription = (Arc<LiveGame>, broadcast::Receiver<Update>);

/// The outcome of an action.
#[derive(Clone, Debug)]
pub(crate) struct Acted {
    /// The game after it.
    pub game: Arc<LiveGame>,
    /// Number of moves that the actor has already: those of the revision that the action
    /// named, if it named the current one.
    pub known: usize,
}

/// A message to the task.
#[derive(Debug)]
pub(super) enum Request {
    /// Asks for the game.
    Get(oneshot::Sender<GetResult>),
    /// Asks for an action.
    Act { context: ActionContext, action: Action, answer: oneshot::Sender<Result<Acted, Problem>> },
    /// Subscribes to updates.
    Subscribe(oneshot::Sender<Result<Subscription, Problem>>),
    /// Another server made this revision.
    RemoteChange(i64),
    /// The game may be another one than the task knows, or belong to this server now.
    Refresh,
    /// The search of this revision has ended, with a move or without.
    Searched(i64, Option<AnyMove>),
}

impl Request {
    /// Answers that it cannot be done.
    pub(super) fn refuse(self, problem: Problem) {
        // Whoever asked may have gone away.
        match self {
            Self::Get(answer) => drop(answer.send(Err(problem))),
            Self::Act { answer, .. } => drop(answer.send(Err(problem))),
            Self::Subscribe(answer) => drop(answer.send(Err(problem))),
            Self::RemoteChange(_) | Self::Refresh | Self::Searched(..) => {}
        }
    }
}

/// The task's own state.
pub(super) struct Actor {
    pub(super) deps: Arc<Deps>,
    pub(super) game: Arc<LiveGame>,
    updates: broadcast::Sender<Update>,
    /// The task's own address, to which searches report.
    pub(super) own: mpsc::WeakSender<Request>,
    pub(super) searching: Option<AbortHandle>,
    /// Failures of the computer in a row.
    pub(super) failures: u32,
    used: Instant,
    /// Number of times that games had to be read again, when this one was read.
    epoch: u64,
    /// Whether the store failed in the middle of a change, so that the game has to be read again.
    pub(super) stale: bool,
    /// Whether the task has to end because the game cannot be read.
    lost: bool,
}

/// Waits until all tasks must end.
pub(super) async fn closed(closing: &mut watch::Receiver<bool>) {
    // Fails only if the application is gone, which means the same.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Waits until the player to move runs out of time, if that can happen, and the game can be ended.
async fn flag(deps: &Deps, deadline: Option<Millis>) {
    match deadline {
        Some(deadline) => {
            deps.time.wait_until(deadline).await;
            deps.lease.valid().await;
        }
        None => std::future::pending().await,
    }
}

/// Waits until the game has to be read again.
async fn outdated(deps: &Deps, epoch: u64, stale: bool) {
    if stale {
        tokio::time::sleep(REFRESH_PAUSE).await;
    } else {
        deps.lease.epoch_after(epoch).await;
    }
}

/// Waits for the store, but not for long if the connection to it can hang.
async fn in_time<T>(
    deps: &Deps,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    if !deps.store.is_shared() {
        return work.await;
    }
    tokio::time::timeout(STORE_TIMEOUT, work).await.unwrap_or(Err(StoreError::Timeout))
}

/// Returns the problem of an error of the store, and has the lease checked if it is an outage.
pub(super) fn store_failed(deps: &Deps, error: StoreError) -> Problem {
    if error.is_outage() {
        deps.lease.suspect(deps.time.now());
    }
    error.into()
}

/// Reads a game from the store.
pub(super) async fn load(deps: &Deps, key: &GameKey) -> GetResult {
    if !deps.lease.is_valid() {
        deps.lease.check().await?;
    }
    let loaded =
        in_time(deps, deps.store.load(key)).await.map_err(|error| store_failed(deps, error))?;
    loaded.map(Arc::new).ok_or_else(|| Problem::not_found("game"))
}

impl Actor {
    /// A task for this game.
    pub(super) fn new(
        deps: Arc<Deps>,
        game: Arc<LiveGame>,
        own: mpsc::WeakSender<Request>,
    ) -> Self {
        let updates = broadcast::Sender::new(BACKLOG);
        let epoch = deps.lease.epoch();
        Self {
            deps,
            game,
            updates,
            own,
            searching: None,
            failures: 0,
            used: Instant::now(),
            epoch,
            stale: false,
            lost: false,
        }
    }

    /// Serves the game until nobody has asked for it in a while.
    pub(super) async fn run(mut self, requests: &mut mpsc::Receiver<Request>) {
        self.start_search(Duration::ZERO);
        let mut closing = self.deps.closing.clone();
        while !self.lost {
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.serve(request).await,
                    None => break,
                },
                () = closed(&mut closing) => break,
                () = flag(&self.deps, self.flag_time()) => self.tick().await,
                () = outdated(&self.deps, self.epoch, self.stale) => self.refresh().await,
                () = tokio::time::sleep_until(self.used + self.patience()) => {
                    if self.is_idle() {
                        break;
                    }
                }
            }
        }
        self.stop_search();
    }

    pub(super) fn now(&self) -> Millis {
        self.deps.time.now()
    }

    /// Returns the time at which the player to move has run out of time, with compensation for lag.
    fn flag_time(&self) -> Option<Millis> {
        let deadline = self.game.deadline()?;
        let lag = self.deps.attendance.lag_of(&self.game.key, self.game.to_move());
        Some(deadline + self.game.lag_credit(lag, deadline))
    }

    /// Returns the time that the task waits for a request: not long once the game is over.
    fn patience(&self) -> Duration {
        if self.game.status.is_over() { self.deps.idle.min(AFTERMATH) } else { self.deps.idle }
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
        if self.deps.lease.is_thawing() && self.deps.lease.check().await.is_err() {
            self.stale = true;
        }
        if self.stale || self.epoch != self.deps.lease.epoch() {
            self.refresh().await;
        }
        if self.stale || self.lost {
            return request.refuse(Problem::store_away());
        }
        self.used = Instant::now();
        // An answer that nobody waits for any more is not a mistake.
        match request {
            Request::Get(answer) => drop(answer.send(Ok(Arc::clone(&self.game)))),
            Request::Subscribe(answer) => {
                let subscription = (Arc::clone(&self.game), self.updates.subscribe());
                drop(answer.send(Ok(subscription)));
            }
            Request::Act { context, action, answer } => {
                drop(answer.send(self.act(&context, &action).await));
            }
            Request::RemoteChange(revision) => {
                if revision > self.game.revision {
                    self.refresh().await;
                }
            }
            Request::Refresh => self.refresh().await,
            Request::Searched(revision, mv) => self.searched(revision, mv).await,
        }
    }

    /// Ends the game if somebody has run out of time.
    async fn tick(&mut self) {
        if let Err(problem) = self.act(&ActionContext::default(), &Action::Tick).await {
            tracing::warn!(game = %self.game.key, %problem, "cannot end the game on time yet");
            self.stale = true;
        }
    }

    /// Carries out an action: on a copy, then in the store, then for all to see.
    pub(super) async fn act(
        &mut self,
        context: &ActionContext,
        action: &Action,
    ) -> Result<Acted, Problem> {
        let deps = Arc::clone(&self.deps);
        // Where other servers change games as well, nothing is refused before the game is read.
        let mut is_read = !deps.store.is_shared();
        for _ in 0..ATTEMPTS {
            let _held = deps.lease.hold().await?;
            if self.stale || self.epoch != deps.lease.epoch() {
                is_read = true;
                self.reload().await?;
            }
            let now = self.now();
            let is_current = context.revision == Some(self.game.revision);
            let mut next = LiveGame::clone(&self.game);
            let rematch = match next.act(context, action, now) {
                Ok(Effect::Nothing) => {
                    let known = if is_current { self.game.ply() } else { 0 };
                    return Ok(Acted { game: Arc::clone(&self.game), known });
                }
                Ok(Effect::Changed) => None,
                Ok(Effect::Rematch(game)) => Some(game),
                Err(problem) => {
                    if !is_read && self.reload().await? {
                        is_read = true;
                        continue;
                    }
                    return Err(problem);
                }
            };
            let rematch = rematch.map(|mut game| {
                game.server = deps.server.clone();
                game
            });
            next.server = deps.server.clone();
            let known = if is_current { common_moves(&self.game, &next) } else { 0 };
            let change = GameChange::between(&self.game, &next, rematch.as_deref());
            let begun = Instant::now();
            match in_time(&deps, deps.store.commit(change)).await {
                Ok(Commit::Done) => {
                    deps.metrics.committed(&self.game, &next, begun.elapsed());
                    deps.turns.changed(Some(&self.game), &next);
                    if let Some(rematch) = &rematch {
                        deps.notices.game_changed(None, rematch);
                        deps.turns.changed(None, rematch);
                    }
                    self.adopt(Arc::new(next));
                    return Ok(Acted { game: Arc::clone(&self.game), known });
                }
                Ok(Commit::Conflict) => {
                    self.reload().await?;
                }
                Err(error) => {
                    // Nobody knows whether the change was kept, so the game has to be read again.
                    self.stale = true;
                    return Err(store_failed(&deps, error));
                }
            }
        }
        Err(Problem::busy())
    }

    /// Reads the game again, as other servers or the server's maintenance have left it.
    async fn refresh(&mut self) {
        if let Err(problem) = self.reload().await {
            tracing::debug!(game = %self.game.key, %problem, "cannot read the game again");
        } else if self.searching.is_none() {
            self.start_search(Duration::ZERO);
        }
    }

    /// Reads the game again. Returns whether it has changed.
    async fn reload(&mut self) -> Result<bool, Problem> {
        let epoch = self.deps.lease.epoch();
        let game = match load(&self.deps, &self.game.key).await {
            Ok(game) => game,
            Err(problem) => {
                self.stale = true;
                self.lost = problem.status != StatusCode::SERVICE_UNAVAILABLE;
                return Err(problem);
            }
        };
        (self.epoch, self.stale) = (epoch, false);
        let changed = game.revision != self.game.revision;
        if changed {
            self.adopt(game);
        } else if game.server != self.game.server {
            // Another server has taken the game over, or this one has.
            self.stop_search();
            self.game = game;
        }
        Ok(changed)
    }

    /// Makes a new state the one that everybody sees.
    fn adopt(&mut self, game: Arc<LiveGame>) {
        self.stop_search();
        self.failures = 0;
        self.deps.notices.game_changed(Some(&self.game), &game);
        if self.updates.receiver_count() > 0 {
            let update = Update::between(&self.game, &game, self.now());
            // The last watcher may have left just now.
            let _ = self.updates.send(update);
        }
        self.game = game;
        self.start_search(Duration::ZERO);
    }
}
