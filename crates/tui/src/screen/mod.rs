//! The full-screen program.

mod app;
mod draw;
mod game_keys;
mod guard;
mod input;
mod lessons;
mod menu;
mod overlay;
mod theme;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use cairn_draw::terminal::Depth;
use cairn_draw::text::Charset;
use crossterm::event::{self, Event};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::set_up::SetUp;
use crate::store::Store;
use app::App;
use guard::{Guard, Signals};

/// How often the screen looks for news while nothing is typed.
const TICK: Duration = Duration::from_millis(50);

/// What the program finds around it.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The colours there are, if any.
    pub depth: Option<Depth>,
    /// The characters there are.
    pub charset: Charset,
    /// Where games are kept.
    pub store: Option<Store>,
    /// Where chance begins.
    pub chance: u64,
}

impl Surroundings {
    /// As the environment variables say.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        // Terminals are Unicode today unless somebody says otherwise.
        let other = locale.is_some_and(|locale| {
            let locale = locale.to_lowercase().replace('-', "");
            locale.contains('.') && !locale.contains("utf8")
        });
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self {
            depth: Depth::of_environment(&variable),
            charset: if other { Charset::Ascii } else { Charset::Unicode },
            store: Store::of_environment(&variable),
            chance: since.unwrap_or_default().as_micros() as u64,
        }
    }
}

/// Where the program begins.
#[derive(Clone, Debug)]
pub enum Begin {
    /// At its menu.
    Menu,
    /// With a game.
    Game(Box<SetUp>),
}

/// Runs the program until its user leaves it. The terminal is then as it was before,
/// whatever happens.
///
/// # Errors
/// If the terminal cannot be read or written any more.
pub fn run(surroundings: &Surroundings, begin: Begin) -> io::Result<()> {
    let signals = Signals::watch()?;
    let mut app = App::new(surroundings.clone(), Instant::now());
    if let Begin::Game(set_up) = begin {
        app.begin(*set_up, Instant::now());
    }
    let ended = {
        let _guard = Guard::enter()?;
        serve(&mut app, &signals)
    };
    // Thinkers end before the signal does its work.
    drop(app);
    signals.die_of_them();
    ended
}

fn serve(app: &mut App, signals: &Signals) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.clear()?;
    let mut changed = true;
    while !app.is_done() && !signals.came() {
        if changed {
            terminal.draw(|frame| app.draw(frame, Instant::now()))?;
        }
        changed = false;
        if event::poll(TICK)? {
            // Everything that is there already, so that held keys and pastes do not lag.
            loop {
                changed = true;
                match event::read()? {
                    event if guard::asks_to_suspend(&event) => {
                        guard::suspend()?;
                        terminal.clear()?;
                    }
                    Event::Resize(_, _) => terminal.autoresize()?,
                    event => app.handle(&event, Instant::now()),
                }
                if app.is_done() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        changed |= app.tick(Instant::now());
        for text in app.take_outbox() {
            let mut out = io::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}
