//! A picture made of characters, each with a style that says what it means rather than
//! which colour it has.

use crate::paint::Paint;

/// What a character shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Ordinary text.
    #[default]
    Plain,
    /// Lines of the board.
    Line,
    /// Names of rows, columns and cells.
    Coordinate,
    /// A piece; brings its own background.
    Piece(Paint),
    /// The sign of an empty home.
    Home(Paint),
    /// The sign of a mark.
    Mark(Ground),
    /// The number of an arrow.
    Arrow,
}

/// What a cell is marked as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Nothing.
    #[default]
    None,
    /// The last move took pieces from here.
    CameFrom,
    /// The last move put pieces here.
    Landed,
    /// The last move changed this.
    Changed,
    /// Picked.
    Selected,
    /// Can be picked.
    Target,
    /// The keyboard is here.
    Cursor,
}

/// How a character looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// What it shows.
    pub role: Role,
    /// What its cell is marked as.
    pub ground: Ground,
    /// Heavier than others.
    pub bold: bool,
    /// With a line under it.
    pub underline: bool,
    /// Foreground and background exchanged.
    pub reverse: bool,
}

impl Style {
    /// The style of what shows this, without marks.
    #[must_use]
    pub const fn of(role: Role) -> Self {
        Self { role, ground: Ground::None, bold: false, underline: false, reverse: false }
    }

    /// The same, heavier.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The same on a marked cell.
    #[must_use]
    pub const fn on(mut self, ground: Ground) -> Self {
        self.ground = ground;
        self
    }
}

/// A character with its style. All are one column wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub symbol: char,
    /// How it looks.
    pub style: Style,
}

impl Default for Glyph {
    fn default() -> Self {
        Self { symbol: ' ', style: Style::default() }
    }
}

/// A rectangle of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The column of its left side.
    pub x: usize,
    /// The row of its top.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Area {
    /// How many columns or rows a place is outside, whichever is more; 0 inside.
    fn distance(self, x: usize, y: usize) -> usize {
        let outside = |at: usize, start: usize, length: usize| {
            start.saturating_sub(at).max((at + 1).saturating_sub(start + length))
        };
        outside(x, self.x, self.width).max(outside(y, self.y, self.height))
    }

    /// Twice the coordinates of the middle, to stay with whole numbers.
    const fn doubled_middle(self) -> (i32, i32) {
        ((2 * self.x + self.width) as i32, (2 * self.y + self.height) as i32)
    }
}

/// A way to go on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// A picture made of characters, and where in it the cells of the board are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    glyphs: Vec<Glyph>,
    areas: Vec<Area>,
}

impl Canvas {
    /// An empty canvas for a board of so many cells.
    #[must_use]
    pub fn new(width: usize, height: usize, cells: usize) -> Self {
        let glyphs = vec![Glyph::default(); width * height];
        Self { width, height, glyphs, areas: vec![Area::default(); cells] }
    }

    /// How many columns there are.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The characters row by row, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks(self.width.max(1))
    }

    /// What is at a place, if that is on the canvas.
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<Glyph> {
        (x < self.width && y < self.height).then(|| self.glyphs[y * self.width + x])
    }

    /// Writes a character; off the canvas nothing happens.
    pub fn put(&mut self, x: usize, y: usize, symbol: char, style: Style) {
        if x < self.width && y < self.height {
            self.glyphs[y * self.width + x] = Glyph { symbol, style };
        }
    }

    /// Writes text to the right of a place.
    pub fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (offset, symbol) in text.chars().enumerate() {
            self.put(x + offset, y, symbol, style);
        }
    }

    /// Gives every character of an area this mark.
    pub fn mark(&mut self, area: Area, ground: Ground) {
        for y in area.y..(area.y + area.height).min(self.height) {
            for x in area.x..(area.x + area.width).min(self.width) {
                self.glyphs[y * self.width + x].style.ground = ground;
            }
        }
    }

    /// Says where a cell is.
    pub fn set_area(&mut self, cell: usize, area: Area) {
        if let Some(place) = self.areas.get_mut(cell) {
            *place = area;
        }
    }

    /// Where a cell is.
    #[must_use]
    pub fn area(&self, cell: usize) -> Option<Area> {
        self.areas.get(cell).copied().filter(|area| area.width > 0)
    }

    /// The cell at a place, such as under the mouse. Lines belong to a cell next to
    /// them.
    #[must_use]
    pub fn cell_at(&self, x: usize, y: usize) -> Option<usize> {
        let near = |(cell, area): (usize, &Area)| {
            let distance = area.distance(x, y);
            (area.width > 0 && distance <= 1).then_some((distance, cell))
        };
        let nearest = self.areas.iter().enumerate().filter_map(near).min();
        nearest.map(|(_, cell)| cell)
    }

    /// The nearest cell in a direction, for moving a cursor with the arrow keys.
    #[must_use]
    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let from = self.area(cell)?.doubled_middle();
        let distance = |area: Area| {
            let (x, y) = area.doubled_middle();
            // A character is about twice as high as it is wide.
            let (right, down) = (x - from.0, 2 * (y - from.1));
            let (ahead, aside) = match direction {
                Direction::Left => (-right, down.abs()),
                Direction::Right => (right, down.abs()),
                Direction::Up => (-down, right.abs()),
                Direction::Down => (down, right.abs()),
            };
            // Between two cells at the same distance, down goes to the right and up to
            // the left, so that one leads back to where the other came from.
            let tie = if direction == Direction::Down { -x } else { x };
            (ahead > 0 && aside <= 2 * ahead).then_some((ahead + 2 * aside, tie))
        };
        let others = (0..self.areas.len()).filter(|&other| other != cell);
        let reachable = others.filter_map(|other| Some((distance(self.area(other)?)?, other)));
        reachable.min().map(|(_, other)| other)
    }
}
