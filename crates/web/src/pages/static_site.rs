//! The site as files for any web server: all pages that need no server of Cairn's.
//!
//! Links are relative, so that the folder works at every address. Each page is a folder with an
//! `index.html`, and addresses end with slashes. Names have hyphens instead of colons, which not
//! every system takes.

use maud::Markup;

use super::{assets, offline};
use crate::http::policy_in_frames;
use crate::problem::Problem;

/// A file of the site.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Path from the folder of the site, with slashes.
    pub path: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl SiteFile {
    fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into() }
    }
}

/// Returns all files of the site.
///
/// # Errors
/// If a page cannot be rendered.
pub fn static_site() -> Result<Vec<SiteFile>, String> {
    let pages = offline::pages(false).map_err(|problem: Problem| problem.message)?;
    let paths: Vec<String> = pages.iter().map(|(path, _)| path.clone()).collect();
    let pages: Vec<(String, Markup)> = pages
        .into_iter()
        .map(|(path, page)| {
            let html = standalone(&page.into_string(), &path, &paths);
            (file_name(&path), maud::PreEscaped(html))
        })
        .collect();
    let mut files: Vec<_> = assets::all()
        .map(|(name, bytes)| SiteFile::new(assets::relative_url(name), bytes))
        .collect();
    let bundle = offline::OfflineBundle::new(&pages, true);
    files.push(SiteFile::new("service-worker.js", bundle.script));
    files.push(SiteFile::new(offline::BUNDLE, bundle.pages));
    for (path, page) in pages {
        files.push(SiteFile::new(
            format!("{}index.html", folder(&path).trim_start_matches("./")),
            page.into_string(),
        ));
    }
    Ok(files)
}

/// Returns the path of a page as the name of a folder.
fn file_name(path: &str) -> String {
    path.replace(':', "-")
}

/// Returns the address of a page from the folder of the site.
fn folder(path: &str) -> String {
    if path.is_empty() { "./".to_owned() } else { format!("{path}/") }
}

/// Changes a page of the server into one that is a file.
fn standalone(html: &str, path: &str, pages: &[String]) -> String {
    let is_whole = html.starts_with("<!DOCTYPE");
    // A part of a page is shown in the page of a game, `play/board/`.
    let depth = if is_whole { path.split('/').filter(|part| !part.is_empty()).count() } else { 2 };
    let up = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    let policy = policy_in_frames();
    let head = format!(
        "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
         content=\"{policy}\"><meta name=\"cairn-server\" content=\"none\">"
    );
    let html = without_server_links(&html.replace("<meta charset=\"utf-8\">", &head), pages);
    let mut changed = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some((before, after)) = rest.split_once("=\"/") {
        let (link, after) = after.split_once('"').unwrap_or((after, ""));
        changed.push_str(before);
        changed.push_str("=\"");
        changed.push_str(&up);
        changed.push_str(&relative(link, pages));
        changed.push('"');
        rest = after;
    }
    changed.push_str(rest);
    changed
}

