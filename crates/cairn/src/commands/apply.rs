//! `cairn apply`: the position after some moves.

use cairn_games::{History, MoveError};

use crate::arguments::ApplyArguments;
use crate::diagnostic::Failure;
use crate::json::{PositionFields, to_line};
use crate::output::{Output, tell};

/// Makes the moves and prints where they lead.
pub fn run(arguments: &ApplyArguments) -> Result<(), Failure> {
    let mut history = History::new(arguments.set_up.position()?);
    for (index, text) in arguments.moves.iter().enumerate() {
        make_move(&mut history, index + 1, text)?;
    }
    let ending = history.ending();
    let mut out = Output::new();
    if arguments.json {
        let outcome = ending.map(|ending| ending.outcome);
        out.line(to_line(&PositionFields::new(history.position(), outcome))?)?;
    } else {
        out.line(history.position().to_text())?;
        if let Some(ending) = ending {
            tell(format!("The game is over: {}, {}.", ending.outcome.score(), ending.reason));
        }
    }
    out.flush()
}

/// Makes one move, or says what is wrong with it.
pub fn make_move(history: &mut History, number: usize, text: &str) -> Result<(), Failure> {
    let illegal = |history: &History, why: &dyn std::fmt::Display| {
        let position = history.position().to_text();
        let text = cairn_games::text::excerpt(text);
        Failure::Input(format!(
            "move {number}, `{text}`, is illegal: {why}\n  in the position {position}"
        ))
    };
    let mv = cairn_legacy::read_move(history.position(), text).map_err(|error| match error {
        MoveError::Text(error) => Failure::at(&format!("cannot read move {number}"), text, &error),
        MoveError::Illegal(why) => illegal(history, &why),
    })?;
    history.play(mv).map_err(|why| illegal(history, &why))
}
