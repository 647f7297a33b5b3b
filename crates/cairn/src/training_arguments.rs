//! Arguments of the training commands.

use std::path::PathBuf;

use clap::Args;

use crate::position_arguments::BoardArguments;

/// Threads and random seed of a training command.
#[derive(Args, Debug)]
pub struct TrainingResources {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct SelfplayArguments {
    #[command(flatten)]
    pub board: BoardArguments,

    /// File for the games; an existing file is resumed
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Number of positions at which the file is complete [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub positions: Option<u64>,

    /// Number of games at which the file is complete
    #[arg(long, value_name = "N", conflicts_with = "positions", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: Option<u64>,

    /// Number of the first game; lets shares of a job play the games of the whole
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub first: u64,

    /// Stop after this many seconds, even with fewer positions
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub seconds: Option<u64>,

    /// Number of nodes per move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Net to play with [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// Play with the simple evaluation instead of a net
    #[arg(long, conflicts_with = "net")]
    pub simple: bool,

    #[command(flatten)]
    pub resources: TrainingResources,
}

#[derive(Args, Debug)]
pub struct InputsArguments {
    /// Files written by `cairn selfplay`, all of one game
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,

    /// File for the net inputs
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Number of symmetric images to write per position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub views: u8,

    #[command(flatten)]
    pub resources: TrainingResources,
}

#[derive(Args, Debug)]
pub struct PolicyArguments {
    /// Files written by `cairn selfplay`, all of one game
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,

    /// Net to add the policy to
    #[arg(long, value_name = "FILE")]
    pub net: PathBuf,

    /// File for the net with its policy
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub epochs: u8,

    #[command(flatten)]
    pub resources: TrainingResources,
}
