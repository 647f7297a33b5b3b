//! Pictures: well formed, of the right size, the same every time.

use crate::common::{all_marks, cases};
use cairn_draw::svg::{Options, PieceSet, Theme, draw, draw_animation};
use cairn_draw::{Marks, animation_frames, gif, png, text};
use cairn_games::{BoardView, GameId};
use resvg::usvg::roxmltree::Document;

fn all_options() -> impl Iterator<Item = Options> {
    let themes = [Theme::Light, Theme::Dark, Theme::Auto];
    themes.into_iter().flat_map(|theme| {
        [(false, true), (true, false)].map(|(flipped, shown)| Options {
            theme,
            pieces: if flipped { PieceSet::Flat } else { PieceSet::Relief },
            width: Some(300),
            flipped,
            coordinates: shown,
            caption: shown,
        })
    })
}

#[test]
fn pictures_are_well_formed_and_described() {
    for case in cases() {
        for options in all_options() {
            let svg = draw(&case.view, &all_marks(), &options);
            let document = Document::parse(&svg).expect("well-formed XML");
            let root = document.root_element();
            assert_eq!(root.attribute("width"), Some("300"));
            let text = |tag: &str| {
                let element = root.children().find(|child| child.has_tag_name(tag));
                element.and_then(|element| element.text()).unwrap_or_default().to_owned()
            };
            assert!(text("title").contains(case.view.game.info().title));
            assert_eq!(text("desc"), cairn_draw::words::position(&case.view));
            // Text is drawn as outlines, and every outline that is used is there.
            assert!(!svg.contains("<text"));
            let ids: Vec<_> =
                document.descendants().filter_map(|node| node.attribute("id")).collect();
            for used in document.descendants().filter_map(|node| node.attribute("href")) {
                assert!(ids.contains(&used.trim_start_matches('#')), "{used}");
            }
        }
    }
}

#[test]
fn a_win_is_marked_in_every_format() {
    let text = "W,W,W,W,W/W,W,W,W,bb/x5/x5/wwwwww,x3,bbbb b";
    let won = crate::common::view("nava", text);
    assert_eq!(won.winning.len(), 9);
    let svg = draw(&won, &Marks::default(), &Options::default());
    assert_eq!(svg.matches("\"winning-ring\"").count(), 9);
    // The numbers of the pieces are drawn over the rings.
    assert!(svg.rfind("\"winning-rim\"") < svg.find("\"w-top\""), "{svg}");
    let plain = text::draw(&won, &Marks::default(), &text::TextOptions::default()).to_plain();
    assert_eq!(plain.matches('★').count(), 9, "{plain}");
    let without = draw(&won.unfinished(), &Marks::default(), &Options::default());
    let pixels = |svg: &str| png::encode(svg, 120).expect("a picture");
    assert_ne!(pixels(&svg), pixels(&without));
}

#[test]
fn the_same_position_gives_the_same_picture() {
    for case in cases() {
        let picture = || draw(&case.view, &all_marks(), &Options::default());
        assert_eq!(picture(), picture());
    }
}

#[test]
fn the_tallest_stacks_do_not_make_large_files() {
    for case in cases() {
        let size = draw(&case.view, &all_marks(), &Options::default()).len();
        assert!(size < 120_000, "{}: {size} bytes", case.name);
    }
}

#[test]
fn pixels_have_the_width_that_is_asked_for() {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    for case in cases() {
        let svg = draw(&case.view, &Marks::default(), &Options::default());
        let file = png::encode(&svg, 200).expect("a picture");
        assert!(file.starts_with(SIGNATURE));
        assert_eq!(file[16..20], 200_u32.to_be_bytes(), "{}", case.name);
        let pixmap = png::pixels(&svg, 200).expect("a picture");
        let seen = pixmap.pixels().iter().filter(|pixel| pixel.alpha() == 255).count();
        assert!(seen * 100 > pixmap.pixels().len() * 97, "{}", case.name);
    }
}

#[test]
fn impossible_sizes_are_refused() {
    let view = &cases()[0].view;
    let svg = draw(view, &Marks::default(), &Options::default());
    assert!(png::encode(&svg, 0).is_err());
    assert!(png::encode(&svg, 1_000_000).is_err());
    assert!(png::encode("<svg", 100).is_err());
    assert!(gif::encode(&[], 100, 1.0, &Options::default()).is_err());
}

/// The first moves of a game, always the one in the middle of the list.
fn short_game(game: GameId) -> Vec<BoardView> {
    let mut position = game.start();
    let mut views = vec![position.view()];
    for _ in 0..3 {
        let moves = position.moves();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        position.play(mv).expect("a legal move");
        views.push(position.view());
    }
    views
}

#[test]
fn films_are_well_formed_and_stand_still_when_asked_to() {
    for game in GameId::rule_sets() {
        let film = animation_frames(short_game(game));
        let svg = draw_animation(&film, 0.5, &Options::default());
        Document::parse(&svg).expect("well-formed XML");
        assert!(svg.contains("prefers-reduced-motion"), "{game}");
        assert!(svg.contains("a game of 3 moves"), "{game}");
        // Without animation, it shows the last position.
        let last = film.last().expect("a frame");
        let still = draw(&last.view, &last.marks, &Options::default());
        let [moving, still] = [svg, still].map(|svg| png::pixels(&svg, 120).expect("a picture"));
        let differing = moving.data().iter().zip(still.data()).filter(|(a, b)| a != b).count();
        assert!(differing * 200 < still.data().len(), "{game}: {differing} bytes differ");
    }
}

#[test]
fn a_gif_has_a_picture_for_each_position() {
    for game in GameId::rule_sets() {
        let film = animation_frames(short_game(game));
        let file = gif::encode(&film, 100, 0.5, &Options::default()).expect("a file");
        assert_eq!(file, gif::encode(&film, 100, 0.5, &Options::default()).expect("a file"));
        let mut decoder = ::gif::DecodeOptions::new().read_info(file.as_slice()).expect("a GIF");
        assert_eq!(decoder.width(), 100);
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [50, 50, 50, 200], "{game}");
    }
}
