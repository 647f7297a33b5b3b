//! The tests of this crate, as one program.

mod common;
mod drawings;
mod laws;
mod pictures;
mod snapshots;
