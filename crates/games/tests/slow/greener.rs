//! Greener, on a board of any size. A cell is pyramids `b`, `w` and `g`, bottom
//! first.

use super::{
    Cells, Coordinates, STRAIGHT, Slow, cell, cell_mut, join_position, name, on_board, place,
    places, split_position, step, top,
};

/// A Greener position.
#[derive(Clone)]
pub struct SlowGreener {
    board: Cells,
    /// `b` or `w`.
    to_move: char,
}

impl SlowGreener {
    /// Reads position text; the board is as large as the text says.
    pub fn read(text: &str) -> SlowGreener {
        let (board, to_move) = split_position(text);
        SlowGreener { board, to_move }
    }

    fn other(&self) -> char {
        if self.to_move == 'b' { 'w' } else { 'b' }
    }

    /// The nearest stack in a direction, over empty cells only.
    fn nearest(&self, from: Coordinates, direction: Coordinates) -> Option<Coordinates> {
        let mut at = step(from, direction, 1);
        while on_board(&self.board, at) {
            if !cell(&self.board, at).is_empty() {
                return Some(at);
            }
            at = step(at, direction, 1);
        }
        None
    }

    /// All captures of one player, whoever's turn it is. What is captured may be
    /// of any colour.
    fn captures(&self, colour: char) -> Vec<String> {
        let mut captures = Vec::new();
        for from in self.stacks_of(colour) {
            for direction in STRAIGHT {
                if let Some(to) = self.nearest(from, direction) {
                    captures.push(format!("{}-{}", name(from), name(to)));
                }
            }
        }
        captures
    }

    /// A stack belongs to the colour of its top pyramid.
    fn stacks_of(&self, colour: char) -> Vec<Coordinates> {
        let mut stacks = places(&self.board);
        stacks.retain(|&place| top(&self.board, place) == colour);
        stacks
    }

    /// Green pyramids inside a player's stacks.
    fn greens(&self, colour: char) -> usize {
        let stacks = self.stacks_of(colour).into_iter();
        stacks.map(|place| cell(&self.board, place).matches('g').count()).sum()
    }

    /// Height of a player's highest stack, 0 without any.
    fn highest(&self, colour: char) -> usize {
        let stacks = self.stacks_of(colour).into_iter();
        let heights = stacks.map(|place| cell(&self.board, place).len());
        heights.max().unwrap_or(0)
    }
}

impl Slow for SlowGreener {
    fn write(&self) -> String {
        join_position(&self.board, self.to_move)
    }

    fn moves(&self) -> Vec<String> {
        let captures = self.captures(self.to_move);
        if captures.is_empty() && !self.captures(self.other()).is_empty() {
            return vec!["pass".to_string()];
        }
        captures
    }

    fn after(&self, mv: &str) -> Box<dyn Slow> {
        let mut next = self.clone();
        next.to_move = self.other();
        if mv != "pass" {
            let (from, to) = mv.split_once('-').unwrap();
            let stack = std::mem::take(cell_mut(&mut next.board, place(from)));
            cell_mut(&mut next.board, place(to)).push_str(&stack);
        }
        Box::new(next)
    }

    fn outcome(&self) -> Option<Option<usize>> {
        if !self.captures('b').is_empty() || !self.captures('w').is_empty() {
            return None;
        }
        let black = (self.greens('b'), self.highest('b'));
        let white = (self.greens('w'), self.highest('w'));
        if black.0 != white.0 {
            return Some(Some(if black.0 > white.0 { 0 } else { 1 }));
        }
        if black.1 != white.1 {
            return Some(Some(if black.1 > white.1 { 0 } else { 1 }));
        }
        Some(None)
    }
}
