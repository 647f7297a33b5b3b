//! The position editor: `/editor` and `/editor/GAME`.
//!
//! The page is a form: the position so far is in it, and every button sends one edit with it. So it
//! works without scripts; the module `editor.js` sends the form in the background and shows the
//! answer. What scripts and tests hold on to:
//!
//! | in the page | what it is |
//! |---|---|
//! | `#editor` | the form, which is replaced after every edit |
//! | `[name=tool]`, `button[name=cell]` | what is done with a cell, and the cells |
//! | `#verdict`, `data-possible` | whether the position is possible, or the reason why not |
//! | `[data-edit]` | clear, start, shuffle; `[data-link]`: where to go from here |

use axum::extract::{Path, State};
use cairn_app::board::form_board;
use cairn_app::{PositionEditor, PositionSpec};
use cairn_games::{GameId, Side};
use maud::{Markup, html};
use serde::Deserialize;

use super::shell::HtmlPage;
use super::study_tools::{play_address, small_picture};
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{escape, picture_path, position_path, random_number};

/// Tools besides the pieces: their names in the form, their labels.
const TAKE: (&str, &str) = ("take", "Take the top piece off");
const CLEAR: (&str, &str) = ("clear", "Clear the cell");

/// An edit, and the position that it is made in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct EditQuery {
    /// The position so far, possible or not; the start if left out.
    position: Option<String>,
    /// The letter of a piece, or what to do with a cell instead of putting it there.
    tool: Option<String>,
    /// The cell that the tool is used on.
    cell: Option<String>,
    /// Side to move.
    side: Option<String>,
    /// `clear`, `start` or `shuffle`: the whole board.
    edit: Option<String>,
    /// Size of the board, for `start`, `clear` and `shuffle`.
    size: Option<String>,
    /// `1`: the second player's side at the bottom.
    flip: Option<String>,
}

/// `/editor`: which game?
pub(super) async fn index() -> Markup {
    let page = HtmlPage::new("Position editor")
        .describe("Set up any position of the games, to play or to analyse it.")
        .style("study.css");
    page.render(html! {
        h1 { "Position editor" }
        p.lead { "Set up a position, then play or analyse it." }
        ul.game-cards {
            @for game in GameId::rule_sets() {
                li {
                    div.game-card {
                        a.game-card-main href={ "/editor/" (game.name()) } {
                            (small_picture(&game.start()))
                            strong { (game.info().title) }
                        }
                    }
                }
            }
        }
    })
}

/// `/editor/GAME`
pub(super) async fn game(
    State(app): State<AppState>,
    by: Requester,
    Path(name): Path<String>,
    Params(query): Params<EditQuery>,
) -> Result<Markup, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    app.compute.run(move || page(&name, &query)).await?
}

fn page(name: &str, query: &EditQuery) -> Result<Markup, Problem> {
    let (editor, mistake) = edited(name, query)?;
    let info = editor.game().info();
    let title = format!("{} position editor", info.title);
    let page = HtmlPage::new(title.clone())
        .describe(format!("Set up any position of {}.", info.title))
        .style("game.css")
        .style("editor.css")
        .script("editor.js")
        .class("wide");
    Ok(page.render(html! {
        h1 { (title) }
        (form(&editor, query, mistake.as_deref()))
    }))
}

/// Makes the edit. A text that cannot be read is answered with the reason, and the board stays as it
/// is without it.
fn edited(name: &str, query: &EditQuery) -> Result<(PositionEditor, Option<String>), Problem> {
    let spec = |position: Option<String>, seed| PositionSpec {
        position,
        seed,
        size: query.size.clone(),
        ..PositionSpec::of(name)
    };
    let start = spec(None, None).position()?;
    let reading = query.position.clone().map(|text| {
        // The side to move may be missing, and the size follows from the text.
        let read = PositionSpec { size: None, ..spec(Some(text.clone()), None) };
        let first = Some("first".to_owned());
        read.reading().or_else(|_| PositionSpec { to_move: first, ..read.clone() }.reading())
    });
    let (mut editor, mistake) = match reading {
        None => (PositionEditor::new(start), None),
        Some(Ok(reading)) => (PositionEditor::of_diagram(reading.game, reading.diagram), None),
        Some(Err(error)) => {
            let problem = Problem::from(error);
            let hint = problem.hint.map(|hint| format!(" {hint}")).unwrap_or_default();
            (PositionEditor::new(start), Some(format!("{}{hint}", problem.message)))
        }
    };
    if let Some(side) = query.side.as_deref().and_then(Side::from_word) {
        editor.set_to_move(side);
    }
    let game = match query.size {
        Some(_) => start.game(),
        None => editor.game(),
    };
    match query.edit.as_deref() {
        Some("clear") => editor = PositionEditor::empty(game),
        Some("start") => editor = PositionEditor::new(game.start()),
        Some("shuffle") => {
            let shuffled = game.shuffled(random_number() % 10_000);
            editor = PositionEditor::new(shuffled.unwrap_or_else(|| game.start()));
        }
        _ => {}
    }
    if let Some(name) = query.cell.as_deref() {
        let board = editor.game().info().board;
        let cell = (0..board.cells()).find(|&cell| board.name(cell) == name);
        if let Some(cell) = cell {
            use_tool(&mut editor, cell, query.tool.as_deref().unwrap_or(TAKE.0));
        }
    }
    Ok((editor, mistake))
}

