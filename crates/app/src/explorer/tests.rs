use std::collections::{BTreeMap, HashMap};

use cairn_engine::Score;
use cairn_games::{GameId, GameMove, History, Outcome, Side, Symmetric, nava::Nava};

use super::*;
use crate::play_moves;

fn history(moves: &[&str]) -> History {
    let mut history = History::new(GameId::Nava.start());
    play_moves(&mut history, moves).unwrap();
    history
}

fn games(lines: &[(usize, Outcome, &[&str])]) -> ExplorerGames {
    let header = ExplorerHeader { game: GameId::Nava, seed: 1, nodes: 2, rounds: 3 };
    let game = |&(random, outcome, moves): &(usize, Outcome, &[&str])| ExplorerGame {
        levels: [3, 10],
        random,
        outcome,
        moves: history(moves).moves().to_vec(),
    };
    ExplorerGames { header, games: lines.iter().map(game).collect() }
}

/// Six games with the same beginning up to symmetry, one of them after a random move.
fn alike() -> ExplorerGames {
    let win = Outcome::Win(Side::First);
    games(&[
        (0, win, &["a1-a4", "e5-e4"]),
        (0, win, &["a1-d1", "e5-d5"]),
        (0, Outcome::Draw, &["a1-a4", "e5-e4"]),
        (0, Outcome::Win(Side::Second), &["a1-a4", "e5-d5"]),
        (0, win, &["a1-a2"]),
        (1, win, &["a1-a4", "e5-e4"]),
    ])
}

#[test]
fn symmetric_games_are_counted_together_and_random_moves_not_at_all() {
    let (table, positions) = OpeningTable::count(&alike());
    assert_eq!((table.games(), table.positions(), positions.len()), (6, 2, 2));
    let start = GameId::Nava.start();
    let explored = table.explore(&start).unwrap();
    assert_eq!(explored.results, Results { wins: 3, draws: 1, losses: 1 });
    let texts = |explored: &ExploredMove, position: &cairn_games::AnyPosition| -> Vec<String> {
        let moves = [explored.mv].into_iter().chain(explored.also.iter().copied());
        moves.map(|mv| position.write_move(mv).unwrap()).collect()
    };
    let mut most = texts(&explored.moves[0], &start);
    most.sort();
    assert_eq!(most, ["a1-a4", "a1-d1"]);
    assert_eq!(explored.moves[0].results, Results { wins: 2, draws: 1, losses: 1 });
    // Black to move; the same reply in both orientations, and in each the one that fits.
    for (first, reply) in [("a1-a4", "e5-e4"), ("a1-d1", "e5-d5")] {
        let position = *history(&[first]).position();
        let explored = table.explore(&position).unwrap();
        assert_eq!(explored.results, Results { wins: 1, draws: 1, losses: 3 });
        assert_eq!(texts(&explored.moves[0], &position), [reply]);
        assert_eq!(explored.moves[0].results, Results { wins: 0, draws: 1, losses: 3 });
    }
    assert_eq!(table.explore(history(&["a1-a2"]).position()), None);
    assert_eq!(table.explore(&GameId::Greener.start()), None);
}

#[test]
fn every_orientation_of_a_position_shows_the_same_results() {
    let mut random = cairn_games::random::Random::new(5);
    let mut played = History::new(GameId::Nava.start());
    for _ in 0..6 {
        let moves = played.position().moves();
        played.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
    }
    let position = Nava::try_from(*played.position()).unwrap();
    let canonical = played.position().canonical();
    let mut counts: BTreeMap<_, Results> = BTreeMap::new();
    for (number, mv) in (1..).zip(played.position().moves()) {
        *counts.entry(canonical.map_move(mv)).or_default() +=
            Results { wins: number, draws: 0, losses: 2 };
    }
    let shown = Exploration::new(played.position(), &counts, None);
    for symmetry in Nava::symmetries() {
        let there = position.mapped(symmetry).into();
        let seen = Exploration::new(&there, &counts, None);
        assert_eq!(seen.results, shown.results);
        for explored in &shown.moves {
            let mv = cairn_games::nava::NavaMove::from_bits(explored.mv.bits()).unwrap();
            let image = cairn_games::AnyMove::new(Nava::map_move(mv, symmetry));
            let found =
                seen.moves.iter().find(|other| other.mv == image || other.also.contains(&image));
            assert_eq!(found.unwrap().results, explored.results);
        }
    }
}

