//! A game line by line: for screen readers, for pipes, and for old habits.

mod board;
mod order;

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use cairn_draw::Marks;
use cairn_draw::terminal::Depth;
use cairn_engine::Score;
use cairn_games::{Pick, Side};
use cairn_legacy::AnyStyle;

use crate::clock;
use crate::entry;
use crate::session::Session;
use crate::store::{self, Saved, Store};
use board::write_board;
use order::Order;

/// How a plain game talks.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// How the board is written.
    pub style: AnyStyle,
    /// The colours there are, if any.
    pub depth: Option<Depth>,
    /// Whether a person types, so that the answer stands beside the question.
    pub is_dialogue: bool,
}

/// Why a plain game stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// Nobody reads or nothing can be read any more.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A computer player failed.
    #[error("{0}")]
    Player(String),
}

const HELP: &str = "\
Type a move in the notation, or the cells of a turn one after the other, as they are asked;
+ is a new piece from the supply, where that is a choice.
  moves        the moves that can be made now
  board        the board again
  position     the position as one line of text
  back         take back the last step of a turn that is not complete
  undo, redo   take back a move, and make it again
  hint         a good move
  value        what the position is worth
  save FILE    write the game to a file
  load FILE    go on with the game in a file
  games        the games that are kept; load and a number goes on with one
  resign       give the game up
  help         this list
  quit, q.     leave the game";

/// How many of the games that are kept are listed.
const MOST_LISTED: usize = 20;

/// Plays a game to its end, or until the input ends.
///
/// # Errors
/// If nothing can be read or written any more, or a computer player fails.
pub fn play(
    session: Session,
    input: impl BufRead,
    output: impl Write,
    manner: &Manner,
) -> Result<(), Broken> {
    Talk { session, input, output, manner, warned: None }.run()
}

/// What happens after an order.
enum Next {
    /// The next question.
    Ask,
    /// The board, then the next question.
    Show,
    /// The end.
    Leave,
}

struct Talk<'a, R, W> {
    session: Session,
    input: R,
    output: W,
    manner: &'a Manner,
    /// What has been said about a game that cannot be kept.
    warned: Option<String>,
}

