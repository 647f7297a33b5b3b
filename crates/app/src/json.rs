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
use cairn_engine::solver::Solution;
use cairn_engine::{Score, SearchReport, Variation, Wdl};
use cairn_games::{AnyMove, AnyPosition, GameId, History, Outcome, Side};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::moves::{history_texts, line_texts};
#[cfg(feature = "openapi")]
use crate::schema::{OutcomeWord, ProvenWord, RuleSetName, SideWord};

/// Version of all documents. It changes when a field changes its meaning or goes away, not
/// when one is added.
pub const VERSION: u32 = 1;

/// A position in short.
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Name of the rule set.
    pub game: &'static str,
    /// The position in notation.
    pub position: String,
    /// Side to move.
    pub to_move: &'static str,
    /// Result, if the game is over.
    pub outcome: Option<&'static str>,
}

impl PositionJson {
    /// Describes a position, with an outcome that may come from its history.
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

/// A position with everything visible in it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Position))]
pub struct BoardJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: &'static str,
    /// Size of the board, columns by rows.
    pub size: String,
    /// The position in notation.
    pub position: String,
    /// Side to move.
    #[cfg_attr(feature = "openapi", schema(value_type = SideWord))]
    pub to_move: &'static str,
    /// Result, if the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<OutcomeWord>))]
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
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Cell))]
pub struct CellJson {
    /// Name of the cell.
    pub cell: String,
    /// Letters of its pieces, from bottom to top.
    pub pieces: String,
    /// Side that owns the stack.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<SideWord>))]
    pub owner: Option<&'static str>,
}

/// A number for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Counts))]
pub struct CountsJson {
    /// Name of what is counted.
    pub name: &'static str,
    /// Number of the first player.
    pub first: u32,
    /// Number of the second player.
    pub second: u32,
}

impl From<(&'static str, [u32; 2])> for CountsJson {
    fn from((name, [first, second]): (&'static str, [u32; 2])) -> Self {
        Self { name, first, second }
    }
}

impl BoardJson {
    /// Describes the last position of a game.
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

/// Moves made from a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Applied))]
pub struct AppliedJson {
    /// Last position.
    #[serde(flatten)]
    pub last: BoardJson,
    /// The moves in canonical notation.
    pub moves: Vec<String>,
    /// Position after each move.
    pub positions: Vec<String>,
}

impl AppliedJson {
    /// Lists the moves and positions of a game.
    pub fn new(history: &History) -> Self {
        Self {
            last: BoardJson::new(history),
            moves: history_texts(history),
            positions: history.positions()[1..].iter().map(AnyPosition::to_text).collect(),
        }
    }
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = RuleSet))]
pub struct RuleSetJson {
    /// Name on the command line and in the API.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// The game in a sentence or two.
    pub summary: &'static str,
    /// Designer of the game.
    pub designer: &'static str,
    /// Name of the first player's side.
    pub first: &'static str,
    /// Name of the second player's side.
    pub second: &'static str,
    /// Sizes of the boards, the standard one first.
    pub sizes: Vec<String>,
    /// Whether the game has numbered, shuffled set-ups.
    pub shuffles: bool,
    /// Standard start position in notation.
    pub start: String,
}

impl RuleSetJson {
    /// Describes a rule set.
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
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Analysis))]
pub struct AnalysisJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: &'static str,
    /// The position in notation.
    pub position: String,
    /// Side to move.
    #[cfg_attr(feature = "openapi", schema(value_type = SideWord))]
    pub to_move: &'static str,
    /// Best move.
    pub bestmove: String,
    /// Score of the best move.
    #[serde(flatten)]
    pub score: ScoreJson,
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Best lines, the best one first.
    pub lines: Vec<AnalysisLineJson>,
}

/// One line of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = AnalysisLine))]
pub struct AnalysisLineJson {
    /// Moves that follow each other.
    pub moves: Vec<String>,
    /// Score of the line.
    #[serde(flatten)]
    pub score: ScoreJson,
    /// First move as arrows from cell to cell.
    pub arrows: Vec<(String, String)>,
    /// Cells on which the first move places a piece from beside the board.
    pub targets: Vec<String>,
}

/// A score for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Score))]
pub struct ScoreJson {
    /// Estimate: 0 is even, 1 wins about 73 % of the points. Null for a proof.
    pub score: Option<f64>,
    /// Proven value.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<ProvenWord>))]
    pub proven: Option<&'static str>,
    /// Plies to the end, if a win or a loss is proven.
    pub distance: Option<u32>,
    /// Expected share of the points, from 0 to 1.
    pub expectation: f64,
    /// The score in words.
    pub text: String,
}

impl AnalysisJson {
    /// Describes what a search found in a position.
    pub fn new(position: &AnyPosition, report: &SearchReport) -> Self {
        let lines = report.lines.iter().map(|line| AnalysisLineJson::new(position, line));
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            to_move: position.to_move().word(),
            bestmove: position.write_move(report.best_move()).unwrap_or_default(),
            score: report.score().into(),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            lines: lines.collect(),
        }
    }
}

/// Result of the solver.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    pub game: &'static str,
    /// The position in notation.
    pub position: String,
    /// Proven value for the side to move; null if nothing was proved.
    pub value: Option<&'static str>,
    /// Plies to the end.
    pub distance: Option<u32>,
    /// Whether the distance is the shortest, not just that of the line.
    pub shortest: bool,
    /// Moves to the end that preserve the value for both sides.
    pub line: Vec<String>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time of the search.
    pub seconds: f64,
}

impl SolutionJson {
    /// Describes what the solver found in a position.
    pub fn new(position: &AnyPosition, solution: &Solution) -> Self {
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            value: solution.value.map(Wdl::word),
            distance: solution.distance,
            shortest: solution.is_shortest,
            line: line_texts(position, &solution.line),
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
        }
    }
}

impl AnalysisLineJson {
    fn new(position: &AnyPosition, line: &Variation) -> Self {
        let (arrows, targets) =
            line.moves.first().map(|&mv| arrows_and_targets(position, mv)).unwrap_or_default();
        let moves = line_texts(position, &line.moves);
        Self { moves, score: line.score.into(), arrows, targets }
    }
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> Self {
        let (value, distance) = match score {
            Score::Value(value) => (Some(f64::from(value) / 100.0), None),
            Score::Win(plies) | Score::Loss(plies) => (None, Some(plies)),
            Score::Draw => (None, None),
        };
        Self {
            score: value,
            proven: score.proven().map(Wdl::word),
            distance,
            expectation: score.expectation(),
            text: score.to_string(),
        }
    }
}

pub(crate) fn arrows_and_targets(
    position: &AnyPosition,
    mv: AnyMove,
) -> (Vec<(String, String)>, Vec<String>) {
    let steps = position.steps(mv).unwrap_or_default();
    let marks = Marks::default().with_steps(&steps, None);
    let name = |cell: usize| position.info().board.name(cell);
    let arrows = marks.arrows.iter().map(|arrow| (name(arrow.from), name(arrow.to)));
    (arrows.collect(), marks.targets.into_iter().map(name).collect())
}
