//! JSON documents about games, positions and analyses.
//!
//! The command line prints them with `--json` and the site serves them. Field names are
//! stable; `outcome` and `to_move` are `first`, `second` or, for outcomes, `draw`.
//!
//! ```
//! use cairn_app::json::PositionJson;
//! use cairn_games::GameId;
//!
//! let start = GameId::Nava.start();
//! let json = serde_json::to_value(PositionJson::new(&start, start.outcome()))?;
//! assert_eq!(json["game"], "nava");
//! assert_eq!(json["to_move"], "first");
//! # Ok::<(), serde_json::Error>(())
//! ```

use cairn_draw::Marks;
use cairn_engine::{Report, Score, Variation, Wdl};
use cairn_games::{AnyMove, AnyPosition, GameId, History, Outcome, Side};
use serde::Serialize;

use crate::moves::line_texts;

/// Version of all documents. It changes when a field changes its meaning or goes away, not
/// when one is added.
pub const VERSION: u32 = 1;

/// A position in short.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    /// [`VERSION`].
    pub version: u32,
    /// Name of the rule set.
    pub game: &'static str,
    /// The position in the notation.
    pub position: String,
    /// Side to move.
    pub to_move: &'static str,
    /// Result, if the game is over.
    pub outcome: Option<&'static str>,
}

impl PositionJson {
    /// Describes a position, with an outcome that may come from its history.
    #[must_use]
    pub fn new(position: &AnyPosition, outcome: Option<Outcome>) -> Self {
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            to_move: position.to_move().word(),
            outcome: outcome.map(Outcome::word),
        }
    }
}

/// A position with everything that can be seen of it.
#[derive(Clone, Debug, Serialize)]
pub struct BoardJson {
    /// [`VERSION`].
    pub version: u32,
    /// Name of the rule set.
    pub game: &'static str,
    /// Size of the board, columns by rows.
    pub size: String,
    /// The position in the notation.
    pub position: String,
    /// Side to move.
    pub to_move: &'static str,
    /// Result, if the game is over.
    pub outcome: Option<&'static str>,
    /// Reason for the result, if the game is over.
    pub reason: Option<String>,
    /// Cells of the board.
    pub cells: Vec<CellJson>,
    /// Pieces in hand, where the game has any.
    pub hands: Option<CountsJson>,
    /// Points, where the game counts them.
    pub points: Option<CountsJson>,
}

/// A cell of the board.
#[derive(Clone, Debug, Serialize)]
pub struct CellJson {
    /// Name of the cell.
    pub cell: String,
    /// Letters of its pieces, from bottom to top.
    pub pieces: String,
    /// Side that owns the stack.
    pub owner: Option<&'static str>,
}

/// A number for each side.
#[derive(Clone, Debug, Serialize)]
pub struct CountsJson {
    /// Name of what is counted.
    pub name: &'static str,
    /// Number of the first mover.
    pub first: u32,
    /// Number of the second mover.
    pub second: u32,
}

