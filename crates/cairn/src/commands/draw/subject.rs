//! What is to be drawn: a position or a game, with what is pointed out in it.

use std::path::Path;
use std::time::Duration;

use cairn_draw::{Frame, Marks, film_of, marks_of_move};
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
use cairn_games::{AnyMove, AnyPosition, BoardView, History, MoveError, Pick, Step, record};
use cairn_tui::choosing::{Choosing, Picked};

use super::DrawArguments;
use crate::commands::apply::make_move;
use crate::diagnostic::Failure;
use crate::output::tell;
use crate::set_up::read_standard_input;

/// The word for the engine's line, how long it is looked for, and how much of it is shown.
const BEST: &str = "best";
const BEST_LINE_TIME: Duration = Duration::from_secs(1);
const BEST_LINE_MOVES: usize = 4;

/// What is to be drawn; never empty.
pub struct Subject(Vec<Frame>);

impl Subject {
    pub fn of(arguments: &DrawArguments) -> Result<Self, Failure> {
        let mut frames = match &arguments.record {
            Some(path) => of_record(path, arguments.at, &arguments.play)?,
            None => vec![of_position(arguments)?],
        };
        if let Some(frame) = frames.last_mut() {
            point_out(arguments, frame)?;
        }
        Ok(Self(frames))
    }

    /// The last position.
    pub fn now(&self) -> &Frame {
        &self.0[self.0.len() - 1]
    }

    /// All of it.
    pub fn film(&self) -> &[Frame] {
        &self.0
    }
}

fn view_of(position: &AnyPosition) -> BoardView {
    BoardView::new(position.game(), &position.to_diagram())
}

/// The position of a view, which the rules must allow.
fn legal(frame: &Frame) -> Result<AnyPosition, Failure> {
    let view = &frame.view;
    let stacks = view.cells.iter().map(|cell| cell.stack.iter().map(|piece| piece.letter));
    let diagram = cairn_games::Diagram {
        board: view.board,
        stacks: stacks.map(Iterator::collect).collect(),
        to_move: view.to_move,
        hands: None,
    };
    let position = view.game.position(&diagram);
    position.map_err(|why| Failure::Input(format!("this position is impossible: {why}")))
}

/// A position, after the moves to be played in it.
fn of_position(arguments: &DrawArguments) -> Result<Frame, Failure> {
    let otherwise = "a --position or --record";
    let reading = arguments.from.read_as(arguments.game.as_deref(), otherwise)?;
    let possible = reading.position();
    if arguments.play.is_empty() {
        if let Err(why) = &possible {
            tell(format!("warning: this position is impossible: {why}"));
        }
        let view = BoardView::new(reading.game, &reading.diagram);
        return Ok(Frame { view, marks: Marks::default() });
    }
    let start =
        possible.map_err(|why| Failure::Input(format!("this position is impossible: {why}")))?;
    let mut history = History::new(start);
    play(&mut history, &arguments.play)?;
    let [.., before, after] = history.positions() else {
        return Err(Failure::Input("no move was made".to_owned()));
    };
    let (before, view) = (view_of(before), view_of(after));
    let marks = marks_of_move(&before, &view);
    Ok(Frame { view, marks })
}

fn play(history: &mut History, moves: &[String]) -> Result<(), Failure> {
    for (index, text) in moves.iter().enumerate() {
        make_move(history, index + 1, text)?;
    }
    Ok(())
}

/// The positions of a recorded game, or the one after so many moves.
fn of_record(path: &Path, at: Option<usize>, further: &[String]) -> Result<Vec<Frame>, Failure> {
    let text = if path == Path::new("-") {
        read_standard_input()?
    } else {
        std::fs::read_to_string(path)
            .map_err(|error| Failure::Input(format!("cannot read {}: {error}", path.display())))?
    };
    let record = record::read(&text)
        .map_err(|error| Failure::at("cannot read the record", &text, &error))?;
    let mut history = record.history();
    let length = history.moves().len();
    if let Some(at) = at {
        if at > length {
            return Err(Failure::Input(format!("the record has only {length} moves")));
        }
        while history.moves().len() > at {
            history.undo();
        }
    }
    play(&mut history, further)?;
    let mut frames = film_of(history.positions().iter().map(view_of).collect());
    // A game may have ended in a way that its last board does not show.
    let whole = history.moves().len() == length && further.is_empty();
    if let Some(last) = frames.last_mut().filter(|_| whole) {
        last.view.outcome = last.view.outcome.or(history.outcome()).or(record.result);
    }
    if at.is_some() {
        frames.drain(..frames.len() - 1);
    }
    Ok(frames)
}

