//! Pagoda, the small game that lives in the tests. A cell is its discs, `w` and `b`.

use super::{
    Cells, Coordinates, STRAIGHT, Slow, cell, cell_mut, count, join_position, name, on_board,
    place, places, split_position, step, top,
};

/// A position of Pagoda.
pub struct SlowPagoda {
    board: Cells,
    to_move: char,
}

impl SlowPagoda {
    pub fn read(text: &str) -> SlowPagoda {
        let (board, to_move) = split_position(text);
        SlowPagoda { board, to_move }
    }

    /// The player whose stack of three or more has won, if there is one.
    fn winner(&self) -> Option<char> {
        let tall = |place: &Coordinates| cell(&self.board, *place).len() >= 3;
        places(&self.board).into_iter().find(tall).map(|place| top(&self.board, place))
    }

    fn other(&self) -> char {
        if self.to_move == 'w' { 'b' } else { 'w' }
    }
}

impl Slow for SlowPagoda {
    fn write(&self) -> String {
        join_position(&self.board, self.to_move)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        for here in places(&self.board) {
            if cell(&self.board, here).is_empty() && count(&self.board, self.to_move) < 5 {
                moves.push(format!("+{}", name(here)));
            }
            if top(&self.board, here) != self.to_move {
                continue;
            }
            for direction in STRAIGHT {
                let to = step(here, direction, 1);
                if on_board(&self.board, to) && !cell(&self.board, to).is_empty() {
                    moves.push(format!("{}-{}", name(here), name(to)));
                }
            }
        }
        moves
    }

    fn after(&self, mv: &str) -> Box<dyn Slow> {
        let mut board = self.board.clone();
        match mv.split_once('-') {
            Some((from, to)) => {
                let moved = std::mem::take(cell_mut(&mut board, place(from)));
                cell_mut(&mut board, place(to)).push_str(&moved);
            }
            None => cell_mut(&mut board, place(&mv[1..])).push(self.to_move),
        }
        Box::new(SlowPagoda { board, to_move: self.other() })
    }

    fn outcome(&self) -> Option<Option<usize>> {
        let index = |side: char| usize::from(side == 'b');
        match self.winner() {
            Some(winner) => Some(Some(index(winner))),
            None if self.moves().is_empty() => Some(Some(index(self.other()))),
            None => None,
        }
    }
}
