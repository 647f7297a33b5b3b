//! The UGI server.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Scope, ScopedJoinHandle};

use cairn_games::{GameId, History, Outcome, Side};

use super::command::{Go, Query, UgiCommand, shortened};
use super::running_search::{NO_MOVE, RunningSearch, send};
use crate::bot::{Bot, EngineOptions};
use crate::levels::{self, Level};
use crate::limits::{Limits, StopFlag};

/// Longest line that is read; a position after thousands of moves is shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// Settings that the client can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The level.
    pub level: Level,
    /// Threads, memory and number of lines.
    pub options: EngineOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Self { level: Level::HIGHEST, options: EngineOptions::default() }
    }
}

/// An integer option.
struct Spin {
    name: &'static str,
    least: usize,
    greatest: usize,
    read: fn(&Settings) -> usize,
    write: fn(&mut Settings, usize),
}

const SPINS: [Spin; 4] = [
    Spin {
        name: "Threads",
        least: 1,
        greatest: 256,
        read: |settings| settings.options.threads,
        write: |settings, value| settings.options.threads = value,
    },
    Spin {
        name: "Hash",
        least: 1,
        greatest: 1 << 16,
        read: |settings| settings.options.hash_mb,
        write: |settings, value| settings.options.hash_mb = value,
    },
    Spin {
        name: "Level",
        least: 1,
        greatest: 10,
        read: |settings| settings.level.number().into(),
        write: |settings, value| {
            let level = u8::try_from(value).ok().and_then(Level::new);
            settings.level = level.unwrap_or(Level::HIGHEST);
        },
    },
    Spin {
        name: "MultiPV",
        least: 1,
        greatest: 64,
        read: |settings| settings.options.lines,
        write: |settings, value| settings.options.lines = value,
    },
];

/// Serves a game with the engine until `quit` or the end of the input. `boards` are all
/// boards of the game, the standard one first. Warnings about invalid input go to standard
/// error.
///
/// ```
/// use cairn_engine::ugi::serve;
/// use cairn_games::GameId;
///
/// let mut output = Vec::new();
/// serve(&[GameId::Nava], "isready\nquit\n".as_bytes(), &mut output)?;
/// assert_eq!(output, b"readyok\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If input or output fails.
pub fn serve(boards: &[GameId], input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let make = |settings: &Settings| levels::bot(settings.level, &settings.options);
    // Notes are a courtesy: if nobody can read them, there is nothing to be done.
    let note = |text: &str| drop(writeln!(io::stderr(), "cairn: {text}"));
    serve_with(boards, input, output, &make, &note)
}

/// Serves a game with any bot. `make` is not called before the client is ready for something
/// that takes time; `note` gets the warnings.
///
/// # Errors
/// If input or output fails.
pub fn serve_with<W: Write + Send>(
    boards: &[GameId],
    mut input: impl BufRead,
    output: W,
    make: &dyn Fn(&Settings) -> Box<dyn Bot>,
    note: &(dyn Fn(&str) + Sync),
) -> io::Result<()> {
    let Some(&game) = boards.first() else {
        return Err(io::Error::other("there is no board to play on"));
    };
    let output = Mutex::new(output);
    std::thread::scope(|scope| {
        let mut server = UgiServer {
            game,
            boards,
            scope,
            output: &output,
            make,
            note,
            settings: Settings::default(),
            history: Ok(History::new(game.start())),
            bot: None,
            search: None,
        };
        let result = server.run(&mut input);
        server.leave(result.is_err());
        result
    })
}

struct UgiServer<'scope, 'env, W> {
    /// The game on its standard board.
    game: GameId,
    /// All boards that it can be played on.
    boards: &'env [GameId],
    scope: &'scope Scope<'scope, 'env>,
    output: &'scope Mutex<W>,
    make: &'env dyn Fn(&Settings) -> Box<dyn Bot>,
    note: &'scope (dyn Fn(&str) + Sync),
    settings: Settings,
    /// The game so far, or why the last `position` was refused.
    history: Result<History, String>,
    /// Made when first needed, and anew when the settings have changed; away while it
    /// thinks.
    bot: Option<Box<dyn Bot>>,
    search: Option<Search<'scope>>,
}

/// A search under way.
struct Search<'scope> {
    stop: StopFlag,
    /// Set before the move is sent, since the other side may answer at once.
    is_done: Arc<AtomicBool>,
    /// Whether the search ends without being told.
    is_limited: bool,
    /// Whether settings or game have changed, so that the bot is of no more use.
    is_outdated: bool,
    /// Gives the bot back, unless it broke.
    handle: ScopedJoinHandle<'scope, Option<Box<dyn Bot>>>,
}

