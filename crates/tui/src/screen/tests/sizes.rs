//! Windows of every size.

use cairn_draw::terminal::Depth;
use cairn_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::{Fixture, automatic};
use crate::screen::ScreenOptions;
use crate::settings::GameSettings;

#[test]
fn typing_is_seen_at_every_size() {
    for &game in GameId::ALL {
        for size in [(34, 12), (40, 14), (60, 20), (80, 24)] {
            let mut fixture = Fixture::game(game, ["human", "human"]);
            if fixture.picture(size).contains("enlarge") {
                continue;
            }
            fixture.keys("a1-a2,a3");
            let picture = fixture.picture(size);
            assert!(picture.contains("a1-a2,a3▏"), "{game} {size:?}: {picture}");
            fixture.keys(",b1,b2,b3,c1,c2,c3,d1,d2");
            let picture = fixture.picture(size);
            assert!(picture.contains("c3,d1,d2▏"), "{game} {size:?}: {picture}");
        }
    }
}

#[test]
fn any_size_is_drawn_with_and_without_colour() {
    for depth in [None, Some(Depth::Sixteen), Some(Depth::TwoHundredFiftySix), Some(Depth::True)] {
        let options = ScreenOptions { depth, ..ScreenOptions::default() };
        let mut fixture = Fixture::with(options);
        for (width, height) in [(1, 1), (10, 3), (33, 11), (34, 12), (40, 15), (79, 23), (120, 30)]
        {
            let picture = fixture.picture((width, height));
            if (10..34).contains(&width) {
                assert!(picture.contains("This"), "{picture}");
            }
        }
        for &game in GameId::ALL {
            fixture.app.begin(GameSettings::new(game.start()), fixture.now);
            for width in (1..130).step_by(13) {
                for height in (1..60).step_by(7) {
                    fixture.picture((width, height));
                }
            }
        }
        fixture.keys("?");
        for size in [(1, 1), (34, 12), (60, 20)] {
            fixture.picture(size);
        }
    }
}

#[test]
fn narrow_windows_lose_no_word_of_the_help() {
    const HELP: &str = crate::KEYS;
    for size in [(34, 12), (50, 16), (80, 24)] {
        let mut fixture = Fixture::menu();
        fixture.keys("?");
        let mut seen = String::new();
        for _ in 0..100 {
            let picture = fixture.picture(size);
            for line in picture.lines().skip(1) {
                seen.push_str(line.trim_matches(|c: char| "│ ".contains(c)));
                seen.push('\n');
            }
            fixture.key(KeyCode::Down);
        }
        for word in HELP.split_whitespace().filter(|word| *word != "#") {
            assert!(seen.contains(word), "{size:?}: {word}");
        }
        assert!(fixture.picture(size).contains("↑ more"), "{size:?}");
    }
}

#[test]
fn words_that_do_not_fit_are_not_cut_in_half() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    let picture = fixture.picture((40, 14));
    assert!(picture.contains("White: Choose a stack to move"), "{picture}");
    assert!(!picture.contains("arrows"), "half a hint is worse than none: {picture}");
    fixture.app.game.as_mut().unwrap().say("word ".repeat(40));
    for size in [(40, 14), (80, 24)] {
        assert!(fixture.picture(size).lines().any(|line| line.ends_with('…')), "{size:?}");
    }
}

#[test]
fn small_windows_show_whole_boards_and_questions() {
    for (game, size) in [
        (GameId::Nava, (34, 12)),
        (GameId::Mitsudomoe, (34, 12)),
        (GameId::Greener, (44, 12)),
        (GameId::Glaisher, (41, 13)),
    ] {
        let mut fixture = automatic(game, ["human", "human"]);
        let picture = fixture.picture(size);
        let prompt = fixture.app.game.as_ref().unwrap().builder().unwrap().prompt();
        assert!(picture.contains(prompt), "{game}: {prompt}: {picture}");
    }
    let mut fixture = Fixture::game(GameId::Greener, ["human", "human"]);
    fixture.keys("e6-e5\nb6-a6\n");
    let picture = fixture.picture((44, 12));
    assert!(picture.contains("B1/2"), "greens first, then the height: {picture}");
}
