//! The moves of a game that count.

use std::collections::HashSet;

use cairn_games::{AnyMove, AnyPosition, History};

/// Number of plies at the beginning of a game that the explorer counts.
pub const OPENING_PLIES: usize = 12;

/// A move of an opening, in the form that symmetric positions share.
#[derive(Clone, Debug)]
pub struct OpeningMove {
    /// Number of moves before it.
    pub ply: usize,
    /// Position before the move.
    pub position: AnyPosition,
    /// Key of the position.
    pub key: u64,
    /// The move.
    pub mv: AnyMove,
}

/// Returns the moves of the opening of a game, each position once.
///
/// ```
/// use cairn_app::{explorer::opening_moves, play_moves};
/// use cairn_games::{GameId, History};
///
/// let [mut one, mut other] = [(); 2].map(|()| History::new(GameId::Nava.start()));
/// play_moves(&mut one, ["a1-a4"])?;
/// play_moves(&mut other, ["a1-d1"])?;
/// assert_eq!(opening_moves(&one)[0].mv, opening_moves(&other)[0].mv);
/// # Ok::<(), cairn_app::MoveListError>(())
/// ```
pub fn opening_moves(history: &History) -> Vec<OpeningMove> {
    let mut seen = HashSet::new();
    let plies = history.positions().iter().zip(history.moves()).take(OPENING_PLIES);
    plies
        .enumerate()
        .filter_map(|(ply, (position, &mv))| {
            let canonical = position.canonical();
            let key = canonical.key();
            seen.insert(key).then(|| OpeningMove {
                ply,
                position: canonical.position(),
                key,
                mv: canonical.map_move(mv),
            })
        })
        .collect()
}
