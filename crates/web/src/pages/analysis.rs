//! The analysis board: `/a/GAME`, `/a/GAME/POSITION` and `/g/ID/analysis`.
//!
//! Without scripts it shows a position with the moves that led to it, and the engine's
//! opinion if asked. The module `analysis.js` makes it a board on which anything can be
//! tried. What scripts and tests hold on to:
//!
//! | in the page | what it is |
//! |---|---|
//! | `[data-study]`, `#study-data` | the study, and its first moves as data |
//! | `#tree`, `[data-node]` | the moves with variations; one of them |
//! | `#engine`, `#engine-switch`, `#engine-lines` | the engine |
//! | `#balance` | what both sides can expect |
//! | `#review`, `#graph`, `[data-turn]` | the whole game, and its turning points |
//! | `#import`, `#export` | dialogs |
//! | `[data-step]`, `[data-action]` | buttons |

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use cairn_draw::Paint;
use cairn_games::{AnyPosition, GameId, History, Outcome, Side};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use super::board::{Board, script_json};
use super::shell::Page;
use super::study_tools;
use crate::api::Params;
use crate::app::App;
use crate::game::{Play, Status};
use crate::http::Requester;
use crate::live::Word;
use crate::problem::Problem;
use crate::service::{
    Analysis, AnalysisRequest, ImportedRecord, PositionText, Wanted, escape, moves_path, play_path,
    position_path,
};

/// Milliseconds and lines of the engine's opinion in a page without scripts.
const SNAPSHOT: (u64, usize) = (1000, 3);

/// What can stand in the address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    /// Moves from the position, with underscores between.
    moves: Option<String>,
    /// After how many moves of a game.
    ply: Option<usize>,
    /// `1`: with the engine's opinion, for those without scripts.
    engine: Option<String>,
    /// `1`: the second player's side at the bottom.
    flip: Option<String>,
}

/// What is studied.
struct Study {
    history: History,
    /// How many of its moves are made on the board.
    shown: usize,
    /// The game it comes from.
    game: Option<GameOrigin>,
    wish: Wish,
}

/// A game that was or is played here.
struct GameOrigin {
    id: String,
    over: bool,
    names: [String; 2],
    record: ImportedRecord,
    result: Option<String>,
}

/// What scripts have to know.
#[derive(Serialize)]
struct StudyData<'a> {
    game: Word,
    title: Word,
    sides: [Word; 2],
    /// Which side has the odd moves: 0 if the first mover begins.
    begins: usize,
    start: String,
    /// The start of the game where nothing else is said.
    standard: String,
    moves: Vec<(String, String)>,
    shown: usize,
    id: Option<&'a str>,
    over: bool,
    tags: &'a [(String, String)],
    outcome: Option<Word>,
}

/// `/a`: which game?
pub(super) async fn index() -> Markup {
    let page = Page::new("Analysis board")
        .describe("Try any moves of four stacking games, with an engine that looks on.")
        .style("study.css")
        .script("last-study.js");
    page.render(html! {
        h1 { "Analysis board" }
        p.lead { "Try any moves, for both sides. The engine looks on if you like." }
        p.buttons {
            a.button.primary href="/import" { "Import a game or a position" }
            a.button #last-study href="/a" hidden { "Go on with your last analysis" }
        }
        ul.game-cards {
            @for game in GameId::rule_sets() {
                li {
                    div.game-card {
                        a.game-card-main href={ "/a/" (game.name()) } {
                            (study_tools::small_picture(&game.start()))
                            strong { (game.info().title) }
                        }
                    }
                }
            }
        }
    })
}

/// `/a/GAME`
pub(super) async fn start(
    state: State<App>,
    by: Requester,
    Path(game): Path<String>,
    wish: Params<Wish>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    position(state, by, Path((game, String::new())), wish, headers).await
}

/// `/a/GAME/POSITION`
pub(super) async fn position(
    State(app): State<App>,
    by: Requester,
    Path((game, path)): Path<(String, String)>,
    Params(wish): Params<Wish>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let text = (!path.is_empty() && path != "start").then(|| PositionText::from_path(&path).0);
    let start = Wanted { game, position: text, ..Wanted::default() }.read()?;
    let history = play_path(start, wish.moves.as_deref().unwrap_or_default())?;
    let shown = wish.ply.unwrap_or(usize::MAX).min(history.moves().len());
    show(&app, &by, Study { history, shown, game: None, wish }, &headers).await
}

/// `/g/ID/analysis`
pub(super) async fn of_game(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Params(wish): Params<Wish>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let play = app.look(&id).await?;
    let shown = wish.ply.unwrap_or(usize::MAX).min(play.ply());
    let game = Some(GameOrigin::new(&play));
    show(&app, &by, Study { history: play.history.clone(), shown, game, wish }, &headers).await
}

