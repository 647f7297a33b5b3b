//! Colours of pictures.
//!
//! Colours that must be told apart come from the palette of Okabe and Ito, or differ in
//! lightness.

use std::fmt::Write;

use crate::paint::Paint;

/// Light or dark colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For paper and light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// Follows the reader's system setting; light if it is unknown.
    Auto,
}

/// Colours that depend on the theme.
struct ThemeColors {
    page: &'static str,
    board: &'static str,
    field: &'static str,
    line: &'static str,
    ink: &'static str,
    faint: &'static str,
    hole: &'static str,
    shadow: &'static str,
    /// Top, left and right side of black pieces.
    black: [&'static str; 3],
    /// Outlines of pieces in the order of [`Paint::ALL`], which must stand out from the board.
    edges: [&'static str; Paint::ALL.len()],
    /// Opacity of the colour in home cells, on which pieces must stand out.
    home: &'static str,
    /// Marks of the last move, of choices, and of chosen cells.
    last_move: &'static str,
    choice: &'static str,
    chosen: &'static str,
    /// Cells that show how a game was won.
    winning: &'static str,
}

const LIGHT: ThemeColors = ThemeColors {
    page: "#fbf9f4",
    board: "#ece3d0",
    field: "#f5efe1",
    line: "#a3957a",
    ink: "#2e2a24",
    faint: "#756a58",
    hole: "#d3c7ac",
    shadow: "#00000024",
    black: ["#3a3d44", "#2b2d33", "#1d1f23"],
    edges: ["#6d6350", "#050506", "#0c4a35", "#571b03", "#6b5300"],
    home: ".3",
    last_move: "#0072b2",
    choice: "#b3478a",
    chosen: "#cc79a7",
    winning: "#b57400",
};

/// The board has a middle tone, so that white and black pieces both stand out.
const DARK: ThemeColors = ThemeColors {
    page: "#1a1c20",
    board: "#66707b",
    field: "#717a85",
    line: "#9aa4af",
    ink: "#f1efe9",
    faint: "#c6ccd3",
    hole: "#5c6671",
    shadow: "#0000004d",
    black: ["#1c1e22", "#131417", "#0a0b0d"],
    edges: ["#6d6350", "#000000", "#04150e", "#2a0c00", "#6b5300"],
    home: ".12",
    last_move: "#c8e8ff",
    choice: "#ffe1f2",
    chosen: "#ffc9e8",
    winning: "#ffe08a",
};

/// A board of wood. Everything besides the board is as on light pages.
const WOOD: ThemeColors = ThemeColors {
    board: "#a9794a",
    field: "#c29460",
    line: "#7d5630",
    hole: "#99693d",
    edges: ["#2e2416", "#050506", "#04150e", "#2a0c00", "#2e2400"],
    faint: "#2e2014",
    last_move: "#00416b",
    choice: "#7a0f52",
    chosen: "#a33a78",
    winning: "#5a3200",
    ..LIGHT
};

/// Colour of the lines between black layers.
const BLACK_RIM: &str = "#868e99";

/// Returns the colours of a piece: top, left side, right side, outline, and text on top.
const fn faces(paint: Paint) -> [&'static str; 5] {
    match paint {
        Paint::White => ["#fdfbf5", "#e9e2d2", "#d3c9b3", "#6d6350", "#2e2a24"],
        Paint::Black => ["#3a3d44", "#2b2d33", "#1d1f23", "#050506", "#f7f5ef"],
        Paint::Green => ["#3fae86", "#2f9a74", "#1d7a59", "#0c4a35", "#ffffff"],
        Paint::Red => ["#d9541e", "#bd4312", "#98330a", "#571b03", "#ffffff"],
        Paint::Yellow => ["#f7d957", "#e3bf2f", "#c39d12", "#6b5300", "#2e2a24"],
    }
}

/// Returns the prefix of the class names of a colour.
pub fn prefix(paint: Paint) -> &'static str {
    &paint.name()[..1]
}

/// Returns the style sheet. Every rule is a single class, which all programs understand.
pub fn style_sheet(theme: Theme) -> String {
    let mut css = String::new();
    let ground = if theme == Theme::Dark { &DARK } else { &LIGHT };
    for paint in Paint::ALL {
        let (name, [top, left, right, edge, ink]) = (prefix(paint), faces(paint));
        // Between black layers, a black line cannot be seen.
        let rim = if paint == Paint::Black { BLACK_RIM } else { edge };
        let _ = write!(
            css,
            ".{name}-top{{fill:{top}}}.{name}-left{{fill:{left}}}.{name}-right{{fill:{right}}}\
             .{name}-ink{{fill:{ink}}}\
             .{name}-edge{{fill:none;stroke:{edge};stroke-width:1.6;stroke-linejoin:round}}\
             .{name}-rim{{fill:none;stroke:{rim};stroke-width:.9;stroke-opacity:.75}}\
             .{name}-sign{{fill:none;stroke:{ink};stroke-width:1.8;stroke-opacity:.5}}\
             .{name}-home{{fill:{top};fill-opacity:.3;stroke:{edge};stroke-width:2;\
             stroke-opacity:.7;stroke-dasharray:6 5}}"
        );
    }
    write_colors(&mut css, ground);
    css.push_str(ARROWS);
    if theme == Theme::Auto {
        css.push_str("@media (prefers-color-scheme:dark){");
        write_colors(&mut css, &DARK);
        css.push('}');
    }
    css
}

/// Returns the style sheet for pictures inside pages. Every rule begins with their class. They
/// follow the system setting unless the page sets `data-theme`, and are of wood if it sets
/// `data-boards`.
pub fn page_style_sheet(class: &str) -> String {
    let within = |selector: &str, css: &str| css.replace("}.", &format!("}}{selector}.{class} ."));
    let rules = |selector: &str, css: &str| {
        // The first rule has no other before it.
        within(selector, &format!("}}{css}"))[1..].to_owned()
    };
    let dark = |selector: &str| {
        let mut ground = String::new();
        write_colors(&mut ground, &DARK);
        rules(selector, &ground)
    };
    let mut wood = String::new();
    write_colors(&mut wood, &WOOD);
    format!(
        "{}@media (prefers-color-scheme:dark){{{}}}{}{}",
        rules("", &style_sheet(Theme::Light)),
        dark(":root:not([data-theme=light]) "),
        dark(":root[data-theme=dark] "),
        // In both themes, so it needs as many selectors as the dark one.
        rules(":root[data-boards=wood]:root ", &wood)
    )
}

/// Returns the colour behind the board, for files that cannot be transparent.
#[cfg(feature = "raster")]
pub fn page_color(theme: Theme) -> [u8; 3] {
    let page = if theme == Theme::Dark { DARK.page } else { LIGHT.page };
    let byte = |at: usize| u8::from_str_radix(&page[at..at + 2], 16).unwrap_or(u8::MAX);
    [byte(1), byte(3), byte(5)]
}

fn write_colors(css: &mut String, colors: &ThemeColors) {
    let ThemeColors { page, board, field, line, ink, faint, hole, shadow, home, .. } = colors;
    let ThemeColors { black: [top, left, right], edges, .. } = colors;
    for (paint, edge) in Paint::ALL.into_iter().zip(edges) {
        let _ = write!(css, ".{}-edge{{stroke:{edge}}}", prefix(paint));
    }
    let _ = write!(
        css,
        ".page{{fill:{page}}}.board{{fill:{board}}}.ink{{fill:{ink}}}.faint{{fill:{faint}}}\
         .field{{fill:{field};stroke:{line};stroke-width:1.5}}\
         .line{{fill:none;stroke:{line};stroke-width:2.5;stroke-linecap:round}}\
         .shadow{{fill:{shadow}}}.hole{{fill:{hole}}}\
         .b-top{{fill:{top}}}.b-left{{fill:{left}}}.b-right{{fill:{right}}}\
         .w-home{{fill-opacity:{home}}}.b-home{{fill-opacity:{home}}}\
         .token-edge{{fill:none;stroke:{faint};stroke-width:1.8}}\
         .badge{{fill:{page};stroke:{ink};stroke-width:1.6}}\
         .side-0{{fill:none;stroke:{faint};stroke-width:7;stroke-linecap:round}}\
         .side-1{{fill:none;stroke:{faint};stroke-width:7;stroke-dasharray:22 12}}\
         .side-2{{fill:none;stroke:{faint};stroke-width:7;stroke-dasharray:1 14;\
         stroke-linecap:round}}"
    );
    write_marks(css, colors);
}

/// Marks: blue for the last move, purple for choices, sky blue for arrows.
fn write_marks(css: &mut String, colors: &ThemeColors) {
    let ThemeColors { ink, last_move, choice, chosen, winning, .. } = colors;
    let _ = write!(
        css,
        ".landed{{fill:{last_move};fill-opacity:.3;stroke:{last_move};stroke-width:4}}\
         .came-from{{fill:{last_move};fill-opacity:.12;stroke:{last_move};stroke-width:3.5;\
         stroke-dasharray:9 6}}\
         .changed{{fill:{last_move};fill-opacity:.16;stroke:{last_move};stroke-width:3.5;\
         stroke-dasharray:1 5;stroke-linecap:round}}\
         .winning{{fill:{winning};fill-opacity:.45}}\
         .winning-ring{{fill:none;stroke:{winning};stroke-width:7;stroke-linejoin:round}}\
         .winning-rim{{fill:none;stroke:{ink};stroke-width:1.4;stroke-linejoin:round}}\
         .selected{{fill:{chosen};fill-opacity:.4}}\
         .selected-ring{{fill:none;stroke:{chosen};stroke-width:6}}\
         .target{{fill:{choice}}}.target-ring{{fill:none;stroke:{choice};stroke-width:5}}\
         .cursor{{fill:none;stroke:{choice};stroke-width:5;stroke-linecap:round}}"
    );
}

const ARROWS: &str = ".arrow{fill:#1c86c8;fill-opacity:.88;stroke:#ffffff;stroke-width:1.6;stroke-linejoin:round}\
.arrow-ring{fill:none;stroke:#1c86c8;stroke-width:7;stroke-opacity:.9}\
.count-badge{fill:#0f6b4c;stroke:#ffffff;stroke-width:1.6}.count-ink{fill:#ffffff}\
.arrow-badge{fill:#0b5c8f;stroke:#ffffff;stroke-width:1.6}.arrow-ink{fill:#ffffff}";

#[cfg(test)]
mod tests {
    use super::*;

