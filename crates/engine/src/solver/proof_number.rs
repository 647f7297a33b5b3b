//! Depth-first proof-number search: goes where least is left to be proved.
//!
//! It finds long forced lines in which one side has few answers, which a search with
//! growing depth does not reach, but says nothing of the shortest.
//!
//! A position that comes again on the path counts as not reached by the attacker. Hence
//! what is proved for the attacker is true: every proof is made of proofs that were
//! there before it, none of them by repetition. But that the attacker fails may be true
//! on that path only, so in games that can repeat it is not told as a result.

use std::ops::Range;

use crate::Wdl;
use cairn_games::Side;

use super::budget::{Budget, Stopped};
use super::table::{Finding, Table, work_of};
use crate::games::ProofBounds;

/// As many as never.
const INFINITE: u32 = u32::MAX / 2;

/// How much is left to do, seen from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    /// At least so many positions are still to be settled if the mover is to succeed; 0
    /// if it does.
    succeed: u32,
    /// The same for the mover to fail.
    fail: u32,
}

impl Numbers {
    const SUCCESS: Self = Self { succeed: 0, fail: INFINITE };
    const FAILURE: Self = Self { succeed: INFINITE, fail: 0 };

    const fn settled(success: bool) -> Self {
        if success { Self::SUCCESS } else { Self::FAILURE }
    }

    const fn are_settled(self) -> bool {
        self.succeed == 0 || self.fail == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    numbers: Numbers,
    /// If the attacker is proved to succeed: in at most so many plies.
    plies: u16,
    work: u8,
}

impl Finding for Effort {
    fn work(&self) -> u8 {
        self.work
    }
}

/// A move and what is known of the position it leads to.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    numbers: Numbers,
    plies: u16,
}

/// A search for a proof that the attacker reaches a goal.
pub(super) struct ProofNumber<'a, 'b, G: ProofBounds> {
    attacker: Side,
    /// What the attacker has to get at least: a win, or a draw in games that end.
    goal: Wdl,
    table: &'a mut Table<Effort>,
    budget: &'a mut Budget<'b>,
    drawn: &'a [u64],
    salt: u64,
    /// Keys of the positions on the path, if positions can come again.
    path: Vec<u64>,
    /// The moves of all positions on the path, those of the last one at the end.
    children: Vec<Child<G::Move>>,
}

impl<'a, 'b, G: ProofBounds> ProofNumber<'a, 'b, G> {
    pub(super) fn new(
        attacker: Side,
        goal: Wdl,
        table: &'a mut Table<Effort>,
        budget: &'a mut Budget<'b>,
        drawn: &'a [u64],
        salt: u64,
    ) -> Self {
        let (path, children) = (Vec::new(), Vec::new());
        Self { attacker, goal, table, budget, drawn, salt, path, children }
    }

    /// In at most how many plies the attacker gets its goal, or `None` if it was found
    /// not to.
    pub(super) fn prove(&mut self, position: &G) -> Result<Option<u32>, Stopped> {
        self.path.clear();
        self.children.clear();
        let mut effort = self.first_look(position);
        if !effort.numbers.are_settled() {
            let unlimited = Numbers { succeed: INFINITE, fail: INFINITE };
            effort = self.search(position, unlimited)?;
        }
        let success = self.is_success(position, effort.numbers);
        Ok(success.then_some(effort.plies.into()))
    }

