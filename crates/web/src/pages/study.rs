//! A page on which a position is studied after some moves, perhaps of a game that is played here.

use cairn_app::history_texts;
use cairn_app::record_json::RecordJson;
use cairn_games::record::Record;
use cairn_games::{AnyPosition, GameId, History, Side};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::panels::player_label;
use crate::game::{LiveGame, Seating};
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{
    AnalysisRequest, StudyView, escape, moves_path, play_path, position_from_path, position_path,
};
use cairn_app::board::BoardHtml;

/// Milliseconds and lines of the engine's opinion in a page without scripts.
const SNAPSHOT: (u64, usize) = (1000, 3);

/// Query of the address of a study.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct StudyQuery {
    /// Moves from the position, with underscores between.
    pub(super) moves: Option<String>,
    /// Number of moves of the game that are shown.
    pub(super) ply: Option<usize>,
    /// `1`: with the engine's opinion, for those without scripts.
    pub(super) engine: Option<String>,
    /// `1`: the second player's side at the bottom.
    pub(super) flip: Option<String>,
}

/// A position or game that is studied.
pub(super) struct StudyPage {
    pub(super) history: History,
    /// Number of its moves that are made on the board.
    pub(super) shown: usize,
    /// The game it comes from.
    pub(super) game: Option<GameOrigin>,
    /// The saved study that it is.
    pub(super) saved: Option<SavedOrigin>,
    pub(super) query: StudyQuery,
}

/// A game that was or is played here.
pub(super) struct GameOrigin {
    id: String,
    pub(super) over: bool,
    /// Whether the engine may help: not in a running game between two people.
    engine: bool,
    names: [String; 2],
    record: RecordJson,
    result: Option<String>,
    /// Sides that the visitor plays.
    own: Vec<Side>,
}

/// A study that is saved here.
pub(super) struct SavedOrigin {
    pub(super) view: StudyView,
    record: RecordJson,
}

/// A saved study in the data for scripts.
#[derive(Serialize)]
struct SavedData<'a> {
    id: &'a str,
    revision: i64,
    title: &'a str,
    yours: bool,
}

/// Data for scripts.
#[derive(Serialize)]
pub(super) struct StudyData<'a> {
    game: &'static str,
    title: &'static str,
    sides: [&'static str; 2],
    /// Index of the side that makes the odd moves: 0 if the first mover begins.
    begins: usize,
    start: String,
    /// The start of the game where nothing else is said.
    standard: String,
    moves: Vec<(String, String)>,
    shown: usize,
    id: Option<&'a str>,
    over: bool,
    /// Sides that the visitor plays.
    you: Vec<&'static str>,
    tags: &'a [(String, String)],
    outcome: Option<&'static str>,
    study: Option<SavedData<'a>>,
    /// All moves of the saved study.
    record: Option<&'a RecordJson>,
}

impl GameOrigin {
    fn new(game: &LiveGame, own: Vec<Side>) -> Self {
        Self {
            id: game.key.to_string(),
            over: game.status.is_over(),
            engine: game.status.is_over() || game.seating() != Seating::People,
            names: Side::BOTH.map(|side| player_label(game, side, &own)),
            record: RecordJson::new(&game.to_record()),
            result: game.ending.as_ref().map(|_| game.status_text()),
            own,
        }
    }
}

impl StudyPage {
    /// Creates the study of a position and moves that an address names.
    pub(super) fn of_position(game: &str, path: &str, query: StudyQuery) -> Result<Self, Problem> {
        let start = position_from_path(game, path)?;
        let history = play_path(start, query.moves.as_deref().unwrap_or_default())?;
        let shown = query.ply.unwrap_or(usize::MAX).min(history.moves().len());
        Ok(Self { history, shown, game: None, saved: None, query })
    }

    /// Creates the study of a game that was or is played here, for a visitor.
    pub(super) fn of_game(game: &LiveGame, by: &Requester, query: StudyQuery) -> Self {
        let shown = query.ply.unwrap_or(usize::MAX).min(game.ply());
        let origin = GameOrigin::new(game, game.sides_of(&by.keys()));
        Self { history: game.history.clone(), shown, game: Some(origin), saved: None, query }
    }

    /// Creates the page of a study that is saved here.
    pub(super) fn of_saved(view: StudyView, record: &Record, query: StudyQuery) -> Self {
        let history = record.history();
        let shown = query.ply.unwrap_or(0).min(history.moves().len());
        let saved = SavedOrigin { view, record: RecordJson::new(record) };
        Self { history, shown, game: None, saved: Some(saved), query }
    }

    /// Whether the engine may help.
    pub(super) fn has_engine(&self) -> bool {
        self.game.as_ref().is_none_or(|game| game.engine)
    }

    pub(super) fn position(&self) -> AnyPosition {
        self.history.positions()[self.shown]
    }

    pub(super) fn board(&self) -> Result<BoardHtml, Problem> {
        let board = match self.shown.checked_sub(1) {
            None => BoardHtml::new(self.position()),
            Some(last) => {
                BoardHtml::after(self.history.positions()[last], self.history.moves()[last])?
            }
        };
        Ok(board.flipped(self.query.flip.as_deref() == Some("1")))
    }

