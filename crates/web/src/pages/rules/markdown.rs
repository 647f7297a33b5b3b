//! Text as HTML: headings with names, links that lead to our own pages.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::super::about;
use super::address;

/// A heading of the second level, for the list of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Its name in an address.
    pub(crate) anchor: String,
    /// Its text.
    pub(crate) text: String,
}

/// Text as HTML, and the headings in it.
pub(crate) fn render(markdown: &str) -> (Markup, Vec<Heading>) {
    let events: Vec<_> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut headings = Vec::new();
    let mut written = Vec::with_capacity(events.len());
    let mut dead_links = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let text = heading_text(&events[at + 1..]);
                let anchor = anchor(&text);
                let tag = format!("<{level} id=\"{anchor}\">");
                written.push(Event::InlineHtml(tag.into()));
                if *level == HeadingLevel::H2 {
                    headings.push(Heading { anchor, text });
                }
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match leads_to(dest_url) {
                    Some(dest_url) => written.push(Event::Start(Tag::Link {
                        link_type: *link_type,
                        dest_url,
                        title: title.clone(),
                        id: id.clone(),
                    })),
                    None => dead_links += 1,
                }
            }
            Event::End(TagEnd::Link) if dead_links > 0 => dead_links -= 1,
            Event::Start(Tag::Table(columns)) => {
                let open =
                    "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\">";
                written.push(Event::InlineHtml(open.into()));
                written.push(Event::Start(Tag::Table(columns.clone())));
            }
            Event::End(TagEnd::Table) => {
                written.push(event.clone());
                written.push(Event::InlineHtml("</div>".into()));
            }
            // The pages have no HTML but pictures, which are drawn anew.
            Event::Html(_) | Event::InlineHtml(_) => {}
            _ => written.push(event.clone()),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, written.into_iter());
    (PreEscaped(text), headings)
}

fn heading_text(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// The name of a heading in an address, as other readers of Markdown make it too.
fn anchor(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the target on this site of a link in the document; `None` if there is none.
fn leads_to<'a>(link: &CowStr<'a>) -> Option<CowStr<'a>> {
    if link.starts_with('#') || link.starts_with("https://") {
        return Some(link.clone());
    }
    let (file, anchor) = link.split_once('#').map_or((link.as_ref(), ""), |(file, at)| (file, at));
    let name = file.rsplit('/').next()?.strip_suffix(".md")?;
    let page = if file.contains("reports/") { about::address(name) } else { address(name) }?;
    Some(if anchor.is_empty() { page.into() } else { format!("{page}#{anchor}").into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages() {
        let text = "## A *b* `c:d`\n\n[x](nava.md) [y](README.md#z) [n](../../NOTICE.md) \
            [gone](../other.md) [here](#a-b-cd)\n\n<script>alert(1)</script>\n";
        let (html, headings) = render(text);
        let html = html.into_string();
        assert_eq!(headings, [Heading { anchor: "a-b-cd".to_owned(), text: "A b c:d".to_owned() }]);
        assert!(html.contains("<h2 id=\"a-b-cd\">"), "{html}");
        assert!(
            html.contains("href=\"/rules/nava\"") && html.contains("href=\"/rules#z\""),
            "{html}"
        );
        assert!(html.contains("href=\"/rules/notice\"") && html.contains(" gone "), "{html}");
        assert!(html.contains("href=\"#a-b-cd\"") && !html.contains("<script"), "{html}");
    }
}
