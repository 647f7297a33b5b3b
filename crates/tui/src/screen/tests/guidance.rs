//! Help during a game and at its end.

use std::time::Duration;

use cairn_games::{GameId, Side};
use ratatui::crossterm::event::KeyCode;

use super::{Fixture, automatic, check};
use crate::screen::{ScreenOptions, remembered_level};
use crate::settings::GameSettings;
use crate::store::SavedGames;

#[test]
fn a_single_choice_beside_the_board_is_taken_with_enter() {
    let mut fixture = Fixture::game(GameId::Mitsudomoe, ["human", "human"]);
    assert!(fixture.picture((80, 24)).contains("press Enter"));
    fixture.key(KeyCode::Enter);
    let picks = |fixture: &Fixture| {
        let game = fixture.app.game.as_ref().unwrap();
        game.builder().map_or(0, |builder| builder.picks().len())
    };
    assert_eq!(picks(&fixture), 1);
    fixture.key(KeyCode::Backspace);
    fixture.click((80, 24), "[+]");
    assert_eq!(picks(&fixture), 1, "a click does not wait");
}

#[test]
fn keys_without_effect_say_why() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("m");
    assert!(fixture.picture((80, 24)).contains("No computer is searching"));
    let game = fixture.app.game.as_mut().unwrap();
    let mut settings = game.settings().clone();
    settings.time_control = "3+0".parse().unwrap();
    fixture.app.begin(settings, fixture.now);
    fixture.now += Duration::from_secs(4);
    fixture.app.tick(fixture.now);
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("lost on time"));
}

#[test]
fn hints_point_from_the_origin_to_the_target() {
    let mut fixture = Fixture::game(GameId::Greener, ["human", "human"]);
    fixture.keys("h");
    fixture.settle("a hint", |fixture| {
        fixture.app.game.as_ref().is_some_and(|game| game.study().hint().is_some())
    });
    let picture = fixture.picture((80, 24));
    let pointers = picture.chars().filter(|c| "←→↑↓".contains(*c)).count();
    assert_eq!((pointers, picture.matches('◆').count()), (1, 1), "{picture}");
}

#[test]
fn single_steps_are_made_by_themselves() {
    let mut fixture = automatic(GameId::Mitsudomoe, ["human", "human"]);
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("+ › Where does the ring go?"), "{picture}");
    check("mitsudomoe-automatic", &mut fixture);
    fixture.key(KeyCode::Backspace);
    assert!(fixture.picture((80, 24)).contains("No step to take back"));
    fixture.keys("u");
    assert!(fixture.picture((80, 24)).contains("Nothing to undo"), "not of what was automatic");
    fixture.keys("+c2;b1-c2\n");
    assert_eq!(fixture.moves(), 1, "the whole move can still be typed");
    fixture.keys("u");
    assert_eq!(fixture.moves(), 0);
    // Nava begins with one stack.
    let mut fixture = automatic(GameId::Nava, ["human", "human"]);
    fixture.keys("a1 a4\n");
    assert_eq!(fixture.moves(), 1, "{}", fixture.picture((80, 24)));
    fixture.keys("b5\n");
    assert_eq!(fixture.moves(), 2, "{}", fixture.picture((80, 24)));
}

#[test]
fn a_forced_pass_is_announced_and_made() {
    // Black has no capture.
    let position = "x5,ggggggwwwww/x6/x6/x6/x,g,x2,gggggwwww,x/ggggggbbbbbbbbb,x5 b";
    let start = cairn_games::read_position(&[GameId::Greener], position).unwrap();
    let mut fixture = Fixture::menu();
    let mut settings = GameSettings::new(start);
    settings.automatic_steps = true;
    fixture.app.begin(settings.clone(), fixture.now);
    let picture = fixture.picture((80, 24));
    if !start.move_texts().iter().all(|mv| mv == "pass") {
        panic!("the position has captures: {:?}", start.move_texts());
    }
    assert!(picture.contains("There is only one move: pass"), "{picture}");
    assert_eq!(fixture.moves(), 0);
    fixture.now += Duration::from_secs(2);
    fixture.app.tick(fixture.now);
    assert_eq!(fixture.moves(), 1);
    assert!(fixture.picture((80, 24)).contains("There is only one move: pass"), "still to be read");
    // Enter does not wait, and the switch turns it off.
    fixture.app.begin(settings.clone(), fixture.now);
    fixture.key(KeyCode::Enter);
    assert_eq!(fixture.moves(), 1);
    settings.automatic_steps = false;
    fixture.app.begin(settings, fixture.now);
    fixture.now += Duration::from_secs(2);
    fixture.app.tick(fixture.now);
    assert_eq!(fixture.moves(), 0);
}

#[test]
fn wrong_choices_are_answered_in_words() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.click((80, 24), "B6");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("The stack on e5 is Black's."), "{picture}");
}

