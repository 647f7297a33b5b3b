//! Parts of every page: head, navigation, footer.
//!
//! A page is made by [`HtmlPage::new`], then what it needs, then [`HtmlPage::render`] with its
//! content.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use cairn_draw::svg;
use cairn_games::GameId;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::assets::{has_modules, url};

/// Description of the site, for pages that have none of their own.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    format!("Play, study and master stacking games for two: {}.", titles_of_games())
});

/// Returns the titles of all games as a list in a sentence.
pub(super) fn titles_of_games() -> String {
    let titles: Vec<_> = GameId::families().map(|game| game.info().title).collect();
    match titles.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => titles.concat(),
    }
}

/// Returns the other rule sets of a game.
pub(super) fn variants(game: GameId) -> impl Iterator<Item = GameId> {
    GameId::rule_sets().filter(move |other| *other != game && other.family() == game.family())
}

/// A page without its content.
#[derive(Clone, Debug, Default)]
pub(crate) struct HtmlPage {
    title: String,
    description: Option<String>,
    image: Option<String>,
    image_text: Option<String>,
    origin: String,
    scripts: Vec<&'static str>,
    styles: Vec<&'static str>,
    class: &'static str,
    reload: Option<u32>,
    private: bool,
    waiting: usize,
    framed: bool,
}

impl HtmlPage {
    /// A page with this title.
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// One sentence for search engines and previews.
    pub(crate) fn describe(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// The picture of previews: the path of a PNG on this site, and what it shows. Where
    /// the site is, is read from the headers of the request: previews need whole
    /// addresses.
    pub(crate) fn image(
        mut self,
        path: String,
        text: impl Into<String>,
        headers: &HeaderMap,
    ) -> Self {
        self.image = Some(path);
        self.image_text = Some(text.into());
        self.origin = origin(headers);
        self
    }

    /// A script module among the assets.
    pub(crate) fn script(mut self, name: &'static str) -> Self {
        self.scripts.push(name);
        self
    }

    /// A style sheet among the assets, besides those that all pages have.
    pub(crate) fn style(mut self, name: &'static str) -> Self {
        self.styles.push(name);
        self
    }

    /// The class of the body.
    pub(crate) const fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    /// Lets browsers without scripts ask again after some seconds.
    pub(crate) const fn reload(mut self, seconds: u32) -> Self {
        self.reload = Some(seconds);
        self
    }

    /// Number of games that wait for the visitor, with which the title begins.
    pub(crate) const fn waiting(mut self, games: usize) -> Self {
        self.waiting = games;
        self
    }

    /// Search engines must not list it, and links from it must not tell where it is.
    pub(crate) const fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// It is shown in a frame of another page, without navigation.
    pub(crate) const fn framed(mut self) -> Self {
        self.framed = true;
        self
    }

    /// The whole page.
    #[expect(clippy::needless_pass_by_value, reason = "content is made for the page")]
    pub(crate) fn render(&self, content: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body class=[(!self.class.is_empty()).then_some(self.class)] {
                    @if !self.framed { a.skip href="#main" { "Skip to content" } }
                    (PreEscaped(svg::inline_letters()))
                    @if !self.framed { (header()) }
                    main #main tabindex="-1" { (content) }
                    @if !self.framed { (footer()) }
                    div #announce .hidden role="status" aria-live="polite" {}
                    div #toasts .toasts role="alert" {}
                }
            }
        }
    }

    fn head(&self) -> Markup {
        let title = if self.title.is_empty() { "Cairn" } else { &self.title };
        let full = if self.title.is_empty() {
            "Cairn · stacking games for two".to_owned()
        } else {
            format!("{} · Cairn", self.title)
        };
        let full = if self.waiting > 0 { format!("({}) {full}", self.waiting) } else { full };
        let description = self.description.as_deref().unwrap_or(&DESCRIPTION);
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (full) }
                meta name="description" content=(description);
                meta name="color-scheme" content="light dark";
                meta name="theme-color" content="#f7f4ee" media="(prefers-color-scheme: light)";
                meta name="theme-color" content="#17191d" media="(prefers-color-scheme: dark)";
                @if self.private {
                    meta name="robots" content="noindex";
                    meta name="referrer" content="no-referrer";
                }
                meta property="og:site_name" content="Cairn";
                meta property="og:type" content="website";
                meta property="og:title" content=(title);
                meta property="og:description" content=(description);
                @if let (Some(image), Some(text), false) =
                    (&self.image, &self.image_text, self.origin.is_empty())
                {
                    meta property="og:image" content={ (self.origin) (image) };
                    meta property="og:image:alt" content=(text);
                    meta name="twitter:card" content="summary_large_image";
                }
                @if has_modules() {
                    meta name="cairn-modules" content="available";
                }
                // Not a module: the theme must be right before anything is shown.
                script src=(url("theme.js")) {}
                link rel="stylesheet" href=(url("site.css"));
                link rel="stylesheet" href=(url("forms.css"));
                link rel="stylesheet" href=(url("boards.css"));
                @for style in &self.styles {
                    link rel="stylesheet" href=(url(style));
                }
                link rel="icon" href=(url("icon.svg")) type="image/svg+xml";
                link rel="apple-touch-icon" href=(url("icon-180.png"));
                @if !self.framed {
                    link rel="manifest" href=(url("app.webmanifest"));
                    script type="module" src=(url("site.js")) {}
                }
                @for script in self.scripts.iter().filter(|name| **name != "site.js") {
                    script type="module" src=(url(script)) {}
                }
                @if let Some(seconds) = self.reload {
                    noscript { meta http-equiv="refresh" content=(seconds); }
                }
            }
        }
    }
}

