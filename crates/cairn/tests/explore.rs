//! `cairn explore`, and the tables that come with the program.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;

use cairn_app::explorer::{ExplorerGames, OPENING_PLIES, OpeningTable, Results};
use cairn_games::{AnyMove, AnyPosition, Game, GameId, GameMove, Notation, Symmetric, with_game};
use flate2::read::GzDecoder;

use crate::program::{Scratch, cairn, errors, fails, printed, succeeded};

/// The games of which a table was made.
fn games_of(game: GameId) -> ExplorerGames {
    let name = format!("{}.games.gz", game.name().replace(':', "-"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../explorer").join(name);
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    ExplorerGames::from_text(&text).unwrap()
}

/// Counts the moves that were chosen in some positions anew: each position is recognised by the
/// keys of its mirror images, and moves are mapped back one by one.
fn recount<G>(games: &ExplorerGames, samples: &[G]) -> Vec<BTreeMap<AnyMove, Results>>
where
    G: Symmetric + Notation + TryFrom<AnyPosition> + Into<AnyPosition>,
{
    let mut images: HashMap<u64, (usize, HashMap<u64, AnyMove>)> = HashMap::new();
    for (number, sample) in samples.iter().enumerate() {
        for symmetry in G::symmetries() {
            let back = sample.moves().into_iter();
            let back = back.map(|mv| (G::map_move(mv, symmetry).to_bits(), AnyMove::new(mv)));
            images.insert(sample.mapped(symmetry).key(), (number, back.collect()));
        }
    }
    let mut counts = vec![BTreeMap::new(); samples.len()];
    for game in &games.games {
        let history = game.history(games.header.game);
        let mut visited = Vec::new();
        for (ply, (position, mv)) in history.positions().iter().zip(history.moves()).enumerate() {
            let Some((number, back)) = images.get(&position.key()) else { continue };
            if visited.contains(number) {
                continue;
            }
            visited.push(*number);
            if ply >= game.random && ply < OPENING_PLIES {
                let results: &mut Results = counts[*number].entry(back[&mv.bits()]).or_default();
                *results += Results::of(game.outcome, position.to_move());
            }
        }
    }
    counts
}

#[test]
fn the_numbers_follow_from_the_games() {
    for game in GameId::rule_sets().filter(|&game| OpeningTable::built_in(game).is_some()) {
        let table = OpeningTable::built_in(game).unwrap();
        let games = games_of(game);
        assert_eq!((games.header.game, games.games.len() as u64), (game, table.games()));
        with_game!(game, G => {
            // The start, and positions along some of the games.
            let mut samples = vec![G::start()];
            for played in games.games.iter().step_by(games.games.len() / 12) {
                let history = played.history(game);
                let last = history.positions().iter().rev().find(|p| table.explore(p).is_some());
                samples.extend(last.and_then(|&position| G::try_from(position).ok()));
            }
            samples.sort_by_key(|sample| AnyPosition::from(*sample).canonical().key());
            samples.dedup_by_key(|sample| AnyPosition::from(*sample).canonical().key());
            for (sample, counted) in samples.iter().zip(recount::<G>(&games, &samples)) {
                let explored = table.explore(&(*sample).into()).expect("it is in the table");
                let mut total = Results::default();
                counted.values().for_each(|results| total += *results);
                assert_eq!(explored.results, total, "{game}: {}", sample.to_text());
                for row in &explored.moves {
                    let mut results = Results::default();
                    for mv in row.also.iter().chain([&row.mv]) {
                        results += counted.get(mv).copied().unwrap_or_default();
                    }
                    assert_eq!(row.results, results, "{game}: {}", sample.to_text());
                }
            }
        });
    }
}

#[test]
fn openings_are_shown() {
    let shown = printed(&["explore", "nava"]);
    assert!(shown.starts_with("White to move:") && shown.contains("games,"), "{shown}");
    assert!(shown.contains("(and 1 symmetric)"), "{shown}");
    let json = printed(&["explore", "nava", "a1-a4", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["game"], &json["to_move"]), (&"nava".into(), &"second".into()));
    let moves = json["engine"]["moves"].as_array().unwrap();
    let games = |value: &serde_json::Value| value["games"].as_u64().unwrap();
    assert_eq!(moves.iter().map(games).sum::<u64>(), games(&json["engine"]));
    assert!(json["site"].is_null());
}

#[test]
fn positions_and_moves_that_are_not_there_are_told() {
    let shuffled = cairn(&["explore", "greener", "--seed", "7"]);
    assert!(shuffled.status.success() && shuffled.stdout.is_empty());
    assert!(errors(&shuffled).contains("not in the opening table"));
    fails(&["explore", "nava", "a1-b2"], 1, "a1-b2");
    fails(&["explore", "chess"], 2, "chess");
    fails(&["explore"], 2, "GAME");
    fails(&["explore", "nava", "--table", "/nowhere"], 1, "/nowhere");
}

#[test]
fn a_table_is_made_and_continued() {
    let folder = Scratch::new("explore");
    let [table, other] = ["nava.openings", "other.openings"].map(|name| folder.path(name));
    let make = |out: &str, games: &str, threads: &str, nodes: &str| {
        let settings = ["--games", games, "--threads", threads, "--nodes", nodes];
        let mut arguments = vec!["explore", "make", "nava", "--out", out, "--opinion-nodes", "20"];
        arguments.extend(settings);
        cairn(&arguments)
    };
    succeeded(make(&table, "16", "1", "20"));
    succeeded(make(&table, "32", "1", "20"));
    succeeded(make(&other, "32", "2", "20"));
    assert_eq!(std::fs::read(&table).unwrap(), std::fs::read(&other).unwrap());
    let shown = printed(&["explore", "nava", "--table", &table]);
    assert!(shown.contains("games,"), "{shown}");
    let refused = make(&table, "32", "1", "30");
    assert_eq!(refused.status.code(), Some(1));
    assert!(errors(&refused).contains("other settings"), "{}", errors(&refused));
}
