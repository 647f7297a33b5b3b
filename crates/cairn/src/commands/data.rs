//! `cairn data`: looking after the games of the web application.

use std::time::Duration;

use cairn_web::{Data, Retention, ServerConfig, block_on};
use clap::{Args, Subcommand, ValueHint};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args, Debug)]
pub struct DataArguments {
    #[command(subcommand)]
    pub command: DataCommand,

    /// Database: a file or `postgres://...` [default: cairn/games.db in your data folder]
    #[arg(long, value_name = "URL", global = true)]
    pub data: Option<String>,
}

#[derive(Subcommand, Debug)]
pub enum DataCommand {
    /// Copy an SQLite database to a new file
    Backup {
        /// File to be made
        #[arg(value_hint = ValueHint::FilePath)]
        file: std::path::PathBuf,
    },

    /// Check the database, replay all games and read all studies
    Check,

    /// Remove old games, as the server does every hour
    Prune(RetentionArguments),
}

/// Periods after which games and studies are removed.
#[derive(Args, Clone, Copy, Debug)]
pub struct RetentionArguments {
    /// How long to keep games that nobody has joined: `7d`, `12h`, `30m` or `forever`
    #[arg(long, value_name = "TIME", default_value = "7d", value_parser = read_period)]
    pub keep_open: Period,

    /// How long to keep games in progress, from their last change
    #[arg(long, value_name = "TIME", default_value = "180d", value_parser = read_period)]
    pub keep_unfinished: Period,

    /// How long to keep aborted games
    #[arg(long, value_name = "TIME", default_value = "1d", value_parser = read_period)]
    pub keep_aborted: Period,

    /// How long to keep games with a result
    #[arg(long, value_name = "TIME", default_value = "forever", value_parser = read_period)]
    pub keep_finished: Period,

    /// How long to keep studies, from their last change
    #[arg(long, value_name = "TIME", default_value = "forever", value_parser = read_period)]
    pub keep_studies: Period,
}

/// A period of time, or `None` for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(Option<Duration>);

impl From<RetentionArguments> for Retention {
    fn from(arguments: RetentionArguments) -> Self {
        Self {
            open: arguments.keep_open.0,
            unfinished: arguments.keep_unfinished.0,
            aborted: arguments.keep_aborted.0,
            finished: arguments.keep_finished.0,
            studies: arguments.keep_studies.0,
        }
    }
}

fn read_period(text: &str) -> Result<Period, String> {
    if text == "forever" {
        return Ok(Period(None));
    }
    let seconds = [("d", 24 * 60 * 60), ("h", 60 * 60), ("m", 60)];
    let period = seconds.into_iter().find_map(|(unit, seconds)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(seconds).map(Duration::from_secs)
    });
    period.map(|period| Period(Some(period))).ok_or_else(|| {
        "expected a number with `d` (days), `h` (hours) or `m` (minutes), or `forever`".to_owned()
    })
}

/// Runs one of the commands.
pub fn run(arguments: DataArguments) -> Result<(), Failure> {
    let address = arguments.data.unwrap_or_else(|| ServerConfig::default().data);
    block_on(run_command(arguments.command, &address)).map_err(Failure::input)?
}

async fn run_command(command: DataCommand, address: &str) -> Result<(), Failure> {
    let data = Data::open(address).await.map_err(Failure::input)?;
    let mut output = Output::new();
    match command {
        DataCommand::Backup { file } => {
            data.backup(&file).await.map_err(Failure::input)?;
            output.line(format_args!("copied to {}", file.display()))?;
        }
        DataCommand::Check => {
            let report = data.check().await.map_err(Failure::input)?;
            for problem in &report.problems {
                output.line(problem)?;
            }
            output.line(format_args!("games: {}", report.games))?;
            output.line(format_args!("moves: {}", report.moves))?;
            if report.studies > 0 {
                output.line(format_args!("studies: {}", report.studies))?;
            }
            if !report.problems.is_empty() {
                output.flush()?;
                let count = report.problems.len();
                return Err(Failure::Input(format!("problems found: {count}")));
            }
        }
        DataCommand::Prune(retention) => {
            let removed = data.prune(&retention.into()).await.map_err(Failure::input)?;
            output.line(format_args!("games removed: {removed}"))?;
        }
    }
    data.close().await;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_have_a_unit() {
        let hours = |hours: u64| Ok(Period(Some(Duration::from_secs(hours * 60 * 60))));
        assert_eq!(read_period("7d"), hours(7 * 24));
        assert_eq!(read_period("12h"), hours(12));
        assert_eq!(read_period("120m"), hours(2));
        assert_eq!(read_period("0d"), hours(0));
        assert_eq!(read_period("forever"), Ok(Period(None)));
        for wrong in ["", "7", "d", "-1d", "1w", "99999999999999999999d", "213503982334602d"] {
            assert!(read_period(wrong).is_err(), "{wrong}");
        }
    }

    /// The periods of the command line are those of the library.
    #[test]
    fn the_defaults_are_those_of_the_server() {
        #[derive(clap::Parser)]
        struct TestArguments {
            #[command(flatten)]
            retention: RetentionArguments,
        }
        let line = <TestArguments as clap::Parser>::parse_from(["line"]);
        assert_eq!(Retention::from(line.retention), Retention::default());
    }
}
