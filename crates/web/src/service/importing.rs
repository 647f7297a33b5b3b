//! Import of a text in any format: a record, moves, a position, a Prolog term, a link.

use cairn_app::PositionSpec;
use cairn_app::record_json::RecordJson;
use cairn_app::schema::RuleSetName;
use cairn_games::record::{self, Record};
use cairn_games::{GameId, TextError};
use cairn_legacy::Form;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::links::{analysis_path, play_path, position_from_path, unescape};
use super::positions::read_spec;
use super::records::MAX_RECORD_LENGTH;
use crate::api::schema::ImportKind;
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;

/// A text to import.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ImportRequest {
    /// A record, moves, a position, a Prolog term or a link; the format is detected.
    #[schema(required)]
    pub(crate) text: String,
    /// Rule set; detected from the text if left out.
    #[schema(value_type = Option<RuleSetName>)]
    pub(crate) game: Option<String>,
    /// Side to move, if the text does not say.
    pub(crate) to_move: Option<String>,
}

/// An imported text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Imported {
    /// Detected format.
    #[schema(value_type = ImportKind)]
    pub(crate) kind: &'static str,
    /// Remark on the text, if any.
    pub(crate) note: Option<String>,
    /// Path of the analysis page.
    pub(crate) path: String,
    /// Position at the end of the main line.
    pub(crate) position: String,
    /// The text as a record.
    #[serde(flatten)]
    pub(crate) record: RecordJson,
}

impl Imported {
    fn new(kind: &'static str, record: &Record) -> Self {
        let history = record.history();
        Self {
            kind,
            note: None,
            path: analysis_path(&history),
            position: history.position().to_text(),
            record: RecordJson::new(record),
        }
    }
}

impl AppState {
    /// Imports a text.
    pub(crate) async fn import(
        &self,
        request: ImportRequest,
        by: &Requester,
    ) -> Result<Imported, Problem> {
        if request.text.len() > MAX_RECORD_LENGTH {
            return Err(Problem::bad("too_long", "The text is too long."));
        }
        if let Some(id) = game_of_link(request.text.trim()) {
            let game = self.get_game(id, by).await?;
            return Ok(Imported::new("link", &game.to_record()));
        }
        self.compute.run(move || import(&request)).await?
    }
}

/// Returns the id in a link to the page of a game.
fn game_of_link(text: &str) -> Option<&str> {
    let (_, rest) = is_one_word(text).then(|| text.split_once("/g/"))??;
    rest.split(['/', '?', '#']).next().filter(|id| !id.is_empty())
}

