//! Arguments of the commands that search.

use std::path::PathBuf;
use std::time::Duration;

use cairn_app::TimeControl;
use cairn_arena::{MatchPlayer, MatchTimeControl};
use cairn_engine::eval::EvaluationSource;
use cairn_engine::{ClockState, EngineOptions, Limits};
use cairn_games::GameId;
use clap::{Args, Subcommand, ValueHint};

use crate::completion;
use crate::failure::Failure;
use crate::position_arguments::{BoardArguments, StartArguments, game_names};

/// Limits of a search.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct LimitArguments {
    /// Search time in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Number of nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Number of plies to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
}

impl LimitArguments {
    /// Returns the limits that were given, or this much time if none was.
    pub fn or_time(&self, otherwise: Duration) -> Limits {
        let given = Limits {
            time: self.time.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        };
        if given == Limits::default() { Limits::time(otherwise) } else { given }
    }
}

/// Resources of the engine.
#[derive(Args, Debug)]
pub struct Resources {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,

    /// Net to evaluate positions with [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl Resources {
    /// Returns the engine options for a game.
    pub fn options(&self, game: GameId) -> Result<EngineOptions, Failure> {
        let evaluation = match &self.net {
            Some(path) => EvaluationSource::from_file(path, game),
            None => Ok(EvaluationSource::BuiltIn),
        };
        Ok(EngineOptions {
            threads: self.threads.into(),
            hash_mb: self.hash as usize,
            evaluation: evaluation.map_err(Failure::input)?,
            ..EngineOptions::default()
        })
    }
}

#[derive(Args, Debug)]
pub struct AnalyseArguments {
    /// Game; not needed with --record
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true, required_unless_present = "record")]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Analyse a position of this game record; `-` reads standard input, FILE#N is game N of
    /// several
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["position", "seed", "size"])]
    pub record: Option<String>,

    /// Analyse the position after this many moves [default: all]
    #[arg(long, value_name = "N", requires = "record")]
    pub after: Option<usize>,

    #[command(flatten)]
    pub limits: LimitArguments,

    #[command(flatten)]
    pub resources: Resources,

    /// Number of best lines to find
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct AnnotateArguments {
    /// Game records; `-` reads standard input, FILE#N is game N of several
    #[arg(value_name = "RECORD", value_hint = ValueHint::FilePath)]
    pub record: String,

    #[command(flatten)]
    pub limits: LimitArguments,

    #[command(flatten)]
    pub resources: Resources,

    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SolveArguments {
    #[command(subcommand)]
    pub command: Option<SolveCommand>,

    /// Game; `cairn games` lists them
    #[arg(value_name = "GAME", required = true, value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Time limit in milliseconds [default: none]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    #[command(flatten)]
    pub resources: SolveResourceArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum SolveCommand {
    /// Solve many start positions and append the results to a file
    #[command(after_help = "Examples:
  cairn solve campaign greener solved.jsonl
  cairn solve campaign greener solved.jsonl --starts standard,1-100 --time 600000 --memory 16000

After Ctrl-C, run the command again to resume: starts that are already in the file are skipped, and
unsolved ones are tried again if the time limit is longer. A result has a sample of its proof, which
`cairn solve check` verifies.")]
    Campaign(CampaignArguments),

    /// Verify the results of campaigns
    #[command(after_help = "Examples:
  cairn solve check solved.jsonl
  cairn solve check first.jsonl second.jsonl --json

Each key line follows the proof for some plies with pseudo-random replies, and its last position is
solved again. This is a sample: checking every position would take as long as the proofs.")]
    Check(SolveCheckArguments),
}

/// Memory and threads of a proof.
#[derive(Args, Debug)]
pub struct SolveResourceArguments {
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", alias = "hash", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    pub memory: u32,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Args, Debug)]
pub struct CampaignArguments {
    #[command(flatten)]
    pub board: BoardArguments,

    /// Results file, one per line
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Start positions: `standard` and seeds, separated by commas
    #[arg(long, value_name = "LIST", default_value = "standard,1-15")]
    pub starts: String,

    /// Time limit for each start in milliseconds [default: none]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    #[command(flatten)]
    pub resources: SolveResourceArguments,

    /// Number of key lines of each proof
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    pub lines: u64,

    /// Number of plies of a key line
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub plies: u32,
}

#[derive(Args, Debug)]
pub struct SolveCheckArguments {
    /// Results files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub resources: SolveResourceArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Thinking time of the players of a match.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct PaceArguments {
    /// Milliseconds per move [default: 100]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,

    /// Number of nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Time control: seconds for the game and per move, such as 60+0.5
    #[arg(long, value_name = "BASE+INC", value_parser = game_clock)]
    pub tc: Option<TimeControl>,
}

impl PaceArguments {
    /// Returns the pace that was given, or 100 milliseconds per move.
    pub fn pace(&self) -> MatchTimeControl {
        match (&self.tc, self.nodes) {
            (Some(control), _) => MatchTimeControl::Clock(ClockState {
                remaining: control.initial_time().unwrap_or_default(),
                increment: control.increment(),
            }),
            (None, Some(nodes)) => MatchTimeControl::PerMove(Limits::nodes(nodes)),
            (None, None) => MatchTimeControl::PerMove(Limits::time(Duration::from_millis(
                self.time.unwrap_or(100),
            ))),
        }
    }
}

/// Reads a time control that has a clock for the whole game.
fn game_clock(text: &str) -> Result<TimeControl, String> {
    match text.parse().map_err(|error: cairn_app::TimeControlError| error.to_string())? {
        control @ TimeControl::Fischer { .. } => Ok(control),
        _ => Err("write seconds for the game and per move, such as 60+0.5".to_owned()),
    }
}

#[derive(Args, Debug)]
pub struct MatchArguments {
    #[command(flatten)]
    pub board: BoardArguments,

    /// Player A: a level 1-10, random, greedy, original, original:LEVEL, uct, simple,
    /// net:FILE, or ugi:COMMAND, followed by options for this player only:
    /// 10,threads=8,hash=256,time=50,nodes=1000
    #[arg(add = completion::contestants())]
    pub a: MatchPlayer,

    /// Player B, written like player A
    #[arg(add = completion::contestants())]
    pub b: MatchPlayer,

    /// Number of games, two per opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    /// Number of the first game, odd; lets shares of a match play the games of the whole
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub first: u32,

    #[command(flatten)]
    pub pace: PaceArguments,

    /// Milliseconds per move for B, if different (time odds); the same as B,time=MS
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub odds: Option<u64>,

    /// Random seed for openings and players
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Number of random moves per opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub opening: u32,

    /// Number of games played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,

    #[command(flatten)]
    pub resources: Resources,

    /// Stop when a sequential probability ratio test decides between these Elo differences
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true
    )]
    pub sprt: Vec<f64>,

    /// End games whose result both players have proven
    #[arg(long)]
    pub adjudicate: bool,

    /// File to save the games in
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct LadderArguments {
    /// Games [default: all except the solved one]
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub games: Vec<String>,

    /// Number of games of each level against the next lower one
    #[arg(long = "games", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,

    #[command(flatten)]
    pub pace: PaceArguments,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Number of games played at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
}
