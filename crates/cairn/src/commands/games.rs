//! `cairn games`: the games and their rule sets.

use cairn_app::json::{RuleSetJson, VERSION};
use cairn_games::{GameId, Outcome, Side};
use cairn_tui::{SavedGame, SavedGames};
use serde::Serialize;

use crate::arguments::GamesArguments;
use crate::failure::Failure;
use crate::output::{Output, tell};

#[derive(Serialize)]
struct GamesJson {
    version: u32,
    games: Vec<RuleSetJson>,
}

#[derive(Serialize)]
struct SavedGamesJson {
    version: u32,
    saved: Vec<SavedGameJson>,
}

#[derive(Serialize)]
struct SavedGameJson {
    file: String,
    game: &'static str,
    moves: usize,
    /// Result, or `None` if the game is not finished.
    result: Option<&'static str>,
    players: [Option<String>; 2],
}

impl SavedGameJson {
    fn new(saved: &SavedGame) -> Self {
        let record = &saved.record;
        Self {
            file: saved.path.display().to_string(),
            game: record.game().name(),
            moves: record.line.moves.len(),
            result: record.result.map(Outcome::score),
            players: Side::BOTH.map(|side| record.player(side).map(str::to_owned)),
        }
    }
}

/// Lists the games.
pub fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let mut out = Output::new();
    if arguments.saved {
        saved(&mut out, arguments.json)?;
    } else if arguments.json {
        let games = GameId::rule_sets().map(RuleSetJson::new).collect();
        out.json(&GamesJson { version: VERSION, games })?;
    } else {
        print_table(&mut out)?;
    }
    out.flush()
}

/// Lists the saved games, the latest first.
fn saved(out: &mut Output, as_json: bool) -> Result<(), Failure> {
    let Some(store) = SavedGames::from_environment(|name| std::env::var(name).ok()) else {
        return Err(Failure::Input("no games are saved: HOME is not set".to_owned()));
    };
    let games = store.list();
    if as_json {
        let saved = games.iter().map(SavedGameJson::new).collect();
        out.json(&SavedGamesJson { version: VERSION, saved })?;
    } else if games.is_empty() {
        out.line("No saved games.")?;
    } else {
        for (number, game) in (1..).zip(&games) {
            out.line(format!("{number:>3}  {}", game.line()))?;
        }
    }
    out.flush()?;
    for damaged in store.damaged() {
        tell(format!("warning: {damaged}"));
    }
    Ok(())
}

/// Prints names and summaries below each other.
pub fn print_table(out: &mut Output) -> Result<(), Failure> {
    let width = GameId::rule_sets().map(|game| game.name().len()).max().unwrap_or(0);
    for game in GameId::rule_sets() {
        let info = game.info();
        out.line(format!("{:<width$}  {}", info.name, info.summary))?;
        if !info.options.is_empty() {
            out.line(format!("{:width$}  {}", "", info.options))?;
        }
    }
    Ok(())
}
