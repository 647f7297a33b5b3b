//! Move ordering by what the search has learned: killer moves, counter-moves and the
//! history heuristic.

use cairn_games::zobrist::mix;
use cairn_games::{GameMove, Side};

use super::parameters::SearchParameters;
use super::value::MAX_PLY;

/// Size of the tables. Moves share places by a hash, because some games have millions.
const HISTORY_SIZE: usize = 1 << 12;

/// Bound of history scores.
const MAX_HISTORY: i32 = 1 << 14;

/// Bound of the ordering scores of games.
const MAX_ORDERING_SCORE: i32 = 1 << 12;

/// The score of a move that wins at once.
pub(crate) const WINNING_MOVE_SCORE: i32 = 1 << 27;

const KILLER_SCORES: [i32; 2] = [1 << 26, (1 << 26) - 1];
const COUNTER_MOVE_SCORE: i32 = (1 << 26) - 2;

/// A move and its score in the move ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) score: i32,
}

/// The history heuristic, killer moves and counter-moves of one thread.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTables<M> {
    /// The last two moves that caused a beta cutoff at each ply.
    killers: Vec<[Option<M>; 2]>,
    /// The last move that caused a beta cutoff after each move.
    counters: Vec<Option<M>>,
    /// History scores of each side's moves.
    history: [Vec<i16>; 2],
    /// History that one point of a game's ordering score outweighs.
    ordering_weight: i32,
    /// Whether killer moves and counter-moves are used.
    uses_killers: bool,
}

/// Returns the place of a move in the tables.
#[inline]
fn table_index<M: GameMove>(mv: M) -> usize {
    mix(mv.to_bits()) as usize % HISTORY_SIZE
}

/// Context of the move ordering besides the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderingContext<M> {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    pub(crate) previous: Option<M>,
}

impl<M: GameMove> HistoryTables<M> {
    pub(crate) fn new(parameters: &SearchParameters) -> Self {
        Self {
            killers: vec![[None; 2]; MAX_PLY + 2],
            counters: vec![None; HISTORY_SIZE],
            history: [vec![0; HISTORY_SIZE], vec![0; HISTORY_SIZE]],
            ordering_weight: parameters.ordering_weight,
            uses_killers: parameters.killers,
        }
    }

    /// Forgets the killer moves, whose plies count from another root.
    pub(crate) fn forget_killers(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// Returns the killer moves and the counter-move with their scores, the best first. They
    /// may be illegal.
    #[inline]
    pub(crate) fn killers_and_counter_move(
        &self,
        context: &OrderingContext<M>,
    ) -> impl Iterator<Item = (M, i32)> {
        let killers = self.killers[context.ply].into_iter().zip(KILLER_SCORES);
        let counter = context.previous.and_then(|previous| self.counters[table_index(previous)]);
        let all = killers.chain([(counter, COUNTER_MOVE_SCORE)]);
        all.filter_map(|(mv, score)| Some((mv?, score)))
    }

    /// Returns the score of a move that the game gives the score `hint`.
    #[inline]
    pub(crate) fn score(&self, context: &OrderingContext<M>, mv: M, hint: i32) -> i32 {
        if let Some(index) = self.killers[context.ply].iter().position(|&killer| killer == Some(mv))
        {
            return KILLER_SCORES[index];
        }
        if context.previous.is_some_and(|previous| self.counters[table_index(previous)] == Some(mv))
        {
            return COUNTER_MOVE_SCORE;
        }
        hint.clamp(-MAX_ORDERING_SCORE, MAX_ORDERING_SCORE) * self.ordering_weight
            + self.history_score(context.side, mv)
    }

    /// Returns the history score of a move.
    #[inline]
    pub(crate) fn history_score(&self, side: Side, mv: M) -> i32 {
        self.history[side.index()][table_index(mv)].into()
    }

    /// Learns from a beta cutoff: the move is rewarded, those tried before it are not.
    pub(crate) fn update(
        &mut self,
        context: &OrderingContext<M>,
        mv: M,
        depth: i32,
        tried: &[ScoredMove<M>],
    ) {
        if self.uses_killers {
            let killers = &mut self.killers[context.ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(previous) = context.previous {
                self.counters[table_index(previous)] = Some(mv);
            }
        }
        let bonus = (depth * depth * 8).min(MAX_HISTORY / 8);
        self.apply_bonus(context.side, mv, bonus);
        // A move that was deferred has been handed out before others.
        for earlier in tried.iter().filter(|earlier| earlier.mv != mv) {
            self.apply_bonus(context.side, earlier.mv, -bonus);
        }
    }

    /// Moves a history score towards its bound, by less the nearer it is, so that later
    /// cutoffs can outweigh earlier ones (history gravity).
    fn apply_bonus(&mut self, side: Side, mv: M, bonus: i32) {
        let history = &mut self.history[side.index()][table_index(mv)];
        let old = i32::from(*history);
        *history = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}

/// Number of moves that are selected one by one, before the rest is sorted.
const SELECTED_SINGLY: usize = 6;

/// Moves the best of the moves from `next` on to the front of them. Most positions are
/// refuted by one of the first moves, so that sorting them all would be a waste; where
/// there are thousands, selecting each by itself would be a greater one.
#[inline]
pub(crate) fn select_next<M: GameMove>(moves: &mut [ScoredMove<M>], next: usize) {
    let rest = &mut moves[next..];
    if next == SELECTED_SINGLY {
        sort_by_score(rest);
    } else if next < SELECTED_SINGLY {
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        rest.swap(0, best);
    }
}

/// Sorts moves, the highest score first.
pub(crate) fn sort_by_score<M: GameMove>(moves: &mut [ScoredMove<M>]) {
    moves.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.mv.cmp(&b.mv)));
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
                moves.push(ScoredMove { mv, score: random.below(50) as i32 });
            });
        }
        for next in 0..moves.len() {
            select_next(&mut moves, next);
        }
        assert!(moves.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn history_is_bounded_and_can_turn() {
        let mut history = HistoryTables::new(&SearchParameters::default());
        let mv = Nava::start().moves()[0];
        let context = OrderingContext { side: Side::First, ply: 0, previous: None };
        for _ in 0..10_000 {
            history.update(&context, mv, 30, &[]);
        }
        assert!(history.history_score(Side::First, mv) <= MAX_HISTORY);
        assert_eq!(history.history_score(Side::Second, mv), 0);
        let best = history.history_score(Side::First, mv);
        let other = Nava::start().moves()[1];
        history.update(&context, other, 30, &[ScoredMove { mv, score: 0 }]);
        assert!(history.history_score(Side::First, mv) < best * 4 / 5);
    }
}
