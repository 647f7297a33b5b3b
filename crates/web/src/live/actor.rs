//! The task of one game.

use std::sync::Arc;
use std::time::Duration;

use cairn_engine::{ClockState, Limits};
use cairn_games::AnyMove;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use super::hub::Deps;
use super::update::Update;
use crate::engine::Task;
use crate::game::{Action, By, Done, Play, TimeControl};
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::store::{Change, Commit, StoreError};
use crate::time::{Millis, TimeSource};

/// How often a change is tried again when other servers come between.
const ATTEMPTS: usize = 8;
/// How long another server has to make its computer's move before this one does.
const RESCUE: Duration = Duration::from_secs(15);
/// How long to wait when there is no room in the queue of those who think.
const NO_ROOM: Duration = Duration::from_secs(2);
/// How long the task of a finished game lives that nobody asks anything.
const AFTERMATH: Duration = Duration::from_secs(20);
/// How many updates a slow watcher may be behind before it gets the whole game again.
const BACKLOG: usize = 16;

/// The game, or why there is none.
pub type Answer = Result<Arc<Play>, Problem>;
/// The game and what happens next in it.
pub type Watching = (Arc<Play>, broadcast::Receiver<Update>);

/// What can be asked of the task.
#[derive(Debug)]
pub enum Request {
    /// To show the game.
    Look(oneshot::Sender<Answer>),
    /// To do something.
    Act { by: By, action: Action, answer: oneshot::Sender<Answer> },
    /// To tell of everything that happens.
    Watch(oneshot::Sender<Result<Watching, Problem>>),
    /// Another server made this revision.
    Changed(i64),
    /// The computer has thought about this revision.
    Thought(i64, Option<AnyMove>),
}

impl Request {
    /// Answers that it cannot be done.
    pub fn refuse(self, problem: Problem) {
        // Whoever asked may have gone away.
        match self {
            Self::Look(answer) | Self::Act { answer, .. } => drop(answer.send(Err(problem))),
            Self::Watch(answer) => drop(answer.send(Err(problem))),
            Self::Changed(_) | Self::Thought(..) => {}
        }
    }
}

/// The task's own state.
pub struct Actor {
    deps: Arc<Deps>,
    play: Arc<Play>,
    updates: broadcast::Sender<Update>,
    /// The task's own address, for thoughts to come back to.
    own: mpsc::WeakSender<Request>,
    thinking: Option<AbortHandle>,
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
pub async fn load(deps: &Deps, key: &GameKey) -> Answer {
    match deps.store.load(key).await {
        Ok(Some(play)) => Ok(Arc::new(play)),
        Ok(None) => Err(Problem::not_found("game")),
        Err(error) => Err(Problem::internal(&error)),
    }
}

impl Actor {
    /// A task for this game.
    pub fn new(deps: Arc<Deps>, play: Arc<Play>, own: mpsc::WeakSender<Request>) -> Self {
        let updates = broadcast::Sender::new(BACKLOG);
        Self { deps, play, updates, own, thinking: None, used: Instant::now(), lost: false }
    }

    /// Serves the game until nobody has asked for it in a while.
    pub async fn run(mut self, requests: &mut mpsc::Receiver<Request>) {
        self.start_thinking(Duration::ZERO);
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
        self.stop_thinking();
    }

    fn now(&self) -> Millis {
        self.deps.time.now()
    }

    /// How long the task waits for somebody to ask: not long once the game is over.
    fn patience(&self) -> Duration {
        if self.play.status.is_over() { self.deps.idle.min(AFTERMATH) } else { self.deps.idle }
    }

    /// Whether nobody needs the task; otherwise it has another while.
    fn is_idle(&mut self) -> bool {
        let needed = self.thinking.is_some() || self.updates.receiver_count() > 0;
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
            Request::Watch(answer) => {
                let watching = (Arc::clone(&self.play), self.updates.subscribe());
                drop(answer.send(Ok(watching)));
            }
            Request::Act { by, action, answer } => drop(answer.send(self.act(&by, &action).await)),
            Request::Changed(revision) if revision > self.play.revision => self.reload().await,
            Request::Changed(_) => {}
            Request::Thought(revision, mv) => self.thought(revision, mv).await,
        }
    }

