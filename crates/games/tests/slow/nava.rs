//! Nava. A cell is discs `w` and `b`, bottom first, or a single cube `W` or `B`.

use super::{
    Cells, STRAIGHT, Slow, cell, cell_mut, count, join_position, name, on_board, place, places,
    split_position, step, top,
};

/// A Nava position.
#[derive(Clone)]
pub struct SlowNava {
    board: Cells,
    /// `w` or `b`.
    to_move: char,
}

impl SlowNava {
    /// Reads position text.
    pub fn read(text: &str) -> SlowNava {
        let (board, to_move) = split_position(text);
        SlowNava { board, to_move }
    }

    fn other(&self) -> char {
        if self.to_move == 'w' { 'b' } else { 'w' }
    }

    /// A stack belongs to the colour of its top disc. Cubes are capitals, so a
    /// cube is never taken for a stack.
    fn owns_a_stack(&self, colour: char) -> bool {
        (places(&self.board).into_iter()).any(|place| top(&self.board, place) == colour)
    }
}

impl Slow for SlowNava {
    fn write(&self) -> String {
        join_position(&self.board, self.to_move)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        for from in places(&self.board) {
            if top(&self.board, from) != self.to_move {
                continue;
            }
            // The top k discs go exactly k junctions, whatever lies between.
            for k in 1..=cell(&self.board, from).len() as i32 {
                for direction in STRAIGHT {
                    let to = step(from, direction, k);
                    if on_board(&self.board, to) {
                        moves.push(format!("{}-{}", name(from), name(to)));
                    }
                }
            }
        }
        moves
    }

    fn after(&self, mv: &str) -> Box<dyn Slow> {
        let (from, to) = mv.split_once('-').unwrap();
        let (from, to) = (place(from), place(to));
        let k = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        let mut next = self.clone();

        let origin = cell_mut(&mut next.board, from);
        let moving = origin.split_off(origin.len() - k as usize);

        // Landing: a cube goes back to its owner's hand, that is off the board.
        let target = cell_mut(&mut next.board, to);
        if target == "W" || target == "B" {
            target.clear();
        }
        target.push_str(&moving);

        // Leaving: a cube of the mover's on an origin left empty.
        let origin = cell_mut(&mut next.board, from);
        if origin.is_empty() {
            origin.push(self.to_move.to_ascii_uppercase());
        }

        next.to_move = self.other();
        Box::new(next)
    }

    fn outcome(&self) -> Option<Option<usize>> {
        let moved = self.other();
        let all_cubes = count(&self.board, moved.to_ascii_uppercase()) == 9;
        if all_cubes || !self.owns_a_stack(self.to_move) {
            return Some(Some(if moved == 'w' { 0 } else { 1 }));
        }
        None
    }
}