    /// The moves of a proof in which the defender holds out as long as it can, as far as
    /// the budget goes.
    pub(super) fn line(&mut self, position: &G) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while position.outcome().is_none() {
            let Ok(Some(mv)) = self.next_in_line(&position) else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    fn next_in_line(&mut self, position: &G) -> Result<Option<G::Move>, Stopped> {
        let attacking = position.to_move() == self.attacker;
        let mut chosen: Option<(u32, G::Move)> = None;
        for mv in position.moves() {
            let next = position.after(mv);
            let known = self.first_look(&next);
            let plies = if known.numbers.are_settled() || attacking {
                self.is_success(&next, known.numbers).then_some(known.plies.into())
            } else {
                // Forgotten, but quickly proved again.
                self.prove(&next)?
            };
            let Some(plies) = plies else { continue };
            let is_better = |(best, _)| if attacking { plies < best } else { plies > best };
            if chosen.is_none_or(is_better) {
                chosen = Some((plies, mv));
            }
        }
        match chosen {
            Some((_, mv)) => Ok(Some(mv)),
            None => self.prove_some_move(position),
        }
    }

    /// Finds a successful move of the attacker anew.
    fn prove_some_move(&mut self, position: &G) -> Result<Option<G::Move>, Stopped> {
        for mv in position.moves() {
            if self.prove(&position.after(mv))?.is_some() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn is_success(&self, position: &G, numbers: Numbers) -> bool {
        if position.to_move() == self.attacker { numbers.succeed == 0 } else { numbers.fail == 0 }
    }

    /// What can be said of a position without looking ahead.
    fn first_look(&self, position: &G) -> Effort {
        let mover = position.to_move();
        let settled = |success: bool, plies| Effort {
            numbers: Numbers::settled(success == (mover == self.attacker)),
            plies,
            work: 1,
        };
        if let Some(outcome) = position.outcome() {
            return settled(Wdl::of(outcome, self.attacker) >= self.goal, 0);
        }
        let key = position.key();
        if self.drawn.contains(&key) || self.path.contains(&key) {
            return settled(false, 0);
        }
        if let Some(known) = self.table.get(key ^ self.salt) {
            return known;
        }
        if let Some((verdict, plies)) = position.theorem() {
            let verdict = if mover == self.attacker { verdict } else { verdict.reversed() };
            return settled(verdict >= self.goal, plies as u16);
        }
        let moves = position.count_moves().min(u64::from(INFINITE) - 1) as u32;
        Effort { numbers: Numbers { succeed: 1, fail: moves }, plies: 0, work: 1 }
    }

    /// Looks into a position until its numbers reach the limits.
    fn search(&mut self, position: &G, limits: Numbers) -> Result<Effort, Stopped> {
        let before = self.budget.nodes();
        if G::info().can_repeat {
            self.path.push(position.key());
        }
        let children = self.expand(position)?;
        let mut effort = self.sum_up(position, &children);
        while effort.numbers.succeed < limits.succeed && effort.numbers.fail < limits.fail {
            let (chosen, limits) = self.choose(&children, limits);
            let next = position.after(self.children[chosen].mv);
            let found = self.search(&next, limits)?;
            self.children[chosen].numbers = found.numbers;
            self.children[chosen].plies = found.plies;
            effort = self.sum_up(position, &children);
        }
        self.children.truncate(children.start);
        if G::info().can_repeat {
            self.path.pop();
        }
        effort.work = work_of(self.budget.nodes() - before);
        self.table.set(position.key() ^ self.salt, effort);
        Ok(effort)
    }

    /// Adds the moves of a position to the children.
    fn expand(&mut self, position: &G) -> Result<Range<usize>, Stopped> {
        let first = self.children.len();
        let mut spent = Ok(());
        position.for_each_move(|mv| {
            spent = spent.and_then(|()| self.budget.spend());
            if spent.is_ok() {
                let Effort { numbers, plies, .. } = self.first_look(&position.after(mv));
                self.children.push(Child { mv, numbers, plies });
            }
        });
        spent.map(|()| first..self.children.len())
    }

    /// The mover succeeds if the other side fails after one move, and fails if the other
    /// side succeeds after all of them.
    ///
    /// For the latter the largest number and one for each further move are taken, not the
    /// sum: positions that are reached on many ways would be counted as often.
    fn sum_up(&self, position: &G, children: &Range<usize>) -> Effort {
        let attacking = position.to_move() == self.attacker;
        let mut easiest = INFINITE;
        let mut hardest = 0;
        let mut open = 0_u32;
        let mut plies = if attacking { u16::MAX } else { 0 };
        for child in &self.children[children.clone()] {
            easiest = easiest.min(child.numbers.fail);
            if child.numbers.succeed > 0 {
                hardest = hardest.max(child.numbers.succeed);
                open += 1;
            }
            if attacking && child.numbers.fail == 0 {
                plies = plies.min(child.plies);
            } else if !attacking && child.numbers.succeed == 0 {
                plies = plies.max(child.plies);
            }
        }
        let fail = (hardest + open.saturating_sub(1)).min(INFINITE);
        let numbers = if easiest == 0 {
            Numbers::SUCCESS
        } else if open == 0 {
            Numbers::FAILURE
        } else {
            Numbers { succeed: easiest, fail }
        };
        Effort { numbers, plies: plies.saturating_add(1), work: 1 }
    }

    /// The move after which the other side fails most easily, and how far to look into
    /// it: until another move is clearly more promising, or the limits are reached.
    fn choose(&self, children: &Range<usize>, limits: Numbers) -> (usize, Numbers) {
        let mut best = children.start;
        let (mut easiest, mut second) = (INFINITE, INFINITE);
        let mut open = 0;
        for index in children.clone() {
            let Numbers { succeed, fail } = self.children[index].numbers;
            open += u32::from(succeed > 0);
            if fail < easiest {
                (best, second, easiest) = (index, easiest, fail);
            } else {
                second = second.min(fail);
            }
        }
        // A quarter more than the second best: fewer changes from one to the other.
        let patience = second.saturating_add(second / 4 + 1);
        let limits =
            Numbers { succeed: limits.fail - (open - 1), fail: limits.succeed.min(patience) };
        (best, limits)
    }
}
