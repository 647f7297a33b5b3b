//! The pictures in the pages: one for each `<!-- draw: GAME | POSITION | caption -->`,
//! followed by the line that shows it. With `INSTA_UPDATE=always` they are updated; otherwise
//! they must be up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use crate::common::{compare, regenerates, root};
use cairn_draw::svg::{Options, Theme, draw};
use cairn_draw::{Marks, marks_of_move, words};
use cairn_games::{AnyPosition, BoardView, GameId, read_position};

const HOW: &str = "scripts/drawings";

/// A page with pictures, and where these are, seen from the page.
struct Page {
    path: PathBuf,
    folder: &'static str,
}

fn pages() -> Vec<Page> {
    let rules = root().join("docs/rules");
    let files = std::fs::read_dir(rules).expect("the rules").flatten().map(|file| file.path());
    let mut pages: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| Page { path, folder: "img/" })
        .collect();
    pages.push(Page { path: root().join("docs/img/README.md"), folder: "" });
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// The fields of a comment such as `<!-- draw: a | b | c -->`.
fn marker<'a>(line: &'a str, kind: &str) -> Option<Vec<&'a str>> {
    let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    let (found, rest) = comment.split_once(':')?;
    (found == kind).then(|| rest.trim().split(" | ").collect())
}

fn position(game: &str, text: &str) -> AnyPosition {
    let boards = GameId::boards(game).expect(game);
    read_position(&boards, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn view(position: &AnyPosition) -> BoardView {
    position.view()
}

/// A picture before the move of the example above it shows that move, and a picture
/// after it shows what the move did.
fn marks(text: &str, example: Option<&[&str]>) -> Marks {
    let Some([game, before, mv, after]) = example else {
        return Marks::default();
    };
    if text == *before {
        let position = position(game, before);
        let mv = position.read_move(mv).expect("a legal move");
        let steps = position.steps(mv).expect("a legal move");
        Marks::default().with_steps(&steps, None)
    } else if text == *after {
        marks_of_move(&view(&position(game, before)), &view(&position(game, after)))
    } else {
        Marks::default()
    }
}

/// The name of a file, from the game and the first words of the caption.
fn name(game: &str, caption: &str) -> String {
    let words = caption.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let caption: Vec<_> = words.take(6).map(str::to_lowercase).collect();
    let game = game.replace(':', "-");
    let caption = caption.join("-");
    if caption.starts_with(&game) { caption } else { format!("{game}-{caption}") }
}

/// All pictures of a folder by name.
#[derive(Default)]
struct Album(BTreeMap<String, String>);

impl Album {
    /// Keeps a picture and says under which name.
    fn add(&mut self, name: &str, picture: String) -> String {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| self.0.get(name).is_none_or(|other| *other == picture));
        let name = free.expect("there are enough numbers");
        self.0.insert(name.clone(), picture);
        name
    }
}

/// The line that shows a picture.
fn image(folder: &str, file: &str, view: &BoardView, caption: &str) -> String {
    let alt = format!("{caption}. {}", words::position(view));
    let alt = alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(r#"<img src="{folder}{file}.svg" width="360" alt="{alt}">"#)
}

/// A page with its pictures as they should be.
fn redrawn(page: &Page, album: &mut Album) -> String {
    let text = read_to_string(&page.path).expect("a page");
    let mut lines = text.lines().peekable();
    let mut new = String::new();
    let mut example: Option<Vec<&str>> = None;
    while let Some(line) = lines.next() {
        new.push_str(line);
        new.push('\n');
        example = marker(line, "example").or(example);
        let Some([game, position_text, caption]) = marker(line, "draw").as_deref().map(|fields| {
            <[&str; 3]>::try_from(fields).unwrap_or_else(|_| panic!("three fields: {line}"))
        }) else {
            continue;
        };
        let view = view(&position(game, position_text));
        let marks = marks(position_text, example.as_deref());
        let options = Options { theme: Theme::Auto, ..Options::default() };
        let file = album.add(&name(game, caption), draw(&view, &marks, &options));
        new.push_str(&image(page.folder, &file, &view, caption));
        new.push('\n');
        // What showed the position until now: a picture, or a block of text.
        if lines.peek().is_some_and(|next| next.starts_with("<img ")) {
            lines.next();
        } else if lines.peek().is_some_and(|next| next.starts_with("```")) {
            lines.next();
            lines.by_ref().find(|line| line.starts_with("```"));
        }
    }
    new
}

#[test]
fn pictures_are_up_to_date() {
    let mut albums: BTreeMap<PathBuf, Album> = BTreeMap::new();
    for page in pages() {
        let folder = page.path.parent().expect("a folder").join(page.folder);
        let new = redrawn(&page, albums.entry(folder).or_default());
        compare(&page.path, &new, HOW);
    }
    for (folder, album) in &albums {
        for (name, picture) in &album.0 {
            compare(&folder.join(format!("{name}.svg")), picture, HOW);
        }
        remove_others(folder, album);
    }
}

/// There must be no picture that no page shows.
fn remove_others(folder: &Path, album: &Album) {
    let wanted: BTreeSet<_> = album.0.keys().map(|name| format!("{name}.svg")).collect();
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".svg") || wanted.contains(&name) {
            continue;
        }
        assert!(regenerates(), "no page shows {}; run {HOW}", file.path().display());
        std::fs::remove_file(file.path()).expect("can be removed");
    }
}
