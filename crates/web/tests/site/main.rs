//! The site through its router: every address with good and bad input, on both databases.

mod client;
mod clocks;
mod connections;
mod contract;
#[cfg(unix)]
mod disk;
mod events;
mod explorer;
mod failing_writes;
mod games;
mod identity;
mod keeping;
mod learn;
mod lists;
mod live;
mod me;
mod migrations;
mod offers;
mod opening;
mod pages;
mod pairing;
mod pictures;
mod positions;
mod postgres;
mod postgres_server;
mod push;
mod push_service;
mod races;
mod seats;
mod servers;
mod stores;
mod studies;
mod study;
mod study_pages;
mod trust;
mod upkeep;
