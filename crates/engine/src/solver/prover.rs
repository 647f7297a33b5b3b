//! The prover: chooses the ways of proving, and keeps their tables.

use crate::Wdl;
use crate::games::{MarginPosition, ProofBounds};
use cairn_games::{AnyMove, Outcome, Side};

use super::ProofProgress;
use super::advice::Advisor;
use super::bounds_tables::BoundsTables;
use super::exhaustive::ExhaustiveSearch;
use super::forced_win::{DEEPEST, ForcedWinSearch};
use super::key_lines::{KeyLine, Replies, claim};
use super::win_prover::{WinProver, WinQuestion};
use crate::limiter::{NodeCounter, Stopped};
use crate::parallel::HelperThreads;

/// A proved result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proof<G: ProofBounds> {
    /// For the side to move.
    pub(crate) verdict: Wdl,
    /// See [`Solution::distance`](super::Solution::distance).
    pub(crate) distance: Option<u32>,
    /// See [`Solution::is_shortest`](super::Solution::is_shortest).
    pub(crate) is_shortest: bool,
    /// See [`Solution::line`](super::Solution::line).
    pub(crate) line: Vec<G::Move>,
}

impl<G: ProofBounds> Proof<G> {
    pub(super) fn of_win(
        position: &G,
        winner: Side,
        plies: u32,
        is_shortest: bool,
        line: Vec<G::Move>,
    ) -> Self {
        let verdict = Wdl::of(Outcome::Win(winner), position.to_move());
        Self { verdict, distance: Some(plies), is_shortest, line }
    }
}

/// Proves results of one game, and keeps its tables.
pub(crate) struct Prover<G: ProofBounds> {
    to_the_end: BoundsTables,
    wins: WinProver,
    helpers: HelperThreads,
    /// Makes an advisor for a thread.
    advisors: Option<fn() -> Advisor<G>>,
    game: std::marker::PhantomData<G>,
}

impl<G: ProofBounds> Prover<G> {
    /// Makes a prover that searches on this many threads and takes no more than this much memory
    /// for its tables, in MiB.
    pub(crate) fn new(hash_mb: usize, threads: usize) -> Self {
        let bytes = hash_mb << 20;
        let (to_the_end, by_parts) = if G::ENDS_SOON { (bytes, 0) } else { (0, bytes) };
        let mut helpers = HelperThreads::default();
        helpers.resize(threads.max(1) - 1);
        Self {
            to_the_end: BoundsTables::with_bytes(to_the_end, 1 + helpers.len()),
            wins: WinProver::with_bytes(by_parts),
            helpers,
            advisors: None,
            game: std::marker::PhantomData,
        }
    }

    /// Lets long proofs ask for advice.
    pub(super) fn with_advisors(mut self, advisors: fn() -> Advisor<G>) -> Self {
        self.advisors = Some(advisors);
        self
    }

    /// Whether a side wins a game that ends soon with best play, whoever is to move.
    pub(super) fn wins_to_the_end(
        &self,
        position: &G,
        side: Side,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, Stopped> {
        self.search_alone(counter).attains(position, side, 1)
    }

    /// Returns the moves to the end of a game that ends soon, if the side to move gets this value
    /// with best play.
    pub(super) fn line_to_the_end(
        &self,
        position: &G,
        value: Wdl,
        counter: &mut NodeCounter<'_>,
    ) -> Vec<G::Move> {
        self.search_alone(counter).line(position, value)
    }

    /// Makes an exhaustive search that minds no other threads.
    fn search_alone<'a, 'b>(
        &'a self,
        counter: &'a mut NodeCounter<'b>,
    ) -> ExhaustiveSearch<'a, 'b, G, G::Margin> {
        ExhaustiveSearch::new(&self.to_the_end, 0, counter).alone()
    }

    /// Removes all entries of the tables. Keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.to_the_end.clear();
        self.wins.clear();
    }

    /// Looks for the value of a position within the limits of the counter.
    ///
    /// Positions with keys in `drawn` count as draws: those that have come up twice in
    /// the game. `watch` is called now and then.
    pub(crate) fn prove(
        &mut self,
        position: &G,
        drawn: &[u64],
        deepest: u32,
        counter: &mut NodeCounter<'_>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Option<Proof<G>> {
        if let Some(outcome) = position.outcome() {
            let verdict = Wdl::of(outcome, position.to_move());
            return Some(Proof { verdict, distance: Some(0), is_shortest: true, line: Vec::new() });
        }
        if G::ENDS_SOON {
            self.search_to_the_end(position, counter, watch).ok()
        } else {
            let question = WinQuestion { position, drawn, deepest: deepest.min(DEEPEST) };
            self.wins.prove(&question, &self.helpers, counter, watch).ok()?
        }
    }

