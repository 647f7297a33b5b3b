//! Arguments of `cairn report`.

use std::path::PathBuf;

use cairn_app::PositionSpec;
use cairn_arena::game_report::CollectionSettings;
use cairn_engine::Player;
use cairn_games::GameId;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::completion;
use crate::failure::Failure;
use crate::position_arguments::{BoardArguments, game_names};

/// Arguments of `cairn report`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ReportArguments {
    #[command(subcommand)]
    pub command: Option<ReportCommand>,

    #[command(flatten)]
    pub games: ReportGamesArguments,

    #[command(flatten)]
    pub output: OutputArguments,

    /// Folder for the games; existing ones are not played again [default: games in the folder
    /// of the report]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub collection: Option<PathBuf>,

    /// Number of games played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Subcommand, Debug)]
pub enum ReportCommand {
    /// List the tasks that play the games for a report, one JSON document per line
    #[command(after_help = "Examples:
  cairn report plan nava
  cairn report plan glaisher glaisher:rulebook --games 1000

Each task names the file that it makes and the arguments that make it; add --collection FOLDER.")]
    Plan(ReportGamesArguments),

    /// Play the games of one task and write them to a file named after its contents
    #[command(after_help = "Examples:
  cairn report task nava 7 7 --first 0 --count 20 --collection games
  cairn report task nava 7 6 --first 20 --count 20 --collection games

The same task makes the same file everywhere, on any number of threads. A task whose file is there
is done. The path of the file is printed.")]
    Task(TaskArguments),

    /// Make the pages of reports from their JSON files
    #[command(after_help = "Examples:
  cairn report render nava.json --out pages
  cairn report render glaisher.json glaisher-rulebook.json --out pages")]
    Render(RenderArguments),
}

/// The games of a report.
#[derive(Args, Debug)]
pub struct ReportGamesArguments {
    /// Games; several are compared with each other
    #[arg(value_name = "GAME", required = true, value_parser = game_names(), ignore_case = true)]
    pub games: Vec<String>,

    #[arg(long, value_name = "SIZE", add = completion::sizes(), help = "Size of the board, columns by rows")]
    pub size: Option<String>,

    /// Players, weakest first; each plays against itself and the previous one
    /// [default: random and levels 1 to 10]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub players: Vec<Player>,

    /// Number of games for each pair of players
    #[arg(long = "games", value_name = "N", default_value_t = CollectionSettings::default().games, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub count: u32,

    /// Number of games for pairs with a player of level 7 or higher, if fewer
    #[arg(long, value_name = "N", default_value_t = CollectionSettings::default().strong_games, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub strong_games: u32,

    #[command(flatten)]
    pub play: ReportPlayArguments,
}

/// The way in which games are played and evaluated.
#[derive(Args, Debug)]
pub struct ReportPlayArguments {
    /// Maximum number of nodes per move, regardless of the level; level 10 uses all of them
    #[arg(long, value_name = "N", default_value_t = CollectionSettings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Nodes to evaluate each position in games between equals; 0 for no evaluation
    #[arg(long, value_name = "N", default_value_t = CollectionSettings::default().review_nodes)]
    pub review_nodes: u64,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = CollectionSettings::default().seed)]
    pub seed: u64,
}

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A self-contained page
    Html,
    /// Markdown, with plots as SVG files
    Md,
    /// All numbers
    Json,
}

/// The files of a report.
#[derive(Args, Debug)]
pub struct OutputArguments {
    /// Folder for the report
    #[arg(long, value_name = "FOLDER", default_value = "reports", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,

    /// Formats of the report
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "html,md,json")]
    pub formats: Vec<ReportFormat>,
}

/// Arguments of `cairn report task`.
#[derive(Args, Debug)]
pub struct TaskArguments {
    #[command(flatten)]
    pub board: BoardArguments,

    /// Player that moves first in games with even numbers
    #[arg(value_name = "A")]
    pub a: Player,

    /// The other player
    #[arg(value_name = "B")]
    pub b: Player,

    /// Number of the first game, from 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000_000))]
    pub first: u32,

    /// Number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,

    #[command(flatten)]
    pub play: ReportPlayArguments,

    /// Folder for the file
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub collection: PathBuf,

    /// Number of games played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Arguments of `cairn report render`.
#[derive(Args, Debug)]
pub struct RenderArguments {
    /// Reports in JSON; several are compared with each other
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub output: OutputArguments,
}

impl ReportGamesArguments {
    /// Returns the rule sets on their boards.
    pub fn boards(&self) -> Result<Vec<GameId>, Failure> {
        let mut boards: Vec<GameId> = Vec::new();
        for name in &self.games {
            let spec = PositionSpec { size: self.size.clone(), ..PositionSpec::of(name) };
            let board = spec.boards()?[0];
            if boards.contains(&board) {
                return Err(Failure::Usage(format!("{board} is named twice")));
            }
            boards.push(board);
        }
        Ok(boards)
    }

    /// Returns the settings of the collections.
    pub fn settings(&self) -> CollectionSettings {
        let defaults = CollectionSettings::default();
        CollectionSettings {
            players: if self.players.is_empty() { defaults.players } else { self.players.clone() },
            games: self.count,
            strong_games: self.strong_games,
            nodes: self.play.nodes,
            review_nodes: self.play.review_nodes,
            seed: self.play.seed,
        }
    }
}
