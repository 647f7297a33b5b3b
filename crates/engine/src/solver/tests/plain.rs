//! A game without anything that is certain about it, to test what is.

use std::ops::ControlFlow;

use crate::games::{ProofBounds, WholePosition};
use cairn_games::{Ending, Game, GameInfo, Illegal, Outcome, Side};

/// The rules of a game and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain<G>(pub G);

impl<G: Game> Game for Plain<G> {
    type Move = G::Move;

    fn info() -> &'static GameInfo {
        G::info()
    }

    fn start() -> Self {
        Self(G::start())
    }

    fn shuffled(number: u64) -> Option<Self> {
        G::shuffled(number).map(Self)
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key_from_scratch()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }

    fn visit_moves<B>(&self, visit: impl FnMut(G::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.visit_moves(visit)
    }

    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    fn check(&self, mv: G::Move) -> Result<(), Illegal> {
        self.0.check(mv)
    }

    fn play_unchecked(&mut self, mv: G::Move) {
        self.0.play_unchecked(mv);
    }
}

impl<G: Game> ProofBounds for Plain<G> {
    type Margin = WholePosition<Self>;

    /// Advice is taken everywhere, so that it can be wrong everywhere.
    fn advice_nodes(&self) -> u64 {
        1
    }
}
