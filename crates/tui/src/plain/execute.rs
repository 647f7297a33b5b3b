//! Commands of a game played line by line.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use cairn_app::records::{self, RecordFileErrorKind, RecordPath};
use cairn_engine::Score;
use cairn_games::{MoveSelection, Pick};

use super::command::PlainCommand;
use super::{AfterCommand, Dialogue, PlainError};
use crate::session::Session;
use crate::store::{SavedGame, SavedGames};

const HELP: &str = "\
Type a whole move, or its cells one at a time when asked;
+ stands for a new piece from the supply.
  goal         show your aim and the progress of both sides
  moves        list the legal moves
  board        show the board again
  position     show the position as one line of text
  back         take back the last step of an unfinished move
  undo, redo   take back a move; restore it
  show N       show the board after N moves
  hint         suggest a move
  value        show the evaluation
  save FILE    save the game to a file
  load FILE    continue the game in a file; FILE#N is game N of several
  games        list the saved games; load N continues one
  resign       resign
  help         show this list
  quit, q.     leave the game";

/// Largest number of games listed.
const MAX_LISTED: usize = 20;

/// Whether a text has a digit, as the name of every cell does, or is a word for a step.
fn looks_like_a_move(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || c == '+') || text.starts_with("pass")
}

impl<R: BufRead, W: Write> Dialogue<'_, R, W> {
    /// Carries out a command.
    pub(super) fn execute(&mut self, text: &str) -> Result<AfterCommand, PlainError> {
        let now = Instant::now();
        let command = PlainCommand::read(text);
        match command {
            PlainCommand::Nothing => return Ok(AfterCommand::Ask),
            PlainCommand::Quit => return Ok(AfterCommand::Leave),
            PlainCommand::Board => return Ok(AfterCommand::Show),
            PlainCommand::Help => self.line(HELP)?,
            PlainCommand::Moves => self.moves()?,
            PlainCommand::Position => {
                let position = self.session.position().to_text();
                self.line(&position)?;
            }
            PlainCommand::Undo | PlainCommand::Redo => {
                let before = self.session.history().moves().len();
                if command == PlainCommand::Undo {
                    self.session.undo(now)
                } else {
                    self.session.redo(now)
                }
                self.message()?;
                if self.session.history().moves().len() != before {
                    return Ok(AfterCommand::Show);
                }
            }
            PlainCommand::Back => {
                if !self.session.step_back() {
                    self.line("No step of this move to take back; undo takes back a move.")?;
                }
            }
            PlainCommand::Hint => self.hint()?,
            PlainCommand::Value => self.value()?,
            PlainCommand::Goal => self.goal()?,
            PlainCommand::Games => self.games()?,
            PlainCommand::Show(number) => self.show(number)?,
            PlainCommand::Save(None) => self.line("Give a file name: save FILE")?,
            PlainCommand::Load(None) => {
                self.line("Give a file name, load FILE, or the number of a saved game: load 1")?
            }
            PlainCommand::Save(Some(path)) => {
                let message = match self.session.save_as(Path::new(path)) {
                    Ok(()) => format!("Saved as {path}."),
                    Err(why) => why,
                };
                self.line(&message)?;
            }
            PlainCommand::Load(Some(path)) => return self.load(path),
            PlainCommand::Resign => self.session.resign(now),
            PlainCommand::Move(text) => {
                let before = self.session.history().moves().len();
                let named = match self.program() {
                    Some(program) => program.names_for_labels(self.session.position().game(), text),
                    None => text.to_owned(),
                };
                if !self.session.enter(&named, now) {
                    if looks_like_a_move(text) {
                        self.message()?;
                    } else {
                        self.line(&format!(
                            "`{text}` is not a move or a command. Type help for a list."
                        ))?;
                    }
                } else if self.session.history().moves().len() > before {
                    return Ok(AfterCommand::Show);
                }
            }
        }
        Ok(AfterCommand::Ask)
    }

    fn message(&mut self) -> io::Result<()> {
        let message = self.session.message().replace("; r redoes", "; redo restores");
        let message = self.labelled(&message);
        self.line(&message)
    }

    /// Lists the moves that continue the steps so far.
    fn moves(&mut self) -> io::Result<()> {
        let position = *self.session.position();
        let picks: &[Pick] = self.session.builder().map_or(&[], |builder| builder.picks());
        let mut selection = MoveSelection::new(&position);
        for &pick in picks {
            selection.pick(pick);
        }
        let moves = selection.candidates();
        for text in moves.into_iter().filter_map(|mv| position.write_move(mv).ok()) {
            let text = self.labelled(&text);
            self.line(&text)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        self.output.flush()?;
        self.session.ask_for_hint();
        self.session.wait_for_hint();
        self.message()
    }

    /// Shows the aim of the game and a hint at the beginning of a person's turn, if wanted.
    pub(super) fn guide(&mut self) -> io::Result<()> {
        let begins = self.session.builder().is_some_and(|builder| builder.picks().is_empty());
        let ply = self.session.history().moves().len();
        if !self.options.is_guided || !begins || self.guided_ply == Some(ply) {
            return Ok(());
        }
        self.guided_ply = Some(ply);
        self.goal()?;
        self.hint()
    }

    fn value(&mut self) -> io::Result<()> {
        self.output.flush()?;
        self.session.ask_for_hint();
        self.session.wait_for_hint();
        let name = self.session.info().side_name(self.session.to_move());
        let Some((_, score)) = self.session.evaluation() else {
            return self.message();
        };
        let share = (100.0 * score.expectation()).round();
        let text = match score {
            Score::Value(_) => format!("{name}: {score} (expected score: {share} %)."),
            _ => format!("{name} {score} moves.").replace("drawn moves", "can draw"),
        };
        let line = self.session.best_line().join(" ");
        self.line(&text)?;
        self.line(&format!("Best line: {line}"))
    }

    /// Tells the aim and the progress of both sides.
    pub(super) fn goal(&mut self) -> io::Result<()> {
        let goal = self.session.position().goal_line(self.session.settings().lone_human());
        self.line(&goal)
    }

    /// Shows an earlier position, without going back to it.
    fn show(&mut self, number: Option<&str>) -> io::Result<()> {
        let last = self.session.history().moves().len();
        let ply = number.and_then(|number| number.parse().ok()).filter(|&ply| ply <= last);
        let Some(ply) = ply else {
            return self.line(&format!("Give a number of moves from 0 to {last}: show 0"));
        };
        self.session.browse_to(ply);
        self.line(&format!("The board after {ply} of {last} moves:"))?;
        let shown = self.board();
        self.session.browse_to(last);
        shown
    }

    /// Lists the saved games, the latest first.
    fn games(&mut self) -> io::Result<()> {
        let games = self.session.store().map(SavedGames::list).unwrap_or_default();
        for damaged in self.session.store().map(SavedGames::damaged).unwrap_or_default() {
            self.line(&format!("Cannot be read: {damaged}"))?;
        }
        if games.is_empty() {
            return self.line("No saved games.");
        }
        for (number, game) in (1..).zip(games.iter().take(MAX_LISTED)) {
            self.line(&format!("{number:>3}  {}", game.line()))?;
        }
        Ok(())
    }

    /// Returns the saved game of a number in the list, unless a file has that name.
    fn kept(&self, text: &str) -> Option<SavedGame> {
        let index = text.parse::<usize>().ok()?.checked_sub(1)?;
        if Path::new(text).exists() {
            return None;
        }
        self.session.store()?.list().into_iter().nth(index)
    }

    fn load(&mut self, path: &str) -> Result<AfterCommand, PlainError> {
        let kept = self.kept(path);
        let read = match &kept {
            Some(saved) => Ok(saved.record.clone()),
            None => RecordPath::parse(path).read(),
        };
        match read {
            Err(error) => {
                self.line(&error.to_string())?;
                if let RecordFileErrorKind::SeveralGames(games) = &error.kind {
                    for (number, game) in (1..).zip(games.iter().take(MAX_LISTED)) {
                        self.line(&format!("{number:>3}  {}", records::summary(game)))?;
                    }
                    self.line(&format!("Type load {path}#N to open game N."))?;
                }
                Ok(AfterCommand::Ask)
            }
            Ok(record) => {
                if let Err(why) = self.options.style.check(record.game()) {
                    self.line(&why.to_string())?;
                    return Ok(AfterCommand::Ask);
                }
                let players = self.session.settings().players.clone();
                let (store, file) = (self.session.store().cloned(), kept.map(|kept| kept.path));
                let automatic = self.session.settings().automatic_steps;
                self.session = Session::resume(&record, &players, store, file, Instant::now());
                self.session.set_automatic_steps(automatic, Instant::now());
                if self.session.is_paused() {
                    self.session.toggle_pause(Instant::now());
                }
                self.line(self.session.info().title)?;
                Ok(AfterCommand::Show)
            }
        }
    }
}
