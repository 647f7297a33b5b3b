//! Pictures of positions, `/img/GAME/POSITION.svg` and `.png`, of lines, `/img/GAME/POSITION.gif`, and of
//! whole games, `/g/ID/game.gif`, for pages, previews and whoever wants to show one elsewhere.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use cairn_draw::svg::{self, Options, PieceSet, Theme};
use cairn_draw::{Frame, Marks, animation_frames, gif, png};
use cairn_games::{AnyPosition, History};
use serde::Deserialize;

use crate::api::Params;
use crate::app::AppState;
use crate::compute::{AnswerCache, Compute, processors};
use crate::http::{Purpose, Requester};
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::service::{play_path, position_from_path};

/// The width of a PNG if nothing is said, and the largest.
const USUAL_WIDTH: u32 = 800;
const LARGEST_WIDTH: u32 = 1600;

/// The width of a GIF if nothing is said, and the largest.
const USUAL_GIF_WIDTH: u32 = 400;
const LARGEST_GIF_WIDTH: u32 = 480;
/// Number of positions in a GIF, counted from the end of the game.
const MAX_FRAMES: usize = 200;
/// Seconds for which a GIF shows a position.
const SECONDS_PER_MOVE: f64 = 1.0;

/// Number of pixels that cost one token of the rate limiter.
const PIXELS_PER_TOKEN: u32 = 1 << 16;

/// Number of pictures that are cached, and their bytes in all.
const MAX_PICTURES: usize = 256;
const MAX_PICTURE_BYTES: u64 = 32 << 20;

/// A picture of a position is always the same, so it can be kept for a day.
const CACHE: &str = "public, max-age=86400";

/// An SVG is a document of its own: it may bring its style, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Query of a picture's address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PictureQuery {
    /// A move that is made from the position; the picture shows where it leads, with the
    /// move marked.
    #[serde(rename = "move")]
    made: Option<String>,
    /// Moves from the position, with underscores between; a GIF shows each of them.
    moves: Option<String>,
    /// `light`, `dark` or `auto`, which follows the browser.
    theme: Option<String>,
    /// `1`: the second player's side at the bottom.
    flip: Option<String>,
    /// `0`: no names of rows and columns.
    coordinates: Option<String>,
    /// `0`: no strip that tells who is to move.
    caption: Option<String>,
    /// In pixels.
    width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Format {
    Svg,
    Png,
    Gif,
}

/// Everything that determines a picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PictureKey {
    Position {
        game: &'static str,
        position: String,
        query: PictureQuery,
        format: Format,
    },
    /// A finished game, which does not change any more.
    Game {
        id: GameKey,
        query: PictureQuery,
    },
}

/// Pictures that were drawn lately, and the turns in which others are drawn. A large one
/// takes 15 MiB while it is drawn.
pub(crate) struct Pictures {
    turns: Compute,
    cache: AnswerCache<PictureKey>,
}

impl Pictures {
    /// Creates an empty cache. One or two pictures are drawn at a time, and never on all
    /// processors of a small machine.
    pub(crate) fn new() -> Self {
        Self {
            turns: Compute::with_threads((processors() / 2).clamp(1, 2)),
            cache: AnswerCache::new(MAX_PICTURES, MAX_PICTURE_BYTES),
        }
    }
}

/// Draws a position.
pub(crate) async fn picture(
    State(app): State<AppState>,
    by: Requester,
    Path((game, picture)): Path<(String, String)>,
    Params(mut query): Params<PictureQuery>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let (text, format) = read_name(&picture)?;
    let start = position_from_path(&game, text)?;
    let line = play_path(start, query.moves.as_deref().unwrap_or_default())?;
    if format == Format::Gif {
        let query = gif_query(query);
        let key = PictureKey::Position {
            game: start.info().name,
            position: start.to_text(),
            query: query.clone(),
            format,
        };
        return animate(&app, &by, key, frames(&line), &query).await;
    }
    let position = *line.position();
    query.width = query.width.map(|width| width.clamp(16, LARGEST_WIDTH));
    let width = query.width.unwrap_or(USUAL_WIDTH);
    let key = PictureKey::Position {
        game: position.info().name,
        position: position.to_text(),
        query: query.clone(),
        format,
    };
    if format == Format::Png && !app.pictures.cache.contains(&key) {
        // A board is about as high as it is wide.
        let tokens = (width * width).div_ceil(PIXELS_PER_TOKEN);
        app.limits.take_many(by.network, Purpose::Draw, tokens)?;
    }
    let drawn = || async {
        let drawn = app.pictures.turns.run(move || draw(position, &query, format)).await??;
        Ok(Bytes::from(drawn))
    };
    let bytes = app.pictures.cache.get_or_compute(key, drawn).await?;
    let kind = if format == Format::Png { "image/png" } else { "image/svg+xml" };
    Ok(response(kind, bytes))
}

