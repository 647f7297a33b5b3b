//! The private feed of the games that wait for a visitor (Atom, RFC 4287).

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_app::{Millis, dates};
use cairn_draw::svg::escaped;
use cairn_games::GameId;
use sha2::{Digest, Sha256};

use super::game_cards::opponent;
use super::shell::origin;
use crate::app::AppState;
use crate::problem::Problem;
use crate::service::GameSummary;

/// Largest number of entries.
const MAX_ENTRIES: usize = 50;

/// `/feed/SECRET`
pub(super) async fn feed(
    State(app): State<AppState>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let feed = app.feed(&token).await?;
    let address = format!("{}/feed/{token}", origin(&headers));
    let text = document(&origin(&headers), &address, &feed.games, feed.created);
    let hash = Sha256::digest(&text);
    let hash: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    // Weak, since the document may be compressed on its way.
    let tag = format!("W/\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.trim() == "*" || tags.contains(&hash));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], text).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Writes the feed. Nothing in it depends on the present time, so that it changes only when a
/// game does.
fn document(origin: &str, address: &str, games: &[GameSummary], created: Millis) -> String {
    let shown = || games.iter().take(MAX_ENTRIES);
    let updated = shown().map(|game| game.updated).max().unwrap_or(created);
    let entries: String = shown().map(|game| entry(origin, game)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>Cairn: games waiting for you</title>\n\
         <id>{address}</id>\n\
         <link rel=\"self\" href=\"{address}\"/>\n\
         <link href=\"{origin}/me\"/>\n\
         <author><name>Cairn</name></author>\n\
         <updated>{}</updated>\n{entries}</feed>\n",
        dates::internet_date(updated),
        address = escaped(address),
        origin = escaped(origin),
    )
}

/// Writes an entry. Each turn has an entry of its own.
fn entry(origin: &str, game: &GameSummary) -> String {
    let title = GameId::named(&game.game).map_or(game.game.as_str(), |game| game.info().title);
    let until = match game.deadline {
        Some(deadline) => format!(" You have until {}.", dates::date_time(deadline)),
        None => String::new(),
    };
    let link = escaped(&format!("{origin}/g/{}", game.id));
    format!(
        "<entry>\n<title>{}</title>\n<id>{link}?ply={}</id>\n<link href=\"{link}\"/>\n\
         <updated>{}</updated>\n<summary>{}</summary>\n</entry>\n",
        escaped(&format!("{title}: your turn against {}", opponent(game))),
        game.ply,
        dates::internet_date(game.updated),
        escaped(&format!("{} moves so far.{until}", game.ply)),
    )
}
