//! Animated GIF pictures of games.
//!
//! ```
//! use cairn_draw::{animation_frames, gif, svg};
//! use cairn_games::GameId;
//!
//! let mut position = GameId::Nava.start();
//! let before = position.view();
//! position.play(position.read_move("a1-a4")?)?;
//! let frames = animation_frames(vec![before, position.view()]);
//! let file = gif::encode(&frames, 64, 0.5, &svg::Options::default())?;
//! assert!(file.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Repeat};

use crate::animation::{Frame, PAUSE};
use crate::png::{PictureError, pixels};
use crate::svg::{self, Options, Theme};

/// Largest number of colours of a GIF.
const MOST_COLORS: usize = 256;

/// Number of pictures from which the colours are chosen. They are held in memory, the others one
/// at a time.
const SAMPLED_PICTURES: usize = 24;

/// Pixels of one picture.
struct Picture {
    width: usize,
    height: usize,
    colors: Vec<[u8; 3]>,
}

/// Encodes a GIF of a width in pixels that shows each position for some seconds.
///
/// # Errors
/// If a picture cannot be made, or is too large.
pub fn encode(
    frames: &[Frame],
    width: u32,
    seconds: f64,
    options: &Options,
) -> Result<Vec<u8>, PictureError> {
    let mut sample = Vec::with_capacity(SAMPLED_PICTURES.min(frames.len()));
    for index in sampled(frames.len()) {
        sample.push((index, Picture::draw(&frames[index], width, options)?));
    }
    let palette = Palette::of(sample.iter().map(|(_, picture)| picture));
    let mut sample = sample.into_iter().peekable();
    let wrong = |error: gif::EncodingError| PictureError::new(error);
    let Some((_, first)) = sample.peek() else {
        return Err(PictureError::new("an animation without pictures"));
    };
    let size = |length: usize| u16::try_from(length).map_err(PictureError::new);
    let (full_width, full_height) = (size(first.width)?, size(first.height)?);
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, full_width, full_height, &palette.bytes()).map_err(wrong)?;
    encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
    let mut nearest = HashMap::new();
    let mut before: Option<Picture> = None;
    for (index, frame) in frames.iter().enumerate() {
        let picture = match sample.next_if(|(sampled, _)| *sampled == index) {
            Some((_, picture)) => picture,
            None => Picture::draw(frame, width, options)?,
        };
        let part = picture.changes(before.as_ref());
        let last = index + 1 == frames.len();
        let moves = if last { f64::from(PAUSE) } else { 1.0 };
        let buffer: Vec<u8> = part
            .pixels(&picture)
            .map(|color| *nearest.entry(color).or_insert_with(|| palette.nearest(color)))
            .collect();
        let frame = gif::Frame {
            delay: (moves * seconds * 100.0).round().clamp(2.0, 65_535.0) as u16,
            dispose: DisposalMethod::Keep,
            left: size(part.left)?,
            top: size(part.top)?,
            width: size(part.width)?,
            height: size(part.height)?,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(wrong)?;
        before = Some(picture);
    }
    drop(encoder);
    Ok(file)
}

/// Returns the indices of the pictures from which the colours are chosen: all if there are few,
/// otherwise some between the first and the last.
fn sampled(count: usize) -> impl Iterator<Item = usize> {
    let taken = count.min(SAMPLED_PICTURES);
    (0..taken).map(move |at| if taken < 2 { 0 } else { at * (count - 1) / (taken - 1) })
}

impl Picture {
    fn draw(frame: &Frame, width: u32, options: &Options) -> Result<Self, PictureError> {
        // A GIF cannot be half transparent, nor follow the system.
        let theme = if options.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
        let options = Options { theme, width: Some(width), ..*options };
        let pixmap = pixels(&svg::draw(&frame.view, &frame.marks, &options), width)?;
        let page = svg::page_color(theme);
        let over_page = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            let through = u16::from(u8::MAX - pixel.alpha());
            let channel = |color: u8, page: u8| {
                (u16::from(color) + u16::from(page) * through / 255).min(255) as u8
            };
            [
                channel(pixel.red(), page[0]),
                channel(pixel.green(), page[1]),
                channel(pixel.blue(), page[2]),
            ]
        };
        Ok(Self {
            width: pixmap.width() as usize,
            height: pixmap.height() as usize,
            colors: pixmap.pixels().iter().map(over_page).collect(),
        })
    }

    /// Returns the smallest rectangle with all pixels that changed, at least one pixel,
    /// because a frame cannot be empty.
    fn changes(&self, before: Option<&Self>) -> ChangedArea {
        let all = ChangedArea { left: 0, top: 0, width: self.width, height: self.height };
        let Some(before) = before.filter(|before| before.colors.len() == self.colors.len()) else {
            return all;
        };
        let (mut left, mut top, mut right, mut bottom) = (self.width, self.height, 0, 0);
        let pairs = self.colors.iter().zip(&before.colors).enumerate();
        for (index, _) in pairs.filter(|(_, (new, old))| new != old) {
            let (x, y) = (index % self.width, index / self.width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        if right == 0 {
            return ChangedArea { left: 0, top: 0, width: 1, height: 1 };
        }
        ChangedArea { left, top, width: right - left, height: bottom - top }
    }
}

/// A rectangle of a picture.
struct ChangedArea {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl ChangedArea {
    fn pixels<'a>(&self, picture: &'a Picture) -> impl Iterator<Item = [u8; 3]> + 'a {
        let columns = self.left..self.left + self.width;
        let rows = self.top..self.top + self.height;
        let width = picture.width;
        rows.flat_map(move |row| columns.clone().map(move |col| row * width + col))
            .map(|index| picture.colors[index])
    }
}

/// Most frequent colours. The pictures are flat, so these are nearly all.
struct Palette(Vec<[u8; 3]>);

impl Palette {
    fn of<'a>(pictures: impl Iterator<Item = &'a Picture>) -> Self {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        for color in pictures.flat_map(|picture| &picture.colors) {
            *counts.entry(*color).or_default() += 1;
        }
        let mut colors: Vec<_> = counts.into_iter().collect();
        // Equal counts are ordered by colour, so that the same game gives the same file.
        colors.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        Self(colors.into_iter().take(MOST_COLORS).map(|(color, _)| color).collect())
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.concat()
    }

    fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| {
            let squares = color.iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2));
            squares.sum::<u32>()
        };
        let nearest = self.0.iter().enumerate().min_by_key(|(_, other)| distance(other));
        nearest.map_or(0, |(index, _)| index as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::sampled;

    #[test]
    fn the_first_and_the_last_picture_are_among_the_sampled() {
        for count in [0, 1, 2, 23, 24, 25, 100, 2001] {
            let indices: Vec<usize> = sampled(count).collect();
            assert_eq!(indices.len(), count.min(24), "{count}");
            assert!(indices.is_sorted_by(|a, b| a < b), "{count}");
            assert_eq!(indices.first().copied(), (count > 0).then_some(0));
            assert_eq!(indices.last().copied(), count.checked_sub(1));
        }
    }
}
