//! What the site can do, for pages and programs alike. Handlers read requests and write
//! answers; what happens in between is here.
//!
//! Everything is a method of [`App`](crate::App) or a function of a position, and fails
//! with a [`Problem`](crate::Problem).

mod analysis;
mod choices;
mod converting;
mod creating;
mod games;
mod positions;
mod records;
mod tree;

pub use analysis::{Analysis, AnalysisLine, AnalysisRequest};
pub use choices::{Choices, MoveShape, StepShape, choices};
pub use converting::{ConvertRequest, Converted, convert};
pub use creating::{Created, NewGame};
pub use games::{Answer, GameList, Joined, Link, ListRequest, Listed, ListedSeat};
pub use positions::{
    Applied, ApplyRequest, CellShape, Counts, PlayerShape, PositionShape, PositionText, RuleSet,
    Wanted, apply, position_shape, read_side, rule_sets,
};
pub use records::{ImportedLine, ImportedMove, ImportedRecord, import_record};
pub use tree::{Group, PickTree, Texts, pick_name, pick_tree};
