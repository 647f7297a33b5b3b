//! `cairn convert`: a position in another form.

use cairn_games::{Diagram, GameId};
use cairn_legacy::{Reading, dialects, write_state};
use serde::Serialize;

use crate::arguments::{ConvertArguments, Target};
use crate::diagnostic::Failure;
use crate::json::{VERSION, side_word, to_line};
use crate::output::{Output, tell};

#[derive(Serialize)]
struct Converted {
    version: u32,
    game: &'static str,
    position: String,
    to_move: Option<&'static str>,
    outcome: Option<&'static str>,
    /// Why no game can come to this, if so.
    impossible: Option<String>,
    /// The cells that are not empty; pieces from bottom to top.
    stacks: Vec<Stack>,
    /// What is in hand, first mover first, where the game has hands.
    hands: Option<[u32; 2]>,
}

#[derive(Serialize)]
struct Stack {
    cell: String,
    pieces: String,
}

/// Converts a position.
pub fn run(arguments: &ConvertArguments) -> Result<(), Failure> {
    let reading = arguments.from.read_as(arguments.game.as_deref(), "a --position")?;
    let possible = reading.position();
    if let Err(why) = &possible {
        tell(format!("warning: this position is impossible: {why}"));
    }
    let (game, info) = (reading.game, reading.game.info());
    let text = match arguments.to {
        Target::Notation => reading.diagram.write(info),
        Target::Prolog => {
            let dialect = find_dialect(game, arguments.dialect.as_deref())?;
            let Some(term) = write_state(game, &reading.diagram, dialect) else {
                return Err(Failure::Usage(format!(
                    "{game} has no Prolog terms: no original program plays it"
                )));
            };
            warn_about_loss(&reading, &term.to_string());
            term.to_string()
        }
        Target::Json => {
            // A position knows what follows from it; a diagram only what it was told.
            let position = possible.as_ref().ok();
            let diagram =
                position.map_or_else(|| reading.diagram.clone(), |position| position.to_diagram());
            to_line(&Converted {
                version: VERSION,
                game: info.name,
                position: diagram.write(info),
                to_move: diagram.to_move.map(side_word),
                outcome: position.and_then(|p| p.outcome()).map(cairn_games::Outcome::word),
                impossible: possible.as_ref().err().map(ToString::to_string),
                stacks: stacks(&diagram),
                hands: diagram.hands,
            })?
        }
    };
    let mut out = Output::new();
    out.line(text)?;
    out.flush()
}

fn find_dialect(game: GameId, name: Option<&str>) -> Result<Option<usize>, Failure> {
    let Some(name) = name else {
        return Ok(None);
    };
    let dialects = dialects(game);
    let found = dialects.iter().position(|dialect| dialect.name.eq_ignore_ascii_case(name));
    found.map(Some).ok_or_else(|| {
        let known: Vec<_> = dialects
            .iter()
            .map(|dialect| format!("  {}  {}", dialect.name, dialect.form))
            .collect();
        Failure::Usage(format!("{game} has no dialect `{name}`, only\n{}", known.join("\n")))
    })
}

/// Tells what a Prolog term cannot say, if reading it back would give something else.
fn warn_about_loss(reading: &Reading, term: &str) {
    let again = Reading::read(&[reading.game], term);
    let Ok(again) = again.and_then(|again| again.with_side(term, None)) else {
        return;
    };
    if again.diagram.stacks != reading.diagram.stacks {
        tell("warning: this form does not say what lies inside the stacks");
    }
    if again.diagram.to_move != reading.diagram.to_move
        && let Some(side) = reading.diagram.to_move
    {
        let info = reading.game.info();
        let letter = info.sides[side.index()].letter;
        let name = info.side_name(side);
        tell(format!(
            "note: this form does not say that {name} is to move; read it with --to-move {letter}"
        ));
    }
}

fn stacks(diagram: &Diagram) -> Vec<Stack> {
    let cells = diagram.stacks.iter().enumerate().filter(|(_, stack)| !stack.is_empty());
    cells
        .map(|(cell, stack)| Stack {
            cell: diagram.board.name(cell),
            pieces: stack.iter().collect(),
        })
        .collect()
}