impl GameOrigin {
    fn new(play: &Play) -> Self {
        let result = play.verdict.as_ref().map(|verdict| {
            let info = play.history.start().info();
            match verdict.outcome {
                Outcome::Win(side) => format!("{} won: {}", info.side_name(side), verdict.reason),
                Outcome::Draw => format!("A draw: {}", verdict.reason),
            }
        });
        Self {
            id: play.key.to_string(),
            over: matches!(play.status, Status::Finished | Status::Aborted),
            names: Side::BOTH.map(|side| play.player_name(side)),
            record: ImportedRecord::of(&play.to_record()),
            result,
        }
    }
}

async fn show(
    app: &App,
    by: &Requester,
    study: Study,
    headers: &HeaderMap,
) -> Result<Markup, Problem> {
    let snapshot = match study.wish.engine.as_deref() {
        Some("1") => Some(app.analyse(study.request(), by).await),
        _ => None,
    };
    let flipped = study.wish.flip.as_deref() == Some("1");
    let board = study.board()?.flipped(flipped).playable(true);
    // A position can have thousands of moves.
    let board = tokio::task::spawn_blocking(move || board.render()).await;
    let board = board.map_err(|error| Problem::internal(&error))?;
    let position = study.position();
    let (title, describe) = study.words();
    let name = position.info().name;
    let picture = PositionText::to_path(&position.to_text());
    let page = Page::new(title.clone())
        .describe(describe.clone())
        .image(format!("/img/{name}/{picture}.png?width=1200"), describe, headers)
        .style("game.css")
        .style("study.css")
        .script("analysis.js")
        .class("wide");
    let [first, second] =
        Side::BOTH.map(|side| Paint::of_side(position.game(), side).letter().to_ascii_lowercase());
    Ok(page.render(html! {
        div.study.{ "first-" (first) }.{ "second-" (second) } data-study data-game=(name) {
            section.study-board aria-label="Board" {
                (study_tools::balance())
                (board)
                (steps(&study))
            }
            div.study-side {
                (study.head(&title))
                (study_tools::engine())
                (snapshot_of(&study, snapshot.as_ref()))
                section.history aria-label="Moves" {
                    (study.tree())
                    (study_tools::node_tools())
                }
                (study_tools::review(study.game.as_ref().is_none_or(|game| game.over)))
                (study_tools::tools(&position))
            }
            (study_tools::dialogs(&position))
        }
        script #study-data type="application/json" { (maud::PreEscaped(script_json(&study.data()))) }
    }))
}

impl Study {
    fn position(&self) -> AnyPosition {
        self.history.positions()[self.shown]
    }

    fn board(&self) -> Result<Board, Problem> {
        match self.shown.checked_sub(1) {
            None => Ok(Board::new(self.position())),
            Some(last) => Board::after(self.history.positions()[last], self.history.moves()[last]),
        }
    }

    /// The address of this study after so many moves.
    fn address(&self, ply: usize) -> String {
        match &self.game {
            Some(game) => format!("/g/{}/analysis?ply={ply}", game.id),
            None => {
                let start = position_path(self.history.start());
                let moves = escape(&moves_path(&self.history));
                if moves.is_empty() { start } else { format!("{start}?moves={moves}&ply={ply}") }
            }
        }
    }

    /// The title of the page, and a sentence about it.
    fn words(&self) -> (String, String) {
        let position = self.position();
        let info = position.info();
        let to_move = match position.ending() {
            Some(ending) => format!("The game is over: {}.", ending.reason),
            None => format!("{} to move.", info.side_name(position.to_move())),
        };
        match &self.game {
            Some(game) => {
                let [first, second] = &game.names;
                let title = format!("{first} against {second}, {} analysed", info.title);
                (title, format!("{first} against {second} in {}. {to_move}", info.title))
            }
            None => {
                let title = format!("{} analysis", info.title);
                (title, format!("A position of {}. {to_move}", info.title))
            }
        }
    }

