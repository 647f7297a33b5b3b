//! Lists of games.

use std::collections::HashMap;

use cairn_app::Millis;
use cairn_app::schema::{OutcomeWord, RuleSetName, SideWord};
use cairn_games::{AnyPosition, GameId, Side, read_position};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::positions::filled;
use crate::api::schema::StatusWord;
use crate::app::AppState;
use crate::game::Status;
use crate::http::Requester;
use crate::ids::KeyHash;
use crate::live::SeatView;
use crate::problem::Problem;
use crate::store::{GameRow, Listing, PageCursor};

/// Default and largest number of games in a list.
const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;
/// Number of running games among which those that wait for a player are looked for.
const MAX_RUNNING: u32 = 200;
/// Longest text to search for, in characters.
const MAX_SEARCH: usize = 64;

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
    /// Only your own games, listed or not.
    pub(crate) mine: bool,
    /// Only your own games in which another person is waiting for your move, most urgent first.
    /// They are all on one page; of more than 200 running games, only the most recently changed
    /// count.
    pub(crate) waiting_for_me: bool,
    /// Only your own games with this id, or against an opponent whose name contains this text.
    #[param(max_length = 64)]
    pub(crate) search: Option<String>,
    /// Only your own games that the opponent wants to delete.
    pub(crate) removal_asked: bool,
    /// Cursor: `next` from the previous page.
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
    /// Side to move; null when the game is over.
    #[schema(value_type = Option<SideWord>)]
    pub(crate) to_move: Option<&'static str>,
    /// Time at which the player to move runs out of time, if that can happen.
    pub(crate) deadline: Option<Millis>,
    /// Your sides: none for a spectator, both for two players on one device.
    #[schema(value_type = Vec<SideWord>)]
    pub(crate) you: Vec<&'static str>,
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

impl GameSummary {
    /// Returns the row of a game as somebody with these sides sees it.
    fn new(row: GameRow, you: Vec<&'static str>) -> Self {
        let is_over = Status::read(&row.status).is_none_or(Status::is_over);
        let to_move = read_row_position(&row).filter(|_| !is_over);
        Self {
            to_move: to_move.map(|position| position.to_move().word()),
            deadline: row.deadline,
            you,
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

    /// Whether another person waits for the requester's move.
    pub(crate) fn waits(&self) -> bool {
        let opponent = match *self.you.as_slice() {
            ["first"] => &self.second,
            ["second"] => &self.first,
            _ => return false,
        };
        let is_turn = self.to_move.is_some_and(|side| self.you.contains(&side));
        self.status == Status::Playing.word() && is_turn && opponent.kind == "person"
    }
}

/// Reads the current position of a game.
fn read_row_position(row: &GameRow) -> Option<AnyPosition> {
    read_position(&GameId::boards(&row.game).ok()?, &row.position).ok()
}

impl AppState {
    /// Lists games.
    pub(crate) async fn list(
        &self,
        request: &ListRequest,
        by: &Requester,
    ) -> Result<GameList, Problem> {
        self.list_for(request, &by.keys()).await
    }

    /// Lists games as somebody sees them who has none.
    pub(crate) async fn list_public(&self, request: &ListRequest) -> Result<GameList, Problem> {
        self.list_for(request, &[]).await
    }

    async fn list_for(&self, request: &ListRequest, keys: &[KeyHash]) -> Result<GameList, Problem> {
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
        let search = filled(request.search.as_ref()).map(read_search).transpose()?;
        let listing = Listing {
            status,
            game: match request.game.as_deref() {
                None => None,
                Some(name) => Some(GameId::named(name)?.name().to_owned()),
            },
            keys: (request.mine || search.is_some() || request.removal_asked)
                .then(|| keys.to_vec()),
            search,
            removal_asked: request.removal_asked,
            before: match request.before.as_deref() {
                None => None,
                Some(text) => Some(PageCursor::read(text).ok_or_else(|| {
                    Problem::bad("bad_cursor", "The cursor is invalid.")
                        .hint("Use `next` from the previous page.")
                })?),
            },
            limit,
        };
        if request.waiting_for_me {
            let mut games = self.waiting(keys).await?;
            let fits =
                |game: &GameSummary| listing.game.as_ref().is_none_or(|name| game.game == *name);
            games.retain(fits);
            return Ok(GameList { version: 1, games, next: None });
        }
        let rows = self.store.list(&listing).await?;
        let full = rows.len() == limit as usize;
        let next = rows.last().filter(|_| full);
        let next =
            next.map(|row| PageCursor { updated: row.updated, id: row.id.clone() }.to_string());
        Ok(GameList { version: 1, games: self.summaries(rows, keys).await?, next })
    }

    /// Returns the games in which another person waits for somebody with these keys, the most
    /// urgent first.
    pub(crate) async fn waiting(&self, keys: &[KeyHash]) -> Result<Vec<GameSummary>, Problem> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let listing = Listing {
            status: Some(Status::Playing),
            keys: Some(keys.to_vec()),
            limit: MAX_RUNNING,
            ..Listing::default()
        };
        let rows = self.store.list(&listing).await?;
        let mut games = self.summaries(rows, keys).await?;
        games.retain(GameSummary::waits);
        games.sort_by_key(|game| (game.deadline.unwrap_or(Millis::MAX), game.updated));
        Ok(games)
    }

    /// Describes games as somebody with these keys sees them.
    async fn summaries(
        &self,
        rows: Vec<GameRow>,
        keys: &[KeyHash],
    ) -> Result<Vec<GameSummary>, Problem> {
        let ids: Vec<_> = rows.iter().map(|row| row.id.as_str()).collect();
        let mut sides: HashMap<String, Vec<&'static str>> = HashMap::new();
        for (game, side) in self.store.seats_of(keys, &ids).await? {
            let side = Side::from_word(&side).map(Side::word);
            let own = sides.entry(game).or_default();
            own.extend(side.filter(|side| !own.contains(side)));
        }
        let summary = |row: GameRow| {
            let you = sides.remove(&row.id).unwrap_or_default();
            GameSummary::new(row, you)
        };
        Ok(rows.into_iter().map(summary).collect())
    }
}

/// Reads a text to search for.
fn read_search(text: &str) -> Result<String, Problem> {
    if text.chars().count() > MAX_SEARCH {
        return Err(Problem::bad("search_too_long", "The text to search for is too long."));
    }
    Ok(text.to_owned())
}
