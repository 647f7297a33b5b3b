//! Openings of self-play, and positions of its games to learn from.

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, Diagram, GameMove, History, Notation, Outcome, Side};

use super::game::SelfplayGame;
use crate::games::MoveOrdering;
use crate::score::Score;

/// Number of candidates that a random move is chosen from: where a game has thousands of
/// moves, nearly all of them are absurd and teach nothing.
const RANDOM_WIDTH: usize = 24;

/// Number of attempts to find an opening that does not end the game.
const ATTEMPTS: usize = 100;

/// Returns an unfinished game of `plies` random moves. The same random numbers lead to the
/// same game.
pub(super) fn opening<G>(random: &mut Random, plies: usize) -> History
where
    G: MoveOrdering + Into<AnyPosition>,
{
    let first = G::shuffled(random.next_u64()).unwrap_or_else(G::start);
    let mut history = History::new(first.into());
    for _ in 0..ATTEMPTS {
        let mut position = G::shuffled(random.next_u64()).unwrap_or_else(G::start);
        history = History::new(position.into());
        for _ in 0..plies {
            if let Some(mv) = random_move(&position, random) {
                position.play_unchecked(mv);
                // The candidates of a position are legal.
                let _ = history.play(AnyMove::new(mv));
            }
        }
        if history.outcome().is_none() {
            break;
        }
    }
    history
}

/// Returns some candidate; `None` if the game is over.
pub(super) fn random_move<G: MoveOrdering>(position: &G, random: &mut Random) -> Option<G::Move> {
    let mut moves = Vec::new();
    let _ = position.visit_candidates(RANDOM_WIDTH, None, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    random.pick(&moves).copied()
}

/// The share of points that a side got.
pub(crate) fn result_for(side: Side, outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// Plays a game that was kept once more and shows each position from which there is
/// something to learn, the move made there and what the search said of it, until the end
/// or the first move that cannot be made.
pub(crate) fn visit_training_positions<G: Notation>(
    game: &SelfplayGame,
    mut visit: impl FnMut(&G, G::Move, Score),
) {
    let diagram = Diagram::read(G::info(), &game.start).ok();
    let Some(mut position) = diagram.and_then(|diagram| G::from_diagram(&diagram).ok()) else {
        return;
    };
    for ply in &game.plies {
        let Some(mv) = G::Move::from_bits(ply.bits).filter(|&mv| position.check(mv).is_ok()) else {
            return;
        };
        if let Some(score) = ply.score.filter(|&score| is_worth_learning(score)) {
            visit(&position, mv, score);
        }
        position.play_unchecked(mv);
    }
}

/// Whether there is something to learn from a position of which a search said this:
/// results that are proved for few plies a search sees itself, and no evaluation has to.
pub(crate) fn is_worth_learning(score: Score) -> bool {
    const SEEN_ANYWAY: u32 = 2;

    !matches!(score, Score::Win(plies) | Score::Loss(plies) if plies <= SEEN_ANYWAY)
}
