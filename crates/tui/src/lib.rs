//! The games of Cairn in a terminal.
//!
//! [`Session`] is a game being played, without a terminal. [`plain`] plays it line by
//! line; [`screen`] plays it on a full screen, with menus.

pub mod choosing;
pub mod clock;
mod date;
pub mod entry;
pub mod plain;
pub mod screen;
pub mod session;
pub mod set_up;
pub mod store;
pub mod worker;

pub use clock::TimeControl;
pub use session::Session;
pub use set_up::SetUp;
pub use store::Store;
