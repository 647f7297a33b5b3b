//! The requester's own games in all: how many wait, the private feed, and one file with all of
//! them.

use std::collections::VecDeque;

use axum::body::{Body, Bytes};
use cairn_app::Millis;
use futures_util::stream::try_unfold;
use serde::Serialize;
use utoipa::ToSchema;

use super::game_list::GameSummary;
use crate::app::AppState;
use crate::game::Status;
use crate::http::{Purpose, Requester};
use crate::ids::{GameKey, KeyHash, Token};
use crate::problem::Problem;
use crate::store::{FeedRow, Listing, PageCursor};

/// Number of games that are read at once for the file of all games.
const PAGE: u32 = 50;

/// Your own games in numbers, and your feed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Overview {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Number of games in which another person is waiting for your move.
    pub(crate) waiting: usize,
    /// Path of the private feed of these games; null if there is none.
    pub(crate) feed: Option<String>,
}

/// A feed that was found by the secret in its address.
#[derive(Clone, Debug)]
pub(crate) struct AtomFeed {
    /// Games in which another person waits for the owner's move.
    pub(crate) games: Vec<GameSummary>,
    /// Time at which the feed was created.
    pub(crate) created: Millis,
}

impl Requester {
    /// Returns the hash of the browser's cookie, to which feeds and subscriptions belong.
    ///
    /// # Errors
    /// If the requester has sent no cookie.
    pub(super) fn owner(&self) -> Result<KeyHash, Problem> {
        if self.is_new {
            return Err(Problem::forbidden(
                "no_cookie",
                "Only a browser with a cookie can do this.",
            )
            .hint("Open any page of the site first."));
        }
        Ok(self.visitor.hash())
    }

    /// Returns the path of the browser's feed.
    fn feed_path(&self, feed: &FeedRow) -> String {
        format!("/feed/{}", self.visitor.feed_token(&feed.nonce).reveal())
    }
}

impl AppState {
    /// Counts the requester's waiting games, and returns the path of their feed.
    pub(crate) async fn overview(&self, by: &Requester) -> Result<Overview, Problem> {
        let waiting = self.waiting(&by.keys()).await?.len();
        Ok(Overview { version: 1, waiting, feed: self.feed_path(by).await? })
    }

    /// Returns the path of the requester's feed, if there is one.
    pub(crate) async fn feed_path(&self, by: &Requester) -> Result<Option<String>, Problem> {
        let Ok(owner) = by.owner() else {
            return Ok(None);
        };
        Ok(self.store.feed_of(&owner).await?.map(|feed| by.feed_path(&feed)))
    }

    /// Creates the requester's feed, in place of an earlier one, and returns its path.
    pub(crate) async fn create_feed(&self, by: &Requester) -> Result<String, Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        let nonce = Token::random().reveal().to_owned();
        let hash = by.visitor.feed_token(&nonce).feed_hash();
        let feed = FeedRow { hash, nonce, created: self.time.now() };
        self.store.set_feed(&owner, &feed).await?;
        Ok(by.feed_path(&feed))
    }

    /// Removes the requester's feed, whose address is invalid from then on.
    pub(crate) async fn remove_feed(&self, by: &Requester) -> Result<(), Problem> {
        self.limits.take(by.network, Purpose::Claim)?;
        Ok(self.store.remove_feed(&by.owner()?).await?)
    }

    /// Returns the feed with this secret in its address.
    pub(crate) async fn feed(&self, token: &str) -> Result<AtomFeed, Problem> {
        let missing = || Problem::not_found("feed");
        let hash = Token::read(token).ok_or_else(missing)?.feed_hash();
        let (owner, created) = self.store.feed_owner(&hash).await?.ok_or_else(missing)?;
        Ok(AtomFeed { games: self.waiting(&[owner]).await?, created })
    }

    /// Returns the records of all games of the requester that have begun, the latest changed
    /// first, as they are read from the store.
    pub(crate) fn own_records(&self, by: &Requester) -> Result<Body, Problem> {
        self.limits.take(by.network, Purpose::Create)?;
        let records = OwnRecords {
            app: self.clone(),
            keys: by.keys(),
            before: None,
            is_last: false,
            games: VecDeque::new(),
        };
        let texts = try_unfold(records, |mut records| async move {
            let text = records.next().await.inspect_err(|problem| {
                tracing::warn!(%problem, "a file of all games ends early");
            })?;
            Ok::<_, Problem>(text.map(|text| (Bytes::from(text), records)))
        });
        Ok(Body::from_stream(texts))
    }
}

/// State of reading all games of somebody, page by page.
struct OwnRecords {
    app: AppState,
    keys: Vec<KeyHash>,
    before: Option<PageCursor>,
    /// Whether there is no further page.
    is_last: bool,
    games: VecDeque<GameKey>,
}

impl OwnRecords {
    /// Returns the next record; `None` after the last one.
    async fn next(&mut self) -> Result<Option<String>, Problem> {
        loop {
            while let Some(key) = self.games.pop_front() {
                // It may have been removed meanwhile.
                if let Some(game) = self.app.store.load(&key).await? {
                    return Ok(Some(format!("{}\n", game.to_record())));
                }
            }
            if self.is_last {
                return Ok(None);
            }
            self.read_page().await?;
        }
    }

    async fn read_page(&mut self) -> Result<(), Problem> {
        let listing = Listing {
            keys: Some(self.keys.clone()),
            before: self.before.take(),
            limit: PAGE,
            ..Listing::default()
        };
        let rows = self.app.store.list(&listing).await?;
        self.is_last = rows.len() < PAGE as usize;
        self.before =
            rows.last().map(|row| PageCursor { updated: row.updated, id: row.id.clone() });
        let begun = rows.iter().filter(|row| row.status != Status::Waiting.word());
        self.games = begun.filter_map(|row| GameKey::read(&row.id)).collect();
        Ok(())
    }
}
