//! What every request goes through, whatever it asks for: who asks, how much, from
//! where, and what the answer tells browsers to allow.

mod limits;
mod requester;
mod security;

pub use limits::{Limits, Purpose, Streams};
pub use requester::{COOKIE, GivesCookie, Requester, note_visitor};
pub use security::{headers, measure, same_origin};
