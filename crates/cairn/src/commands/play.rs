//! `cairn play`, and `cairn` alone on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use cairn_engine::Player;
use cairn_legacy::AnyStyle;
use cairn_tui::plain::{self, Broken, Manner};
use cairn_tui::{Session, SetUp, Store, screen};

use crate::arguments::PlayArguments;
use crate::diagnostic::Failure;

/// A variable of the environment, if it is text.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Whether a full screen can be had: both ends are a terminal that can move its cursor.
pub fn has_screen() -> bool {
    let dumb = variable("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The full-screen program from its menu.
pub fn menu() -> Result<(), Failure> {
    screen::run(&screen::Surroundings::of_environment(variable), screen::Begin::Menu)?;
    Ok(())
}

/// Plays a game.
pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let set_up = set_up(arguments)?;
    let style: AnyStyle = match &arguments.style {
        Some(word) => word.parse().map_err(usage)?,
        None => AnyStyle::default(),
    };
    style.check(set_up.game()).map_err(usage)?;
    if arguments.plain || !has_screen() {
        let store = Store::of_environment(variable).filter(|_| !arguments.no_save);
        return plain_game(set_up, style, store);
    }
    let mut surroundings = screen::Surroundings::of_environment(variable);
    surroundings.store = surroundings.store.filter(|_| !arguments.no_save);
    if style.charset() == Charset::Ascii {
        surroundings.charset = style.charset();
    }
    screen::run(&surroundings, screen::Begin::Game(Box::new(set_up)))?;
    Ok(())
}

fn plain_game(set_up: SetUp, style: AnyStyle, store: Option<Store>) -> Result<(), Failure> {
    let (to_terminal, from_terminal) = (io::stdout().is_terminal(), io::stdin().is_terminal());
    let manner = Manner {
        style,
        depth: Depth::of_environment(variable).filter(|_| to_terminal),
        is_dialogue: from_terminal,
    };
    let session = Session::new(set_up, store, Instant::now());
    // Through a pipe, much is written at once; a person wants to see it now.
    let output = io::LineWriter::new(io::stdout().lock());
    match plain::play(session, io::stdin().lock(), output, &manner) {
        Ok(()) => Ok(io::stdout().flush()?),
        Err(Broken::Io(error)) => Err(error.into()),
        Err(Broken::Player(why)) => Err(Failure::Input(why)),
    }
}

fn set_up(arguments: &PlayArguments) -> Result<SetUp, Failure> {
    let PlayArguments { set_up, first, second, time, clock, chance, .. } = arguments;
    let start = set_up.position()?;
    let players = [first, second].map(|word| word.parse::<Player>().map_err(usage));
    let [first, second] = players;
    let mut made = SetUp::new(start).with_players([first?, second?]);
    made.seed = set_up.from.seed;
    made.chance = chance.unwrap_or_else(|| {
        // What is piped should come out the same each time; people want variety.
        if io::stdin().is_terminal() { now_as_number() } else { 0 }
    });
    if let Some(milliseconds) = time {
        made.move_time = Duration::from_millis(*milliseconds);
    }
    if let Some(clock) = clock {
        made.time_control = Some(clock.parse().map_err(usage)?);
    }
    Ok(made)
}

fn now_as_number() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}
