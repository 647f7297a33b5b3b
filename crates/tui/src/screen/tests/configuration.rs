//! Keys, characters and first choices of the user.

use cairn_draw::text::Charset;
use cairn_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::{Fixture, GAMES};
use crate::config::{Characters, Config};
use crate::screen::ScreenOptions;
use crate::settings::GameSettings;

#[test]
fn the_locale_selects_the_characters() {
    let charset = |value: &'static str| {
        let variable = move |name: &str| (name == "LC_ALL").then(|| value.to_owned());
        ScreenOptions::new(Config::default(), variable).charset
    };
    for locale in ["", "C", "POSIX", "en_US.ISO-8859-1", "de_DE"] {
        assert_eq!(charset(locale), Charset::Ascii, "{locale}");
    }
    for locale in ["C.UTF-8", "en_US.utf8"] {
        assert_eq!(charset(locale), Charset::Unicode, "{locale}");
    }
    let console = |name: &str| match name {
        "LANG" => Some("C.UTF-8".to_owned()),
        "TERM" => Some("linux".to_owned()),
        _ => None,
    };
    assert_eq!(ScreenOptions::new(Config::default(), console).charset, Charset::Ascii);
    let unicode = Config { characters: Characters::Unicode, ..Config::default() };
    assert_eq!(ScreenOptions::new(unicode, console).charset, Charset::Unicode);
}

#[test]
fn an_ascii_screen_is_ascii() {
    let options = ScreenOptions { charset: Charset::Ascii, ..ScreenOptions::default() };
    let mut fixture = Fixture::with(options);
    for keys in ["", "?", "\u{1b}i", "\u{1b}c", "\u{1b}"] {
        for letter in keys.chars() {
            fixture.key(if letter == '\u{1b}' { KeyCode::Esc } else { KeyCode::Char(letter) });
        }
        for size in [(20, 8), (80, 24), (200, 60)] {
            assert_ascii(&fixture.picture(size));
        }
    }
    for (game, moves, typed) in GAMES {
        fixture.app.begin(GameSettings::new(game.start()), fixture.now);
        for mv in moves {
            fixture.keys(&format!("{mv}\n"));
        }
        fixture.keys(typed);
        for size in [(40, 16), (80, 24), (200, 60)] {
            assert_ascii(&fixture.picture(size));
        }
        fixture.key(KeyCode::PageUp);
        assert_ascii(&fixture.picture((80, 24)));
    }
}

/// Checks that a picture is ASCII.
fn assert_ascii(picture: &str) {
    let strange: String = picture.chars().filter(|c| !c.is_ascii()).collect();
    assert_eq!(strange, "", "{picture}");
}

#[test]
fn keys_can_be_changed() {
    let config = Config::read("[keys]\nhint = 'b'\nleft = 'h'\nundo = 'z'").unwrap();
    let mut fixture = Fixture::with(ScreenOptions { config, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Nava.start()), fixture.now);
    fixture.keys("a1-a4\n");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("z undo") && picture.contains("b hint"), "{picture}");
    fixture.keys("b");
    assert!(
        fixture.picture((80, 24)).contains("Searching for a good move"),
        "though b is a column"
    );
    fixture.keys("z");
    assert_eq!(fixture.moves(), 0);
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("has no function"));
}

#[test]
fn settings_of_the_user_come_first() {
    let text = "[defaults]\ngame = 'greener'\nlevel = 7\nside = 'second'\nclock = '100+1'";
    let config = Config::read(text).unwrap();
    let fixture = Fixture::with(ScreenOptions { config, ..ScreenOptions::default() });
    let settings = fixture.app.menu.settings(0);
    assert_eq!(settings.game(), GameId::Greener);
    assert_eq!(settings.players.map(|player| player.to_string()), ["7", "human"]);
    assert_eq!(settings.time_control.to_string(), "100+1");
}

#[test]
fn original_styles_are_drawn_and_their_cells_typed() {
    for (game, style, shown, typed) in [
        (GameId::Nava, "000", "X X X X X X", "04\n"),
        (GameId::Nava, "001", "WWWWWW", "e1\n"),
        (GameId::Mitsudomoe, "002", "WoW", "+\n32\n41\n"),
        (GameId::Greener, "003", "white points", "25\n"),
        (GameId::Glaisher, "004", "i=4 ║", "0-1\n"),
    ] {
        let style = style.parse().unwrap();
        let mut fixture = Fixture::with(ScreenOptions { style, ..ScreenOptions::default() });
        fixture.app.begin(GameSettings::new(game.start()), fixture.now);
        fixture.keys(typed);
        let picture = fixture.picture((110, 40));
        assert!(game == GameId::Mitsudomoe || picture.contains(shown), "{picture}");
        let picks = fixture.app.game.as_ref().and_then(|game| game.builder());
        assert!(picks.is_some_and(|builder| !builder.picks().is_empty()), "{game}: {picture}");
    }
    let style = "large".parse().unwrap();
    let mut fixture = Fixture::with(ScreenOptions { style, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Glaisher.start()), fixture.now);
    assert!(fixture.picture((40, 20)).contains("enlarge"), "a size that is asked for is kept");
}
