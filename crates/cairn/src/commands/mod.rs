//! One file per command.

mod analyse;
mod annotate;
pub mod apply;
mod arena;
mod bench;
pub mod config;
pub mod convert;
pub mod data;
pub mod draw;
mod edit;
pub mod explore;
pub mod games;
mod inputs;
pub mod learn;
mod manual;
pub mod moves;
pub mod perft;
pub mod play;
mod policy;
mod puzzle;
mod puzzles;
pub mod report;
mod selfplay;
pub mod serve;
pub mod site;
mod solve;
mod ugi;
pub mod value;
mod welcome;

use crate::arguments::{ArenaCommand, Arguments, Command};
use crate::failure::Failure;

/// Runs a command.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None if play::has_screen() => play::menu(arguments.ascii),
        None => welcome::run(),
        Some(Command::Games(arguments)) => games::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Apply(arguments)) => apply::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Value(arguments)) => value::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Puzzle(arguments)) => puzzle::run(&arguments),
        Some(Command::Puzzles { command }) => puzzles::run(&command),
        Some(Command::Edit(arguments)) => edit::run(&arguments),
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Site(arguments)) => site::run(&arguments),
        Some(Command::Data(arguments)) => data::run(arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Explore(arguments)) => explore::run(&arguments),
        Some(Command::Annotate(arguments)) => annotate::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Match(arguments)) => arena::run_match(&arguments),
        Some(Command::Arena { command: ArenaCommand::Ladder(arguments) }) => {
            arena::run_ladder(&arguments)
        }
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Ugi { game }) => ugi::run(&game),
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments),
        Some(Command::Inputs(arguments)) => inputs::run(&arguments),
        Some(Command::Policy(arguments)) => policy::run(&arguments),
        Some(Command::Bench) => bench::run(),
        Some(Command::Draw(arguments)) => draw::run(&arguments),
        Some(Command::Config(arguments)) => config::run(&arguments),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man) => manual::page(),
    }
}

/// Returns the number of threads that was given, or one per core.
fn available_threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, Into::into), Into::into)
}
