//! Forced wins of either side, looked for in two ways that complement each other.
//!
//! On one thread the ways take turns. Several threads divide them: one deepens, others search
//! with proof numbers for either side, and further ones do the same in another order. All share
//! their tables.

use std::sync::{Mutex, PoisonError};

use cairn_games::Side;

use super::ProofProgress;
use super::forced_win::{ForcedWinEntry, ForcedWinSearch, MoveHistory, salt};
use super::proof_number::{ProofNumberEntry, ProofNumberSearch};
use super::proof_table::ProofTable;
use super::prover::Proof;
use crate::Wdl;
use crate::games::{Bounds, ProofBounds};
use crate::limiter::{NodeCounter, Stopped};
use crate::parallel::HelperThreads;

/// Number of nodes of each way of proving in the first round; each round doubles it.
const FIRST_TURN: u64 = 1 << 14;

/// A position whose winner is looked for.
pub(super) struct WinQuestion<'a, G> {
    pub(super) position: &'a G,
    /// Keys of positions that count as draws.
    pub(super) drawn: &'a [u64],
    /// Greatest depth to search.
    pub(super) deepest: u32,
}

/// A win that was found, and the way.
#[derive(Clone, Copy)]
enum FoundWin {
    /// By a search with growing depth, which found none with less depth than this.
    Deepening {
        winner: Side,
        plies: u32,
        depth: u32,
    },
    ProofNumbers {
        winner: Side,
        plies: u32,
    },
}

/// The tables of searches for forced wins.
pub(super) struct WinProver {
    attacks: ProofTable<ForcedWinEntry>,
    history: MoveHistory,
    efforts: ProofTable<ProofNumberEntry>,
}

