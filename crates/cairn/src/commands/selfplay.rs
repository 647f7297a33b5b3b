//! `cairn selfplay`: games of the engine against itself, to learn from.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use cairn_engine::StopFlag;
use cairn_engine::eval::{Evaluation, EvaluationSource};
use cairn_engine::games::{Features, MoveOrdering};
use cairn_engine::selfplay::{
    DataError, Reader, SelfplayHeader, SelfplayOptions, SelfplayProgress, Writer, play,
};
use cairn_games::{GameId, Notation, with_game};

use super::available_threads;
use crate::diagnostic::Failure;
use crate::files::cannot;
use crate::learning_arguments::SelfplayArguments;
use crate::output::tell;

/// How often to say how far it is.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// The same where nobody watches.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// How wide the bar is.
const BAR: usize = 24;

/// Plays until there are as many positions as wanted.
pub fn run(arguments: &SelfplayArguments) -> Result<(), Failure> {
    let game = GameId::named(&arguments.game).map_err(|e| Failure::Usage(e.to_string()))?;
    let evaluation = match &arguments.net {
        Some(path) => {
            EvaluationSource::from_file(path, game).map_err(|e| Failure::Input(e.to_string()))?
        }
        None if arguments.linear => EvaluationSource::Linear,
        None => EvaluationSource::BuiltIn,
    };
    with_game!(game, G => play_game::<G>(arguments, &evaluation))
}

fn play_game<G: MoveOrdering + Features + Notation>(
    arguments: &SelfplayArguments,
    evaluation: &EvaluationSource,
) -> Result<(), Failure> {
    let judge = Evaluation::<G>::new(evaluation).map_err(|e| Failure::Input(e.to_string()))?;
    let head = SelfplayHeader {
        game: G::info().name.to_owned(),
        judge: judge.name(),
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let (mut writer, before) = open(&arguments.out, &head)?;
    let options = SelfplayOptions {
        nodes: arguments.nodes,
        threads: available_threads(arguments.threads),
        seed: arguments.seed,
        first_game: before.games,
        ..SelfplayOptions::default()
    };
    let mut meter = Meter::new(before, arguments.positions);
    let until = arguments.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut written = Ok(());
    if before.positions < arguments.positions {
        play::<G, _>(&judge, &options, &StopFlag::new(), |game, progress| {
            written = writer.write(game);
            let is_over = until.is_some_and(|until| Instant::now() >= until);
            let is_enough = before.positions + progress.positions >= arguments.positions;
            meter.show(progress, is_over || is_enough);
            if written.is_err() || is_over || is_enough {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
    let failed = |e: std::io::Error| cannot("write", &arguments.out, &e);
    written.and_then(|()| writer.finish()).map_err(failed)
}

/// The file to write to, behind the games that it has already.
fn open(
    path: &Path,
    head: &SelfplayHeader,
) -> Result<(Writer<BufWriter<File>>, SelfplayProgress), Failure> {
    let failed = |error: std::io::Error| cannot("write", path, &error);
    let mut before = SelfplayProgress::default();
    if !path.exists() {
        let file = BufWriter::new(File::create(path).map_err(failed)?);
        return Ok((Writer::begin(file, head).map_err(failed)?, before));
    }
    let refused = |error: DataError| cannot("go on with", path, &error);
    let input = BufReader::new(File::open(path).map_err(failed)?);
    let mut reader = Reader::new(input).map_err(refused)?;
    if reader.head() != head {
        let reason = "its games were played in another way; its head says how";
        return Err(cannot("go on with", path, &reason));
    }
    while let Some(game) = reader.next_game().map_err(refused)? {
        before.games += 1;
        before.positions += game.judged();
    }
    let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
    // What a stopped program wrote of its last game is no game.
    file.set_len(reader.whole()).map_err(failed)?;
    tell(format!("going on after {} games", before.games));
    Ok((Writer::resume(BufWriter::new(file)), before))
}

/// Shows how far it is: a bar on a terminal, otherwise a line now and then.
struct Meter {
    before: SelfplayProgress,
    wanted: u64,
    start: Instant,
    last: Option<Instant>,
    is_terminal: bool,
}

impl Meter {
    fn new(before: SelfplayProgress, wanted: u64) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self { before, wanted, start: Instant::now(), last: None, is_terminal }
    }

    fn show(&mut self, progress: SelfplayProgress, is_last: bool) {
        let every = if self.is_terminal { TELL_EVERY } else { LOG_EVERY };
        if !is_last && self.last.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        self.last = Some(Instant::now());
        let (games, positions) =
            (self.before.games + progress.games, self.before.positions + progress.positions);
        let speed = progress.positions as f64 / self.start.elapsed().as_secs_f64().max(0.001);
        let left = self.wanted.saturating_sub(positions) as f64 / speed.max(0.001);
        let share = (positions as f64 / self.wanted as f64).min(1.0);
        let text = format!(
            "{:3.0} %  {games} games, {positions} positions, {speed:.0} a second, {left:.0} s left",
            100.0 * share
        );
        if !self.is_terminal {
            return tell(text);
        }
        let full = (share * BAR as f64) as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR - full));
        let end = if is_last { "\n" } else { "" };
        // There is nobody left to tell if this fails.
        let _ = write!(std::io::stderr(), "\r\x1b[K{bar} {text}{end}");
    }
}