    /// Lets the proof of a position try this move first, if it is searched to the end.
    pub(crate) fn suggest(&self, position: &G, mv: G::Move) {
        self.to_the_end.suggest(&mut G::Margin::from(*position), mv);
    }

    /// Returns the moves that may reach a goal, as far as the proofs of the position have come.
    pub(crate) fn moves_that_may_reach(&self, position: &G, goal: Wdl) -> Vec<G::Move> {
        let start = G::Margin::from(*position);
        self.to_the_end.moves_that_may_reach(start, position.moves(), goal.margin())
    }

    /// Returns the moves by which the side to move may win by the margin that comes first, as far
    /// as the proofs of the position have come.
    pub(crate) fn moves_that_may_win_first(&self, position: &G) -> Vec<G::Move> {
        let start = G::Margin::from(*position);
        match start.first_margin() {
            Some(first) => self.to_the_end.moves_that_may_reach(
                first.position,
                position.moves(),
                first.level + 1,
            ),
            None => self.moves_that_may_reach(position, Wdl::Win),
        }
    }

    /// Finds out who has the greater margin at the end.
    fn search_to_the_end(
        &mut self,
        position: &G,
        counter: &mut NodeCounter<'_>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<Proof<G>, Stopped> {
        let (tables, limiter) = (&self.to_the_end, counter.limiter());
        let advisors = self.advisors;
        let mut search = ExhaustiveSearch::<G, G::Margin>::new(tables, 0, counter)
            .advised_by(advisors.map(|make| make()))
            .watched_by(position, watch);
        let expected = search.expected_value(position);
        let help = |thread: usize| {
            let mut counter = NodeCounter::new(limiter);
            let mut search = ExhaustiveSearch::<G, G::Margin>::new(tables, thread, &mut counter)
                .advised_by(advisors.map(|make| make()));
            let found = search.value(position, expected);
            counter.report();
            if found.is_ok() {
                limiter.finish();
            }
        };
        let help = &help;
        let jobs = (1..=self.helpers.len()).map(|thread| move || help(thread));
        let found = self.helpers.run(jobs, || {
            let found = search.value(position, expected);
            limiter.finish();
            found
        });
        limiter.reopen();
        // If a helper was the first to settle it, its answer is in the table.
        let verdict = found.or_else(|_| search.value(position, expected))?;
        let line = search.line(position, verdict);
        Ok(Proof { verdict, distance: length(position, &line), is_shortest: false, line })
    }

    /// Follows the proof of a value for [`Solver::key_line`](super::Solver::key_line).
    pub(super) fn find_key_line(
        &self,
        position: &G,
        value: Wdl,
        number: u64,
        plies: usize,
        counter: &mut NodeCounter<'_>,
    ) -> Option<KeyLine> {
        if !G::ENDS_SOON {
            return None;
        }
        let (holder, goal) = claim(position.to_move(), value, number);
        let mut search = self.search_alone(counter);
        let mut replies = Replies::new(number);
        let (mut position, mut moves) = (*position, Vec::new());
        while moves.len() < plies && position.outcome().is_none() {
            let mv = if position.to_move() == holder {
                search.move_reaching(&position, goal.margin()).ok()??
            } else {
                *replies.choose(&mut position.moves())?
            };
            moves.push(AnyMove::new(mv));
            position.play_unchecked(mv);
        }
        Some(KeyLine { holder, goal, moves })
    }

    /// Makes a search for a win of a side within a depth.
    pub(super) fn attack<'a, 'b>(
        &'a mut self,
        attacker: Side,
        drawn: &'a [u64],
        counter: &'a mut NodeCounter<'b>,
    ) -> ForcedWinSearch<'a, 'b, G> {
        self.wins.attack(attacker, drawn, counter)
    }
}

/// Returns the length of a line, if it goes to the end of the game.
fn length<G: ProofBounds>(position: &G, line: &[G::Move]) -> Option<u32> {
    let last = line.iter().fold(*position, |position, &mv| position.after(mv));
    last.outcome().map(|_| line.len() as u32)
}
