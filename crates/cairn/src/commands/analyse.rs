//! `cairn analyse`: the best lines of a position.

use std::io::IsTerminal;
use std::time::Duration;

use cairn_app::illustration::history_after;
use cairn_app::json::AnalysisJson;
use cairn_app::line_texts;
use cairn_app::records::RecordPath;
use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, SearchReport};
use cairn_games::{AnyPosition, GameId, History};

use crate::engine_arguments::AnalyseArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Search time if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Analyses a position.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let history = history(arguments)?;
    if let Some(ending) = history.ending() {
        let problem = format!("the game is over: {}, {}", ending.outcome.score(), ending.reason);
        return Err(Failure::Input(problem));
    }
    let resources = arguments.resources.options(history.position().game())?;
    let options = EngineOptions { lines: arguments.lines.into(), ..resources };
    let limits = arguments.limits.or_time(DEFAULT_TIME);
    let mut out = Output::new();
    let live = !arguments.json && std::io::stdout().is_terminal();
    let mut shown = Ok(());
    let stop = interrupt::stop_flag();
    let report = Engine::new(options).search(&history, &limits, &stop, &mut |report| {
        if live && shown.is_ok() {
            shown = print(&mut out, history.position(), report).and_then(|()| out.flush());
        }
    });
    shown?;
    let report = report.map_err(Failure::input)?;
    if arguments.json {
        out.json(&AnalysisJson::new(history.position(), &report))?;
    } else {
        print(&mut out, history.position(), &report)?;
    }
    out.flush()?;
    interrupt::check(&stop)
}

/// Returns the game up to the position to be analysed.
fn history(arguments: &AnalyseArguments) -> Result<History, Failure> {
    let Some(path) = &arguments.record else {
        let game = arguments.game.as_deref().unwrap_or_default();
        return arguments.start.position(game).map(History::new);
    };
    let record = RecordPath::parse(path).read()?;
    if let Some(game) = &arguments.game
        && !GameId::boards(game).is_ok_and(|boards| boards.contains(&record.game()))
    {
        let found = record.game();
        return Err(Failure::Input(format!("this is a record of {found}, not of {game}")));
    }
    Ok(history_after(&record, arguments.after)?)
}

/// Prints the lines of a report below each other.
fn print(out: &mut Output, position: &AnyPosition, report: &SearchReport) -> Result<(), Failure> {
    let (depth, nodes) = (report.depth, report.nodes);
    let seconds = report.elapsed.as_secs_f64();
    for (index, line) in report.lines.iter().enumerate() {
        let score = line.score.to_string();
        let moves = line_texts(position, &line.moves).join(" ");
        let head = if index == 0 {
            format!("depth {depth:>2}  {nodes:>10} nodes  {seconds:>7.2} s")
        } else {
            format!("{:>38}", "")
        };
        out.line(format!("{head}  {score:>11}  {moves}"))?;
    }
    Ok(())
}
