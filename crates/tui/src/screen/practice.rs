//! Learning from mistakes: the bad moves of a finished game, each to be done better.

use std::time::{Duration, Instant};

use cairn_app::line_texts;
use cairn_app::review::MistakeExercise;
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits, Player};
use cairn_games::{AnyMove, History, Outcome};
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::overlay::Overlay;
use crate::keys::KeyAction;
use crate::session::Session;
use crate::worker::{SearchMessage, SearchRequest, SearchThread};

/// Search time for judging a move.
const JUDGING_TIME: Duration = Duration::from_millis(600);

/// State of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeState {
    /// A better move is to be found.
    Open,
    /// The engine judges this move.
    Judging(AnyMove),
    /// The last move was not good enough and has not been taken back yet.
    Wrong,
    /// A good move was found or shown.
    Solved,
}

/// The exercises of a game, beside the session that has the board of the current one.
#[derive(Debug)]
pub struct Practice {
    /// The finished game, which is shown again afterwards.
    finished: Box<Session>,
    exercises: Vec<MistakeExercise>,
    /// Index of the current exercise.
    at: usize,
    state: PracticeState,
    /// Number of exercises whose solution was found rather than shown.
    found: usize,
    /// Text to be read now: the task, or the verdict on a move.
    text: String,
    judge: SearchThread,
    /// Whether the text has not been drawn yet.
    pub(super) is_unread: bool,
}

impl Practice {
    fn new(finished: Session, exercises: Vec<MistakeExercise>) -> Self {
        Self {
            finished: Box::new(finished),
            exercises,
            at: 0,
            state: PracticeState::Open,
            found: 0,
            text: String::new(),
            judge: SearchThread::default(),
            is_unread: true,
        }
    }

    /// Returns the state of the current exercise.
    pub const fn state(&self) -> PracticeState {
        self.state
    }

    /// Returns the text that is to be read now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of the current exercise.
    pub fn title(&self) -> String {
        format!("Exercise {} of {}", self.at + 1, self.exercises.len())
    }

    /// Whether the engine is judging a move.
    pub const fn is_judging(&self) -> bool {
        matches!(self.state, PracticeState::Judging(_))
    }

    fn exercise(&self) -> &MistakeExercise {
        &self.exercises[self.at]
    }

    /// Returns the game up to the current exercise.
    fn history(&self) -> History {
        let game = self.finished.history();
        let mut history = History::new(*game.start());
        for &mv in &game.moves()[..self.exercise().ply] {
            let played = history.play(mv);
            debug_assert!(played.is_ok(), "the move was legal in the game");
        }
        history
    }

    /// Returns the text of a move in the position of the current exercise.
    fn move_text(&self, mv: AnyMove) -> String {
        let position = &self.finished.history().positions()[self.exercise().ply];
        position.write_move(mv).unwrap_or_default()
    }

    fn tell(&mut self, state: PracticeState, text: String) {
        (self.state, self.text, self.is_unread) = (state, text, true);
    }

    /// Takes the verdict on a move, after which the side expects this share of the points.
    fn take(&mut self, mv: AnyMove, expectation: f64, reply: Option<String>) {
        let (text, percent) = (self.move_text(mv), (100.0 * expectation).round());
        if mv == self.exercise().played {
            let reason = self.exercise().reason.clone();
            return self.tell(PracticeState::Wrong, format!("{reason} Find a better move."));
        }
        if !self.exercise().accepts(mv, expectation) {
            let after = reply.map_or_else(String::new, |reply| format!(" (reply: {reply})"));
            let text = format!(
                "After {text} your expected score is {percent} %{after}. Try another move."
            );
            return self.tell(PracticeState::Wrong, text);
        }
        self.found += 1;
        let praise = if self.exercise().best.first() == Some(&mv) {
            format!("{text} is the best move.")
        } else {
            format!("{text} is good enough: your expected score stays at {percent} %.")
        };
        self.tell(PracticeState::Solved, format!("{praise} {}", self.exercise().reason));
    }
}

impl ScreenApp {
    /// Asks for the exercises of the finished game, which may have to be reviewed first.
    pub(super) fn learn_from_mistakes(&mut self) {
        let Some(game) = &mut self.game else { return };
        self.practice_wanted = game.review_for_exercises();
    }

    /// Begins the exercises as soon as the review is ready. Returns whether something has changed.
    pub(super) fn tick_practice(&mut self, now: Instant) -> bool {
        if self.practice_wanted
            && let Some(exercises) = self.game.as_ref().and_then(Session::exercises)
        {
            self.practice_wanted = false;
            self.begin_practice(exercises, now);
            return true;
        }
        self.take_verdict()
    }

    fn begin_practice(&mut self, exercises: Vec<MistakeExercise>, now: Instant) {
        let Some(mut finished) = self.game.take() else { return };
        if exercises.is_empty() {
            finished.say("The engine found no mistakes to learn from.");
            self.game = Some(finished);
            return;
        }
        finished.browse_to(usize::MAX);
        self.show_exercise(Practice::new(finished, exercises), now);
    }

    /// Shows the position of the current exercise with its task.
    fn show_exercise(&mut self, mut practice: Practice, now: Instant) {
        let automatic = self.options.config.automatic_steps;
        let mut session = Session::for_lesson(&practice.history(), automatic, now);
        if session.is_flipped() != practice.finished.is_flipped() {
            session.flip();
        }
        self.show(session);
        practice.tell(PracticeState::Open, practice.exercise().task.clone());
        self.practice = Some(practice);
    }

