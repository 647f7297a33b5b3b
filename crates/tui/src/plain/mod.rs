//! Games played line by line, for screen readers and pipes.

mod board;
mod command;
mod execute;
mod learn;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use cairn_app::{clock_text, pick_name, pick_names};
use cairn_draw::Marks;
use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_engine::Player;
use cairn_games::Side;
use cairn_legacy::{AnyStyle, Program};

use crate::ascii::to_ascii;
use crate::session::Session;
use crate::settings::GameStart;
use crate::store::SavedGames;
use board::write_board;

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

/// Reaction to a command.
enum AfterCommand {
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
                AfterCommand::Ask => {}
                AfterCommand::Show => self.board()?,
                AfterCommand::Leave => {
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
            self.line("The game is saved. `cairn play --continue` continues it.")?;
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
}
