//! Searches for the shortest forced win of one side by iterative deepening.
//!
//! The question asked of a position is: does the attacker win within so many plies,
//! whatever the defender does? One good answer of the defender settles it, so that the
//! work grows with the square root of the tree.
//!
//! Repetition needs no care here. Along a shortest win the distance to the end shrinks
//! with every ply, so no position of it comes twice; only one that has come up twice in
//! the game before can spoil it, and those are the `drawn` ones.

use std::ops::Range;

use crate::Wdl;
use crate::games::ProofBounds;
use cairn_games::{GameMove, Outcome, Side, zobrist};

use super::move_list::{ListedMove, MoveList, NO_MOVE, SORTED_FIRST};
use super::proof_table::{ProofTable, ProofTableEntry, work_of};
use crate::limiter::{NodeCounter, Stopped};

/// An entry of the table: what is known of the attacker's win from a position.
#[derive(Clone, Copy)]
pub(super) struct ForcedWinEntry {
    /// The attacker wins within this many plies; [`NEVER`] if that is not known.
    wins_in: u8,
    /// The attacker does not win within this many plies.
    no_win_in: u8,
    work: u8,
    /// The number of the move that settled it.
    best_move: u16,
}

const NEVER: u8 = u8::MAX;

/// The deepest search there is.
pub(super) const DEEPEST: u32 = NEVER as u32 - 1;

impl Default for ForcedWinEntry {
    fn default() -> Self {
        Self { wins_in: NEVER, no_win_in: 0, work: 0, best_move: NO_MOVE }
    }
}

impl ProofTableEntry for ForcedWinEntry {
    fn to_bits(self) -> u64 {
        let [low, high] = self.best_move.to_le_bytes();
        u64::from_le_bytes([self.work, self.wins_in, self.no_win_in, low, high, 0, 0, 0])
    }

    fn from_bits(bits: u64) -> Self {
        let [work, wins_in, no_win_in, low, high, ..] = bits.to_le_bytes();
        Self { wins_in, no_win_in, work, best_move: u16::from_le_bytes([low, high]) }
    }

    fn work(&self) -> u8 {
        self.work
    }
}

/// The history heuristic of the solver: moves that refuted one attack often refute the
/// next.
pub(super) struct MoveHistory(Vec<i32>);

impl MoveHistory {
    const SIZE: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self(vec![0; 2 * Self::SIZE])
    }

    fn place<M: GameMove>(side: Side, mv: M) -> usize {
        side.index() * Self::SIZE + zobrist::mix(mv.to_bits()) as usize % Self::SIZE
    }

    fn score<M: GameMove>(&self, side: Side, mv: M) -> i32 {
        self.0[Self::place(side, mv)]
    }

    fn reward<M: GameMove>(&mut self, side: Side, mv: M, depth: u32) {
        let habit = &mut self.0[Self::place(side, mv)];
        *habit = habit.saturating_add((depth * depth) as i32);
    }
}

/// A search for a win of the attacker.
pub(super) struct ForcedWinSearch<'a, 'b, G: ProofBounds> {
    attacker: Side,
    table: &'a ProofTable<ForcedWinEntry>,
    history: &'a mut MoveHistory,
    counter: &'a mut NodeCounter<'b>,
    /// Keys of positions that would end the game as a draw if they came up again.
    drawn: &'a [u64],
    salt: u64,
    moves_on_path: MoveList<G::Move>,
}

impl<'a, 'b, G: ProofBounds> ForcedWinSearch<'a, 'b, G> {
    pub(super) fn new(
        attacker: Side,
        table: &'a ProofTable<ForcedWinEntry>,
        history: &'a mut MoveHistory,
        counter: &'a mut NodeCounter<'b>,
        drawn: &'a [u64],
    ) -> Self {
        let salt = salt(attacker, drawn);
        Self { attacker, table, history, counter, drawn, salt, moves_on_path: MoveList::new() }
    }

    /// The moves of a win that is known to take `distance` plies: the attacker's
    /// quickest and the answers that hold out longest, as far as the limits allow.
    pub(super) fn line(&mut self, position: &G, distance: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let (mut position, mut distance) = (*position, distance);
        while position.outcome().is_none() {
            let Ok(Some((mv, rest))) = self.next_in_line(&position, distance) else { break };
            line.push(mv);
            position.play_unchecked(mv);
            distance = rest;
        }
        line
    }

