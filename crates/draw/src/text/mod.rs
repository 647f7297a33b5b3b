//! Boards as terminal text.
//!
//! A stack shows the letter of its owner and its height, such as `W6`, and if there is room
//! its pieces from bottom to top in the letters of the notation.

mod content;
mod hexagons;
mod signs;
mod squares;

use cairn_games::{Board, BoardView};

use crate::canvas::Canvas;
use crate::marks::Marks;

/// Characters to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Unicode lines and shapes.
    #[default]
    Unicode,
    /// ASCII characters only.
    Ascii,
}

impl Charset {
    /// Reads the environment variables `LC_ALL`, `LC_CTYPE` and `LANG`: a locale with UTF-8 has
    /// Unicode, any other one and none have ASCII. The fonts of the Linux console lack many
    /// shapes, so it gets ASCII as well.
    ///
    /// ```
    /// use cairn_draw::text::Charset;
    ///
    /// let variable = |name: &str| (name == "LANG").then(|| "en_US.UTF-8".to_owned());
    /// assert_eq!(Charset::of_environment(variable), Charset::Unicode);
    /// assert_eq!(Charset::of_environment(|_| None), Charset::Ascii);
    /// ```
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let is_utf8 =
            locale.is_some_and(|locale| locale.to_lowercase().replace('-', "").contains("utf8"));
        let is_console = variable("TERM").is_some_and(|term| term == "linux");
        if is_utf8 && !is_console { Self::Unicode } else { Self::Ascii }
    }
}

/// Size of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// One line per row of the board, without grid lines.
    Tiny,
    /// At most 48 columns and 21 rows, so that a panel fits beside it in 80×24.
    #[default]
    Compact,
    /// With the names of all cells, and stacks as tiles.
    Large,
    /// The same with more room, for windows of 160 columns and more.
    Huge,
}

impl Size {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 4] = [Self::Tiny, Self::Compact, Self::Large, Self::Huge];
}

/// Options for drawing a board as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextOptions {
    /// Characters to draw with.
    pub charset: Charset,
    /// Size of the board.
    pub size: Size,
    /// Whether the board is seen from the second player's side.
    pub flipped: bool,
    /// Whether rows and columns are labelled.
    pub coordinates: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { charset: Charset::Unicode, size: Size::Compact, flipped: false, coordinates: true }
    }
}

impl TextOptions {
    /// Returns the same options with the largest size that fits into a window, or `None` if
    /// none does.
    ///
    /// ```
    /// use cairn_draw::text::{TextOptions, Size};
    /// use cairn_games::GameId;
    ///
    /// let start = GameId::Nava.start();
    /// let view = start.view();
    /// let options = TextOptions::default().fitting(&view, 48, 21);
    /// assert_eq!(options.map(|options| options.size), Some(Size::Compact));
    /// assert!(TextOptions::default().fitting(&view, 4, 2).is_none());
    /// ```
    pub fn fitting(self, view: &BoardView, width: usize, height: usize) -> Option<Self> {
        let sizes = Size::ALL.into_iter().rev().map(|size| Self { size, ..self });
        sizes.into_iter().find(|options| {
            let (needed_width, needed_height) = extent(view, options);
            needed_width <= width && needed_height <= height
        })
    }
}

/// Returns the number of columns and rows of a board.
pub fn extent(view: &BoardView, options: &TextOptions) -> (usize, usize) {
    match view.board {
        Board::Square(square) => squares::SquareLayout::new(view, square, options).extent(),
        Board::Hexagon => hexagons::HexagonLayout::new(options).extent(),
    }
}

/// Draws a board.
pub fn draw(view: &BoardView, marks: &Marks, options: &TextOptions) -> Canvas {
    let mut canvas = match view.board {
        Board::Square(square) => {
            squares::SquareLayout::new(view, square, options).draw(view, options)
        }
        Board::Hexagon => hexagons::HexagonLayout::new(options).draw(view, options),
    };
    content::fill(&mut canvas, view, marks, options);
    canvas
}
