//! Knowledge about Greener.

mod bounds;
mod features;
mod ordering;
