//! Finished games that their players hide or delete.

use std::sync::Arc;

use cairn_app::schema::SideWord;
use cairn_games::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::key;
use crate::app::AppState;
use crate::game::{LiveGame, Seating};
use crate::http::{Purpose, Requester};
use crate::problem::Problem;

/// Whether a game is deleted, and which sides asked for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RemovalView {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Whether the game is deleted.
    pub(crate) removed: bool,
    /// Sides that asked to delete the game.
    #[schema(value_type = Vec<SideWord>)]
    pub(crate) wishes: Vec<&'static str>,
}

/// A request to delete a game.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RemovalRequest {
    /// Whether to keep the game: withdraws your own request and declines your opponent's.
    pub(crate) withdraw: bool,
}

impl AppState {
    /// Returns a game that is over, and the requester's sides in it.
    async fn finished_game(
        &self,
        id: &str,
        by: &Requester,
    ) -> Result<(Arc<LiveGame>, Vec<Side>), Problem> {
        let game = self.get_game(id, by).await?;
        let own = game.sides_of(&by.keys());
        if own.is_empty() {
            return Err(Problem::forbidden("no_seat", "You have no seat in this game."));
        }
        if !game.status.is_over() {
            return Err(Problem::conflict("not_over", "The game is not over."));
        }
        Ok((game, own))
    }

    /// Hides one of the requester's finished games from everyone but its players, or shows it
    /// again.
    pub(crate) async fn set_private(
        &self,
        id: &str,
        private: bool,
        by: &Requester,
    ) -> Result<Arc<LiveGame>, Problem> {
        let (game, _) = self.finished_game(id, by).await?;
        self.limits.take(by.network, Purpose::Change)?;
        if game.private != private {
            let revision = self.store.set_private(&game.key, private).await?;
            self.hub.changed(&game.key, revision.unwrap_or(game.revision));
        }
        self.get_game(id, by).await
    }

    /// Returns the sides that want a game to be deleted.
    pub(crate) async fn removal_wishes(&self, game: &LiveGame) -> Result<Vec<Side>, Problem> {
        let words = self.store.removal_wishes(&game.key).await?;
        Ok(words.iter().filter_map(|word| Side::from_word(word)).collect())
    }

    /// Deletes one of the requester's finished games, if the opponent wants that as well or is not
    /// another person; or keeps it, whoever wanted it deleted.
    pub(crate) async fn remove_game(
        &self,
        id: &str,
        request: RemovalRequest,
        by: &Requester,
    ) -> Result<RemovalView, Problem> {
        let (game, own) = self.finished_game(id, by).await?;
        self.limits.take(by.network, Purpose::Change)?;
        let key = key(id)?;
        let mut removed = false;
        if request.withdraw {
            self.store.forget_wishes(&key).await?;
        } else {
            let decides_alone = game.seating() != Seating::People
                || game.seats.iter().any(|seat| seat.devices().next().is_none());
            let sides = if decides_alone { Side::BOTH.to_vec() } else { own };
            let words: Vec<_> = sides.into_iter().map(Side::word).collect();
            removed = self.store.wish_removal(&key, &words).await?;
        }
        if removed {
            // Its task finds nothing and ends.
            self.hub.changed(&key, i64::MAX);
        }
        let wishes = self.removal_wishes(&game).await?.into_iter().map(Side::word).collect();
        Ok(RemovalView { version: 1, removed, wishes })
    }
}
