//! Cairn in the browser.
//!
//! Two modules are built from this crate, so that a page that only shows a board loads little:
//!
//! | feature | module | contents |
//! |---|---|---|
//! | `board` | `cairn_board` | rule sets, positions, legal moves, boards, pictures, records |
//! | `engine` | `cairn_engine` | analysis, computer opponents, solver, exercises; for a worker |
//!
//! Games, positions and moves are texts in the notation, as everywhere in Cairn. Larger answers
//! are plain objects with the shapes of the HTTP API, declared in `types.d.ts`. Errors are
//! JavaScript errors whose message can be shown to people.
//!
//! Nets are not part of the engine module: the page fetches the one it needs and passes its
//! bytes in.
//!
//! The program `bundle` builds the modules; `scripts/wasm` runs it.

#[cfg(feature = "board")]
mod board;
#[cfg(feature = "interface")]
mod convert;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod exercise;
#[cfg(feature = "board")]
mod play;
#[cfg(feature = "engine")]
mod shared_memory;

#[cfg(feature = "board")]
pub use board::{
    apply, board_fragment, board_html, board_sheet, board_svg, editor_form, legal_moves, net_name,
    pick_tree, read_position, rule_sets, start_position,
};
#[cfg(feature = "engine")]
pub use engine::{BrowserEngine, hidden_sums};
#[cfg(feature = "engine")]
pub use exercise::{answer_exercise, daily_game, supply_puzzles};
#[cfg(feature = "board")]
pub use play::{
    ending_in_words, levels, next_levels, prolog_term, read_record, record_text, why_not,
    winning_cells,
};

#[cfg(feature = "interface")]
use wasm_bindgen::prelude::wasm_bindgen;

/// Types of the objects that the modules take and return.
#[cfg(feature = "interface")]
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
