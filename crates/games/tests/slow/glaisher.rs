//! Glaisher, and Glaisher as its rulebook has it. A cell is `r6`, `y1` and so on.
//!
//! The hexagon is kept in nine rows `a` to `i` of nine numbers 1 to 9, of which
//! only some are on the board: `a` has 1 to 5, `e` has 1 to 9, `i` has 5 to 9.

use super::{Slow, join_position, split_position};

/// Row and number, both from 0: `(0, 0)` is `a1`, `(8, 4)` is `i5`.
type Hex = (i32, i32);

/// Colour and height; `EMPTY` has neither.
type HexStack = (char, i32);

const EMPTY: HexStack = (' ', 0);

/// Right, above right, above left, left, below left, below right.
const DIRECTIONS: [Hex; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A Glaisher position.
#[derive(Clone)]
pub struct SlowGlaisher {
    /// `cells[row][number]`; those off the board stay empty and unused.
    cells: Vec<Vec<HexStack>>,
    /// `r` or `y`.
    to_move: char,
    /// Into how many parts at least a stack must be divided.
    fewest_parts: usize,
}

fn on_board((row, number): Hex) -> bool {
    (0..9).contains(&row) && (0..9).contains(&number) && (row - number).abs() <= 4
}

/// The cells of one row from left to right.
fn row_of_board(row: i32) -> Vec<Hex> {
    let whole = (0..9).map(|number| (row, number));
    whole.filter(|&hex| on_board(hex)).collect()
}

fn whole_board() -> Vec<Hex> {
    (0..9).flat_map(row_of_board).collect()
}

fn step(hex: Hex, direction: Hex, count: i32) -> Hex {
    (hex.0 + count * direction.0, hex.1 + count * direction.1)
}

fn name((row, number): Hex) -> String {
    let letter = (b'a' + row as u8) as char;
    format!("{letter}{}", number + 1)
}

fn hex(name: &str) -> Hex {
    let row = i32::from(name.as_bytes()[0] - b'a');
    let number: i32 = name[1..].parse().unwrap();
    (row, number - 1)
}

/// The three pairs of opposite sides: is this cell on the one, is it on the other?
fn sides(pair: usize, (row, number): Hex) -> (bool, bool) {
    match pair {
        // Bottom a1-a5, top i5-i9.
        0 => (row == 0, row == 8),
        // Below left a1-e1, above right e9-i9.
        1 => (number == 0, number == 8),
        // Above left e1-i5, below right a5-e9.
        _ => (row - number == 4, number - row == 4),
    }
}

/// All sets of different heights, each at least `least`, that add up to `height`;
/// every set from the lowest part up.
fn divisions(height: i32, least: i32) -> Vec<Vec<i32>> {
    if height == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for lowest in least..=height {
        for rest in divisions(height - lowest, lowest + 1) {
            let mut parts = vec![lowest];
            parts.extend(rest);
            all.push(parts);
        }
    }
    all
}

impl SlowGlaisher {
    /// Reads position text.
    pub fn read(text: &str, fewest_parts: usize) -> SlowGlaisher {
        let (rows, to_move) = split_position(text);
        let mut position = SlowGlaisher { cells: vec![vec![EMPTY; 9]; 9], to_move, fewest_parts };
        for (row, words) in rows.iter().enumerate() {
            let row = row_of_board(row as i32);
            assert_eq!(row.len(), words.len());
            for (hex, word) in row.into_iter().zip(words) {
                if let Some(colour) = word.chars().next() {
                    position.put(hex, (colour, word[1..].parse().unwrap()));
                }
            }
        }
        position
    }

    fn at(&self, (row, number): Hex) -> HexStack {
        self.cells[row as usize][number as usize]
    }

    fn put(&mut self, (row, number): Hex, stack: HexStack) {
        self.cells[row as usize][number as usize] = stack;
    }

    fn other(&self) -> char {
        if self.to_move == 'r' { 'y' } else { 'r' }
    }

    /// The first half of a turn: parts of the stack on `from` go to these cells,
    /// each as tall as its way is long. `None` if one may not land where it would.
    fn separate(&self, from: Hex, landings: &[Hex]) -> Option<SlowGlaisher> {
        let mut next = self.clone();
        next.put(from, EMPTY);
        for &to in landings {
            if !on_board(to) {
                return None;
            }
            let part = (to.0 - from.0).abs().max((to.1 - from.1).abs());
            let (colour, height) = next.at(to);
            if colour == self.other() && height > part {
                return None;
            }
            next.put(to, (self.to_move, height + part));
        }
        Some(next)
    }

    /// All turns the side to move could take if nobody has won by a chain.
    fn turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        for from in whole_board() {
            let (colour, height) = self.at(from);
            if colour != self.to_move {
                continue;
            }
            for parts in divisions(height, 1) {
                if parts.len() < self.fewest_parts {
                    continue;
                }
                for direction in DIRECTIONS {
                    let landings = parts.iter().map(|&part| step(from, direction, part));
                    let landings: Vec<Hex> = landings.collect();
                    let Some(separated) = self.separate(from, &landings) else {
                        continue;
                    };
                    let names: Vec<String> = landings.into_iter().map(name).collect();
                    let names = names.join(",");
                    for new in whole_board() {
                        if separated.at(new) == EMPTY {
                            turns.push(format!("{}-{names}+{}", name(from), name(new)));
                        }
                    }
                }
            }
        }
        turns
    }

    /// Whether a player's stacks connect two opposite sides.
    fn has_chain(&self, colour: char) -> bool {
        (0..3).any(|pair| {
            let mut seen = Vec::new();
            for hex in whole_board() {
                if self.at(hex).0 == colour && sides(pair, hex).0 {
                    self.search(hex, colour, &mut seen);
                }
            }
            seen.into_iter().any(|hex| sides(pair, hex).1)
        })
    }

    /// Depth first: adds to `seen` all stacks of the colour connected with `hex`.
    fn search(&self, hex: Hex, colour: char, seen: &mut Vec<Hex>) {
        if seen.contains(&hex) {
            return;
        }
        seen.push(hex);
        for direction in DIRECTIONS {
            let next = step(hex, direction, 1);
            if on_board(next) && self.at(next).0 == colour {
                self.search(next, colour, seen);
            }
        }
    }
}

impl Slow for SlowGlaisher {
    fn write(&self) -> String {
        let cell = |hex| match self.at(hex) {
            EMPTY => String::new(),
            (colour, height) => format!("{colour}{height}"),
        };
        let row = |row| row_of_board(row).into_iter().map(cell).collect();
        join_position(&(0..9).map(row).collect(), self.to_move)
    }

    fn moves(&self) -> Vec<String> {
        if self.has_chain(self.other()) {
            return Vec::new();
        }
        self.turns()
    }

    fn after(&self, mv: &str) -> Box<dyn Slow> {
        let (moving, new) = mv.split_once('+').unwrap();
        let (from, landings) = moving.split_once('-').unwrap();
        let landings: Vec<Hex> = landings.split(',').map(hex).collect();
        let mut next = self.separate(hex(from), &landings).unwrap();
        next.put(hex(new), (self.to_move, 1));
        next.to_move = self.other();
        Box::new(next)
    }

    fn outcome(&self) -> Option<Option<usize>> {
        if self.has_chain(self.other()) || self.turns().is_empty() {
            return Some(Some(if self.other() == 'r' { 0 } else { 1 }));
        }
        None
    }
}