    /// Least contrast of a piece to what it stands on.
    const LEAST: f64 = 3.0;

    /// Red, green and blue from 0 to 1.
    fn channels(color: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0)
    }

    /// Relative luminance, as the Web Content Accessibility Guidelines define it.
    fn luminance(channels: [f64; 3]) -> f64 {
        let linear = |channel: f64| match channel <= 0.040_45 {
            true => channel / 12.92,
            false => ((channel + 0.055) / 1.055).powf(2.4),
        };
        let [red, green, blue] = channels.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Top and outline of a piece in a theme.
    fn piece(paint: Paint, colors: &ThemeColors) -> [[f64; 3]; 2] {
        let [top, ..] = faces(paint);
        let place = Paint::ALL.iter().position(|other| *other == paint).unwrap();
        let top = if paint == Paint::Black { colors.black[0] } else { top };
        [top, colors.edges[place]].map(channels)
    }

    /// A colour laid over another with an opacity.
    fn over(color: [f64; 3], below: [f64; 3], opacity: f64) -> [f64; 3] {
        std::array::from_fn(|at| color[at] * opacity + below[at] * (1.0 - opacity))
    }

    #[test]
    fn pieces_stand_out_from_what_they_stand_on() {
        for (theme, colors) in [("light", &LIGHT), ("dark", &DARK), ("wood", &WOOD)] {
            let grounds = [colors.board, colors.field].map(channels);
            let opacity: f64 = format!("0{}", colors.home).parse().unwrap();
            for paint in Paint::ALL {
                let [top, edge] = piece(paint, colors);
                // Games with homes are played in black and white.
                let has_homes = matches!(paint, Paint::White | Paint::Black);
                let home = has_homes.then(|| over(top, grounds[1], opacity));
                for ground in grounds.into_iter().chain(home) {
                    let best = contrast(top, ground).max(contrast(edge, ground));
                    assert!(best >= LEAST, "{paint:?} on {ground:?}, {theme}: {best:.2}");
                }
            }
        }
    }

    #[test]
    fn black_and_white_are_told_from_a_dark_board_by_more_than_their_outline() {
        for paint in [Paint::Black, Paint::White] {
            let [top, _] = piece(paint, &DARK);
            for ground in [DARK.board, DARK.field].map(channels) {
                assert!(contrast(top, ground) >= LEAST, "{paint:?}: {:.2}", contrast(top, ground));
            }
            let home = over(top, channels(DARK.field), 0.12);
            assert!(contrast(top, home) >= LEAST, "{paint:?}: {:.2}", contrast(top, home));
        }
    }

    #[test]
    fn marks_stand_out_from_the_board() {
        for colors in [&LIGHT, &DARK, &WOOD] {
            for mark in [colors.last_move, colors.choice, colors.winning].map(channels) {
                assert!(contrast(mark, channels(colors.field)) >= LEAST, "{mark:?}");
            }
        }
    }
}
