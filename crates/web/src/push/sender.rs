//! Notifications of turns. The server that stored a move announces the turn that begins with it, in
//! a task of its own: a move never waits for a push service.

use std::sync::Arc;
use std::time::Duration;

use cairn_app::{Millis, TimeControl, dates};
use cairn_games::Side;
use serde_json::json;
use tokio::sync::{Semaphore, mpsc, watch};

use super::delivery::{Courier, DeliveryError, PushMessage, PushResponse};
use super::encryption::ReceiverKeys;
use super::{Endpoint, PushConfig, VapidKey};
use crate::game::{LiveGame, Occupant, Seating, Status};
use crate::ids::{GameKey, KeyHash};
use crate::metrics::Metrics;
use crate::store::{PushSubscription, Store, StoreError};
use crate::time::TimeSource;

/// Maximum number of turns waiting to be announced; further ones are dropped.
const MAX_QUEUED: usize = 4096;
/// Maximum number of turns announced at a time.
const MAX_TOLD: usize = 32;
/// Number of times that a message is sent again.
const MAX_REPEATS: u32 = 3;
/// Longest pause that a push service may ask for.
const MAX_PAUSE: Duration = Duration::from_secs(3600);
/// Longest time for which a push service keeps a message.
const MAX_LIFETIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// A turn that has begun.
#[derive(Clone, Debug)]
struct TurnNotice {
    game: GameKey,
    ply: usize,
    /// Devices of the player to move.
    owners: Vec<KeyHash>,
    /// Time at which the turn ends.
    deadline: Option<Millis>,
    title: String,
    text: String,
}

impl TurnNotice {
    /// Returns the turn that begins with a change, if its player should be notified: one who plays
    /// another person without a live clock, and who did not make the change.
    fn begun_by(before: Option<&LiveGame>, after: &LiveGame) -> Option<Self> {
        let side = after.to_move();
        let is_live = matches!(after.time, TimeControl::Fischer { .. });
        if after.status != Status::Playing || is_live || after.seating() != Seating::People {
            return None;
        }
        let text = match before {
            None => format!("{} accepted the rematch.", name(after, side.other())),
            Some(before) if before.status == Status::Waiting => {
                // Whoever joins is there.
                (before.seat(side).player == Occupant::Person)
                    .then(|| format!("{} joined the game.", name(after, side.other())))?
            }
            Some(before) => {
                let is_move = before.ply() + 1 == after.ply() && before.to_move() != side;
                let made = after.moves.last().filter(|_| is_move)?;
                format!("{} played {}.", name(after, side.other()), made.text)
            }
        };
        Some(Self {
            game: after.key.clone(),
            ply: after.ply(),
            owners: after.seat(side).devices().map(|key| key.hash.clone()).collect(),
            deadline: after.deadline(),
            title: format!("Your turn in {}", after.history.start().info().title),
            text,
        })
    }

    /// Returns the content of the message, as the service worker reads it.
    fn content(&self) -> Vec<u8> {
        let path = format!("/g/{}", self.game);
        json!({"title": self.title, "body": self.text, "path": path}).to_string().into_bytes()
    }

    /// Returns the time for which the message is of use.
    fn lifetime(&self, now: Millis) -> Duration {
        let left = self.deadline.map(|deadline| u64::try_from(deadline - now).unwrap_or(0));
        left.map_or(MAX_LIFETIME, |left| Duration::from_millis(left).min(MAX_LIFETIME))
    }
}

/// Returns the name of a player for the opponent.
fn name(game: &LiveGame, side: Side) -> String {
    game.seat(side).name.clone().unwrap_or_else(|| game.side_name(side).to_owned())
}

/// Dependencies of the tasks that announce turns.
struct Teller {
    store: Store,
    courier: Courier,
    key: Arc<VapidKey>,
    contact: Option<String>,
    private_addresses: bool,
    first_pause: Duration,
    metrics: Arc<Metrics>,
    time: TimeSource,
}

/// Notifies players of their turns.
#[derive(Clone, Debug)]
pub(crate) struct TurnSender(mpsc::Sender<TurnNotice>);

impl TurnSender {
    /// Starts the task that announces turns until the server closes.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub(crate) fn start(
        config: &PushConfig,
        key: Arc<VapidKey>,
        store: Store,
        metrics: Arc<Metrics>,
        time: TimeSource,
        closing: watch::Receiver<bool>,
    ) -> Result<Self, rustls::Error> {
        let teller = Teller {
            courier: Courier::new(config)?,
            contact: config.contact.clone(),
            private_addresses: config.private_addresses,
            first_pause: config.first_pause,
            store,
            key,
            metrics,
            time,
        };
        let (sender, turns) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(tell_all(Arc::new(teller), turns, closing));
        Ok(Self(sender))
    }

    /// Notes a change that was stored. Returns at once.
    pub(crate) fn changed(&self, before: Option<&LiveGame>, after: &LiveGame) {
        let Some(turn) = TurnNotice::begun_by(before, after) else {
            return;
        };
        if self.0.try_send(turn).is_err() {
            tracing::warn!(game = %after.key, "too many turns to announce; one is dropped");
        }
    }
}

