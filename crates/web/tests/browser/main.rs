//! The site in a real browser: Chromium without a window, driven by `chromedriver`.
//!
//! This is a program of its own, not a set of `#[test]` functions: it lends browsers to
//! tests, looks at what their consoles said afterwards, and is the server that is tested
//! when it starts itself. `cargo test -p cairn-web --test browser -- WORD` runs the tests
//! with the word in their names.

mod browser;
mod driver;
mod games;
mod odd;
mod pages;
mod people;
mod player;
mod runner;
mod server;
mod study;
mod trouble;

/// What is tested, the longest first so that nothing waits for it at the end.
const TESTS: &[&[runner::Test]] =
    &[pages::TESTS, study::TESTS, games::TESTS, people::TESTS, trouble::TESTS, odd::TESTS];

fn main() -> std::process::ExitCode {
    if server::serve_if_told() {
        return std::process::ExitCode::SUCCESS;
    }
    runner::run(TESTS)
}