#[test]
fn a_position_that_comes_up_again_counts_once() {
    let back = history(&["a1-a4", "e5-e4", "a4-a1", "e4-e5", "a1-a4"]);
    let plies: Vec<_> = opening_moves(&back).iter().map(|opening| opening.ply).collect();
    assert_eq!(plies.len(), plies.iter().collect::<std::collections::HashSet<_>>().len());
    let keys: Vec<_> = opening_moves(&back).iter().map(|opening| opening.key).collect();
    assert_eq!(keys.len(), keys.iter().collect::<std::collections::HashSet<_>>().len());
    assert!(keys.len() <= OPENING_PLIES);
}

#[test]
fn tables_are_read_as_written_and_damage_is_noticed() {
    let (mut table, positions) = OpeningTable::count(&alike());
    let opinions: HashMap<_, _> = positions
        .iter()
        .map(|(&key, position)| {
            (key, Opinion { score: Score::Value(-31), best: position.moves()[0] })
        })
        .collect();
    table.set_opinions(50, &opinions);
    let bytes = table.to_bytes();
    assert_eq!(OpeningTable::from_bytes(GameId::Nava, &bytes), Ok(table.clone()));
    assert_eq!(OpeningTable::from_bytes(GameId::Greener, &bytes), Err(TableError));
    for length in 0..bytes.len() {
        assert_eq!(OpeningTable::from_bytes(GameId::Nava, &bytes[..length]), Err(TableError));
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0xff;
        // It may be read as another table, but never panics.
        if let Ok(other) = OpeningTable::from_bytes(GameId::Nava, &damaged) {
            let _ = other.explore(&GameId::Nava.start());
        }
    }
    let explored = table.explore(&GameId::Nava.start()).unwrap();
    assert_eq!(explored.score, Some(Score::Value(-31)));
    assert_eq!(explored.moves[0].score, Some(Score::Value(31)));
    assert!(explored.best.is_some());
}

#[test]
fn games_are_read_as_written_and_wrong_lines_are_named() {
    let text = alike().to_text();
    assert_eq!(ExplorerGames::from_text(&text), Ok(alike()));
    for (wrong, line) in [
        (text.replacen("games 1", "games 9", 1), 1),
        (text.replacen("game nava", "game chess", 1), 2),
        (text.replacen("seed 1", "seed x", 1), 3),
        (text.replacen("rounds 3\n", "", 1), 5),
        (text.replacen("a1-a4", "a1-b2", 1), 7),
        (text.replacen("1/2-1/2", "2-2", 1), 9),
        (String::new(), 1),
    ] {
        assert_eq!(ExplorerGames::from_text(&wrong).unwrap_err().line, line, "{wrong}");
    }
}

#[test]
fn tables_that_come_with_the_program_have_the_start_and_an_opinion() {
    for game in GameId::rule_sets().filter(|&game| table_bytes(game).is_some()) {
        let bytes = table_bytes(game).unwrap();
        assert!(bytes.len() < 400_000, "{game}: {} bytes", bytes.len());
        let table = OpeningTable::from_bytes(game, bytes).unwrap();
        let explored = table.explore(&game.start()).unwrap();
        assert!(explored.results.games() >= 500, "{game}");
        assert!(explored.score.is_some() && explored.best.is_some(), "{game}");
        assert!(explored.moves.iter().any(|explored| explored.score.is_some()), "{game}");
    }
    assert_eq!(table_bytes(GameId::Greener9x9), None);
    assert!(OpeningTable::built_in(GameId::Greener9x9).is_none());
}
