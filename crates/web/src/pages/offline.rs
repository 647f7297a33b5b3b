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
use super::{analysis, assets, home, import, play, rules};
use crate::app::AppState;
use crate::problem::Problem;

/// Script of the service worker, among the assets.
const WORKER: &str = "service-worker.js";
/// Path of the page that is shown where another one needs the server.
pub(super) const NO_CONNECTION: &str = "offline";
/// Path from which the first page is kept: the usual one lists games of the server.
const HOME: &str = "offline/home";

/// Files and pages that the service worker keeps, see `OfflineFiles` in
/// `types/service-worker.d.ts`.
#[derive(Serialize)]
struct OfflineFiles {
    version: String,
    files: Vec<String>,
    pages: BTreeMap<String, String>,
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
    Ok(pages)
}

/// Returns the script of the service worker, after a line with what it keeps. `address` gives the
/// address from which the page of a path is kept.
pub(super) fn worker_script(
    pages: &[(String, Markup)],
    address: impl Fn(&str) -> String,
    slashes: bool,
) -> String {
    let mut hash = Sha256::new();
    for (path, content) in pages {
        hash.update(path.as_bytes());
        hash.update(content.0.as_bytes());
    }
    let pages_hash: String =
        hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let files = OfflineFiles {
        version: format!("{}-{pages_hash}", assets::version()),
        files: assets::all()
            .filter(|(name, _)| *name != WORKER)
            .map(|(name, _)| assets::relative_url(name))
            .collect(),
        pages: pages.iter().map(|(path, _)| (path.clone(), address(path))).collect(),
        slashes,
    };
    let list = serde_json::to_string(&files).unwrap_or_default();
    let script = assets::all().find(|(name, _)| *name == WORKER).map_or(&b""[..], |file| file.1);
    format!("self.offline = {list};\n{}", String::from_utf8_lossy(script))
}

/// The script of this server's worker. Rendering all pages takes a while, so it is made once.
static SCRIPT: OnceLock<String> = OnceLock::new();

fn make_script() -> Result<&'static str, Problem> {
    if let Some(script) = SCRIPT.get() {
        return Ok(script);
    }
    let address = |path: &str| if path.is_empty() { HOME.to_owned() } else { path.to_owned() };
    let script = worker_script(&pages(true)?, address, false);
    Ok(SCRIPT.get_or_init(|| script))
}

/// `/service-worker.js`
pub(super) async fn service_worker(State(app): State<AppState>) -> Result<Response, Problem> {
    let script = match SCRIPT.get() {
        Some(script) => script,
        None => app.compute.run(make_script).await??,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        // Browsers look for a new version with each page.
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("service-worker-allowed"), "/"),
    ];
    Ok((headers, script).into_response())
}

/// `/offline/home`
pub(super) async fn home() -> Markup {
    home::without_server()
}

/// `/offline`
pub(super) async fn no_connection() -> Markup {
    no_connection_page(true)
}

fn no_connection_page(has_server: bool) -> Markup {
    let title = if has_server { "No connection" } else { "Not on this site" };
    let content = html! {
        section.notice {
            h1 { (title) }
            @if has_server {
                p { "This page needs the server, which cannot be reached now." }
                p {
                    "Rules, analysis and games on this device work without it. Games with others "
                    "go on when there is a connection again."
                }
            } @else {
                p { "This needs a server of Cairn, and this site has none." }
            }
            p.buttons {
                a.button.primary href="/" { "Go to the games" }
                a.button href="/play" { "Play on this device" }
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
        let script = make_script().unwrap();
        let (list, code) = script.split_once('\n').unwrap();
        assert!(code.contains("addEventListener(\"fetch\""));
        let list = list.strip_prefix("self.offline = ").and_then(|text| text.strip_suffix(';'));
        let list: serde_json::Value = serde_json::from_str(list.unwrap()).unwrap();
        assert_eq!(list["pages"][""], HOME);
        assert_eq!(list["pages"]["rules/nava"], "rules/nava");
        assert_eq!(list["pages"]["a/glaisher:rulebook"], "a/glaisher:rulebook");
        let files: Vec<_> = list["files"].as_array().unwrap().iter().collect();
        assert_eq!(files.len(), assets::all().count() - 1);
        let version = list["version"].as_str().unwrap();
        assert!(version.starts_with(&format!("{}-", assets::version())), "{version}");
    }
}
