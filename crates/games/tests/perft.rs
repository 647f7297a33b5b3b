//! The tables of move counts in `data/perft`, as deep as takes about a second a game.
//!
//! All of them, to their last depth: `cargo run --release -p cairn-games --example
//! deep_perft`, with `-- --slow` by the slow rules as well.

use std::collections::HashSet;

use crate::common::{file_stem, path, perft_table};
use cairn_games::{GameId, perft, with_position};

/// Depths with more sequences than this are left to the deep command.
const MOST: u64 = 2_000_000;

/// The counts that the notation page gives for the starts.
const PUBLISHED: [(&str, &[u64]); 6] = [
    ("nava", &[8, 64, 784, 9584, 124_362, 1_616_768]),
    ("mitsudomoe", &[9, 81, 6287, 358_136]),
    ("mitsudomoe:single", &[19, 361, 13_177, 480_808, 21_596_068]),
    ("greener", &[29, 839, 23_517, 639_219, 17_158_632]),
    ("glaisher", &[1290, 1_538_703]),
    ("glaisher:rulebook", &[1125, 1_169_169]),
];

#[test]
fn counts_agree_with_the_tables() {
    for game in GameId::rule_sets() {
        for row in perft_table(game) {
            for (&expected, depth) in row.counts.iter().zip(1..) {
                if expected > MOST {
                    break;
                }
                let counted = with_position!(&row.position, p => perft::count(p, depth));
                let text = row.position.to_text();
                assert_eq!(counted, expected, "{game} | {text} | depth {depth}");
            }
        }
    }
}

#[test]
fn threads_and_shares_make_no_difference() {
    for game in GameId::rule_sets() {
        let row = &perft_table(game)[0];
        for (&expected, depth) in row.counts.iter().zip(1..).filter(|(count, _)| **count <= MOST) {
            for threads in [1, 3] {
                let divided = row.position.divide(depth, threads, |done, all| assert!(done <= all));
                let sum: u64 = divided.iter().map(|(_, count)| count).sum();
                assert_eq!(sum, expected, "{game}, depth {depth}, {threads} threads");
                let order: Vec<_> = divided.into_iter().map(|(mv, _)| mv).collect();
                assert_eq!(order, row.position.moves(), "{game}, depth {depth}");
            }
        }
    }
}

#[test]
fn tables_have_what_they_should() {
    for game in GameId::rule_sets() {
        let rows = perft_table(game);
        let start = rows.iter().find(|row| row.position == game.start());
        let counts = start.map(|row| &row.counts[..]).unwrap_or_default();
        let published = PUBLISHED.iter().find(|(name, _)| *name == game.name());
        let published = published.map(|(_, counts)| *counts).unwrap_or_default();
        assert!(counts.starts_with(published), "{game}: {counts:?} for the start");
        assert!(!published.is_empty() && rows.len() >= 6, "{game} needs more positions");
        let boards: HashSet<_> = rows.iter().map(|row| row.game).collect();
        let wanted: HashSet<_> = GameId::boards(game.name()).unwrap().into_iter().collect();
        assert_eq!(boards, wanted, "{game}: boards in the table");
    }
    let files: HashSet<_> = std::fs::read_dir(path("data/perft"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let wanted = GameId::rule_sets().map(|game| format!("{}.txt", file_stem(game)));
    assert_eq!(files, wanted.collect::<HashSet<_>>(), "files in data/perft");
}
