//! State that all requests share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use cairn_games::Outcome;
use tokio::sync::watch;

use crate::compute::{AnswerCache, Compute};
use crate::config::ServerConfig;
use crate::http::RateLimits;
use crate::ids::{GameKey, Secret, ServerId};
use crate::images::Pictures;
use crate::live::{Attendance, Deps, Hub, Lease};
use crate::live_connection::LobbyMessage;
use crate::metrics::Metrics;
use crate::pages::BoardKey;
use crate::push::{TurnSender, VapidKey};
use crate::search_pool::{AnalysisSessions, LevelOpponents, Opponents, WorkerPool};
use crate::service::Evaluations;
use crate::store::{Absence, Renewal, Store, StoreError};
use crate::time::TimeSource;

/// Interval at which the server forgets visitors who have gone away.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(10);
/// Interval at which finished games are added to the opening explorer.
const EXPLORER_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which old games are removed.
const PRUNE_INTERVAL: Duration = Duration::from_secs(60 * 60);
/// Number of boards that are cached, and their bytes in all.
const MAX_BOARDS: usize = 2048;
const MAX_BOARD_BYTES: u64 = 32 << 20;

/// The application: cheap to clone, and the state of every handler.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

/// Parts of the application, each of which exists once.
pub struct Inner {
    /// Settings of the server.
    pub(crate) config: ServerConfig,
    /// Store of all games.
    pub(crate) store: Store,
    /// Tasks of the games.
    pub(crate) hub: Hub,
    /// The worker pool that searches.
    pub(crate) pool: WorkerPool,
    /// Streamed analyses, one per visitor.
    pub(crate) sessions: AnalysisSessions,
    /// Evaluations of whole games.
    pub(crate) evaluations: Evaluations,
    /// Key that signs cookies.
    pub(crate) secret: Secret,
    /// Key by which push services know the site.
    pub(crate) vapid: Arc<VapidKey>,
    /// Rate limits per visitor.
    pub(crate) limits: RateLimits,
    /// Counters of the server.
    pub(crate) metrics: Arc<Metrics>,
    /// Work off the threads that answer requests.
    pub(crate) compute: Compute,
    /// Drawn boards.
    pub(crate) boards: AnswerCache<BoardKey>,
    /// Drawn pictures.
    pub(crate) pictures: Pictures,
    /// The open games, for live connections.
    pub(crate) lobby: LobbyMessage,
    /// Source of the present time.
    pub(crate) time: TimeSource,
    /// Right of this server to change games.
    pub(crate) lease: Arc<Lease>,
    server: ServerId,
    stopping: watch::Sender<bool>,
    closing: watch::Sender<bool>,
}

