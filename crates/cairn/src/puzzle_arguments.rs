//! Arguments of the commands about puzzles.

use std::path::PathBuf;

use cairn_app::puzzles::{PuzzleDifficulty, PuzzleTheme};
use clap::{Args, Subcommand};

use crate::display_arguments::DisplayArguments;
use crate::position_arguments::game_names;
use crate::training_arguments::TrainingResources;

#[derive(Args, Debug)]
pub struct PuzzleArguments {
    /// Game or puzzle id [default: the puzzle of the day]
    #[arg(value_name = "GAME|ID")]
    pub which: Option<String>,

    /// Only puzzles with this theme, such as `fork`
    #[arg(long, value_name = "THEME", requires = "which")]
    pub theme: Option<PuzzleTheme>,

    /// Only puzzles of this difficulty: easy, medium or hard
    #[arg(long, value_name = "WORD", requires = "which")]
    pub difficulty: Option<PuzzleDifficulty>,

    #[command(flatten)]
    pub display: DisplayArguments,
}

#[derive(Subcommand, Debug)]
pub enum PuzzlesCommand {
    /// Find puzzles in games of the engine
    Make(PuzzlesMakeArguments),
    /// Select a variety of puzzles from files written by `make`
    Select(PuzzlesSelectArguments),
    /// Prove puzzles again
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

    /// Node limit for the proof of one move
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=3_000_000))]
    pub nodes: u64,

    /// File to append puzzles to as they are found
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

    /// Maximum number of puzzles
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

    /// Check the puzzles in a file instead of the built-in ones
    #[arg(long, value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,

    /// Check only this many puzzles per game, chosen by the random seed
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,

    #[command(flatten)]
    pub resources: TrainingResources,
}