impl From<(&'static str, [u32; 2])> for CountsJson {
    fn from((name, [first, second]): (&'static str, [u32; 2])) -> Self {
        Self { name, first, second }
    }
}

impl BoardJson {
    /// Describes the last position of a game.
    #[must_use]
    pub fn new(history: &History) -> Self {
        let position = history.position();
        let view = position.view();
        let ending = history.ending();
        let cells = view.cells.iter().map(|cell| CellJson {
            cell: cell.name.clone(),
            pieces: cell.stack.iter().map(|piece| piece.letter).collect(),
            owner: cell.owner().map(Side::word),
        });
        Self {
            version: VERSION,
            game: position.game().name(),
            size: position.info().board.size(),
            position: position.to_text(),
            to_move: position.to_move().word(),
            outcome: ending.as_ref().map(|ending| ending.outcome.word()),
            reason: ending.map(|ending| ending.reason),
            cells: cells.collect(),
            hands: view.hands.map(Into::into),
            points: view.points.map(Into::into),
        }
    }
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
pub struct RuleSetJson {
    /// Name on the command line and in the API.
    pub game: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// Designer of the game.
    pub designer: &'static str,
    /// Name of the side that moves first.
    pub first: &'static str,
    /// Name of the side that moves second.
    pub second: &'static str,
    /// Sizes of its boards, the standard one first.
    pub sizes: Vec<String>,
    /// Whether the set-up can be shuffled by a seed.
    pub shuffles: bool,
    /// Standard start in the notation.
    pub start: String,
}

impl RuleSetJson {
    /// Describes a rule set.
    #[must_use]
    pub fn new(game: GameId) -> Self {
        let info = game.info();
        let boards = GameId::boards(info.name).unwrap_or_default();
        Self {
            game: info.name,
            title: info.title,
            summary: info.summary,
            designer: info.designer,
            first: info.sides[0].name,
            second: info.sides[1].name,
            sizes: boards.iter().map(|board| board.info().board.size()).collect(),
            shuffles: game.shuffled(0).is_some(),
            start: game.start().to_text(),
        }
    }
}

/// Result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisJson {
    /// [`VERSION`].
    pub version: u32,
    /// Name of the rule set.
    pub game: &'static str,
    /// The position in the notation.
    pub position: String,
    /// Side to move.
    pub to_move: &'static str,
    /// Best move.
    pub bestmove: String,
    /// Estimate on the logistic scale for the side to move; `null` for a proof.
    pub score: Option<f64>,
    /// Wdl result for the side to move: `win`, `draw` or `loss`.
    pub proven: Option<&'static str>,
    /// Plies to the end, if the game is proven to be decided.
    pub distance: Option<u32>,
    /// Expected share of the points for the side to move, from 0 to 1.
    pub expectation: f64,
    /// The score for people.
    pub text: String,
    /// Number of plies searched.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Best lines, the best one first.
    pub lines: Vec<AnalysisLineJson>,
}

/// One line of an [`AnalysisJson`].
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisLineJson {
    /// Moves that follow each other.
    pub moves: Vec<String>,
    /// Estimate on the logistic scale for the side to move; `null` for a proof.
    pub score: Option<f64>,
    /// Wdl result for the side to move: `win`, `draw` or `loss`.
    pub proven: Option<&'static str>,
    /// Plies to the end, if the game is proven to be decided.
    pub distance: Option<u32>,
    /// Expected share of the points for the side to move, from 0 to 1.
    pub expectation: f64,
    /// The score for people.
    pub text: String,
    /// First move as arrows between cells.
    pub arrows: Vec<(String, String)>,
    /// Cells on which the first move places a new piece.
    pub targets: Vec<String>,
}

impl AnalysisJson {
    /// Describes what a search found in a position.
    #[must_use]
    pub fn new(position: &AnyPosition, report: &Report) -> Self {
        let score = report.score();
        let (value, distance) = numbers(score);
        let lines = report.lines.iter().map(|line| AnalysisLineJson::new(position, line));
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            to_move: position.to_move().word(),
            bestmove: position.write_move(report.best_move()).unwrap_or_default(),
            score: value,
            proven: score.proven().map(Wdl::word),
            distance,
            expectation: score.expectation(),
            text: score.to_string(),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            lines: lines.collect(),
        }
    }
}

impl AnalysisLineJson {
    fn new(position: &AnyPosition, line: &Variation) -> Self {
        let (score, distance) = numbers(line.score);
        let (arrows, targets) =
            line.moves.first().map(|&mv| arrows_and_targets(position, mv)).unwrap_or_default();
        Self {
            moves: line_texts(position, &line.moves),
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

/// Returns an estimate on the logistic scale, and the plies to the end of a proof.
fn numbers(score: Score) -> (Option<f64>, Option<u32>) {
    match score {
        Score::Value(value) => (Some(f64::from(value) / 100.0), None),
        Score::Win(plies) | Score::Loss(plies) => (None, Some(plies)),
        Score::Draw => (None, None),
    }
}

fn arrows_and_targets(position: &AnyPosition, mv: AnyMove) -> (Vec<(String, String)>, Vec<String>) {
    let steps = position.steps(mv).unwrap_or_default();
    let marks = Marks::default().with_steps(&steps, None);
    let name = |cell: usize| position.info().board.name(cell);
    let arrows = marks.arrows.iter().map(|arrow| (name(arrow.from), name(arrow.to)));
    (arrows.collect(), marks.targets.into_iter().map(name).collect())
}