    /// Sees whether somebody has run out of time.
    async fn tick(&mut self) {
        if let Err(problem) = self.act(&By::default(), &Action::Tick).await {
            tracing::error!(game = %self.play.key, %problem, "cannot end the game on time");
            self.lost = true;
        }
    }

    /// Does something: on a copy, then in the store, then for all to see.
    async fn act(&mut self, by: &By, action: &Action) -> Answer {
        for _ in 0..ATTEMPTS {
            let now = self.now();
            let mut next = Play::clone(&self.play);
            let rematch = match next.act(by, action, now)? {
                Done::Nothing => return Ok(Arc::clone(&self.play)),
                Done::Changed => None,
                Done::Rematch(play) => Some(play),
            };
            let change = Change::new(&self.play, &next, rematch.as_deref());
            let begun = Instant::now();
            match self.deps.store.commit(change).await {
                Ok(Commit::Done) => {
                    self.deps.metrics.committed(&self.play, &next, begun.elapsed());
                    self.adopt(Arc::new(next), Duration::ZERO);
                    return Ok(Arc::clone(&self.play));
                }
                Ok(Commit::Conflict) => self.reload().await,
                Err(error) => return Err(self.lose(&error)),
            }
        }
        Err(Problem::busy())
    }

    /// Nobody knows whether the change was kept, so the game has to be read again.
    fn lose(&mut self, error: &StoreError) -> Problem {
        self.lost = true;
        Problem::internal(error)
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
    fn adopt(&mut self, play: Arc<Play>, before_thinking: Duration) {
        self.stop_thinking();
        if self.updates.receiver_count() > 0 {
            let update = Update::between(&self.play, &play, self.now());
            // The last watcher may have left just now.
            let _ = self.updates.send(update);
        }
        self.play = play;
        self.start_thinking(before_thinking);
    }

    fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.abort();
        }
    }

    /// Lets the computer think if it is to move.
    fn start_thinking(&mut self, delay: Duration) {
        let (Some(task), Some(own)) = (self.task(), self.own.upgrade()) else {
            return;
        };
        let (pool, revision) = (self.deps.pool.clone(), self.play.revision);
        let who = self.play.key.to_string();
        let thinking = tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            let thinking = loop {
                match pool.ask(&who, task.clone()) {
                    Some(thinking) => break thinking,
                    None => tokio::time::sleep(NO_ROOM).await,
                }
            };
            let mv = match thinking.finish().await {
                Some(Ok(report)) => Some(report.best_move()),
                Some(Err(error)) => {
                    tracing::error!(game = %who, %error, "the computer gave no move");
                    None
                }
                None => None,
            };
            // If the game's task has ended, it will ask again when it is needed.
            let _ = own.send(Request::Thought(revision, mv)).await;
        });
        self.thinking = Some(thinking.abort_handle());
    }

    /// What the computer has to think about, if it is to move.
    fn task(&self) -> Option<Task> {
        let play = &self.play;
        let who = play.computer_to_move()?;
        let clock = match play.time {
            TimeControl::Live { increment, .. } => {
                play.clock(play.to_move(), self.now()).map(|left| ClockState {
                    remaining: Duration::from_millis(u64::try_from(left).unwrap_or(0)),
                    increment: Duration::from_millis(u64::try_from(increment).unwrap_or(0)),
                })
            }
            _ => None,
        };
        let created = play.created.unsigned_abs();
        Some(Task {
            who: Some(who.to_owned()),
            history: play.history.clone(),
            limits: Limits { clock, ..Limits::default() },
            lines: 1,
            seed: play
                .key
                .as_str()
                .bytes()
                .fold(created, |seed, byte| seed.rotate_left(7) ^ u64::from(byte)),
            lane: self.deps.pool.brains().lane(who),
        })
    }

    async fn thought(&mut self, revision: i64, mv: Option<AnyMove>) {
        if revision != self.play.revision {
            return;
        }
        self.thinking = None;
        let Some(mv) = mv else {
            return self.start_thinking(NO_ROOM);
        };
        if let Err(problem) = self.act(&By::default(), &Action::Computer { revision, mv }).await {
            tracing::error!(game = %self.play.key, %problem, "cannot make the computer's move");
            self.start_thinking(NO_ROOM);
        }
    }
}
