//! Games played line by line, for screen readers and pipes.

mod board;
mod command;
mod learn;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use cairn_app::records::{self, RecordFileErrorKind, RecordPath};
use cairn_app::{clock_text, pick_name, pick_names};
use cairn_draw::Marks;
use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_engine::{Player, Score};
use cairn_games::{Pick, Side};
use cairn_legacy::{AnyStyle, Program};

use crate::ascii::to_ascii;
use crate::session::Session;
use crate::settings::GameStart;
use crate::store::{SavedGame, SavedGames};
use board::write_board;
use command::PlainCommand;

pub use learn::learn_plain;

/// Options of a game played line by line.
#[derive(Clone, Debug, Default)]
pub struct PlainOptions {
    /// Style of the board.
    pub style: AnyStyle,
    /// Number of colours, or `None` for no colours.
    pub depth: Option<Depth>,
    /// Whether a person types, so that answers stand beside questions.
    pub is_interactive: bool,
    /// Characters of the text around the board.
    pub charset: Charset,
    /// Whether a hint is shown on every turn of a person.
    pub is_guided: bool,
}

/// Error that ends a game played line by line.
#[derive(Debug, thiserror::Error)]
pub enum PlainError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A computer player failed.
    #[error("{0}")]
    Player(String),
}

const HELP: &str = "\
Type a move in the notation, or its cells one after the other as they are asked for;
+ stands for a new piece from the supply.
  goal         say what you are trying to do, and how far both sides are
  moves        list the legal moves
  board        show the board again
  position     show the position as one line of text
  back         take back the last step of an unfinished move
  undo, redo   take back a move, and restore it
  show N       show the board after N moves
  hint         suggest a move
  value        show the evaluation
  save FILE    save the game as a file
  load FILE    continue the game in a file; FILE#N is game N of several
  games        list the saved games; load and a number continues one
  resign       resign
  help         show this list
  quit, q.     leave the game";

/// Largest number of games listed.
const MAX_LISTED: usize = 20;

/// Plays a game to its end, or until the input ends. With a store, the game is saved there.
///
/// # Errors
/// If the input cannot be read or the output cannot be written, or a computer player fails.
pub fn play_plain(
    start: impl Into<GameStart>,
    store: Option<SavedGames>,
    input: impl BufRead,
    output: impl Write,
    options: &PlainOptions,
) -> Result<(), PlainError> {
    let now = Instant::now();
    let session = match start.into() {
        GameStart::New(settings) => Session::new(*settings, store, now),
        GameStart::Record { record, file } => {
            let people = [Player::Human, Player::Human];
            let mut session = Session::resume(&record, &people, store, file, now);
            if session.is_paused() {
                session.toggle_pause(now);
            }
            session
        }
    };
    play(session, input, output, options)
}

fn play(
    session: Session,
    input: impl BufRead,
    output: impl Write,
    options: &PlainOptions,
) -> Result<(), PlainError> {
    Dialogue { session, input, output, options, warned: None, guided_ply: None }.run()
}

/// Whether a text has a digit, as the name of every cell does, or is a word for a step.
fn looks_like_a_move(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || c == '+') || text.starts_with("pass")
}

/// Reaction to a command.
enum Next {
    /// Ask the next question.
    Ask,
    /// Show the board, then ask the next question.
    Show,
    /// End the program.
    Leave,
}

struct Dialogue<'a, R, W> {
    session: Session,
    input: R,
    output: W,
    options: &'a PlainOptions,
    /// Last warning that the game could not be saved.
    warned: Option<String>,
    /// Number of moves at the turn for which a hint was last shown unasked.
    guided_ply: Option<usize>,
}

