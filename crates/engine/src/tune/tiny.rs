//! A small alpha-beta search until the real one is there.

use std::ops::ControlFlow;

use cairn_games::{Game, Hints, Outcome};

use crate::eval::Evaluator;
use crate::score::Score;

const MATE: i32 = 1_000_000;
const BOUND: i32 = 900_000;
const TABLE: usize = 1 << 16;

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    depth: i32,
    value: i32,
    kind: i8,
    mv: Option<M>,
}

pub(super) struct Tiny<'a, G: Game, E> {
    evaluator: &'a E,
    table: Vec<Option<Entry<G::Move>>>,
    nodes: u64,
    limit: u64,
    width: usize,
    path: Vec<u64>,
}

impl<'a, G: Hints, E: Evaluator<G>> Tiny<'a, G, E> {
    pub(super) fn new(evaluator: &'a E) -> Self {
        Self { evaluator, table: vec![None; TABLE], nodes: 0, limit: 0, width: 24, path: vec![] }
    }

    pub(super) fn think(&mut self, position: &G, path: &[u64], nodes: u64) -> (G::Move, Score) {
        self.nodes = 0;
        self.limit = nodes;
        self.path = path.to_vec();
        let mut best = None;
        for depth in 1..60 {
            let Some((mv, value)) = self.root(position, depth) else { break };
            best = Some((mv, value));
            if value.abs() > BOUND {
                break;
            }
        }
        let (mv, value) = best.unwrap_or_else(|| (position.moves()[0], 0));
        let score = if value > BOUND {
            Score::Win((MATE - value) as u32)
        } else if value < -BOUND {
            Score::Loss((MATE + value) as u32)
        } else {
            Score::Value(value)
        };
        (mv, score)
    }

    fn root(&mut self, position: &G, depth: i32) -> Option<(G::Move, i32)> {
        let value = self.search(position, depth, -MATE, MATE, 0)?;
        let slot = position.key() as usize % TABLE;
        let mv = self.table[slot].filter(|e| e.key == position.key()).and_then(|e| e.mv);
        Some((mv.unwrap_or_else(|| position.moves()[0]), value))
    }

    fn search(
        &mut self,
        position: &G,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.limit && depth > 1 {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some(match outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) if side == position.to_move() => MATE - ply,
                Outcome::Win(_) => ply - MATE,
            });
        }
        let key = position.key();
        if ply > 0 && G::info().can_repeat && self.path.contains(&key) {
            return Some(0);
        }
        if depth <= 0 {
            return Some(self.evaluator.evaluate(position));
        }
        let slot = key as usize % TABLE;
        let mut first = None;
        if let Some(entry) = self.table[slot].filter(|e| e.key == key) {
            first = entry.mv;
            let good = entry.kind == 0
                || entry.kind > 0 && entry.value >= beta
                || entry.kind < 0 && entry.value <= alpha;
            if ply > 0 && entry.depth >= depth && good && entry.value.abs() < BOUND {
                return Some(entry.value);
            }
        }
        let mut moves: Vec<(i32, G::Move)> = Vec::new();
        let mut order = 0;
        let (_, all) = position.visit_candidates(self.width, |mv| {
            order -= 1;
            moves.push((order, mv));
            ControlFlow::<()>::Continue(())
        });
        for (rank, mv) in &mut moves {
            if first == Some(*mv) {
                *rank = i32::MAX;
            } else if all {
                *rank = position.hint(*mv);
            }
        }
        moves.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        let (mut best, mut best_move) = (-MATE, moves.first().map(|m| m.1));
        let old_alpha = alpha;
        self.path.push(key);
        for (index, &(_, mv)) in moves.iter().enumerate() {
            let next = position.after(mv);
            let mut value = None;
            if index > 0 {
                let reduction = i32::from(index > 4 && depth > 2);
                match self.search(&next, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1) {
                    Some(v) => value = Some(-v),
                    None => {
                        self.path.pop();
                        return None;
                    }
                }
            }
            if value.is_none_or(|v| v > alpha) {
                match self.search(&next, depth - 1, -beta, -alpha, ply + 1) {
                    Some(v) => value = Some(-v),
                    None => {
                        self.path.pop();
                        return None;
                    }
                }
            }
            let value = value.unwrap_or(-MATE);
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        let kind = if best <= old_alpha { -1 } else { i8::from(best >= beta) };
        self.table[slot] = Some(Entry { key, depth, value: best, kind, mv: best_move });
        Some(best)
    }
}
