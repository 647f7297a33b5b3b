//! `cairn explore`: what was played in the openings of many games.

mod make;

use std::path::PathBuf;

use cairn_app::explorer::{Exploration, ExploredMove, ExplorerJson, OpeningTable, Results};
use cairn_app::play_moves;
use cairn_games::{AnyMove, AnyPosition, GameId, History};
use clap::{Args, Subcommand, ValueHint};

use crate::failure::Failure;
use crate::files::{cannot, read_bytes};
use crate::output::{Output, tell};
use crate::position_arguments::{StartArguments, game_names};
use make::MakeArguments;

/// Arguments of `cairn explore`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ExploreArguments {
    #[command(subcommand)]
    pub command: Option<ExploreCommand>,

    /// Game; `cairn games` lists them
    #[arg(value_name = "GAME", required = true, value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    /// Moves that lead to the position
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Opening table [default: the built-in one]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub table: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum ExploreCommand {
    /// Play games between levels of the engine and make an opening table from them
    #[command(after_help = "Examples:
  cairn explore make nava --out nava.openings
  cairn explore make greener --games 2000 --out greener.openings

The games are kept beside the table, in a file that ends in .games.gz. If it exists, it is
continued: more games are played until there are enough, and the table is made again. Ctrl-C keeps
the games played so far. The same settings give the same games on any number of threads.")]
    Make(MakeArguments),
}

/// Shows a position, or makes a table.
pub fn run(arguments: &ExploreArguments) -> Result<(), Failure> {
    if let Some(ExploreCommand::Make(arguments)) = &arguments.command {
        return make::run(arguments);
    }
    let start = arguments.start.position(arguments.game.as_deref().unwrap_or_default())?;
    let mut history = History::new(start);
    play_moves(&mut history, &arguments.moves)?;
    let position = history.position();
    let exploration = match &arguments.table {
        Some(path) => read_table(path, position.game())?.explore(position),
        None => OpeningTable::built_in(position.game()).and_then(|table| table.explore(position)),
    };
    let mut out = Output::new();
    if arguments.json {
        out.json(&ExplorerJson::new(position, exploration.as_ref(), None))?;
    } else if let Some(exploration) = exploration {
        print(&mut out, position, &exploration)?;
    } else if let Some(ending) = history.ending() {
        tell(format!("The game is over: {}, {}.", ending.outcome.score(), ending.reason));
    } else {
        tell("This position is not in the opening table.");
    }
    out.flush()
}

/// Reads a table of a game.
fn read_table(path: &std::path::Path, game: GameId) -> Result<OpeningTable, Failure> {
    let read = OpeningTable::from_bytes(game, &read_bytes(path)?);
    read.map_err(|error| cannot("read", path, &error))
}

fn print(
    out: &mut Output,
    position: &AnyPosition,
    exploration: &Exploration,
) -> Result<(), Failure> {
    let text = |mv: AnyMove| position.write_move(mv).unwrap_or_default();
    let mover = position.info().side_name(position.to_move());
    let opinion = exploration.score.map(|score| {
        let best = exploration.best.map(|mv| format!(", best {}", text(mv)));
        format!("; engine {score}{}", best.unwrap_or_default())
    });
    out.line(format!(
        "{mover} to move: {}{}",
        shares(exploration.results),
        opinion.unwrap_or_default()
    ))?;
    let texts: Vec<_> = exploration.moves.iter().map(|explored| text(explored.mv)).collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (explored, text) in exploration.moves.iter().zip(texts) {
        let ExploredMove { also, results, score, .. } = explored;
        let score = score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let also = match also.len() {
            0 => String::new(),
            more => format!("  (and {more} symmetric)"),
        };
        out.line(format!("{text:width$}  {}  {score:>12}{also}", shares(*results)))?;
    }
    Ok(())
}

/// Returns the number of games and how they went for the side to move.
fn shares(results: Results) -> String {
    let Results { wins, draws, losses } = results;
    let games = results.games();
    let percent = |part: u32| 100.0 * f64::from(part) / f64::from(games.max(1));
    format!(
        "{games:6} games, {:3.0} % won, {:3.0} % drawn, {:3.0} % lost",
        percent(wins),
        percent(draws),
        percent(losses)
    )
}
