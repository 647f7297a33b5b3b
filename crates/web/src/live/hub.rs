//! Registry of the tasks of all games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};

use super::actor::{self, Acted, Actor, Request, Subscription};
use super::attendance::Attendance;
use super::lease::Lease;
use super::notices::Notices;
use crate::game::{Action, ActionContext, LiveGame};
use crate::ids::{GameKey, ServerId};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::push::TurnSender;
use crate::search_pool::WorkerPool;
use crate::store::Store;
use crate::time::TimeSource;

/// Largest number of requests that wait for one game.
const MOST_WAITING: usize = 64;
/// Number of attempts at a request when the game's task has just ended.
const ATTEMPTS: usize = 4;

/// Dependencies of the tasks of games.
pub(crate) struct Deps {
    /// Store of all games.
    pub store: Store,
    /// The worker pool that searches.
    pub pool: WorkerPool,
    /// Source of the present time.
    pub time: TimeSource,
    /// Counters of the server.
    pub metrics: Arc<Metrics>,
    /// Time after which a task without requests ends.
    pub idle: Duration,
    /// Name of this server.
    pub server: ServerId,
    /// Right of this server to change games.
    pub(crate) lease: Arc<Lease>,
    /// Visitors at games.
    pub(crate) attendance: Arc<Attendance>,
    /// Notices that lists of games are out of date.
    pub(crate) notices: Arc<Notices>,
    /// Notifies players of their turns.
    pub(crate) turns: TurnSender,
    /// Becomes true when all tasks must end.
    pub closing: watch::Receiver<bool>,
}

type Mailboxes = HashMap<GameKey, mpsc::Sender<Request>>;

/// The games that have a task now.
#[derive(Clone)]
pub(crate) struct Hub {
    pub(super) deps: Arc<Deps>,
    mailboxes: Arc<Mutex<Mailboxes>>,
}

impl Hub {
    /// Creates a hub without games.
    pub(crate) fn new(deps: Deps) -> Self {
        Self { deps: Arc::new(deps), mailboxes: Arc::default() }
    }

