//! Knowledge about Greener.

mod bounds;
mod features;
mod lines_of_sight;
mod live_heights;
mod live_stacks;
mod ordering;