fn use_tool(editor: &mut PositionEditor, cell: usize, tool: &str) {
    let mut letters = tool.chars();
    match (tool, letters.next(), letters.next()) {
        (name, ..) if name == CLEAR.0 => editor.clear_cell(cell),
        (_, Some(letter), None) => editor.put(cell, letter),
        _ => editor.take(cell),
    };
}

fn form(editor: &PositionEditor, query: &EditQuery, mistake: Option<&str>) -> Markup {
    let game = editor.game();
    let info = game.info();
    let possible = editor.position();
    let flipped = query.flip.as_deref() == Some("1");
    let verdict = mistake.map_or_else(|| editor.verdict(), str::to_owned);
    let is_possible = possible.is_ok() && mistake.is_none();
    html! {
        form.editor #editor method="get" action={ "/editor/" (info.name) } {
            input type="hidden" name="position" value=(editor.text());
            @if flipped { input type="hidden" name="flip" value="1"; }
            div.editor-board {
                (form_board(&editor.view(), flipped))
                p.verdict.is-impossible[!is_possible] #verdict role="status"
                    data-possible=(u8::from(is_possible)) { (verdict) }
            }
            div.editor-side {
                (palette(editor, query.tool.as_deref()))
                (sides(editor))
                (whole_board(game))
                (destinations(editor))
            }
        }
        form.editor-text method="get" action={ "/editor/" (info.name) } {
            label for="position-text" { "The position as text" }
            div.copy-row {
                // A text that could not be read stays, to be corrected.
                @let text = mistake.and(query.position.clone()).unwrap_or_else(|| editor.text());
                input #position-text type="text" name="position" value=(text)
                    autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000";
                button.button type="submit" { "Set up" }
                button.button.with-script type="button" data-action="copy" { "Copy" }
            }
        }
    }
}

/// Renders the tools: the pieces with their numbers on the board, and what takes pieces away.
fn palette(editor: &PositionEditor, chosen: Option<&str>) -> Markup {
    let first = editor.game().info().pieces.first().map(|piece| piece.letter.to_string());
    let chosen = chosen.or(first.as_deref());
    let hands = editor.view().hands;
    html! {
        fieldset.palette {
            legend { "A click on a cell" }
            @for (piece, count) in editor.counts() {
                @let letter = piece.letter.to_string();
                label {
                    input type="radio" name="tool" value=(letter) checked[chosen == Some(&letter)];
                    " Put a " (piece.name) span.faint { " (" (count) " on the board)" }
                }
            }
            @for (name, label) in [TAKE, CLEAR] {
                label {
                    input type="radio" name="tool" value=(name) checked[chosen == Some(name)];
                    " " (label)
                }
            }
            @if let Some((name, [first, second])) = hands {
                @let info = editor.game().info();
                p.faint.small {
                    "In hand: " (first) " " (name) " of " (info.side_name(Side::First)) ", "
                    (second) " of " (info.side_name(Side::Second)) ". They follow from the board."
                }
            }
        }
    }
}

fn sides(editor: &PositionEditor) -> Markup {
    let info = editor.game().info();
    html! {
        fieldset.palette.sides {
            legend { "To move" }
            @for side in Side::BOTH {
                @let is_current = editor.to_move() == side;
                button.button.primary[is_current] type="submit" name="side" value=(side.word())
                    aria-pressed=(is_current) { (info.side_name(side)) }
            }
        }
    }
}

fn whole_board(game: GameId) -> Markup {
    let boards = GameId::boards(game.name()).unwrap_or_default();
    html! {
        p.buttons {
            button.button.quiet type="submit" name="edit" value="clear" data-edit="clear" {
                "Clear the board"
            }
            button.button.quiet type="submit" name="edit" value="start" data-edit="start" {
                "Start position"
            }
            @if game.shuffled(0).is_some() {
                button.button.quiet type="submit" name="edit" value="shuffle" data-edit="shuffle" {
                    "Random set-up"
                }
            }
            button.button.quiet.with-script type="button" data-action="undo" { "Undo" }
            button.button.quiet.with-script type="button" data-action="flip" { "Flip" }
        }
        @if boards.len() > 1 {
            p.buttons.sizes {
                span.faint { "Board: " }
                @for board in boards {
                    @let size = board.info().board.size();
                    a.button.quiet aria-current=[(board == game).then_some("true")]
                        href={ "/editor/" (game.name()) "?size=" (size) } { (size) }
                }
            }
        }
    }
}

/// Renders links with the position, as far as it is possible.
fn destinations(editor: &PositionEditor) -> Markup {
    let Ok(position) = editor.position() else {
        return html! {
            p.faint { "A possible position can be played, analysed and saved as a picture." }
        };
    };
    html! {
        p.buttons {
            @if position.outcome().is_none() {
                a.button.primary data-link="play" href=(play_address(&position)) { "Play from here" }
            }
            a.button data-link="analyse" href=(position_path(&position)) { "Analyse" }
            a.button.quiet data-link="picture" href=(picture_path(&position, "png")) download {
                "Picture"
            }
        }
    }
}

/// Returns the address of the editor with a position.
pub(super) fn editor_address(name: &str, position: &str) -> String {
    format!("/editor/{name}?position={}", escape(position))
}
