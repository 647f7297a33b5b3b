//! What is pointed out on a board: the last move, choices, hints.

use cairn_games::{BoardView, CellView, PieceView};

/// An arrow from cell to cell, such as a step of a hint or of the best line.
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
    /// The same marks with arrows between where the last move came from and landed.
    ///
    /// With several origins, each landing is joined to the origin whose pieces it took
    /// as far as that can be told: the one that is nearest to it along a line.
    #[must_use]
    pub fn with_arrows_of_move(mut self, view: &BoardView) -> Self {
        for &to in &self.landed {
            let distance = |&from: &usize| crate::grid::distance(view.board, from, to);
            if let Some(&from) = self.came_from.iter().min_by_key(|from| distance(from)) {
                self.arrows.push(Arrow::new(from, to));
            }
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

/// What a move did, told from the boards before and after it: where pieces went away,
/// where the mover's pieces arrived, and what else changed.
#[must_use]
pub fn marks_of_move(before: &BoardView, after: &BoardView) -> Marks {
    let mut marks = Marks::default();
    let mover = before.to_move;
    for (cell, (old, new)) in before.cells.iter().zip(&after.cells).enumerate() {
        if old.stack == new.stack {
            continue;
        }
        let list = match change(old, new) {
            Change::Lost => &mut marks.came_from,
            Change::Gained if mover.is_none() || new.owner() == mover => &mut marks.landed,
            Change::Gained | Change::Other => &mut marks.changed,
        };
        list.push(cell);
    }
    // A piece that replaces all others, such as a cube on a junction that was left, is
    // what the move began with if nothing else was.
    if marks.came_from.is_empty() {
        let left = |&cell: &usize| after.cells[cell].stack.len() < before.cells[cell].stack.len();
        marks.came_from = marks.changed.iter().copied().filter(left).collect();
        marks.changed.retain(|cell| !marks.came_from.contains(cell));
    }
    marks
}

/// How one cell changed.
enum Change {
    /// Pieces went away from the top.
    Lost,
    /// Pieces arrived on what was there, or instead of it.
    Gained,
    /// The cell holds something else now, and not more.
    Other,
}

fn change(old: &CellView, new: &CellView) -> Change {
    let (was, is) = (&old.stack, &new.stack);
    let begins_with = |stack: &[PieceView], start: &[PieceView]| stack.starts_with(start);
    if was.len() > is.len() && begins_with(was, is) {
        Change::Lost
    } else if is.len() > was.len() || (is.len() == was.len() && old.owner() != new.owner()) {
        Change::Gained
    } else if was.len() == 1 && !is.is_empty() {
        // One piece was exchanged for another, such as a cube for a disc.
        Change::Gained
    } else {
        Change::Other
    }
}
