//! The web application: one server on which people play, watch and study the games.
//!
//! From the outside in:
//!
//! - [`router`] leads requests to [`pages`] (HTML) and [`api`] (JSON); [`http`] is what
//!   every request goes through.
//! - [`service`] is what the site can do, for both of them: methods of [`App`].
//! - [`live`] has one task a game that is played or watched; [`game`] is what may happen
//!   to a game, without network or store; [`store`] keeps games; [`engine`] thinks.
//!
//! A move takes this way: handler, [`App::act`], the game's task, [`game::Play::act`] on
//! a copy, [`store::Store::commit`], and only then the answer and everybody who watches.

mod app;
mod compute;
mod config;
mod ids;
mod images;
mod logging;
mod metrics;
mod problem;
mod serve;

pub mod api;
pub mod engine;
pub mod game;
pub mod http;
pub mod live;
pub mod pages;
mod router;
pub mod service;
pub mod store;
pub mod time;

pub use api::openapi;
pub use app::App;
pub use config::Config;
pub use ids::{GameKey, KeyHash, Secret, Token, Visitor};
pub use logging::start_logging;
pub use metrics::{Metrics, resident_memory};
pub use problem::Problem;
pub use router::router;
pub use serve::{ServeError, run, serve};
