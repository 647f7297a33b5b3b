//! Which moves to look at first: what was best before, what refuted the last move or a
//! neighbouring position, and what has often been good elsewhere.

use cairn_games::keys::mix;
use cairn_games::{GameMove, Side};

use super::tuning::Tuning;
use super::value::MAX_PLY;

/// Places in the tables that remember moves. Moves share them by a hash, because some
/// games have millions.
const PLACES: usize = 1 << 12;

/// No history goes beyond this.
const MOST_HISTORY: i32 = 1 << 14;

/// No hint counts for more than this.
const MOST_HINT: i32 = 1 << 12;

/// The rank of a move that wins at once.
pub(crate) const WIN_RANK: i32 = 1 << 27;

const KILLER_RANKS: [i32; 2] = [1 << 26, (1 << 26) - 1];
const COUNTER_RANK: i32 = (1 << 26) - 2;

/// A move and how early to look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) mv: M,
    pub(crate) rank: i32,
}

/// What a thread has learned about moves, apart from the positions.
#[derive(Clone, Debug)]
pub(crate) struct Lore<M> {
    /// The last two moves that were too good at each ply.
    killers: Vec<[Option<M>; 2]>,
    /// The last move that was too good after each move.
    counters: Vec<Option<M>>,
    /// How often each side's moves were too good, or not good enough.
    history: [Vec<i16>; 2],
    /// How much history one point of a hint outweighs.
    hint_weight: i32,
    /// Whether killers and counters are used.
    refutations: bool,
}

/// Where a move is kept.
#[inline]
fn place<M: GameMove>(mv: M) -> usize {
    mix(mv.to_bits()) as usize % PLACES
}

/// Where a move stands in a game: what all of its order depends on besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site<M> {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    pub(crate) previous: Option<M>,
}

impl<M: GameMove> Lore<M> {
    pub(crate) fn new(tuning: &Tuning) -> Self {
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            counters: vec![None; PLACES],
            history: [vec![0; PLACES], vec![0; PLACES]],
            hint_weight: tuning.hint_weight,
            refutations: tuning.killers,
        }
    }

    /// Moves that refuted neighbouring positions, the best first. They may be illegal.
    #[inline]
    pub(crate) fn refutations(&self, site: &Site<M>) -> impl Iterator<Item = (M, i32)> {
        let killers = self.killers[site.ply].into_iter().zip(KILLER_RANKS);
        let counter = site.previous.and_then(|previous| self.counters[place(previous)]);
        let all = killers.chain([(counter, COUNTER_RANK)]);
        all.filter_map(|(mv, rank)| Some((mv?, rank)))
    }

    /// How early to look at a move of which the game says `hint`.
    #[inline]
    pub(crate) fn rank(&self, site: &Site<M>, mv: M, hint: i32) -> i32 {
        if let Some(index) = self.killers[site.ply].iter().position(|&killer| killer == Some(mv)) {
            return KILLER_RANKS[index];
        }
        if site.previous.is_some_and(|previous| self.counters[place(previous)] == Some(mv)) {
            return COUNTER_RANK;
        }
        hint.clamp(-MOST_HINT, MOST_HINT) * self.hint_weight + self.history(site.side, mv)
    }

    /// How good a move has been.
    #[inline]
    pub(crate) fn history(&self, side: Side, mv: M) -> i32 {
        self.history[side.index()][place(mv)].into()
    }

    /// A move was too good for the opponent to let it happen; those that were looked at
    /// before it were not.
    pub(crate) fn learn(&mut self, site: &Site<M>, mv: M, depth: i32, tried: &[Ranked<M>]) {
        if self.refutations {
            let killers = &mut self.killers[site.ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(previous) = site.previous {
                self.counters[place(previous)] = Some(mv);
            }
        }
        let bonus = (depth * depth * 8).min(MOST_HISTORY / 8);
        self.shift(site.side, mv, bonus);
        for earlier in tried {
            self.shift(site.side, earlier.mv, -bonus);
        }
    }

    /// Moves a history towards the edge, by less the nearer it is, so that what is
    /// learned later can outweigh what was learned before.
    fn shift(&mut self, side: Side, mv: M, bonus: i32) {
        let history = &mut self.history[side.index()][place(mv)];
        let old = i32::from(*history);
        *history = (old + bonus - old * bonus.abs() / MOST_HISTORY) as i16;
    }
}

/// How many of the best moves are picked one by one, before the rest is sorted.
const PICKED: usize = 6;

/// Brings the best of the moves from `next` on to the front of them. Most positions are
/// refuted by one of the first moves, so that sorting them all would be a waste; where
/// there are thousands, picking them all would be a greater one.
#[inline]
pub(crate) fn bring_best<M: GameMove>(moves: &mut [Ranked<M>], next: usize) {
    let rest = &mut moves[next..];
    if next == PICKED {
        rest.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.mv.cmp(&b.mv)));
    } else if next < PICKED {
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].rank > rest[best].rank {
                best = index;
            }
        }
        rest.swap(0, best);
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;
    use cairn_games::{Game, nava::Nava};

    use super::*;

    #[test]
    fn moves_come_by_rank() {
        let mut random = Random::new(3);
        let mut moves = Vec::new();
        while moves.len() < 100 {
            Nava::start().for_each_move(|mv| {
                moves.push(Ranked { mv, rank: random.below(50) as i32 });
            });
        }
        for next in 0..moves.len() {
            bring_best(&mut moves, next);
        }
        assert!(moves.is_sorted_by(|a, b| a.rank >= b.rank));
    }

    #[test]
    fn history_is_bounded_and_can_turn() {
        let mut lore = Lore::new(&Tuning::default());
        let mv = Nava::start().moves()[0];
        let site = Site { side: Side::First, ply: 0, previous: None };
        for _ in 0..10_000 {
            lore.learn(&site, mv, 30, &[]);
        }
        assert!(lore.history(Side::First, mv) <= MOST_HISTORY);
        assert_eq!(lore.history(Side::Second, mv), 0);
        let best = lore.history(Side::First, mv);
        let other = Nava::start().moves()[1];
        lore.learn(&site, other, 30, &[Ranked { mv, rank: 0 }]);
        assert!(lore.history(Side::First, mv) < best * 4 / 5);
    }
}
