//! A position as a board that can be seen, read out and played.
//!
//! A [`BoardHtml`] is a picture with a grid of real buttons over its cells. The site sends it
//! and the browser module draws it, byte for byte the same. The script `board.js` makes it
//! playable: it narrows the legal moves by what is picked, and gets every other look of the
//! board ([`BoardLook`]) from the module or from the server.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-board]` | the whole board: view, prompt, buttons; `data-picks` has the picks so far |
//! | `[data-view]` | part that is replaced when the position changes |
//! | `button[data-cell="d4"]` | a cell; `.is-option`, `.is-picked` while a move is made |
//! | `button[data-pick="hand"]`, `[data-pick="pass"]` | the pile of pieces in hand, and the pass |
//! | `[data-prompt]` | the question to the player |
//! | `[data-action="step-back"]`, `[data-action="confirm"]` | within a move |
//! | `script.about` | the position as data, see [`BoardInfo`] |
//!
//! ```
//! use cairn_app::board::BoardLook;
//! use cairn_games::GameId;
//!
//! let look = BoardLook { made: Some("a1-a4"), ..BoardLook::default() };
//! let fragment = look.board(GameId::Nava.start())?.fragment().into_string();
//! assert!(fragment.contains("data-cell=\"a4\""));
//! # Ok::<(), cairn_app::board::BoardError>(())
//! ```

mod look;
mod pick_tree;
mod picture;

use std::fmt::Write as _;

use cairn_draw::svg::{self, CellArea, Options, PieceSet};
use cairn_draw::{Marks, Paint, words};
use cairn_games::{
    AnyMove, AnyPosition, BoardView, Diagram, GameId, Illegal, MoveSelection, Outcome, Pick, Side,
};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

pub use look::{BoardError, BoardLook};
pub use pick_tree::{
    LandingHeights, MoveTexts, PickAnswer, PickGroup, PickTree, Prompts, pick_id, pick_tree,
};
pub use picture::inline_picture;

/// A position as HTML.
#[derive(Clone, Debug)]
pub struct BoardHtml {
    position: AnyPosition,
    last: Option<(AnyPosition, AnyMove)>,
    picks: Vec<Pick>,
    /// The board after the picks, if they change it.
    partial: Option<Diagram>,
    hints: Vec<AnyMove>,
    flipped: bool,
    coordinates: bool,
    flat: bool,
    choices: bool,
}