/// Adds the arrows and choices that were asked for.
fn point_out(arguments: &DrawArguments, frame: &mut Frame) -> Result<(), Failure> {
    if let Some(text) = &arguments.shown {
        let position = legal(frame)?;
        let steps = position.steps(read_move(&position, text)?).unwrap_or_default();
        frame.marks = frame.marks.clone().with_steps(&steps, None);
    }
    if let Some(text) = &arguments.line {
        let position = legal(frame)?;
        let moves =
            if text.trim() == BEST { best_line(&position)? } else { line(&position, text)? };
        frame.marks = frame.marks.clone().with_line(&moves);
    }
    if let Some(chosen) = &arguments.targets {
        let position = legal(frame)?;
        choices(&position, chosen, frame)?;
    }
    Ok(())
}

/// A move of this position, or what is wrong with it.
fn read_move(position: &AnyPosition, text: &str) -> Result<AnyMove, Failure> {
    cairn_legacy::read_move(position, text).map_err(|error| match error {
        MoveError::Text(error) => Failure::at("cannot read the move", text, &error),
        MoveError::Illegal(why) => Failure::Input(format!(
            "`{}` is illegal: {why}\n  in the position {}",
            cairn_games::text::excerpt(text),
            position.to_text()
        )),
    })
}

/// The steps of moves that follow each other.
fn line(position: &AnyPosition, text: &str) -> Result<Vec<Vec<Step>>, Failure> {
    let mut history = History::new(*position);
    let mut steps = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let before = *history.position();
        make_move(&mut history, index + 1, word)?;
        if let Some(&mv) = history.moves().last() {
            steps.push(before.steps(mv).unwrap_or_default());
        }
    }
    Ok(steps)
}

/// The first moves of the line that the engine likes best.
fn best_line(position: &AnyPosition) -> Result<Vec<Vec<Step>>, Failure> {
    let history = History::new(*position);
    if let Some(ending) = history.ending() {
        return Err(Failure::Input(format!("the game is over: {}", ending.reason)));
    }
    let told = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let limits = Limits::time(BEST_LINE_TIME);
    let player = Player::Level(Level::HIGHEST);
    let mut bot =
        player.bot(position.game(), &EngineOptions::default()).map_err(|error| told(&error))?;
    let report = bot
        .search(&history, &limits, &StopFlag::new(), &mut |_| {})
        .map_err(|error| told(&error))?;
    let mut position = *position;
    let mut steps = Vec::new();
    let moves = report.lines.first().map_or(&[] as &[AnyMove], |line| line.moves.as_slice());
    for &mv in moves.iter().take(BEST_LINE_MOVES) {
        steps.push(position.steps(mv).unwrap_or_default());
        if position.play(mv).is_err() {
            break;
        }
    }
    Ok(steps)
}

/// Marks what has been chosen of a turn and what can follow, and shows what of the turn is
/// complete.
fn choices(position: &AnyPosition, chosen: &str, frame: &mut Frame) -> Result<(), Failure> {
    let mut choosing = Choosing::new(position);
    if !chosen.trim().is_empty() {
        let wrong = |why: String| Failure::Input(format!("--targets {chosen}: {why}"));
        if let Picked::Move(_) = choosing.enter(chosen).map_err(wrong)? {
            return Err(wrong("the move is complete, so that nothing can follow".to_owned()));
        }
        // The last move would only distract from this one.
        frame.marks = Marks { arrows: frame.marks.arrows.clone(), ..Marks::default() };
    }
    let cell = |pick: &Pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None };
    frame.marks.selected = choosing.picks().iter().filter_map(cell).collect();
    frame.marks.targets = choosing.cells().collect();
    frame.view = choosing.preview().clone();
    Ok(())
}
