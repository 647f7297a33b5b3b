//! `cairn games`: the games and their rule sets.

use std::io::IsTerminal;

use cairn_app::json::{RuleSetJson, VERSION};
use cairn_games::{GameId, Outcome, Side};
use cairn_tui::{SavedGame, SavedGames};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, tell};

/// Arguments of `cairn games`.
#[derive(Args, Debug)]
pub struct GamesArguments {
    /// List the saved games of the terminal program instead
    #[arg(long)]
    pub saved: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

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
        let mut name = info.name;
        for text in [info.summary, info.options].into_iter().filter(|text| !text.is_empty()) {
            for line in wrapped(text, columns().saturating_sub(width + 2)) {
                out.line(format!("{name:<width$}  {line}"))?;
                name = "";
            }
        }
    }
    Ok(())
}

/// Returns the width of the terminal, or no limit if the output is not one.
fn columns() -> usize {
    if !std::io::stdout().is_terminal() {
        return usize::MAX;
    }
    terminal_size::terminal_size().map_or(80, |(columns, _)| usize::from(columns.0))
}

/// Breaks a text into lines of at most this many characters, at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("one two three", usize::MAX), ["one two three"]);
        assert_eq!(wrapped("one two", 1), ["one", "two"]);
    }
}
