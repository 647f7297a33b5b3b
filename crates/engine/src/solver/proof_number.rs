//! Depth-first proof-number search (df-pn): searches where least is left to be proved.
//!
//! It finds long forced lines in which one side has few answers, which a search with
//! growing depth does not reach, but says nothing of the shortest.
//!
//! A position that comes again on the path counts as not reached by the attacker. Hence
//! what is proved for the attacker is true: every proof is made of proofs that were
//! there before it, none of them by repetition. But that the attacker fails may be true
//! on that path only, so in games that can repeat it is not told as a result.
//!
//! The path is a list on the heap and not the call stack, because it can become as long
//! as the longest game.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use crate::games::ProofBounds;
use cairn_games::Side;
use cairn_games::random::Random;

use super::proof_table::{ProofTable, ProofTableEntry, work_of};
use crate::Wdl;
use crate::limiter::{NodeCounter, Stopped};

/// A number that stands for never.
const INFINITE: u32 = u32::MAX / 2;

/// Proof and disproof number, seen from the side to move: phi and delta of df-pn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ProofNumbers {
    /// Least number of positions that are still to be settled for the mover to succeed; 0
    /// if it does.
    phi: u32,
    /// The same for the mover to fail.
    delta: u32,
}

impl ProofNumbers {
    const SUCCESS: Self = Self { phi: 0, delta: INFINITE };
    const FAILURE: Self = Self { phi: INFINITE, delta: 0 };
    const UNLIMITED: Self = Self { phi: INFINITE, delta: INFINITE };

    const fn settled(success: bool) -> Self {
        if success { Self::SUCCESS } else { Self::FAILURE }
    }

    const fn are_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Default)]
pub(super) struct ProofNumberEntry {
    numbers: ProofNumbers,
    /// If the attacker is proved to succeed: the most plies that it takes.
    plies: u16,
    work: u8,
}

/// Bits of a proof number in the table. Greater numbers are cut to the greatest that fits,
/// which stands for never.
const NUMBER_BITS: u32 = 23;
/// Bits of a number of plies in the table.
const PLIES_BITS: u32 = 11;
const WORK_BITS: u32 = 7;

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl ProofTableEntry for ProofNumberEntry {
    fn to_bits(self) -> u64 {
        let ProofNumbers { phi, delta } = self.numbers;
        let number = |number: u32| match number {
            INFINITE.. => mask(NUMBER_BITS),
            number => u64::from(number).min(mask(NUMBER_BITS) - 1),
        };
        let plies = u64::from(self.plies).min(mask(PLIES_BITS));
        ((number(phi) << NUMBER_BITS | number(delta)) << PLIES_BITS | plies) << WORK_BITS
            | u64::from(self.work)
    }

    fn from_bits(bits: u64) -> Self {
        let number = |bits: u64| match bits & mask(NUMBER_BITS) {
            bits if bits == mask(NUMBER_BITS) => INFINITE,
            bits => bits as u32,
        };
        let numbers = bits >> (PLIES_BITS + WORK_BITS);
        Self {
            numbers: ProofNumbers { phi: number(numbers >> NUMBER_BITS), delta: number(numbers) },
            plies: (bits >> WORK_BITS & mask(PLIES_BITS)) as u16,
            work: (bits & mask(WORK_BITS)) as u8,
        }
    }

    fn work(&self) -> u8 {
        self.work
    }
}

/// A move and what is known of the position it leads to.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    numbers: ProofNumbers,
    plies: u16,
}

/// A position on the path that is being searched.
struct PathNode<G> {
    position: G,
    /// The search of this position ends when its numbers reach these.
    thresholds: ProofNumbers,
    /// Its moves among the children.
    children: Range<usize>,
    /// The child that is being searched.
    chosen: usize,
    /// Number of nodes when its search began.
    nodes_before: u64,
}

