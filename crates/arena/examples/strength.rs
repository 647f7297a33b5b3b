//! Measures strengths before they are put into `crates/engine/data/levels.txt`:
//! `cargo run --release -p cairn-arena --example strength -- greener 400 '1 1000 1 2 90 2 50 17 0' greedy`
//!
//! The words are a game, a number of games, and two players: `random`, `greedy`, a level, or a
//! level with the numbers that replace those in the table. After them, a random seed and the
//! number of random moves at the start may follow.

use std::error::Error;
use std::time::Duration;

use cairn_arena::{Contestant, MatchSettings, MatchTimeControl, play_match};
use cairn_engine::levels::{Level, Strength};
use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
use cairn_games::GameId;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [game, games, one, other, more @ ..] = arguments.as_slice() else {
        return Err("say game, number of games, and two players".into());
    };
    let game = GameId::named(game)?;
    // Only level 10 uses the time.
    let limits = Limits::time(Duration::from_millis(100));
    let time_control = MatchTimeControl::PerMove(limits);
    let mut settings = MatchSettings::new(game, games.parse()?, time_control);
    if let Some(seed) = more.first() {
        settings.seed = seed.parse()?;
        settings.openings.seed = settings.seed;
    }
    if let Some(plies) = more.get(1) {
        settings.openings.plies = plies.parse()?;
    }
    let players = [contestant(game, one)?, contestant(game, other)?];
    let report = play_match(&settings, &players[0], &players[1], &StopFlag::new(), |_| {})?;
    let percent = 100.0 * report.summary.score;
    println!("{game}: {percent:.1} % in {games} games: {one} against {other}");
    Ok(())
}

fn contestant(game: GameId, words: &str) -> Result<Contestant<'static>, Box<dyn Error>> {
    let Some((level, numbers)) = words.split_once(' ') else {
        return Ok(Contestant::of_player(
            &words.parse::<Player>()?,
            game,
            &EngineOptions::default(),
        ));
    };
    let level = Level::new(level.parse()?).ok_or("a level is a number from 1 to 10")?;
    let strength = Strength::read(numbers).ok_or("a strength is eight numbers")?;
    Ok(Contestant::new(level.to_string(), move |seed| {
        Ok(strength.bot(level, &EngineOptions { seed, ..EngineOptions::default() }))
    }))
}