    /// Returns the number of games that have a task.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Keeps a new game and begins it.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn create(&self, mut game: LiveGame) -> Result<Arc<LiveGame>, Problem> {
        game.server = self.deps.server.clone();
        let held = self.deps.lease.hold().await?;
        let created = self.deps.store.create(&game).await;
        drop(held);
        created.map_err(|error| actor::store_failed(&self.deps, error))?;
        let game = Arc::new(game);
        self.deps.metrics.created();
        self.deps.notices.game_changed(None, &game);
        // Only the computer has something to do before anybody asks.
        if game.computer_to_move().is_some() {
            self.mailbox(&game.key, Some(Arc::clone(&game)), None);
        }
        Ok(game)
    }

    /// Returns the game as it is.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(crate) async fn get(&self, key: &GameKey) -> Result<Arc<LiveGame>, Problem> {
        self.call(key, Request::Get).await
    }

    /// Does something in a game.
    ///
    /// # Errors
    /// If there is no such game, or it is not allowed.
    pub(crate) async fn act(
        &self,
        key: &GameKey,
        context: ActionContext,
        action: Action,
    ) -> Result<Acted, Problem> {
        let request =
            |answer| Request::Act { context: context.clone(), action: action.clone(), answer };
        let acted = self.call(key, request).await?;
        // The computer may have to open the rematch.
        if let Some(next) = &acted.game.next {
            self.wake(next);
        }
        Ok(acted)
    }

    /// Follows a game.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(crate) async fn subscribe(&self, key: &GameKey) -> Result<Subscription, Problem> {
        self.call(key, Request::Subscribe).await
    }

    /// Returns the visitors at games.
    pub(crate) fn attendance(&self) -> &Arc<Attendance> {
        &self.deps.attendance
    }

    /// Returns the notices that lists of games are out of date.
    pub(crate) fn notices(&self) -> &Arc<Notices> {
        &self.deps.notices
    }

    /// Reads who is at a game on other servers.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn read_attendance(&self, key: &GameKey) -> Result<(), Problem> {
        let read = self.deps.attendance.read_elsewhere(&self.deps, key).await;
        read.map_err(|error| actor::store_failed(&self.deps, error))
    }

    /// Makes sure that a game has a task, which will do what is due.
    pub(crate) fn wake(&self, key: &GameKey) {
        self.mailbox(key, None, None);
    }

    /// Makes sure that a game has a task, which knows the game as it is stored.
    pub(crate) fn refresh(&self, key: &GameKey) {
        if !self.tell(key, Request::Refresh) {
            self.wake(key);
        }
    }

    /// Another server has changed a game.
    pub(crate) fn changed(&self, key: &GameKey, revision: i64) {
        self.tell(key, Request::RemoteChange(revision));
    }

    /// Tells the task of a game something. Returns `false` if there is none.
    fn tell(&self, key: &GameKey, request: Request) -> bool {
        let Some(mailbox) = self.lock().get(key).filter(|mailbox| !mailbox.is_closed()).cloned()
        else {
            return false;
        };
        if let Err(TrySendError::Full(request)) = mailbox.try_send(request) {
            // If the task ends before it hears of it, the next one reads the game anyway.
            tokio::spawn(async move { drop(mailbox.send(request).await) });
        }
        true
    }

    /// Asks the task of a game.
    async fn call<T>(
        &self,
        key: &GameKey,
        request: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Request,
    ) -> Result<T, Problem> {
        for _ in 0..ATTEMPTS {
            let (answer, answered) = oneshot::channel();
            let sent = match self.mailbox(key, None, Some(request(answer))) {
                (mailbox, Some(request)) => mailbox.send(request).await.is_ok(),
                (_, None) => true,
            };
            if sent && let Ok(answer) = answered.await {
                return answer;
            }
            // The task has ended between finding it and asking it.
        }
        Err(Problem::busy())
    }

    fn lock(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the mailbox of a game's task, which is started if there is none. A new task has
    /// its first request when it starts, so that it cannot end before it is asked; of a
    /// task that is there, the request has still to be made.
    fn mailbox(
        &self,
        key: &GameKey,
        known: Option<Arc<LiveGame>>,
        first: Option<Request>,
    ) -> (mpsc::Sender<Request>, Option<Request>) {
        let mut mailboxes = self.lock();
        if let Some(mailbox) = mailboxes.get(key).filter(|mailbox| !mailbox.is_closed()) {
            return (mailbox.clone(), first);
        }
        let (mailbox, requests) = mpsc::channel(MOST_WAITING);
        mailboxes.insert(key.clone(), mailbox.clone());
        drop(mailboxes);
        let unsent = first.and_then(|first| match mailbox.try_send(first) {
            Ok(()) => None,
            Err(TrySendError::Full(first) | TrySendError::Closed(first)) => Some(first),
        });
        tokio::spawn(self.clone().run(key.clone(), known, mailbox.downgrade(), requests));
        (mailbox, unsent)
    }

    /// The life of a game's task.
    async fn run(
        self,
        key: GameKey,
        known: Option<Arc<LiveGame>>,
        own: mpsc::WeakSender<Request>,
        mut requests: mpsc::Receiver<Request>,
    ) {
        let game = match known {
            Some(game) => Ok(game),
            None => actor::load(&self.deps, &key).await,
        };
        let problem = match game {
            Ok(game) => {
                Actor::new(Arc::clone(&self.deps), game, own).run(&mut requests).await;
                None
            }
            Err(problem) => Some(problem),
        };
        // Whoever asks from now on starts another task.
        requests.close();
        if let Entry::Occupied(entry) = self.lock().entry(key)
            && entry.get().is_closed()
        {
            entry.remove();
        }
        while let Some(request) = requests.recv().await {
            if let Some(problem) = &problem {
                request.refuse(problem.clone());
            }
        }
    }
}
