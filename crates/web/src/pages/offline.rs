//! Pages that work without the server, and the service worker that keeps them in the browser.
//!
//! These pages are the same for everybody. [`pages`] lists them, so that the worker can keep them
//! and a folder for any web server can be made of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::shell::HtmlPage;
use super::{about, analysis, assets, editor, home, import, learn, play, puzzles, rules};
use crate::app::AppState;
use crate::problem::Problem;

/// Script of the service worker, among the assets.
const WORKER: &str = "service-worker.js";
/// Path of the page that is shown where another one needs the server.
pub(super) const NO_CONNECTION: &str = "offline";
/// Path of the file with all pages.
pub(super) const BUNDLE: &str = "offline/pages.json";

/// Files and pages that the service worker keeps, see `OfflineFiles` in
/// `types/service-worker.d.ts`.
#[derive(Serialize)]
struct OfflineFiles {
    version: String,
    files: Vec<String>,
    pages: Vec<String>,
    bundle: &'static str,
    slashes: bool,
}

/// Returns the paths and contents of the pages that work without the server, which may be away or
/// not exist at all. The first page has an empty path.
pub(super) fn pages(has_server: bool) -> Result<Vec<(String, Markup)>, Problem> {
    let mut pages = vec![
        (String::new(), home::without_server()),
        (NO_CONNECTION.to_owned(), no_connection_page(has_server)),
        ("import".to_owned(), import::empty_page()),
    ];
    pages.extend(play::pages());
    pages.extend(analysis::pages()?);
    pages.extend(rules::pages()?);
    pages.extend(about::pages());
    pages.extend(learn::pages()?);
    pages.extend(puzzles::pages()?);
    pages.extend(editor::pages()?);
    Ok(pages)
}

/// Files for use without a network: the script of the service worker, and all pages in one file.
pub(super) struct OfflineBundle {
    pub(super) script: String,
    pub(super) pages: String,
}

impl OfflineBundle {
    /// Makes the files for these pages. Where `slashes` is set, the addresses of pages end with
    /// slashes.
    pub(super) fn new(pages: &[(String, Markup)], slashes: bool) -> Self {
        let contents: BTreeMap<_, _> = pages.iter().map(|(path, page)| (path, &page.0)).collect();
        let contents = serde_json::to_string(&contents).unwrap_or_default();
        let hash = Sha256::digest(contents.as_bytes());
        let hash: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        let files = OfflineFiles {
            version: format!("{}-{hash}", assets::version()),
            files: assets::all()
                .filter(|(name, _)| *name != WORKER)
                .map(|(name, _)| assets::relative_url(name))
                .collect(),
            pages: pages.iter().map(|(path, _)| path.clone()).collect(),
            bundle: BUNDLE,
            slashes,
        };
        let list = serde_json::to_string(&files).unwrap_or_default();
        let script =
            assets::all().find(|(name, _)| *name == WORKER).map_or(&b""[..], |file| file.1);
        let script = format!("self.offline = {list};\n{}", String::from_utf8_lossy(script));
        Self { script, pages: contents }
    }

    /// Returns the files of this server. Rendering all pages takes a while, so they are made once.
    async fn of_server(app: &AppState) -> Result<&'static Self, Problem> {
        match KEPT.get() {
            Some(kept) => Ok(kept),
            None => app.compute.run(Self::make).await?,
        }
    }

    fn make() -> Result<&'static Self, Problem> {
        let pages = pages(true)?;
        Ok(KEPT.get_or_init(|| Self::new(&pages, false)))
    }
}

static KEPT: OnceLock<OfflineBundle> = OnceLock::new();

/// `/service-worker.js`
pub(super) async fn service_worker(State(app): State<AppState>) -> Result<Response, Problem> {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        // Browsers look for a new version with each page.
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("service-worker-allowed"), "/"),
    ];
    Ok((headers, OfflineBundle::of_server(&app).await?.script.as_str()).into_response())
}

/// `/offline/pages.json`
pub(super) async fn page_bundle(State(app): State<AppState>) -> Result<Response, Problem> {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, OfflineBundle::of_server(&app).await?.pages.as_str()).into_response())
}

/// `/offline`
pub(super) async fn no_connection() -> Markup {
    no_connection_page(true)
}

fn no_connection_page(has_server: bool) -> Markup {
    let title = if has_server { "No connection" } else { "Not available on this site" };
    let content = html! {
        section.notice {
            h1 { (title) }
            @if has_server {
                p { "This page needs the server, which cannot be reached right now." }
                p {
                    "Lessons, puzzles, rules, analysis with the opening explorer, the position editor, "
                    "import, and games on this device work without it. Games with other people "
                    "continue when you are back online."
                }
            } @else {
                p { "This feature needs a Cairn server, which this site does not have." }
            }
            p.buttons {
                a.button.primary href="/" { "Go to the games" }
                a.button href="/play" { "Play on this device" }
                a.button href="/learn" { "Learn" }
                a.button href="/puzzles" { "Puzzles" }
                a.button href="/rules" { "Rules" }
                a.button href="/a" { "Analyse" }
            }
        }
    };
    HtmlPage::new(title).private().render(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_keeps_pages_and_all_assets() {
        let OfflineBundle { script, pages } = OfflineBundle::make().unwrap();
        let (list, code) = script.split_once('\n').unwrap();
        assert!(code.contains("addEventListener(\"fetch\""));
        let list = list.strip_prefix("self.offline = ").and_then(|text| text.strip_suffix(';'));
        let list: serde_json::Value = serde_json::from_str(list.unwrap()).unwrap();
        let pages: BTreeMap<String, String> = serde_json::from_str(pages).unwrap();
        assert_eq!(list["pages"].as_array().unwrap().len(), pages.len());
        for path in [
            "",
            "learn/nava/lay-a-cube",
            "puzzles",
            "puzzles/daily",
            "editor/mitsudomoe:single",
            "puzzles/glaisher:rulebook",
            "rules/nava",
            "a/glaisher:rulebook",
            "play/board",
            NO_CONNECTION,
        ] {
            assert!(pages[path].starts_with("<!DOCTYPE html>"), "{path}");
        }
        let files: Vec<_> = list["files"].as_array().unwrap().iter().collect();
        assert_eq!(files.len(), assets::all().count() - 1);
        let version = list["version"].as_str().unwrap();
        assert!(version.starts_with(&format!("{}-", assets::version())), "{version}");
    }
}
