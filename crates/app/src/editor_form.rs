//! The position editor as HTML. The site sends it and the browser module makes it.
//!
//! It is a form: the position so far is in it, and every button sends one edit with it.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#editor` | the form, which is replaced after every edit |
//! | `[name=tool]`, `button[name=cell]` | what is done with a cell, and the cells |
//! | `#verdict`, `data-possible` | whether the position is possible, or the reason why not |
//! | `[data-edit]` | clear, start, shuffle; `[data-link]`: where to go from here |

use cairn_games::{AnyPosition, GameId, Side};
use maud::{Markup, html};
use serde::Deserialize;

use crate::board::form_board;
use crate::{PositionEditor, PositionSpec, PositionSpecError};

/// Tools besides the pieces: their names in the form, their labels.
const TAKE: (&str, &str) = ("take", "remove the top piece");
const CLEAR: (&str, &str) = ("clear", "clear the cell");

/// Number of shuffled set-ups to choose from.
const SHUFFLED: u64 = 10_000;

/// An edit, and the position that it is made in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct EditQuery {
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

/// Addresses to which the editor leads with its position.
#[derive(Clone, Debug)]
pub struct EditorLinks {
    /// New game from the position.
    pub play: String,
    /// Analysis board.
    pub analyse: String,
    /// Picture.
    pub picture: String,
}

/// The editor after an edit.
#[derive(Clone, Debug)]
pub struct EditorForm {
    query: EditQuery,
    editor: PositionEditor,
    /// Reason why the position of the query cannot be read.
    mistake: Option<String>,
}

impl EditorForm {
    /// Makes an edit; a random number chooses shuffled set-ups. A text that cannot be read is answered
    /// with the reason, and the board is as it is without it.
    ///
    /// # Errors
    /// If there is no such game, or no board of this size.
    pub fn new(name: &str, query: EditQuery, chance: u64) -> Result<Self, PositionSpecError> {
        let start = PositionSpec { size: query.size.clone(), ..PositionSpec::of(name) };
        let start = start.position()?;
        let (mut editor, mistake) = match query.position.as_ref().map(|text| read(name, text)) {
            None => (PositionEditor::new(start), None),
            Some(Ok(editor)) => (editor, None),
            Some(Err(error)) => (PositionEditor::new(start), Some(explain(&error))),
        };
        if let Some(side) = query.side.as_deref().and_then(Side::from_word) {
            editor.set_to_move(side);
        }
        let game = if query.size.is_some() { start.game() } else { editor.game() };
        match query.edit.as_deref() {
            Some("clear") => editor = PositionEditor::empty(game),
            Some("start") => editor = PositionEditor::new(game.start()),
            Some("shuffle") => {
                let shuffled = game.shuffled(chance % SHUFFLED);
                editor = PositionEditor::new(shuffled.unwrap_or_else(|| game.start()));
            }
            _ => {}
        }
        if let Some(name) = query.cell.as_deref() {
            let board = editor.game().info().board;
            if let Some(cell) = (0..board.cells()).find(|&cell| board.name(cell) == name) {
                use_tool(&mut editor, cell, query.tool.as_deref().unwrap_or(TAKE.0));
            }
        }
        Ok(Self { query, editor, mistake })
    }

    /// Returns the game.
    pub const fn game(&self) -> GameId {
        self.editor.game()
    }

    /// Returns the position, if it is possible.
    pub fn position(&self) -> Option<AnyPosition> {
        self.editor.position().ok()
    }

    /// Renders the form and the field for the position as text. A page that has no links yet fills
    /// them in.
    pub fn render(&self, links: Option<&EditorLinks>) -> Markup {
        let Self { query, editor, mistake } = self;
        let flipped = query.flip.as_deref() == Some("1");
        let verdict = mistake.clone().unwrap_or_else(|| editor.verdict());
        let is_possible = self.position().is_some() && mistake.is_none();
        // A text that could not be read stays, to be corrected.
        let text = mistake.as_ref().and(query.position.clone()).unwrap_or_else(|| editor.text());
        html! {
            form.editor #editor method="get" {
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
                    (whole_board(editor.game()))
                    (self.destinations(links))
                }
            }
            form.editor-text method="get" {
                label for="position-text" { "The position as text" }
                div.copy-row {
                    input #position-text type="text" name="position" value=(text)
                        autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000";
                    button.button type="submit" { "Set up" }
                    button.button.with-script type="button" data-action="copy" { "Copy" }
                }
            }
        }
    }

    /// Renders links with the position, as far as it is possible.
    fn destinations(&self, links: Option<&EditorLinks>) -> Markup {
        let Some(position) = self.position() else {
            return html! {
                p.faint {
                    "When the position is possible, you can play it, analyse it or save it as a picture."
                }
            };
        };
        html! {
            p.buttons {
                @if position.outcome().is_none() {
                    a.button.primary data-link="play" href=[links.map(|links| &links.play)] {
                        "Play from here"
                    }
                }
                a.button data-link="analyse" href=[links.map(|links| &links.analyse)] { "Analyse" }
                a.button.quiet data-link="picture" href=[links.map(|links| &links.picture)] download {
                    "Picture"
                }
            }
        }
    }
}

