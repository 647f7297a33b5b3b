//! Small pictures of positions inside pages.

use cairn_draw::Marks;
use cairn_draw::svg::{self, Options};
use cairn_games::BoardView;
use maud::{Markup, PreEscaped};

/// Draws a position as an inline SVG.
pub fn inline_picture(view: &BoardView, coordinates: bool) -> Markup {
    let options = Options { caption: false, coordinates, ..Options::default() };
    let picture = svg::draw_inline(view, &Marks::default(), &options);
    PreEscaped(with_joined_fields(&picture))
}

/// Joins fields that follow each other to one path: pages with many pictures are lighter by a tenth.
fn with_joined_fields(picture: &str) -> String {
    const FIELD: &str = r#"<path class="field" d=""#;
    let mut parts = picture.split(FIELD);
    let mut joined = parts.next().unwrap_or_default().to_owned();
    // Whether the path of the field before goes on.
    let mut is_open = false;
    for part in parts {
        if !is_open {
            joined.push_str(FIELD);
        }
        let outline = part.strip_suffix(r#""/>"#).filter(|outline| !outline.contains('"'));
        joined.push_str(outline.unwrap_or(part));
        is_open = outline.is_some();
    }
    joined
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    /// Every outline is still there, in its place, and nothing but fields is joined.
    #[test]
    fn joined_fields_are_one_path() {
        let joined = with_joined_fields(
            r#"<rect rx="14"/><path class="field" d="M1Z"/><path class="field" d="M2Z"/><path class="x" d="M3Z"/><path class="field" d="M4Z"/></svg>"#,
        );
        assert_eq!(
            joined,
            r#"<rect rx="14"/><path class="field" d="M1ZM2Z"/><path class="x" d="M3Z"/><path class="field" d="M4Z"/></svg>"#
        );
        for game in GameId::rule_sets() {
            let options = Options { caption: false, coordinates: false, ..Options::default() };
            let drawn = svg::draw_inline(&game.start().view(), &Marks::default(), &options);
            let joined = with_joined_fields(&drawn);
            let apart = |text: &str| text.replace(r#""/><path class="field" d=""#, "");
            let first = |text: &str| text.find(r#"<path class="field""#);
            assert_eq!(first(&joined), first(&drawn), "{game}: all before the fields is as it was");
            let from = first(&drawn).unwrap_or(0) + 1;
            assert_eq!(apart(&joined[from..]), apart(&drawn[from..]), "{game}");
            assert!(joined.len() <= drawn.len(), "{game}");
        }
    }
}