/// Announces turns until the server closes.
async fn tell_all(
    teller: Arc<Teller>,
    mut turns: mpsc::Receiver<TurnNotice>,
    mut closing: watch::Receiver<bool>,
) {
    let slots = Arc::new(Semaphore::new(MAX_TOLD));
    loop {
        let turn = tokio::select! {
            _ = closing.wait_for(|closing| *closing) => return,
            turn = turns.recv() => turn,
        };
        let (Some(turn), Ok(slot)) = (turn, Arc::clone(&slots).acquire_owned().await) else {
            return;
        };
        let (teller, mut closing) = (Arc::clone(&teller), closing.clone());
        tokio::spawn(async move {
            tokio::select! {
                _ = closing.wait_for(|closing| *closing) => {}
                told = teller.tell(&turn, slot) => if let Err(error) = told {
                    tracing::warn!(game = %turn.game, %error, "cannot announce a turn");
                }
            }
        });
    }
}

impl Teller {
    /// Notifies all browsers of the player to move, unless that was done before.
    async fn tell(
        self: &Arc<Self>,
        turn: &TurnNotice,
        slot: tokio::sync::OwnedSemaphorePermit,
    ) -> Result<(), StoreError> {
        let browsers = self.store.push_subscriptions(&turn.owners).await?;
        if browsers.is_empty() || !self.store.claim_turn(&turn.game, turn.ply as i64).await? {
            return Ok(());
        }
        let sent = browsers.iter().map(|browser| self.send(turn, browser));
        let left = futures_util::future::join_all(sent).await;
        // Those that have to be repeated do not keep others waiting.
        drop(slot);
        let repeated = left
            .into_iter()
            .zip(&browsers)
            .filter_map(|(left, browser)| left.map(|pause| self.repeat(turn, browser, pause)));
        futures_util::future::join_all(repeated).await;
        Ok(())
    }

    /// Repeats a message a few times, as long as it is still that player's turn.
    async fn repeat(&self, turn: &TurnNotice, browser: &PushSubscription, asked: Option<Duration>) {
        let mut asked = asked;
        for repeat in 0..MAX_REPEATS {
            let pause = (self.first_pause * 10_u32.pow(repeat)).min(MAX_PAUSE);
            tokio::time::sleep(asked.unwrap_or(pause).clamp(pause, MAX_PAUSE)).await;
            match self.store.ply_of(&turn.game).await {
                Ok(Some(ply)) if ply == turn.ply as i64 => {}
                _ => return,
            }
            match self.send(turn, browser).await {
                Some(again) => asked = again,
                None => return,
            }
        }
        tracing::warn!(game = %turn.game, "a push service did not take a message; it is not sent again");
    }

    /// Sends a message once. Returns whether to send it again, and when if the service said so.
    async fn send(
        &self,
        turn: &TurnNotice,
        browser: &PushSubscription,
    ) -> Option<Option<Duration>> {
        let message = self.message(turn, browser);
        let Some((endpoint, message)) = message else {
            self.forget(browser).await;
            return None;
        };
        let answer = self.courier.send(&endpoint, &message).await;
        let (word, again) = match answer {
            Ok(PushResponse::Taken) => ("taken", None),
            Ok(PushResponse::Gone) | Err(DeliveryError::PrivateAddress | DeliveryError::Name) => {
                self.forget(browser).await;
                ("gone", None)
            }
            Ok(PushResponse::Later(pause)) => ("later", Some(pause)),
            Ok(PushResponse::Refused(status)) => {
                tracing::warn!(service = endpoint.host, %status, "a push service refuses messages");
                ("refused", None)
            }
            Err(error) => {
                tracing::info!(service = endpoint.host, %error, "cannot reach a push service");
                ("unreachable", Some(None))
            }
        };
        self.metrics.pushed(word);
        again
    }

    /// Encrypts and signs a message; `None` if the subscription is invalid.
    fn message(
        &self,
        turn: &TurnNotice,
        browser: &PushSubscription,
    ) -> Option<(Endpoint, PushMessage)> {
        let endpoint = Endpoint::read(&browser.endpoint, self.private_addresses)?;
        let keys = ReceiverKeys::read(&browser.public_key, &browser.auth)?;
        let contact = self.contact.as_deref().unwrap_or(&browser.origin);
        // Push services compare with their own clocks.
        let now = dates::now() / 1000;
        let message = PushMessage {
            authorization: self.key.authorization(&endpoint.origin(), contact, now).ok()?,
            lifetime: turn.lifetime(self.time.now()),
            topic: turn.game.to_string(),
            body: keys.encrypt(&turn.content()).ok()?,
        };
        Some((endpoint, message))
    }

    async fn forget(&self, browser: &PushSubscription) {
        if let Err(error) = self.store.forget_push(&browser.id).await {
            tracing::warn!(%error, "cannot remove a browser that wants no messages");
        }
    }
}
