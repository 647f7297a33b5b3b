//! Holds `docs/adding-a-game.md` to the game that it describes.

use crate::common::{path, read_file};

const PAGE: &str = "../../docs/adding-a-game.md";

/// The code blocks that the page says come from a file: the file and the code.
fn quoted_code(page: &str) -> Vec<(&str, &str)> {
    let marked = page.split("<!-- from: ").skip(1);
    let blocks = marked.map(|part| {
        let (file, rest) = part.split_once(" -->\n```rust\n").expect("code after the marker");
        let (code, _) = rest.split_once("```").expect("the end of the code");
        (file, code)
    });
    blocks.collect()
}

#[test]
fn code_on_the_page_is_in_the_files_that_it_names() {
    let page = read_file(PAGE);
    let blocks = quoted_code(&page);
    assert!(blocks.len() >= 3, "only {} code blocks", blocks.len());
    for (file, code) in blocks {
        let source = read_file(&format!("../../{file}"));
        assert!(source.contains(code), "{file} has changed; the page says:\n{code}");
    }
}

#[test]
fn files_on_the_page_exist_and_none_of_the_game_is_left_out() {
    let page = read_file(PAGE);
    let links: Vec<_> =
        page.split("](../").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for link in &links {
        assert!(path("../..").join(link).exists(), "{link} does not exist");
    }
    for file in std::fs::read_dir(path("tests/pagoda")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let link = format!("crates/games/tests/pagoda/{name}");
        assert!(links.contains(&link.as_str()), "{name} is not on the page");
    }
}
