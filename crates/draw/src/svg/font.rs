//! Text as outlines, so that pictures look the same everywhere and need no fonts.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

use super::writer::{SvgPoint, SvgWriter, number};

/// Outlines; the head of the file describes their format and licence.
const DATA: &str = include_str!("../../fonts/roboto-medium.txt");

/// Units per em of the outlines.
const EM: f64 = 1000.0;
/// Height of digits and capital letters in ems.
const CAP_HEIGHT: f64 = 0.711;

struct Outline {
    symbol: char,
    width: f64,
    path: &'static str,
}

static OUTLINES: LazyLock<Vec<Outline>> = LazyLock::new(|| {
    let outline = |line: &'static str| {
        let mut fields = line.split('\t');
        Some(Outline {
            symbol: fields.next()?.chars().next()?,
            width: fields.next()?.parse().ok()?,
            path: fields.next()?,
        })
    };
    DATA.lines().filter_map(outline).collect()
});

fn outline(symbol: char) -> Option<&'static Outline> {
    OUTLINES.iter().find(|outline| outline.symbol == symbol)
}

/// Position of text relative to its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Returns the width of a text.
pub fn width(text: &str, size: f64) -> f64 {
    let widths = text.chars().filter_map(outline).map(|outline| outline.width);
    widths.sum::<f64>() * size / EM
}

/// Writes a text whose capitals are centred on the height of a point. Characters without
/// an outline are left out.
pub fn text(
    out: &mut SvgWriter,
    class: &str,
    text: &str,
    (x, y): SvgPoint,
    size: f64,
    anchor: Anchor,
) {
    let shift = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let left = number(x - shift * width(text, size));
    let base = number(y + CAP_HEIGHT / 2.0 * size);
    let scale = format!("{:.4}", size / EM);
    out.raw(&format!(r#"<g class="{class}" transform="translate({left} {base}) scale({scale})">"#));
    let mut at = 0.0;
    for outline in text.chars().filter_map(outline) {
        if !outline.path.is_empty() {
            out.raw(&format!(r##"<use href="#{}" x="{at}"/>"##, id(outline.symbol)));
        }
        at += outline.width;
    }
    out.raw("</g>");
}

fn id(symbol: char) -> String {
    format!("cairn-{:x}", u32::from(symbol))
}

/// Returns the definitions of the outlines that markup refers to.
pub fn definitions(markup: &str) -> String {
    let uses = markup.split("<use href=\"#").skip(1);
    let used: BTreeSet<&str> = uses.filter_map(|rest| rest.split('"').next()).collect();
    define(|outline| used.contains(id(outline.symbol).as_str()))
}

/// Returns the definitions of the outlines of lower-case letters and digits, which names of
/// cells and heights of stacks need.
pub fn letter_definitions() -> String {
    define(|outline| outline.symbol.is_ascii_lowercase() || outline.symbol.is_ascii_digit())
}

fn define(wanted: impl Fn(&Outline) -> bool) -> String {
    let mut defs = "<defs>".to_owned();
    for outline in OUTLINES.iter().filter(|outline| wanted(outline)) {
        let _ = write!(defs, r#"<path id="{}" d="{}"/>"#, id(outline.symbol), outline.path);
    }
    defs + "</defs>"
}
