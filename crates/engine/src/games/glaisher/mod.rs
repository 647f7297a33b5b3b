//! Knowledge about Glaisher.
//!
//! A position has about two thousand turns, so that [`candidates`] selects the few that are
//! searched: [`threats`] finds those that win or lose at once, and [`policy`] ranks the
//! rest by its [`policy_features`], of which the most important are the shortest ways
//! across the board ([`routes`]) and the [`patterns`] around a cell.

mod bitboards;
mod bounds;
mod candidates;
mod features;
mod patterns;
mod policy;
mod policy_features;
mod routes;
mod threats;
mod waves;