impl<R: BufRead, W: Write> Dialogue<'_, R, W> {
    fn run(mut self) -> Result<(), PlainError> {
        let info = self.session.info();
        self.line(info.title)?;
        let [first, second] = Side::BOTH
            .map(|side| format!("{}: {}", info.side_name(side), self.session.player_name(side)));
        self.line(&format!("{first}, {second}. Type help for a list of commands."))?;
        if let Some(program) = self.program() {
            self.line(&format!("Cells are typed by {}.", program.label_help()))?;
        }
        if !self.session.settings().is_computers_only() {
            self.goal()?;
        }
        self.board()?;
        loop {
            if let Some(ending) = self.session.ending_text() {
                self.line(&ending)?;
                if let Some(advice) = self.session.advice().filter(|_| self.options.is_interactive)
                {
                    self.line(advice.sentence)?;
                }
                let result = self.session.record().result.map_or("*", |outcome| outcome.score());
                self.line(&format!("Result: {result}"))?;
                return Ok(self.output.flush()?);
            }
            if self.session.is_computers_turn() {
                self.computer()?;
                continue;
            }
            if let Some(announced) = self.session.play_forced(Instant::now()) {
                self.line(&announced)?;
                self.board()?;
                continue;
            }
            self.guide()?;
            self.question()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                let count = self.session.history().moves().len();
                let moves = if count == 1 { "move" } else { "moves" };
                self.line(&format!("End of input. The game stops after {count} {moves}."))?;
                return self.leave();
            }
            // Time runs while somebody thinks what to type.
            self.session.tick(Instant::now());
            if self.session.ending().is_some() {
                continue;
            }
            match self.execute(String::from_utf8_lossy(&line).trim())? {
                Next::Ask => {}
                Next::Show => self.board()?,
                Next::Leave => {
                    self.line("Goodbye.")?;
                    return self.leave();
                }
            }
            self.warn_if_not_kept()?;
        }
    }

    /// Prints the command that continues an unfinished game.
    fn leave(&mut self) -> Result<(), PlainError> {
        if self.session.file().is_some() {
            self.line("The game is saved. The command games lists it, and load continues it.")?;
        }
        Ok(self.output.flush()?)
    }

    fn warn_if_not_kept(&mut self) -> io::Result<()> {
        let why = self.session.not_kept().map(str::to_owned);
        if let Some(why) = why.as_deref().filter(|_| why != self.warned) {
            self.line(&format!("{why}. Use save FILE to save it elsewhere."))?;
        }
        self.warned = why;
        Ok(())
    }

    /// Returns the original program in whose style the board is written, if any.
    fn program(&self) -> Option<&'static Program> {
        self.options.style.program(self.session.position().game())
    }

    /// Replaces the names of cells in a text by labels of an original program.
    fn labelled(&self, text: &str) -> String {
        match self.program() {
            Some(program) => program.labels_for_names(self.session.position().game(), text),
            None => text.to_owned(),
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", self.shown(text))
    }

    /// Returns a text in the characters that can be shown.
    fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.options.charset {
            Charset::Unicode => Cow::Borrowed(text),
            Charset::Ascii => to_ascii(text),
        }
    }

    fn board(&mut self) -> io::Result<()> {
        let mut marks = self.session.marks();
        // There is no cursor here, and choices are listed in words.
        (marks.cursor, marks.targets) = (None, Vec::new());
        self.board_with(&marks)
    }

    fn board_with(&mut self, marks: &Marks) -> io::Result<()> {
        let view = self.session.view();
        let text = write_board(&self.options.style, &view, marks, self.options.depth);
        writeln!(self.output)?;
        self.output.write_all(text.as_bytes())?;
        let (now, info) = (Instant::now(), self.session.info());
        if let [Some(first), Some(second)] = Side::BOTH.map(|side| {
            let left = self.session.time_left(side, now)?;
            Some(format!("{} {}", info.side_name(side), clock_text(left)))
        }) {
            writeln!(self.output, "Clocks: {first}, {second}.")?;
        }
        writeln!(self.output)
    }

    /// Lets the computer move.
    fn computer(&mut self) -> Result<(), PlainError> {
        self.output.flush()?;
        let (side, before) = (self.session.to_move(), *self.session.position());
        self.session.wait_for_computer(Instant::now);
        let made = self.session.history().moves().last().copied();
        if self.session.is_paused() {
            return Err(PlainError::Player(self.session.message().to_owned()));
        }
        if let Some(text) = made.and_then(|mv| before.write_move(mv).ok()) {
            let name = self.session.info().side_name(side);
            let text = self.labelled(&text);
            self.line(&format!("{name} plays {text}."))?;
        }
        Ok(self.board()?)
    }

    /// Asks for the next step.
    fn question(&mut self) -> io::Result<()> {
        let Some(builder) = self.session.builder() else {
            return Ok(());
        };
        let name = self.session.info().side_name(self.session.to_move());
        let position = self.session.position();
        let left = self.session.time_left(self.session.to_move(), Instant::now());
        let left = left.map_or_else(String::new, |left| format!(" ({} left)", clock_text(left)));
        let mut text = format!("{name}{left}: ");
        if !builder.picks().is_empty() {
            let picks: Vec<_> =
                builder.picks().iter().map(|&pick| pick_name(position, pick)).collect();
            text.push_str(&format!("chosen {}. ", self.labelled(&picks.join(" "))));
        }
        let choices = self.labelled(&pick_names(position, builder.options()));
        text.push_str(&format!("{} ({choices})", builder.prompt()));
        let text = self.shown(&text).into_owned();
        write!(self.output, "{text}{}", if self.options.is_interactive { " " } else { "\n" })?;
        self.output.flush()
    }

    fn execute(&mut self, text: &str) -> Result<Next, PlainError> {
        let now = Instant::now();
        let command = PlainCommand::read(text);
        match command {
            PlainCommand::Nothing => return Ok(Next::Ask),
            PlainCommand::Quit => return Ok(Next::Leave),
            PlainCommand::Board => return Ok(Next::Show),
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
                    return Ok(Next::Show);
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
                    return Ok(Next::Show);
                }
            }
        }
        Ok(Next::Ask)
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
        let mut selection = cairn_games::MoveSelection::new(&position);
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
    fn guide(&mut self) -> io::Result<()> {
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
            Score::Value(_) => format!("{name}: {score}, about {share} % of the points expected."),
            _ => format!("{name} {score} moves.").replace("drawn moves", "can draw"),
        };
        let line = self.session.best_line().join(" ");
        self.line(&text)?;
        self.line(&format!("Best line: {line}"))
    }

    /// Tells the aim and the progress of both sides.
    fn goal(&mut self) -> io::Result<()> {
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

    fn load(&mut self, path: &str) -> Result<Next, PlainError> {
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
                Ok(Next::Ask)
            }
            Ok(record) => {
                if let Err(why) = self.options.style.check(record.game()) {
                    self.line(&why.to_string())?;
                    return Ok(Next::Ask);
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
                Ok(Next::Show)
            }
        }
    }
}
