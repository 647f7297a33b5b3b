//! Repetition: a position that repeats one of the game or of the line being searched counts
//! as a draw.

use cairn_games::zobrist::mix;

/// Bits of the filter for the game's positions.
const FILTER_BITS: usize = 4096;

/// Zobrist keys of the game so far and of the line being searched.
#[derive(Clone, Debug)]
pub(crate) struct SearchPath {
    /// Whether positions can repeat in this game.
    can_repeat: bool,
    /// The game up to the root, sorted.
    game: Vec<u64>,
    /// A bit for each of the game's keys, so that most positions need no look-up.
    filter: Box<[u64; FILTER_BITS / 64]>,
    /// The line from the root, which is its first.
    line: Vec<u64>,
    /// Differs between games that differ in which positions must not come up again.
    salt: u64,
}

impl SearchPath {
    /// Makes the path of a game with these keys, of which the last one is the root's.
    pub(crate) fn new(can_repeat: bool, keys: impl Iterator<Item = u64>) -> Self {
        let mut game: Vec<_> = keys.collect();
        let root = game.last().copied();
        game.sort_unstable();
        let mut filter = Box::new([0; FILTER_BITS / 64]);
        for &key in &game {
            let bit = key as usize % FILTER_BITS;
            filter[bit / 64] |= 1 << (bit % 64);
        }
        let salt = if can_repeat { salt(&game) } else { 0 };
        Self { can_repeat, game, filter, line: root.into_iter().collect(), salt }
    }

    /// Returns a number to mix into the keys of the transposition table. The third
    /// occurrence of a position ends the game, so earlier proofs may no longer hold when a
    /// position has occurred twice.
    pub(crate) const fn salt(&self) -> u64 {
        self.salt
    }

    /// Whether the position with this key has occurred before.
    #[inline]
    pub(crate) fn repeats(&self, key: u64) -> bool {
        self.can_repeat && (self.is_on_line(key) || self.is_in_game(key))
    }

    /// The same side moves in every second position of the line only.
    #[inline]
    fn is_on_line(&self, key: u64) -> bool {
        self.line.iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key)
    }

    #[inline]
    fn is_in_game(&self, key: u64) -> bool {
        let bit = key as usize % FILTER_BITS;
        self.filter[bit / 64] >> (bit % 64) & 1 != 0 && self.game.binary_search(&key).is_ok()
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.line.push(key);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.line.pop();
    }

    /// Goes back to the root.
    pub(crate) fn reset(&mut self) {
        self.line.truncate(1);
    }
}

/// Returns a hash of the keys that are there more than once.
fn salt(sorted: &[u64]) -> u64 {
    let twice = sorted.windows(2).filter(|pair| pair[0] == pair[1]);
    twice.fold(0, |salt, pair| salt ^ mix(pair[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_and_the_line_are_remembered() {
        let mut path = SearchPath::new(true, [11, 12, 13].into_iter());
        assert!(path.repeats(11) && path.repeats(12));
        assert!(!path.repeats(14));
        for key in [14, 15, 16] {
            path.push(key);
        }
        assert!(path.repeats(15), "two plies ago");
        assert!(!path.repeats(16 + FILTER_BITS as u64), "only the filter's bit is the same");
        path.reset();
        assert!(!path.repeats(15));
        assert!(!SearchPath::new(false, [11, 12, 13].into_iter()).repeats(11));
    }

    #[test]
    fn only_positions_that_came_up_twice_change_the_salt() {
        let salt = |keys: &[u64]| SearchPath::new(true, keys.iter().copied()).salt();
        assert_eq!(salt(&[1, 2, 3]), 0);
        assert_ne!(salt(&[1, 2, 1]), 0);
        assert_eq!(salt(&[1, 2, 1, 5]), salt(&[7, 1, 1]));
        assert_ne!(salt(&[1, 2, 1]), salt(&[1, 2, 2]));
    }
}
