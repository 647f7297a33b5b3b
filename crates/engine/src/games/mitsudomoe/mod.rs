//! Knowledge about Mitsudomoe.

mod bounds;
mod features;
mod ordering;