/// Returns the origin of this site, as the browser sees it.
pub(crate) fn origin(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST.as_str()).filter(|host| is_host(host));
    let secure = text("x-forwarded-proto") == Some("https");
    match host {
        Some(host) => format!("{}://{host}", if secure { "https" } else { "http" }),
        None => String::new(),
    }
}

/// Whether a text can be the name of a host with a port.
fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
}

fn header() -> Markup {
    html! {
        header.top {
            div.top-inner {
                a.brand href="/" {
                    (logo())
                    span { "Cairn" }
                }
                nav aria-label="Main" {
                    a href="/#games" { "Play" }
                    a href="/learn" { "Learn" }
                    a href="/puzzles" { "Puzzles" }
                    a href="/rules" { "Rules" }
                    a href="/a" { "Analyse" }
                }
                button.icon-button type="button" data-action="theme" aria-label="Theme: system"
                    title="Theme: system" hidden {
                    (theme_icon())
                }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer.bottom {
            p {
                "Stacking games for two. No account, no tracking, no third-party content."
            }
            nav aria-label="More" {
                a href="/me" { "My games" }
                a href="/learn" { "Learn" }
                a href="/puzzles" { "Puzzles" }
                a href="/rules" { "Rules" }
                a href="/a" { "Analyse" }
                a href="/api/v1/openapi.json" { "API" }
            }
        }
    }
}

/// Three stones on each other.
pub(crate) fn logo() -> Markup {
    html! {
        svg.logo viewBox="0 0 32 32" aria-hidden="true" focusable="false" {
            ellipse cx="16" cy="25.5" rx="12.5" ry="4.5" {}
            ellipse cx="15" cy="16.7" rx="9" ry="3.9" {}
            ellipse cx="17" cy="9" rx="5.6" ry="3.2" {}
        }
    }
}

fn theme_icon() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
            circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2" {}
            path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_rendered_with_its_title() {
        let page = HtmlPage::new("About").script("site.js").describe("What this is.");
        let markup = page.render(html! { h1 { "About" } });
        assert!(markup.into_string().contains("<title>About · Cairn</title>"));
    }

    #[test]
    fn the_origin_is_a_host_or_nothing() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, value.parse().unwrap());
            }
            headers
        };
        assert_eq!(origin(&headers(&[("host", "cairn.test:80")])), "http://cairn.test:80");
        let secure = headers(&[("host", "[::1]:8080"), ("x-forwarded-proto", "https")]);
        assert_eq!(origin(&secure), "https://[::1]:8080");
        assert_eq!(origin(&headers(&[("host", "a\"><script>")])), "");
        assert_eq!(origin(&headers(&[])), "");
    }

    #[test]
    fn titles_are_escaped() {
        let page = HtmlPage::new("<b>").describe("\"quoted\"").render(html! {}).into_string();
        assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"));
        assert!(page.contains("&quot;quoted&quot;"));
    }
}
