//! `cairn convert`: a position in another format.

use cairn_app::json::VERSION;
use cairn_games::{Diagram, GameId, Outcome, Side};
use cairn_legacy::{Reading, dialects, write_state};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, tell};
use crate::position_arguments::{StartArguments, game_names, list_by_game};

/// Arguments of `cairn convert`.
#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// Game [default: detected from the position]
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    pub to: PositionFormat,

    #[arg(long, value_name = "NAME", help = dialect_help())]
    pub dialect: Option<String>,
}

/// Describes `--dialect`, with the programs of each game.
fn dialect_help() -> String {
    let names = list_by_game(GameId::families(), |game| {
        dialects(game).iter().map(|dialect| dialect.name.to_owned()).collect()
    });
    format!("Original program whose Prolog term to write ({names})")
}

/// Formats of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    /// One line of text
    Notation,
    /// A Prolog term of an original program
    Prolog,
    /// One line of JSON
    Json,
}

#[derive(Serialize)]
struct ConvertedJson {
    version: u32,
    game: &'static str,
    position: String,
    to_move: Option<&'static str>,
    outcome: Option<&'static str>,
    /// Reason why no game can reach the position, if none can.
    impossible: Option<String>,
    /// Cells that are not empty, with their pieces from bottom to top.
    stacks: Vec<StackJson>,
    /// Pieces in hand, first mover first, where the game has hands.
    hands: Option<[u32; 2]>,
}

#[derive(Serialize)]
struct StackJson {
    cell: String,
    pieces: String,
}

/// Converts a position.
pub fn run(arguments: &ConvertArguments) -> Result<(), Failure> {
    let reading = arguments.start.reading(arguments.game.as_deref(), "a --position")?;
    let possible = reading.position();
    if let Err(why) = &possible {
        tell(format!("warning: this position is impossible: {why}"));
    }
    let (game, info) = (reading.game, reading.game.info());
    let mut out = Output::new();
    match arguments.to {
        PositionFormat::Notation => out.line(reading.diagram.write(info))?,
        PositionFormat::Prolog => {
            let dialect = find_dialect(game, arguments.dialect.as_deref())?;
            let Some(term) = write_state(game, &reading.diagram, dialect) else {
                return Err(Failure::Usage(format!(
                    "{game} has no Prolog terms, because no original program plays it"
                )));
            };
            warn_about_loss(&reading, &term.to_string());
            out.line(term)?;
        }
        PositionFormat::Json => {
            // A position knows its hands; a diagram only what was written.
            let position = possible.as_ref().ok();
            let diagram =
                position.map_or_else(|| reading.diagram.clone(), |position| position.to_diagram());
            out.json(&ConvertedJson {
                version: VERSION,
                game: info.name,
                position: diagram.write(info),
                to_move: diagram.to_move.map(Side::word),
                outcome: position.and_then(|p| p.outcome()).map(Outcome::word),
                impossible: possible.as_ref().err().map(ToString::to_string),
                stacks: stacks(&diagram),
                hands: diagram.hands,
            })?;
        }
    }
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
        Failure::Usage(format!("{game} has no dialect `{name}`; it has\n{}", known.join("\n")))
    })
}

/// Warns about what a Prolog term leaves out, if it would be read back differently.
fn warn_about_loss(reading: &Reading, term: &str) {
    let again = Reading::read(&[reading.game], term);
    let Ok(again) = again.and_then(|again| again.with_side(term, None)) else {
        return;
    };
    if again.diagram.stacks != reading.diagram.stacks {
        tell("warning: this format does not record what is inside the stacks");
    }
    if again.diagram.to_move != reading.diagram.to_move
        && let Some(side) = reading.diagram.to_move
    {
        let letter = reading.game.info().sides[side.index()].letter;
        tell(format!(
            "note: this format does not record the side to move; read it back with --to-move {letter}"
        ));
    }
}

fn stacks(diagram: &Diagram) -> Vec<StackJson> {
    let cells = diagram.stacks.iter().enumerate().filter(|(_, stack)| !stack.is_empty());
    cells
        .map(|(cell, stack)| StackJson {
            cell: diagram.board.name(cell),
            pieces: stack.iter().collect(),
        })
        .collect()
}
