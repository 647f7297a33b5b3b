//! Slow ways to the truth that have nothing in common with the solver.

use std::collections::HashMap;

use crate::Wdl;
use cairn_games::greener::Greener;
use cairn_games::random::Random;
use cairn_games::{Game, Outcome, Side};

use super::maze::Maze;
use crate::games::ProofBounds;

/// The value for the side to move by playing out everything.
pub fn value_by_force<G: Game>(position: &G) -> Wdl {
    if let Some(outcome) = position.outcome() {
        return Wdl::of(outcome, position.to_move());
    }
    let values = position.moves().into_iter().map(|mv| value_by_force(&position.after(mv)));
    values.map(Wdl::reversed).max().expect("a game that is not over has a move")
}

/// The lead in greens that the side to move gets, by playing out everything.
pub fn margin_by_force<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
) -> i8 {
    let side = position.to_move();
    if position.outcome().is_some() {
        return position.greens_of(side) as i8 - position.greens_of(side.other()) as i8;
    }
    let margins = position.moves().into_iter().map(|mv| -margin_by_force(&position.after(mv)));
    margins.max().expect("a game that is not over has a move")
}

/// Returns the side that wins by force within `depth` plies, and the fewest plies it needs.
pub fn win_by_force<G: Game>(position: &G, depth: u32) -> Option<(Side, u32)> {
    match position.outcome() {
        Some(Outcome::Win(side)) => return Some((side, 0)),
        Some(Outcome::Draw) => return None,
        None if depth == 0 => return None,
        None => {}
    }
    let side = position.to_move();
    let mut quickest = None;
    let mut slowest = Some(0);
    position.for_each_move(|mv| match win_by_force(&position.after(mv), depth - 1) {
        Some((winner, plies)) if winner == side => {
            quickest = Some(quickest.map_or(plies, |best: u32| best.min(plies)));
        }
        Some((_, plies)) => slowest = slowest.map(|worst| worst.max(plies)),
        None => slowest = None,
    });
    quickest
        .map(|plies| (side, plies + 1))
        .or_else(|| slowest.map(|plies| (side.other(), plies + 1)))
}

/// Solves a maze backwards from its ends: the winner of each position and the number of
/// plies. The other positions are drawn, since a player can walk in circles. Positions in
/// `drawn` are draws.
pub fn retrograde(number: u64, drawn: &[u64]) -> HashMap<Maze, (Side, u32)> {
    let mut won = HashMap::new();
    for position in Maze::all(number) {
        if let Some(Outcome::Win(side)) = position.outcome() {
            won.insert(position, (side, 0));
        }
    }
    for plies in 1.. {
        let mut new = Vec::new();
        for position in Maze::all(number) {
            let over = position.outcome().is_some() || drawn.contains(&position.key());
            if over || won.contains_key(&position) {
                continue;
            }
            let side = position.to_move;
            let after: Vec<_> = position.moves().into_iter().map(|mv| position.after(mv)).collect();
            let winner = |next: &Maze| won.get(next).map(|&(winner, _)| winner);
            if after.iter().any(|next| winner(next) == Some(side)) {
                new.push((position, (side, plies)));
            } else if after.iter().all(|next| winner(next) == Some(side.other())) {
                new.push((position, (side.other(), plies)));
            }
        }
        if new.is_empty() {
            break;
        }
        won.extend(new);
    }
    won
}

/// The positions of a random game, in which wins at once are not missed.
pub fn random_game<G: ProofBounds>(seed: u64) -> Vec<G> {
    let mut random = Random::new(seed);
    let mut position = G::shuffled(seed).unwrap_or_else(G::start);
    let mut game = vec![position];
    while position.outcome().is_none() && game.len() < 300 {
        let choice = position.winning_move().or_else(|| random.pick(&position.moves()).copied());
        position.play_unchecked(choice.expect("a game that is not over has a move"));
        game.push(position);
    }
    game
}
