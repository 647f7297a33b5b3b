//! Hands out the moves of a position one by one, generating and scoring them as late as
//! possible (staged move generation).

use std::ops::ControlFlow;

use cairn_games::{Game, GameMove, Outcome};

use crate::eval::Evaluator;

use super::history::{
    HistoryTables, OrderingContext, ScoredMove, WINNING_MOVE_SCORE, select_next, sort_by_score,
};
use super::parameters::SearchParameters;
use crate::games::MoveOrdering;

/// The moves of all positions on the line being searched, one after another, so that
/// nothing is allocated for each.
pub(crate) type MoveStack<M> = Vec<ScoredMove<M>>;

/// State of handing out the moves of one position.
#[derive(Debug)]
pub(crate) struct MovePicker<M> {
    first: Option<M>,
    stage: Stage,
    /// Index of the first move of this position on the stack.
    start: usize,
    /// Number of them that have been handed out.
    next: usize,
    complete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    Killers,
    Generate,
    Remaining,
}

/// Everything that a picker generates the moves from.
pub(crate) struct MoveSource<'a, G: Game, E> {
    pub(crate) position: &'a G,
    pub(crate) context: &'a OrderingContext<G::Move>,
    pub(crate) history: &'a HistoryTables<G::Move>,
    /// Evaluates positions.
    pub(crate) evaluator: &'a E,
    /// Weights of the policy that chooses candidates.
    pub(crate) policy: Option<&'a [i16]>,
    pub(crate) options: GenerationOptions,
}

/// Choices of the parameters for generating the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GenerationOptions {
    /// Number of candidates to generate; `None` for all moves.
    width: Option<usize>,
    /// Whether to try killer moves and the counter-move before the others are generated.
    killers_first: bool,
    /// Whether to put moves that win at once first.
    wins_first: bool,
    /// Factor of additional candidates, of which the best are chosen by evaluating the
    /// positions that they lead to.
    oversampling: Option<usize>,
}

impl GenerationOptions {
    /// Returns the choices for a node that is searched to this depth.
    #[inline]
    pub(crate) fn new<G: MoveOrdering>(parameters: &SearchParameters, depth: i32) -> Self {
        let oversamples = G::RANKS_CANDIDATES && parameters.oversamples_at(depth);
        let wins_depth = parameters.winning_moves_first_depth;
        Self {
            width: parameters.candidates(depth),
            killers_first: G::RANKS_CANDIDATES && parameters.killers_first,
            wins_first: wins_depth > 0 && depth >= wins_depth,
            oversampling: oversamples.then_some(parameters.candidate_oversampling),
        }
    }
}

impl<M: GameMove> MovePicker<M> {
    /// Makes a picker for a position of which `first` is a legal move to be tried before
    /// the others are generated.
    pub(crate) fn new(stack: &MoveStack<M>, first: Option<M>) -> Self {
        Self { first, stage: Stage::TtMove, start: stack.len(), next: 0, complete: true }
    }

    /// Returns the next move.
    #[inline]
    pub(crate) fn next<G, E>(
        &mut self,
        stack: &mut MoveStack<M>,
        source: &MoveSource<G, E>,
    ) -> Option<M>
    where
        G: Game<Move = M> + MoveOrdering,
        E: Evaluator<G>,
    {
        if self.stage == Stage::TtMove {
            self.stage = Stage::Killers;
            if self.first.is_some() {
                return self.first;
            }
        }
        if self.stage == Stage::Killers {
            self.stage = Stage::Generate;
            if source.options.killers_first {
                self.push_killers(stack, source);
            }
        }
        if self.stage == Stage::Generate && self.next == stack.len() - self.start {
            self.stage = Stage::Remaining;
            self.complete = match (source.options.width, source.options.oversampling) {
                (Some(width), Some(times)) => {
                    self.generate_by_evaluation(stack, source, width, times)
                }
                _ => self.generate(stack, source),
            };
        }
        let moves = &mut stack[self.start..];
        if self.next == moves.len() {
            return None;
        }
        select_next(moves, self.next);
        self.next += 1;
        Some(moves[self.next - 1].mv)
    }

