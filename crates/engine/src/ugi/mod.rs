//! The Universal Game Interface (UGI), a line protocol between engines and tournament
//! managers such as cutegames: a server for our engine, and a client for others.
//!
//! | to the engine | from the engine |
//! |---|---|
//! | `ugi` | `id ...`, `option ...`, `ugiok` |
//! | `isready` | `readyok` |
//! | `setoption name N value V`, `uginewgame` | |
//! | `position startpos` or `position fen P`, and `moves M ...` | |
//! | `go` with `p1time p2time p1inc p2inc`, `movetime`, `depth`, `nodes`, `infinite` | `info ...`, at last `bestmove M` |
//! | `stop` | the `bestmove` at once |
//! | `query gameover`, `query p1turn`, `query result` | `response X` |
//! | `quit` | |
//!
//! After a `position` that is refused, `go` and `query` are answered with `error ...` until
//! another one is accepted.
//!
//! In an `info` line `score cp N` is an estimate in hundredths and `score mate N` a win
//! in N plies, or a loss if N is negative, both for the side to move. What is proved
//! says so besides: `proven win`, `proven loss` or `proven draw`.

mod client;
mod command;
mod info;
mod process;
mod running_search;
mod server;

pub use client::UgiEngine;
pub use server::{Settings, serve, serve_with};
