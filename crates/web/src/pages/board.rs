//! `/board/GAME/POSITION`: boards for `board.js`, see [`cairn_app::board`].

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_app::board::BoardLook;
use serde::Deserialize;

use super::assets::version;
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::position_from_path;

/// Cache header of a fragment that is requested without the version of the site.
const CACHE: &str = "public, max-age=300";
/// Cache header of a fragment of this version of the site, which never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// Query of a board's address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BoardQuery {
    /// A move that is made from the position and marked.
    #[serde(rename = "move")]
    made: Option<String>,
    /// Picks of the next move, separated by commas.
    picks: Option<String>,
    /// `1`: the second player's side at the bottom.
    flip: Option<String>,
    /// `0`: no names of rows and columns.
    coordinates: Option<String>,
    /// `flat`: pieces seen straight from above.
    pieces: Option<String>,
    /// `1`: with the legal moves.
    choices: Option<String>,
    /// Version of the requesting site, as in the address of its assets.
    v: Option<String>,
    /// Moves that arrows point out, with bars (`|`) between.
    hint: Option<String>,
}

impl BoardQuery {
    /// Returns the look that is asked for.
    fn look(&self) -> BoardLook<'_> {
        BoardLook {
            made: self.made.as_deref(),
            picks: self.picks.as_deref().unwrap_or_default(),
            hints: self.hint.as_deref().unwrap_or_default(),
            flipped: self.flip.as_deref() == Some("1"),
            coordinates: self.coordinates.as_deref() != Some("0"),
            flat: self.pieces.as_deref() == Some("flat"),
            choices: self.choices.as_deref() == Some("1"),
        }
    }
}

/// Key of a drawn board in the cache.
pub(crate) type BoardKey = (String, String, BoardQuery);

/// `/board/GAME/POSITION`: a board for `board.js`. It is drawn once and shared by everybody
/// who watches the game.
pub(super) async fn board(
    State(app): State<AppState>,
    by: Requester,
    Path((game, position)): Path<(String, String)>,
    Params(mut query): Params<BoardQuery>,
) -> Result<Response, Problem> {
    let cache = if query.v.take().as_deref() == Some(version()) { FOREVER } else { CACHE };
    if query.look().lists_moves() {
        app.limits.take(by.network, Purpose::Compute)?;
    }
    let key = (game.clone(), position.clone(), query.clone());
    let draw = || async {
        let work = move || {
            let position = position_from_path(&game, &position)?;
            Ok(Bytes::from(query.look().board(position)?.fragment().into_string()))
        };
        app.compute.run(work).await?
    };
    let fragment = app.boards.get_or_compute(key, draw).await?;
    let kind = "text/html; charset=utf-8";
    Ok(([(header::CACHE_CONTROL, cache), (header::CONTENT_TYPE, kind)], fragment).into_response())
}

/// Query for the reason why something cannot be picked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyQuery {
    /// Picks so far, separated by commas.
    #[serde(default)]
    picks: String,
    /// A cell's name, `hand` or `pass`.
    pick: String,
}

/// `/why/GAME/POSITION`: the reason why something cannot be picked, as plain text.
pub(super) async fn why(
    State(app): State<AppState>,
    by: Requester,
    Path((game, position)): Path<(String, String)>,
    Params(query): Params<WhyQuery>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let work = move || -> Result<Option<String>, Problem> {
        let position = position_from_path(&game, &position)?;
        let look = BoardLook { picks: &query.picks, ..BoardLook::default() };
        Ok(look.board(position)?.why_not(&query.pick)?)
    };
    let reason = app.compute.run(work).await??.unwrap_or_default();
    Ok(([(header::CACHE_CONTROL, CACHE)], reason).into_response())
}