fn is_one_word(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// Imports a text that is not a link to a game on this server.
fn import(request: &ImportRequest) -> Result<Imported, Problem> {
    let text = request.text.trim();
    if text.is_empty() {
        return Err(Problem::bad("nothing_given", "The text is empty.")
            .hint("Paste a record, moves, a position, a Prolog term or a link."));
    }
    let spec = PositionSpec {
        game: request.game.clone(),
        position: Some(text.to_owned()),
        to_move: request.to_move.clone(),
        ..PositionSpec::default()
    };
    let games = spec.boards()?;
    if let Some(imported) = import_link(text) {
        return imported;
    }
    match text_kind(text) {
        TextKind::Record => import_records(text),
        TextKind::Position => import_position(&spec),
        TextKind::Moves => import_moves(text, &games),
    }
}

enum TextKind {
    Record,
    Position,
    Moves,
}

/// A record begins with a tag; a term with a bracket, a name and a bracket, a comment or a
/// directive; a position has rows. What is left are moves.
fn text_kind(text: &str) -> TextKind {
    let after = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let is_compound = after.len() < text.len() && after.starts_with('(');
    if is_tag(text) {
        TextKind::Record
    } else if text.starts_with(['[', '%', ':']) || text.contains('/') || is_compound {
        TextKind::Position
    } else {
        TextKind::Moves
    }
}

/// Whether a text begins like `[Game "nava"]`.
fn is_tag(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('[') else {
        return false;
    };
    let name = inside.trim_start();
    let after = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    after.len() < name.len() && after.trim_start().starts_with('"')
}

fn import_records(text: &str) -> Result<Imported, Problem> {
    let wrong = |error| Problem::text("unreadable_record", "record", &error);
    let records = record::read_all(text).map_err(wrong)?;
    let first = records
        .first()
        .ok_or_else(|| Problem::bad("unreadable_record", "This text contains no record."))?;
    let mut imported = Imported::new("record", first);
    if records.len() > 1 {
        imported.note =
            Some(format!("The text contains {} games; this is the first.", records.len()));
    }
    Ok(imported)
}

fn import_position(spec: &PositionSpec) -> Result<Imported, Problem> {
    let reading = read_spec(spec)?;
    let position = reading.position()?;
    let kind = match reading.form {
        Form::Notation => "position",
        Form::Prolog => "prolog",
    };
    Ok(Imported::new(kind, &Record::new(position, None)))
}

/// Imports moves of an unknown game: the first game in which they are legal from the start.
fn import_moves(text: &str, games: &[GameId]) -> Result<Imported, Problem> {
    let mut furthest: Option<TextError> = None;
    for game in games.iter().filter(|game| game.is_standard_size()) {
        let tag = format!("[Game \"{}\"]\n", game.name());
        match record::read(&format!("{tag}{text}")) {
            Ok(record) => return Ok(Imported::new("moves", &record)),
            Err(mut error) => {
                let shift = |at: usize| at.saturating_sub(tag.len());
                error.span = shift(error.span.start)..shift(error.span.end);
                if furthest.as_ref().is_none_or(|best| error.span.start > best.span.start) {
                    furthest = Some(error);
                }
            }
        }
    }
    let Some(error) = furthest else {
        return Err(Problem::bad("unreadable", "The text cannot be read."));
    };
    let is_unknown = games.windows(2).any(|pair| pair[0].family() != pair[1].family());
    if is_unknown && error.span.start < first_move_end(text) {
        // No game has such a first move, so the message of any one would mislead.
        let message = "This text is not a record, a position, a link, or moves of a known game.";
        return Err(Problem::bad("unreadable", message)
            .hint("If these are moves, choose the game. The supported formats are listed below."));
    }
    let mut problem = Problem::text("unreadable", "moves", &error);
    if is_unknown && problem.hint.is_none() {
        problem.hint = Some("If these are moves, choose the game.".to_owned());
    }
    Err(problem)
}

/// Returns the place at which the first word of a list of moves ends, numbers aside.
fn first_move_end(text: &str) -> usize {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace();
    let moves = text.trim_start_matches(is_number);
    let start = text.len() - moves.len();
    start + moves.find(char::is_whitespace).unwrap_or(moves.len()).max(1)
}

/// Imports a link to an analysis or a picture; `None` if the text is not one.
fn import_link(text: &str) -> Option<Result<Imported, Problem>> {
    if !is_one_word(text) {
        return None;
    }
    let (_, rest) = text.split_once("/a/").or_else(|| text.split_once("/img/"))?;
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (game, position) = path.split_once('/').unwrap_or((path, ""));
    let position = position.trim_end_matches(".svg").trim_end_matches(".png");
    let moves = query.split('&').find_map(|pair| pair.strip_prefix("moves="));
    Some(read_link(&unescape(game), &unescape(position), moves.map(unescape).as_deref()))
}

fn read_link(game: &str, position: &str, moves: Option<&str>) -> Result<Imported, Problem> {
    let start = position_from_path(game, position)?;
    let history = play_path(start, moves.unwrap_or_default())?;
    Ok(Imported::new("link", &Record::of_history(&history, None)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAVA: &str = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w";

    fn kind(text: &str) -> &'static str {
        let request = ImportRequest { text: text.to_owned(), ..ImportRequest::default() };
        import(&request).unwrap_or_else(|problem| panic!("{text}: {problem:?}")).kind
    }

    #[test]
    fn texts_are_told_apart() {
        assert_eq!(kind("[Game \"nava\"]\n1. a1-a4 *"), "record");
        assert_eq!(kind("  [ Game \"nava\" ] a1-a4"), "record");
        assert_eq!(kind(NAVA), "position");
        let term = cairn_legacy::write_state(
            GameId::Glaisher,
            &GameId::Glaisher.start().to_diagram(),
            None,
        );
        assert_eq!(kind(&format!(":- use_module(x).\n{}.", term.expect("a program"))), "prolog");
        assert_eq!(kind("1. a1-a4 e5-e4"), "moves");
        assert_eq!(kind("a1-a4 e5-e4 {well} (e5-e3)"), "moves");
        assert_eq!(kind("https://cairn.test/a/nava?moves=a1-a4_e5-e4"), "link");
        assert_eq!(kind("/img/nava/x4,bbbbbb/x5/x5/x5/wwwwww,x4_w.png?width=300"), "link");
        for game in GameId::ALL {
            let position = game.start();
            if let Some(term) = cairn_legacy::write_state(*game, &position.to_diagram(), None) {
                assert_eq!(kind(&term.to_string()), "prolog", "{term}");
            }
            assert_eq!(kind(&position.to_text()), "position");
        }
    }

    #[test]
    fn a_link_leads_back_to_what_it_was_made_of() {
        for game in GameId::ALL {
            let mut history = cairn_games::History::new(game.start());
            for _ in 0..4 {
                let mv = history.position().moves()[0];
                history.play(mv).unwrap();
            }
            let path = analysis_path(&history);
            let request = ImportRequest { text: path.clone(), ..ImportRequest::default() };
            let imported = import(&request).unwrap();
            assert_eq!(imported.position, history.position().to_text(), "{path}");
            assert_eq!(imported.record.moves.len(), 4);
        }
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        for (text, code) in [
            ("", "nothing_given"),
            ("hello", "unreadable"),
            ("x4,b/x5/x5/x5/w,x4 w", "impossible_position"),
            ("x4,b/x5", "unreadable_position"),
            ("[[[", "unreadable_position"),
            ("[Game \"chess\"]", "unreadable_record"),
            ("/a/chess", "unknown_game"),
            ("/a/nava?moves=a1-b2", "illegal_move"),
        ] {
            let request = ImportRequest { text: text.to_owned(), ..ImportRequest::default() };
            assert_eq!(import(&request).unwrap_err().code, code, "{text}");
        }
        // What looks like no game at all is not taken for the first one.
        for text in ["hello world", "1. hello", "a9-z3"] {
            let request = ImportRequest { text: text.to_owned(), ..ImportRequest::default() };
            let problem = import(&request).unwrap_err();
            assert!(problem.message.contains("moves of a known game"), "{text}: {problem:?}");
            assert_eq!(problem.place, None, "{text}");
        }
        let game = Some("nava".to_owned());
        let request = ImportRequest { text: "hello".to_owned(), game, to_move: None };
        assert!(import(&request).unwrap_err().place.is_some(), "in a chosen game, the place helps");
        let request =
            ImportRequest { text: "1. a1-a4 e5-d4".to_owned(), ..ImportRequest::default() };
        let problem = import(&request).unwrap_err();
        assert_eq!(problem.place, Some((9, 14)), "{problem:?}");
    }
}
