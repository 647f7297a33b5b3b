//! Existing games: getting, joining, acting.

use std::sync::Arc;

use cairn_app::schema::SideWord;
use cairn_games::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::positions::{filled, read_side};
use crate::app::AppState;
use crate::game::{
    Action, ActionContext, LiveGame, OfferKind, Phrase, Seating, Status, clean_name,
};
use crate::http::{Purpose, Requester};
use crate::ids::{GameKey, Token};
use crate::live::{Acted, GameView, Said};
use crate::problem::Problem;

/// A game as one requester sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameAnswer {
    /// The game.
    #[serde(flatten)]
    pub(crate) game: GameView,
    /// Your sides: none for a spectator, both for two players on one device.
    #[schema(value_type = Vec<SideWord>)]
    pub(crate) you: Vec<&'static str>,
    /// Token for your new seat, to send as `Authorization: Bearer TOKEN`. Only present when you
    /// take the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
}

/// The side of an action and the state of the game that it refers to.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ActionRequest {
    /// Side that acts, if you have both: `first`, `second`, or the name or letter
    /// of a side.
    pub(crate) side: Option<String>,
    /// Number of moves that you have seen. With it, a request that arrives twice acts once: if the
    /// action is already done, the response is the game as it is.
    pub(crate) ply: Option<usize>,
    /// Revision that you have. If it is current, the response has only the new moves; an offer
    /// based on an older revision is refused.
    pub(crate) revision: Option<i64>,
}

impl AppState {
    /// Returns a game, if the requester may see it.
    pub(crate) async fn get_game(
        &self,
        id: &str,
        by: &Requester,
    ) -> Result<Arc<LiveGame>, Problem> {
        let game = self.hub.get(&key(id)?).await?;
        if is_hidden(&game, by) { Err(Problem::not_found("game")) } else { Ok(game) }
    }

    /// Takes the free seat for the requester, who keeps a seat if there is one already. The
    /// token opens a new seat as well.
    pub(crate) async fn join(
        &self,
        id: &str,
        name: &str,
        by: &Requester,
        token: Option<&Token>,
    ) -> Result<Arc<LiveGame>, Problem> {
        let action =
            Action::Join { name: clean_name(name), keys: by.devices(token, self.time.now()) };
        Ok(self.change(&key(id)?, by.acting_for(None), action, by).await?.game)
    }

    /// Carries out an action within the requester's rate limit.
    pub(super) async fn change(
        &self,
        key: &GameKey,
        context: ActionContext,
        action: Action,
        by: &Requester,
    ) -> Result<Acted, Problem> {
        self.limits.take(by.network, Purpose::Change)?;
        if matches!(action, Action::Offer(OfferKind::Rematch) | Action::Accept(OfferKind::Rematch))
        {
            self.limits.take(by.network, Purpose::Create)?;
        }
        self.hub.act(key, context, action).await
    }

    /// Carries out an action for one of the requester's sides.
    pub(crate) async fn act(
        &self,
        id: &str,
        means: &ActionRequest,
        action: Action,
        by: &Requester,
    ) -> Result<Acted, Problem> {
        let key = key(id)?;
        let side = match filled(means.side.as_ref()) {
            None => None,
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(word) => {
                let game = self.hub.get(&key).await?;
                Some(read_side(game.history.start().game(), word)?)
            }
        };
        let (ply, revision) = (means.ply, means.revision);
        let lag = match action {
            Action::Move { .. } => self.hub.attendance().lag(&key, &by.visitor_name()),
            _ => 0,
        };
        let context = ActionContext { ply, revision, lag, ..by.acting_for(side) };
        let acted = self.change(&key, context, action, by).await?;
        self.pool.note_player(&key, by.network);
        Ok(acted)
    }

    /// Ends a game whose other player has left it, as a win or a draw.
    pub(crate) async fn claim_result(
        &self,
        id: &str,
        means: &ActionRequest,
        draw: bool,
        by: &Requester,
    ) -> Result<Acted, Problem> {
        let key = key(id)?;
        self.hub.read_attendance(&key).await?;
        let gone = self.hub.attendance().gone_since(&key);
        self.act(id, means, Action::ClaimResult { draw, gone }, by).await
    }

    /// Says a phrase to the other player and all who watch.
    pub(crate) async fn say(
        &self,
        id: &str,
        phrase: Phrase,
        by: &Requester,
    ) -> Result<(), Problem> {
        let key = key(id)?;
        self.limits.take(by.network, Purpose::Change)?;
        let game = self.hub.get(&key).await?;
        let [side] = *game.sides_of(&by.keys()) else {
            return Err(Problem::forbidden("no_seat", "You have no seat in this game."));
        };
        if game.seating() != Seating::People || game.status == Status::Waiting {
            return Err(Problem::conflict("nobody_there", "There is no opponent to say this to."));
        }
        if !self.hub.attendance().say(&key, Said { side, phrase }) {
            return Err(Problem::too_many(5));
        }
        Ok(self.store.announce_phrase(&key, side.word(), phrase.word()).await?)
    }

    /// Returns a game as a requester sees it.
    pub(crate) fn answer(&self, game: &LiveGame, by: &Requester) -> GameAnswer {
        self.answer_from(game, 0, by)
    }

    /// Returns a game as a requester sees it who has its first `known` moves.
    pub(crate) fn answer_from(&self, game: &LiveGame, known: usize, by: &Requester) -> GameAnswer {
        let you = game.sides_of(&by.keys()).into_iter().map(Side::word).collect();
        GameAnswer { game: GameView::from_move(game, known, self.time.now()), you, token: None }
    }
}

/// Whether a game does not exist for a requester.
pub(crate) fn is_hidden(game: &LiveGame, by: &Requester) -> bool {
    game.private && game.sides_of(&by.keys()).is_empty()
}

/// Reads the id of a game.
pub(super) fn key(id: &str) -> Result<GameKey, Problem> {
    GameKey::read(id).ok_or_else(|| Problem::not_found("game"))
}
