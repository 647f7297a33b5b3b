//! Bots that know nothing but the rules, or no more than the original programs did.
//!
//! None of them keeps anything between moves: what they choose depends on their seed,
//! the game so far and the limits alone, so that a game can be played again.

mod instant;
mod uct;

pub use instant::InstantBot;
pub use uct::Uct;

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{Game, History};

/// The chance events of a bot at this point of a game. The same seed and the same
/// game give the same events, whatever else the bot did before.
pub(crate) fn chance(seed: u64, history: &History) -> Random {
    chance_at(seed, history, history.moves().len())
}

/// The chance events of a bot when this many moves of the game had been made.
pub(crate) fn chance_at(seed: u64, history: &History, ply: usize) -> Random {
    let start = mix(seed ^ history.start().key());
    let moves = history.moves().iter().take(ply);
    Random::new(moves.fold(start, |so_far, mv| mix(so_far ^ mv.bits())))
}

/// Any legal move, all being equally likely; `None` if there is none.
///
/// Counting the moves first and visiting them up to the one that is wanted allocates
/// nothing and is quicker than drawing lots for each of thousands of moves.
fn random_move<G: Game>(position: &G, chance: &mut Random) -> Option<G::Move> {
    let mut skipped = chance.below(position.count_moves());
    let found = position.visit_moves(|mv| {
        if skipped == 0 {
            return ControlFlow::Break(mv);
        }
        skipped -= 1;
        ControlFlow::Continue(())
    });
    found.break_value()
}