/// Facts about a shown position for scripts, as JSON in `script.about`.
#[derive(Clone, Debug, Serialize)]
pub struct BoardInfo {
    /// Rule set.
    pub game: &'static str,
    /// The position that is shown, or from which the picks begin.
    pub position: String,
    /// The position before the last move, if that is shown.
    pub before: Option<String>,
    /// The last move.
    #[serde(rename = "move")]
    pub last: Option<String>,
    /// The last move in words.
    pub words: Option<String>,
    /// Aim and progress in a line: for the first player, the second one, and onlookers.
    pub goals: [String; 3],
    /// Side to move: `first` or `second`.
    pub to_move: &'static str,
    /// Names of the sides.
    pub sides: [&'static str; 2],
    /// The letter of each side's colour.
    pub paints: [char; 2],
    /// Name and colour of each kind of piece by its letter.
    pub pieces: Vec<(char, &'static str, char)>,
    /// Pieces in hand: their name, and the number that each side has.
    pub hands: Option<(&'static str, [u32; 2])>,
    /// Points: their name, and the number that each side has.
    pub points: Option<(&'static str, [u32; 2])>,
    /// `first`, `second` or `draw`, if the rules end the game here.
    pub outcome: Option<&'static str>,
    /// Cause.
    pub reason: Option<String>,
    /// Picks made so far.
    pub picks: Vec<String>,
    /// The legal moves, if they were asked for.
    pub choices: Option<PickTree>,
}

impl BoardHtml {
    /// Creates a board with this position, from the first player's side, with coordinates.
    pub const fn new(position: AnyPosition) -> Self {
        Self {
            position,
            last: None,
            picks: Vec::new(),
            partial: None,
            hints: Vec::new(),
            flipped: false,
            coordinates: true,
            flat: false,
            choices: false,
        }
    }

    /// Creates a board with the position after a move, which is marked.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn after(before: AnyPosition, mv: AnyMove) -> Result<Self, Illegal> {
        let mut position = before;
        position.play(mv)?;
        Ok(Self { last: Some((before, mv)), ..Self::new(position) })
    }

    /// Puts the second player's side at the bottom.
    #[must_use]
    pub const fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// Shows the names of rows and columns.
    #[must_use]
    pub const fn coordinates(mut self, coordinates: bool) -> Self {
        self.coordinates = coordinates;
        self
    }

    /// Draws the pieces straight from above.
    #[must_use]
    pub const fn flat(mut self, flat: bool) -> Self {
        self.flat = flat;
        self
    }

    /// Adds the legal moves, so that a move can be made on the board.
    #[must_use]
    pub const fn playable(mut self, playable: bool) -> Self {
        self.choices = playable;
        self
    }

    /// Adds arrows for possible moves, numbered if there are several.
    #[must_use]
    pub fn hinted(mut self, moves: Vec<AnyMove>) -> Self {
        self.hints = moves;
        self
    }

    /// Returns the reason why something cannot be picked next, as a sentence; `None` if it can.
    /// It is a cell's name, `hand` or `pass`.
    ///
    /// # Errors
    /// If the board has no such cell.
    pub fn why_not(&self, pick: &str) -> Result<Option<String>, BoardError> {
        let mut selection = MoveSelection::new(&self.position);
        for &made in &self.picks {
            selection.pick(made);
        }
        let cells = (0..self.position.info().board.cells()).map(Pick::Cell);
        let mut picks = cells.chain([Pick::Hand, Pick::Pass]);
        let named = |other: &Pick| pick_id(&self.position, *other) == pick;
        let pick = picks.find(named).ok_or(BoardError::IllegalPick)?;
        Ok(selection.why_not(pick).map(|reason| reason.sentence()))
    }

    /// Applies some picks of a move. The legal moves are listed once, and not at all if
    /// nothing is picked.
    ///
    /// # Errors
    /// If no legal move begins with the picks.
    pub fn picked(mut self, names: &str) -> Result<Self, BoardError> {
        let mut names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            return Ok(self);
        }
        let mut selection = MoveSelection::new(&self.position);
        for name in names {
            let named = |pick: &Pick| pick_id(&self.position, *pick) == name;
            let pick =
                selection.options().into_iter().find(named).ok_or(BoardError::IllegalPick)?;
            selection.pick(pick);
        }
        self.picks = selection.picks().to_vec();
        let first = selection.candidates().first().copied();
        self.partial = first.and_then(|mv| self.position.after_picks(mv, &self.picks).ok());
        Ok(self)
    }

    /// Renders the whole board, with prompt and buttons, for `board.js` to take over.
    pub fn render(&self) -> Markup {
        let info = self.position.info();
        let prompt = match self.position.ending() {
            Some(ending) => format!("The game is over: {}.", ending.reason),
            None => format!("{} to move", info.side_name(self.position.to_move())),
        };
        html! {
            div.board.(size_class(self.position.game())) data-board data-game=(info.name) data-flip=(u8::from(self.flipped)) {
                div.board-view data-view { (self.fragment()) }
                div.board-bar {
                    button.pile type="button" data-pick="hand" hidden {}
                    p.prompt data-prompt { (prompt) }
                    div.board-buttons {
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
    pub fn fragment(&self) -> Markup {
        let view = self.view();
        let options = Options {
            flipped: self.flipped,
            coordinates: self.coordinates,
            pieces: if self.flat { PieceSet::Flat } else { PieceSet::Relief },
            caption: false,
            ..Options::default()
        };
        let picture = svg::draw_inline(&view, &self.marks(&view), &options);
        html! {
            (PreEscaped(picture))
            (cell_buttons(&view, self.flipped, self.coordinates, false))
            script.about type="application/json" { (PreEscaped(script_json(&self.about(&view)))) }
        }
    }

    /// Returns the view of the position after the picks.
    fn view(&self) -> BoardView {
        let position = &self.position;
        let partial = self.partial.as_ref();
        partial.map_or_else(
            || position.view(),
            |partial| BoardView::new(position.game(), partial).unfinished(),
        )
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

    fn about(&self, view: &BoardView) -> BoardInfo {
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
        BoardInfo {
            game: info.name,
            position: self.position.to_text(),
            before: self.last.as_ref().map(|(before, _)| before.to_text()),
            last: self.last.and_then(|(before, mv)| before.write_move(mv).ok()),
            words: self.last.and_then(|(before, mv)| before.move_in_words(mv).ok()),
            goals: [Some(Side::First), Some(Side::Second), None]
                .map(|reader| self.position.goal_line(reader)),
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

/// Renders the buttons over the cells of a board. In a form, each sends its name as `cell`, and all
/// can be reached without scripts.
fn cell_buttons(view: &BoardView, flipped: bool, coordinates: bool, in_form: bool) -> Markup {
    let area = area_class(view.game, coordinates);
    let rows = cairn_draw::rows_from_top(view.board, flipped);
    let label = format!("{} board", view.game.info().title);
    html! {
        div.cells.(area) role="grid" aria-label=(label) {
            @for (row, cells) in rows.iter().enumerate() {
                div.row role="row" {
                    @for (column, &cell) in cells.iter().enumerate() {
                        @let shown = &view.cells[cell];
                        div.cell role="gridcell" {
                            button type=(if in_form { "submit" } else { "button" })
                                name=[in_form.then_some("cell")]
                                value=[in_form.then_some(&shown.name)]
                                data-cell=(shown.name)
                                data-pieces=(shown.stack.iter().map(|p| p.letter).collect::<String>())
                                aria-label=(words::cell(view, cell))
                                tabindex=(if in_form || (row, column) == (0, 0) { "0" } else { "-1" }) {}
                        }
                    }
                }
            }
        }
    }
}

/// Renders a board, possible or not, whose cells send a form with their name as `cell`.
pub fn form_board(view: &BoardView, flipped: bool) -> Markup {
    let options = Options { caption: false, flipped, ..Options::default() };
    let picture = svg::draw_inline(view, &Marks::default(), &options);
    html! {
        div.board.(size_class(view.game)) data-board data-game=(view.game.name()) {
            div.board-view data-view {
                (PreEscaped(picture))
                (cell_buttons(view, flipped, true, true))
            }
        }
    }
}

/// Writes data for a script element; nothing in it can end the element.
pub fn script_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c")
}

/// Returns the class with the aspect ratio of a board (`--aspect`).
pub fn size_class(game: GameId) -> String {
    format!("board-{}", game.info().board.size())
}

/// Returns the class that places the cells of a board.
pub fn area_class(game: GameId, coordinates: bool) -> String {
    let bare = if coordinates { "" } else { "-bare" };
    format!("area-{}{bare}", game.info().board.size())
}

/// Returns the style sheet that all boards of a page share: the colours of pieces, and the places of
/// cells in the pictures of each board.
pub fn style_sheet() -> String {
    let mut css = svg::inline_style_sheet();
    for &game in GameId::ALL {
        let aspect = CellArea::of(game, true).aspect;
        let _ = write!(css, ".{}{{--aspect:{aspect:.4}}}", size_class(game));
        for coordinates in [true, false] {
            let CellArea { left, top, right, bottom, cell, .. } = CellArea::of(game, coordinates);
            let name = area_class(game, coordinates);
            let percent = |part: f64| format!("{:.4}%", part * 100.0);
            let inset = [top, right, bottom, left].map(percent).join(" ");
            let _ = write!(css, ".{name}{{inset:{inset};--cell:{}}}", percent(cell));
        }
    }
    css
}
