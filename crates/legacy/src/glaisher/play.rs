//! The way program 004 values positions and chooses turns.
//!
//! The program looks at a turn in two ways. The first goes through the stack moves, each
//! with the first cell that is free for the new piece, and then varies the new piece of
//! the best ones; the second goes through the new pieces, each with the first stack move
//! that leaves its cell free, and then varies the stack move. The better result of the
//! two is played. Some peculiarities follow from slips in the program and are kept,
//! because its choices follow from them: it takes the worst of its candidates for itself,
//! and in the second way it begins with moves of Red even when Yellow is to move.

use std::cmp::Ordering;

use cairn_games::hex::CELLS;

use super::board::{DIRECTIONS, PLACES, ProgramBoard};

/// Value of a won position.
const WON: f64 = 999_999.0;

/// Part of the value that keeps turns apart which are worth the same.
const TIE_BREAK: f64 = 10_000_000.0;

/// Turn as the program writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// Player, 1 or 2.
    pub player: i32,
    /// Origin of the stack.
    pub from: usize,
    /// Heights of the parts, bit 0 for a part of one piece.
    pub parts: u8,
    /// Direction, from 1 to 6.
    pub direction: usize,
    /// Cell of the new piece.
    pub new_piece: usize,
}

impl Turn {
    /// Compares as Prolog orders terms. Parts of Yellow are negative numbers there.
    fn compare(&self, other: &Self) -> Ordering {
        let parts = || {
            let order = compare_parts(self.parts, other.parts);
            if self.player == 1 { order } else { order.reverse() }
        };
        (self.player.cmp(&other.player))
            .then(self.from.cmp(&other.from))
            .then_with(parts)
            .then(self.direction.cmp(&other.direction))
            .then(self.new_piece.cmp(&other.new_piece))
    }
}

/// Compares ascending lists of heights, item by item.
fn compare_parts(first: u8, second: u8) -> Ordering {
    let list = |parts: u8| (0..8).filter(move |bit| parts >> bit & 1 == 1);
    list(first).cmp(list(second))
}

/// Candidate with the value by which the program sorts: lower is better for the player.
type Candidate = (f64, Turn);

/// Way of looking at turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Stack moves first, then new pieces.
    StackMoves,
    /// New pieces first, then stack moves.
    NewPieces,
}

/// Chooses a turn for a player; `None` if the program finds none.
///
/// The program looks `turns` turns ahead after its own and follows `width` candidates.
pub(super) fn choose(board: &ProgramBoard, player: i32, turns: u32, width: usize) -> Option<Turn> {
    let (first, first_value) = search(board, player, turns, width, Way::StackMoves)?;
    let (second, second_value) = search(board, player, turns, width, Way::NewPieces)?;
    let is_first =
        if player == 1 { first_value >= second_value } else { first_value <= second_value };
    Some(if is_first { first } else { second })
}

/// Searches in one way. The value is positive where Red is better.
fn search(
    board: &ProgramBoard,
    player: i32,
    turns: u32,
    width: usize,
    way: Way,
) -> Option<(Turn, f64)> {
    let first = first_choices(board, player, way);
    let mut expanded = Vec::new();
    for (_, turn) in best(board, player, first, width).into_iter().rev() {
        expand(board, player, &turn, way, &mut expanded);
    }
    if turns == 0 {
        let candidates = expanded.into_iter().map(|turn| candidate(board, player, turn));
        let (value, turn) = candidates.min_by(compare_candidates)?;
        return Some((turn, if player == 1 { -value } else { value }));
    }
    let mut found: Option<(f64, Turn)> = None;
    for (_, turn) in best(board, player, expanded, width) {
        let after = board.after(&turn)?;
        let (_, value) = search(&after, 3 - player, turns - 1, 1, way)?;
        // The program takes the lowest value for Red and the highest for Yellow.
        let is_taken = found.is_none_or(|found| {
            let order = compare_candidates(&(value, turn), &found);
            if player == 1 { order.is_lt() } else { order.is_gt() }
        });
        if is_taken {
            found = Some((value, turn));
        }
    }
    found.map(|(value, turn)| (turn, value))
}

fn compare_candidates(first: &Candidate, second: &Candidate) -> Ordering {
    first.0.total_cmp(&second.0).then_with(|| first.1.compare(&second.1))
}

