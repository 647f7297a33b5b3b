//! All text styles of all games, compared with reviewed snapshots.
//!
//! After an intended change, run the test with `INSTA_UPDATE=always` and read the difference.

use std::fmt::Write;

use crate::common::{all_marks, cases};
use cairn_draw::terminal::Depth;
use cairn_draw::text::{Charset, Size, TextOptions, draw};
use cairn_draw::{Marks, words};

fn compare_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn text_styles() {
    for case in cases() {
        let mut text = String::new();
        for size in Size::ALL {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let options = TextOptions { size, charset, ..TextOptions::default() };
                let canvas = draw(&case.view, &Marks::default(), &options);
                let _ = write!(text, "== {size:?} {charset:?}\n{}\n", canvas.to_plain());
            }
        }
        let _ = write!(text, "== words\n{}\n", words::position(&case.view));
        compare_snapshot(&case.name, &text);
    }
}

#[test]
fn marks_and_flipped_boards() {
    for case in cases().iter().filter(|case| case.name.ends_with("-middle")) {
        let mut text = String::new();
        for size in Size::ALL {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let options = TextOptions { size, charset, flipped: true, coordinates: true };
                let canvas = draw(&case.view, &all_marks(), &options);
                let _ = write!(text, "== {size:?} {charset:?}\n{}\n", canvas.to_plain());
            }
        }
        compare_snapshot(&format!("{}-marked", case.name), &text);
    }
}

#[test]
fn colours() {
    for case in cases().iter().filter(|case| case.name.ends_with("-middle")) {
        let canvas = draw(&case.view, &all_marks(), &TextOptions::default());
        let mut text = String::new();
        for depth in [Depth::Sixteen, Depth::TwoHundredFiftySix, Depth::True] {
            let ansi = canvas.to_ansi(depth).replace('\x1b', "\\e");
            let _ = write!(text, "== {depth:?}\n{ansi}\n");
        }
        compare_snapshot(&format!("{}-colours", case.name), &text);
    }
}
