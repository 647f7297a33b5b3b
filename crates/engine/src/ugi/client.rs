//! Engines in other processes.

use std::time::{Duration, Instant};

use cairn_games::{AnyMove, AnyPosition, History};

use super::info::Info;
use super::process::Process;
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport, Variation};
use crate::limits::{Limits, StopFlag};
use crate::score::Score;

/// Time limit of an engine for starting and getting ready.
const TIME_TO_GET_READY: Duration = Duration::from_secs(20);

/// Excess time after which an engine is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// Longest silence of an engine that searches without a limit of time.
const LONGEST_SILENCE: Duration = Duration::from_secs(600);

/// Interval of checking the stop flag.
const TICK: Duration = Duration::from_millis(2);

/// An engine in another process that speaks the Universal Game Interface.
pub struct UgiEngine {
    process: Process,
    name: String,
}

impl UgiEngine {
    /// Starts an engine by its command, which is split into words as a shell does.
    /// EngineOptions are set if the engine has them.
    ///
    /// # Errors
    /// If the command cannot be run, or what it runs does not speak UGI.
    pub fn start(command: &str, options: &EngineOptions) -> Result<Self, SearchError> {
        let failed = |reason: String| SearchError::Engine { name: command.to_owned(), reason };
        let words = shlex::split(command)
            .ok_or_else(|| failed("a quotation mark is not closed".to_owned()))?;
        let process = Process::start(&words)
            .map_err(|error| failed(format!("it cannot be started: {error}")))?;
        let mut engine = Self { process, name: command.to_owned() };
        engine.introduce(options).map_err(failed)?;
        Ok(engine)
    }

    fn introduce(&mut self, options: &EngineOptions) -> Result<(), String> {
        self.process.say("ugi")?;
        let mut known = Vec::new();
        let mut name = None;
        self.wait_for("ugiok", |line| {
            if let Some(text) = line.strip_prefix("id name ") {
                name = Some(text.trim().to_owned());
            } else if let Some(text) = line.strip_prefix("option name ") {
                known.push(text.split(" type ").next().unwrap_or_default().to_owned());
            }
        })?;
        self.name = name.unwrap_or_else(|| self.name.clone());
        let wanted =
            [("Threads", options.threads), ("Hash", options.hash_mb), ("MultiPV", options.lines)];
        for (option, value) in wanted {
            if known.iter().any(|name| name == option) {
                self.process.say(&format!("setoption name {option} value {value}"))?;
            }
        }
        self.get_ready()
    }

    fn get_ready(&mut self) -> Result<(), String> {
        self.process.say("isready")?;
        self.wait_for("readyok", |_| {})
    }

    /// Waits for a line with just this word; shows the others to `watch`.
    fn wait_for(&mut self, word: &str, mut watch: impl FnMut(&str)) -> Result<(), String> {
        let began = Instant::now();
        while let Some(left) = TIME_TO_GET_READY.checked_sub(began.elapsed()) {
            match self.process.hear(left)? {
                Some(line) if line == word => return Ok(()),
                Some(line) => watch(&line),
                None => break,
            }
        }
        Err(format!("it did not say `{word}` within {} s", TIME_TO_GET_READY.as_secs()))
    }

    /// Asks for a move and listens until it comes. Returns it with the last report.
    fn ask(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<(String, Findings), String> {
        self.process.say(&position_command(history))?;
        self.get_ready()?;
        self.process.say(&go_command(limits))?;
        let mut timer = ResponseTimer::new(limits);
        let mut findings = Findings::default();
        loop {
            if stop.is_raised() && !timer.is_stopped() {
                self.process.say("stop")?;
                timer.stop();
            }
            let Some(line) = self.process.hear(TICK)? else {
                timer.check()?;
                continue;
            };
            timer.heard();
            if let Some(text) = line.strip_prefix("bestmove ") {
                // Some engines add what they expect as an answer.
                let word = text.split_ascii_whitespace().next().unwrap_or_default();
                return Ok((word.to_owned(), findings));
            }
            if let Some(problem) = line.strip_prefix("error ") {
                return Err(problem.to_owned());
            }
            if let Some(text) = line.strip_prefix("info ") {
                findings.add(Info::read(text), history.position());
                if let Some(report) = findings.report(timer.began.elapsed()) {
                    watch(&report);
                }
            }
            timer.check()?;
        }
    }
}

impl Bot for UgiEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        // If this fails, the engine is gone, and the next move will tell.
        let _ = self.process.say("uginewgame").and_then(|()| self.get_ready());
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let began = Instant::now();
        let name = self.name();
        let answer = self.ask(history, limits, stop, watch);
        let (word, findings) = match answer {
            Ok(answer) => answer,
            Err(reason) => return Err(SearchError::Engine { name, reason }),
        };
        let mv = history.position().read_move(&word).map_err(|error| {
            let reason = format!("`{}`: {error}", super::command::shortened(&word));
            SearchError::IllegalMove { name, reason }
        })?;
        let mut report =
            findings.report(began.elapsed()).unwrap_or_else(|| SearchReport::of_choice(mv));
        report.elapsed = began.elapsed();
        if report.best_move() != mv {
            let score = report.lines[0].score;
            report.lines = vec![Variation { moves: vec![mv], score }];
        }
        Ok(report)
    }
}

