//! The arguments of the commands that think.

use std::path::PathBuf;
use std::time::Duration;

use cairn_arena::{MatchPlayer, Pace};
use cairn_engine::eval::EvaluationSource;
use cairn_engine::{EngineOptions, Limits};
use cairn_games::GameId;
use clap::Args;

use crate::diagnostic::Failure;
use crate::set_up::{From, SetUp, game_names};

/// How long to think about a move.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct Effort {
    /// Milliseconds to think
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Positions to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Moves to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
}

impl Effort {
    /// The limits that were given, or so much time if none was.
    pub fn limits(&self, otherwise: Duration) -> Limits {
        let given = Limits {
            time: self.time.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            clock: None,
        };
        if given == Limits::default() { Limits::time(otherwise) } else { given }
    }
}

/// What the engine may use.
#[derive(Args, Debug)]
pub struct Resources {
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Mebibytes for the table of positions
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,

    /// Judge positions by this net instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl Resources {
    /// As options of a bot for a game.
    pub fn options(&self, game: GameId) -> Result<EngineOptions, Failure> {
        let evaluation = match &self.net {
            Some(path) => EvaluationSource::from_file(path, game),
            None => Ok(EvaluationSource::BuiltIn),
        };
        Ok(EngineOptions {
            threads: self.threads.into(),
            hash_mb: self.hash as usize,
            evaluation: evaluation.map_err(|error| Failure::Input(error.to_string()))?,
            ..EngineOptions::default()
        })
    }
}

#[derive(Args, Debug)]
pub struct AnalyseArguments {
    /// The game; with --record it is told from the record
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true, required_unless_present = "record")]
    pub game: Option<String>,

    #[command(flatten)]
    pub from: From,

    /// Analyse a position of this game record; `-` reads it from standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "seed", "size"])]
    pub record: Option<PathBuf>,

    /// The position of the record after so many moves; the last one if not given
    #[arg(long, value_name = "N", requires = "record")]
    pub after: Option<usize>,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub resources: Resources,

    /// How many best lines to find
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct AnnotateArguments {
    /// The game record; `-` reads it from standard input
    #[arg(value_name = "RECORD")]
    pub record: PathBuf,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub resources: Resources,

    /// Write the record to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct SolveArguments {
    #[command(flatten)]
    pub set_up: SetUp,

    /// Milliseconds to try for; as long as it takes if not given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Mebibytes for the table of positions
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How long the players of a match may think.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct PaceArguments {
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Positions to look at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// A clock: seconds for the game and for each move, such as 60+0.5
    #[arg(long, value_name = "BASE+INC")]
    pub tc: Option<Pace>,
}

impl PaceArguments {
    /// What was given, or 100 milliseconds a move.
    pub fn pace(&self) -> Pace {
        match (&self.tc, self.nodes) {
            (Some(clock), _) => clock.clone(),
            (None, Some(nodes)) => Pace::PerMove(Limits::nodes(nodes)),
            (None, None) => {
                Pace::PerMove(Limits::time(Duration::from_millis(self.time.unwrap_or(100))))
            }
        }
    }
}

#[derive(Args, Debug)]
pub struct MatchArguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: String,

    /// Player A: a level 1-10, random, original, uct, linear, net:FILE, or ugi:COMMAND,
    /// with options for this player alone after it: 10,threads=8,hash=256,time=50,nodes=1000
    pub a: MatchPlayer,

    /// Player B, written like player A
    pub b: MatchPlayer,

    /// How many games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    #[command(flatten)]
    pub pace: PaceArguments,

    /// Milliseconds per move for B, if different (time odds); the same as B,time=MS
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub odds: Option<u64>,

    /// Where randomness begins: openings and players
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many random moves an opening has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub opening: u32,

    /// How many games are played at the same time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,

    #[command(flatten)]
    pub resources: Resources,

    /// Stop as soon as a sequential test decides between these two Elo differences
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub sprt: Vec<f64>,

    /// End games whose result both players have proved
    #[arg(long)]
    pub adjudicate: bool,

    /// Save the games to this file
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct LadderArguments {
    /// The games; all but the solved one if not given
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub games: Vec<String>,

    /// How many games each level plays against the one below
    #[arg(long = "games", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,

    #[command(flatten)]
    pub pace: PaceArguments,

    /// Where randomness begins
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many games are played at the same time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
}
