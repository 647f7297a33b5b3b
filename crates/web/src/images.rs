//! Pictures of positions: `/img/GAME/POSITION.svg` and `.png`, for pages, previews and
//! whoever wants to show one elsewhere.

use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use cairn_draw::svg::{self, Options, Theme};
use cairn_draw::{Marks, png};
use cairn_games::AnyPosition;
use serde::Deserialize;

use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::position_from_path;

/// The width of a PNG if nothing is said, and the largest.
const USUAL_WIDTH: u32 = 800;
const LARGEST_WIDTH: u32 = 2048;

/// A picture of a position is always the same, so it can be kept for a day.
const CACHE: &str = "public, max-age=86400";

/// An SVG is a document of its own: it may bring its style, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Query of a picture's address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PictureQuery {
    /// A move that is made from the position; the picture shows where it leads, with the
    /// move marked.
    #[serde(rename = "move")]
    made: Option<String>,
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

#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

/// Draws a position.
pub(crate) async fn picture(
    State(app): State<AppState>,
    by: Requester,
    Path((game, picture)): Path<(String, String)>,
    Params(query): Params<PictureQuery>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let (text, format) = read_name(&picture)?;
    let position = position_from_path(&game, text)?;
    let bytes = app.compute.run(move || draw(position, &query, format)).await??;
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, CACHE),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, bytes).into_response())
}

/// The position and the format that the name of a picture tells.
fn read_name(name: &str) -> Result<(&str, Format), Problem> {
    let formats = [(".svg", Format::Svg), (".png", Format::Png)];
    let found =
        formats.into_iter().find_map(|(end, format)| Some((name.strip_suffix(end)?, format)));
    found.ok_or_else(|| Problem::not_found("picture").hint("Its name ends in .svg or .png."))
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
    let width = query.width.map(|width| width.clamp(16, LARGEST_WIDTH));
    let options = Options {
        theme: theme(query.theme.as_deref())?,
        width,
        flipped: query.flip.as_deref() == Some("1"),
        coordinates: query.coordinates.as_deref() != Some("0"),
        caption: query.caption.as_deref() != Some("0"),
    };
    let svg = svg::draw(&shown, &marks, &options);
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png => {
            let width = width.unwrap_or(USUAL_WIDTH);
            Ok(png::encode(&svg, width)?)
        }
    }
}

fn theme(word: Option<&str>) -> Result<Theme, Problem> {
    match word.unwrap_or("light") {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        _ => Err(Problem::bad("unknown_theme", "There is no such theme.")
            .hint("Use `light`, `dark` or `auto`.")),
    }
}
