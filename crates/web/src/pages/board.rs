//! A position as a board that can be seen, read out and played.
//!
//! A [`BoardHtml`] is a picture with a grid of real buttons over its cells. The module
//! `board.js` makes it playable: it narrows the legal moves by what is picked, and gets
//! every other look of the board from `/board/GAME/POSITION`, which answers with what
//! [`BoardHtml::fragment`] makes.
//!
//! | in the page | what it is |
//! |---|---|
//! | `[data-board]` | the whole board: view, prompt, buttons |
//! | `[data-view]` | what is exchanged when the position changes |
//! | `button[data-cell="d4"]` | a cell; `.is-option`, `.is-picked` while a move is made |
//! | `button[data-pick="hand"]`, `[data-pick="pass"]` | what is beside the board |
//! | `[data-prompt]` | what is asked now |
//! | `[data-action="step-back"]`, `[data-action="confirm"]` | within a move |
//! | `script.about` | the position as data, see [`About`] |

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_draw::svg::{self, Options};
use cairn_draw::{Marks, Paint, words};
use cairn_games::{AnyMove, AnyPosition, BoardView, Diagram, MoveSelection, Outcome, Pick, Side};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::assets::{area_class, size_class, version};
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{PickTree, pick_id, pick_tree, position_from_path};

/// Cache header of a fragment that is requested without the version of the site.
const CACHE: &str = "public, max-age=300";
/// Cache header of a fragment of this version of the site, which never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A position as HTML.
#[derive(Clone, Debug)]
pub(crate) struct BoardHtml {
    position: AnyPosition,
    last: Option<(AnyPosition, String)>,
    picks: Vec<Pick>,
    /// The board after the picks, if they change it.
    partial: Option<Diagram>,
    hints: Vec<AnyMove>,
    flipped: bool,
    coordinates: bool,
    choices: bool,
}

