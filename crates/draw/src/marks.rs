//! Marks on a board: last move, choices, arrows.

use cairn_games::{BoardView, CellView, Pick, Shape, Step};

/// An arrow between two cells, such as a step of a hint. From a cell to itself it marks a new
/// piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// First cell.
    pub from: usize,
    /// Cell that it points to.
    pub to: usize,
    /// Number, to tell several arrows apart.
    pub number: Option<u8>,
}

impl Arrow {
    /// Creates an arrow without a number.
    pub const fn new(from: usize, to: usize) -> Self {
        Self { from, to, number: None }
    }
}

/// Marks on a board, the same for every format. Cells that are not on the board are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Cells that pieces left in the last move.
    pub came_from: Vec<usize>,
    /// Cells on which the mover's pieces landed.
    pub landed: Vec<usize>,
    /// Other cells that the last move changed.
    pub changed: Vec<usize>,
    /// Cells that are chosen.
    pub selected: Vec<usize>,
    /// Cells that can be chosen next.
    pub targets: Vec<usize>,
    /// Arrows of hints and lines.
    pub arrows: Vec<Arrow>,
    /// Keyboard cursor.
    pub cursor: Option<usize>,
}

impl Marks {
    /// Adds arrows for the steps of a move that has not been made, from a cell to the cells
    /// picked after it. New pieces are marked as targets.
    ///
    /// ```
    /// use cairn_draw::Marks;
    /// use cairn_games::GameId;
    ///
    /// let start = GameId::Nava.start();
    /// let steps = start.steps(start.read_move("a1-a4")?)?;
    /// let marks = Marks::default().with_steps(&steps, None);
    /// assert_eq!(marks.arrows.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Adds numbered arrows for moves that follow each other, given by their steps. A new piece
    /// is an arrow from a cell to itself.
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

    /// Adds the marks of a move, found by comparing the boards before and after it.
    #[must_use]
    pub fn with_move(mut self, before: &BoardView, after: &BoardView) -> Self {
        let last = marks_of_move(before, after);
        self.came_from = last.came_from;
        self.landed = last.landed;
        self.changed = last.changed;
        self
    }
}

/// Place of the first of two picks.
enum Origin {
    Cell(usize),
    Hand,
}

/// Returns the marks of a move by comparing the boards before and after it: cells that the
/// mover's pieces left, cells on which they landed, and other cells that changed.
///
/// ```
/// use cairn_draw::marks_of_move;
/// use cairn_games::GameId;
///
/// let mut position = GameId::Greener.start();
/// let before = position.view();
/// position.play(position.moves()[0])?;
/// let after = position.view();
/// let marks = marks_of_move(&before, &after);
/// assert_eq!((marks.came_from.len(), marks.landed.len()), (1, 1));
/// # Ok::<(), cairn_games::Illegal>(())
/// ```
pub fn marks_of_move(before: &BoardView, after: &BoardView) -> Marks {
    let mut marks = Marks::default();
    let movers = |cell: &CellView| before.to_move.is_none() || cell.owner() == before.to_move;
    let moving = moving_letters(before, after);
    for (cell, (old, new)) in before.cells.iter().zip(&after.cells).enumerate() {
        if old.stack == new.stack {
            continue;
        }
        let list = match change(old, new, &moving) {
            CellChange::Lost if movers(old) => &mut marks.came_from,
            CellChange::Gained if movers(new) => &mut marks.landed,
            _ => &mut marks.changed,
        };
        list.push(cell);
    }
    marks
}

/// Returns the letters of pieces whose number is unchanged, so that they can only have moved.
/// Cubes are excluded: they are placed and removed, even if in equal numbers.
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

/// Change of a cell.
enum CellChange {
    /// Pieces left.
    Lost,
    /// Pieces arrived.
    Gained,
    /// Neither is clear.
    Other,
}

fn change(old: &CellView, new: &CellView, moving: &[char]) -> CellChange {
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
        ..0 => CellChange::Lost,
        1.. => CellChange::Gained,
        0 if moved.is_empty() && old.owner() != new.owner() => CellChange::Gained,
        0 => CellChange::Other,
    }
}
