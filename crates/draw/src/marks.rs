//! What is pointed out on a board: the last move, choices, hints.

use cairn_games::{BoardView, CellView, Pick, Shape, Step};

/// An arrow from cell to cell, such as a step of a hint or of the best line. From a cell
/// to itself it shows where something new is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it points to.
    pub to: usize,
    /// A number to tell several arrows apart.
    pub number: Option<u8>,
}

impl Arrow {
    /// An arrow without a number.
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from, to, number: None }
    }
}

/// What is pointed out; the same for every way of drawing. Cells that are not on the
/// board are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Cells that the last move took pieces from.
    pub came_from: Vec<usize>,
    /// Cells that the last move put the mover's pieces on.
    pub landed: Vec<usize>,
    /// Cells that the last move changed in another way.
    pub changed: Vec<usize>,
    /// What has been picked so far.
    pub selected: Vec<usize>,
    /// What can be picked next.
    pub targets: Vec<usize>,
    /// Hints and lines.
    pub arrows: Vec<Arrow>,
    /// Where the keyboard is.
    pub cursor: Option<usize>,
}

impl Marks {
    /// Adds arrows for a move that has not been made, from the choices it consists of:
    /// from a cell to all that is picked after it. What comes from beside the board is
    /// marked as a target.
    #[must_use]
    pub fn with_steps(mut self, steps: &[Step], number: Option<u8>) -> Self {
        let mut from = None;
        for step in steps {
            let cells = step.picks.iter().filter_map(|pick| match pick {
                Pick::Cell(cell) => Some(*cell),
                Pick::Hand | Pick::Pass => None,
            });
            match (from.take(), step.picks.as_slice()) {
                (None, [Pick::Cell(cell)]) => from = Some(Origin::Cell(*cell)),
                (None, [Pick::Hand]) => from = Some(Origin::Hand),
                (Some(Origin::Cell(from)), _) => {
                    self.arrows.extend(cells.map(|to| Arrow { from, to, number }));
                }
                _ => self.targets.extend(cells),
            }
        }
        // Nothing follows the last pick: something is put there.
        if let Some(Origin::Cell(cell)) = from {
            self.targets.push(cell);
        }
        self
    }

    /// Adds numbered arrows for moves that follow each other, from the choices each of them
    /// consists of. What comes from beside the board is an arrow from a cell to itself.
    #[must_use]
    pub fn with_line(mut self, moves: &[Vec<Step>]) -> Self {
        for (steps, number) in moves.iter().zip(1..=u8::MAX) {
            let shown = Self::default().with_steps(steps, Some(number));
            self.arrows.extend(shown.arrows);
            let placed = shown.targets.into_iter();
            self.arrows.extend(placed.map(|cell| Arrow {
                from: cell,
                to: cell,
                number: Some(number),
            }));
        }
        self
    }

    /// Adds the marks of a move to these.
    #[must_use]
    pub fn with_move(mut self, before: &BoardView, after: &BoardView) -> Self {
        let last = marks_of_move(before, after);
        self.came_from = last.came_from;
        self.landed = last.landed;
        self.changed = last.changed;
        self
    }
}

/// Where the first of two picks was.
enum Origin {
    Cell(usize),
    Hand,
}

/// What a move did, told from the boards before and after it: where the mover's pieces
/// went away, where they arrived, and what else changed.
#[must_use]
pub fn marks_of_move(before: &BoardView, after: &BoardView) -> Marks {
    let mut marks = Marks::default();
    let movers = |cell: &CellView| before.to_move.is_none() || cell.owner() == before.to_move;
    let moving = moving_letters(before, after);
    for (cell, (old, new)) in before.cells.iter().zip(&after.cells).enumerate() {
        if old.stack == new.stack {
            continue;
        }
        let list = match change(old, new, &moving) {
            Change::Lost if movers(old) => &mut marks.came_from,
            Change::Gained if movers(new) => &mut marks.landed,
            _ => &mut marks.changed,
        };
        list.push(cell);
    }
    marks
}

/// The pieces of which there are as many as before, so that they can only have moved.
/// Cubes are laid down and taken up, even if as many are laid as are taken.
fn moving_letters(before: &BoardView, after: &BoardView) -> Vec<char> {
    let pieces = before.cells.iter().flat_map(|cell| &cell.stack);
    let mut letters: Vec<_> =
        pieces.filter(|piece| piece.shape != Shape::Cube).map(|piece| piece.letter).collect();
    letters.sort_unstable();
    letters.dedup();
    let count = |view: &BoardView, letter| -> usize {
        view.cells.iter().map(|cell| count(cell, letter)).sum()
    };
    letters.retain(|&letter| count(before, letter) == count(after, letter));
    letters
}

fn count(cell: &CellView, letter: char) -> usize {
    cell.stack.iter().filter(|piece| piece.letter == letter).count()
}

/// How one cell changed.
enum Change {
    /// Pieces went away.
    Lost,
    /// Pieces arrived on what was there, or instead of it.
    Gained,
    /// Neither can be said.
    Other,
}

fn change(old: &CellView, new: &CellView, moving: &[char]) -> Change {
    let moved: Vec<_> = moving
        .iter()
        .map(|&letter| count(new, letter) as isize - count(old, letter) as isize)
        .filter(|difference| *difference != 0)
        .collect();
    let difference = if moved.is_empty() {
        new.stack.len() as isize - old.stack.len() as isize
    } else {
        moved.iter().sum()
    };
    match difference {
        ..0 => Change::Lost,
        1.. => Change::Gained,
        0 if moved.is_empty() && old.owner() != new.owner() => Change::Gained,
        0 => Change::Other,
    }
}
