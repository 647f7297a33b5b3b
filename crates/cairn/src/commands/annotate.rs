//! `cairn annotate`: records with the engine's evaluations.

use std::time::Duration;

use cairn_app::records::{RecordPath, read_file};
use cairn_app::review::{annotate, review_game};
use cairn_engine::search::Engine;

use crate::engine_arguments::AnnotateArguments;
use crate::failure::Failure;
use crate::files::write_file;
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressBar;

/// Search time per position if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Adds evaluations to one game of a file, or to all of them.
pub fn run(arguments: &AnnotateArguments) -> Result<(), Failure> {
    let path = RecordPath::parse(&arguments.record);
    let mut records = match path.number {
        Some(_) => vec![path.read()?],
        None => read_file(&path.file)?,
    };
    let limits = arguments.limits.or_time(DEFAULT_TIME);
    let stop = interrupt::stop_flag();
    let mut progress = ProgressBar::new();
    let total: usize = records.iter().map(|record| record.line.moves.len() + 1).sum();
    let mut before = 0;
    for record in &mut records {
        let mut engine = Engine::new(arguments.resources.options(record.game())?);
        let review = review_game(record.history(), &mut engine, &limits, &stop, |done, _| {
            let done = before + done;
            let share = done as f64 / total as f64;
            progress.show(share, || format!("{done} of {total} positions"));
        });
        annotate(record, &review.map_err(Failure::input)?);
        before += record.line.moves.len() + 1;
    }
    progress.clear();
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    let text = texts.join("\n");
    if let Some(path) = &arguments.out {
        write_file(path, text.as_bytes())?;
    } else {
        let mut out = Output::new();
        out.bytes(text.as_bytes())?;
        out.flush()?;
    }
    interrupt::check(&stop)
}