fn response(kind: &'static str, bytes: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, CACHE),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    (headers, bytes).into_response()
}

/// `/g/ID/game.gif`: a finished game, move by move.
pub(crate) async fn animation(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Params(query): Params<PictureQuery>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let game = app.get_game(&id, &by).await?;
    if !game.status.is_over() {
        return Err(Problem::conflict(
            "not_over",
            "The animation is available when the game is over.",
        ));
    }
    let query = PictureQuery { moves: None, ..gif_query(query) };
    let mut frames = frames(&game.history);
    // A game may have ended in a way that its last board does not show.
    if let Some(last) = frames.last_mut() {
        let ending = game.ending.as_ref().map(|ending| ending.outcome);
        last.view.outcome = last.view.outcome.or(ending);
    }
    let key = PictureKey::Game { id: game.key.clone(), query: query.clone() };
    animate(&app, &by, key, frames, &query).await
}

/// Options of a GIF, which shows the moves of a line or game whatever else is asked for.
fn gif_query(query: PictureQuery) -> PictureQuery {
    let width = query.width.unwrap_or(USUAL_GIF_WIDTH).clamp(16, LARGEST_GIF_WIDTH);
    PictureQuery { width: Some(width), made: None, ..query }
}

/// The last positions of a line, one after the other.
fn frames(line: &History) -> Vec<Frame> {
    let mut frames = animation_frames(line.positions().iter().map(AnyPosition::view).collect());
    frames.drain(..frames.len().saturating_sub(MAX_FRAMES));
    frames
}

/// Draws a GIF, unless it is cached.
async fn animate(
    app: &AppState,
    by: &Requester,
    key: PictureKey,
    frames: Vec<Frame>,
    query: &PictureQuery,
) -> Result<Response, Problem> {
    let (options, width) = (options(query)?, query.width.unwrap_or(USUAL_GIF_WIDTH));
    if !app.pictures.cache.contains(&key) {
        let pixels = width * width * frames.len() as u32;
        app.limits.take_many(by.network, Purpose::Draw, pixels.div_ceil(PIXELS_PER_TOKEN))?;
    }
    let drawn = || async {
        let work = move || gif::encode(&frames, width, SECONDS_PER_MOVE, &options);
        Ok(Bytes::from(app.pictures.turns.run(work).await??))
    };
    Ok(response("image/gif", app.pictures.cache.get_or_compute(key, drawn).await?))
}

/// The position and the format that the name of a picture tells.
fn read_name(name: &str) -> Result<(&str, Format), Problem> {
    let formats = [(".svg", Format::Svg), (".png", Format::Png), (".gif", Format::Gif)];
    let found =
        formats.into_iter().find_map(|(end, format)| Some((name.strip_suffix(end)?, format)));
    found.ok_or_else(|| {
        Problem::not_found("picture").hint("Picture names end in .svg, .png or .gif.")
    })
}

fn draw(position: AnyPosition, query: &PictureQuery, format: Format) -> Result<Vec<u8>, Problem> {
    let view = AnyPosition::view;
    let (mut shown, mut marks) = (view(&position), Marks::default());
    if let Some(text) = query.made.as_deref().filter(|text| !text.is_empty()) {
        let mv = position.read_move(text)?;
        let mut after = position;
        after.play(mv)?;
        let before = shown;
        shown = view(&after);
        marks = marks.with_move(&before, &shown);
    }
    let svg = svg::draw(&shown, &marks, &options(query)?);
    if format == Format::Svg {
        return Ok(svg.into_bytes());
    }
    Ok(png::encode(&svg, query.width.unwrap_or(USUAL_WIDTH))?)
}

fn options(query: &PictureQuery) -> Result<Options, Problem> {
    Ok(Options {
        theme: theme(query.theme.as_deref())?,
        pieces: PieceSet::Relief,
        width: query.width,
        flipped: query.flip.as_deref() == Some("1"),
        coordinates: query.coordinates.as_deref() != Some("0"),
        caption: query.caption.as_deref() != Some("0"),
    })
}

fn theme(word: Option<&str>) -> Result<Theme, Problem> {
    match word.unwrap_or("light") {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        _ => {
            Err(Problem::bad("unknown_theme", "Unknown theme.")
                .hint("Use `light`, `dark` or `auto`."))
        }
    }
}
