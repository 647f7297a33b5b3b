//! The menu, and the games that it opens.

use std::fs;

use cairn_games::{GameId, Side};
use ratatui::crossterm::event::{Event, KeyCode};

use super::{Fixture, check};
use crate::screen::ScreenOptions;
use crate::screen::menu::{Row, computers};
use crate::settings::GameSettings;
use crate::store::SavedGames;

#[test]
fn pictures_of_menu_and_help() {
    let mut fixture = Fixture::menu();
    check("menu", &mut fixture);
    fixture.keys("?");
    check("help", &mut fixture);
    fixture.key(KeyCode::Esc);
    fixture.keys("i");
    check("instructions", &mut fixture);
    fixture.key(KeyCode::Esc);
    fixture.keys("c");
    check("no-saved-games", &mut fixture);
}

#[test]
fn the_menu_leads_to_every_game_in_every_mode() {
    let mut fixture = Fixture::menu();
    let mut seen = Vec::new();
    for _ in 0..4 {
        for _ in 0..3 {
            fixture.keys("p");
            let game = fixture.app.game.as_ref().expect("a game");
            let settings = game.settings();
            seen.push((game.game(), settings.lone_human().is_some(), settings.is_computers_only()));
            fixture.keys("q");
            assert!(fixture.app.game.is_none());
            // The line with the players.
            fixture.app.menu.focus_on(Row::Mode);
            fixture.key(KeyCode::Right);
        }
        fixture.app.menu.focus_on(Row::Game);
        fixture.key(KeyCode::Enter);
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 12);
    fixture.keys("q");
    assert!(fixture.app.is_done());
}

#[test]
fn rows_of_the_menu_change_what_is_played() {
    let mut fixture = Fixture::menu();
    for _ in 0..2 {
        fixture.key(KeyCode::Right);
    }
    assert_eq!(fixture.app.menu.game(), GameId::Greener);
    fixture.app.menu.focus_on(Row::Board);
    fixture.key(KeyCode::Left);
    assert_eq!(fixture.app.menu.game(), GameId::Greener9x9);
    fixture.app.menu.focus_on(Row::Shuffle);
    fixture.keys("42");
    fixture.app.menu.focus_on(Row::Side);
    fixture.key(KeyCode::Right);
    fixture.app.menu.focus_on(Row::Level(Side::First));
    fixture.keys("0");
    fixture.app.menu.focus_on(Row::Clock);
    fixture.key(KeyCode::Right);
    let settings = fixture.app.menu.settings(0);
    assert_eq!(Some(settings.start), GameId::Greener9x9.shuffled(42));
    assert_eq!(settings.shuffle, Some(42));
    assert_eq!(settings.players.map(|player| player.to_string()), ["10", "human"]);
    assert_ne!(settings.time_control, cairn_app::TimeControl::Unlimited);
    for _ in 0..40 {
        fixture.key(KeyCode::Down);
        fixture.key(KeyCode::Right);
        fixture.picture((80, 24));
    }
}

#[test]
fn games_are_saved_loaded_and_deleted() {
    let scratch = tempfile::tempdir().unwrap();
    let store = Some(SavedGames::new(scratch.path().join("games")));
    let mut fixture = Fixture::with(ScreenOptions { store, ..ScreenOptions::default() });
    fixture.app.begin(GameSettings::new(GameId::Nava.start()), fixture.now);
    fixture.keys("a1-a4\ns");
    let file = scratch.path().join("my game.txt");
    for _ in 0..40 {
        fixture.key(KeyCode::Backspace);
    }
    fixture.keys("\n");
    assert!(fixture.picture((80, 24)).contains("Type a file name"));
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    assert!(file.exists(), "{}", fixture.picture((80, 24)));
    fixture.keys("qy");
    assert!(fixture.picture((80, 24)).contains("Continue a saved game (1)"));
    fixture.keys("c\n");
    assert_eq!(fixture.moves(), 1);
    fixture.keys("e5-e4\nqycd");
    assert!(fixture.picture((80, 24)).contains("Delete this game"));
    fixture.keys("y");
    assert!(fixture.picture((80, 24)).contains("No saved games"));
    fixture.keys("o");
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    assert_eq!(fixture.moves(), 1, "the file has the game as it was then");
}

#[test]
fn a_file_with_several_games_is_listed() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("two.txt");
    fs::write(&file, "[Game \"greener\"]\n*\n\n[Game \"nava\"]\n1. a1-a4 *\n").unwrap();
    let mut fixture = Fixture::menu();
    fixture.keys("co");
    fixture.app.handle(&Event::Paste(file.display().to_string()), fixture.now);
    fixture.keys("\n");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("Games in this file") && picture.contains("2  nava:"), "{picture}");
    fixture.key(KeyCode::Down);
    fixture.keys("\n");
    assert_eq!(fixture.moves(), 1);
}

#[test]
fn damaged_files_are_named() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("games");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("2026-01-01-nava.txt"), "rubbish").unwrap();
    let store = Some(SavedGames::new(folder));
    let mut fixture = Fixture::with(ScreenOptions { store, ..ScreenOptions::default() });
    assert!(fixture.picture((80, 24)).contains("Continue a saved game (0)"));
    fixture.keys("c");
    let picture = fixture.picture((80, 24)).replace(['\n', '│'], "").replace(' ', "");
    assert!(picture.contains("Cannotberead:"), "{picture}");
    assert!(picture.contains("2026-01-01-nava.txt,line1:"), "{picture}");
}

#[test]
fn choices_of_the_menu_last_until_the_next_time() {
    let scratch = tempfile::tempdir().unwrap();
    let options = ScreenOptions {
        store: Some(SavedGames::new(scratch.path().join("cairn/games"))),
        ..ScreenOptions::default()
    };
    let mut fixture = Fixture::with(options.clone());
    fixture.key(KeyCode::Right);
    // Playing is enough; the program may be killed afterwards.
    fixture.keys("p");
    drop(fixture);
    let fixture = Fixture::with(options);
    assert_eq!(fixture.app.menu.game(), GameId::Mitsudomoe);
}

#[test]
fn the_menu_offers_the_levels_of_the_original_programs() {
    let words = computers(GameId::Nava);
    assert_eq!(words.len(), 10 + 5 + 3);
    for word in ["original", "original:easy", "original:001", "greedy", "uct"] {
        assert!(words.iter().any(|other| other == word), "{word}");
    }
    assert!(!computers(GameId::Greener).iter().any(|word| word == "original:medium"));
}

#[test]
fn levels_have_words_in_the_menu() {
    let mut fixture = Fixture::menu();
    assert!(fixture.picture((80, 24)).contains("‹ level 2, Beginner ›"));
    fixture.app.menu.focus_on(Row::Level(Side::Second));
    check("menu-level", &mut fixture);
}
