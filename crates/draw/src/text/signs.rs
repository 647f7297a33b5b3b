//! Marks of the cells and ends of arrows.

use cairn_games::{BoardStyle, CellView};

use super::content::{CellWriter, TILE_HEIGHT};
use super::{Charset, Size};
use crate::canvas::{Area, Background, Canvas, Role, Style};

impl CellWriter<'_> {
    /// Returns the columns of the signs of marks, left and right of the label.
    fn sign_columns(&self, area: Area, shown: &CellView) -> (usize, usize) {
        let middle = area.x + area.width / 2;
        match (self.options.size, self.view.style) {
            (Size::Tiny, BoardStyle::Junctions | BoardStyle::Squares) => {
                (area.x, area.x + area.width - 1)
            }
            (Size::Tiny, _) => (area.x - 1, area.x + area.width),
            _ => match self.label_columns(area, shown) {
                None => (middle - 1, middle + 1),
                Some((start, end)) => {
                    let named = self.has_names() && self.headline(area) == area.y;
                    let name_end = area.x + if named { shown.name.len() } else { 0 };
                    // Beside the name there may be no room; then the sign is on the line.
                    (if start > name_end || !named { start - 1 } else { area.x - 1 }, end)
                }
            },
        }
    }

    /// Returns the part of a cell that gets a background. Where lines cross far apart, it is
    /// the part near the crossing, so that neighbours stay separate.
    fn ground_of(&self, area: Area, shown: &CellView) -> Area {
        let junction = self.view.style == BoardStyle::Junctions;
        if !junction || self.options.size < Size::Large {
            return area;
        }
        let (left, right) = self.sign_columns(area, shown);
        let middle = area.x + area.width / 2;
        let (left, right) = (left.min(middle - 6), right.max(middle + 6));
        let y = self.headline(area) - 1;
        Area { x: left, y, width: right + 1 - left, height: TILE_HEIGHT }
    }

    /// Draws the background of a cell.
    pub(super) fn mark(
        &self,
        canvas: &mut Canvas,
        area: Area,
        shown: &CellView,
        background: Background,
    ) {
        if background != Background::None {
            canvas.mark(self.ground_of(area, shown), background);
        }
    }

    /// Draws the signs of a mark: a pair around the label, or one beside it.
    pub(super) fn signs(
        &self,
        canvas: &mut Canvas,
        area: Area,
        shown: &CellView,
        background: Background,
    ) {
        let [unicode, ascii] = match background {
            Background::None => return,
            Background::Cursor => ['[', '['],
            Background::Selected => ['>', '>'],
            Background::Target => ['•', '*'],
            Background::CameFrom => ['◦', 'o'],
            Background::Winning => ['★', '!'],
            Background::Landed => ['◆', '@'],
            Background::Changed => ['◇', '%'],
        };
        let sign = if self.options.charset == Charset::Unicode { unicode } else { ascii };
        let style = Style::of(Role::Mark(background)).bold();
        let (left, right) = self.sign_columns(area, shown);
        let y = self.headline(area);
        let end = match background {
            Background::Cursor => Some(']'),
            Background::Selected => Some('<'),
            _ => None,
        };
        match end {
            Some(end) => {
                canvas.put(left, y, sign, style);
                canvas.put(right, y, end, style);
            }
            None => canvas.put(self.single_column(area, shown), y, sign, style),
        }
    }

    /// Returns the column of a single sign: left of the label, or in the middle of an empty
    /// cell.
    fn single_column(&self, area: Area, shown: &CellView) -> usize {
        let tiny = self.options.size == Size::Tiny;
        if !tiny && self.label_columns(area, shown).is_none() {
            return area.x + area.width / 2;
        }
        self.sign_columns(area, shown).0
    }

    /// Returns the character that points from a cell to another.
    pub(super) fn pointer(&self, from: Area, to: Area) -> char {
        let middle = |area: Area| {
            let (x, y) = (2 * area.x + area.width, 2 * area.y + area.height);
            // A character is about twice as high as it is wide.
            (x as f64, 2.0 * y as f64)
        };
        let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
        let eighth = (y - to_y).atan2(to_x - x) / std::f64::consts::FRAC_PI_4;
        let signs = if self.options.charset == Charset::Ascii {
            ">/^\\</v\\"
        } else {
            "→↗↑↖←↙↓↘"
        };
        signs.chars().nth((eighth.round() as i32).rem_euclid(8) as usize).unwrap_or('>')
    }

    /// Draws one end of an arrow: in the lower right corner of a cell, below a crossing, or in
    /// the place of a mark's sign where a cell is one line high.
    pub(super) fn arrow_end(
        &self,
        canvas: &mut Canvas,
        (area, shown): (Area, &CellView),
        sign: char,
        number: Option<u8>,
    ) {
        let style = Style::of(Role::Arrow).bold();
        let number = number.map_or_else(String::new, |number| number.to_string());
        if self.options.size == Size::Tiny || area.height == 1 {
            canvas.put(self.single_column(area, shown), self.headline(area), sign, style);
            let right = self.sign_columns(area, shown).1;
            return canvas.text(right, self.headline(area), &number, style);
        }
        let text = format!("{sign}{number}");
        let length = text.chars().count();
        let (x, y) = if self.view.style == BoardStyle::Junctions {
            let below = if area.height >= TILE_HEIGHT { 2 } else { 1 };
            (area.x + area.width / 2, self.headline(area) + below)
        } else {
            ((area.x + area.width).saturating_sub(length), area.y + area.height - 1)
        };
        canvas.text(x, y, &text, style);
    }
}
