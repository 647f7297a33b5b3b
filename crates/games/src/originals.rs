//! How the original programs of 2020 valued positions and chose moves.
//!
//! They are kept as they were, so that old and new can be set against each other. What
//! they saw in a position is game-specific and lives beside each game's rules; how they
//! went on from there is described here as data, and carried out by the engine crate.

use crate::game::Game;
use crate::side::Side;

/// How one of the original programs valued a position.
#[derive(Debug)]
pub struct OriginalEvaluation {
    /// The number of the program whose evaluation it is, such as `004`.
    pub program: &'static str,
    /// What it computes, in words.
    pub formula: &'static str,
}

/// How one of the original programs chose a move at one of its levels.
#[derive(Debug)]
pub struct OriginalBot {
    /// What the level is called: `easy`, `medium` or `hard`, or a program's number where
    /// another program had the same game.
    pub level: &'static str,
    /// Which of the game's [`Originals::EVALUATIONS`] it uses, counted from 0.
    pub evaluation: usize,
    /// What it does with the values.
    pub choice: OriginalChoice,
}

/// What a program did with the values of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginalChoice {
    /// Any legal move.
    AnyMove,
    /// One of so many moves that lead to the best values, at random; with 1, the best.
    /// Equal values come in random order.
    OneOfBest(usize),
    /// The best by looking some turns ahead, of both sides together, where in each
    /// position only the few moves that lead to the best values are followed.
    LookAhead {
        /// How many turns are made before a position is valued; at least 1.
        turns: u32,
        /// How many moves are followed.
        width: usize,
    },
}

/// A game that had an original program, or several.
pub trait Originals: Game {
    /// The evaluations of the original programs.
    const EVALUATIONS: &'static [OriginalEvaluation];

    /// The bots of the original programs. The last one is the strongest, and the one
    /// that is meant where only "the original" is asked for.
    const BOTS: &'static [OriginalBot];

    /// What the position is worth to `side` by one of the [`Originals::EVALUATIONS`],
    /// counted from 0. Higher is better.
    fn original_value(&self, evaluation: usize, side: Side) -> f64;
}
