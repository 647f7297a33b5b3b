//! The tests of this crate, as one program; those that measure times are in `timing.rs`.

mod joint_search;
mod knowledge;
mod nets;
mod plain;
mod puzzles;
mod search_oracle;
mod soak;
mod solved;
mod support;
#[cfg(unix)]
mod ugi_client;
