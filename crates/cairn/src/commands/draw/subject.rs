//! What is to be drawn: a position or a game, with what is pointed out in it.

use std::path::Path;

use cairn_draw::{Frame, Marks, film_of, marks_of_move};
use cairn_games::{AnyPosition, BoardView, Form, GameId, History, MoveError, Reading, record};

use super::DrawArguments;
use crate::commands::apply::make_move;
use crate::diagnostic::Failure;
use crate::output::tell;
use crate::set_up::{SetUp, read_standard_input};

/// What is to be drawn; never empty.
pub struct Subject(Vec<Frame>);

impl Subject {
    pub fn of(arguments: &DrawArguments) -> Result<Self, Failure> {
        let mut frames = match &arguments.record {
            Some(path) => of_record(path, arguments.at, &arguments.play)?,
            None => vec![of_position(arguments)?],
        };
        if let (Some(text), Some(frame)) = (&arguments.shown, frames.last_mut()) {
            let position = legal(frame)?;
            frame.marks = marks_of_shown(&position, text, &frame.marks)?;
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
    let reading = read(arguments)?;
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

/// Reads the position as the game that is named, or as any.
fn read(arguments: &DrawArguments) -> Result<Reading, Failure> {
    let from = &arguments.from;
    let boards = match &arguments.game {
        Some(game) => Some(SetUp::boards_of(game, from)?),
        None if from.size.is_some() || from.seed.is_some() => {
            return Err(Failure::Usage("--size and --seed need the name of a game".to_owned()));
        }
        None => None,
    };
    if from.position.is_some() {
        return from.read(boards.as_deref().unwrap_or(GameId::ALL));
    }
    let Some(boards) = boards else {
        return Err(Failure::Usage("say which GAME, or give a --position or --record".to_owned()));
    };
    let position = SetUp::start(boards[0], from)?;
    Ok(Reading { game: position.game(), diagram: position.to_diagram(), form: Form::Notation })
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
    if let Some(at) = at {
        let length = history.moves().len();
        if at > length {
            return Err(Failure::Input(format!("the record has only {length} moves")));
        }
        while history.moves().len() > at {
            history.undo();
        }
    }
    play(&mut history, further)?;
    let mut frames = film_of(history.positions().iter().map(view_of).collect());
    if at.is_some() {
        frames.drain(..frames.len() - 1);
    }
    Ok(frames)
}

/// Marks for a move that is not made.
fn marks_of_shown(position: &AnyPosition, text: &str, marks: &Marks) -> Result<Marks, Failure> {
    let mv = position.read_move(text).map_err(|error| match error {
        MoveError::Text(error) => Failure::at("cannot read the move", text, &error),
        MoveError::Illegal(why) => Failure::Input(format!(
            "`{}` is illegal: {why}\n  in the position {}",
            cairn_games::text::excerpt(text),
            position.to_text()
        )),
    })?;
    let steps = position.steps(mv).unwrap_or_default();
    Ok(marks.clone().with_steps(&steps, None))
}
