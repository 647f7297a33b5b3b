//! Existing games: getting, joining, acting, listing.

use std::sync::Arc;

use cairn_app::Millis;
use cairn_app::schema::{OutcomeWord, RuleSetName, SideWord};
use cairn_games::{GameId, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::positions::{filled, read_side};
use crate::api::schema::StatusWord;
use crate::app::AppState;
use crate::game::{Action, ActionContext, LiveGame, OfferKind, Status, clean_name};
use crate::http::{Purpose, Requester};
use crate::ids::{GameKey, Token};
use crate::live::{Acted, GameView, SeatView};
use crate::problem::Problem;
use crate::store::{GameRow, Listing, PageCursor};

/// Default and largest number of games in a list.
const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;

/// A game as one requester sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameAnswer {
    /// The game.
    #[serde(flatten)]
    pub(crate) game: GameView,
    /// The requester's sides: none for a spectator, both at the same screen.
    #[schema(value_type = Vec<SideWord>)]
    pub(crate) you: Vec<&'static str>,
    /// Token of the requester's new seat, to be sent as `Authorization: Bearer TOKEN`.
    /// It is sent once, when the seat is taken, and is absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
}

/// The side of an action and the state of the game that it refers to.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ActionRequest {
    /// Side that acts, if the requester has both: `first`, `second`, or the name or letter
    /// of a side.
    pub(crate) side: Option<String>,
    /// Number of moves that the requester sees. With it, a request that arrives twice acts
    /// once: what has been done already is answered with the game as it is.
    pub(crate) ply: Option<usize>,
    /// Revision that the requester sees. If it is the current one, the answer has only the
    /// moves that are new; an offer that means an older one is refused.
    pub(crate) revision: Option<i64>,
}

/// Filters of a list of games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ListRequest {
    /// Only games with this status.
    #[param(value_type = Option<StatusWord>)]
    pub(crate) status: Option<String>,
    /// Only games of this rule set.
    #[param(value_type = Option<RuleSetName>)]
    pub(crate) game: Option<String>,
    /// Only the requester's own games, listed or not.
    pub(crate) mine: bool,
    /// Cursor: `next` of the page before.
    #[param(pattern = "^[0-9]{1,18}(-[0-9A-Za-z]{10})?$")]
    pub(crate) before: Option<String>,
    /// Number of games per page.
    #[param(default = 20, minimum = 1, maximum = 100)]
    pub(crate) limit: Option<u32>,
}

/// A page of games, most recently changed first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    /// Version of this JSON format.
    version: u32,
    /// The games.
    pub(crate) games: Vec<GameSummary>,
    /// Cursor to pass as `before` for the next page; null on the last page.
    pub(crate) next: Option<String>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameSummary {
    /// Id, as in `/g/ID`.
    pub(crate) id: String,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// Status.
    #[schema(value_type = StatusWord)]
    pub(crate) status: String,
    /// Result.
    #[schema(value_type = Option<OutcomeWord>)]
    pub(crate) outcome: Option<String>,
    /// Reason why the game ended.
    pub(crate) reason: Option<String>,
    /// Number of moves made.
    pub(crate) ply: i64,
    /// Current position.
    pub(crate) position: String,
    /// Time control: `none`, `300+5` (seconds) or `3d`.
    pub(crate) time: String,
    /// First player.
    pub(crate) first: SeatView,
    /// Second player.
    pub(crate) second: SeatView,
    /// Time of creation, in milliseconds since 1970 like all times.
    pub(crate) created: Millis,
    /// Time of the last change.
    pub(crate) updated: Millis,
}

impl From<GameRow> for GameSummary {
    fn from(row: GameRow) -> Self {
        Self {
            first: SeatView::of_row(&row, Side::First),
            second: SeatView::of_row(&row, Side::Second),
            id: row.id,
            game: row.game,
            status: row.status,
            outcome: row.outcome,
            reason: row.reason,
            ply: row.ply,
            position: row.position,
            time: row.time_control,
            created: row.created,
            updated: row.updated,
        }
    }
}

impl AppState {
    /// Returns a game.
    pub(crate) async fn get_game(&self, id: &str) -> Result<Arc<LiveGame>, Problem> {
        self.hub.get(&key(id)?).await
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
        let context = ActionContext { ply, revision, ..by.acting_for(side) };
        let acted = self.change(&key, context, action, by).await?;
        self.pool.note_player(&key, by.network);
        Ok(acted)
    }

    /// Lists games.
    pub(crate) async fn list(
        &self,
        request: &ListRequest,
        by: &Requester,
    ) -> Result<GameList, Problem> {
        let status = match request.status.as_deref() {
            None => None,
            Some(word) => Some(Status::read(word).ok_or_else(|| {
                Problem::bad("unknown_status", "Unknown status.")
                    .hint("Use `waiting`, `playing`, `finished` or `aborted`.")
            })?),
        };
        let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=MAX_LIMIT).contains(&limit) {
            let message = format!("`limit` must be between 1 and {MAX_LIMIT}.");
            return Err(Problem::bad("bad_limit", message));
        }
        let listing = Listing {
            status,
            game: match request.game.as_deref() {
                None => None,
                Some(name) => Some(GameId::named(name)?.name().to_owned()),
            },
            keys: request.mine.then(|| by.keys()),
            before: match request.before.as_deref() {
                None => None,
                Some(text) => Some(PageCursor::read(text).ok_or_else(|| {
                    Problem::bad("bad_cursor", "The cursor is invalid.")
                        .hint("Use `next` of the page before.")
                })?),
            },
            limit,
        };
        let rows = self.store.list(&listing).await?;
        let full = rows.len() == limit as usize;
        let next = rows.last().filter(|_| full);
        let next =
            next.map(|row| PageCursor { updated: row.updated, id: row.id.clone() }.to_string());
        Ok(GameList { version: 1, games: rows.into_iter().map(Into::into).collect(), next })
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

/// Reads the id of a game.
pub(super) fn key(id: &str) -> Result<GameKey, Problem> {
    GameKey::read(id).ok_or_else(|| Problem::not_found("game"))
}
