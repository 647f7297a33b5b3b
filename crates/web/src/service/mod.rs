//! Operations of the site, for pages and programs alike. Handlers read requests and write
//! answers; what happens in between is here.
//!
//! Everything is a method of [`App`](crate::App) or a function of a position, and fails
//! with a [`Problem`](crate::problem::Problem).

mod analysis;
mod analysis_stream;
mod choices;
mod converting;
mod creating;
mod evaluation;
mod games;
mod importing;
mod links;
mod positions;
mod records;
mod tree;
mod writing;

pub use analysis::{Analysis, AnalysisRequest};
pub use choices::{LegalMoves, legal_moves};
pub use converting::{ConvertRequest, Converted, convert};
pub use creating::NewGame;
pub use evaluation::{EvaluationProgress, EvaluationStream, Evaluations, GameEvaluation};
pub use games::{ActionRequest, GameAnswer, GameList, GameSummary, Link, ListRequest};
pub use importing::{ImportRequest, Imported};
pub use links::{escape, moves_path, play_path, position_path};
pub use positions::{
    Applied, ApplyRequest, PositionRequest, PositionText, PositionView, RuleSet, apply,
    position_view, rule_sets,
};
pub use records::{AnnotatedMove, LineView, RecordView, import_record};
pub use tree::{PickTree, pick_name, pick_tree};
pub use writing::{RecordRequest, write_record};
