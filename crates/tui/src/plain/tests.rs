//! Plain games, with text in and text out.

use std::time::Instant;

use cairn_draw::text::Charset;
use cairn_games::GameId;

use super::{Manner, play};
use crate::session::Session;
use crate::set_up::SetUp;
use crate::store::tests::Scratch;
use crate::style::Style;

fn talk_with(game: GameId, players: [&str; 2], manner: &Manner, input: &str) -> String {
    let players = players.map(|word| word.parse().unwrap());
    let set_up = SetUp::new(game.start()).with_players(players);
    let session = Session::new(set_up, None, Instant::now());
    let mut output = Vec::new();
    play(session, input.as_bytes(), &mut output, manner).unwrap();
    String::from_utf8(output).unwrap()
}

fn talk(game: GameId, players: [&str; 2], input: &str) -> String {
    talk_with(game, players, &Manner::default(), input)
}

const PEOPLE: [&str; 2] = ["human", "human"];

#[test]
fn a_whole_game_is_scripted() {
    let text = talk(GameId::Nava, PEOPLE, "a1-a5\ne5\na5\na1 a3\na5-a3.\n");
    assert!(text.contains("Black wins"), "{text}");
    assert!(text.ends_with("Result: 0-1\n"), "{text}");
    assert!(text.contains("Black: chosen e5. Where do its discs land?"), "{text}");
}

#[test]
fn the_end_of_input_and_quitting_are_polite() {
    assert!(talk(GameId::Nava, PEOPLE, "a1-a4\n").ends_with("The game stops after 1 moves.\n"));
    for word in ["q.", "quit", "QUIT", "q"] {
        assert!(talk(GameId::Nava, PEOPLE, word).ends_with("Goodbye.\n"));
    }
}

#[test]
fn wrong_input_is_explained_and_asked_again() {
    let text = talk(GameId::Nava, PEOPLE, "rubbish\na1-b2\nb2\n\u{fffd}\n\na1-a4\n");
    assert!(text.contains("rubbish: "), "{text}");
    assert!(text.contains("not on a row or column"), "{text}");
    assert!(text.contains("b2 cannot be chosen now. Which stack moves? a1"), "{text}");
    assert!(text.contains("stops after 1 moves"), "{text}");
}

#[test]
fn orders_do_what_they_say() {
    let input = "help\nmoves\nposition\nundo\na1\nmoves\nback\nback\na1-a4\nundo\nredo\nhint\nhint\nvalue\nboard\nresign\n";
    let text = talk(GameId::Nava, PEOPLE, input);
    for part in [
        "save FILE",
        "\na1-a5\n",
        "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w",
        "There is no move to take back.",
        "No step of this turn",
        "Took back one move. redo makes it again.",
        "Made one move again.",
        "Hint: e5-",
        "Best line: ",
        "Black resigned",
        "Result: 1-0",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert_eq!(text.matches("Hint: e5-").count(), 2, "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let scratch = Scratch::new("plain");
    let file = scratch.0.join("a game.txt").display().to_string();
    let text = talk(GameId::Greener, PEOPLE, &format!("c6-b6\nsave {file}\nsave\nload\n"));
    assert!(text.contains("Written to"), "{text}");
    assert!(text.contains("Say to which file") && text.contains("Say which file"), "{text}");
    let text = talk(GameId::Nava, PEOPLE, &format!("load /none\nload {file}\nposition\n"));
    assert!(text.contains("cannot read /none"), "{text}");
    assert!(text.contains("g,wb,x,g,b,g/"), "{text}");
}

#[test]
fn every_game_and_mode_comes_to_an_end() {
    for &game in GameId::ALL {
        for players in [["random", "random"], ["random", "1"], ["human", "random"], PEOPLE] {
            // Whoever is asked gives the game up after a while.
            let mut input = String::new();
            if players == PEOPLE {
                let mut position = game.start();
                for turn in 0..12 {
                    let moves = position.move_texts();
                    let Some(mv) = moves.get(turn * 17 % moves.len().max(1)) else {
                        break;
                    };
                    input.push_str(&format!("{mv}\n"));
                    position.play(position.read_move(mv).unwrap()).unwrap();
                }
            }
            input.push_str("moves\nresign\n");
            let text = talk(game, players, &input);
            assert!(text.contains("Result: "), "{game} {players:?}");
        }
    }
}

#[test]
fn the_same_players_play_the_same_game() {
    let game = || talk(GameId::Mitsudomoe, ["1", "random"], "");
    assert_eq!(game(), game());
}

#[test]
fn boards_are_written_in_all_styles() {
    for (game, style) in [
        (GameId::Nava, "000"),
        (GameId::Nava, "001"),
        (GameId::Mitsudomoe, "002"),
        (GameId::Greener, "003"),
        (GameId::Glaisher, "004"),
        (GameId::Glaisher, "original"),
        (GameId::Nava, "ascii"),
        (GameId::Glaisher, "large-ascii"),
        (GameId::Nava, "large"),
        (GameId::Nava, "tiny"),
        (GameId::Nava, "words"),
    ] {
        let style: Style = style.parse().unwrap();
        style.check(game).unwrap();
        let manner = Manner { style: style.clone(), ..Manner::default() };
        let text = talk_with(game, PEOPLE, &manner, "");
        assert!(text.lines().count() > 8, "{style:?}\n{text}");
        assert!(!text.contains('\x1b'));
        assert!(style.charset() != Charset::Ascii || text.is_ascii(), "{text}");
    }
    let other: Style = "002".parse().unwrap();
    assert!(other.check(GameId::Nava).unwrap_err().to_string().contains("000 and 001"));
    assert!("rubbish".parse::<Style>().is_err());
}