impl<R: BufRead, W: Write> Talk<'_, R, W> {
    fn run(mut self) -> Result<(), Broken> {
        let info = self.session.info();
        self.line(info.title)?;
        let [first, second] = Side::BOTH
            .map(|side| format!("{}: {}", info.side_name(side), self.session.player_name(side)));
        self.line(&format!("{first}, {second}. Type help for help."))?;
        if matches!(self.manner.style, AnyStyle::Original(_)) {
            // The originals had other names for cells, each its own.
            let names = &self.session.view().cells;
            let corner = names.first().map_or("", |cell| cell.name.as_str());
            self.line(&format!(
                "Cells are typed as a letter and a number; the lowest row begins with {corner}."
            ))?;
        }
        self.board()?;
        loop {
            if let Some(ending) = self.session.ending_text() {
                self.line(&ending)?;
                let result = self.session.record().result.map_or("*", |outcome| outcome.score());
                self.line(&format!("Result: {result}"))?;
                return Ok(self.output.flush()?);
            }
            if self.session.is_computers_turn() {
                self.computer()?;
                continue;
            }
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
            match self.obey(String::from_utf8_lossy(&line).trim())? {
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

    /// Says how to come back to a game that is not over.
    fn leave(&mut self) -> Result<(), Broken> {
        if self.session.file().is_some() {
            self.line("The game is kept. games lists it, and load goes on with it.")?;
        }
        Ok(self.output.flush()?)
    }

    fn warn_if_not_kept(&mut self) -> io::Result<()> {
        let why = self.session.not_kept().map(str::to_owned);
        if let Some(why) = why.as_deref().filter(|_| why != self.warned) {
            self.line(&format!("{why}. save FILE writes it somewhere else."))?;
        }
        self.warned = why;
        Ok(())
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn board(&mut self) -> io::Result<()> {
        let mut marks = self.session.marks();
        // There is no cursor here, and what can be picked is listed in words.
        (marks.cursor, marks.targets) = (None, Vec::new());
        self.board_with(&marks)
    }

    fn board_with(&mut self, marks: &Marks) -> io::Result<()> {
        let view = self.session.view();
        let text = write_board(&self.manner.style, &view, marks, self.manner.depth);
        writeln!(self.output)?;
        self.output.write_all(text.as_bytes())?;
        if let Some(clocks) = self.session.clocks() {
            let (now, info) = (Instant::now(), self.session.info());
            let [first, second] = Side::BOTH.map(|side| {
                format!("{} {}", info.side_name(side), clock::shown(clocks.left(side, now)))
            });
            writeln!(self.output, "Clocks: {first}, {second}.")?;
        }
        writeln!(self.output)
    }

    /// Lets the computer move.
    fn computer(&mut self) -> Result<(), Broken> {
        self.output.flush()?;
        let (side, before) = (self.session.to_move(), *self.session.position());
        self.session.wait_for_computer(Instant::now);
        let made = self.session.history().moves().last().copied();
        if self.session.is_paused() {
            return Err(Broken::Player(self.session.message().to_owned()));
        }
        if let Some(text) = made.and_then(|mv| before.write_move(mv).ok()) {
            let name = self.session.info().side_name(side);
            self.line(&format!("{name} plays {text}."))?;
        }
        Ok(self.board()?)
    }

    /// Says what is asked.
    fn question(&mut self) -> io::Result<()> {
        let Some(choosing) = self.session.choosing() else {
            return Ok(());
        };
        let name = self.session.info().side_name(self.session.to_move());
        let position = self.session.position();
        let left = self.session.clocks().map_or_else(String::new, |clocks| {
            let left = clocks.left(self.session.to_move(), Instant::now());
            format!(" ({} left)", clock::shown(left))
        });
        let mut text = format!("{name}{left}: ");
        if !choosing.picks().is_empty() {
            let picks: Vec<_> =
                choosing.picks().iter().map(|&pick| entry::name(position, pick)).collect();
            text.push_str(&format!("chosen {}. ", picks.join(" ")));
        }
        let choices = entry::choices(position, choosing.options());
        text.push_str(&format!("{} ({choices})", choosing.prompt()));
        write!(self.output, "{text}{}", if self.manner.is_dialogue { " " } else { "\n" })?;
        self.output.flush()
    }

    fn obey(&mut self, text: &str) -> Result<Next, Broken> {
        let now = Instant::now();
        let order = Order::read(text);
        match order {
            Order::Nothing => return Ok(Next::Ask),
            Order::Quit => return Ok(Next::Leave),
            Order::Board => return Ok(Next::Show),
            Order::Help => self.line(HELP)?,
            Order::Moves => self.moves()?,
            Order::Position => {
                let position = self.session.position().to_text();
                self.line(&position)?;
            }
            Order::Undo | Order::Redo => {
                let before = self.session.history().moves().len();
                if order == Order::Undo {
                    self.session.undo(now)
                } else {
                    self.session.redo(now)
                }
                self.message()?;
                if self.session.history().moves().len() != before {
                    return Ok(Next::Show);
                }
            }
            Order::Back => {
                if !self.session.step_back() {
                    self.line("No step of this turn has been made. undo takes back a move.")?;
                }
            }
            Order::Hint => self.hint()?,
            Order::Value => self.value()?,
            Order::Games => self.games()?,
            Order::Save(None) => self.line("Say to which file: save FILE")?,
            Order::Load(None) => {
                self.line("Say which file, load FILE, or which of the games that are kept: load 1")?
            }
            Order::Save(Some(path)) => {
                let message = match self.session.save_as(Path::new(path)) {
                    Ok(()) => format!("Written to {path}."),
                    Err(why) => why,
                };
                self.line(&message)?;
            }
            Order::Load(Some(path)) => return self.load(path),
            Order::Resign => self.session.resign(now),
            Order::Move(text) => {
                let before = self.session.history().moves().len();
                if !self.session.enter(text, now) {
                    self.message()?;
                } else if self.session.history().moves().len() > before {
                    return Ok(Next::Show);
                }
            }
        }
        Ok(Next::Ask)
    }

    fn message(&mut self) -> io::Result<()> {
        let message = self.session.message().replace(" r makes", " redo makes");
        self.line(&message)
    }

    /// The moves that go on from what has been picked.
    fn moves(&mut self) -> io::Result<()> {
        let position = *self.session.position();
        let picks: &[Pick] = self.session.choosing().map_or(&[], |choosing| choosing.picks());
        let mut picker = cairn_games::Picker::new(&position);
        for &pick in picks {
            picker.pick(pick);
        }
        let moves = picker.candidates();
        for text in moves.into_iter().filter_map(|mv| position.write_move(mv).ok()) {
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
            Score::Value(_) => format!("{name}: {score}, about {share} % of the points."),
            _ => format!("{name} {score} moves.").replace("drawn moves", "can draw"),
        };
        let line = self.session.best_line().join(" ");
        self.line(&text)?;
        self.line(&format!("Best line: {line}"))
    }

    /// The games that are kept, the latest first.
    fn games(&mut self) -> io::Result<()> {
        let games = self.session.store().map(Store::list).unwrap_or_default();
        if games.is_empty() {
            return self.line("No games are kept.");
        }
        for (number, game) in (1..).zip(games.iter().take(MOST_LISTED)) {
            self.line(&format!("{number:>3}  {}", game.line()))?;
        }
        Ok(())
    }

    /// The game that is kept and has this number in the list; a file of that name is meant
    /// if there is one.
    fn kept(&self, text: &str) -> Option<Saved> {
        let index = text.parse::<usize>().ok()?.checked_sub(1)?;
        if Path::new(text).exists() {
            return None;
        }
        self.session.store()?.list().into_iter().nth(index)
    }

    fn load(&mut self, path: &str) -> Result<Next, Broken> {
        let kept = self.kept(path);
        let read = match &kept {
            Some(saved) => Ok(saved.record.clone()),
            None => store::read(Path::new(path)),
        };
        match read {
            Err(why) => {
                self.line(&why)?;
                Ok(Next::Ask)
            }
            Ok(record) => {
                if let Err(why) = self.manner.style.check(record.game()) {
                    self.line(&why.to_string())?;
                    return Ok(Next::Ask);
                }
                let players = self.session.set_up().players.clone();
                let (store, file) = (self.session.store().cloned(), kept.map(|kept| kept.path));
                self.session = Session::resume(&record, &players, store, file, Instant::now());
                if self.session.is_paused() {
                    self.session.toggle_pause(Instant::now());
                }
                self.line(self.session.info().title)?;
                Ok(Next::Show)
            }
        }
    }
}
