//! Reports on games: who wins, how long games are, how much there is to choose and to learn.
//!
//! A report has two stages. The first is a collection: a folder with records of games between
//! players of stated strength. Each file is made by a [`GamesTask`], which always makes the same
//! games, and is named by the description of the task; so a collection that was interrupted is
//! continued, and many machines can work on one. The second stage is a pure function: a
//! [`GameReport`] is computed from the games, and a [`Document`] from the report.
//!
//! ```
//! use cairn_arena::game_report::{Collection, CollectionSettings, GameReport};
//! use cairn_engine::StopFlag;
//! use cairn_games::GameId;
//!
//! let settings = CollectionSettings {
//!     players: vec!["random".parse()?, "1".parse()?],
//!     games: 4,
//!     review_nodes: 20,
//!     ..CollectionSettings::default()
//! };
//! let mut collection = Collection::new(GameId::Nava, settings)?;
//! for task in collection.tasks() {
//!     let games = task.play(1, &StopFlag::new(), |_| {})?.expect("nobody stops it");
//!     collection.add(&task, games);
//! }
//! let report = GameReport::new(&collection);
//! assert_eq!(report.players[1].games, 4);
//! assert!(report.document().markdown(|plot| plot.name.clone()).starts_with("# Report on Nava"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collection;
mod comparison;
mod document;
mod drama;
mod estimate;
mod findings;
mod format;
mod heat;
mod measures;
mod opening_lines;
mod page;
mod page_tables;
mod play;
mod player_report;
mod plot;
mod report;
mod task;

pub use collection::{Collection, CollectionError, CollectionSettings};
pub use comparison::Comparison;
pub use document::{Document, DocumentBlock, Plot};
pub use estimate::Estimate;
pub use player_report::PlayerReport;
pub use report::{GameReport, RungReport};
pub use task::GamesTask;
