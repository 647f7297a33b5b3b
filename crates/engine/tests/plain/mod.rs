//! Plain search to check the engine's search against, and positions to check it on.

use std::collections::HashMap;

use cairn_engine::eval::Evaluator;
use cairn_games::random::Random;
use cairn_games::{Game, Outcome, zobrist::mix};

/// Larger than every evaluation; a win in `n` plies is `WIN - n`.
pub const WIN: i32 = 1_000_000;

/// Evaluates positions by their hash: nonsense, but always the same nonsense, and wrong
/// often enough to bring out mistakes in windows and bounds.
#[derive(Clone, Copy, Debug)]
pub struct Nonsense;

impl<G: Game> Evaluator<G> for Nonsense {
    fn evaluate(&self, position: &G) -> i32 {
        (mix(position.key()) % 401) as i32 - 200
    }
}

/// The value of the last position of a line, looking exactly `depth` plies ahead. What
/// repeats an earlier position of the line is a draw.
pub fn negamax<G: Game>(line: &mut Vec<G>, depth: u32) -> i32 {
    let position = line[line.len() - 1];
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(side) if side == position.to_move() => WIN,
            Outcome::Win(_) => -WIN,
            Outcome::Draw => 0,
        };
    }
    if depth == 0 {
        return Nonsense.evaluate(&position);
    }
    let mut best = -WIN;
    position.for_each_move(|mv| {
        let next = position.after(mv);
        let value = if G::info().can_repeat && line.contains(&next) {
            0
        } else {
            line.push(next);
            let value = -negamax(line, depth - 1);
            line.pop();
            value - value.signum() * i32::from(value.abs() > WIN / 2)
        };
        best = best.max(value);
    });
    best
}

/// Looks for forced results by trying everything.
#[derive(Debug)]
pub struct BruteForce<G: Game> {
    known: HashMap<(u64, u32, bool), bool>,
    /// Number of positions that may still be tried.
    pub patience: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> BruteForce<G> {
    pub fn new(patience: u64) -> Self {
        Self { known: HashMap::new(), patience, game: std::marker::PhantomData }
    }

    /// Whether the side to move can force a win within `plies`; `None` if that
    /// takes too long to find out.
    pub fn wins(&mut self, position: &G, plies: u32) -> Option<bool> {
        match position.outcome() {
            Some(outcome) => Some(outcome == Outcome::Win(position.to_move())),
            None if plies == 0 => Some(false),
            None => self.any(position, plies, true),
        }
    }

    /// Whether the side to move loses within `plies`, whatever it does.
    pub fn loses(&mut self, position: &G, plies: u32) -> Option<bool> {
        match position.outcome() {
            Some(outcome) => Some(outcome == Outcome::Win(position.to_move().other())),
            None if plies == 0 => Some(false),
            None => self.any(position, plies, false).map(|escapes| !escapes),
        }
    }

    /// Whether there is a move that wins, or else one that does not lose.
    fn any(&mut self, position: &G, plies: u32, to_win: bool) -> Option<bool> {
        let question = (position.key(), plies, to_win);
        if let Some(&known) = self.known.get(&question) {
            return Some(known);
        }
        let mut holds = false;
        for mv in position.moves() {
            self.patience = self.patience.checked_sub(1)?;
            let next = position.after(mv);
            let plies = plies - 1;
            holds = if to_win { self.loses(&next, plies)? } else { !self.wins(&next, plies)? };
            if holds {
                break;
            }
        }
        self.known.insert(question, holds);
        Some(holds)
    }
}

/// The result with best play of a game that cannot repeat, from 1 for a win of the side
/// to move to -1.
pub fn result<G: Game>(position: &G, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(side) if side == position.to_move() => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        };
    }
    if let Some(&known) = known.get(&position.key()) {
        return known;
    }
    let mut best = -1;
    for mv in position.moves() {
        best = best.max(-result(&position.after(mv), known));
        if best == 1 {
            break;
        }
    }
    known.insert(position.key(), best);
    best
}

/// A random game from the start until it ends, or until it has become too long.
pub fn random_game<G: Game>(random: &mut Random) -> Vec<G> {
    let start = G::shuffled(random.next_u64()).unwrap_or_else(G::start);
    let mut game = vec![start];
    while game.len() < 150 {
        let position = game[game.len() - 1];
        let Some(&mv) = random.pick(&position.moves()) else { break };
        game.push(position.after(mv));
    }
    game
}

/// A random game cut off `back` plies before its end.
pub fn near_the_end<G: Game>(random: &mut Random, back: usize) -> Vec<G> {
    let mut game = random_game(random);
    game.truncate(game.len().saturating_sub(back).max(1));
    game
}
