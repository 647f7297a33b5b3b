//! Pairing: two people who want to play the same thing at the same time.

use std::sync::Arc;

use cairn_app::Millis;
use cairn_app::schema::RuleSetName;
use cairn_games::{GameId, Side};
use serde::Deserialize;
use utoipa::ToSchema;

use super::creating::NewGame;
use crate::app::AppState;
use crate::game::{Action, ActionContext, LiveGame, Occupant, Status, clean_name};
use crate::http::{Purpose, Requester};
use crate::ids::{GameKey, Token};
use crate::problem::Problem;
use crate::store::{Seek, StoreError, Wish};

/// Time control if the request has none.
pub(crate) const DEFAULT_TIME: &str = "600+5";
/// Number of attempts when others are quicker.
const ATTEMPTS: usize = 8;
/// Time for which a player without a live connection counts as waiting. Pages without scripts
/// ask again every five seconds.
const PATIENCE: Millis = 15_000;
/// Time after which the game of somebody who has left is called off.
const ABANDONED: Millis = 60_000;

/// A request to play someone at once.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PlayNow {
    /// Rule set.
    #[schema(value_type = RuleSetName, required)]
    pub(crate) game: String,
    /// Time control, as for a new game; `600+5` if left out.
    pub(crate) time: Option<String>,
    /// Name of the player.
    pub(crate) name: Option<String>,
}

impl AppState {
    /// Joins the game of somebody who waits with the same wish, or creates one that waits.
    pub(crate) async fn play_now(
        &self,
        wanted: &PlayNow,
        by: &Requester,
        token: Option<&Token>,
    ) -> Result<Arc<LiveGame>, Problem> {
        let game = GameId::named(&wanted.game)?;
        let shuffles = game.shuffled(0).is_some();
        let time = wanted.time.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let new = NewGame {
            game: game.name().to_owned(),
            seed: shuffles.then(|| "random".to_owned()),
            time: Some(time.unwrap_or(DEFAULT_TIME).to_owned()),
            name: wanted.name.clone(),
            listed: true,
            ..NewGame::default()
        };
        let time = new.time_control()?.to_string();
        let wish = Wish { game: new.game.clone(), time, owner: by.visitor.hash() };
        self.limits.take(by.network, Purpose::Change)?;
        for _ in 0..ATTEMPTS {
            if let Some(own) = self.store.own_seek(&wish).await? {
                match self.hub.get(&own.key).await {
                    Ok(game) if game.status == Status::Waiting => return Ok(game),
                    _ => drop(self.store.end_seek(&own.key).await?),
                }
            }
            if let Some(seek) = self.store.take_seek(&wish).await? {
                if let Some(game) = self.join_seek(&seek, wanted, by, token).await? {
                    return Ok(game);
                }
                continue;
            }
            let game = self.create(&new, by, token).await?;
            if self.store.add_seek(&wish, &game.key, self.time.now()).await? {
                return Ok(game);
            }
            let now = self.hub.get(&game.key).await?;
            if now.status != Status::Waiting {
                // Somebody has found it in the list of open games.
                return Ok(now);
            }
            // Somebody else waits since a moment ago.
            self.call_off(&now).await;
        }
        Err(Problem::busy())
    }

    /// Joins the game of a seek. Returns `None` if its owner has left or it has another player.
    async fn join_seek(
        &self,
        seek: &Seek,
        wanted: &PlayNow,
        by: &Requester,
        token: Option<&Token>,
    ) -> Result<Option<Arc<LiveGame>>, Problem> {
        let Ok(game) = self.hub.get(&seek.key).await else {
            return Ok(None);
        };
        if !self.is_waiting(seek, &game).await? {
            self.call_off(&game).await;
            return Ok(None);
        }
        let name = wanted.name.as_deref().and_then(clean_name);
        let keys = by.devices(token, self.time.now());
        let hashes: Vec<_> = keys.iter().map(|key| key.hash.clone()).collect();
        let join = Action::Join { name, keys };
        let joined = self.hub.act(&seek.key, by.acting_for(None), join).await;
        let joined = joined.ok().map(|acted| acted.game);
        Ok(joined.filter(|game| !game.sides_of(&hashes).is_empty()))
    }

    /// Whether the owner of a seek is still there.
    async fn is_waiting(&self, seek: &Seek, game: &LiveGame) -> Result<bool, Problem> {
        self.hub.read_attendance(&seek.key).await?;
        let is_person = |side: &Side| game.seat(*side).player == Occupant::Person;
        let Some(side) = Side::BOTH.into_iter().find(is_person) else {
            return Ok(false);
        };
        let attendance = self.hub.attendance();
        let gone = attendance.gone_since(&seek.key)[side.index()];
        let was_seen = self.time.now() - seek.seen < PATIENCE;
        let came_back = gone.is_none_or(|gone| gone <= seek.seen);
        Ok(attendance.is_here(&seek.key, side) || was_seen && came_back)
    }

    /// Calls off a game that waits for a player, for its creator.
    async fn call_off(&self, game: &LiveGame) {
        if game.status != Status::Waiting {
            return;
        }
        let devices = game.seats.iter().flat_map(|seat| seat.devices());
        let keys = devices.map(|key| key.hash.clone()).collect();
        let context = ActionContext { keys, ..ActionContext::default() };
        if let Err(problem) = self.hub.act(&game.key, context, Action::Abort).await {
            // Somebody may have joined it a moment ago.
            tracing::debug!(game = %game.key, %problem, "cannot call off a game");
        }
    }

    /// Leaves a game in the list of open games, without looking for an opponent any more.
    pub(crate) async fn end_seek(&self, game: &LiveGame, by: &Requester) -> Result<(), Problem> {
        if game.sides_of(&by.keys()).is_empty() {
            return Err(Problem::forbidden("no_seat", "You have no seat in this game."));
        }
        self.store.end_seek(&game.key).await?;
        Ok(())
    }

    /// Notes that the owner of a game looks at it, and says whether it has a seek.
    pub(crate) async fn note_seeker(&self, key: &GameKey) -> Result<bool, Problem> {
        Ok(self.store.touch_seek(key, self.time.now()).await?)
    }

    /// Calls off the games of those who wanted to play at once and have left.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn end_abandoned_seeks(&self) -> Result<(), StoreError> {
        for seek in self.store.old_seeks(self.time.now() - ABANDONED).await? {
            let Ok(game) = self.hub.get(&seek.key).await else {
                continue;
            };
            if let Ok(false) = self.is_waiting(&seek, &game).await {
                self.call_off(&game).await;
            }
        }
        Ok(())
    }
}