    /// Returns the address of this study after a number of moves.
    pub(super) fn address(&self, ply: usize) -> String {
        if let Some(saved) = &self.saved {
            return format!("/study/{}?ply={ply}", saved.view.id);
        }
        match &self.game {
            Some(game) => format!("/g/{}/analysis?ply={ply}", game.id),
            None => {
                let start = position_path(self.history.start());
                let moves = escape(&moves_path(&self.history));
                if moves.is_empty() { start } else { format!("{start}?moves={moves}&ply={ply}") }
            }
        }
    }

    /// Returns the address at which other pages show this study after a number of moves.
    pub(super) fn embed_address(&self, ply: usize) -> String {
        let address = match &self.game {
            Some(game) => format!("/embed/g/{}?ply={ply}", game.id),
            None => self.address(ply).replacen("/a/", "/embed/", 1),
        };
        match self.query.flip.as_deref() {
            Some("1") if address.contains('?') => address + "&flip=1",
            Some("1") => address + "?flip=1",
            _ => address,
        }
    }

    /// Returns the players and the result of the game, or the title of the rule set.
    pub(super) fn caption(&self) -> String {
        match &self.game {
            None => self.history.start().info().title.to_owned(),
            Some(GameOrigin { names: [first, second], result: None, .. }) => {
                format!("{first} – {second}")
            }
            Some(GameOrigin { names: [first, second], result: Some(result), .. }) => {
                format!("{first} – {second}. {result}.")
            }
        }
    }

    /// Returns the title of the page, and a sentence about it.
    pub(super) fn words(&self) -> (String, String) {
        let position = self.position();
        let info = position.info();
        let to_move = match position.ending() {
            Some(ending) => format!("The game is over: {}.", ending.reason),
            None => format!("{} to move.", info.side_name(position.to_move())),
        };
        if let Some(saved) = &self.saved {
            let title = saved.view.title.clone();
            let describe = format!("{title}, a study of {}. {to_move}", info.title);
            return (title, describe);
        }
        match &self.game {
            Some(game) => {
                let [first, second] = &game.names;
                let title = format!("{first} – {second}, {} analysis", info.title);
                (title, format!("{first} – {second}, a game of {}. {to_move}", info.title))
            }
            None => {
                let title = format!("{} analysis", info.title);
                (title, format!("A position in {}. {to_move}", info.title))
            }
        }
    }

    pub(super) fn head(&self, title: &str) -> Markup {
        let info = self.history.start().info();
        html! {
            header.game-head {
                h1 { @if self.game.is_some() { (info.title) " analysis" } @else { (title) } }
                @match &self.game {
                    Some(game) => {
                        p {
                            a href={ "/g/" (game.id) } {
                                (game.names[0]) " – " (game.names[1])
                            }
                            @if let Some(result) = &game.result { ". " (result) "." }
                        }
                    }
                    None => {
                        p.faint { a href={ "/rules/" (info.name) } { "The rules" } }
                    }
                }
            }
        }
    }

    /// Renders the moves as links, for browsers without scripts.
    pub(super) fn tree(&self) -> Markup {
        let begins = self.history.start().to_move().index();
        let texts = history_texts(&self.history);
        html! {
            div.tree #tree {
                @if texts.is_empty() {
                    p.faint.tree-empty { "Make a move on the board." }
                }
                @for (index, text) in texts.iter().enumerate() {
                    @let at = index + begins;
                    span.tree-pair {
                        @if at.is_multiple_of(2) { span.tree-number { (at / 2 + 1) "." } }
                        @else if index == 0 { span.tree-number { (at / 2 + 1) "…" } }
                        a.tree-move href=(self.address(index + 1))
                            aria-current=[(index + 1 == self.shown).then_some("true")] { (text) }
                    }
                    " "
                }
            }
        }
    }

    pub(super) fn request(&self) -> AnalysisRequest {
        let start = self.history.start();
        AnalysisRequest {
            game: start.info().name.to_owned(),
            position: Some(start.to_text()),
            size: None,
            seed: None,
            moves: history_texts(&self.history).into_iter().take(self.shown).collect(),
            time: Some(SNAPSHOT.0),
            lines: Some(SNAPSHOT.1),
        }
    }

    pub(super) fn data(&self) -> StudyData<'_> {
        let start = self.history.start();
        let info = start.info();
        let after = self.history.positions()[1..].iter().map(AnyPosition::to_text);
        let record = self.game.as_ref().map(|game| &game.record);
        let saved = self.saved.as_ref();
        let own = self.game.as_ref().map_or(&[][..], |game| &game.own);
        StudyData {
            game: info.name,
            title: info.title,
            sides: Side::BOTH.map(|side| info.side_name(side)),
            begins: start.to_move().index(),
            start: start.to_text(),
            standard: GameId::named(info.name)
                .map_or_else(|_| start.to_text(), |g| g.start().to_text()),
            moves: history_texts(&self.history).into_iter().zip(after).collect(),
            shown: self.shown,
            id: self.game.as_ref().map(|game| game.id.as_str()),
            over: self.game.as_ref().is_none_or(|game| game.over),
            you: own.iter().map(|side| side.word()).collect(),
            tags: record.map_or(&[], |record| &record.tags),
            outcome: record.and_then(|record| record.outcome),
            study: saved.map(|saved| SavedData {
                id: &saved.view.id,
                revision: saved.view.revision,
                title: &saved.view.title,
                yours: saved.view.yours,
            }),
            record: saved.map(|saved| &saved.record),
        }
    }
}
