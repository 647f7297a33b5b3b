//! Addresses that hold a position or a game.

use cairn_app::history_texts;
use cairn_games::{AnyPosition, History};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::positions::{PositionRequest, play_moves};
use crate::problem::Problem;

/// Separator of moves in an address.
const BETWEEN: char = '_';

/// Returns the path of the analysis page of a game: `/a/GAME`, the first position if it is
/// not the start, and the moves.
pub(crate) fn analysis_path(history: &History) -> String {
    let mut path = position_path(history.start());
    if !history.moves().is_empty() {
        path.push_str("?moves=");
        path.push_str(&escape(&moves_path(history)));
    }
    path
}

/// Returns the path of the analysis page of a position.
pub(crate) fn position_path(position: &AnyPosition) -> String {
    let game = position.game();
    if *position == game.start() && game.is_standard_size() {
        return format!("/a/{}", game.name());
    }
    format!("/a/{}/{}", game.name(), path_segment(position))
}

/// Returns a position as a segment of a path: spaces are underscores.
pub(crate) fn path_segment(position: &AnyPosition) -> String {
    position.to_text().replace(' ', "_")
}

/// Reads a position from a path: [`path_segment`], or `start`.
pub(crate) fn position_from_path(game: &str, path: &str) -> Result<AnyPosition, Problem> {
    let position = Some(path.replace('_', " ")).filter(|text| text != "start");
    PositionRequest { game: game.to_owned(), position, ..PositionRequest::default() }.read()
}

/// Returns the path of a picture of a position.
pub(crate) fn picture_path(position: &AnyPosition, format: &str) -> String {
    format!("/img/{}/{}.{format}", position.info().name, path_segment(position))
}

/// Returns the address of a small picture of a position, which follows the theme of the page.
pub(crate) fn thumbnail_path(position: &AnyPosition) -> String {
    picture_path(position, "svg") + "?caption=0&coordinates=0&theme=auto"
}

/// Returns the moves of a game as one word.
pub(crate) fn moves_path(history: &History) -> String {
    history_texts(history).join(&BETWEEN.to_string())
}

/// Plays the moves of an address.
pub(crate) fn play_path(start: AnyPosition, moves: &str) -> Result<History, Problem> {
    let moves: Vec<_> =
        moves.split([BETWEEN, ' ']).filter(|text| !text.is_empty()).map(str::to_owned).collect();
    play_moves(start, &moves)
}

/// Characters that are percent-encoded in a query.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b',')
    .remove(b';')
    .remove(b'(')
    .remove(b')')
    .remove(b':')
    .remove(b'/');

/// Percent-encodes a text for a query.
pub(crate) fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// Decodes percent signs; invalid ones stay as they are.
pub(super) fn unescape(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_escaped_and_read_again() {
        let odd = "a1-d4(b2>c5,c3>e1);+c2_ä%";
        assert_eq!(unescape(&escape(odd)), odd);
        assert_eq!(escape("+c2;b1-c2"), "%2Bc2;b1-c2");
        for odd in ["%", "%2", "%zz", "%é", "100%+"] {
            assert_eq!(unescape(odd), odd);
        }
    }
}
