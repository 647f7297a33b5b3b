//! Positions and games to be drawn, with what is pointed out in them.

use std::time::Duration;

use cairn_draw::{Frame, Marks, animation_frames, marks_of_move};
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
use cairn_games::record::Record;
use cairn_games::{AnyPosition, BoardView, History, Impossible, Pick, Step};
use cairn_legacy::Reading;

use crate::move_builder::{MoveBuilder, PickResult};
use crate::moves::{MoveListError, play_moves};

/// Time that the engine gets for its best line.
const BEST_LINE_TIME: Duration = Duration::from_secs(1);
/// Number of moves shown of the best line.
const BEST_LINE_MOVES: usize = 4;

/// A position or a game to be drawn. Marks and arrows are added to its last position.
///
/// ```
/// use cairn_app::illustration::Illustration;
/// use cairn_games::{GameId, History};
///
/// let mut nava = Illustration::of_history(&History::new(GameId::Nava.start()));
/// nava.show_move("a1-a4")?;
/// assert_eq!(nava.last().marks.arrows.len(), 1);
/// # Ok::<(), cairn_app::illustration::IllustrationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Illustration {
    /// Never empty.
    frames: Vec<Frame>,
    /// The last position, if the rules allow it.
    position: Result<AnyPosition, Impossible>,
}

