//! Keys and clicks during a game.

use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use cairn_draw::canvas::Direction;
use cairn_engine::levels::Level;
use cairn_games::{Pick, Side};
use cairn_legacy::Program;
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::lesson_session::LessonState;
use super::lessons;
use super::overlay::{AskFor, Confirm, Overlay};
use super::practice::PracticeState;
use crate::keys::KeyAction;
use crate::session::Session;

/// Whether a letter can begin the name of a cell, so that it is typed and not a command.
fn can_begin_a_cell(game: &Session, program: Option<&Program>, letter: char) -> bool {
    let (board, board_game) = (game.info().board, game.position().game());
    let begins = |cell: usize| {
        let is_label = |program: &Program| program.label(board_game, cell).starts_with(letter);
        board.name(cell).starts_with(letter) || program.is_some_and(is_label)
    };
    (0..board.cells()).any(begins)
}

impl ScreenApp {
    /// Whether a letter is typed instead of being a command.
    pub(super) fn is_typed(&self, letter: char) -> bool {
        let Some(game) = &self.game else {
            return false;
        };
        // With a piece in hand already, a `+` can only begin the notation of the whole move.
        let new_piece = || {
            let builder = game.builder();
            builder.is_some_and(|b| !b.picks().is_empty() && !b.offers(Pick::Hand))
        };
        // A wrong move in a lesson or an exercise is taken back by whatever is typed.
        let accepts_moves = game.builder().is_some()
            || self.lesson.as_ref().is_some_and(|lesson| lesson.state() == LessonState::Wrong)
            || self.practice.as_ref().is_some_and(|shown| shown.state() == PracticeState::Wrong);
        !self.options.config.keys.is_configured(letter)
            && accepts_moves
            && (can_begin_a_cell(game, self.program(), letter) || (letter == '+' && new_piece()))
    }

    /// Handles a key.
    pub(super) fn game_key(&mut self, code: KeyCode, now: Instant) {
        if self.browse_key(code) {
            return;
        }
        let is_typed = matches!(code, KeyCode::Char(letter) if self.is_typed(letter));
        let Some(game) = &mut self.game else {
            return;
        };
        match code {
            KeyCode::Char(letter) if self.input.lone_letter().is_some() && !letter.is_numeric() => {
                // No cell is called like this, so the letter before was a command.
                self.submit(now);
                return self.press(code, now);
            }
            KeyCode::Char(letter) if !self.input.is_empty() => self.input.push(letter),
            KeyCode::Char(letter) if is_typed => {
                game.say("");
                self.input.push(letter);
            }
            KeyCode::Char(letter) => self.command(letter, now),
            KeyCode::Enter if !self.input.is_empty() => self.submit(now),
            KeyCode::Backspace if !self.input.is_empty() => self.input.erase(),
            KeyCode::Esc if !self.input.is_empty() => {
                self.input.take();
            }
            KeyCode::Enter => game.pick_at_cursor(now),
            KeyCode::Backspace | KeyCode::Esc | KeyCode::Delete => {
                let stepped = game.step_back();
                if !stepped {
                    game.say("No step to take back; u takes back a move.");
                }
            }
            KeyCode::Tab => game.next_option(true),
            KeyCode::BackTab => game.next_option(false),
            KeyCode::Left => game.step_cursor(Direction::Left),
            KeyCode::Right => game.step_cursor(Direction::Right),
            KeyCode::Up => game.step_cursor(Direction::Up),
            KeyCode::Down => game.step_cursor(Direction::Down),
            KeyCode::F(1) => self.act(KeyAction::Help, now),
            _ => {}
        }
        self.follow_input();
    }

