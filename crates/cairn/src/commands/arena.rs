//! `cairn match` and `cairn arena ladder`: relative strength of players.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use cairn_app::json::VERSION;
use cairn_arena::{
    LadderSettings, MatchProgress, MatchReport, MatchSettings, MatchTimeControl, OpeningSettings,
    Rung, Sprt, SprtReport, SprtVerdict, as_markdown, climb, play_match,
};
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits};
use cairn_games::GameId;
use cairn_games::record::Record;
use serde::Serialize;

use super::available_threads;
use crate::engine_arguments::{LadderArguments, MatchArguments};
use crate::failure::Failure;
use crate::files::cannot;
use crate::interrupt;
use crate::output::{Output, tell};
use crate::progress::ProgressBar;

#[derive(Serialize)]
struct MatchJson<'a> {
    version: u32,
    #[serde(flatten)]
    summary: &'a cairn_arena::Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
}

#[derive(Serialize)]
struct SprtJson {
    llr: f64,
    bounds: [f64; 2],
    verdict: Option<&'static str>,
}

/// Plays a match.
pub fn run_match(arguments: &MatchArguments) -> Result<(), Failure> {
    let game = arguments.board.board()?;
    let pace = arguments.pace.pace();
    let odds = arguments
        .odds
        .map(|time| MatchTimeControl::PerMove(Limits::time(Duration::from_millis(time))));
    let settings = MatchSettings {
        seed: arguments.seed,
        threads: available_threads(arguments.concurrency),
        openings: OpeningSettings {
            plies: arguments.opening,
            seed: arguments.seed,
            ..OpeningSettings::default()
        },
        adjudicate: arguments.adjudicate,
        sprt: sprt(&arguments.sprt)?,
        odds: Some(arguments.b.time_control(odds.as_ref().unwrap_or(&pace))),
        ..MatchSettings::new(game, arguments.games, arguments.a.time_control(&pace))
    };
    let options = arguments.resources.options(game)?;
    let [a, b] = [&arguments.a, &arguments.b].map(|player| player.contestant(game, &options));
    let mut bar = ProgressBar::new();
    let mut records = arguments.records.as_deref().map(RecordFile::create).transpose()?;
    let mut written = Ok(());
    let stop = interrupt::stop_flag();
    let report = play_match(&settings, &a, &b, &stop, |progress| {
        for (number, name, played) in progress.faults() {
            bar.clear();
            tell(format!("game {number}: {name} forfeits: {}", played.reason));
        }
        if let Some(records) = &mut records
            && written.is_ok()
        {
            written = progress.pair.iter().try_for_each(|game| records.add(&game.record));
            // Games that cannot be saved are not worth the time.
            if written.is_err() {
                stop.raise();
            }
        }
        let share = f64::from(progress.tally.games()) / f64::from(arguments.games);
        bar.show(share, || standing(&progress));
    });
    bar.clear();
    let report = report.map_err(Failure::input)?;
    written?;
    let mut out = Output::new();
    if arguments.json {
        let sprt = report.sprt.as_ref().map(sprt_fields);
        out.json(&MatchJson { version: VERSION, summary: &report.summary, sprt })?;
    } else {
        print(&mut out, &report)?;
    }
    out.flush()?;
    interrupt::check(&stop)
}

/// A file of game records, written game by game.
struct RecordFile<'a> {
    path: &'a Path,
    file: File,
    is_empty: bool,
}

impl<'a> RecordFile<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| cannot("write", path, &error))?;
        Ok(Self { path, file, is_empty: true })
    }

    fn add(&mut self, record: &Record) -> Result<(), Failure> {
        let separator = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        // One call for each game, so that an interrupted match leaves whole games.
        let written = self.file.write_all(format!("{separator}{record}").as_bytes());
        written.map_err(|error| cannot("write", self.path, &error))
    }
}

