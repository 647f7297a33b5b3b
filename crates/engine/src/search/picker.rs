//! Hands out the moves of a position one by one, making and ranking them as late as
//! possible.

use std::ops::ControlFlow;

use cairn_games::{Game, GameMove, Hints, Outcome};

use crate::eval::Evaluator;

use super::order::{Lore, Ranked, Site, WIN_RANK, bring_best};

/// The moves of all positions on the line being searched, one after another, so that
/// nothing is allocated for each.
pub(crate) type MoveStack<M> = Vec<Ranked<M>>;

/// Where the moves of one position are and how far one has come with them.
#[derive(Debug)]
pub(crate) struct Picker<M> {
    first: Option<M>,
    stage: Stage,
    /// Where the moves of this position begin on the stack.
    start: usize,
    /// How many of them have been handed out.
    next: usize,
    complete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    First,
    Killers,
    Make,
    List,
}

/// What a picker needs to know for making the moves.
pub(crate) struct Source<'a, G: Game, E> {
    pub(crate) position: &'a G,
    pub(crate) site: &'a Site<G::Move>,
    pub(crate) lore: &'a Lore<G::Move>,
    /// How many candidates to make; `None` for all moves.
    pub(crate) width: Option<usize>,
    /// Whether to try what refuted neighbouring positions before the other moves are made.
    pub(crate) killers_first: bool,
    /// Whether to find out which moves win at once.
    pub(crate) wins_first: bool,
    /// What judges positions.
    pub(crate) evaluator: &'a E,
    /// What says which candidates to look at.
    pub(crate) guide: Option<&'a [i16]>,
    /// Out of how many times as many candidates to choose by the positions that they lead
    /// to, if at all.
    pub(crate) second_look: Option<usize>,
}

impl<M: GameMove> Picker<M> {
    /// For a position of which `first` is a legal move to be looked at before the others
    /// are even made.
    pub(crate) fn new(stack: &MoveStack<M>, first: Option<M>) -> Self {
        Self { first, stage: Stage::First, start: stack.len(), next: 0, complete: true }
    }

    /// The next move.
    #[inline]
    pub(crate) fn next<G, E>(
        &mut self,
        stack: &mut MoveStack<M>,
        source: &Source<G, E>,
    ) -> Option<M>
    where
        G: Game<Move = M> + Hints,
        E: Evaluator<G>,
    {
        if self.stage == Stage::First {
            self.stage = Stage::Killers;
            if self.first.is_some() {
                return self.first;
            }
        }
        if self.stage == Stage::Killers {
            self.stage = Stage::Make;
            if source.killers_first {
                self.push_killers(stack, source);
            }
        }
        if self.stage == Stage::Make && self.next == stack.len() - self.start {
            self.stage = Stage::List;
            self.complete = match (source.width, source.second_look) {
                (Some(width), Some(times)) => self.make_by_second_look(stack, source, width, times),
                _ => self.make(stack, source),
            };
        }
        let moves = &mut stack[self.start..];
        if self.next == moves.len() {
            return None;
        }
        bring_best(moves, self.next);
        self.next += 1;
        Some(moves[self.next - 1].mv)
    }

    /// Whether a move has its turn already, as the first one or among these.
    #[inline]
    fn is_known(&self, earlier: &[Ranked<M>], mv: M) -> bool {
        self.first == Some(mv) || earlier.iter().any(|known| known.mv == mv)
    }

    /// Puts what refuted neighbouring positions on the stack, if it is legal here.
    fn push_killers<G, E>(&self, stack: &mut MoveStack<M>, source: &Source<G, E>)
    where
        G: Game<Move = M>,
    {
        for (mv, rank) in source.lore.refutations(source.site) {
            let is_known = self.is_known(&stack[self.start..], mv);
            if !is_known && source.position.is_legal(mv) {
                stack.push(Ranked { mv, rank });
            }
        }
    }

    /// Puts the moves on the stack and says whether they are all there are.
    fn make<G, E>(&self, stack: &mut MoveStack<M>, source: &Source<G, E>) -> bool
    where
        G: Game<Move = M> + Hints,
    {
        let Source { position, site, lore, width, wins_first, .. } = *source;
        let wins = |mv: M| position.after(mv).outcome() == Some(Outcome::Win(site.side));
        let mut shown = 0;
        let killers = self.start..stack.len();
        let push = |mv: M| {
            if !self.is_known(&stack[killers.clone()], mv) {
                let is_win = wins_first && wins(mv);
                // Candidates that come in the order of their promise need no other hint.
                let hint = if G::RANKS_CANDIDATES { -shown } else { position.hint(mv) };
                let rank = if is_win { WIN_RANK } else { lore.rank(site, mv, hint) };
                stack.push(Ranked { mv, rank });
                shown += 1;
            }
            ControlFlow::<()>::Continue(())
        };
        match width {
            Some(width) => position.visit_candidates(width, source.guide, push).1,
            None => {
                let _ = position.visit_moves(push);
                true
            }
        }
    }

    /// The same for the best of more candidates than are wanted, judged by the positions
    /// that they lead to.
    fn make_by_second_look<G, E>(
        &self,
        stack: &mut MoveStack<M>,
        source: &Source<G, E>,
        width: usize,
        times: usize,
    ) -> bool
    where
        G: Game<Move = M> + Hints,
        E: Evaluator<G>,
    {
        let Source { position, site, lore, evaluator, .. } = *source;
        let killers = self.start..stack.len();
        let (_, complete) = position.visit_candidates(width * times, source.guide, |mv| {
            if !self.is_known(&stack[killers.clone()], mv) {
                let child = position.after(mv);
                let rank = match child.outcome() {
                    Some(Outcome::Win(winner)) if winner == site.side => WIN_RANK,
                    Some(_) => -WIN_RANK,
                    None => lore.rank(site, mv, -evaluator.evaluate(&child)),
                };
                stack.push(Ranked { mv, rank });
            }
            ControlFlow::<()>::Continue(())
        });
        let made = &mut stack[killers.end..];
        if made.len() <= width {
            return complete;
        }
        made.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.mv.cmp(&b.mv)));
        stack.truncate(killers.end + width);
        false
    }

    /// Whether every legal move is among those handed out by the end.
    pub(crate) const fn complete(&self) -> bool {
        self.complete
    }

    /// The moves from the list that were handed out before the last one.
    pub(crate) fn tried<'a>(&self, stack: &'a MoveStack<M>) -> &'a [Ranked<M>] {
        &stack[self.start..self.start + self.next.saturating_sub(1)]
    }

    /// Takes the moves off the stack.
    pub(crate) fn close(self, stack: &mut MoveStack<M>) {
        stack.truncate(self.start);
    }
}
