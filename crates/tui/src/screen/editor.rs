//! The position editor on the screen.

use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use cairn_app::PositionEditor;
use cairn_draw::canvas::Direction;
use cairn_draw::{Marks, text};
use cairn_games::{AnyPosition, GameId, Side};
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::overlay::Overlay;

/// A position that is being edited, with the cursor on its board.
#[derive(Clone, Debug)]
pub struct EditorScreen {
    editor: PositionEditor,
    cursor: usize,
    flipped: bool,
    /// Earlier states, the latest last.
    undo: Vec<PositionEditor>,
}

impl EditorScreen {
    fn new(editor: PositionEditor) -> Self {
        Self { editor, cursor: 0, flipped: false, undo: Vec::new() }
    }

    /// Returns the position.
    pub const fn editor(&self) -> &PositionEditor {
        &self.editor
    }

    /// Returns the cell of the cursor.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Whether the second player's side is at the bottom.
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    fn step(&mut self, direction: Direction) {
        let options = text::TextOptions { flipped: self.flipped, ..text::TextOptions::default() };
        let canvas = text::draw(&self.editor.view(), &Marks::default(), &options);
        self.cursor = canvas.step(self.cursor, direction).unwrap_or(self.cursor);
    }

    /// Changes the position so that the change can be undone.
    fn edit(&mut self, change: impl FnOnce(&mut PositionEditor, usize)) {
        let before = self.editor.clone();
        change(&mut self.editor, self.cursor);
        if self.editor != before {
            self.undo.push(before);
        }
    }
}

/// Returns the number of the shuffled set-up after this one.
fn next_shuffle(game: GameId, seed: u64) -> Option<AnyPosition> {
    game.shuffled(seed.wrapping_mul(31).wrapping_add(7) % 10_000)
}

impl ScreenApp {
    /// Opens the editor with a position.
    pub fn begin_editor(&mut self, editor: PositionEditor) {
        self.leave_game();
        self.editor = Some(EditorScreen::new(editor));
    }

    /// Handles a key in the editor. Returns whether the editor is open.
    pub(super) fn editor_key(&mut self, code: KeyCode, now: Instant) -> bool {
        let Some(shown) = &mut self.editor else { return false };
        let info = shown.editor.game().info();
        match code {
            KeyCode::Left => shown.step(Direction::Left),
            KeyCode::Right => shown.step(Direction::Right),
            KeyCode::Up => shown.step(Direction::Up),
            KeyCode::Down => shown.step(Direction::Down),
            KeyCode::Backspace | KeyCode::Delete => {
                shown.edit(|editor, cell| _ = editor.take(cell));
            }
            KeyCode::Char(' ') => {
                shown.edit(|editor, _| editor.set_to_move(editor.to_move().other()));
            }
            KeyCode::Char(letter) if info.piece(letter).is_some() => {
                shown.edit(|editor, cell| _ = editor.put(cell, letter));
            }
            KeyCode::Char(letter) => self.editor_command(letter, now),
            KeyCode::Esc => self.editor = None,
            KeyCode::F(1) => self.overlays.push(Overlay::Help { scroll: 0 }),
            _ => {}
        }
        true
    }

    fn editor_command(&mut self, letter: char, now: Instant) {
        let Some(shown) = &mut self.editor else { return };
        let game = shown.editor.game();
        match letter {
            'x' => shown.edit(|editor, cell| _ = editor.clear_cell(cell)),
            'X' => shown.edit(|editor, _| *editor = PositionEditor::empty(game)),
            's' => shown.edit(|editor, _| *editor = PositionEditor::new(game.start())),
            'z' => {
                self.options.random_seed = self.options.random_seed.wrapping_add(1);
                if let Some(position) = next_shuffle(game, self.options.random_seed) {
                    shown.edit(|editor, _| *editor = PositionEditor::new(position));
                }
            }
            'u' => {
                if let Some(before) = shown.undo.pop() {
                    shown.editor = before;
                }
            }
            'f' => shown.flipped = !shown.flipped,
            'c' => self.copy_edited(),
            'p' => self.play_edited(now),
            'q' => self.editor = None,
            '?' => self.overlays.push(Overlay::Help { scroll: 0 }),
            _ => {}
        }
    }

    fn copy_edited(&mut self) {
        let Some(shown) = &self.editor else { return };
        let text = shown.editor.text();
        self.outbox.push(format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(&text)));
        let command = format!("cairn play {} --position '{text}'", shown.editor.game());
        self.overlays
            .push(Overlay::Note { title: "Position", text: format!("{text}\n\n{command}") });
    }

    /// Begins a game from the position with the players of the menu, if it is possible.
    fn play_edited(&mut self, now: Instant) {
        let Some(shown) = &self.editor else { return };
        match shown.editor.position() {
            Ok(position) if position.outcome().is_none() => {
                let mut settings = self.menu.settings(self.options.random_seed);
                (settings.start, settings.shuffle) = (position, None);
                settings.automatic_steps = self.options.config.automatic_steps;
                self.begin(settings, now);
            }
            _ => {
                let text = shown.editor.verdict();
                self.overlays.push(Overlay::Note { title: "Position", text });
            }
        }
    }

    /// Handles a click on a cell in the editor. Returns whether the editor is open.
    pub(super) fn editor_click(&mut self, cell: usize) -> bool {
        let Some(shown) = &mut self.editor else { return false };
        shown.cursor = cell;
        true
    }
}

/// Returns the lines of the panel: the verdict, the pieces with their letters and numbers, and the
/// side to move.
pub(super) fn panel_lines(shown: &EditorScreen) -> Vec<String> {
    let editor = shown.editor();
    let info = editor.game().info();
    let mut lines = vec![editor.verdict(), String::new()];
    for (piece, count) in editor.counts() {
        lines.push(format!("[{}] {}: {count} on the board", piece.letter, piece.name));
    }
    if let Some((name, numbers)) = editor.view().hands {
        let of = |side: Side| format!("{} {}", info.side_name(side), numbers[side.index()]);
        let [first, second] = Side::BOTH.map(of);
        lines.push(format!("{name} in hand: {first}, {second}"));
    }
    lines.extend([
        String::new(),
        format!("[Space] to move: {}", info.side_name(editor.to_move())),
        "[Backspace] remove the top piece".to_owned(),
        "[x] clear the cell, [X] the board".to_owned(),
    ]);
    if editor.game().shuffled(0).is_some() {
        lines.push("[z] another random set-up".to_owned());
    }
    lines
}
