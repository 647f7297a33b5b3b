//! Notices that lists of games are out of date: the public games on the home page, and the games of a visitor.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use crate::game::LiveGame;
use crate::ids::{GameKey, KeyHash};

/// Senders of notices.
#[derive(Default)]
pub(crate) struct Notices {
    lobby: watch::Sender<u64>,
    /// The game in progress that the home page features.
    featured: Mutex<Option<GameKey>>,
    owners: Mutex<HashMap<String, watch::Sender<u64>>>,
}

impl Notices {
    /// Returns a receiver of notices that the open games or the featured game have changed.
    pub(crate) fn lobby(&self) -> watch::Receiver<u64> {
        self.lobby.subscribe()
    }

    /// Notes that the open games or the featured game have changed.
    pub(crate) fn lobby_changed(&self) {
        self.lobby.send_modify(|version| *version += 1);
    }

    /// Sets the game in progress that the home page features from now on.
    pub(crate) fn set_featured(&self, game: Option<GameKey>) {
        *self.featured.lock().unwrap_or_else(PoisonError::into_inner) = game;
    }

    /// Whether the home page should feature another game now that this one has changed.
    fn changes_featured(&self, game: &LiveGame) -> bool {
        match &*self.featured.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(key) => *key == game.key && !game.can_be_featured(),
            None => game.can_be_featured(),
        }
    }

    /// Returns a receiver of notices that games of somebody have changed.
    pub(crate) fn games_of(&self, owner: &KeyHash) -> watch::Receiver<u64> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.entry(owner.as_str().to_owned()).or_default().subscribe()
    }

    /// Notes that a game has changed, or has begun.
    pub(super) fn game_changed(&self, before: Option<&LiveGame>, after: &LiveGame) {
        if after.changes_open_games(before) || self.changes_featured(after) {
            self.lobby_changed();
        }
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.is_empty() {
            return;
        }
        for key in after.seats.iter().flat_map(|seat| seat.devices()) {
            let hash = key.hash.as_str();
            match owners.get(hash) {
                Some(owner) if owner.receiver_count() > 0 => owner.send_modify(|count| *count += 1),
                Some(_) => drop(owners.remove(hash)),
                None => {}
            }
        }
    }

    /// Forgets visitors who have gone away.
    pub(crate) fn forget_idle(&self) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|_, owner| owner.receiver_count() > 0);
    }
}
