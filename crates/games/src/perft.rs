//! Perft: counting move sequences, the usual proof that a rule set is correct and fast.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::game::Game;

/// Number of sequences of `depth` moves from a position. A finished game has none.
/// Repetition is not considered.
///
/// ```
/// use cairn_games::{Game, nava::Nava, perft::count};
/// assert_eq!(count(&Nava::start(), 3), 784);
/// ```
pub fn count<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut total = 0;
            position.for_each_move(|mv| total += count(&position.after(mv), depth - 1));
            total
        }
    }
}

/// Does the same as [`count`], and returns `None` as soon as `is_stopped` says so. It is asked so
/// seldom that it costs no time, and so often that nobody has to wait.
///
/// ```
/// use cairn_games::{Game, nava::Nava, perft::count_until};
/// assert_eq!(count_until(&Nava::start(), 3, &|| false), Some(784));
/// assert_eq!(count_until(&Nava::start(), 99, &|| true), None);
/// ```
pub fn count_until<G: Game>(
    position: &G,
    depth: u32,
    is_stopped: &impl Fn() -> bool,
) -> Option<u64> {
    if depth < 3 {
        return Some(count(position, depth));
    }
    let mut total = 0;
    let visited = position.visit_moves(|mv| {
        let counted = (!is_stopped())
            .then(|| count_until(&position.after(mv), depth - 1, is_stopped))
            .flatten();
        match counted {
            Some(sequences) => {
                total += sequences;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    visited.is_continue().then_some(total)
}

/// Number of sequences of `depth` moves that begin with each legal move, in order.
///
/// ```
/// use cairn_games::{Game, nava::Nava, perft};
///
/// let counts = perft::divide(&Nava::start(), 2);
/// assert_eq!((counts.len(), counts[0].1), (8, 8));
/// ```
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let below = depth.saturating_sub(1);
    let counted = |mv| (mv, count(&position.after(mv), below));
    position.moves().into_iter().map(counted).collect()
}

/// The work of a count, in pieces that threads can share.
struct PerftWork<G: Game> {
    /// The first move of each piece, counted from 0, and the position it begins at.
    pieces: Vec<(usize, G)>,
    /// Number of moves left to make in each piece.
    depth: u32,
}

/// [`divide`] on several threads. `progress` is called after each piece of the work
/// with how many of how many are done; it may be called from any thread.
pub(crate) fn divide_on_threads<G: Game>(
    position: &G,
    depth: u32,
    threads: usize,
    progress: impl Fn(usize, usize) + Sync,
) -> Vec<(G::Move, u64)> {
    let moves = position.moves();
    let shares = share_out(position, &moves, depth);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0; moves.len()];
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((first, from)) = shares.pieces.get(index) else {
                return counts;
            };
            counts[*first] += count(from, shares.depth);
            progress(index + 1, shares.pieces.len());
        }
    };
    let counts = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut total = work();
        for helper in helpers {
            let counts = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            total.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
        }
        total
    });
    moves.into_iter().zip(counts).collect()
}

/// Cuts a count into pieces: one for each move, or for each two moves where that is
/// still a bearable number.
fn share_out<G: Game>(position: &G, moves: &[G::Move], depth: u32) -> PerftWork<G> {
    const MOST_MOVES_TO_CUT_FURTHER: usize = 256;
    let mut pieces: Vec<_> =
        moves.iter().enumerate().map(|(first, &mv)| (first, position.after(mv))).collect();
    let mut depth = depth.saturating_sub(1);
    if depth >= 2 && moves.len() <= MOST_MOVES_TO_CUT_FURTHER {
        let mut finer = Vec::new();
        for (first, from) in &pieces {
            from.for_each_move(|mv| finer.push((*first, from.after(mv))));
        }
        pieces = finer;
        depth -= 1;
    }
    PerftWork { pieces, depth }
}

/// Whether a position has any legal move; stops at the first.
pub fn has_move<G: Game>(position: &G) -> bool {
    position.visit_moves(|_| ControlFlow::Break(())).is_break()
}
