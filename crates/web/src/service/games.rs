//! Games that are there: looking, joining, acting, listing.

use std::sync::Arc;

use cairn_games::Side;
use serde::{Deserialize, Serialize};

use super::positions::{filled, read_side, side_word};
use crate::app::App;
use crate::game::{Action, By, Play, Status, clean_name};
use crate::http::{Purpose, Requester};
use crate::ids::{GameKey, Token};
use crate::live::{GameView, Word};
use crate::problem::Problem;
use crate::store::{GameRow, Listing};
use crate::time::Millis;

/// How many games a list shows if nothing is said, and at most.
const USUAL_LIST: u32 = 20;
const LONGEST_LIST: u32 = 100;

/// A game, and which of its sides the requester plays.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The game.
    #[serde(flatten)]
    pub game: GameView,
    /// The requester's sides: none for a watcher, both at the same screen.
    pub you: Vec<Word>,
}

/// A seat that was taken.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The game.
    pub play: Arc<Play>,
    /// What opens the seat, for programs without cookies; `None` if the requester had
    /// a seat already.
    pub token: Option<Token>,
}

/// A private link.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// What opens the seat.
    pub token: String,
    /// The path of the page on which it can be taken over.
    pub path: String,
}

/// Which games to list.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ListRequest {
    /// Only with this status.
    pub status: Option<String>,
    /// Only of this rule set.
    pub game: Option<String>,
    /// Only the requester's own.
    pub mine: bool,
    /// Only those changed before this time.
    pub before: Option<Millis>,
    /// How many.
    pub limit: Option<u32>,
}

/// Some games, the latest changed first.
#[derive(Clone, Debug, Serialize)]
pub struct GameList {
    version: u32,
    /// The games.
    pub games: Vec<Listed>,
    /// What `before` must be to get those that come after.
    pub next: Option<Millis>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct Listed {
    pub id: String,
    pub game: String,
    pub status: String,
    pub outcome: Option<String>,
    pub reason: Option<String>,
    pub ply: i64,
    pub position: String,
    pub time: String,
    pub first: ListedSeat,
    pub second: ListedSeat,
    pub created: Millis,
    pub updated: Millis,
}

/// A player in a list.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct ListedSeat {
    pub kind: String,
    pub level: Option<String>,
    pub name: Option<String>,
}

impl ListedSeat {
    fn new(player: &str, name: Option<String>) -> Self {
        let (kind, level) = match player.split_once(':') {
            Some((kind, level)) => (kind, Some(level.to_owned())),
            None => (player, None),
        };
        Self { kind: kind.to_owned(), level, name }
    }
}

impl From<GameRow> for Listed {
    fn from(row: GameRow) -> Self {
        Self {
            id: row.id,
            game: row.game,
            status: row.status,
            outcome: row.outcome,
            reason: row.reason,
            ply: row.ply,
            position: row.position,
            time: row.time_control,
            first: ListedSeat::new(&row.first_player, row.first_name),
            second: ListedSeat::new(&row.second_player, row.second_name),
            created: row.created,
            updated: row.updated,
        }
    }
}

impl App {
    /// A game as it is.
    ///
    /// # Errors
    /// If there is none of this name.
    pub async fn look(&self, id: &str) -> Result<Arc<Play>, Problem> {
        self.hub.look(&key(id)?).await
    }

    /// Takes the free seat. Somebody who has a seat keeps it.
    ///
    /// # Errors
    /// If there is no free seat: of two who want it, one gets it.
    pub async fn join(&self, id: &str, name: &str, by: &Requester) -> Result<Joined, Problem> {
        let token = Token::random();
        let action =
            Action::Join { name: clean_name(name), keys: vec![by.visitor.hash(), token.hash()] };
        let play = self.hub.act(&key(id)?, by.acting_for(None), action).await?;
        let taken = !play.sides_of(&[token.hash()]).is_empty();
        Ok(Joined { play, token: taken.then_some(token) })
    }

    /// Does something in a game for one of the requester's sides.
    ///
    /// # Errors
    /// If there is no such game, or it is not allowed.
    pub async fn act(
        &self,
        id: &str,
        side: Option<&str>,
        action: Action,
        by: &Requester,
    ) -> Result<Arc<Play>, Problem> {
        let key = key(id)?;
        let side = match side.map(str::trim).filter(|word| !word.is_empty()) {
            None => None,
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(word) => {
                let play = self.hub.look(&key).await?;
                Some(read_side(play.history.start().game(), word)?)
            }
        };
        self.hub.act(&key, by.acting_for(side), action).await
    }

    /// Makes a private link to the requester's seat, for another device.
    ///
    /// # Errors
    /// If the requester has no seat.
    pub async fn make_link(&self, id: &str, by: &Requester) -> Result<Link, Problem> {
        self.limits.take(by.address, Purpose::Claim)?;
        let token = Token::random();
        self.act(id, None, Action::AddKey(token.hash()), by).await?;
        let path = format!("/g/{id}/seat/{}", token.reveal());
        Ok(Link { token: token.reveal().to_owned(), path })
    }

    /// Lets the requester's browser have the seat that a private link opens.
    ///
    /// # Errors
    /// If it opens none.
    pub async fn claim(&self, id: &str, token: &str, by: &Requester) -> Result<Arc<Play>, Problem> {
        self.limits.take(by.address, Purpose::Claim)?;
        let token = Token::read(token.trim());
        let token = token.ok_or_else(|| Problem::forbidden("no_seat", "This opens no seat."))?;
        let holder = By { keys: vec![token.hash()], side: None };
        self.hub.act(&key(id)?, holder, Action::AddKey(by.visitor.hash())).await
    }

    /// Lists games.
    ///
    /// # Errors
    /// If the request makes no sense.
    pub async fn list(&self, request: &ListRequest, by: &Requester) -> Result<GameList, Problem> {
        let status = match filled(request.status.as_ref()) {
            None => None,
            Some(word) => Some(Status::read(word).ok_or_else(|| {
                Problem::bad("unknown_status", "There is no such status.")
                    .hint("Use `waiting`, `playing`, `finished` or `aborted`.")
            })?),
        };
        let limit = request.limit.unwrap_or(USUAL_LIST).clamp(1, LONGEST_LIST);
        let listing = Listing {
            status,
            game: filled(request.game.as_ref()).map(str::to_owned),
            keys: request.mine.then(|| by.keys()),
            before: request.before,
            limit,
        };
        let rows = self.store.list(&listing).await.map_err(|error| Problem::internal(&error))?;
        let full = rows.len() == limit as usize;
        let next = rows.last().filter(|_| full).map(|row| row.updated);
        Ok(GameList { version: 1, games: rows.into_iter().map(Into::into).collect(), next })
    }

    /// A game as it is told to a requester.
    #[must_use]
    pub fn answer(&self, play: &Play, by: &Requester) -> Answer {
        let you = play.sides_of(&by.keys()).into_iter().map(side_word).collect();
        Answer { game: GameView::new(play, self.time.now()), you }
    }
}

/// The name of a game, or the news that there can be no such game.
fn key(id: &str) -> Result<GameKey, Problem> {
    GameKey::read(id).ok_or_else(|| Problem::not_found("game"))
}
