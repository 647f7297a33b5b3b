//! `cairn analyse`: the best lines with their values.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Report, Score, StopFlag, Variation};
use cairn_games::{AnyPosition, History, record};
use serde::Serialize;

use crate::diagnostic::Failure;
use crate::engine_arguments::AnalyseArguments;
use crate::files::read_text;
use crate::json::{VERSION, to_line};
use crate::output::Output;
use crate::set_up::SetUp;

/// How long to think if nobody says.
const USUAL_TIME: Duration = Duration::from_secs(1);

#[derive(Serialize)]
struct Analysis {
    version: u32,
    game: &'static str,
    position: String,
    bestmove: String,
    score: Option<f64>,
    proven: Option<&'static str>,
    distance: Option<u32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineFields>,
}

#[derive(Serialize)]
struct LineFields {
    moves: Vec<String>,
    /// In logistic units for the side to move; a proof has none.
    score: Option<f64>,
    proven: Option<&'static str>,
    distance: Option<u32>,
    /// The share of points that the side to move can expect.
    expectation: f64,
}

/// Analyses a position.
pub fn run(arguments: &AnalyseArguments) -> Result<(), Failure> {
    let history = history(arguments)?;
    if let Some(ending) = history.ending() {
        let problem = format!("the game is over: {}, {}", ending.outcome.score(), ending.reason);
        return Err(Failure::Input(problem));
    }
    let resources = arguments.resources.options(history.position().game())?;
    let options = EngineOptions { lines: arguments.lines.into(), ..resources };
    let limits = arguments.effort.limits(USUAL_TIME);
    let mut out = Output::new();
    let live = !arguments.json && std::io::stdout().is_terminal();
    let mut shown = Ok(());
    let began = Instant::now();
    // A search to a fixed depth or number of nodes reads no clock of its own.
    let timed = |report: &Report| Report { elapsed: began.elapsed(), ..report.clone() };
    let report = Engine::new(options).search(&history, &limits, &StopFlag::new(), &mut |report| {
        if live && shown.is_ok() {
            let report = timed(report);
            shown = print(&mut out, history.position(), &report).and_then(|()| out.flush());
        }
    });
    shown?;
    let report = timed(&report.map_err(|error| Failure::Input(error.to_string()))?);
    if arguments.json {
        out.line(to_line(&fields(history.position(), &report))?)?;
    } else {
        print(&mut out, history.position(), &report)?;
    }
    out.flush()
}

/// The game up to the position that is meant.
fn history(arguments: &AnalyseArguments) -> Result<History, Failure> {
    let Some(path) = &arguments.record else {
        let game = arguments.game.clone().unwrap_or_default();
        return SetUp::resolve(&game, &arguments.from).map(History::new);
    };
    let text = read_text(path)?;
    let record =
        record::read(&text).map_err(|e| Failure::at("cannot read the record", &text, &e))?;
    if let Some(game) = &arguments.game
        && *game != record.game().name()
    {
        return Err(Failure::Input(format!(
            "this is a record of {}, not of {game}",
            record.game()
        )));
    }
    let mut history = record.history();
    let moves = history.moves().len();
    let wanted = arguments.after.unwrap_or(moves);
    if wanted > moves {
        return Err(Failure::Input(format!("the record has {moves} moves, fewer than {wanted}")));
    }
    while history.moves().len() > wanted {
        history.undo();
    }
    Ok(history)
}

/// The lines of a report under each other.
fn print(out: &mut Output, position: &AnyPosition, report: &Report) -> Result<(), Failure> {
    let (depth, nodes) = (report.depth, report.nodes);
    let seconds = report.elapsed.as_secs_f64();
    for (index, line) in report.lines.iter().enumerate() {
        let score = line.score.to_string();
        let moves = move_texts(position, line).join(" ");
        let head = if index == 0 {
            format!("depth {depth:>2}  {nodes:>10} nodes  {seconds:>7.2} s")
        } else {
            format!("{:>38}", "")
        };
        out.line(format!("{head}  {score:>11}  {moves}"))?;
    }
    Ok(())
}

fn fields(position: &AnyPosition, report: &Report) -> Analysis {
    let lines: Vec<_> = report.lines.iter().map(|line| line_fields(position, line)).collect();
    let best = &lines[0];
    Analysis {
        version: VERSION,
        game: position.game().name(),
        position: position.to_text(),
        bestmove: best.moves[0].clone(),
        score: best.score,
        proven: best.proven,
        distance: best.distance,
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        lines,
    }
}

fn line_fields(position: &AnyPosition, line: &Variation) -> LineFields {
    LineFields {
        moves: move_texts(position, line),
        score: match line.score {
            Score::Value(value) => Some(f64::from(value) / 100.0),
            _ => None,
        },
        proven: line.score.proven().map(cairn_engine::Wdl::word),
        distance: match line.score {
            Score::Win(plies) | Score::Loss(plies) => Some(plies),
            _ => None,
        },
        expectation: line.score.expectation(),
    }
}

/// The moves of a line as text.
pub fn move_texts(position: &AnyPosition, line: &Variation) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::new();
    for &mv in &line.moves {
        let Ok(text) = position.write_move(mv) else { break };
        texts.push(text);
        if position.play(mv).is_err() {
            break;
        }
    }
    texts
}
