//! Command line of Cairn. It reads arguments, calls the libraries and prints.

mod arguments;
mod commands;
mod engine_arguments;
mod failure;
mod files;
mod interrupt;
mod output;
mod position_arguments;
mod progress;
mod training_arguments;
mod training_data;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::failure::Failure;

fn main() -> ExitCode {
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