    /// Whether a move is the first one or among these.
    #[inline]
    fn is_known(&self, earlier: &[ScoredMove<M>], mv: M) -> bool {
        self.first == Some(mv) || earlier.iter().any(|known| known.mv == mv)
    }

    /// Puts the killer moves and the counter-move on the stack, if they are legal here.
    fn push_killers<G, E>(&self, stack: &mut MoveStack<M>, source: &MoveSource<G, E>)
    where
        G: Game<Move = M>,
    {
        for (mv, score) in source.history.killers_and_counter_move(source.context) {
            let is_known = self.is_known(&stack[self.start..], mv);
            if !is_known && source.position.is_legal(mv) {
                stack.push(ScoredMove { mv, score });
            }
        }
    }

    /// Puts the moves on the stack. Returns whether they are all there are.
    fn generate<G, E>(&self, stack: &mut MoveStack<M>, source: &MoveSource<G, E>) -> bool
    where
        G: Game<Move = M> + MoveOrdering,
    {
        let MoveSource { position, context, history, options, .. } = *source;
        let wins = |mv: M| position.after(mv).outcome() == Some(Outcome::Win(context.side));
        let mut shown = 0;
        let killers = self.start..stack.len();
        let push = |mv: M| {
            if !self.is_known(&stack[killers.clone()], mv) {
                let is_win = options.wins_first && wins(mv);
                // Candidates come in the order of the policy and need no other score.
                let hint = if G::RANKS_CANDIDATES { -shown } else { position.ordering_score(mv) };
                let score =
                    if is_win { WINNING_MOVE_SCORE } else { history.score(context, mv, hint) };
                stack.push(ScoredMove { mv, score });
                shown += 1;
            }
            ControlFlow::<()>::Continue(())
        };
        match options.width {
            Some(width) => position.visit_candidates(width, source.policy, push).1,
            None => {
                let _ = position.visit_moves(push);
                true
            }
        }
    }

    /// The same for the best of more candidates than are wanted, by the evaluation of the
    /// positions that they lead to.
    fn generate_by_evaluation<G, E>(
        &self,
        stack: &mut MoveStack<M>,
        source: &MoveSource<G, E>,
        width: usize,
        times: usize,
    ) -> bool
    where
        G: Game<Move = M> + MoveOrdering,
        E: Evaluator<G>,
    {
        let MoveSource { position, context, history, evaluator, .. } = *source;
        let killers = self.start..stack.len();
        let (_, complete) = position.visit_candidates(width * times, source.policy, |mv| {
            if !self.is_known(&stack[killers.clone()], mv) {
                let child = position.after(mv);
                let score = match child.outcome() {
                    Some(Outcome::Win(winner)) if winner == context.side => WINNING_MOVE_SCORE,
                    Some(_) => -WINNING_MOVE_SCORE,
                    None => history.score(context, mv, -evaluator.evaluate(&child)),
                };
                stack.push(ScoredMove { mv, score });
            }
            ControlFlow::<()>::Continue(())
        });
        let made = &mut stack[killers.end..];
        if made.len() <= width {
            return complete;
        }
        sort_by_score(made);
        stack.truncate(killers.end + width);
        false
    }

    /// Whether every legal move is among those handed out by the end.
    pub(crate) const fn complete(&self) -> bool {
        self.complete
    }

    /// Returns the moves that were handed out before the last one.
    pub(crate) fn tried<'a>(&self, stack: &'a MoveStack<M>) -> &'a [ScoredMove<M>] {
        &stack[self.start..self.start + self.next.saturating_sub(1)]
    }

    /// Takes the moves off the stack.
    pub(crate) fn close(self, stack: &mut MoveStack<M>) {
        stack.truncate(self.start);
    }
}
