//! Checks every move count in `data/perft` to its last depth, one thread.
//!
//! ```sh
//! cargo run --release -p cairn-games --example deep_perft
//! cargo run --release -p cairn-games --example deep_perft -- --slow   # slow rules too
//! cargo run --release -p cairn-games --example deep_perft -- nava     # one game only
//! ```
//!
//! The slow rules of the tests confirm the counts as deep as they can in a minute or so.
//! Status 1 if any count differs.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/slow/mod.rs"]
mod slow;

use std::process::ExitCode;
use std::time::Instant;

use cairn_games::{GameId, perft, with_position};
use common::perft_table;

/// The slow rules count no depth with more sequences than this from the start.
const MOST_FOR_SLOW: u64 = 25_000_000;

/// The same from other positions.
const MOST_FOR_SLOW_LATER: u64 = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let with_slow = arguments.iter().any(|argument| argument == "--slow");
    let named: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let mut wrong = 0;
    for game in GameId::rule_sets() {
        if !named.is_empty() && !named.iter().any(|name| *name == game.name()) {
            continue;
        }
        for row in perft_table(game) {
            println!("{game} {}", row.position.to_text());
            let at_start = row.position == game.start();
            let most_for_slow = if at_start { MOST_FOR_SLOW } else { MOST_FOR_SLOW_LATER };
            for (&expected, depth) in row.counts.iter().zip(1..) {
                let fast = || with_position!(&row.position, p => perft::count(p, depth));
                wrong += usize::from(!report("", depth, expected, fast));
                if with_slow && expected <= most_for_slow {
                    let position = slow::read(game.name(), &row.position.to_text());
                    let slow = || slow::perft(&*position, depth as usize);
                    wrong += usize::from(!report("slow", depth, expected, slow));
                }
            }
        }
    }
    if wrong > 0 {
        eprintln!("{wrong} counts differ from the tables");
        return ExitCode::FAILURE;
    }
    println!("all counts agree with the tables");
    ExitCode::SUCCESS
}

/// Prints a count with its time, and says whether it is the expected one.
fn report(how: &str, depth: u32, expected: u64, count: impl FnOnce() -> u64) -> bool {
    let clock = Instant::now();
    let counted = count();
    let seconds = clock.elapsed().as_secs_f64();
    let speed = counted as f64 / seconds / 1e6;
    println!("{how:>6} {depth:>2} {counted:>14} {seconds:>8.3} s {speed:>8.1} M/s");
    if counted != expected {
        println!("       WRONG: the table says {expected}");
    }
    counted == expected
}
