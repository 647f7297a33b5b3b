//! Lessons line by line, and the guided first game at their end.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use cairn_app::dates;
use cairn_app::lessons::{Course, CourseKind, CourseProgress, Lesson, Verdict};
use cairn_app::puzzles::{self, PuzzleEvent};
use cairn_app::{MoveBuilder, PickResult, line_texts, pick_name, pick_names};
use cairn_draw::{Marks, marks_of_move};
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_games::{AnyMove, AnyPosition, History};

use super::board::write_board;
use super::{PlainError, PlainOptions, play};
use crate::ascii::to_ascii;
use crate::session::Session;
use crate::settings::GameSettings;
use crate::store::SavedGames;
use cairn_draw::text::Charset;

const HELP: &str = "\
Type a whole move, or its cells one at a time when asked.
  hint         show a move that solves the lesson
  back         take back the last step of an unfinished move
  again        restart the lesson
  board        show the board and the task again
  moves        list the legal moves
  next         go to the next lesson without solving this one
  lesson N     go to lesson N
  lessons      list the lessons
  play         start the guided game at the end of the lessons
  help         show this list
  quit         leave; your progress is saved";

/// Teaches the lessons of a course from this number on, or from the first that has not been
/// solved. After the last lesson a first game against level 1 is offered, with a hint on every
/// turn for those who want it.
///
/// # Errors
/// If the input cannot be read or the output cannot be written, or the computer player fails.
pub fn learn_plain(
    course: &Course,
    first: Option<usize>,
    progress: &mut CourseProgress,
    store: Option<SavedGames>,
    mut input: impl BufRead,
    mut output: impl Write,
    options: &PlainOptions,
) -> Result<(), PlainError> {
    let mut number = first.or_else(|| progress.next(course)).unwrap_or(1);
    let mut dialogue =
        LessonDialogue { course, progress, input: &mut input, output: &mut output, options };
    let kind = match course.kind {
        CourseKind::Lessons => "lessons",
        CourseKind::Puzzles => "puzzles",
    };
    dialogue.line(&format!(
        "{} {kind}: {} of {} solved. Type help for a list of commands.",
        course.game.info().title,
        dialogue.progress.count(course),
        course.lessons.len()
    ))?;
    while let Some(lesson) = course.lesson(number) {
        match dialogue.teach(number, lesson)? {
            AfterLesson::To(next) => number = next,
            AfterLesson::Leave => return Ok(dialogue.output.flush()?),
        }
    }
    if course.kind == CourseKind::Puzzles {
        dialogue.line("That was the last puzzle.")?;
        return Ok(dialogue.output.flush()?);
    }
    let Some(guided) = dialogue.offer_game()? else { return Ok(dialogue.output.flush()?) };
    let computer = Player::Level(Level::LOWEST);
    let settings = GameSettings::new(course.game.start()).with_players([Player::Human, computer]);
    let session = Session::new(settings, store, Instant::now());
    let options = PlainOptions { is_guided: guided, ..options.clone() };
    play(session, input, output, &options)
}

/// Continuation after a lesson.
enum AfterLesson {
    /// The lesson of this number; the end of the course if there is none.
    To(usize),
    /// The end of the program.
    Leave,
}

/// A lesson that is being solved.
struct LessonAttempt<'a> {
    number: usize,
    lesson: &'a Lesson,
    history: History,
    builder: MoveBuilder,
    /// Whether a right move has been shown.
    is_helped: bool,
}

impl<'a> LessonAttempt<'a> {
    fn new(number: usize, lesson: &'a Lesson) -> Self {
        let (history, builder) =
            (History::new(lesson.position), MoveBuilder::new(&lesson.position));
        Self { number, lesson, history, builder, is_helped: false }
    }

    fn begin_move(&mut self) {
        self.builder = MoveBuilder::new(self.history.position());
    }
}

struct LessonDialogue<'a, R, W> {
    course: &'a Course,
    progress: &'a mut CourseProgress,
    input: R,
    output: W,
    options: &'a PlainOptions,
}

