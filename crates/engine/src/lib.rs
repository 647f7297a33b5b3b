//! Search, evaluation, solver, levels and the Universal Game Interface.
//!
//! Everything that chooses a move is a [`Bot`]: the engine and its levels, the bots of the
//! original programs, a random mover, plain UCT, and engines in other processes. A bot is
//! asked with a [`History`](cairn_games::History) and [`Limits`], and answers with a
//! [`SearchReport`].
//!
//! # Choose a move
//!
//! ```
//! use cairn_engine::search::Engine;
//! use cairn_engine::{Bot, EngineOptions, Limits, StopFlag};
//! use cairn_games::{GameId, History};
//!
//! let mut game = History::new(GameId::Nava.start());
//! let mut engine = Engine::new(EngineOptions { hash_mb: 16, ..EngineOptions::default() });
//! let report = engine.search(&game, &Limits::nodes(2_000), &StopFlag::new(), &mut |_| ())?;
//! println!("{} {}", report.score(), game.position().write_move(report.best_move())?);
//! game.play(report.best_move())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Several lines
//!
//! ```
//! use cairn_engine::search::Engine;
//! use cairn_engine::{Bot, EngineOptions, Limits, StopFlag};
//! use cairn_games::{GameId, History};
//!
//! let game = History::new(GameId::Greener.start());
//! let options = EngineOptions { lines: 3, hash_mb: 16, ..EngineOptions::default() };
//! let limits = Limits::nodes(2_000);
//! let report = Engine::new(options).search(&game, &limits, &StopFlag::new(), &mut |_| ())?;
//! assert_eq!(report.lines.len(), 3);
//! # Ok::<(), cairn_engine::SearchError>(())
//! ```
//!
//! # Players by name
//!
//! ```
//! use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
//! use cairn_games::{GameId, History};
//!
//! let player: Player = "3".parse()?;
//! let mut bot = player.bot(GameId::Glaisher, &EngineOptions::default())?;
//! let game = History::new(GameId::Glaisher.start());
//! let report = bot.search(&game, &Limits::default(), &StopFlag::new(), &mut |_| ())?;
//! assert!(game.position().moves().contains(&report.best_move()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Prove a result
//!
//! See [`solver`]. To play matches, see the crate `cairn-arena`.

mod bot;
pub mod bots;
mod busy_positions;
pub mod eval;
pub mod games;
pub mod levels;
mod limiter;
mod limits;
pub mod packing;
pub mod parallel;
mod players;
pub mod policy_training;
pub mod review;
mod score;
pub mod search;
pub mod selfplay;
pub mod solver;
mod time;
pub mod ugi;

pub use bot::{Bot, EngineOptions, SearchError, SearchReport, Variation};
pub use limits::{ClockState, Limits, StopFlag};
pub use players::{Player, PlayerError};
pub use score::{Score, Wdl};