/// Returns the `position` command for a game.
fn position_command(history: &History) -> String {
    let start = history.start();
    let mut command = if *start == start.game().start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.to_text())
    };
    if !history.moves().is_empty() {
        command.push_str(" moves");
    }
    for (position, &mv) in history.positions().iter().zip(history.moves()) {
        // The moves of a history are legal, so they can all be written.
        if let Ok(text) = position.write_move(mv) {
            command.push(' ');
            command.push_str(&text);
        }
    }
    command
}

/// Returns the `go` command for these limits. The opponent's clock is not known here, and
/// given as if it were the same.
fn go_command(limits: &Limits) -> String {
    let mut command = "go".to_owned();
    if let Some(clock) = &limits.clock {
        let (left, more) = (clock.remaining.as_millis(), clock.increment.as_millis());
        command += &format!(" p1time {left} p2time {left} p1inc {more} p2inc {more}");
    }
    if let Some(time) = limits.time {
        command += &format!(" movetime {}", time.as_millis().max(1));
    }
    if let Some(depth) = limits.depth {
        command += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        command += &format!(" nodes {nodes}");
    }
    if *limits == Limits::default() {
        command += " infinite";
    }
    command
}

/// Watches over an engine that thinks.
struct ResponseTimer {
    began: Instant,
    last_heard: Instant,
    /// When the move has to be there, if there is a limit of time.
    deadline: Option<Instant>,
    is_stopped: bool,
    is_limited: bool,
}

impl ResponseTimer {
    fn new(limits: &Limits) -> Self {
        let began = Instant::now();
        let clock = limits.clock.map(|clock| clock.remaining);
        let allowed = limits.time.into_iter().chain(clock).min();
        let deadline = allowed.and_then(|time| began.checked_add(time + PATIENCE));
        let is_limited = *limits != Limits::default();
        Self { began, last_heard: began, deadline, is_stopped: false, is_limited }
    }

    const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn stop(&mut self) {
        self.is_stopped = true;
        self.deadline = Some(Instant::now() + PATIENCE);
    }

    fn heard(&mut self) {
        self.last_heard = Instant::now();
    }

    /// # Errors
    /// If the engine should have answered by now.
    fn check(&self) -> Result<(), String> {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(format!("it gave no move {} s after its time", PATIENCE.as_secs()));
        }
        if self.is_limited && self.last_heard.elapsed() > LONGEST_SILENCE {
            return Err(format!("it said nothing for {} s", LONGEST_SILENCE.as_secs()));
        }
        Ok(())
    }
}

/// The lines that an engine has reported so far.
#[derive(Default)]
struct Findings {
    depth: u32,
    nodes: u64,
    lines: Vec<Variation>,
}

impl Findings {
    fn add(&mut self, info: Info, position: &AnyPosition) {
        self.depth = info.depth.unwrap_or(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        let moves = legal_moves(position, &info.moves);
        if moves.is_empty() || info.rank > self.lines.len() {
            return;
        }
        let line = Variation { moves, score: info.score.unwrap_or(Score::Value(0)) };
        match self.lines.get_mut(info.rank) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
    }

    fn report(&self, elapsed: Duration) -> Option<SearchReport> {
        let (depth, nodes, lines) = (self.depth, self.nodes, self.lines.clone());
        (!lines.is_empty()).then_some(SearchReport { depth, nodes, elapsed, lines })
    }
}

/// The moves of a line as far as they are legal.
fn legal_moves(position: &AnyPosition, texts: &[String]) -> Vec<AnyMove> {
    let mut position = *position;
    let mut moves = Vec::new();
    for text in texts {
        let Ok(mv) = position.read_move(text) else { break };
        moves.push(mv);
        if position.play(mv).is_err() {
            break;
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_split_as_a_shell_does() {
        for (command, words) in [
            ("", vec![]),
            ("cairn ugi nava", vec!["cairn", "ugi", "nava"]),
            ("  'my engine'  --name \"a b\" ", vec!["my engine", "--name", "a b"]),
            (r#"a\ b '\' "\"" '' x"y"'z'"#, vec!["a b", r"\", "\"", "", "xyz"]),
        ] {
            assert_eq!(shlex::split(command).unwrap(), words, "{command}");
        }
        assert!(shlex::split("it's").is_none());
    }
}