/// Lists one turn for each stack move, or for each cell of a new piece.
fn first_choices(board: &ProgramBoard, player: i32, way: Way) -> Vec<Turn> {
    match way {
        Way::StackMoves => {
            let mut turns: Vec<Turn> = Vec::new();
            board.visit_stack_moves(player, |turn, after| {
                let new_piece = after.empty_cells().next();
                turns.extend(new_piece.map(|new_piece| Turn { new_piece, ..turn }));
                false
            });
            turns.sort_by(Turn::compare);
            turns
        }
        Way::NewPieces => {
            let mut is_free = [false; CELLS];
            board.visit_stack_moves(player, |_, after| {
                after.empty_cells().for_each(|cell| is_free[cell] = true);
                false
            });
            let cells = (0..CELLS).filter(|&cell| is_free[cell]);
            // Red's moves come first, whoever is to move.
            cells
                .filter_map(|cell| {
                    [1, 2].into_iter().find_map(|player| first_leaving_free(board, player, cell))
                })
                .collect()
        }
    }
}

/// Returns the first stack move of a player that leaves a cell free, with the new piece
/// on that cell.
fn first_leaving_free(board: &ProgramBoard, player: i32, cell: usize) -> Option<Turn> {
    let mut found = None;
    board.visit_stack_moves(player, |turn, after| {
        if after.height(cell) == 0 {
            found = Some(Turn { new_piece: cell, ..turn });
        }
        found.is_some()
    });
    found
}

/// Adds all turns that share the first part of a turn.
fn expand(board: &ProgramBoard, player: i32, turn: &Turn, way: Way, turns: &mut Vec<Turn>) {
    board.visit_stack_moves(player, |other, after| match way {
        Way::StackMoves => {
            let is_same = (other.from, other.parts, other.direction)
                == (turn.from, turn.parts, turn.direction);
            if is_same {
                turns.extend(after.empty_cells().map(|new_piece| Turn { new_piece, ..other }));
            }
            is_same
        }
        Way::NewPieces => {
            if after.height(turn.new_piece) == 0 {
                turns.push(Turn { new_piece: turn.new_piece, ..other });
            }
            false
        }
    });
}

/// Returns the best candidates, at most `width` of them; equal ones in their order.
fn best(board: &ProgramBoard, player: i32, turns: Vec<Turn>, width: usize) -> Vec<Candidate> {
    let mut candidates: Vec<_> =
        turns.into_iter().map(|turn| candidate(board, player, turn)).collect();
    candidates.sort_by(|first, second| first.0.total_cmp(&second.0));
    candidates.truncate(width);
    candidates
}

/// Values a turn for the player who is to choose.
fn candidate(board: &ProgramBoard, player: i32, turn: Turn) -> Candidate {
    let value = board.after(&turn).map_or(0.0, |after| value(&after, player));
    let [(from_i, from_j), (to_i, to_j)] = [turn.from, turn.new_piece].map(|cell| PLACES[cell]);
    let number = turn.player
        + (from_i + from_j + turn.direction + to_i + to_j) as i32
        + turn.parts.count_ones() as i32;
    let value = value + f64::from(number) / TIE_BREAK;
    (if player == 1 { -value } else { value }, turn)
}

/// Values a position for a player: positive where Red is better, and more than any other
/// value if that player has won.
pub(super) fn value(board: &ProgramBoard, player: i32) -> f64 {
    if board.is_won_by(player) {
        return if player == 1 { WON } else { -WON };
    }
    // Rows are added up from their right ends, as the program does it: the order decides
    // about the last digit.
    let mut total = 0.0;
    for i in 0..9 {
        let cells = (0..CELLS).rev().filter(|&cell| PLACES[cell].0 == i);
        total += cells.fold(0.0, |sum, cell| sum + board.worth(cell));
    }
    total
}

impl ProgramBoard {
    /// Returns the value of the stack on a cell, negative for Yellow.
    fn worth(&self, cell: usize) -> f64 {
        let height = self.height(cell);
        if height == 0 {
            return 0.0;
        }
        let (i, j) = PLACES[cell];
        let from_edge = [i, j, 8 - i, 8 - j, 4 - i.abs_diff(j)].into_iter().min().unwrap_or(0);
        let nearness = [1.0, 2.0, 2.0, 3.0, 4.0][from_edge];
        let is_joined = (0..DIRECTIONS).any(|direction| {
            let next = self.step(cell, direction, 1);
            next.is_some_and(|next| self.height(next).signum() == height.signum())
        });
        let company = if is_joined { 2.0 } else { 0.0 };
        let worth = nearness + f64::from(height.abs()).powf(0.8) + 2.0 + company;
        if height < 0 { -worth } else { worth }
    }

    /// Shows each stack move of a player in the program's order, with the board after it,
    /// until `visit` answers yes.
    fn visit_stack_moves(&self, player: i32, mut visit: impl FnMut(Turn, &Self) -> bool) {
        for from in self.stacks_of(player) {
            for parts in self.splits(from) {
                for direction in 1..=DIRECTIONS {
                    let turn = Turn { player, from, parts, direction, new_piece: from };
                    if let Some(after) = self.after_stack_move(&turn)
                        && visit(turn, &after)
                    {
                        return;
                    }
                }
            }
        }
    }
}
