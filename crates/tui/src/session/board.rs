//! Board view, marks and cursor of a session.

use cairn_draw::canvas::Direction;
use cairn_draw::{Marks, marks_of_move, text};
use cairn_games::{AnyPosition, BoardView, Pick};

use super::Session;

impl Session {
    /// Returns the cell of the keyboard cursor.
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
        let options = text::TextOptions { flipped: self.flipped, ..text::TextOptions::default() };
        let canvas = text::draw(&view, &Marks::default(), &options);
        self.cursor = canvas.step(self.cursor, direction).unwrap_or(self.cursor);
    }

    /// Moves the cursor to the next cell that can be picked, or the one before.
    pub fn next_option(&mut self, forwards: bool) {
        let Some(builder) = &self.builder else {
            return;
        };
        let (cursor, cells) = (self.cursor, builder.cells().collect::<Vec<_>>());
        let next = if forwards {
            cells.iter().find(|&&cell| cell > cursor).or(cells.first())
        } else {
            cells.iter().rev().find(|&&cell| cell < cursor).or(cells.last())
        };
        self.cursor = next.copied().unwrap_or(cursor);
    }

    /// Moves the cursor to a cell that can be picked if there is only one, or at the beginning
    /// of a turn.
    pub(super) fn point_at_an_option(&mut self) {
        let Some(builder) = &self.builder else {
            return;
        };
        let cells: Vec<_> = builder.cells().collect();
        let begins = self.choices.is_empty();
        if let Some(&first) = cells.first()
            && !cells.contains(&self.cursor)
            && (begins || cells.len() == 1)
        {
            self.cursor = first;
        }
    }

    /// Returns the board, with the completed steps of the move being entered.
    pub fn view(&self) -> BoardView {
        if let Some(position) = self.browsed_position() {
            return position.view();
        }
        match &self.builder {
            Some(builder) => builder.preview().clone(),
            None => self.position().view(),
        }
    }

    /// Returns the marks on the board: last move, picks, choices and hint.
    pub fn marks(&self) -> Marks {
        let view_of = AnyPosition::view;
        let shown = &self.history.positions()[..=self.ply()];
        let mut marks = match shown {
            [.., before, after] => marks_of_move(&view_of(before), &view_of(after)),
            _ => Marks::default(),
        };
        if self.is_browsing() {
            return marks;
        }
        if let Some(builder) = &self.builder {
            let cell = |pick: &Pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None };
            marks.selected = builder.picks().iter().filter_map(cell).collect();
            marks.targets = builder.cells().collect();
            marks.cursor = Some(self.cursor);
            if !builder.picks().is_empty() {
                // Two moves at once are too much to look at.
                (marks.came_from, marks.landed, marks.changed) = Default::default();
            }
        }
        marks.arrows.clone_from(&self.study.hint_marks().arrows);
        if !marks.arrows.is_empty() {
            (marks.came_from, marks.landed, marks.changed) = Default::default();
        }
        marks
    }
}
