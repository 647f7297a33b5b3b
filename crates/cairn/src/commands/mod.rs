//! One file a command.

mod apply;
mod convert;
mod games;
mod manual;
mod moves;
mod perft;
mod serve;
mod welcome;

use crate::arguments::{Arguments, Command};
use crate::diagnostic::Failure;

/// Runs what the command line asks for.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => welcome::run(),
        Some(Command::Games(arguments)) => games::run(&arguments),
        Some(Command::Moves(arguments)) => moves::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Apply(arguments)) => apply::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man) => manual::page(),
    }
}