    /// Handles a key that shows another position of the game. While an earlier position is
    /// shown, every key does: those without a direction return to the current one.
    fn browse_key(&mut self, code: KeyCode) -> bool {
        let action = match code {
            KeyCode::Char(letter) if self.input.is_empty() => {
                self.options.config.keys.action(letter)
            }
            _ => None,
        };
        let Some(game) = &mut self.game else {
            return false;
        };
        // Without a cursor on the board, its keys are free.
        let free = game.is_browsing() || game.ending().is_some();
        match (code, action) {
            (KeyCode::PageUp, _) | (_, Some(KeyAction::Back)) => game.browse(-1),
            (KeyCode::PageDown, _) | (_, Some(KeyAction::Forward)) => game.browse(1),
            (KeyCode::Left | KeyCode::Up, _) if free => game.browse(-1),
            (KeyCode::Right | KeyCode::Down, _) if free => game.browse(1),
            (KeyCode::Home, _) => game.browse_to(0),
            (KeyCode::End, _) => game.browse_to(usize::MAX),
            (_, Some(KeyAction::TurningPoints)) => game.next_turning_point(),
            (_, Some(KeyAction::Mistakes)) if free => self.learn_from_mistakes(),
            _ if game.is_browsing() => game.browse_to(usize::MAX),
            _ => return false,
        }
        true
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
            return self.command(letter, now);
        }
        let text = self.named(&text);
        if let Some(game) = &mut self.game {
            game.enter(&text, now);
        }
    }

    /// Runs the command of a character.
    fn command(&mut self, letter: char, now: Instant) {
        if let Some(action) = self.options.config.keys.action(letter) {
            return self.act(action, now);
        }
        let Some(game) = &mut self.game else {
            return;
        };
        let show = game.settings().is_computers_only();
        if let (Some((_, level)), true) = (game.level_of_opponent(), game.ending().is_some()) {
            match letter {
                '+' | '=' => return self.play_level(level.harder(), now),
                '-' | '_' => return self.play_level(level.easier(), now),
                _ => {}
            }
        }
        match letter {
            ' ' if show || (game.is_paused() && game.builder().is_none()) => game.toggle_pause(now),
            ' ' => game.pick_at_cursor(now),
            '+' | '=' if show => game.change_speed(true),
            '-' | '_' if show => game.change_speed(false),
            '+' => game.pick(Pick::Hand, now),
            other => game.say(format!("The key {other} has no function here; ? shows the keys.")),
        }
    }

    fn act(&mut self, action: KeyAction, now: Instant) {
        let Some(game) = &mut self.game else {
            return;
        };
        match action {
            KeyAction::Undo => game.undo(now),
            KeyAction::Redo => game.redo(now),
            KeyAction::Hint => game.toggle_hint(),
            KeyAction::HintEveryTurn => game.toggle_guided(),
            KeyAction::Evaluation => game.toggle_evaluation(),
            KeyAction::Flip => game.flip(),
            KeyAction::MoveNow => game.hurry(),
            KeyAction::Pass => game.pick(Pick::Pass, now),
            KeyAction::Copy => self.copy_position(),
            KeyAction::Save => {
                let name = game.info().name.replace(':', "-");
                self.overlays.push(Overlay::ask(AskFor::SaveAs, &format!("{name}.txt")));
            }
            KeyAction::Open => self.open_saved(),
            KeyAction::Resign if game.ending().is_some() => game.say("The game is over."),
            KeyAction::Resign if game.settings().is_computers_only() => {
                game.say("Computers do not resign; q returns to the menu.");
            }
            KeyAction::Resign => self.overlays.push(Overlay::Confirm(Confirm::Resign)),
            KeyAction::NewGame if game.ending().is_none() && !game.history().moves().is_empty() => {
                self.overlays.push(Overlay::Confirm(Confirm::Rematch));
            }
            KeyAction::NewGame => self.rematch(now),
            KeyAction::TurningPoints => game.next_turning_point(),
            KeyAction::Mistakes => self.learn_from_mistakes(),
            KeyAction::Rules => {
                let lesson = lessons::of(game.game());
                self.overlays.push(Overlay::Lesson { lesson, scroll: 0 });
            }
            KeyAction::Help => self.overlays.push(Overlay::Help { scroll: 0 }),
            KeyAction::Menu => self.ask_to_leave(),
            KeyAction::Back => game.browse(-1),
            KeyAction::Forward => game.browse(1),
            KeyAction::Left => game.step_cursor(Direction::Left),
            KeyAction::Right => game.step_cursor(Direction::Right),
            KeyAction::Up => game.step_cursor(Direction::Up),
            KeyAction::Down => game.step_cursor(Direction::Down),
        }
    }

    /// Starts the same game again.
    pub(super) fn rematch(&mut self, now: Instant) {
        if let Some(game) = &self.game {
            let next = game.rematch(None, now);
            self.show(next);
        }
    }

    /// Starts a game against another level, which is remembered.
    fn play_level(&mut self, level: Option<Level>, now: Instant) {
        let Some(game) = &mut self.game else {
            return;
        };
        let Some(level) = level else {
            return game.say("There is no such level.");
        };
        let next = game.rematch(Some(level), now);
        for side in Side::BOTH {
            self.menu.set_level(side, level);
        }
        self.remember();
        self.show(next);
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
                let key = if letter.is_alphabetic() { letter.to_ascii_uppercase() } else { letter };
                if !self.lesson_key(KeyCode::Char(key), now)
                    && !self.practice_key(KeyCode::Char(key), now)
                {
                    self.command(letter, now);
                }
            }
            _ => self.press(code, now),
        }
    }

    /// Handles a click on a cell: picks it, or takes it back if it was picked last.
    pub(super) fn click_cell(&mut self, cell: usize, now: Instant) {
        if !self.overlays.is_empty()
            || self.editor_click(cell)
            || self.lesson_click(now)
            || self.practice_click(now)
        {
            return;
        }
        let Some(game) = &mut self.game else {
            return;
        };
        if game.is_browsing() {
            return game.browse_to(usize::MAX);
        }
        let pick = Pick::Cell(cell);
        let last = game.builder().and_then(|builder| builder.picks().last().copied());
        let offered = game.builder().is_some_and(|builder| builder.offers(pick));
        self.input.take();
        if last == Some(pick) && !offered {
            game.point_at(cell);
            game.step_back();
        } else {
            game.pick(pick, now);
        }
    }
}
