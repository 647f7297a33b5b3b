//! A game while it is played, with what can be random in it.

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::{Diagram, GameMove, Notation, Outcome, Side};

use super::data::SelfplayGame;
use crate::games::MoveOrdering;
use crate::score::Score;

/// Of so many moves that look best one is chosen when a move is to be random: where a
/// game has thousands, nearly all of them are absurd and teach nothing.
const RANDOM_WIDTH: usize = 24;

/// How often a position may come up; then the game is drawn.
const DRAWN_AT_OCCURRENCE: usize = 3;

/// Games that last longer are given up as draws.
const LONGEST_GAME: usize = 300;

/// A game from its start to now.
#[derive(Clone, Debug)]
pub(crate) struct Played<G> {
    /// All positions up to now, never none.
    positions: Vec<G>,
}

impl<G: MoveOrdering> Played<G> {
    /// A game in which so many random moves have been made, and that still goes on. The
    /// same random numbers lead to the same game.
    pub(crate) fn opening(random: &mut Random, plies: usize) -> Self {
        Self::opening_with_moves(random, plies).0
    }

    /// The same with the moves.
    pub(crate) fn opening_with_moves(random: &mut Random, plies: usize) -> (Self, Vec<G::Move>) {
        /// So that a game that always ends early cannot go on for ever.
        const ATTEMPTS: usize = 100;

        let (mut game, mut moves) = (Self::start(random), Vec::new());
        for _ in 0..ATTEMPTS {
            (game, moves) = (Self::start(random), Vec::new());
            for _ in 0..plies {
                if let Some(mv) = game.random_move(random) {
                    game.play(mv);
                    moves.push(mv);
                }
            }
            if game.outcome().is_none() {
                break;
            }
        }
        (game, moves)
    }

    fn start(random: &mut Random) -> Self {
        Self { positions: vec![G::shuffled(random.next_u64()).unwrap_or_else(G::start)] }
    }

    /// All positions up to now.
    pub(crate) fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The position now.
    pub(crate) fn position(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// Whether it has lasted so long that it is given up as a draw.
    pub(crate) fn is_too_long(&self) -> bool {
        self.positions.len() > LONGEST_GAME
    }

    /// Some move that does not look absurd; none if the game is over.
    pub(crate) fn random_move(&self, random: &mut Random) -> Option<G::Move> {
        let mut moves = Vec::new();
        let _ = self.position().visit_candidates(RANDOM_WIDTH, None, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        random.pick(&moves).copied()
    }

    /// Makes a move that is known to be legal.
    pub(crate) fn play(&mut self, mv: G::Move) {
        self.positions.push(self.position().after(mv));
    }

    /// The result if the game has ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let now = self.position();
        now.outcome().or_else(|| {
            let occurrences = self.positions.iter().filter(|&position| position == now).count();
            (G::info().can_repeat && occurrences == DRAWN_AT_OCCURRENCE).then_some(Outcome::Draw)
        })
    }
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
pub(crate) fn visit_lessons<G: Notation>(
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
