//! Middleware and extractors that every request passes: the requester, rate limits,
//! protection from other sites, and the security headers of answers.

mod rate_limiter;
mod requester;
mod security;

pub use rate_limiter::{Network, Purpose, RateLimits, StreamGuard};
pub use requester::{COOKIE, GivesCookie, Requester, identify_visitor};
pub use security::{measure, refuse_cross_site, security_headers};
