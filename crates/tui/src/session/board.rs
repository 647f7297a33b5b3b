//! The board as it is shown, and the cursor on it.

use cairn_draw::canvas::Direction;
use cairn_draw::{Arrow, Marks, marks_of_move, text};
use cairn_games::{AnyPosition, BoardView, Pick};

use super::Session;

impl Session {
    /// Where the keyboard is.
    #[must_use]
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Moves the cursor to a cell.
    pub fn point_at(&mut self, cell: usize) {
        if cell < self.info().board.cells() {
            self.cursor = cell;
        }
    }

    /// Moves the cursor to the next cell in a direction on the screen.
    pub fn step_cursor(&mut self, direction: Direction) {
        let view = self.view();
        let options = text::Options { flipped: self.flipped, ..text::Options::default() };
        let canvas = text::draw(&view, &Marks::default(), &options);
        self.cursor = canvas.step(self.cursor, direction).unwrap_or(self.cursor);
    }

    /// Moves the cursor to the next cell that can be picked, or the one before.
    pub fn next_option(&mut self, forwards: bool) {
        let Some(choosing) = &self.choosing else {
            return;
        };
        let (cursor, cells) = (self.cursor, choosing.cells().collect::<Vec<_>>());
        let next = if forwards {
            cells.iter().find(|&&cell| cell > cursor).or(cells.first())
        } else {
            cells.iter().rev().find(|&&cell| cell < cursor).or(cells.last())
        };
        self.cursor = next.copied().unwrap_or(cursor);
    }

    /// Brings the cursor to a cell that can be picked if there is only one, or if it is
    /// at none at the beginning of a turn.
    pub(super) fn point_at_an_option(&mut self) {
        let Some(choosing) = &self.choosing else {
            return;
        };
        let cells: Vec<_> = choosing.cells().collect();
        let begins = choosing.picks().is_empty();
        if let Some(&first) = cells.first()
            && !cells.contains(&self.cursor)
            && (begins || cells.len() == 1)
        {
            self.cursor = first;
        }
    }

    /// The board to be shown: with what is complete of the turn being chosen.
    #[must_use]
    pub fn view(&self) -> BoardView {
        match &self.choosing {
            Some(choosing) => choosing.preview().clone(),
            None => BoardView::new(self.game(), &self.position().to_diagram()),
        }
    }

    /// The last move, what has been picked and can be picked, and the hint.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let view_of = |position: &AnyPosition| BoardView::new(self.game(), &position.to_diagram());
        let mut marks = match self.history.positions() {
            [.., before, after] => marks_of_move(&view_of(before), &view_of(after)),
            _ => Marks::default(),
        };
        if let Some(choosing) = &self.choosing {
            let cell = |pick: &Pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None };
            marks.selected = choosing.picks().iter().filter_map(cell).collect();
            marks.targets = choosing.cells().collect();
            marks.cursor = Some(self.cursor);
            if !choosing.picks().is_empty() {
                // Two moves at once are too much to look at.
                (marks.came_from, marks.landed, marks.changed) = Default::default();
            }
        }
        let hinted = self.study.hint_marks();
        marks.arrows.clone_from(&hinted.arrows);
        // Something new that comes from beside the board has only an end.
        marks.arrows.extend(hinted.targets.iter().map(|&cell| Arrow::new(cell, cell)));
        marks
    }
}