    /// The next move of the line, and how many plies are left after it.
    fn next_in_line(
        &mut self,
        position: &G,
        distance: u32,
    ) -> Result<Option<(G::Move, u32)>, Stopped> {
        let mut open = position.moves();
        let mut last = None;
        for depth in 0..distance {
            for index in (0..open.len()).rev() {
                let mv = open[index];
                if let Some(plies) = self.wins(&position.after(mv), depth)? {
                    last = Some((mv, plies));
                    open.swap_remove(index);
                }
            }
            // The attacker takes the first win, the defender the last.
            if last.is_some() && (position.to_move() == self.attacker || open.is_empty()) {
                break;
            }
        }
        Ok(last)
    }

    /// Returns the number of plies in which the attacker wins, if it does within `depth`. A
    /// theorem of the game can prove a win that takes longer.
    pub(super) fn wins(&mut self, position: &G, depth: u32) -> Result<Option<u32>, Stopped> {
        self.counter.count()?;
        if let Some(outcome) = position.outcome() {
            return Ok((outcome == Outcome::Win(self.attacker)).then_some(0));
        }
        if self.drawn.contains(&position.key()) {
            return Ok(None);
        }
        self.wins_unfinished(position, depth)
    }

    /// [`ForcedWinSearch::wins`] in a position where the game is not over.
    fn wins_unfinished(&mut self, position: &G, depth: u32) -> Result<Option<u32>, Stopped> {
        if let Some((verdict, plies)) = position.theorem() {
            return Ok(self.is_won(position, verdict).then_some(plies));
        }
        let attacking = position.to_move() == self.attacker;
        let own_turns = if attacking { depth.div_ceil(2) } else { depth / 2 };
        if depth == 0 || own_turns < position.turns_to_win(self.attacker) {
            return Ok(None);
        }
        if depth == 1 && attacking {
            return Ok(position.winning_move().map(|_| 1));
        }
        let key = position.key() ^ self.salt;
        let mut entry = self.table.probe(key).unwrap_or_default();
        if entry.wins_in != NEVER {
            return Ok(Some(entry.wins_in.into()));
        }
        if u32::from(entry.no_win_in) >= depth {
            return Ok(None);
        }
        let before = self.counter.nodes();
        let found = self.look_ahead(position, depth, &mut entry)?;
        match found {
            Some(plies) => entry.wins_in = plies.min(DEEPEST) as u8,
            None => entry.no_win_in = depth as u8,
        }
        entry.work = work_of(self.counter.nodes() - before);
        self.table.store(key, entry);
        Ok(found)
    }

    fn look_ahead(
        &mut self,
        position: &G,
        depth: u32,
        entry: &mut ForcedWinEntry,
    ) -> Result<Option<u32>, Stopped> {
        let side = position.to_move();
        // The quickest way to settle a position: win it, whoever one is.
        if position.winning_move().is_some() {
            return Ok((side == self.attacker).then_some(1));
        }
        let moves = self.moves_on_path.collect_first(position, |mv, number| {
            if number == entry.best_move {
                return i32::MAX;
            }
            position.urgency(mv).saturating_add(self.history.score(side, mv))
        });
        let found = self.try_moves(position, moves.clone(), depth, entry);
        self.moves_on_path.forget(moves);
        found
    }

    /// Tries moves until one settles the position: one that wins for the attacker, or one of the
    /// defender that prevents the win.
    fn try_moves(
        &mut self,
        position: &G,
        moves: Range<usize>,
        depth: u32,
        entry: &mut ForcedWinEntry,
    ) -> Result<Option<u32>, Stopped> {
        let attacking = position.to_move() == self.attacker;
        let mut longest = (!attacking).then_some(0);
        for index in moves.clone() {
            if index == moves.start + SORTED_FIRST {
                self.moves_on_path.sort_rest(moves.clone());
            }
            let ListedMove { mv, number, .. } = self.moves_on_path[index];
            let win = self.wins(&position.after(mv), depth - 1)?.map(|plies| plies + 1);
            if win.is_some() == attacking {
                self.history.reward(position.to_move(), mv, depth);
                entry.best_move = number;
                return Ok(win);
            }
            longest = longest.max(win);
        }
        Ok(longest)
    }

    /// Whether a verdict for the side to move is a win of the attacker.
    fn is_won(&self, position: &G, verdict: Wdl) -> bool {
        let won = if position.to_move() == self.attacker { Wdl::Win } else { Wdl::Loss };
        verdict == won
    }
}

/// Makes keys of positions into keys of questions: the same position is another one for
/// each attacker, and if other positions would be drawn.
pub(super) fn salt(attacker: Side, drawn: &[u64]) -> u64 {
    let question = zobrist::mix(attacker.index() as u64 + 1);
    drawn.iter().fold(question, |salt, &key| salt ^ zobrist::mix(key))
}
