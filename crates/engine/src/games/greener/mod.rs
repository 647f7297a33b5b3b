//! Knowledge about Greener.

mod bounds;
mod features;
mod live_heights;
mod live_stacks;
mod ordering;