impl<R: BufRead, W: Write> LessonDialogue<'_, R, W> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        match self.options.charset {
            Charset::Unicode => writeln!(self.output, "{text}"),
            Charset::Ascii => writeln!(self.output, "{}", to_ascii(text)),
        }
    }

    /// Reads a line, or returns nothing at the end of the input.
    fn read(&mut self) -> io::Result<Option<String>> {
        self.output.flush()?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Teaches a lesson until it is solved or left.
    fn teach(&mut self, number: usize, lesson: &Lesson) -> Result<AfterLesson, PlainError> {
        self.line(&format!("\n{}", self.course.heading(number)))?;
        self.line(&lesson.text)?;
        let mut attempt = LessonAttempt::new(number, lesson);
        self.board(&lesson.position, None)?;
        self.line(&format!("Your task: {}", lesson.task))?;
        loop {
            self.question(&attempt)?;
            let Some(line) = self.read()? else {
                self.line("End of input.")?;
                return Ok(AfterLesson::Leave);
            };
            if let Some(direction) = self.execute(&mut attempt, &line)? {
                return Ok(direction);
            }
        }
    }

    fn board(&mut self, position: &AnyPosition, before: Option<&AnyPosition>) -> io::Result<()> {
        let view = position.view();
        let marks =
            before.map_or_else(Marks::default, |before| marks_of_move(&before.view(), &view));
        let text = write_board(&self.options.style, &view, &marks, self.options.depth);
        writeln!(self.output, "\n{text}")
    }

    fn question(&mut self, attempt: &LessonAttempt<'_>) -> io::Result<()> {
        let position = attempt.history.position();
        let builder = &attempt.builder;
        let mut text = format!("{}: ", position.info().side_name(position.to_move()));
        if !builder.picks().is_empty() {
            let picks: Vec<_> =
                builder.picks().iter().map(|&pick| pick_name(position, pick)).collect();
            text.push_str(&format!("chosen {}. ", picks.join(" ")));
        }
        text.push_str(&format!(
            "{} ({})",
            builder.prompt(),
            pick_names(position, builder.options())
        ));
        write!(self.output, "{text}{}", if self.options.is_interactive { " " } else { "\n" })
    }

    /// Carries out a line of input. Returns where to go on, if the lesson is left.
    fn execute(
        &mut self,
        attempt: &mut LessonAttempt<'_>,
        line: &str,
    ) -> Result<Option<AfterLesson>, PlainError> {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["quit" | "q" | "q." | "exit"] => {
                self.line("Goodbye.")?;
                return Ok(Some(AfterLesson::Leave));
            }
            ["help" | "?"] => self.line(HELP)?,
            ["lessons"] => self.list()?,
            ["moves"] => {
                let moves = attempt.history.position().move_texts().join(" ");
                self.line(&moves)?;
            }
            ["board"] => {
                self.board(attempt.history.position(), None)?;
                self.line(&format!("Your task: {}", attempt.lesson.task))?;
            }
            ["next" | "skip"] => return Ok(Some(AfterLesson::To(attempt.number + 1))),
            ["play"] => return Ok(Some(AfterLesson::To(self.course.lessons.len() + 1))),
            ["lesson", number] => {
                let known =
                    number.parse().ok().filter(|&number| self.course.lesson(number).is_some());
                if let Some(number) = known {
                    return Ok(Some(AfterLesson::To(number)));
                }
                self.line(&format!("Give a number from 1 to {}.", self.course.lessons.len()))?;
            }
            ["again"] => {
                let is_helped = attempt.is_helped;
                *attempt = LessonAttempt::new(attempt.number, attempt.lesson);
                attempt.is_helped = is_helped;
                self.board(&attempt.lesson.position, None)?;
            }
            ["back"] => {
                if !attempt.builder.take_back() {
                    self.line("No step of this move to take back.")?;
                }
            }
            ["hint"] => self.hint(attempt)?,
            _ => return self.enter(attempt, line),
        }
        Ok(None)
    }

    /// Takes a move or steps of one.
    fn enter(
        &mut self,
        attempt: &mut LessonAttempt<'_>,
        line: &str,
    ) -> Result<Option<AfterLesson>, PlainError> {
        match attempt.builder.enter(line) {
            Err(why) => {
                self.line(&format!("{line}: {why}"))?;
                Ok(None)
            }
            Ok(PickResult::Complete(mv)) => self.judge(attempt, mv),
            Ok(_) => Ok(None),
        }
    }

    fn judge(
        &mut self,
        attempt: &mut LessonAttempt<'_>,
        mv: AnyMove,
    ) -> Result<Option<AfterLesson>, PlainError> {
        let verdict = attempt.lesson.judge(&attempt.history, mv);
        match verdict {
            Err(why) => self.line(&why.sentence())?,
            Ok(Verdict::Wrong { reason, line }) => {
                self.line(&reason)?;
                self.refute(attempt, mv, &line)?;
                self.note(attempt, PuzzleEvent::WrongMove)?;
                self.line("Try again, or type hint.")?;
            }
            Ok(Verdict::GoOn { answer, remark }) => {
                self.play(attempt, mv)?;
                self.line(&remark)?;
                self.play(attempt, answer)?;
            }
            Ok(Verdict::Solved { remark }) => {
                self.play(attempt, mv)?;
                self.line(&format!("Solved. {remark}"))?;
                if let Err(error) = self.progress.solve(self.course.game, attempt.lesson) {
                    self.line(&format!("Your progress could not be saved: {error}"))?;
                }
                self.note(attempt, PuzzleEvent::Solved { was_helped: attempt.is_helped })?;
                return Ok(Some(AfterLesson::To(attempt.number + 1)));
            }
        }
        attempt.begin_move();
        Ok(None)
    }

    /// Shows the board after a wrong move and the reply to it, which are then taken back, and the
    /// rest of the line.
    fn refute(
        &mut self,
        attempt: &LessonAttempt<'_>,
        mv: AnyMove,
        line: &[AnyMove],
    ) -> io::Result<()> {
        let mut tried = attempt.history.clone();
        let Some(reply) = line.first().filter(|_| tried.play(mv).is_ok()) else { return Ok(()) };
        let before = *tried.position();
        if tried.play(*reply).is_err() {
            return Ok(());
        }
        self.board(tried.position(), Some(&before))?;
        if line.len() > 1 {
            let texts = line_texts(&before, line);
            self.line(&format!("The line: {}.", texts.join(", ")))?;
        }
        self.line("Your move was taken back.")
    }

    /// Makes a move and shows the board after it.
    fn play(&mut self, attempt: &mut LessonAttempt<'_>, mv: AnyMove) -> io::Result<()> {
        let before = *attempt.history.position();
        // The move has been judged, so it is legal.
        if attempt.history.play(mv).is_ok() {
            self.board(&attempt.history.position().clone(), Some(&before))?;
        }
        Ok(())
    }

    /// Keeps the record of puzzles, and tells the user's rating if it has changed.
    fn note(&mut self, attempt: &LessonAttempt<'_>, event: PuzzleEvent) -> io::Result<()> {
        let puzzle = puzzles::at(&attempt.lesson.position);
        let Some(puzzle) = puzzle.filter(|_| self.course.kind == CourseKind::Puzzles) else {
            return Ok(());
        };
        let is_solved = matches!(event, PuzzleEvent::Solved { .. });
        if is_solved {
            self.line(&puzzle.facts())?;
        }
        let (record, moment) = (&mut self.progress.puzzles, dates::now());
        match record.note(puzzle, event, moment) {
            Ok(0) if !is_solved => Ok(()),
            Ok(change) => {
                let standing = record.standing(moment, change);
                self.line(&standing)
            }
            Err(error) => self.line(&format!("Your rating could not be saved: {error}")),
        }
    }

    fn hint(&mut self, attempt: &mut LessonAttempt<'_>) -> io::Result<()> {
        let position = attempt.history.position();
        let Some(mv) = attempt.lesson.hint(&attempt.history) else { return Ok(()) };
        let words = position.move_in_words(mv).unwrap_or_default();
        let text = position.write_move(mv).unwrap_or_default();
        self.line(&format!("Hint: {words} ({text})."))?;
        attempt.is_helped = true;
        self.note(attempt, PuzzleEvent::Hint)
    }

    /// Lists the lessons with a mark for those that have been solved.
    fn list(&mut self) -> io::Result<()> {
        let course = self.course;
        for (number, lesson) in (1..).zip(&course.lessons) {
            let solved = self.progress.is_solved(course.game, lesson);
            let mark = if solved { "solved" } else { "" };
            self.line(format!("{number:>3}  {:<32} {mark}", lesson.title).trim_end())?;
        }
        Ok(())
    }

    /// Offers the game at the end of the course. Returns whether to give a hint on every
    /// turn, or `None` if no game is wanted.
    fn offer_game(&mut self) -> Result<Option<bool>, PlainError> {
        let title = self.course.game.info().title;
        self.line(&format!(
            "\nThat was the last lesson of {title}. Now play a first game against the computer, \
             level 1."
        ))?;
        loop {
            let question = "Would you like a hint on every turn? (yes, no, quit)";
            let end = if self.options.is_interactive { " " } else { "\n" };
            write!(self.output, "{question}{end}")?;
            match self.read()?.as_deref() {
                Some("yes" | "y") => return Ok(Some(true)),
                Some("no" | "n") => return Ok(Some(false)),
                None | Some("quit" | "q" | "q.") => {
                    self.line("Goodbye.")?;
                    return Ok(None);
                }
                Some(_) => {}
            }
        }
    }
}
