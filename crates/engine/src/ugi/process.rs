//! Another program that is talked to in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of lines that may wait to be read. A program that says more has to wait.
const WAITING_LINES: usize = 4096;

/// A line that is longer is cut into several.
const LONGEST_LINE: u64 = 1 << 20;

/// Time limit of a program for ending.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// A running program.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line it said on its standard error, which often tells why it ended.
    last_words: Arc<Mutex<String>>,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C on the terminal is for the program that plays the match, which then ends
        // its engines.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                each_line(output, |line| sender.send(line).is_ok());
            });
        }
        if let Some(errors) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            std::thread::spawn(move || {
                each_line(errors, |line| {
                    *last_words.lock().unwrap_or_else(PoisonError::into_inner) = line;
                    true
                });
            });
        }
        Ok(Self { input: child.stdin.take(), child, lines, last_words })
    }

    /// Sends a line to the program.
    ///
    /// # Errors
    /// If it does not listen any more.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let said = match &mut self.input {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        said.map_err(|_| self.end_of_process())
    }

    /// The next line that the program says, if it says one in time.
    ///
    /// # Errors
    /// If it has ended.
    pub(super) fn hear(&mut self, within: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.end_of_process()),
        }
    }

    /// Describes the end of the program.
    fn end_of_process(&mut self) -> String {
        let status = self.wait(TIME_TO_END);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = if words.is_empty() { String::new() } else { format!(": {words}") };
        match status {
            Some(status) => format!("it ended ({status}){words}"),
            None => format!("it no longer listens or speaks{words}"),
        }
    }

    /// Waits a while for the program to end.
    fn wait(&mut self, within: Duration) -> Option<std::process::ExitStatus> {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if began.elapsed() < within => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// Ends the program: first by asking, then by force.
impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already; then there is nobody to ask and nothing to force.
        let _ = self.say_quit();
        self.input = None;
        if self.wait(TIME_TO_END).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Process {
    fn say_quit(&mut self) -> io::Result<()> {
        match &mut self.input {
            Some(input) => writeln!(input, "quit").and_then(|()| input.flush()),
            None => Ok(()),
        }
    }
}

/// Shows each line to `take` until that returns false or there are no more.
fn each_line(source: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        match source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !take(String::from_utf8_lossy(&line).trim().to_owned()) => return,
            Ok(_) => {}
        }
    }
}
