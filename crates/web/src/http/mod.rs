//! Connections, and the middleware and extractors that every request passes: the requester,
//! rate limits, protection from other sites, and the security headers of answers.

mod body_deadline;
mod listener;
mod network_counts;
pub(crate) mod open_files;
mod rate_limiter;
mod requester;
mod security;
mod slow_readers;

pub(crate) use body_deadline::limit_body_time;
pub(crate) use listener::{ConnectionGuard, listen, serve_connections};
pub(crate) use network_counts::CountGuard;
pub(crate) use rate_limiter::{Network, Purpose, RateLimits};
pub(crate) use requester::{BecomesVisitor, COOKIE, GivesCookie, Requester, identify_visitor};
pub(crate) use security::{
    Embeddable, is_other_origin, measure, policy_in_frames, refuse_cross_site, security_headers,
};
