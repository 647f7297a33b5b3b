//! Arguments of the commands about puzzles.

use std::path::PathBuf;

use cairn_app::puzzles::{PuzzleDifficulty, PuzzleTheme};
use clap::{Args, Subcommand};

use crate::completion;
use crate::position_arguments::game_names;
use crate::training_arguments::TrainingResources;

#[derive(Args, Debug)]
pub struct PuzzleArguments {
    /// Game, or the id of a puzzle [default: the puzzle of the day]
    #[arg(value_name = "GAME|ID")]
    pub which: Option<String>,

    /// Only puzzles with this theme, such as `fork`
    #[arg(long, value_name = "THEME", requires = "which")]
    pub theme: Option<PuzzleTheme>,

    /// Only puzzles of this difficulty: easy, medium or hard
    #[arg(long, value_name = "WORD", requires = "which")]
    pub difficulty: Option<PuzzleDifficulty>,

    /// Ask line by line, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,

    /// Style of the board, as for `cairn play`
    #[arg(long, value_name = "STYLE", add = completion::styles())]
    pub style: Option<String>,

    /// Use ASCII characters, whatever the locale says
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Subcommand, Debug)]
pub enum PuzzlesCommand {
    /// Find puzzles in games of the engine
    Make(PuzzlesMakeArguments),
    /// Select puzzles of many kinds from files that `make` wrote
    Select(PuzzlesSelectArguments),
    /// Prove puzzles anew
    Check(PuzzlesCheckArguments),
}

#[derive(Args, Debug)]
pub struct PuzzlesMakeArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,

    /// Stop after this many seconds, even with fewer games
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub seconds: Option<u64>,

    /// Number of nodes that the proof of one move may take
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=3_000_000))]
    pub nodes: u64,

    /// File to which puzzles are appended as they are found
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub resources: TrainingResources,
}

#[derive(Args, Debug)]
pub struct PuzzlesSelectArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// Files written by `cairn puzzles make`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Largest number of puzzles
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub count: u32,

    /// File for the selection
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub struct PuzzlesCheckArguments {
    /// Game [default: all]
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    /// Check the puzzles of a file instead of those that are built in
    #[arg(long, value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,

    /// Check only this many puzzles of each game, chosen by the random seed
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,

    #[command(flatten)]
    pub resources: TrainingResources,
}
