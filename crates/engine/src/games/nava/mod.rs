//! Knowledge about Nava.

mod bounds;
mod features;
mod ordering;