/// Zobrist keys are random numbers already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A search for a proof that the attacker reaches a goal.
pub(super) struct ProofNumberSearch<'a, 'b, G: ProofBounds> {
    attacker: Side,
    /// Least result that the attacker has to get: a win, or a draw in games that end.
    goal: Wdl,
    table: &'a ProofTable<ProofNumberEntry>,
    counter: &'a mut NodeCounter<'b>,
    drawn: &'a [u64],
    salt: u64,
    /// The positions from the root to the one being searched.
    path: Vec<PathNode<G>>,
    /// Keys of the positions on the path, if positions can come again.
    keys_on_path: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    /// The moves of all positions on the path, those of the last one at the end.
    children: Vec<Child<G::Move>>,
    /// Shuffles moves, of which the first of equal ones is searched; `None` for the order of
    /// move generation.
    shuffler: Option<Random>,
}

impl<'a, 'b, G: ProofBounds> ProofNumberSearch<'a, 'b, G> {
    pub(super) fn new(
        attacker: Side,
        goal: Wdl,
        table: &'a ProofTable<ProofNumberEntry>,
        counter: &'a mut NodeCounter<'b>,
        drawn: &'a [u64],
        salt: u64,
    ) -> Self {
        Self {
            attacker,
            goal,
            table,
            counter,
            drawn,
            salt,
            path: Vec::new(),
            keys_on_path: HashSet::default(),
            children: Vec::new(),
            shuffler: None,
        }
    }

    /// Searches equal moves in an order that depends on this number, so that threads that share
    /// a table do not all do the same.
    pub(super) const fn in_random_order(mut self, seed: u64) -> Self {
        self.shuffler = Some(Random::new(seed));
        self
    }

    /// Returns the most plies in which the attacker gets its goal, or `None` if it was
    /// found not to.
    pub(super) fn prove(&mut self, position: &G) -> Result<Option<u32>, Stopped> {
        self.path.clear();
        self.keys_on_path.clear();
        self.children.clear();
        let mut entry = self.initial_entry(position);
        if !entry.numbers.are_settled() {
            entry = self.search(position)?;
        }
        let success = self.is_success(position, entry.numbers);
        Ok(success.then_some(entry.plies.into()))
    }

