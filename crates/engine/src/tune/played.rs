//! A game while it is played, with what can be random in it.

use std::ops::ControlFlow;

use cairn_games::random::Random;
use cairn_games::{Hints, Outcome};

/// Of so many moves that look best one is chosen when a move is to be random: where a
/// game has thousands, nearly all of them are absurd and teach nothing.
const RANDOM_WIDTH: usize = 24;

/// The third time that a position comes up, the game is drawn.
const EARLIER_OCCURRENCES: usize = 2;

/// A game from its start to now.
#[derive(Clone, Debug)]
pub(super) struct Played<G> {
    /// The positions before this one.
    pub(super) earlier: Vec<G>,
    pub(super) position: G,
}

impl<G: Hints> Played<G> {
    /// A game in which so many random moves have been made, and that still goes on. The
    /// same random numbers lead to the same game.
    pub(super) fn opening(random: &mut Random, plies: usize) -> Self {
        /// So that a game that always ends early cannot go on for ever.
        const ATTEMPTS: usize = 100;

        let mut game = Self::start(random);
        for _ in 0..ATTEMPTS {
            game = Self::start(random);
            for _ in 0..plies {
                if let Some(mv) = game.random_move(random) {
                    game.play(mv);
                }
            }
            if game.outcome().is_none() {
                break;
            }
        }
        game
    }

    fn start(random: &mut Random) -> Self {
        let position = G::shuffled(random.next_u64()).unwrap_or_else(G::start);
        Self { earlier: Vec::new(), position }
    }

    /// Some move that does not look absurd; none if the game is over.
    pub(super) fn random_move(&self, random: &mut Random) -> Option<G::Move> {
        let mut moves = Vec::new();
        let _ = self.position.visit_candidates(RANDOM_WIDTH, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        random.pick(&moves).copied()
    }

    /// Makes a move that is known to be legal.
    pub(super) fn play(&mut self, mv: G::Move) {
        self.earlier.push(self.position);
        self.position.play_unchecked(mv);
    }

    /// The result if the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let same = self.earlier.iter().filter(|&earlier| *earlier == self.position).count();
            (G::info().can_repeat && same >= EARLIER_OCCURRENCES).then_some(Outcome::Draw)
        })
    }
}