/// Removes plain links to pages that only a server has, such as those in the header and the footer.
fn without_server_links(html: &str, pages: &[String]) -> String {
    let (mut kept, mut rest) = (String::with_capacity(html.len()), html);
    while let Some((before, after)) = rest.split_once("<a href=\"/") {
        kept.push_str(before);
        let plain = after
            .split_once("</a>")
            .and_then(|(link, after)| Some((link.split_once("\">")?, after)))
            .filter(|((address, text), _)| !address.contains('"') && !text.contains('<'));
        match plain {
            Some(((address, _), after)) if needs_server(address, pages) => rest = after,
            _ => {
                kept.push_str("<a href=\"/");
                rest = after;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Whether a link from the root of the site leads to a page that only a server has.
fn needs_server(link: &str, pages: &[String]) -> bool {
    let path = link.split(['?', '#']).next().unwrap_or_default();
    let is_page = |path: &str| pages.iter().any(|page| page == path);
    let is_study = split_study(path).is_some_and(|(board, _)| is_page(board));
    path != "new" && !path.starts_with("assets/") && !is_page(path) && !is_study
}

/// Splits the path of a position on an analysis board, `a/GAME/POSITION`.
fn split_study(path: &str) -> Option<(&str, &str)> {
    let game = path.strip_prefix("a/")?.split('/').next()?;
    path.split_at_checked("a/".len() + game.len()).filter(|(_, position)| !position.is_empty())
}

/// Returns the address of a link from the folder of the site. What needs the server leads to the
/// page that says so.
fn relative(link: &str, pages: &[String]) -> String {
    if link.starts_with("assets/") {
        return link.to_owned();
    }
    let end = link.find(['?', '#']).unwrap_or(link.len());
    let (path, extra) = link.split_at(end);
    if path == "new" {
        let game = extra.strip_prefix("?game=").and_then(|fields| fields.split('&').next());
        return folder(&file_name(&game.map_or("play".to_owned(), |game| format!("play/{game}"))));
    }
    if let Some((board, position)) = split_study(path).filter(|_| !needs_server(link, pages)) {
        // A file cannot have addresses below it: the script reads what comes after the `#`.
        return format!("{}#{}{extra}", folder(&file_name(board)), &position[1..]);
    }
    let (page, extra) =
        if needs_server(link, pages) { (offline::NO_CONNECTION, "") } else { (path, extra) };
    format!("{}{extra}", folder(&file_name(page)).trim_start_matches("./"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn links_are_changed_into_those_of_files() {
        let pages = ["", "a/nava", "play/board", "rules/glaisher:rulebook"].map(str::to_owned);
        for (link, expected) in [
            ("", ""),
            ("#games", "#games"),
            ("assets/1/site.js", "assets/1/site.js"),
            ("rules/glaisher:rulebook#set-up", "rules/glaisher-rulebook/#set-up"),
            ("play/board#new?game=nava", "play/board/#new?game=nava"),
            ("new?game=nava&amp;position=x", "play/nava/"),
            ("a/nava/x5/x5_w?moves=a1-a4", "a/nava/#x5/x5_w?moves=a1-a4"),
            ("a/chess/x5", "offline/"),
            ("g/123", "offline/"),
        ] {
            assert_eq!(relative(link, &pages), expected, "{link}");
        }
        let html = r#"<nav><a href="/me">Mine</a><a href="/a/nava">Board</a></nav>"#;
        let kept = r#"<nav><a href="/a/nava">Board</a></nav>"#;
        assert_eq!(without_server_links(html, &pages), kept);
    }

    #[test]
    fn every_link_leads_to_a_file() {
        let files = static_site().unwrap();
        let paths: BTreeSet<_> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths.len(), files.len(), "no file is written twice");
        assert!(paths.contains("index.html") && paths.contains("play/board/index.html"));
        for file in files.iter().filter(|file| file.path.ends_with(".html")) {
            let html = String::from_utf8(file.bytes.clone()).unwrap();
            assert!(!html.contains("=\"/"), "{} has a link from the root", file.path);
            assert!(!html.contains(">API</a>"), "{} leads to the API", file.path);
            let is_part = file.path.ends_with("/text/index.html");
            let place = if is_part { "play/board/index.html" } else { &file.path };
            for attribute in [" href=\"", " src=\""] {
                for link in html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
                {
                    check(place, link, &paths);
                }
            }
        }
    }

    fn check(place: &str, link: &str, paths: &BTreeSet<&str>) {
        let link = link.split(['?', '#']).next().unwrap_or_default();
        if link.is_empty() || link.contains("://") || link.starts_with("mailto:") {
            return;
        }
        let mut parts: Vec<_> = place.split('/').collect();
        parts.pop();
        for part in link.split('/') {
            match part {
                ".." => drop(parts.pop().unwrap_or_else(|| panic!("{link} in {place}"))),
                "." | "" => {}
                part => parts.push(part),
            }
        }
        if link.ends_with('/') {
            parts.push("index.html");
        }
        let target = parts.join("/");
        assert!(paths.contains(target.as_str()), "{link} in {place}: {target}");
    }
}
