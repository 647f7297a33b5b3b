//! Laws that every game keeps, and comparisons with slow rules. With the feature `test-game` the
//! fifth game is among them.

mod common;
mod laws;
mod slow;
mod slow_compare;