impl WinProver {
    /// Makes tables that take no more than this much memory, but have at least one bucket each.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        Self {
            attacks: ProofTable::with_bytes(bytes / 2),
            history: MoveHistory::new(),
            efforts: ProofTable::with_bytes(bytes / 2),
        }
    }

    /// Removes all entries. Keeps the memory.
    pub(super) fn clear(&mut self) {
        self.attacks.clear();
        self.history = MoveHistory::new();
        self.efforts.clear();
    }

    /// Searches for a win of either side in all ways. Returns `None` if there is none within the
    /// greatest depth.
    pub(super) fn prove<G: ProofBounds>(
        &mut self,
        question: &WinQuestion<'_, G>,
        helpers: &HelperThreads,
        counter: &mut NodeCounter<'_>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Option<Proof<G>>, Stopped> {
        let found = if helpers.len() == 0 {
            self.take_turns(question, counter, watch)?
        } else {
            self.divide(question, helpers, counter, watch)?
        };
        Ok(found.map(|found| self.proof(question, found, counter)))
    }

    fn proof<G: ProofBounds>(
        &mut self,
        question: &WinQuestion<'_, G>,
        found: FoundWin,
        counter: &mut NodeCounter<'_>,
    ) -> Proof<G> {
        let &WinQuestion { position, drawn, .. } = question;
        match found {
            FoundWin::Deepening { winner, plies, depth } => {
                let line = self.attack(winner, drawn, counter).line(position, plies);
                // No win was found with less depth; but a theorem, or another thread, looks
                // beyond it.
                Proof::of_win(position, winner, plies, plies <= depth, line)
            }
            FoundWin::ProofNumbers { winner, plies } => {
                let line = self.proof_number::<G>(winner, drawn, counter).line(position);
                let plies = plies.max(line.len() as u32);
                Proof::of_win(position, winner, plies, false, line)
            }
        }
    }

    /// Searches in all ways in turn.
    fn take_turns<G: ProofBounds>(
        &mut self,
        question: &WinQuestion<'_, G>,
        counter: &mut NodeCounter<'_>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Option<FoundWin>, Stopped> {
        let mut depth = 1;
        let mut turn = FIRST_TURN;
        loop {
            let whole = counter.begin_part(turn);
            let (table, history) = (&self.attacks, &mut self.history);
            let shortest = deepen(question, table, history, &mut depth, Side::BOTH, counter);
            let rest = counter.end_part(whole);
            if shortest.is_some() {
                return Ok(shortest);
            }
            rest?;
            if depth > question.deepest {
                return Ok(None);
            }
            for winner in Side::BOTH {
                let whole = counter.begin_part(turn);
                let found =
                    self.proof_number(winner, question.drawn, counter).prove(question.position);
                let rest = counter.end_part(whole);
                if let Ok(Some(plies)) = found {
                    return Ok(Some(FoundWin::ProofNumbers { winner, plies }));
                }
                rest?;
            }
            self.report(depth, counter, watch);
            turn *= 2;
        }
    }

    /// Searches in all ways at the same time.
    fn divide<G: ProofBounds>(
        &mut self,
        question: &WinQuestion<'_, G>,
        helpers: &HelperThreads,
        counter: &mut NodeCounter<'_>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Option<FoundWin>, Stopped> {
        let limiter = counter.limiter();
        let first_found = Mutex::new(None);
        let tell = |found: FoundWin| {
            first_found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
            limiter.finish();
        };
        let mut history = std::mem::replace(&mut self.history, MoveHistory::new());
        let shared: &Self = self;
        let help = |helper: usize| {
            let mut counter = NodeCounter::new(limiter);
            if let Some(found) = shared.help(question, helper, helpers.len(), &mut counter) {
                tell(found);
            }
            counter.report();
        };
        let help = &help;
        let jobs = (0..helpers.len()).map(|helper| move || help(helper));
        let ended = helpers.run(jobs, || {
            let mut depth = 1;
            let mut turn = FIRST_TURN;
            let ended = loop {
                let whole = counter.begin_part(turn);
                let table = &shared.attacks;
                let found = deepen(question, table, &mut history, &mut depth, Side::BOTH, counter);
                let rest = counter.end_part(whole);
                if let Some(found) = found {
                    tell(found);
                    break Ok(());
                }
                if rest.is_err() || depth > question.deepest {
                    break rest;
                }
                shared.report(depth, counter, watch);
                turn *= 2;
            };
            limiter.finish();
            ended
        });
        limiter.reopen();
        self.history = history;
        let found = first_found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            ended?;
        }
        Ok(found)
    }

    /// Does the work of one of the helpers until it finds a win.
    fn help<G: ProofBounds>(
        &self,
        question: &WinQuestion<'_, G>,
        helper: usize,
        helpers: usize,
        counter: &mut NodeCounter<'_>,
    ) -> Option<FoundWin> {
        /// The first two helpers search with proof numbers for one side each, the third
        /// deepens, and so on.
        const WAYS: usize = 3;

        let round = helper / WAYS;
        let mut sides = Side::BOTH;
        sides.rotate_left(helper % WAYS % Side::BOTH.len());
        if helper % WAYS == WAYS - 1 {
            // One ply ahead of the first thread, so that the table knows good moves when that
            // comes so far.
            let mut depth = 2 + round as u32;
            let mut history = MoveHistory::new();
            let found = deepen(question, &self.attacks, &mut history, &mut depth, sides, counter);
            // Less depth was left to others.
            return found.map(|found| match found {
                FoundWin::Deepening { winner, plies, .. } => {
                    FoundWin::Deepening { winner, plies, depth: 0 }
                }
                other => other,
            });
        }
        // A single helper divides its time between the sides.
        let mut turn = if helpers == 1 { FIRST_TURN } else { u64::MAX };
        let mut open = [true; 2];
        while open.contains(&true) {
            for (winner, open) in sides.into_iter().zip(&mut open) {
                if !*open {
                    continue;
                }
                let whole = counter.begin_part(turn);
                let mut search = self.proof_number(winner, question.drawn, counter);
                if round > 0 {
                    search = search.in_random_order(helper as u64);
                }
                let found = search.prove(question.position);
                let rest = counter.end_part(whole);
                match found {
                    Ok(Some(plies)) => return Some(FoundWin::ProofNumbers { winner, plies }),
                    Ok(None) => *open = false,
                    Err(Stopped) => rest.ok()?,
                }
            }
            turn = turn.saturating_mul(2);
        }
        None
    }

    fn report(&self, depth: u32, counter: &NodeCounter<'_>, watch: &mut dyn FnMut(&ProofProgress)) {
        watch(&ProofProgress {
            nodes: counter.limiter().counted(),
            elapsed: counter.limiter().elapsed(),
            bounds: Bounds::OPEN,
            moves_settled: None,
            depth: Some(depth - 1),
            table_use: self.attacks.share_used().max(self.efforts.share_used()),
        });
    }

    /// Makes a search for a win of a side within a depth.
    pub(super) fn attack<'a, 'b, G: ProofBounds>(
        &'a mut self,
        attacker: Side,
        drawn: &'a [u64],
        counter: &'a mut NodeCounter<'b>,
    ) -> ForcedWinSearch<'a, 'b, G> {
        ForcedWinSearch::new(attacker, &self.attacks, &mut self.history, counter, drawn)
    }

    fn proof_number<'a, 'b, G: ProofBounds>(
        &'a self,
        attacker: Side,
        drawn: &'a [u64],
        counter: &'a mut NodeCounter<'b>,
    ) -> ProofNumberSearch<'a, 'b, G> {
        let salt = salt(attacker, drawn);
        ProofNumberSearch::new(attacker, Wdl::Win, &self.efforts, counter, drawn, salt)
    }
}

/// Searches deeper and deeper for a win of either side.
fn deepen<G: ProofBounds>(
    question: &WinQuestion<'_, G>,
    table: &ProofTable<ForcedWinEntry>,
    history: &mut MoveHistory,
    depth: &mut u32,
    sides: [Side; 2],
    counter: &mut NodeCounter<'_>,
) -> Option<FoundWin> {
    while *depth <= question.deepest {
        for winner in sides {
            let mut attack = ForcedWinSearch::new(winner, table, history, counter, question.drawn);
            match attack.wins(question.position, *depth) {
                Ok(Some(plies)) => {
                    return Some(FoundWin::Deepening { winner, plies, depth: *depth });
                }
                Ok(None) => {}
                Err(Stopped) => return None,
            }
        }
        *depth += 1;
    }
    None
}
