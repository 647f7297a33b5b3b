//! Style sheets, scripts and icons: embedded in the program, or made when it starts.
//!
//! All of them share one hash in their address, `/assets/HASH/board.js`, so that scripts
//! can import each other by name and browsers may keep everything for good.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use cairn_app::board::style_sheet;
use cairn_app::explorer::{table_bytes, table_name};
use cairn_app::puzzles;
use cairn_app::{net_bytes, net_name};
use cairn_arena::game_report::Plot;
use cairn_draw::png;
use cairn_games::GameId;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Embedded;

/// Files of the browser modules, see `build.rs`; none if they were not built.
const MODULES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// File of the module that draws boards.
const BOARD_MODULE: &str = "cairn_board_bg.wasm";

/// Cache header of files with a hash of their content in their address, which never change.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Cache header of files that are requested by an address of another version.
const ASK_AGAIN: &str = "no-cache";

struct Asset {
    kind: &'static str,
    bytes: Cow<'static, [u8]>,
    /// Quality of brotli.
    quality: i32,
    brotli: OnceLock<Vec<u8>>,
    gzip: OnceLock<Vec<u8>>,
}

/// Icons of the installed site: their names, widths, and whether they fill their square, so that
/// systems may cut them to a shape.
const ICONS: [(&str, u32, bool); 4] = [
    ("icon-180.png", 180, true),
    ("icon-192.png", 192, false),
    ("icon-512.png", 512, false),
    ("icon-maskable-512.png", 512, true),
];

/// Quality of brotli: 9 is nearly as small as 11 at a fraction of the time. Builds for development
/// are not optimised and would take seconds for it.
const BROTLI_QUALITY: i32 = if cfg!(debug_assertions) { 1 } else { 9 };

/// Quality for the module that draws boards: pages wait for it, so the server compresses it well when
/// it starts, which takes a second or two.
const BOARD_QUALITY: i32 = if cfg!(debug_assertions) { 1 } else { 11 };

impl Asset {
    fn new(kind: &'static str, bytes: Cow<'static, [u8]>) -> Self {
        let quality = BROTLI_QUALITY;
        Self { kind, bytes, quality, brotli: OnceLock::new(), gzip: OnceLock::new() }
    }

    /// Returns the best encoding that the browser accepts. Each is made once.
    fn encoded(&self, accepted: &str) -> (Option<&'static str>, &[u8]) {
        let accepts = |name: &str| {
            accepted.split(',').any(|part| {
                let (coding, weight) = part.split_once(';').unwrap_or((part, ""));
                let refused = weight.replace(' ', "").trim_end_matches(['0', '.']) == "q=";
                coding.trim().eq_ignore_ascii_case(name) && !refused
            })
        };
        if accepts("br") {
            (Some("br"), self.in_brotli())
        } else if accepts("gzip") {
            (Some("gzip"), self.gzip.get_or_init(|| compress_gzip(&self.bytes)))
        } else {
            (None, &self.bytes)
        }
    }

    fn in_brotli(&self) -> &[u8] {
        self.brotli.get_or_init(|| compress_brotli(&self.bytes, self.quality))
    }
}

fn compress_brotli(bytes: &[u8], quality: i32) -> Vec<u8> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams { quality, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters)
        .expect("writing to memory does not fail");
    compressed
}

fn compress_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory does not fail");
    encoder.finish().expect("writing to memory does not fail")
}

struct Assets {
    files: BTreeMap<String, Asset>,
    hash: String,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    for name in Embedded::iter() {
        if let (Some(file), Some(kind)) = (Embedded::get(&name), kind(&name)) {
            files.insert(name.into_owned(), Asset::new(kind, file.data));
        }
    }
    for (name, bytes) in module_files() {
        if let Some(kind) = kind(&name) {
            files.insert(name, Asset::new(kind, bytes));
        }
    }
    for (name, width, maskable) in ICONS {
        files.insert(name.to_owned(), Asset::new("image/png", icon(width, maskable).into()));
    }
    if let Some(module) = files.get_mut(BOARD_MODULE) {
        module.quality = BOARD_QUALITY;
    }
    let boards = files.get_mut("boards.css").expect("it is embedded");
    boards.bytes.to_mut().extend(style_sheet().bytes());
    let report = files.get_mut("report.css").expect("it is embedded");
    report.bytes.to_mut().extend(Plot::style_sheet().bytes());
    let mut hash = Sha256::new();
    for (name, asset) in &files {
        hash.update(name.as_bytes());
        hash.update(&asset.bytes);
    }
    let hash = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Assets { files, hash }
});