/// Facts about a shown position for scripts, as JSON in `script.about`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    /// Rule set.
    pub(crate) game: &'static str,
    /// The position that is shown, or from which the picks begin.
    pub(crate) position: String,
    /// The position before the last move, if that is shown.
    pub(crate) before: Option<String>,
    /// The last move.
    #[serde(rename = "move")]
    pub(crate) last: Option<String>,
    /// Side to move: `first` or `second`.
    pub(crate) to_move: &'static str,
    /// Names of the sides.
    pub(crate) sides: [&'static str; 2],
    /// The letter of each side's colour.
    pub(crate) paints: [char; 2],
    /// Name and colour of each kind of piece by its letter.
    pub(crate) pieces: Vec<(char, &'static str, char)>,
    /// Pieces in hand: their name, and the number that each side has.
    pub(crate) hands: Option<(&'static str, [u32; 2])>,
    /// Points: their name, and the number that each side has.
    pub(crate) points: Option<(&'static str, [u32; 2])>,
    /// `first`, `second` or `draw`, if the rules end the game here.
    pub(crate) outcome: Option<&'static str>,
    /// Cause.
    pub(crate) reason: Option<String>,
    /// Picks made so far.
    pub(crate) picks: Vec<String>,
    /// The legal moves, if they were asked for.
    pub(crate) choices: Option<PickTree>,
}

impl BoardHtml {
    /// Creates a board with this position, from the first player's side, with coordinates.
    pub(crate) const fn new(position: AnyPosition) -> Self {
        Self {
            position,
            last: None,
            picks: Vec::new(),
            partial: None,
            hints: Vec::new(),
            flipped: false,
            coordinates: true,
            choices: false,
        }
    }

    /// Creates a board with the position after a move, which is marked.
    pub(crate) fn after(before: AnyPosition, mv: AnyMove) -> Result<Self, Problem> {
        let text = before.write_move(mv)?;
        let mut position = before;
        position.play(mv)?;
        Ok(Self { last: Some((before, text)), ..Self::new(position) })
    }

    /// Puts the second player's side at the bottom.
    pub(crate) const fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// Shows the names of rows and columns.
    pub(crate) const fn coordinates(mut self, coordinates: bool) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Adds the legal moves, so that a move can be made on the board.
    pub(crate) const fn playable(mut self, playable: bool) -> Self {
        self.choices = playable;
        self
    }

    /// Adds arrows for possible moves, numbered if there are several.
    pub(crate) fn hinted(mut self, moves: Vec<AnyMove>) -> Self {
        self.hints = moves;
        self
    }

    /// Applies some picks of a move. The legal moves are listed once, and not at all if
    /// nothing is picked.
    pub(crate) fn picked(mut self, names: &str) -> Result<Self, Problem> {
        let mut names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            return Ok(self);
        }
        let mut selection = MoveSelection::new(&self.position);
        for name in names {
            let named = |pick: &Pick| pick_id(&self.position, *pick) == name;
            let pick = selection.options().into_iter().find(named).ok_or_else(|| {
                Problem::illegal("illegal_pick", "No move begins with these picks.")
            })?;
            selection.pick(pick);
        }
        self.picks = selection.picks().to_vec();
        let first = selection.candidates().first().copied();
        self.partial = first.and_then(|mv| self.position.after_picks(mv, self.picks.len()).ok());
        Ok(self)
    }

    /// Renders the whole board, with prompt and buttons, for `board.js` to take over.
    pub(crate) fn render(&self) -> Markup {
        let info = self.position.info();
        let prompt = match self.position.ending() {
            Some(ending) => format!("The game is over: {}.", ending.reason),
            None => format!("{} to move", info.side_name(self.position.to_move())),
        };
        html! {
            div.board.(size_class(self.position.game())) data-board data-game=(info.name) data-flip=(u8::from(self.flipped)) {
                div.board-view data-view { (self.fragment()) }
                div.board-bar {
                    p.prompt data-prompt { (prompt) }
                    div.board-buttons {
                        button.button type="button" data-pick="hand" hidden { "From hand" }
                        button.button type="button" data-pick="pass" hidden { "Pass" }
                        button.button.quiet type="button" data-action="step-back" hidden {
                            "Undo step"
                        }
                        button.button.primary type="button" data-action="confirm" hidden {
                            "Play this move"
                        }
                    }
                }
            }
        }
    }

    /// Renders the board alone: picture, cells and data.
    pub(crate) fn fragment(&self) -> Markup {
        let view = self.view();
        let options = Options {
            flipped: self.flipped,
            coordinates: self.coordinates,
            caption: false,
            ..Options::default()
        };
        let picture = svg::draw_inline(&view, &self.marks(&view), &options);
        html! {
            (PreEscaped(picture))
            (self.cells(&view))
            script.about type="application/json" { (PreEscaped(script_json(&self.about(&view)))) }
        }
    }

    /// Returns the view of the position after the picks.
    fn view(&self) -> BoardView {
        let position = &self.position;
        let partial = self.partial.as_ref();
        partial.map_or_else(|| position.view(), |partial| BoardView::new(position.game(), partial))
    }

    /// Returns the marks of the last move or the picks, and arrows for hints.
    fn marks(&self, shown: &BoardView) -> Marks {
        let numbered = self.hints.len() > 1;
        let hints = (1..).zip(&self.hints);
        hints.fold(self.changes(shown), |marks, (number, mv)| match self.position.steps(*mv) {
            Ok(steps) => marks.with_steps(&steps, numbered.then_some(number)),
            Err(_) => marks,
        })
    }

    /// Returns the marks of the changes by the picks, or else of the last move.
    fn changes(&self, shown: &BoardView) -> Marks {
        let view = AnyPosition::view;
        let whole = view(&self.position);
        if whole.cells != shown.cells {
            return Marks::default().with_move(&whole, shown);
        }
        match &self.last {
            Some((before, _)) => Marks::default().with_move(&view(before), &whole),
            None => Marks::default(),
        }
    }

    /// Renders the buttons over the cells.
    fn cells(&self, view: &BoardView) -> Markup {
        let area = area_class(view.game, self.coordinates);
        let rows = cairn_draw::rows_from_top(view.board, self.flipped);
        let label = format!("{} board", view.game.info().title);
        html! {
            div.cells.(area) role="grid" aria-label=(label) {
                @for (row, cells) in rows.iter().enumerate() {
                    div.row role="row" {
                        @for (column, &cell) in cells.iter().enumerate() {
                            @let shown = &view.cells[cell];
                            div.cell role="gridcell" {
                                button type="button" data-cell=(shown.name)
                                    data-pieces=(shown.stack.iter().map(|p| p.letter).collect::<String>())
                                    aria-label=(words::cell(view, cell))
                                    tabindex=(if (row, column) == (0, 0) { "0" } else { "-1" }) {}
                            }
                        }
                    }
                }
            }
        }
    }

    fn about(&self, view: &BoardView) -> About {
        let info = self.position.info();
        let ending = self.position.ending();
        let paint = |side| Paint::of_side(view.game, side).letter().to_ascii_lowercase();
        let piece = |piece: &cairn_games::PieceInfo| {
            let shown = cairn_games::PieceView {
                letter: piece.letter,
                shape: cairn_games::Shape::Disc,
                owner: piece.owner,
            };
            (piece.letter, piece.name, Paint::of(&shown).letter().to_ascii_lowercase())
        };
        About {
            game: info.name,
            position: self.position.to_text(),
            before: self.last.as_ref().map(|(before, _)| before.to_text()),
            last: self.last.as_ref().map(|(_, text)| text.clone()),
            to_move: Outcome::Win(self.position.to_move()).word(),
            sides: Side::BOTH.map(|side| info.side_name(side)),
            paints: Side::BOTH.map(paint),
            pieces: info.pieces.iter().map(piece).collect(),
            hands: view.hands,
            points: view.points,
            outcome: ending.as_ref().map(|ending| ending.outcome.word()),
            reason: ending.map(|ending| ending.reason),
            picks: self.picks.iter().map(|pick| pick_id(&self.position, *pick)).collect(),
            choices: self.choices.then(|| pick_tree(&self.position)),
        }
    }
}

/// Draws a position as an inline SVG.
pub(super) fn inline_picture(view: &BoardView, coordinates: bool) -> Markup {
    let options = Options { caption: false, coordinates, ..Options::default() };
    PreEscaped(svg::draw_inline(view, &Marks::default(), &options))
}

/// Writes data for a script element; nothing in it can end the element.
pub(crate) fn script_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c")
}

/// Query of a board's address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BoardQuery {
    /// A move that is made from the position and marked.
    #[serde(rename = "move")]
    made: Option<String>,
    /// Picks of the next move, separated by commas.
    picks: Option<String>,
    /// `1`: the second player's side at the bottom.
    flip: Option<String>,
    /// `0`: no names of rows and columns.
    coordinates: Option<String>,
    /// `1`: with the legal moves.
    choices: Option<String>,
    /// Version of the requesting site, as in the address of its assets.
    v: Option<String>,
    /// Moves that arrows point out, with bars (`|`) between.
    hint: Option<String>,
}

