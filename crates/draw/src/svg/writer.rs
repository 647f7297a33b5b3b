//! SVG elements, numbers and escaping.

use std::fmt::Write;

/// A point or a vector, y downwards.
pub type SvgPoint = (f64, f64);

/// Formats a number with at most two decimals and no superfluous characters.
pub fn number(value: f64) -> String {
    let mut text = format!("{value:.2}");
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    if text == "-0" { "0".to_owned() } else { text }
}

/// Escapes text for an element or an attribute of SVG, XML or HTML.
///
/// ```
/// assert_eq!(cairn_draw::svg::escaped("\"a\" < b\u{1}"), "&quot;a&quot; &lt; b\u{fffd}");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // XML allows no other control characters, and not the two last ones of the plane.
            '\n' | '\t' => safe.push(symbol),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if symbol.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(symbol),
        }
    }
    safe
}

/// Path data.
#[derive(Default)]
pub struct Path(String);

impl Path {
    /// Creates a closed polygon.
    pub fn polygon(points: &[SvgPoint]) -> Self {
        let mut path = Self::default();
        for (index, &point) in points.iter().enumerate() {
            path = if index == 0 { path.from(point) } else { path.to(point) };
        }
        path.close()
    }

    /// Moves to a point.
    pub fn from(mut self, (x, y): SvgPoint) -> Self {
        let _ = write!(self.0, "M{} {}", number(x), number(y));
        self
    }

    /// Draws a straight line.
    pub fn to(mut self, (x, y): SvgPoint) -> Self {
        let _ = write!(self.0, "L{} {}", number(x), number(y));
        self
    }

    /// Draws half an ellipse. To the right, the lower half is counter-clockwise.
    pub fn half_ellipse(mut self, (rx, ry): SvgPoint, clockwise: bool, (x, y): SvgPoint) -> Self {
        let sweep = u8::from(clockwise);
        let (rx, ry, x, y) = (number(rx), number(ry), number(x), number(y));
        let _ = write!(self.0, "A{rx} {ry} 0 0 {sweep} {x} {y}");
        self
    }

    /// Closes the path.
    pub fn close(mut self) -> Self {
        self.0.push('Z');
        self
    }
}

/// Markup of a picture that is being written.
#[derive(Default)]
pub struct SvgWriter(String);

impl SvgWriter {
    /// Returns the markup.
    pub fn finish(self) -> String {
        self.0
    }

    /// Writes markup as it is.
    pub fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// Writes a path.
    pub fn path(&mut self, class: &str, path: &Path) {
        let _ = write!(self.0, r#"<path class="{class}" d="{}"/>"#, path.0);
    }

    /// Writes an ellipse.
    pub fn ellipse(&mut self, class: &str, (x, y): SvgPoint, (rx, ry): SvgPoint) {
        let (x, y, rx, ry) = (number(x), number(y), number(rx), number(ry));
        let _ =
            write!(self.0, r#"<ellipse class="{class}" cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>"#);
    }

    /// Writes a circle.
    pub fn circle(&mut self, class: &str, (x, y): SvgPoint, radius: f64) {
        let (x, y, radius) = (number(x), number(y), number(radius));
        let _ = write!(self.0, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }

    /// Writes a rectangle with round corners, by its upper left corner and its size.
    pub fn rectangle(
        &mut self,
        class: &str,
        (x, y): SvgPoint,
        (width, height): SvgPoint,
        round: f64,
    ) {
        let (x, y) = (number(x), number(y));
        let (width, height, round) = (number(width), number(height), number(round));
        let _ = write!(
            self.0,
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#
        );
    }
}
