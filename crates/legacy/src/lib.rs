//! The five Prolog programs of 2020 from which Cairn grew: their terms, drawings,
//! evaluations and computer players.
//!
//! | program | game | offers |
//! |---|---|---|
//! | 000, 001 | Nava | two dialects of terms, two screens, five levels |
//! | 002 | Mitsudomoe | terms, a screen, three levels |
//! | 003 | Greener | two dialects of terms, a screen, two levels |
//! | 004 | Glaisher | terms of states and moves, a screen, three levels |
//!
//! A game that none of them plays has no terms, no drawing and no computer player here;
//! the functions answer `None` or with an error that says so.
//!
//! # States
//!
//! [`Reading`] reads a position in Cairn's notation or as a term, and finds the game from
//! the text. State files are read as they stand, with their comments and directives.
//!
//! ```
//! use cairn_games::GameId;
//! use cairn_legacy::{read_position, write_state};
//!
//! let start = GameId::Mitsudomoe.start();
//! let term = write_state(start.game(), &start.to_diagram(), None).expect("a program");
//! let file = format!(":- use_module(library(lists)).\n/* the start */\ninitial({term}).");
//! assert_eq!(read_position(GameId::ALL, &file)?, start);
//! # Ok::<(), cairn_games::ReadingError>(())
//! ```
//!
//! # Values and moves
//!
//! A [`Program`] values positions as its `value` predicate did. An [`OriginalBot`] chooses
//! as the program did at one of its levels, slips included. A [`GreedyBot`] follows the
//! formula in the program's document instead.
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
//! assert_eq!(bot.level().name, "hard");
//! # Ok::<(), cairn_legacy::UnknownLevel>(())
//! ```
//!
//! # Drawings and labels
//!
//! A program draws boards as it showed them, and knows the labels of its cells.
//!
//! ```
//! use cairn_draw::Marks;
//! use cairn_games::{BoardView, GameId};
//! use cairn_legacy::Program;
//!
//! let view = BoardView::new(GameId::Nava, &GameId::Nava.start().to_diagram());
//! let program = Program::find(GameId::Nava, Some("001")).expect("a program");
//! let drawn = program.draw(&view, &Marks::default()).to_plain();
//! assert!(drawn.starts_with("Turn: white\n"));
//! assert!(drawn.contains("     e      |   WWWWWW   |"));
//! assert_eq!(program.names_for_labels(GameId::Nava, "e1-b1"), "a1-a4");
//! ```

mod bot;
mod drawing;
mod glaisher;
mod greener;
mod labels;
mod mitsudomoe;
mod nava;
mod programs;
mod reading;
mod state;
mod style;
mod table;
mod term;

pub use bot::{GreedyBot, OriginalBot, OriginalLevel, UnknownLevel};
pub use programs::{PROGRAMS, Program};
pub use reading::{Form, Reading, read_any_move, read_position, write_move};
pub use state::{Dialect, dialects, read_state, write_state};
pub use style::{AnyStyle, AnyStyleError, program_of_style};
pub use term::{Term, TermError, TermKind};
