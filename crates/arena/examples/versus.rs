//! A match from the command line, for trying things out:
//! `cargo run --release -p cairn-arena --example versus -- nava 5 4 --games 100 --nodes 2000`
//!
//! A player can also be the five numbers of a level's strength: `"500 4 6 30 0"`.
//! With `ladder` in place of the two players, all levels against their neighbours.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cairn_arena::{
    Contestant, LadderSettings, MatchSettings, Pace, Summary, as_markdown, climb, play_match,
};
use cairn_engine::levels::{Level, Strength};
use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
use cairn_games::GameId;

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The number after a word such as `--games`.
fn number(words: &[String], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| word == name)?;
    words.get(at + 1)?.parse().ok()
}

fn run(words: &[String]) -> Anyhow<()> {
    let game = GameId::named(words.first().ok_or("which game?")?)?;
    let limits = Limits {
        time: number(words, "--time").map(Duration::from_millis),
        nodes: number(words, "--nodes"),
        ..Limits::default()
    };
    let games = number(words, "--games").unwrap_or(20) as u32;
    let mut settings = MatchSettings::new(game, games, Pace::PerMove(limits));
    settings.threads = number(words, "--threads").unwrap_or(2) as usize;
    settings.seed = number(words, "--seed").unwrap_or(0);
    settings.openings.seed = settings.seed;
    let contestant = |word: &str| -> Anyhow<Contestant<'static>> {
        if let Some(strength) = word.split_once(' ').and_then(|_| Strength::read(word)) {
            return Ok(Contestant::new(word, move |seed| {
                Ok(strength
                    .bot(Level::HIGHEST, &EngineOptions { seed, ..EngineOptions::default() }))
            }));
        }
        let player: Player = word.parse()?;
        Ok(Contestant::of_player(&player, game, &EngineOptions::default()))
    };
    let cancel = StopFlag::new();
    if words.get(1).is_some_and(|word| word == "ladder") {
        let level = |name, usual| {
            let number = number(words, name).and_then(|number| u8::try_from(number).ok());
            number.and_then(Level::new).unwrap_or(usual)
        };
        let levels = level("--from", Level::LOWEST)..=level("--to", Level::HIGHEST);
        let ladder = LadderSettings { matches: settings, levels };
        let rungs = climb(&ladder, &EngineOptions::default(), &cancel, |rung| show(&rung.summary))?;
        print!("{}", as_markdown(&rungs));
        return Ok(());
    }
    let a = contestant(words.get(1).ok_or("who plays?")?)?;
    let b = contestant(words.get(2).ok_or("against whom?")?)?;
    let began = Instant::now();
    let report = play_match(&settings, &a, &b, &cancel, |_| {})?;
    show(&report.summary);
    let moves: usize = report.games.iter().map(|game| game.record.line.moves.len()).sum();
    println!("{:.1} s, {} moves a game", began.elapsed().as_secs_f64(), moves / games as usize);
    for (number, name, game) in report.faults() {
        println!("game {number}: {name} {}", game.reason);
    }
    Ok(())
}

fn show(summary: &Summary) {
    let Summary { game, a, b, wins, draws, losses, score, elo, interval, .. } = summary;
    let points = |elo: &Option<f64>| elo.map_or("∞".to_owned(), |elo| format!("{elo:+.0}"));
    let [low, high] = interval.each_ref().map(points);
    println!(
        "{game}: {a} against {b}: {wins} won, {draws} drawn, {losses} lost, {:.1} %, Elo {} ({low} to {high})",
        100.0 * score,
        points(elo)
    );
}