impl Deref for AppState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl AppState {
    /// Opens the store and starts the periodic tasks.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn start(config: ServerConfig) -> Result<Self, StoreError> {
        Self::start_with(config, TimeSource::system(), Arc::new(LevelOpponents)).await
    }

    /// Starts the application with another clock and other opponents, for tests.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn start_with(
        config: ServerConfig,
        time: TimeSource,
        opponents: Arc<dyn Opponents>,
    ) -> Result<Self, StoreError> {
        let store = Store::open(&config.data).await?;
        let (time, server) = (time.for_process(), ServerId::random());
        let lease = Lease::start(&time).map_err(StoreError::Thread)?;
        let metrics = Arc::new(Metrics::default());
        let pool = WorkerPool::start(opponents, config.threads);
        let closing = watch::Sender::new(false);
        let vapid = Arc::new(store.vapid_key().await?);
        let turns = TurnSender::start(
            &config.push,
            Arc::clone(&vapid),
            store.clone(),
            Arc::clone(&metrics),
            time.clone(),
            closing.subscribe(),
        )
        .map_err(StoreError::Push)?;
        let hub = Hub::new(Deps {
            store: store.clone(),
            pool: pool.clone(),
            time: time.clone(),
            metrics: Arc::clone(&metrics),
            idle: config.idle,
            server: server.clone(),
            lease: Arc::clone(&lease),
            attendance: Attendance::new(time.clone(), store.is_shared()),
            notices: Arc::default(),
            turns,
            closing: closing.subscribe(),
        });
        let secret = store.secret().await?;
        let limits = RateLimits::new(config.limits);
        let stopping = watch::Sender::new(false);
        let app = Self(Arc::new(Inner {
            config,
            store,
            hub,
            pool,
            sessions: AnalysisSessions::default(),
            evaluations: Evaluations::default(),
            secret,
            vapid,
            limits,
            metrics,
            compute: Compute::new(),
            boards: AnswerCache::new(MAX_BOARDS, MAX_BOARD_BYTES),
            pictures: Pictures::new(),
            lobby: LobbyMessage::default(),
            time,
            server,
            lease,
            stopping,
            closing,
        }));
        app.join_servers().await?;
        app.start_tasks();
        Ok(app)
    }

    /// Renews the lease for the first time, and takes over games that nobody looks after.
    async fn join_servers(&self) -> Result<(), StoreError> {
        // As late as possible, so that nobody is charged for the time that it takes to start.
        let absence = Some(Absence::Start { alone: false });
        let (server, time) = (self.server.clone(), self.time.clone());
        let renewal = Renewal { server, now: time.now(), time, shifted: 0, absence };
        let forgiven = self.store.renew(renewal).await?;
        if forgiven > 0 {
            tracing::info!(games = forgiven, "clocks were stopped while no server was running");
        }
        self.hub.start_maintenance().await?;
        Ok(())
    }

    /// Starts the work that is repeated.
    fn start_tasks(&self) {
        self.every(MAINTENANCE_INTERVAL, |app| async move {
            app.limits.forget_idle();
            app.hub.notices().forget_idle();
            for key in app.hub.attendance().forget_idle() {
                app.store.remove_attendance(&app.server, &key).await?;
            }
            app.end_abandoned_seeks().await
        });
        self.every(EXPLORER_INTERVAL, |app| async move {
            // Nothing is written while the store does not answer.
            if app.lease.is_valid() { app.store.count_openings().await } else { Ok(()) }
        });
        self.every(PRUNE_INTERVAL, |app| async move {
            let removed = app.store.prune(&app.config.retention, app.time.now()).await?;
            tracing::info!(games = removed, "removed old games");
            app.store.remove_unused(app.time.now()).await
        });
    }

    /// Wakes the games in which something is due, and adds finished games to the opening explorer.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn run_maintenance(&self) -> Result<(), StoreError> {
        self.hub.end_overdue().await?;
        self.end_abandoned_seeks().await?;
        self.hub.wake_computers().await?;
        self.store.count_openings().await
    }

    /// Repeats some work until the server stops.
    fn every<F, W>(&self, pause: Duration, work: F)
    where
        F: Fn(Self) -> W + Send + Sync + 'static,
        W: Future<Output = Result<(), StoreError>> + Send,
    {
        let app = self.clone();
        tokio::spawn(async move {
            let mut stopping = app.stopping();
            while !*stopping.borrow() {
                tokio::select! {
                    _ = stopping.changed() => {}
                    () = tokio::time::sleep(pause) => {
                        if let Err(error) = work(app.clone()).await {
                            tracing::warn!(%error, "regular work failed");
                        }
                    }
                }
            }
        });
    }

    /// Returns the revision, position and outcome of a game as they are stored, for tests.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn stored(
        &self,
        id: &str,
    ) -> Result<Option<(i64, String, Option<Outcome>)>, StoreError> {
        let Some(key) = GameKey::read(id) else {
            return Ok(None);
        };
        let game = self.store.load(&key).await?;
        Ok(game.map(|game| {
            let outcome = game.ending.map(|ending| ending.outcome);
            (game.revision, game.history.position().to_text(), outcome)
        }))
    }

    /// Returns the number of open streams of analyses, for tests.
    pub fn open_analyses(&self) -> usize {
        self.sessions.len()
    }

    /// Whether no search is running or queued, for tests.
    pub fn is_engine_idle(&self) -> bool {
        let stats = self.pool.stats();
        stats.running == 0 && stats.waiting.iter().all(|&jobs| jobs == 0)
    }

    /// Returns a receiver that becomes true when the server is about to stop.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Announces that the server is about to stop.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Stops the engine and closes the store, after the last request.
    pub async fn close(&self) {
        self.stop();
        self.closing.send_replace(true);
        self.pool.close();
        if let Err(error) = self.store.leave(&self.server, self.time.now()).await {
            tracing::warn!(%error, "cannot note when the server stopped");
        }
        self.store.close().await;
    }
}
