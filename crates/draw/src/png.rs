//! PNG pictures.
//!
//! ```
//! use cairn_draw::{Marks, png, svg};
//! use cairn_games::GameId;
//!
//! let start = GameId::Nava.start();
//! let view = start.view();
//! let picture = svg::draw(&view, &Marks::default(), &svg::Options::default());
//! let file = png::encode(&picture, 64)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), png::PictureError>(())
//! ```

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options as ReaderOptions, Tree};

/// Error drawing a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw the picture: {0}")]
pub struct PictureError(String);

impl PictureError {
    pub(crate) fn new(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// Largest width and height of a picture in pixels.
pub const LARGEST: u32 = 8192;

/// Renders an SVG picture of this crate at a width in pixels.
///
/// # Errors
/// If the SVG cannot be read, or the picture would be empty or too large.
pub fn pixels(svg: &str, width: u32) -> Result<Pixmap, PictureError> {
    let tree = Tree::from_str(svg, &ReaderOptions::default()).map_err(PictureError::new)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    if width == 0 || height == 0 || width > LARGEST || height > LARGEST {
        let size = format!("{width} by {height} pixels; the sides are 1 to {LARGEST} long");
        return Err(PictureError::new(size));
    }
    let mut pixmap =
        Pixmap::new(width, height).ok_or_else(|| PictureError::new("out of memory"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Renders an SVG picture of this crate as a PNG file of a width in pixels.
///
/// # Errors
/// As [`pixels`].
pub fn encode(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let pixmap = pixels(svg, width)?;
    pixmap.encode_png().map_err(PictureError::new)
}
