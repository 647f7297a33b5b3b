//! What the site can do, for pages and programs alike. Handlers read requests and write
//! answers; what happens in between is here.
//!
//! Everything is a method of [`App`](crate::App) or a function of a position, and fails
//! with a [`Problem`](crate::Problem).

mod analysis;
mod choices;
mod converting;
mod creating;
mod deepening;
mod evaluation;
mod games;
mod importing;
mod links;
mod positions;
mod records;
mod tree;
mod writing;

pub use analysis::{Analysis, AnalysisLine, AnalysisRequest};
pub use choices::{LegalMove, LegalMoves, MoveStep, legal_moves};
pub use converting::{ConvertRequest, Converted, convert};
pub use creating::{Created, NewGame};
pub use deepening::{Deepened, Deepening};
pub use evaluation::{Evaluating, Evaluation, EvaluationProgress, Evaluations, Progress};
pub use games::{ActionRequest, GameAnswer, GameList, GameSummary, Joined, Link, ListRequest};
pub use importing::{ImportRequest, Imported};
pub use links::{analysis_path, escape, moves_path, play_path, position_path};
pub use positions::{
    Applied, ApplyRequest, CellView, ComputerOpponent, Counts, PositionRequest, PositionText,
    PositionView, RuleSet, apply, position_view, read_side, rule_sets,
};
pub use records::{AnnotatedMove, LineView, RecordView, import_record};
pub use tree::{Group, PickTree, Texts, pick_name, pick_tree};
pub use writing::{RecordRequest, write_record};
