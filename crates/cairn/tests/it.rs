//! The tests of the built program, as one test program.

mod program;
#[cfg(unix)]
mod pty;

mod commands;
mod draw;
mod explore;
mod play;
mod records;
mod report;
#[cfg(unix)]
mod terminal;
