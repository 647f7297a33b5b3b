//! The engine's opinion.

use std::time::Duration;

use cairn_draw::Marks;
use cairn_engine::{Limits, Report, Score, Wdl};
use cairn_games::{AnyMove, AnyPosition, History};
use serde::{Deserialize, Serialize};

use super::positions::{ApplyRequest, side_word};
use crate::app::App;
use crate::engine::{Lane, Task};
use crate::http::{Purpose, Requester};
use crate::live::Word;
use crate::problem::Problem;

/// The most lines that can be asked for.
const MOST_LINES: usize = 8;
/// How long the engine thinks if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A position to be analysed: after some moves from somewhere, so that repetition counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The rule set.
    pub game: String,
    /// Where to begin; the start if left out.
    pub position: Option<String>,
    /// The size of the board.
    pub size: Option<String>,
    /// The number of a shuffled set-up.
    pub seed: Option<u64>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Milliseconds to think.
    pub time: Option<u64>,
    /// How many lines.
    pub lines: Option<usize>,
}

impl AnalysisRequest {
    /// How many lines are wanted, within reason.
    pub(super) fn line_count(&self) -> usize {
        self.lines.unwrap_or(1).clamp(1, MOST_LINES)
    }

    /// The game up to the position.
    ///
    /// # Errors
    /// If something is wrong with it, or the game is over there.
    pub(super) fn into_history(self) -> Result<History, Problem> {
        let Self { game, position, size, seed, moves, .. } = self;
        let history = ApplyRequest { game, position, size, seed, moves }.history()?;
        match history.ending() {
            None => Ok(history),
            Some(ending) => {
                let message = format!("The game is over here: {}.", ending.reason);
                Err(Problem::illegal("game_over", message))
            }
        }
    }
}

/// What the engine thinks.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct Analysis {
    pub version: u32,
    pub game: Word,
    pub position: String,
    pub to_move: Word,
    pub bestmove: String,
    pub score: Option<f64>,
    pub proven: Option<Word>,
    pub distance: Option<u32>,
    /// What the side to move can expect, from 0 to 1.
    pub expectation: f64,
    pub text: String,
    pub depth: u32,
    pub nodes: u64,
    pub seconds: f64,
    pub lines: Vec<AnalysisLine>,
}

/// A line of moves.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct AnalysisLine {
    pub moves: Vec<String>,
    pub score: Option<f64>,
    pub proven: Option<Word>,
    pub distance: Option<u32>,
    pub expectation: f64,
    pub text: String,
    /// The first move as arrows from cell to cell, and cells on which something is put.
    pub arrows: Vec<(String, String)>,
    pub targets: Vec<String>,
}

/// An estimate in logistic units, and how far the end is if there is a proof.
fn numbers(score: Score) -> (Option<f64>, Option<u32>) {
    match score {
        Score::Value(value) => (Some(f64::from(value) / 100.0), None),
        Score::Win(plies) | Score::Loss(plies) => (None, Some(plies)),
        Score::Draw => (None, None),
    }
}

/// The moves of a line as text.
pub(super) fn move_texts(position: &AnyPosition, moves: &[AnyMove]) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for mv in moves {
        let Ok(text) = position.write_move(*mv) else {
            break;
        };
        texts.push(text);
        if position.play(*mv).is_err() {
            break;
        }
    }
    texts
}

impl AnalysisLine {
    fn new(history: &History, line: &cairn_engine::Variation) -> Self {
        let moves = move_texts(history.position(), &line.moves);
        let (score, distance) = numbers(line.score);
        let (arrows, targets) = drawn(history.position(), line.moves[0]);
        Self {
            moves,
            score,
            proven: line.score.proven().map(Wdl::word),
            distance,
            expectation: line.score.expectation(),
            text: line.score.to_string(),
            arrows,
            targets,
        }
    }
}

/// A move as it is drawn before it is made.
fn drawn(position: &AnyPosition, mv: AnyMove) -> (Vec<(String, String)>, Vec<String>) {
    let steps = position.steps(mv).unwrap_or_default();
    let marks = Marks::default().with_steps(&steps, None);
    let name = |cell: usize| position.info().board.name(cell);
    let arrows = marks.arrows.iter().map(|arrow| (name(arrow.from), name(arrow.to)));
    (arrows.collect(), marks.targets.into_iter().map(name).collect())
}

impl Analysis {
    pub(super) fn new(history: &History, report: &Report) -> Self {
        let position = history.position();
        let lines: Vec<_> =
            report.lines.iter().map(|line| AnalysisLine::new(history, line)).collect();
        let (score, distance) = numbers(report.score());
        Self {
            version: 1,
            game: position.info().name,
            position: position.to_text(),
            to_move: side_word(position.to_move()),
            bestmove: position.write_move(report.best_move()).unwrap_or_default(),
            score,
            proven: report.score().proven().map(Wdl::word),
            distance,
            expectation: report.score().expectation(),
            text: report.score().to_string(),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            lines,
        }
    }
}

impl App {
    /// Lets the engine think about a position, when it is the requester's turn.
    ///
    /// # Errors
    /// If the position is wrong, the game is over in it, or too much is asked.
    pub async fn analyse(
        &self,
        request: AnalysisRequest,
        by: &Requester,
    ) -> Result<Analysis, Problem> {
        self.limits.take(by.address, Purpose::Analyse)?;
        let time = request.time.map_or(USUAL_TIME, Duration::from_millis);
        let limits = Limits::time(time.min(self.config.longest_analysis));
        let lines = request.line_count();
        let history = request.into_history()?;
        let task = Task {
            who: None,
            history: history.clone(),
            limits,
            lines,
            seed: 0,
            lane: Lane::Analysis,
        };
        let thinking = self.pool.ask(&by.address.to_string(), task).ok_or_else(Problem::busy)?;
        match thinking.finish().await {
            Some(Ok(report)) => Ok(Analysis::new(&history, &report)),
            Some(Err(error)) => Err(Problem::internal(&error)),
            None => Err(Problem::busy()),
        }
    }
}
