//! `cairn report`: what games between computers tell about a game.

mod arguments;

use std::fs;
use std::path::Path;

use cairn_app::files::read_text;
use cairn_arena::game_report::{Collection, Comparison, Document, GameReport, GamesTask};
use cairn_engine::StopFlag;
use cairn_games::record::Record;
use serde::Serialize;

use self::arguments::{
    OutputArguments, RenderArguments, ReportCommand, ReportFormat, ReportGamesArguments,
    TaskArguments,
};
use super::available_threads;
use crate::failure::Failure;
use crate::files::{cannot, write_file};
use crate::interrupt;
use crate::output::{Output, tell};
use crate::progress::ProgressBar;

pub use self::arguments::ReportArguments;

/// Makes reports, or does a part of that.
pub fn run(arguments: &ReportArguments) -> Result<(), Failure> {
    match &arguments.command {
        None => report(arguments),
        Some(ReportCommand::Plan(games)) => plan(games),
        Some(ReportCommand::Task(task)) => perform(task),
        Some(ReportCommand::Render(files)) => render(files),
    }
}

/// Plays the games that are missing, and makes the reports.
fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let OutputArguments { out, .. } = &arguments.output;
    let folder = arguments.collection.clone().unwrap_or_else(|| out.join("games"));
    let threads = available_threads(arguments.threads);
    let mut collections = collections(&arguments.games)?;
    make_folder(&folder)?;
    let stop = interrupt::stop_flag();
    let mut bar = ProgressBar::new();
    let tasks = collections.iter().flat_map(Collection::tasks);
    let total: u32 = tasks.map(|task| task.count).sum();
    let mut done = 0;
    let mut reports = Vec::new();
    for collection in &mut collections {
        for task in collection.tasks() {
            let show = |games: u32| {
                let share = f64::from(done + games) / f64::from(total);
                bar.show(share, || format!("{} of {total} games", done + games));
            };
            let Some(games) = games_of(&task, &folder, threads, &stop, show)? else {
                bar.clear();
                tell(format!("The games so far are kept in {}.", folder.display()));
                return Err(Failure::Interrupted);
            };
            done += task.count;
            collection.add(&task, games);
        }
        reports.push(GameReport::new(collection));
    }
    bar.clear();
    write_reports(&reports, &arguments.output)
}

/// Makes the collections of games, which are empty yet.
fn collections(arguments: &ReportGamesArguments) -> Result<Vec<Collection>, Failure> {
    let settings = arguments.settings();
    let make = |game| Collection::new(game, settings.clone()).map_err(Failure::usage);
    arguments.boards()?.into_iter().map(make).collect()
}

/// Returns the games of a task, from its file if that is whole. Returns `None` if it was
/// interrupted.
fn games_of(
    task: &GamesTask,
    folder: &Path,
    threads: usize,
    stop: &StopFlag,
    progress: impl FnMut(u32),
) -> Result<Option<Vec<Record>>, Failure> {
    let path = task.path(folder);
    if let Some(games) = read_text(&path).ok().and_then(|text| task.read(&text)) {
        return Ok((!stop.is_raised()).then_some(games));
    }
    let played = task.play(threads, stop, progress).map_err(Failure::input)?;
    if let Some(games) = &played {
        write_file(&path, GamesTask::text(games).as_bytes())?;
    }
    Ok(played)
}

/// A task as `cairn report plan` lists it.
#[derive(Serialize)]
struct TaskJson {
    file: String,
    games: u32,
    arguments: Vec<String>,
}

/// Lists the tasks of reports.
fn plan(arguments: &ReportGamesArguments) -> Result<(), Failure> {
    let mut out = Output::new();
    for task in collections(arguments)?.iter().flat_map(Collection::tasks) {
        let (file, games) = (task.name() + ".txt", task.count);
        out.json(&TaskJson { file, games, arguments: task.arguments() })?;
    }
    out.flush()
}

/// Performs one task.
fn perform(arguments: &TaskArguments) -> Result<(), Failure> {
    let TaskArguments { board, a, b, first, count, play, collection, threads } = arguments;
    let game = board.board()?;
    let players = [a.clone(), b.clone()];
    for player in &players {
        Collection::check_player(game, player).map_err(Failure::usage)?;
    }
    let (seed, nodes, review_nodes) = (play.seed, play.nodes, play.review_nodes);
    let (first, count) = (*first, *count);
    let task = GamesTask { game, players, first, count, seed, nodes, review_nodes };
    make_folder(collection)?;
    let stop = interrupt::stop_flag();
    let mut bar = ProgressBar::new();
    let show = |games: u32| {
        bar.show(f64::from(games) / f64::from(count), || format!("{games} of {count} games"));
    };
    let made = games_of(&task, collection, available_threads(*threads), &stop, show)?;
    bar.clear();
    if made.is_none() {
        return Err(Failure::Interrupted);
    }
    let mut out = Output::new();
    out.line(task.path(collection).display())?;
    out.flush()
}

/// Regenerates the pages of reports.
fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let read = |path: &Path| {
        let text = read_text(path).map_err(|error| cannot("read", path, &error))?;
        GameReport::from_json(&text).map_err(|error| cannot("read", path, &error))
    };
    let reports: Result<Vec<_>, _> = arguments.files.iter().map(|path| read(path)).collect();
    write_reports(&reports?, &arguments.output)
}

/// Writes reports, and their comparison if there are several, and lists the files.
fn write_reports(reports: &[GameReport], output: &OutputArguments) -> Result<(), Failure> {
    make_folder(&output.out)?;
    let mut out = Output::new();
    for report in reports {
        let json = report.to_json();
        write_document(&report.file_name(), &report.document(), &json, output, &mut out)?;
    }
    let reports: Vec<_> = reports.iter().collect();
    if let Some(comparison) = Comparison::new(&reports) {
        let (document, json) = (comparison.document(&reports), comparison.to_json());
        write_document(&comparison.file_name(), &document, &json, output, &mut out)?;
    }
    out.flush()
}

/// Writes a document in the formats that are wanted.
fn write_document(
    name: &str,
    document: &Document,
    json: &str,
    output: &OutputArguments,
    out: &mut Output,
) -> Result<(), Failure> {
    for format in &output.formats {
        let (ending, text) = match format {
            ReportFormat::Html => ("html", document.html_page()),
            ReportFormat::Md => ("md", document.markdown(|plot| format!("{}.svg", plot.name))),
            ReportFormat::Json => ("json", json.to_owned()),
        };
        let path = output.out.join(format!("{name}.{ending}"));
        write_file(&path, text.as_bytes())?;
        out.line(path.display())?;
        if *format == ReportFormat::Md {
            for plot in document.plots() {
                let path = output.out.join(format!("{}.svg", plot.name));
                write_file(&path, plot.svg().as_bytes())?;
            }
        }
    }
    Ok(())
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| cannot("create", path, &error))
}
