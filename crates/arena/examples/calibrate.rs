//! Finds the strengths of the levels of a game, as lines for `crates/engine/data/levels.txt`:
//! `cargo run --release -p cairn-arena --example calibrate -- nava 8000 100 74`
//!
//! The numbers are the positions that level 9 may look at, the games of each trial, and
//! what each level should score against the one below, in percent.
//! To be done again when the evaluation has changed.

use std::process::ExitCode;

use cairn_arena::{Calibration, MatchSettings, MatchTimeControl, calibrate};
use cairn_engine::{Limits, StopFlag};
use cairn_games::GameId;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let [game, top_nodes, games, percent] = words else {
        return Err("say game, positions for level 9, games of a trial, score in percent".into());
    };
    let game = GameId::named(game)?;
    let mut matches =
        MatchSettings::new(game, games.parse()?, MatchTimeControl::PerMove(Limits::default()));
    matches.threads = std::thread::available_parallelism().map_or(1, Into::into);
    let settings = Calibration {
        matches,
        top_nodes: top_nodes.parse()?,
        wanted: percent.parse::<f64>()? / 100.0,
    };
    calibrate(&settings, &StopFlag::new(), |found| {
        println!("{game} {} {}", found.level, found.strength);
        if let Some(score) = found.beaten_by {
            eprintln!("  beaten {:.0} % by the level above", 100.0 * score);
        }
    })?;
    Ok(())
}