/// Error adding something to an [`Illustration`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllustrationError {
    /// A move cannot be made.
    #[error(transparent)]
    Move(#[from] MoveListError),
    /// The position cannot occur in a game, so there are no moves in it.
    #[error("this position is impossible: {0}")]
    Impossible(#[from] Impossible),
    /// The record has fewer moves.
    #[error("the record has {length} moves, fewer than {wanted}")]
    TooFewMoves {
        /// Number of moves in the record.
        length: usize,
        /// Number that was asked for.
        wanted: usize,
    },
    /// The game is over, so there is no line to show.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// The engine failed.
    #[error("{0}")]
    Engine(String),
    /// Steps of a turn cannot be chosen.
    #[error("{steps}: {reason}")]
    Steps {
        /// Steps that were given.
        steps: String,
        /// Reason.
        reason: String,
    },
}

impl Illustration {
    /// Shows a position, whether or not a game can reach it.
    pub fn of_reading(reading: &Reading) -> Self {
        let view = BoardView::new(reading.game, &reading.diagram);
        let frames = vec![Frame { view, marks: Marks::default() }];
        Self { frames, position: reading.position() }
    }

    /// Shows the last position of a game, with its last move marked.
    pub fn of_history(history: &History) -> Self {
        let view = history.position().view();
        let marks = match history.positions() {
            [.., before, _] => marks_of_move(&before.view(), &view),
            _ => Marks::default(),
        };
        Self { frames: vec![Frame { view, marks }], position: Ok(*history.position()) }
    }

    /// Shows all positions of a recorded game, or the one after `after` moves. The moves of
    /// `further` are played from there.
    ///
    /// # Errors
    /// If the record has fewer moves, or a further move cannot be made.
    pub fn of_record(
        record: &Record,
        after: Option<usize>,
        further: &[String],
    ) -> Result<Self, IllustrationError> {
        let mut history = history_after(record, after)?;
        let is_whole = history.moves().len() == record.line.moves.len() && further.is_empty();
        play_moves(&mut history, further)?;
        let mut frames =
            animation_frames(history.positions().iter().map(AnyPosition::view).collect());
        // A game may have ended in a way that its last board does not show.
        if let Some(last) = frames.last_mut().filter(|_| is_whole) {
            last.view.outcome = last.view.outcome.or(history.outcome()).or(record.result);
        }
        if after.is_some() {
            frames.drain(..frames.len() - 1);
        }
        Ok(Self { frames, position: Ok(*history.position()) })
    }

    /// Returns the pictures in their order.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the last picture.
    pub fn last(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// Returns the reason why no game can reach the position, if none can.
    pub fn impossible(&self) -> Option<&Impossible> {
        self.position.as_ref().err()
    }

    /// Shows a move with arrows, without making it.
    ///
    /// # Errors
    /// If the move cannot be made.
    pub fn show_move(&mut self, text: &str) -> Result<(), IllustrationError> {
        let position = self.position.clone()?;
        for steps in steps_of(&position, [text])? {
            let marks = &mut self.last_mut().marks;
            *marks = std::mem::take(marks).with_steps(&steps, None);
        }
        Ok(())
    }

    /// Shows moves that follow each other with numbered arrows, without making them.
    ///
    /// # Errors
    /// If a move cannot be made.
    pub fn show_line(&mut self, text: &str) -> Result<(), IllustrationError> {
        let position = self.position.clone()?;
        let steps = steps_of(&position, text.split_whitespace())?;
        self.show_steps(&steps);
        Ok(())
    }

    /// Shows the line that the engine finds best within a second.
    ///
    /// # Errors
    /// If the game is over.
    pub fn show_best_line(&mut self) -> Result<(), IllustrationError> {
        let mut position = self.position.clone()?;
        let history = History::new(position);
        if let Some(ending) = history.ending() {
            return Err(IllustrationError::GameOver(ending.reason));
        }
        let failed = |error: &dyn std::fmt::Display| IllustrationError::Engine(error.to_string());
        let player = Player::Level(Level::HIGHEST);
        let mut bot = player
            .bot(position.game(), &EngineOptions::default())
            .map_err(|error| failed(&error))?;
        let limits = Limits::time(BEST_LINE_TIME);
        let report = bot
            .search(&history, &limits, &StopFlag::new(), &mut |_| {})
            .map_err(|error| failed(&error))?;
        let mut steps = Vec::new();
        for &mv in report.lines[0].moves.iter().take(BEST_LINE_MOVES) {
            steps.push(position.steps(mv).unwrap_or_default());
            if position.play(mv).is_err() {
                break;
            }
        }
        self.show_steps(&steps);
        Ok(())
    }

    /// Marks the choices that follow some steps of a turn, and shows the steps that are
    /// complete.
    ///
    /// # Errors
    /// If the steps are not the beginning of a move.
    pub fn show_choices(&mut self, steps: &str) -> Result<(), IllustrationError> {
        let position = self.position.clone()?;
        let mut builder = MoveBuilder::new(&position);
        let frame = self.last_mut();
        if !steps.trim().is_empty() {
            let wrong =
                |reason: String| IllustrationError::Steps { steps: steps.to_owned(), reason };
            if let PickResult::Complete(_) = builder.enter(steps).map_err(wrong)? {
                return Err(wrong("the move is already complete".to_owned()));
            }
            // The last move would only distract from this one.
            let arrows = std::mem::take(&mut frame.marks.arrows);
            frame.marks = Marks { arrows, ..Marks::default() };
        }
        let cell = |pick: &Pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None };
        frame.marks.selected = builder.picks().iter().filter_map(cell).collect();
        frame.marks.targets = builder.cells().collect();
        frame.view = builder.preview().clone();
        Ok(())
    }

    fn show_steps(&mut self, steps: &[Vec<Step>]) {
        let marks = &mut self.last_mut().marks;
        *marks = std::mem::take(marks).with_line(steps);
    }

    fn last_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

/// Returns the recorded game up to the position after `after` moves, or all of it.
///
/// # Errors
/// If the record has fewer moves.
pub fn history_after(record: &Record, after: Option<usize>) -> Result<History, IllustrationError> {
    let mut history = record.history();
    let length = history.moves().len();
    let wanted = after.unwrap_or(length);
    if wanted > length {
        return Err(IllustrationError::TooFewMoves { length, wanted });
    }
    while history.moves().len() > wanted {
        history.undo();
    }
    Ok(history)
}

/// Returns the steps of each of some moves that follow each other.
fn steps_of<'a>(
    position: &AnyPosition,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Vec<Step>>, MoveListError> {
    let mut history = History::new(*position);
    play_moves(&mut history, moves)?;
    let played = history.positions().iter().zip(history.moves());
    Ok(played.map(|(position, &mv)| position.steps(mv).unwrap_or_default()).collect())
}
