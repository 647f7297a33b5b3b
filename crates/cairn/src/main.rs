//! The command line of Cairn. It reads arguments, calls the libraries and prints; what
//! there is to know about games is in them.

mod arguments;
mod commands;
mod diagnostic;
mod engine_arguments;
mod files;
mod json;
mod learning_arguments;
mod lessons;
mod output;
mod set_up;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::diagnostic::Failure;

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
