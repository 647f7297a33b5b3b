//! Boards as the five original programs of 2020 wrote them, so that someone who knows
//! one of them sees it again.

mod hexagon;
mod junctions;
mod table;

use cairn_games::{BoardView, GameId, PieceView, Shape, Side};

use crate::canvas::{Canvas, Ground, Role, Style};
use crate::marks::Marks;
use crate::paint::Paint;

/// The text style of one original program.
#[derive(Debug)]
pub struct Original {
    /// The number of the document that describes it, such as `001`.
    pub name: &'static str,
    /// The game it plays, without the name of a rule set.
    game: &'static str,
    /// What it looks like, in one line.
    pub summary: &'static str,
    draw: fn(&BoardView) -> Canvas,
}

/// All of them; the first for a game is its usual one.
pub static ORIGINALS: [Original; 5] = [
    Original {
        name: "000",
        game: "nava",
        summary: "whole stacks on lines, X and O discs, & and I cubes",
        draw: junctions::draw,
    },
    Original {
        name: "001",
        game: "nava",
        summary: "whole stacks in a table, W and B discs, K and C cubes",
        draw: table::nava,
    },
    Original {
        name: "002",
        game: "mitsudomoe",
        summary: "top pieces in a table, (W) a ball on a ring",
        draw: table::mitsudomoe,
    },
    Original {
        name: "003",
        game: "greener",
        summary: "top pieces in a table, with the greens in the stack",
        draw: table::greener,
    },
    Original {
        name: "004",
        game: "glaisher",
        summary: "hexagons with signed heights, i and j as coordinates",
        draw: hexagon::draw,
    },
];

impl Original {
    /// The styles for a game, the usual one first.
    pub fn of(game: GameId) -> impl Iterator<Item = &'static Self> {
        let name = game.name().split(':').next().unwrap_or_default();
        ORIGINALS.iter().filter(move |original| original.game == name)
    }

    /// The style for a game with this name, or its usual one.
    #[must_use]
    pub fn find(game: GameId, name: Option<&str>) -> Option<&'static Self> {
        Self::of(game).find(|original| name.is_none_or(|name| name == original.name))
    }

    /// Draws a board. Marks show only where there are colours, as these styles have no
    /// signs for them.
    #[must_use]
    pub fn draw(&self, view: &BoardView, marks: &Marks) -> Canvas {
        let mut canvas = (self.draw)(view);
        let lists = [
            (&marks.changed, Ground::Changed),
            (&marks.came_from, Ground::CameFrom),
            (&marks.landed, Ground::Landed),
            (&marks.targets, Ground::Target),
            (&marks.selected, Ground::Selected),
        ];
        let listed = lists
            .into_iter()
            .flat_map(|(list, ground)| list.iter().map(move |&cell| (cell, ground)));
        let cursor = marks.cursor.map(|cell| (cell, Ground::Cursor));
        for (cell, ground) in listed.chain(cursor) {
            if let Some(area) = canvas.area(cell) {
                canvas.mark(area, ground);
            }
        }
        canvas
    }
}

/// The style of a piece.
fn piece_style(piece: &PieceView) -> Style {
    Style::of(Role::Piece(Paint::of(piece)))
}

/// What a side is called.
fn name(view: &BoardView, side: Side) -> &'static str {
    view.game.info().side_name(side)
}

/// The number of pieces in hand or of points of the side with this letter.
fn count(view: &BoardView, numbers: Option<(&'static str, [u32; 2])>, letter: char) -> u32 {
    let side = view.game.info().side_by_letter(letter);
    let numbers = numbers.map_or([0; 2], |(_, numbers)| numbers);
    side.map_or(0, |side| numbers[side.index()])
}

/// One of four characters: white and black, flat and standing up.
fn symbol(piece: &PieceView, flat: [char; 2], standing: [char; 2]) -> char {
    let symbols = if matches!(piece.shape, Shape::Cube | Shape::Ball) { standing } else { flat };
    symbols[usize::from(Paint::of(piece) != Paint::White)]
}