    fn head(&self, title: &str) -> Markup {
        let info = self.history.start().info();
        html! {
            header.game-head {
                h1 { @if self.game.is_some() { (info.title) " analysis" } @else { (title) } }
                @match &self.game {
                    Some(game) => {
                        p {
                            a href={ "/g/" (game.id) } {
                                (game.names[0]) " against " (game.names[1])
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

    /// The moves as links, for those without scripts; scripts write their own.
    fn tree(&self) -> Markup {
        let begins = self.history.start().to_move().index();
        let moves = self.history.moves().iter().zip(self.history.positions());
        let texts: Vec<_> = moves.filter_map(|(mv, from)| from.write_move(*mv).ok()).collect();
        html! {
            div.tree #tree {
                @if texts.is_empty() {
                    p.faint.tree-empty { "Make a move on the board." }
                }
                @for (index, text) in texts.iter().enumerate() {
                    @let at = index + begins;
                    span.tree-pair {
                        @if at % 2 == 0 { span.tree-number { (at / 2 + 1) "." } }
                        @else if index == 0 { span.tree-number { (at / 2 + 1) "…" } }
                        a.tree-move href=(self.address(index + 1))
                            aria-current=[(index + 1 == self.shown).then_some("true")] { (text) }
                    }
                    " "
                }
            }
        }
    }

    fn request(&self) -> AnalysisRequest {
        let start = self.history.start();
        let moves = self.history.moves()[..self.shown].iter().zip(self.history.positions());
        AnalysisRequest {
            game: start.info().name.to_owned(),
            position: Some(start.to_text()),
            size: None,
            seed: None,
            moves: moves.filter_map(|(mv, from)| from.write_move(*mv).ok()).collect(),
            time: Some(SNAPSHOT.0),
            lines: Some(SNAPSHOT.1),
        }
    }

    fn data(&self) -> StudyData<'_> {
        let start = self.history.start();
        let info = start.info();
        let after = &self.history.positions()[1..];
        let moves = self.history.moves().iter().zip(self.history.positions()).zip(after);
        let record = self.game.as_ref().map(|game| &game.record);
        StudyData {
            game: info.name,
            title: info.title,
            sides: Side::BOTH.map(|side| info.side_name(side)),
            begins: start.to_move().index(),
            start: start.to_text(),
            standard: GameId::named(info.name)
                .map_or_else(|_| start.to_text(), |g| g.start().to_text()),
            moves: moves
                .filter_map(|((mv, from), to)| Some((from.write_move(*mv).ok()?, to.to_text())))
                .collect(),
            shown: self.shown,
            id: self.game.as_ref().map(|game| game.id.as_str()),
            over: self.game.as_ref().is_none_or(|game| game.over),
            tags: record.map_or(&[], |record| &record.tags),
            outcome: record.and_then(|record| record.outcome),
        }
    }
}

/// Links that step through the moves.
fn steps(study: &Study) -> Markup {
    let last = study.history.moves().len();
    let step = |word: &'static str, label: &'static str, ply: usize, path: &'static str| {
        html! {
            a.icon-button href=(study.address(ply)) data-step=(word) aria-label=(label) title=(label) {
                svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" { path d=(path) {} }
            }
        }
    };
    html! {
        nav.steps.study-steps aria-label="Step through the moves" {
            (step("first", "To the start", 0, "M6 5h2v14H6zM19 5v14l-9-7z"))
            (step("previous", "One move back", study.shown.saturating_sub(1), "M16 5v14l-9-7z"))
            (step("next", "One move on", (study.shown + 1).min(last), "M8 5v14l9-7z"))
            (step("last", "To the last move", last, "M16 5h2v14h-2zM5 5v14l9-7z"))
            button.icon-button type="button" data-action="flip" aria-label="Flip the board"
                title="Flip the board" hidden {
                svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
                    path d="M8 3 3.5 7.5 8 12V9h8V6H8zM16 12v3H8v3h8v3l4.500-4.500z" {}
                }
            }
        }
    }
}

/// The engine's opinion in a page without scripts, or a link to it.
fn snapshot_of(study: &Study, snapshot: Option<&Result<Analysis, Problem>>) -> Markup {
    let over = study.position().ending().is_some();
    let address = study.address(study.shown);
    let mark = if address.contains('?') { '&' } else { '?' };
    html! {
        noscript {
            section.panel #snapshot {
                h2 { "The engine" }
                @match snapshot {
                    _ if over => { p { "The game is over here." } }
                    None => {
                        p { a.button href={ (address) (mark) "engine=1" } { "Ask the engine" } }
                    }
                    Some(Err(problem)) => { p { (problem.message) } }
                    Some(Ok(analysis)) => { (lines(study, analysis)) }
                }
            }
        }
    }
}

fn lines(study: &Study, analysis: &Analysis) -> Markup {
    let side = study.position().info().side_name(study.position().to_move());
    html! {
        ol.snapshot-lines {
            @for line in &analysis.lines {
                li {
                    strong {
                        @match line.proven {
                            Some("draw") => { "A draw" }
                            Some(_) => { (side) " " (line.text) }
                            None => { (side) " " (percent(line.expectation)) }
                        }
                    }
                    " " code { (line.moves.join(" ")) }
                }
            }
        }
        p.faint { "Depth " (analysis.depth) ", " (analysis.nodes) " positions." }
    }
}

/// What can be expected, for people.
fn percent(expectation: f64) -> String {
    format!("{:.0} %", expectation * 100.0)
}
