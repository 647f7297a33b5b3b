//! The arguments of the commands that learn.

use std::path::PathBuf;

use clap::Args;

use crate::set_up::game_names;

#[derive(Args, Debug)]
pub struct TuneArguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// Where to write the weights, after each generation that is accepted
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Weights to begin with instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,

    /// How often to play, fit and compare
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub generations: u32,

    /// How many positions to learn from in each generation
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(100..=50_000_000))]
    pub positions: u32,

    /// Positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Pairs of games that decide between new and old weights
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub pairs: u32,

    /// How many threads play; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Where randomness begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct SelfplayArguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// Where to write the games; a file that is there already is gone on with
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// How many positions the file should have in the end
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub positions: u64,

    /// Stop after so many seconds, even if there are fewer positions
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub seconds: Option<u64>,

    /// Positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Play with this net instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// Play with the weights, even if there is a net
    #[arg(long, conflicts_with = "net")]
    pub linear: bool,

    /// How many threads play; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Where randomness begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct InputsArguments {
    /// Files that `cairn selfplay` wrote, all for one game
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,

    /// Where to write what a network learns from
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Show each position in so many turned or mirrored forms, if it has as many
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub views: u8,

    /// How many threads work; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Where randomness begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Args, Debug)]
pub struct GuideArguments {
    /// Files that `cairn selfplay` wrote, all for one game
    #[arg(value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,

    /// The net that is to have the guide
    #[arg(long, value_name = "FILE")]
    pub net: PathBuf,

    /// Where to write the net with its guide
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub epochs: u8,

    /// How many threads work; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Where randomness begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}