/// Reads a position, possible or not. The side to move may be missing, and the size of the board
/// follows from the text.
fn read(name: &str, text: &str) -> Result<PositionEditor, PositionSpecError> {
    let spec = PositionSpec { position: Some(text.to_owned()), ..PositionSpec::of(name) };
    let first = || PositionSpec { to_move: Some("first".to_owned()), ..spec.clone() };
    let reading = spec.reading().or_else(|_| first().reading())?;
    Ok(PositionEditor::of_diagram(reading.game, reading.diagram))
}

fn explain(error: &PositionSpecError) -> String {
    let hint = error.hint().map(|hint| format!(" {hint}")).unwrap_or_default();
    format!("Cannot read the position: {error}.{hint}")
}

fn use_tool(editor: &mut PositionEditor, cell: usize, tool: &str) {
    let mut letters = tool.chars();
    match (tool, letters.next(), letters.next()) {
        (name, ..) if name == CLEAR.0 => editor.clear_cell(cell),
        (_, Some(letter), None) => editor.put(cell, letter),
        _ => editor.take(cell),
    };
}

/// Renders the tools: the pieces with their numbers on the board, and what takes pieces away.
fn palette(editor: &PositionEditor, chosen: Option<&str>) -> Markup {
    let info = editor.game().info();
    let first = info.pieces.first().map(|piece| piece.letter.to_string());
    let chosen = chosen.or(first.as_deref());
    let hands = editor.view().hands;
    html! {
        fieldset.palette {
            legend { "Click on a cell to" }
            @for (piece, count) in editor.counts() {
                @let letter = piece.letter.to_string();
                label {
                    input type="radio" name="tool" value=(letter) checked[chosen == Some(&letter)];
                    " put a " (piece.name) span.faint { " (" (count) " on the board)" }
                }
            }
            @for (name, label) in [TAKE, CLEAR] {
                label {
                    input type="radio" name="tool" value=(name) checked[chosen == Some(name)];
                    " " (label)
                }
            }
            @if let Some((name, [first, second])) = hands {
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
    let edits =
        [("clear", "Clear the board"), ("start", "Start position"), ("shuffle", "Random set-up")];
    let is_offered = |edit: &str| edit != "shuffle" || game.shuffled(0).is_some();
    html! {
        p.buttons {
            @for (edit, label) in edits.into_iter().filter(|(edit, _)| is_offered(edit)) {
                button.button.quiet type="submit" name="edit" value=(edit) data-edit=(edit) { (label) }
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
                        href={ "?size=" (size) } { (size) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(query: EditQuery) -> String {
        EditorForm::new("nava", query, 0).unwrap().render(None).into_string()
    }

    #[test]
    fn an_edit_is_made_and_judged() {
        let [cell, tool] = ["a1", "take"].map(|word| Some(word.to_owned()));
        let taken = html(EditQuery { cell, tool, ..EditQuery::default() });
        assert!(taken.contains("value=\"x4,bbbbbb/x5/x5/x5/wwwww,x4 w\""), "{taken}");
        assert!(taken.contains("data-possible=\"0\"") && !taken.contains("data-link"), "{taken}");
        let start = html(EditQuery::default());
        assert!(start.contains("data-possible=\"1\"") && start.contains("data-link=\"play\""));
    }

    #[test]
    fn a_text_that_cannot_be_read_stays() {
        let position = Some("nonsense".to_owned());
        let wrong = html(EditQuery { position, ..EditQuery::default() });
        assert!(wrong.contains("Cannot read the position: "), "{wrong}");
        assert!(wrong.contains("value=\"nonsense\""), "{wrong}");
        assert!(EditorForm::new("chess", EditQuery::default(), 0).is_err());
    }
}
