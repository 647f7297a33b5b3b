//! `cairn solve check`: verifies files of solved starts.

use cairn_app::campaign::{self, CheckedResult, ResultChecker, Shares};

use super::options;
use crate::engine_arguments::SolveCheckArguments;
use crate::failure::Failure;
use crate::files::cannot;
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressBar;

/// Verifies all results of some files.
pub fn run(arguments: &SolveCheckArguments) -> Result<(), Failure> {
    let mut all = Vec::new();
    for file in &arguments.files {
        if !file.exists() {
            return Err(Failure::input(format!("there is no file {}", file.display())));
        }
        all.extend(campaign::read(file).map_err(|error| cannot("read", file, &error))?);
    }
    let stop = interrupt::stop_flag();
    let mut checker = ResultChecker::new(options(&arguments.resources));
    let mut progress = ProgressBar::new();
    let mut out = Output::new();
    let mut wrong = 0;
    for (index, result) in all.iter().enumerate() {
        progress.show(index as f64 / all.len() as f64, || result.start().to_string());
        let checked = checker.check(result, &stop);
        interrupt::check(&stop)?;
        progress.clear();
        wrong += usize::from(checked.error.is_some());
        if arguments.json {
            out.json(&checked)?;
        } else {
            out.line(text(&checked))?;
        }
        out.flush()?;
    }
    if arguments.json {
        out.json(&Shares::of(&all))?;
    } else {
        out.line(Shares::of(&all))?;
    }
    out.flush()?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::input(format!("{wrong} of {} results are wrong", all.len()))),
    }
}

fn text(checked: &CheckedResult<'_>) -> String {
    let CheckedResult { start, value, key_lines, nodes, error, .. } = checked;
    match (error, value) {
        (Some(error), _) => format!("{start}: WRONG, {error}"),
        (None, Some(value)) => {
            format!("{start}: {value}, {key_lines} key lines verified ({nodes} positions searched)")
        }
        (None, None) => format!("{start}: not solved, nothing to check"),
    }
}
