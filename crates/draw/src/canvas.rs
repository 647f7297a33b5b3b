//! Pictures made of characters. The style of a character says what it shows; colours are
//! chosen later, for the terminal at hand.

use crate::paint::Paint;

/// Meaning of a character.
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
    /// Sign of an empty home cell.
    Home(Paint),
    /// Sign of a mark.
    Mark(Background),
    /// Number of an arrow.
    Arrow,
}

/// Background of a cell, by its mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Background {
    /// No mark.
    #[default]
    None,
    /// The last move took pieces from here.
    CameFrom,
    /// The last move put pieces here.
    Landed,
    /// The last move changed this.
    Changed,
    /// Shows how the game was won.
    Winning,
    /// Chosen cell.
    Selected,
    /// Cell that can be chosen.
    Target,
    /// Keyboard cursor.
    Cursor,
}

/// Style of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Meaning of the character.
    pub role: Role,
    /// Mark of its cell.
    pub background: Background,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is underlined.
    pub underline: bool,
    /// Whether foreground and background are exchanged.
    pub reverse: bool,
}

impl Style {
    /// Returns the style of a role, without marks.
    pub const fn of(role: Role) -> Self {
        Self { role, background: Background::None, bold: false, underline: false, reverse: false }
    }

    /// Returns the same style in bold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// Returns the same style on a marked cell.
    #[must_use]
    pub const fn on(mut self, background: Background) -> Self {
        self.background = background;
        self
    }
}

/// A character with its style. Every character is one column wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Character.
    pub symbol: char,
    /// Style.
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
    /// Column of its left side.
    pub x: usize,
    /// Row of its top.
    pub y: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

impl Area {
    /// Returns the number of columns or rows that a place is outside, whichever is larger.
    fn distance(self, x: usize, y: usize) -> usize {
        let outside = |at: usize, start: usize, length: usize| {
            start.saturating_sub(at).max((at + 1).saturating_sub(start + length))
        };
        outside(x, self.x, self.width).max(outside(y, self.y, self.height))
    }

    /// Returns twice the coordinates of the centre, to stay with whole numbers.
    const fn doubled_middle(self) -> (i32, i32) {
        ((2 * self.x + self.width) as i32, (2 * self.y + self.height) as i32)
    }
}

/// Direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A picture made of characters that knows the areas of the cells of the board.
///
/// ```
/// use cairn_draw::canvas::{Area, Canvas, Direction, Style};
///
/// let mut canvas = Canvas::new(7, 1, 2);
/// canvas.text(0, 0, "[W6] .", Style::default());
/// canvas.set_area(0, Area { x: 0, y: 0, width: 4, height: 1 });
/// canvas.set_area(1, Area { x: 5, y: 0, width: 1, height: 1 });
/// assert_eq!(canvas.cell_at(2, 0), Some(0));
/// assert_eq!(canvas.step(0, Direction::Right), Some(1));
/// assert_eq!(canvas.to_plain(), "[W6] .\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    height: usize,
    glyphs: Vec<Glyph>,
    areas: Vec<Area>,
}

impl Canvas {
    /// Creates an empty canvas for a board with this number of cells.
    pub fn new(width: usize, height: usize, cells: usize) -> Self {
        let glyphs = vec![Glyph::default(); width * height];
        Self { width, height, glyphs, areas: vec![Area::default(); cells] }
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the rows of characters from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks(self.width.max(1))
    }

    /// Returns the character at a place, or `None` off the canvas.
    pub fn get(&self, x: usize, y: usize) -> Option<Glyph> {
        (x < self.width && y < self.height).then(|| self.glyphs[y * self.width + x])
    }

    /// Writes a character. Off the canvas it is ignored.
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

    /// Marks every character of an area.
    pub fn mark(&mut self, area: Area, background: Background) {
        for y in area.y..(area.y + area.height).min(self.height) {
            for x in area.x..(area.x + area.width).min(self.width) {
                self.glyphs[y * self.width + x].style.background = background;
            }
        }
    }

    /// Sets the area of a cell.
    pub fn set_area(&mut self, cell: usize, area: Area) {
        if let Some(place) = self.areas.get_mut(cell) {
            *place = area;
        }
    }

    /// Returns the area of a cell.
    pub fn area(&self, cell: usize) -> Option<Area> {
        self.areas.get(cell).copied().filter(|area| area.width > 0)
    }

    /// Returns the cell at a place, such as under the mouse. Lines belong to a cell next to
    /// them.
    pub fn cell_at(&self, x: usize, y: usize) -> Option<usize> {
        let near = |(cell, area): (usize, &Area)| {
            let distance = area.distance(x, y);
            (area.width > 0 && distance <= 1).then_some((distance, cell))
        };
        let nearest = self.areas.iter().enumerate().filter_map(near).min();
        nearest.map(|(_, cell)| cell)
    }

    /// Returns the nearest cell in a direction, for moving a cursor with the arrow keys.
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
