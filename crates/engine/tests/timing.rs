//! Tests that measure times, apart from those that keep the processor busy.

mod levels;
mod search_laws;
mod stopping;
mod ugi_server;
