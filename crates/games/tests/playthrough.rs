//! One whole game of every rule set as text: what the library answers along the way.
//!
//! A change of any answer shows up as a difference in `tests/playthroughs`. If it is
//! intended, update the snapshots and read the difference:
//!
//! ```sh
//! INSTA_UPDATE=always cargo test -p cairn-games --test it playthrough
//! git diff crates/games/tests/playthroughs
//! ```

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::{file_stem, path};
use cairn_games::random::Random;
use cairn_games::record::Record;
use cairn_games::{GameId, History, Outcome};

const FOLDER: &str = "tests/playthroughs";

/// A game longer than this is left unfinished.
const LONGEST: usize = 120;

/// The first such number gives a game that is neither trivial nor endless.
const SHORTEST: usize = 12;

/// Returns the name of the playthrough of a board.
fn name(game: GameId) -> String {
    let stem = file_stem(game);
    let size = game.info().board.size();
    if game.is_standard_size() { stem } else { format!("{stem}-{size}") }
}

fn random_history(game: GameId, number: u64) -> History {
    let mut random = Random::new(number);
    let mut history = History::new(game.start());
    while history.outcome().is_none() && history.moves().len() < LONGEST {
        let moves = history.position().moves();
        let Some(&mv) = random.pick(&moves) else { break };
        history.play(mv).unwrap();
    }
    history
}

/// A game that comes to an end, not too soon, if one of the first numbers gives one.
fn chosen(game: GameId) -> (u64, History) {
    let games = (1..=50).map(|number| (number, random_history(game, number)));
    let good = |(_, history): &(u64, History)| {
        history.outcome().is_some() && history.moves().len() >= SHORTEST
    };
    games.into_iter().find(good).unwrap_or_else(|| (1, random_history(game, 1)))
}

/// The first and the last few of a list.
fn ends(texts: &[String]) -> String {
    if texts.len() <= 8 {
        return texts.join(" ");
    }
    format!("{} ... {}", texts[..4].join(" "), texts[texts.len() - 4..].join(" "))
}

fn playthrough(game: GameId) -> String {
    let (number, history) = chosen(game);
    let info = game.info();
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{}", words.trim_end()).unwrap();
    line(format!("game: {}", info.name));
    line(format!("title: {}", info.title));
    line(format!("designer: {}", info.designer));
    line(format!("sides: {}, {}", info.sides[0].name, info.sides[1].name));
    line(format!("board: {}, {} cells", info.board.size(), info.board.cells()));
    let pieces: Vec<_> = info.pieces.iter().map(|p| format!("{} {}", p.letter, p.name)).collect();
    line(format!("pieces: {}", pieces.join(", ")));
    line(format!("symmetries: {}", game.symmetries().len()));
    line(format!("random game number: {number}"));
    for (turn, position) in history.positions().iter().enumerate() {
        line(String::new());
        line(format!("position {turn}: {}", position.to_text()));
        line(format!("to move: {}", info.side_name(position.to_move())));
        if let Some(hands) = position.to_diagram().hands {
            line(format!("in hand: {}, {}", hands[0], hands[1]));
        }
        let texts = position.move_texts();
        line(format!("moves: {}: {}", texts.len(), ends(&texts)));
        let outcome = position.outcome().map_or("none", Outcome::word);
        line(format!("outcome: {outcome}"));
        if let Some(&mv) = history.moves().get(turn) {
            line(format!("chosen: {}", position.write_move(mv).unwrap()));
        }
    }
    let ending = history.ending().map_or("unfinished".to_owned(), |ending| {
        format!("{} ({})", ending.outcome.word(), ending.reason)
    });
    line(String::new());
    line(format!("ending: {ending}"));
    line(String::new());
    line(Record::of_history(&history, None).to_string().trim_end().to_owned());
    text
}

#[test]
fn playthroughs_are_as_they_were() {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("playthroughs");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for &game in GameId::ALL {
        settings.bind(|| insta::assert_snapshot!(name(game), playthrough(game)));
    }
}

#[test]
fn none_is_missing_and_none_is_left_over() {
    let files = std::fs::read_dir(path(FOLDER)).unwrap();
    let there: BTreeSet<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let wanted: BTreeSet<_> =
        GameId::ALL.iter().map(|&game| format!("{}.snap", name(game))).collect();
    assert_eq!(there, wanted);
}