impl<'scope, W: Write + Send> UgiServer<'scope, '_, W> {
    fn run(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if length == 0 {
                return Ok(());
            }
            if length as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
                (self.note)("a line that is too long was ignored");
                input.skip_until(b'\n')?;
                continue;
            }
            let text = String::from_utf8_lossy(&line);
            match UgiCommand::read(&text, self.boards) {
                Ok(Some(UgiCommand::Quit)) => {
                    self.stop();
                    return Ok(());
                }
                Ok(Some(command)) => self.execute(command)?,
                Ok(None) => {}
                Err(problem) => {
                    // An engine that went on with the position before would answer for
                    // another game.
                    if text.split_ascii_whitespace().next() == Some("position") {
                        self.history = Err(problem.clone());
                    }
                    (self.note)(&format!("ignored `{}`: {problem}", shortened(text.trim())));
                }
            }
        }
    }

    /// Ends what is under way. A search with limits may finish, so that the answer to a
    /// last `go` of a script is not lost.
    fn leave(&mut self, at_once: bool) {
        if at_once || self.search.as_ref().is_some_and(|search| !search.is_limited) {
            self.stop();
        }
        self.finish_search();
    }

    fn execute(&mut self, command: UgiCommand) -> io::Result<()> {
        match command {
            UgiCommand::Ugi => self.introduce(),
            UgiCommand::IsReady => {
                if self.search.is_none() && self.bot.is_none() {
                    self.bot = Some((self.make)(&self.settings));
                }
                self.say("readyok")
            }
            UgiCommand::SetOption { name, value } => {
                self.set_option(&name, &value);
                Ok(())
            }
            UgiCommand::NewGame => {
                self.outdate(|bot| bot.new_game());
                self.history = Ok(History::new(self.game.start()));
                Ok(())
            }
            UgiCommand::Position(history) => {
                self.history = Ok(history);
                Ok(())
            }
            UgiCommand::Go(go) => self.go(&go),
            UgiCommand::Stop => {
                self.stop();
                Ok(())
            }
            UgiCommand::Query(query) => match &self.history {
                Ok(history) => self.say(&format!("response {}", answer(history, query))),
                Err(problem) => self.say(&no_position(problem)),
            },
            UgiCommand::Quit => Ok(()),
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        send(self.output, [line])
    }

    fn introduce(&self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name cairn {} {}", env!("CARGO_PKG_VERSION"), self.game),
            "id author the authors of cairn".to_owned(),
        ];
        let defaults = Settings::default();
        for Spin { name, least, greatest, read, .. } in SPINS {
            let default = read(&defaults);
            lines.push(format!(
                "option name {name} type spin default {default} min {least} max {greatest}"
            ));
        }
        lines.push("ugiok".to_owned());
        send(self.output, lines)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let Some(spin) = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name)) else {
            return (self.note)(&format!("there is no option `{}`", shortened(name)));
        };
        let number = value.parse().ok().filter(|n| (spin.least..=spin.greatest).contains(n));
        let Some(number) = number else {
            return (self.note)(&format!(
                "{name} is a number from {} to {}, not `{}`",
                spin.least,
                spin.greatest,
                shortened(value)
            ));
        };
        if (spin.read)(&self.settings) != number {
            (spin.write)(&mut self.settings, number);
            self.bot = None;
            self.outdate(|_| {});
        }
    }

    /// Passes a change on to the bot. A bot that is searching is replaced afterwards.
    fn outdate(&mut self, tell: impl FnOnce(&mut dyn Bot)) {
        if let Some(search) = &mut self.search {
            search.is_outdated = true;
        }
        if let Some(bot) = &mut self.bot {
            tell(bot.as_mut());
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|search| !search.is_done.load(Ordering::Acquire)) {
            (self.note)("ignored `go`: a search is running");
            return Ok(());
        }
        self.finish_search();
        let history = match &self.history {
            Ok(history) => history,
            Err(problem) => return self.say(&no_position(problem)),
        };
        if let Some(ending) = history.ending() {
            (self.note)(&format!("nothing to think about: {}", ending.reason));
            return self.say(&format!("bestmove {NO_MOVE}"));
        }
        let limits = go.limits(history.position().to_move());
        let is_limited = limits != Limits::default();
        let (stop, is_done) = (StopFlag::new(), Arc::new(AtomicBool::new(false)));
        let bot = self.bot.take();
        let job = RunningSearch {
            bot: bot.unwrap_or_else(|| (self.make)(&self.settings)),
            history: history.clone(),
            limits,
            stop: stop.clone(),
            is_done: Arc::clone(&is_done),
            output: self.output,
            note: self.note,
        };
        let handle = self.scope.spawn(move || job.run());
        self.search = Some(Search { stop, is_done, is_limited, is_outdated: false, handle });
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop.raise();
        }
    }

    /// Waits for the search to end and takes the bot back.
    fn finish_search(&mut self) {
        if let Some(search) = self.search.take() {
            let bot = search.handle.join().ok().flatten();
            self.bot = bot.filter(|_| !search.is_outdated);
        }
    }
}

/// Returns the line that is said in place of an answer after a refused `position`.
fn no_position(problem: &str) -> String {
    format!("error there is no position: the last one was refused: {problem}")
}

fn answer(history: &History, query: Query) -> &'static str {
    let word = |yes| if yes { "true" } else { "false" };
    let outcome = history.outcome();
    match query {
        Query::GameOver => word(outcome.is_some()),
        Query::FirstPlayersTurn => word(history.position().to_move() == Side::First),
        Query::Result => match outcome {
            None => "none",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(Side::First)) => "p1win",
            Some(Outcome::Win(Side::Second)) => "p2win",
        },
    }
}
