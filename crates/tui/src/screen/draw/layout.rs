//! Layout of the screen during a game.

use cairn_draw::text::{self, Size, TextOptions};
use cairn_draw::{Marks, TextStyle};
use cairn_games::BoardView;
use cairn_legacy::{AnyStyle, Program};
use ratatui::layout::Rect;

/// Smallest and largest width of the panel.
const PANEL: (u16, u16) = (30, 56);

/// Areas of the screen.
pub struct ScreenLayout {
    pub header: Rect,
    pub board: Rect,
    /// Panel beside the board, if there is room.
    pub panel: Option<Rect>,
    /// Line for messages; without one, they replace the question.
    pub message: Option<Rect>,
    pub question: Rect,
    pub keys: Rect,
    /// Options for drawing the board.
    pub options: TextOptions,
    /// Original program in whose style the board is drawn, if any.
    pub program: Option<&'static Program>,
}

/// Layouts to try, the best first: the size of the board, whether there is a panel, and
/// whether messages have a line of their own.
const WAYS: [(Size, bool, bool); 9] = [
    (Size::Huge, true, true),
    (Size::Large, true, true),
    (Size::Compact, true, true),
    (Size::Compact, true, false),
    (Size::Tiny, true, true),
    (Size::Compact, false, true),
    (Size::Compact, false, false),
    (Size::Tiny, false, true),
    (Size::Tiny, false, false),
];

/// Returns the layouts to try if the size of the board is given.
fn ways_of_size(size: Size) -> Vec<(Size, bool, bool)> {
    let ways = [(true, true), (true, false), (false, true), (false, false)];
    ways.map(|(with_panel, with_message)| (size, with_panel, with_message)).to_vec()
}

impl ScreenLayout {
    /// Chooses the best layout that fits.
    ///
    /// # Errors
    /// If none fits, with the columns and rows that the smallest needs.
    pub fn new(
        area: Rect,
        view: &BoardView,
        options: TextOptions,
        style: &AnyStyle,
    ) -> Result<Self, (u16, u16)> {
        let program = style.program(view.game);
        let original = program.map(|program| program.draw(view, &Marks::default()));
        let ways = match style {
            AnyStyle::Own(TextStyle::Drawn(_, size)) if *size != Size::Compact => {
                ways_of_size(*size)
            }
            _ if original.is_some() => ways_of_size(Size::Compact),
            _ => WAYS.to_vec(),
        };
        let mut least = (0, 0);
        for (size, with_panel, with_message) in ways {
            let options = TextOptions { size, ..options };
            let (width, height) = match &original {
                Some(canvas) => (canvas.width(), canvas.height()),
                None => text::extent(view, &options),
            };
            let (width, height) = (width as u16, height as u16);
            let bottom = 2 + u16::from(with_message);
            let needed_width = width + if with_panel { 2 + PANEL.0 } else { 0 };
            let needed_height = 1 + height + bottom;
            least = (needed_width, needed_height);
            if needed_width <= area.width && needed_height <= area.height {
                let placed = Self::placed(area, (width, height), with_panel, with_message, options);
                return Ok(Self { program, ..placed });
            }
        }
        Err(least)
    }

    fn placed(
        area: Rect,
        (width, height): (u16, u16),
        with_panel: bool,
        with_message: bool,
        options: TextOptions,
    ) -> Self {
        let row = |y: u16| Rect::new(area.x, y, area.width, 1);
        let bottom = 2 + u16::from(with_message);
        let room = area.height - 1 - bottom;
        // What is free goes around the board, and a little more below it than above.
        let above = (room - height) * 2 / 5;
        let free = area.width - width;
        let (panel_width, gap) = if with_panel {
            let gap = if free > 2 * PANEL.0 { 4 } else { 2 };
            ((free - gap).min(PANEL.1), gap)
        } else {
            (0, 0)
        };
        let left = (free - panel_width - gap) / 2;
        let board = Rect::new(area.x + left, area.y + 1 + above, width, height);
        let panel_height = if above > 0 { room - above } else { room };
        let panel = Rect::new(board.right() + gap, board.y, panel_width, panel_height);
        let last = area.bottom() - 1;
        Self {
            header: row(area.y),
            board,
            panel: with_panel.then_some(panel),
            message: with_message.then(|| row(last - 2)),
            question: row(last - 1),
            keys: row(last),
            options,
            program: None,
        }
    }
}