#[test]
fn parts_show_their_heights_while_they_are_chosen() {
    let mut fixture = Fixture::game(GameId::Glaisher, ["human", "human"]);
    fixture.keys("b1\nc2\n");
    check("glaisher-parts", &mut fixture);
}

#[test]
fn the_end_offers_easier_and_harder_levels() {
    let scratch = tempfile::tempdir().unwrap();
    let store = SavedGames::new(scratch.path().join("cairn/games"));
    let options = ScreenOptions { store: Some(store.clone()), ..ScreenOptions::default() };
    let mut fixture = Fixture::with(options);
    let players = ["human", "2"].map(|word| word.parse().unwrap());
    let settings = GameSettings::new(GameId::Nava.start()).with_players(players);
    fixture.app.begin(settings, fixture.now);
    fixture.keys("xy");
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("You resigned. Black wins."), "{picture}");
    assert!(picture.contains("Try an easier opponent."), "{picture}");
    assert!(picture.contains("[-] easier: level 1, Newcomer"), "{picture}");
    check("resigned", &mut fixture);
    fixture.keys("-");
    let game = fixture.app.game.as_ref().unwrap();
    assert_eq!(game.settings().players.clone().map(|player| player.to_string()), ["1", "human"]);
    let remembered = remembered_level(&store, Side::Second);
    assert_eq!(remembered.map(|level| level.number()), Some(1));
    fixture.keys("xy");
    fixture.keys("-");
    assert!(fixture.picture((80, 24)).contains("no such level"));
}

#[test]
fn turning_points_are_found_and_shown() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("t");
    assert!(fixture.picture((80, 24)).contains("after the game"));
    fixture.keys("a1-a5\ne5-a5\na1-a3\na5-a3\n");
    assert!(fixture.app.game.as_ref().unwrap().ending().is_some());
    fixture.keys("t");
    fixture.settle("the review", |fixture| !fixture.app.game.as_ref().unwrap().is_reviewing());
    let picture = fixture.picture((80, 24));
    assert!(picture.contains("Turning point 1 of"), "{picture}");
    assert!(picture.contains("Played: move 4 discs from a1 to a5"), "in words: {picture}");
    assert!(picture.contains("[t] the turning points"), "{picture}");
    assert!(fixture.app.game.as_ref().unwrap().is_browsing());
}

#[test]
fn a_mistake_is_given_back_as_an_exercise() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("a1-a5\ne5-a5\na1-a3\na5-a3\n");
    fixture.keys("w");
    fixture.settle("the review", |fixture| fixture.app.practice.is_some());
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("Exercise 1 of"), "{picture}");
    assert!(picture.contains("Find a better move for"), "{picture}");
    // The move of the game is refused with the reason.
    let played = fixture.app.practice.as_ref().unwrap().text().to_owned();
    let played = played.split("played ").nth(1).unwrap().split('.').next().unwrap().to_owned();
    fixture.keys(&format!("{played}\n"));
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("Press Enter to take the move back."), "{picture}");
    fixture.keys("\n");
    // The best move is shown, and the last exercise leads back to the game.
    for _ in 0..10 {
        if fixture.app.practice.is_none() {
            break;
        }
        fixture.keys("H");
        assert!(fixture.picture((110, 30)).contains("The best move is"));
        fixture.keys("\n");
    }
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("You found a better move in 0 of"), "{picture}");
    fixture.keys("\n");
    assert!(fixture.picture((110, 30)).contains("Accuracy: White"));
    assert!(fixture.app.game.as_ref().unwrap().ending().is_some());
}

#[test]
fn the_rules_leave_the_board_in_sight() {
    let mut fixture = Fixture::game(GameId::Nava, ["human", "human"]);
    fixture.keys("i");
    check("rules-beside", &mut fixture);
    let picture = fixture.picture((130, 40));
    assert!(
        picture.contains("Instructions") && picture.contains("a       b       c       d       e")
    );
}

#[test]
fn a_position_is_set_up_and_played() {
    let mut fixture = Fixture::menu();
    fixture.keys("e");
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("A possible position, White to move."), "{picture}");
    // The cursor begins on a1, with six white discs.
    fixture.key(KeyCode::Backspace);
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("Not possible: "), "{picture}");
    fixture.keys("p");
    assert!(fixture.app.game.is_none(), "an impossible position is not played");
    fixture.keys("\n");
    fixture.key(KeyCode::Right);
    fixture.keys("w ");
    let picture = fixture.picture((110, 30));
    assert!(picture.contains("A possible position, Black to move."), "{picture}");
    fixture.keys("u");
    assert!(fixture.picture((110, 30)).contains("White to move."));
    fixture.keys("p");
    let game = fixture.app.game.as_ref().expect("a game");
    assert_eq!(game.position().to_text(), "x4,bbbbbb/x5/x5/x5/wwwww,w,x3 w");
}
