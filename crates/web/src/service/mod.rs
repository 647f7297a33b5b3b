//! Operations of the site, for pages and programs alike. Handlers read requests and write
//! answers; what happens in between is here.
//!
//! Everything is a method of [`AppState`](crate::AppState) or a function of a position, and fails
//! with a [`Problem`](crate::problem::Problem).

mod analysis;
mod analysis_stream;
mod choices;
mod converting;
mod creating;
mod devices;
mod evaluation;
mod explorer;
mod game_list;
mod games;
mod identity;
mod importing;
mod links;
mod me;
mod pairing;
mod positions;
mod push;
mod records;
mod removal;
mod studies;

pub(crate) use analysis::AnalysisRequest;
pub(crate) use analysis_stream::AnalysisEvent;
pub(crate) use choices::{LegalMoves, legal_moves};
pub(crate) use converting::{ConvertRequest, Converted, convert};
pub(crate) use creating::{NewGame, random_number};
pub(crate) use devices::{DeviceList, Link, device_name};
pub(crate) use evaluation::{EvaluationEvent, EvaluationStream, Evaluations};
pub(crate) use explorer::ExplorerRequest;
pub(crate) use game_list::{GameList, GameSummary, ListRequest};
pub(crate) use games::{ActionRequest, GameAnswer, is_hidden};
pub(crate) use importing::{ImportRequest, Imported};
pub(crate) use links::{
    escape, moves_path, picture_path, play_path, position_from_path, position_path, thumbnail_path,
};
pub(crate) use me::Overview;
pub(crate) use pairing::{DEFAULT_TIME, PlayNow};
pub(crate) use positions::{ApplyRequest, PlayableRuleSet, PositionRequest, apply, rule_sets};
pub(crate) use push::{PushOverview, PushRemoval, PushRequest};
pub(crate) use records::{MAX_RECORD_LENGTH, import_record, write_record};
pub(crate) use removal::{RemovalRequest, RemovalView};
pub(crate) use studies::{StudyChange, StudyList, StudyRemoval, StudyRequest, StudyView};
