//! The rules pages for players, held to the real rules by the comments in them. What the
//! comments mean is told in `CONTRIBUTING.md`.

use std::path::PathBuf;

use crate::common::path;
use cairn_games::{AnyPosition, GameId, MoveError, Outcome, read_position};

/// A comment of a page, its place, and the line after it.
struct Marker {
    place: String,
    kind: String,
    fields: Vec<String>,
    next_line: String,
}

/// The pages, in the order of their names.
fn pages() -> Vec<PathBuf> {
    let folder = path("../../docs/rules");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut pages: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
    pages.sort();
    pages
}

/// The comments of a page. Every comment has to be one of the known kinds, so that a
/// misspelt one does not go unchecked.
fn markers(page: &PathBuf) -> Vec<Marker> {
    let text = std::fs::read_to_string(page).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let mut markers = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let place = format!("{}:{}", page.display(), index + 1);
        let Some((_, comment)) = line.split_once("<!--") else { continue };
        let comment = comment.trim().strip_suffix("-->").map(str::trim);
        let Some((kind, rest)) = comment.and_then(|comment| comment.split_once(':')) else {
            panic!("{place}: a comment that is not a marker: {line}");
        };
        markers.push(Marker {
            place,
            kind: kind.to_owned(),
            fields: rest.split(" | ").map(|field| field.trim().to_owned()).collect(),
            next_line: lines.get(index + 1).copied().unwrap_or_default().to_owned(),
        });
    }
    markers
}

/// The position of a marker: written as we write it, and possible.
fn position(marker: &Marker, text: &str) -> AnyPosition {
    let Marker { place, fields, .. } = marker;
    let boards = GameId::boards(&fields[0]).unwrap_or_else(|error| panic!("{place}: {error}"));
    let position = read_position(&boards, text);
    let position = position.unwrap_or_else(|error| panic!("{place}: {error}: {text}"));
    assert_eq!(position.to_text(), text, "{place}: not the usual way to write it");
    position
}

fn check(marker: &Marker) {
    let Marker { place, fields, .. } = marker;
    let fields: Vec<_> = fields.iter().map(String::as_str).collect();
    match (marker.kind.as_str(), &fields[..]) {
        ("draw", [_, before, caption]) => {
            position(marker, before);
            assert!(!caption.is_empty() && !caption.contains("--"), "{place}: `{caption}`");
            let next = &marker.next_line;
            assert!(next.starts_with("<img "), "{place}: no picture follows; run scripts/drawings");
        }
        ("example", [_, before, mv, after]) => {
            let mut position = position(marker, before);
            let read = position.read_move(mv).unwrap_or_else(|e| panic!("{place}: {mv}: {e}"));
            let written = position.write_move(read);
            assert_eq!(written.as_deref(), Ok(*mv), "{place}: not the usual way to write it");
            position.play(read).unwrap_or_else(|error| panic!("{place}: {mv}: {error}"));
            assert_eq!(position.to_text(), *after, "{place}: after {mv}");
        }
        ("illegal", [_, before, mv, reason]) => {
            let refused = position(marker, before).read_move(mv);
            let illegal = matches!(refused, Err(MoveError::Illegal(_)));
            assert!(illegal, "{place}: {mv} should be readable but illegal, {refused:?}");
            assert!(!reason.is_empty(), "{place}: no reason");
        }
        ("outcome", [_, before, outcome]) => {
            let found = position(marker, before).outcome().map(Outcome::word);
            assert_eq!(found, Some(*outcome), "{place}: {before}");
        }
        (kind, _) => panic!("{place}: no such marker, or wrong fields: {kind} {fields:?}"),
    }
}

#[test]
fn the_pages_tell_the_truth() {
    for page in pages() {
        let markers = markers(&page);
        assert!(!markers.is_empty(), "{} has no example to check", page.display());
        markers.iter().for_each(check);
    }
}

#[test]
fn every_game_has_a_page_with_every_kind_of_marker() {
    for game in GameId::rule_sets() {
        let stem = game.name().split(':').next().unwrap_or_default();
        let page = path("../../docs/rules").join(format!("{stem}.md"));
        assert!(page.exists(), "{} is missing", page.display());
        let markers = markers(&page);
        for kind in ["draw", "example", "illegal", "outcome"] {
            let there = markers.iter().any(|marker| marker.kind == kind);
            assert!(there, "{}: no {kind}", page.display());
        }
        let shown = markers.iter().any(|m| m.kind == "example" && m.fields[0] == game.name());
        assert!(shown, "{}: no example of {game}", page.display());
    }
}
