//! `cairn games`: what can be played.

use cairn_games::GameId;
use serde::Serialize;

use crate::arguments::GamesArguments;
use crate::diagnostic::Failure;
use crate::json::{VERSION, to_line};
use crate::output::Output;

#[derive(Serialize)]
struct Games {
    version: u32,
    games: Vec<GameFields>,
}

#[derive(Serialize)]
struct GameFields {
    game: &'static str,
    title: &'static str,
    summary: &'static str,
    designer: &'static str,
    first: &'static str,
    second: &'static str,
    sizes: Vec<String>,
    shuffles: bool,
    start: String,
}

/// Lists the games.
pub fn run(arguments: &GamesArguments) -> Result<(), Failure> {
    let mut out = Output::new();
    if arguments.json {
        let games = GameId::rule_sets().map(fields).collect();
        out.line(to_line(&Games { version: VERSION, games })?)?;
    } else {
        print_table(&mut out)?;
    }
    out.flush()
}

/// The names and summaries under each other.
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

fn fields(game: GameId) -> GameFields {
    let info = game.info();
    let boards = GameId::boards(info.name).unwrap_or_default();
    GameFields {
        game: info.name,
        title: info.title,
        summary: info.summary,
        designer: info.designer,
        first: info.sides[0].name,
        second: info.sides[1].name,
        sizes: boards.iter().map(|board| board.info().board.size()).collect(),
        shuffles: game.shuffled(0).is_some(),
        start: game.start().to_text(),
    }
}
