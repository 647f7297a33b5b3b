//! The tests of this crate, as one program; those of laws that a new game keeps are in
//! `game_laws.rs`.

mod adding_a_game;
mod common;
mod perft;
mod playthrough;
mod rules_pages;
mod slow;
mod slow_counts;
mod slow_games;
