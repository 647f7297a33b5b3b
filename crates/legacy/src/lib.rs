//! The five Prolog programs of 2020 from which Cairn grew: their terms, drawings,
//! evaluations and computer players.
//!
//! ```
//! use cairn_games::{GameId, Side};
//! use cairn_legacy::{OriginalBot, Program};
//!
//! let start = GameId::Greener.start();
//! let program = Program::find(GameId::Greener, None).expect("a program");
//! assert_eq!(program.value(&start, Side::First), 0.0);
//!
//! let bot = OriginalBot::new(GameId::Greener, Some("hard"))?;
//! assert_eq!(bot.level(), "hard");
//! # Ok::<(), cairn_legacy::UnknownLevel>(())
//! ```

mod bot;
mod drawing;
mod glaisher;
mod greener;
mod mitsudomoe;
mod nava;
mod programs;
mod reading;
mod state;
mod style;
mod table;
mod term;

pub use bot::{Choice, Level, OriginalBot, UnknownLevel};
pub use programs::{PROGRAMS, Program};
pub use reading::{Form, Reading, read_move, read_position, write_move};
pub use state::{Dialect, dialects, read_state, write_state};
pub use style::{AnyStyle, AnyStyleError, program_of_style};
pub use term::{Term, TermError, TermKind};
