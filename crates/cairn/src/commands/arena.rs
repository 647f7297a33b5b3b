//! `cairn match` and `cairn arena ladder`: relative strength of players.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use cairn_app::json::VERSION;
use cairn_arena::{
    LadderSettings, MatchProgress, MatchSettings, MatchTimeControl, OpeningSettings, Rung, Sprt,
    SprtReport, Summary, Tally, as_markdown, climb, play_match,
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
    summary: &'a Summary,
    pairs: [u32; 5],
    singles: [u32; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

/// Plays a match.
pub fn run_match(arguments: &MatchArguments) -> Result<(), Failure> {
    let game = arguments.board.board()?;
    if arguments.first.is_multiple_of(2) {
        let problem = "--first must be odd: the two games of an opening belong together";
        return Err(Failure::Usage(problem.to_owned()));
    }
    let pace = arguments.pace.pace();
    let odds = arguments
        .odds
        .map(|time| MatchTimeControl::PerMove(Limits::time(Duration::from_millis(time))));
    let settings = MatchSettings {
        first_game: arguments.first - 1,
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
        let (summary, sprt) = (&report.summary, report.sprt);
        let Tally { pairs, singles, .. } = report.tally;
        out.json(&MatchJson { version: VERSION, summary, pairs, singles, sprt })?;
    } else {
        out.bytes(report.to_string().as_bytes())?;
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
    let mut bar = ProgressBar::new();
    let per_game = usize::from(Level::HIGHEST.number() - Level::LOWEST.number());
    let (mut climbed_rungs, total) = (0, games.len() * per_game);
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
            bar.clear();
            climbed_rungs += 1;
            tell(format!("{game}: level {} scores {:.1} %", rung.level, 100.0 * summary.score));
            let share = climbed_rungs as f64 / total.max(1) as f64;
            bar.show(share, || format!("{climbed_rungs} of {total} matches"));
        });
        bar.clear();
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