/// Draws the icon of the site as a PNG file. The drawing stays within the circle that systems
/// promise to show, four fifths of the width.
fn icon(width: u32, fills_square: bool) -> Vec<u8> {
    let drawing = Embedded::get("icon.svg").expect("it is embedded");
    let mut drawing = String::from_utf8_lossy(&drawing.data).into_owned();
    if fills_square {
        drawing = drawing.replace(r#" rx="7""#, "");
    }
    png::encode(&drawing, width).expect("the icon is a valid drawing")
}

/// Returns the files of the browser modules, and the nets, tables of openings and puzzles that they use;
/// none if the modules were not built. Builds for development read them from the folder of `scripts/wasm`.
fn module_files() -> Vec<(String, Cow<'static, [u8]>)> {
    let mut files: Vec<(String, Cow<'static, [u8]>)> =
        MODULES.iter().map(|&(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes))).collect();
    if cfg!(debug_assertions) {
        let entries = std::fs::read_dir(env!("CAIRN_MODULE_FOLDER")).into_iter().flatten();
        files.extend(entries.flatten().filter_map(|entry| {
            Some((entry.file_name().into_string().ok()?, std::fs::read(entry.path()).ok()?.into()))
        }));
    }
    if !files.is_empty() {
        files.extend(
            GameId::ALL
                .iter()
                .filter_map(|&game| Some((net_name(game)?, Cow::Borrowed(net_bytes(game)?)))),
        );
        files.extend(
            GameId::ALL
                .iter()
                .filter_map(|&game| Some((table_name(game)?, Cow::Borrowed(table_bytes(game)?)))),
        );
        files.extend(puzzles::games().filter_map(|game| {
            let text = puzzles::text_of(game)?;
            Some((puzzles::file_name(game), Cow::Borrowed(text.as_bytes())))
        }));
    }
    files
}

/// Compresses the module that draws boards, before a page asks for it.
pub(crate) fn prepare() {
    if let Some(module) = ASSETS.files.get(BOARD_MODULE) {
        module.in_brotli();
    }
}

/// Whether the browser modules are part of the program.
pub fn has_modules() -> bool {
    ASSETS.files.contains_key(BOARD_MODULE)
}

/// Returns the address of an asset.
pub fn url(name: &str) -> String {
    debug_assert!(ASSETS.files.contains_key(name), "there is no asset {name}");
    format!("/assets/{}/{name}", ASSETS.hash)
}

/// Returns the hash of all assets.
pub fn version() -> &'static str {
    &ASSETS.hash
}

/// Returns the address of an asset from the folder of the site.
pub(super) fn relative_url(name: &str) -> String {
    format!("assets/{}/{name}", ASSETS.hash)
}

/// Returns the names and contents of all assets.
pub fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    ASSETS.files.iter().map(|(name, asset)| (name.as_str(), &*asset.bytes))
}

fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "puzzles" => "text/plain; charset=utf-8",
        "net" | "openings" => "application/octet-stream",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// `/assets/HASH/NAME`
pub(super) async fn asset(
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let cache = if hash == ASSETS.hash { FOREVER } else { ASK_AGAIN };
    serve(&name, cache, &headers)
}

/// `/favicon.ico`, which browsers request on their own.
pub(super) async fn favicon(headers: HeaderMap) -> Response {
    serve("icon.svg", "max-age=86400", &headers)
}

fn serve(name: &str, cache: &'static str, headers: &HeaderMap) -> Response {
    let Some(asset) = ASSETS.files.get(name) else {
        return Problem::not_found("file").into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let (encoding, bytes) = asset.encoded(accepted.unwrap_or_default());
    let headers = [
        (header::CONTENT_TYPE, asset.kind),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
    ];
    let mut response = (headers, bytes.to_vec()).into_response();
    if let Some(encoding) = encoding {
        let encoding = HeaderValue::from_static(encoding);
        response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
    }
    response
}
