//! The web application: one server on which people play, watch and study the games.
//!
//! Modules, from the outside in:
//!
//! | module | content |
//! |---|---|
//! | `router`, `http` | routes, middleware, extractors |
//! | `pages`, `api` | handlers for HTML and JSON |
//! | `service` | operations of the site, as methods of [`AppState`] |
//! | `live` | one task per game that is played or watched |
//! | `game` | rules of a game between two seats, without network or store |
//! | `store` | SQLite or PostgreSQL |
//! | `engine` | worker pool that searches |
//! | `push` | messages to browsers whose owner's turn it is (Web Push) |
//!
//! A move passes through its handler, `AppState::act`, the game's task, `LiveGame::act` on a copy
//! and `Store::commit`. Only then is it answered and sent to everybody who watches.

#![warn(unreachable_pub)]

mod app;
mod compute;
mod config;
mod ids;
mod images;
mod logging;
mod metrics;
mod problem;
mod serve;

mod api;
mod game;
mod http;
mod live;
mod live_connection;
mod pages;
mod push;
mod router;
mod search_pool;
mod service;
mod store;
mod time;

pub use api::openapi;
pub use app::AppState;
pub use config::{ConnectionLimits, ServerConfig};
pub use logging::start_logging;
pub use pages::assets;
pub use pages::static_site::{SiteFile, static_site};
pub use push::PushConfig;
pub use router::router;
pub use search_pool::LevelOpponents;
pub use serve::{ServeError, block_on, run, serve};
pub use store::{CheckReport, Data, Retention, StoreError};
pub use time::TimeSource;
