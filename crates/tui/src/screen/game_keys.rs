//! Keys and clicks during a game.

use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use cairn_draw::canvas::Direction;
use cairn_games::Pick;
use cairn_legacy::Program;
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::input::PATIENCE;
use super::lessons;
use super::overlay::{AskFor, Confirm, Overlay};
use crate::session::Session;

/// Whether a letter can begin a move, so that it waits a moment before it is taken as a
/// command.
fn can_begin_a_move(game: &Session, program: Option<&Program>, letter: char) -> bool {
    let Some(builder) = game.builder() else {
        return false;
    };
    let (board, board_game) = (game.info().board, game.position().game());
    let begins = |cell: usize| {
        let is_label = |program: &Program| program.label(board_game, cell).starts_with(letter);
        board.name(cell).starts_with(letter) || program.is_some_and(is_label)
    };
    (0..board.cells()).any(begins)
        || (letter == '+' && builder.offers(Pick::Hand))
        || (letter == 'p' && builder.offers(Pick::Pass))
}

impl ScreenApp {
    /// Handles a key.
    pub(super) fn game_key(&mut self, code: KeyCode, now: Instant) {
        let typing =
            matches!(code, KeyCode::Char(_) | KeyCode::Enter | KeyCode::Backspace | KeyCode::Esc);
        if !typing {
            // No name of a cell goes on like this.
            self.run_lone_letter(now + PATIENCE, now);
        }
        let program = self.program();
        let Some(game) = &mut self.game else {
            return;
        };
        match code {
            KeyCode::Char(letter) if !self.input.is_empty() => self.input.push(letter, now),
            KeyCode::Char(letter) if can_begin_a_move(game, program, letter) => {
                game.say("");
                self.input.push(letter, now);
            }
            KeyCode::Char(letter) => self.command(letter.to_ascii_lowercase(), now),
            KeyCode::Enter if !self.input.is_empty() => self.submit(now),
            KeyCode::Backspace if !self.input.is_empty() => self.input.erase(),
            KeyCode::Esc if !self.input.is_empty() => {
                self.input.take();
            }
            KeyCode::Enter => game.pick_at_cursor(now),
            KeyCode::Backspace | KeyCode::Esc | KeyCode::Delete => {
                game.step_back();
            }
            KeyCode::Tab => game.next_option(true),
            KeyCode::BackTab => game.next_option(false),
            KeyCode::Left => game.step_cursor(Direction::Left),
            KeyCode::Right => game.step_cursor(Direction::Right),
            KeyCode::Up => game.step_cursor(Direction::Up),
            KeyCode::Down => game.step_cursor(Direction::Down),
            KeyCode::F(1) => self.command('?', now),
            _ => {}
        }
        self.follow_input();
    }

    /// Moves the cursor to the cell that is being typed.
    fn follow_input(&mut self) {
        let typed = self.named(&self.input.text().to_ascii_lowercase());
        let Some(game) = &mut self.game else {
            return;
        };
        let last = typed.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let board = game.info().board;
        if let Some(cell) = (0..board.cells()).find(|&cell| board.name(cell) == last) {
            game.point_at(cell);
        }
    }

    fn submit(&mut self, now: Instant) {
        let text = self.input.take();
        let mut letters = text.trim().chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return self.command(letter.to_ascii_lowercase(), now);
        }
        let text = self.named(&text);
        if let Some(game) = &mut self.game {
            game.enter(&text, now);
        }
    }

    /// Runs a single letter as a command once it has waited long enough.
    pub(super) fn tick_input(&mut self, now: Instant) -> bool {
        if !self.overlays.is_empty() || self.game.is_none() {
            return false;
        }
        self.run_lone_letter(now, now)
    }

    /// Runs a single letter as a command if it has waited long enough by `by_then`. Letters
    /// that are not commands wait for the rest of a cell's name.
    fn run_lone_letter(&mut self, by_then: Instant, now: Instant) -> bool {
        match self.input.lone_letter(by_then) {
            Some(letter) if "cefhip+".contains(letter) => {
                self.input.take();
                self.command(letter, now);
                true
            }
            _ => false,
        }
    }

    /// Runs the command of a letter.
    fn command(&mut self, letter: char, now: Instant) {
        let Some(game) = &mut self.game else {
            return;
        };
        let show = game.settings().is_computers_only();
        match letter {
            'u' => game.undo(now),
            'r' => game.redo(now),
            'h' => game.toggle_hint(),
            'e' => game.toggle_evaluation(),
            'f' => game.flip(),
            'm' | '.' => game.hurry(),
            'p' => game.pick(Pick::Pass, now),
            ' ' if show || game.is_paused() => game.toggle_pause(now),
            ' ' => game.pick_at_cursor(now),
            '+' | '=' if show => game.change_speed(true),
            '-' | '_' if show => game.change_speed(false),
            '+' => game.pick(Pick::Hand, now),
            'c' => self.copy_position(),
            's' => {
                let name = game.info().name.replace(':', "-");
                self.overlays.push(Overlay::ask(AskFor::SaveAs, &format!("{name}.txt")));
            }
            'l' => self.open_saved(),
            'x' if game.ending().is_none() => self.overlays.push(Overlay::Confirm(Confirm::Resign)),
            'n' if game.ending().is_none() && !game.history().moves().is_empty() => {
                self.overlays.push(Overlay::Confirm(Confirm::Rematch));
            }
            'n' => self.rematch(now),
            'i' => {
                let lesson = lessons::of(game.game());
                self.overlays.push(Overlay::Lesson { lesson, scroll: 0 });
            }
            '?' => self.overlays.push(Overlay::Help { scroll: 0 }),
            'q' => self.ask_to_leave(),
            other => game.say(format!("The key {other} has no function here; ? shows the keys.")),
        }
    }

    /// Starts the same game again.
    pub(super) fn rematch(&mut self, now: Instant) {
        if let Some(game) = &self.game {
            let next = game.rematch(now);
            self.show(next);
        }
    }

    /// Copies the position to the clipboard, and shows it for terminals without one.
    fn copy_position(&mut self) {
        let Some(game) = &mut self.game else {
            return;
        };
        let text = game.position().to_text();
        self.outbox.push(format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(&text)));
        let command = format!("cairn play {} --position '{text}'", game.game());
        game.say("The position was copied, if the terminal allows it.");
        self.overlays
            .push(Overlay::Note { title: "Position", text: format!("{text}\n\n{command}") });
    }

    /// Handles a click on the name of a key. A letter need not wait for the rest of a move.
    pub(super) fn click_key(&mut self, code: KeyCode, now: Instant) {
        match code {
            KeyCode::Char(letter) if self.overlays.is_empty() && self.game.is_some() => {
                self.input.take();
                self.command(letter.to_ascii_lowercase(), now);
            }
            _ => self.press(code, now),
        }
    }

    /// Handles a click on a cell: picks it, or takes it back if it was picked last.
    pub(super) fn click_cell(&mut self, cell: usize, now: Instant) {
        if !self.overlays.is_empty() {
            return;
        }
        let Some(game) = &mut self.game else {
            return;
        };
        let pick = Pick::Cell(cell);
        let last = game.builder().and_then(|builder| builder.picks().last().copied());
        let offered = game.builder().is_some_and(|builder| builder.offers(pick));
        if self.input.take() == "+" && game.builder().is_some_and(|b| b.offers(Pick::Hand)) {
            // The `+` was waiting for the cell.
            game.pick(Pick::Hand, now);
            return game.pick(pick, now);
        }
        if last == Some(pick) && !offered {
            game.point_at(cell);
            game.step_back();
        } else {
            game.pick(pick, now);
        }
    }
}
