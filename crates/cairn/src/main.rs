//! Command line of Cairn. It reads arguments, calls the libraries and prints.

mod arguments;
mod commands;
mod completion;
mod display_arguments;
mod engine_arguments;
mod failure;
mod files;
mod interrupt;
mod output;
mod position_arguments;
mod progress;
mod puzzle_arguments;
mod training_arguments;
mod training_data;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use clap_complete::CompleteEnv;

use crate::arguments::Arguments;
use crate::failure::Failure;

fn main() -> ExitCode {
    // Answers the completion script of a shell, if it asks.
    CompleteEnv::with_factory(Arguments::command).var(completion::VARIABLE).complete();
    let arguments = Arguments::parse();
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprint!("{failure}");
            ExitCode::from(failure.status())
        }
    }
}
