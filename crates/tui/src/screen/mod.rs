//! The full-screen program.

mod app;
mod draw;
mod game_keys;
mod guard;
mod input;
mod lessons;
mod memory;
mod menu;
mod overlay;
mod theme;

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
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

/// How often the program looks for news while nothing is typed, and while it thinks.
const TICK: Duration = Duration::from_millis(50);
const SHORT_TICK: Duration = Duration::from_millis(10);
/// How often what moves by itself is drawn anew.
const FRAME: Duration = Duration::from_millis(100);

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
    let ended = taken_over(|| serve(&mut app, &signals))?;
    app.remember();
    // Thinkers end before the signal does its work.
    drop(app);
    signals.die_of_them();
    ended
}

/// Does something with the terminal taken over, and gives it back afterwards, also if it
/// panics.
///
/// # Errors
/// If the terminal cannot be taken over.
pub fn taken_over<T>(action: impl FnOnce() -> T) -> io::Result<T> {
    let _guard = Guard::enter()?;
    Ok(action())
}

fn serve(app: &mut App, signals: &Signals) -> io::Result<()> {
    let events = listen();
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut drawn: Option<Instant> = None;
    let mut size = crossterm::terminal::size().ok();
    let mut changed = true;
    while !app.is_done() && !signals.came() {
        let moving = app.moves_by_itself();
        if changed || (moving && drawn.is_none_or(|at| at.elapsed() >= FRAME)) {
            terminal.draw(|frame| app.draw(frame, Instant::now()))?;
            drawn = Some(Instant::now());
        }
        let wait = if moving { SHORT_TICK } else { TICK };
        changed = take_events(app, &mut terminal, &events, wait)?;
        // A window that changed before anybody listened for that has sent no event.
        let now = crossterm::terminal::size().ok();
        changed |= now != size;
        size = now;
        changed |= app.tick(Instant::now());
        for text in app.take_outbox() {
            let mut out = io::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads what comes from the terminal in a thread of its own: when a terminal goes away,
/// reading from it may never end, and the program has to.
fn listen() -> Receiver<io::Result<Event>> {
    let (sender, events) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                return;
            }
        }
    });
    events
}

/// Takes the events that are there, or the first that comes in this time; says whether
/// there were any.
fn take_events(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    events: &Receiver<io::Result<Event>>,
    wait: Duration,
) -> io::Result<bool> {
    let mut next = match events.recv_timeout(wait) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => return Ok(false),
        Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
    };
    // Everything that is there already, so that held keys and pastes do not lag.
    while let Some(event) = next {
        match event? {
            event if guard::is_control(&event, 'z') => {
                guard::suspend()?;
                *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
            }
            event if guard::is_control(&event, 'l') => {
                // Somebody else wrote on the screen. The terminal's own way to clear it
                // asks for the cursor and waits for an answer, which not all give.
                guard::clear()?;
                *terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
            }
            event => app.handle(&event, Instant::now()),
        }
        next = if app.is_done() { None } else { events.try_recv().ok() };
    }
    Ok(true)
}
