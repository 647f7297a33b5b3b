//! `cairn games`: the games and their rule sets.

use cairn_app::json::{RuleSetJson, VERSION};
use cairn_games::GameId;
use serde::Serialize;

use crate::arguments::GamesArguments;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Serialize)]
struct GamesJson {
    version: u32,
    games: Vec<RuleSetJson>,
}

/// Lists the games.
pub fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let mut out = Output::new();
    if arguments.json {
        let games = GameId::rule_sets().map(RuleSetJson::new).collect();
        out.json(&GamesJson { version: VERSION, games })?;
    } else {
        print_table(&mut out)?;
    }
    out.flush()
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