    /// Returns the moves of a proof in which the defender holds out as long as it can, as
    /// far as the limits allow.
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
            let known = self.initial_entry(&next);
            let plies = if known.numbers.are_settled() || attacking {
                self.is_success(&next, known.numbers).then_some(known.plies.into())
            } else {
                // Replaced in the table, but quickly proved again.
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

    fn is_success(&self, position: &G, numbers: ProofNumbers) -> bool {
        if position.to_move() == self.attacker { numbers.phi == 0 } else { numbers.delta == 0 }
    }

    /// Returns what can be said of a position without searching it.
    fn initial_entry(&self, position: &G) -> ProofNumberEntry {
        let mover = position.to_move();
        let settled = |success: bool, plies| ProofNumberEntry {
            numbers: ProofNumbers::settled(success == (mover == self.attacker)),
            plies,
            work: 1,
        };
        if let Some(outcome) = position.outcome() {
            return settled(Wdl::of(outcome, self.attacker) >= self.goal, 0);
        }
        let key = position.key();
        if self.drawn.contains(&key) || self.keys_on_path.contains(&key) {
            return settled(false, 0);
        }
        if let Some(known) = self.table.probe(key ^ self.salt) {
            return known;
        }
        if let Some((verdict, plies)) = position.theorem() {
            let verdict = if mover == self.attacker { verdict } else { verdict.reversed() };
            return settled(verdict >= self.goal, plies as u16);
        }
        let moves = position.count_moves().min(u64::from(INFINITE) - 1) as u32;
        ProofNumberEntry { numbers: ProofNumbers { phi: 1, delta: moves }, plies: 0, work: 1 }
    }

    /// Searches a position until it is settled.
    fn search(&mut self, root: &G) -> Result<ProofNumberEntry, Stopped> {
        self.enter(*root, ProofNumbers::UNLIMITED)?;
        loop {
            let frame = &self.path[self.path.len() - 1];
            let (position, thresholds) = (frame.position, frame.thresholds);
            let entry = self.aggregate(frame);
            let ProofNumbers { phi, delta } = entry.numbers;
            if phi < thresholds.phi && delta < thresholds.delta {
                let (chosen, thresholds) = self.select_child(frame);
                let child = position.after(self.children[chosen].mv);
                if let Some(frame) = self.path.last_mut() {
                    frame.chosen = chosen;
                }
                self.enter(child, thresholds)?;
                continue;
            }
            self.leave(entry);
            let Some(parent) = self.path.last() else { return Ok(entry) };
            let child = &mut self.children[parent.chosen];
            child.numbers = entry.numbers;
            child.plies = entry.plies;
        }
    }

    /// Adds a position and its moves to the path.
    fn enter(&mut self, position: G, thresholds: ProofNumbers) -> Result<(), Stopped> {
        let nodes_before = self.counter.nodes();
        if G::info().can_repeat {
            self.keys_on_path.insert(position.key());
        }
        let first = self.children.len();
        let mut counted = Ok(());
        position.for_each_move(|mv| {
            counted = counted.and_then(|()| self.counter.count());
            if counted.is_ok() {
                let ProofNumberEntry { numbers, plies, .. } =
                    self.initial_entry(&position.after(mv));
                self.children.push(Child { mv, numbers, plies });
            }
        });
        counted?;
        if let Some(shuffler) = &mut self.shuffler {
            shuffler.shuffle(&mut self.children[first..]);
        }
        let children = first..self.children.len();
        self.path.push(PathNode { position, thresholds, children, chosen: first, nodes_before });
        Ok(())
    }

    /// Takes the last position off the path and stores its entry.
    fn leave(&mut self, mut entry: ProofNumberEntry) {
        let Some(frame) = self.path.pop() else { return };
        self.children.truncate(frame.children.start);
        let key = frame.position.key();
        if G::info().can_repeat {
            self.keys_on_path.remove(&key);
        }
        entry.work = work_of(self.counter.nodes() - frame.nodes_before);
        self.table.store(key ^ self.salt, entry);
    }

    /// Computes the numbers of a position from those of its children: the mover succeeds
    /// if the other side fails after one move, and fails if the other side succeeds after
    /// all of them.
    ///
    /// For the latter the largest number and one for each further move are taken, not the
    /// sum: positions that are reached on many ways would be counted as often.
    fn aggregate(&self, frame: &PathNode<G>) -> ProofNumberEntry {
        let attacking = frame.position.to_move() == self.attacker;
        let mut easiest = INFINITE;
        let mut hardest = 0;
        let mut open = 0_u32;
        let mut plies = if attacking { u16::MAX } else { 0 };
        for child in &self.children[frame.children.clone()] {
            easiest = easiest.min(child.numbers.delta);
            if child.numbers.phi > 0 {
                hardest = hardest.max(child.numbers.phi);
                open += 1;
            }
            if attacking && child.numbers.delta == 0 {
                plies = plies.min(child.plies);
            } else if !attacking && child.numbers.phi == 0 {
                plies = plies.max(child.plies);
            }
        }
        let delta = (hardest + open.saturating_sub(1)).min(INFINITE);
        let numbers = if easiest == 0 {
            ProofNumbers::SUCCESS
        } else if open == 0 {
            ProofNumbers::FAILURE
        } else {
            ProofNumbers { phi: easiest, delta }
        };
        ProofNumberEntry { numbers, plies: plies.saturating_add(1), work: 1 }
    }

    /// Returns the move after which the other side fails most easily, and the thresholds
    /// of its search: until another move is clearly more promising, or the thresholds of
    /// the position are reached.
    fn select_child(&self, frame: &PathNode<G>) -> (usize, ProofNumbers) {
        let thresholds = frame.thresholds;
        let mut best = frame.children.start;
        let (mut easiest, mut second) = (INFINITE, INFINITE);
        let mut open = 0;
        for index in frame.children.clone() {
            let ProofNumbers { phi, delta } = self.children[index].numbers;
            open += u32::from(phi > 0);
            if delta < easiest {
                (best, second, easiest) = (index, easiest, delta);
            } else {
                second = second.min(delta);
            }
        }
        // A quarter more than the second best: fewer changes from one to the other.
        let patience = second.saturating_add(second / 4 + 1);
        let thresholds = ProofNumbers {
            phi: thresholds.delta - (open - 1),
            delta: thresholds.phi.min(patience),
        };
        (best, thresholds)
    }
}
