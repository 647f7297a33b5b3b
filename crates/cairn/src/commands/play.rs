//! `cairn play`, and `cairn` without a command on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use cairn_app::dates;
use cairn_draw::TextStyle;
use cairn_draw::terminal::Depth;
use cairn_engine::Player;
use cairn_games::GameId;
use cairn_legacy::AnyStyle;
use cairn_tui::{GameSettings, PlainError, PlainOptions, SavedGames, ScreenOptions};

use crate::arguments::PlayArguments;
use crate::failure::Failure;

/// Returns an environment variable that is text.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether input and output are a terminal that can move its cursor.
pub fn has_screen() -> bool {
    let dumb = variable("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Runs the full-screen program, beginning with its menu.
pub fn menu() -> Result<(), Failure> {
    Ok(cairn_tui::run_menu(&ScreenOptions::from_environment(variable))?)
}

/// Plays a game.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let settings = settings(arguments)?;
    let style: AnyStyle = match &arguments.style {
        Some(word) => word.parse().map_err(Failure::usage)?,
        None => AnyStyle::default(),
    };
    style.check(settings.game()).map_err(Failure::usage)?;
    let is_for_screen = style != AnyStyle::Own(TextStyle::Words);
    if arguments.plain || !is_for_screen || !has_screen() {
        let store = SavedGames::from_environment(variable).filter(|_| !arguments.no_save);
        return plain_game(settings, style, store);
    }
    let mut options = ScreenOptions::from_environment(variable);
    options.store = options.store.filter(|_| !arguments.no_save);
    if arguments.style.is_some() {
        options.charset = style.charset();
    }
    options.style = style;
    Ok(cairn_tui::run_game(&options, settings)?)
}

fn plain_game(
    settings: GameSettings,
    style: AnyStyle,
    store: Option<SavedGames>,
) -> Result<(), Failure> {
    let (to_terminal, from_terminal) = (io::stdout().is_terminal(), io::stdin().is_terminal());
    let options = PlainOptions {
        style,
        depth: Depth::of_environment(variable).filter(|_| to_terminal),
        is_interactive: from_terminal,
    };
    // Lines are written at once, so that a program on the other end of a pipe can answer.
    let output = io::LineWriter::new(io::stdout().lock());
    match cairn_tui::play_plain(settings, store, io::stdin().lock(), output, &options) {
        Ok(()) => Ok(io::stdout().flush()?),
        Err(PlainError::Io(error)) => Err(error.into()),
        Err(PlainError::Player(why)) => Err(Failure::Input(why)),
    }
}

fn settings(arguments: &PlayArguments) -> Result<GameSettings, Failure> {
    let PlayArguments { position, first, second, time, clock, chance, .. } = arguments;
    let start = position.position()?;
    let mut settings = GameSettings::new(start);
    settings.players = [player(first, start.game())?, player(second, start.game())?];
    settings.shuffle = position.start.seed;
    settings.random_seed = chance.unwrap_or_else(|| {
        // Input from a pipe should give the same game each time; people want variety.
        if io::stdin().is_terminal() { dates::now().unsigned_abs() } else { 0 }
    });
    if let Some(milliseconds) = time {
        settings.move_time = Duration::from_millis(*milliseconds);
    }
    if let Some(clock) = clock {
        settings.time_control = *clock;
    }
    Ok(settings)
}

/// Reads a player. A level that the original program did not have is refused at once.
fn player(word: &str, game: GameId) -> Result<Player, Failure> {
    let player: Player = word.parse().map_err(Failure::usage)?;
    player.check(game).map_err(Failure::usage)?;
    Ok(player)
}
