//! Pictures made of pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options as ReaderOptions, Tree};

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw the picture: {0}")]
pub struct PictureError(String);

impl PictureError {
    pub(crate) fn new(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// The widest and highest picture that is made, in pixels.
pub const LARGEST: u32 = 8192;

/// Turns an SVG of this crate into pixels of this width.
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

/// Turns an SVG of this crate into a PNG file of this width.
///
/// # Errors
/// As [`pixels`].
pub fn encode(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let pixmap = pixels(svg, width)?;
    pixmap.encode_png().map_err(PictureError::new)
}