    /// Judges the move that was made on the board, if there is a new one.
    pub(super) fn judge_practice(&mut self) {
        let (Some(practice), Some(game)) = (&mut self.practice, &mut self.game) else { return };
        let made = practice.exercise().ply + 1;
        let (true, [.., mv]) = (game.history().moves().len() == made, game.history().moves())
        else {
            return;
        };
        if practice.state != PracticeState::Open {
            return;
        }
        let (mv, side) = (*mv, practice.exercise().side);
        game.stop_input();
        game.say("");
        let is_known =
            mv == practice.exercise().played || practice.exercise().best.first() == Some(&mv);
        match game.history().outcome() {
            Some(outcome) => {
                let share = if outcome == Outcome::Draw { 0.5 } else { 0.0 };
                let share = if outcome == Outcome::Win(side) { 1.0 } else { share };
                practice.take(mv, share, None);
            }
            None if is_known => practice.take(mv, 1.0, None),
            None => {
                practice.tell(PracticeState::Judging(mv), "Judging the move ...".to_owned());
                practice.judge.ask(SearchRequest {
                    player: Player::Level(Level::HIGHEST),
                    seat: 0,
                    options: EngineOptions { hash_mb: 32, ..EngineOptions::default() },
                    history: game.history().clone(),
                    limits: Limits::time(JUDGING_TIME),
                });
            }
        }
    }

    /// Takes the verdict of the engine. Returns whether there was one.
    fn take_verdict(&mut self) -> bool {
        let (Some(practice), Some(game)) = (&mut self.practice, &self.game) else { return false };
        let Some(message) = practice.judge.poll() else { return false };
        let PracticeState::Judging(mv) = practice.state else { return false };
        match message {
            SearchMessage::Progress(_) => return false,
            SearchMessage::Done(Ok(report)) => {
                let line = report.lines.first().map(|line| line.moves.as_slice());
                let reply = line_texts(game.position(), line.unwrap_or_default());
                let expectation = 1.0 - report.score().expectation();
                practice.take(mv, expectation, reply.into_iter().next());
            }
            SearchMessage::Done(Err(why)) => practice.tell(PracticeState::Wrong, why),
        }
        true
    }

    /// Takes a move back that was not good enough.
    fn retry_exercise(&mut self, now: Instant) {
        if let Some(practice) = self.practice.take() {
            self.show_exercise(practice, now);
        }
    }

    /// Shows the best move of the current exercise.
    fn show_best(&mut self, now: Instant) {
        if self.practice.as_ref().is_none_or(|practice| practice.state == PracticeState::Solved) {
            return;
        }
        self.retry_exercise(now);
        let (Some(practice), Some(game)) = (&mut self.practice, &mut self.game) else { return };
        let Some(&best) = practice.exercise().best.first() else { return };
        game.show_hint(best);
        game.say("");
        game.stop_input();
        let text = practice.move_text(best);
        let text = format!("The best move is {text}. {}", practice.exercise().reason);
        practice.tell(PracticeState::Solved, text);
    }

    /// Goes to the next exercise, or back to the game after the last one.
    fn next_exercise(&mut self, now: Instant) {
        let Some(mut practice) = self.practice.take() else { return };
        practice.at += 1;
        if practice.at < practice.exercises.len() {
            return self.show_exercise(practice, now);
        }
        let (found, all) = (practice.found, practice.exercises.len());
        self.practice = Some(practice);
        self.end_practice();
        let text = format!("You found a better move in {found} of {all} exercises.");
        self.overlays.push(Overlay::Note { title: "Mistakes", text });
    }

    /// Returns to the finished game.
    fn end_practice(&mut self) {
        if let Some(practice) = self.practice.take() {
            self.show(*practice.finished);
        }
    }

    /// Handles a key during an exercise. Returns whether it has a meaning of its own there.
    pub(super) fn practice_key(&mut self, code: KeyCode, now: Instant) -> bool {
        let Some(practice) = &self.practice else { return false };
        let state = practice.state;
        let action = match code {
            KeyCode::Char(letter) if self.input.is_empty() && !self.is_typed(letter) => {
                self.options.config.keys.action(letter)
            }
            _ => None,
        };
        let goes_on = matches!(code, KeyCode::Enter | KeyCode::Char(' '));
        match (action, code) {
            (Some(action), _) => return self.practice_action(action, now),
            (_, KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End) => {}
            _ if state == PracticeState::Solved => {
                if goes_on {
                    self.next_exercise(now);
                }
            }
            _ if state == PracticeState::Wrong => {
                self.retry_exercise(now);
                // What is typed or pointed at begins the next attempt.
                return goes_on || matches!(code, KeyCode::Backspace | KeyCode::Esc);
            }
            _ => return !matches!(state, PracticeState::Open),
        }
        true
    }

    /// Runs a command during an exercise. Returns whether it is one.
    fn practice_action(&mut self, action: KeyAction, now: Instant) -> bool {
        match action {
            KeyAction::Hint => self.show_best(now),
            KeyAction::NewGame => self.next_exercise(now),
            KeyAction::Menu | KeyAction::Mistakes => self.end_practice(),
            KeyAction::Undo => {
                let begun = self.game.as_ref().is_some_and(Session::has_chosen);
                if begun {
                    return false;
                }
                self.retry_exercise(now);
            }
            other if other.is_for_any_board() => return false,
            other => {
                if let Some(game) = &mut self.game {
                    game.say(format!("Not available in an exercise: {}.", other.word()));
                }
            }
        }
        true
    }

    /// Handles a click on the board during an exercise. Returns whether it is used up.
    pub(super) fn practice_click(&mut self, now: Instant) -> bool {
        match self.practice.as_ref().map(Practice::state) {
            None | Some(PracticeState::Open) => return false,
            Some(PracticeState::Wrong) => self.retry_exercise(now),
            Some(PracticeState::Judging(_) | PracticeState::Solved) => {}
        }
        true
    }
}