/// Plays levels against their neighbours.
pub fn run_ladder(arguments: &LadderArguments) -> Result<(), Failure> {
    let games = if arguments.games.is_empty() {
        GameId::rule_sets().collect()
    } else {
        arguments.games.iter().map(|name| game(name)).collect::<Result<Vec<_>, _>>()?
    };
    let mut rungs: Vec<Rung> = Vec::new();
    let stop = interrupt::stop_flag();
    for game in games {
        if stop.is_raised() {
            break;
        }
        let settings = LadderSettings {
            matches: MatchSettings {
                seed: arguments.seed,
                threads: available_threads(arguments.concurrency),
                openings: OpeningSettings { seed: arguments.seed, ..OpeningSettings::default() },
                ..MatchSettings::new(game, arguments.count, arguments.pace.pace())
            },
            levels: Level::LOWEST..=Level::HIGHEST,
        };
        let climbed = climb(&settings, &EngineOptions::default(), &stop, |rung| {
            let summary = &rung.summary;
            tell(format!("{game}: level {} scores {:.1} %", rung.level, 100.0 * summary.score));
        });
        rungs.extend(climbed.map_err(Failure::input)?);
    }
    let mut out = Output::new();
    out.line(as_markdown(&rungs).trim_end())?;
    out.flush()?;
    interrupt::check(&stop)
}

fn game(name: &str) -> Result<GameId, Failure> {
    GameId::named(name).map_err(Failure::usage)
}

fn sprt(bounds: &[f64]) -> Result<Option<Sprt>, Failure> {
    match bounds {
        [] => Ok(None),
        [low, high] if low < high => Ok(Some(Sprt::new(*low, *high))),
        _ => Err(Failure::Usage(
            "--sprt takes two Elo differences, the smaller first, such as 0,20".to_owned(),
        )),
    }
}

/// Returns the state of a match in a line.
fn standing(progress: &MatchProgress<'_>) -> String {
    let tally = progress.tally;
    let test = progress.sprt.as_ref().map(|sprt| format!("  llr {:.2}", sprt.llr));
    format!(
        "{} games: +{} ={} -{}  {:.1} %{}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score(),
        test.unwrap_or_default()
    )
}

fn print(out: &mut Output, report: &MatchReport) -> Result<(), Failure> {
    let summary = &report.summary;
    out.line(format!("{}: {} against {}", summary.game, summary.a, summary.b))?;
    out.line(format!(
        "{} games: +{} ={} -{}, {:.1} %",
        summary.games,
        summary.wins,
        summary.draws,
        summary.losses,
        100.0 * summary.score
    ))?;
    out.line(elo_text(summary.elo, summary.interval))?;
    match &report.sprt {
        Some(sprt) => out.line(format!(
            "SPRT: llr {:.2} in [{:.2}, {:.2}], {}",
            sprt.llr,
            sprt.bounds[0],
            sprt.bounds[1],
            verdict(sprt).unwrap_or("undecided")
        )),
        None => Ok(()),
    }
}

/// Returns an Elo difference with its 95 % interval in words.
fn elo_text(elo: Option<f64>, [low, high]: [Option<f64>; 2]) -> String {
    match (elo, low, high) {
        // Rounding must not leave a negative zero.
        (Some(elo), Some(low), Some(high)) => {
            let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
            format!("Elo {elo:+.0}, 95 % between {low:+.0} and {high:+.0}")
        }
        (_, Some(low), None) => format!("Elo: at least {:+.0} (95 %), no upper bound", low.round()),
        (_, None, Some(high)) => {
            format!("Elo: at most {:+.0} (95 %), no lower bound", high.round())
        }
        _ => "Elo: too few games".to_owned(),
    }
}

fn sprt_fields(sprt: &SprtReport) -> SprtJson {
    SprtJson { llr: sprt.llr, bounds: sprt.bounds, verdict: verdict(sprt) }
}

fn verdict(sprt: &SprtReport) -> Option<&'static str> {
    sprt.verdict.map(|verdict| match verdict {
        SprtVerdict::H1 => "accepted",
        SprtVerdict::H0 => "rejected",
    })
}

#[cfg(test)]
mod tests {
    use super::elo_text;

    #[test]
    fn elo_is_told_with_its_bounds() {
        assert_eq!(
            elo_text(Some(-0.2), [Some(-46.4), Some(45.8)]),
            "Elo +0, 95 % between -46 and +46"
        );
        assert_eq!(elo_text(None, [Some(12.0), None]), "Elo: at least +12 (95 %), no upper bound");
        assert_eq!(elo_text(None, [None, Some(12.0)]), "Elo: at most +12 (95 %), no lower bound");
        assert_eq!(elo_text(Some(0.0), [None, None]), "Elo: too few games");
    }
}