/// Maximum number of moves shown by arrows.
const MAX_HINTS: usize = 8;

impl BoardQuery {
    /// Whether the legal moves have to be listed.
    fn lists_moves(&self) -> bool {
        let picks = self.picks.as_deref().is_some_and(|picks| !picks.is_empty());
        picks || self.choices.as_deref() == Some("1")
    }

    /// Creates the board.
    fn board(&self, position: AnyPosition) -> Result<BoardHtml, Problem> {
        let read = |position: &AnyPosition, text: &str| -> Result<AnyMove, Problem> {
            Ok(position.read_move(text)?)
        };
        let board = match self.made.as_deref().filter(|text| !text.is_empty()) {
            None => BoardHtml::new(position),
            Some(text) => BoardHtml::after(position, read(&position, text)?)?,
        };
        let hints = self.hint.as_deref().unwrap_or_default().split('|');
        let hints = hints.filter(|text| !text.is_empty()).take(MAX_HINTS);
        let hints = hints.map(|text| read(&board.position, text)).collect::<Result<_, _>>()?;
        board
            .hinted(hints)
            .flipped(self.flip.as_deref() == Some("1"))
            .coordinates(self.coordinates.as_deref() != Some("0"))
            .playable(self.choices.as_deref() == Some("1"))
            .picked(self.picks.as_deref().unwrap_or_default())
    }
}

/// Key of a drawn board in the cache.
pub(crate) type BoardKey = (String, String, BoardQuery);

/// `/board/GAME/POSITION`: a board for `board.js`. It is drawn once and shared by everybody
/// who watches the game.
pub(super) async fn board(
    State(app): State<AppState>,
    by: Requester,
    Path((game, position)): Path<(String, String)>,
    Params(mut query): Params<BoardQuery>,
) -> Result<Response, Problem> {
    let cache = if query.v.take().as_deref() == Some(version()) { FOREVER } else { CACHE };
    if query.lists_moves() {
        app.limits.take(by.network, Purpose::Compute)?;
    }
    let key = (game.clone(), position.clone(), query.clone());
    let draw = || async {
        let work = move || {
            let position = position_from_path(&game, &position)?;
            Ok(Bytes::from(query.board(position)?.fragment().into_string()))
        };
        app.compute.run(work).await?
    };
    let fragment = app.boards.get_or_compute(key, draw).await?;
    let kind = "text/html; charset=utf-8";
    Ok(([(header::CACHE_CONTROL, cache), (header::CONTENT_TYPE, kind)], fragment).into_response())
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    #[test]
    fn a_board_lists_the_moves_only_if_it_needs_them() {
        let query = |picks: &str, choices: &str| BoardQuery {
            picks: Some(picks.to_owned()),
            choices: Some(choices.to_owned()),
            ..BoardQuery::default()
        };
        assert!(!BoardQuery::default().lists_moves() && !query("", "0").lists_moves());
        assert!(query("a1", "0").lists_moves() && query("", "1").lists_moves());
        let plain = query("", "0").board(GameId::Nava.start()).unwrap();
        assert!(plain.picks.is_empty() && plain.partial.is_none() && !plain.choices);
    }
}
