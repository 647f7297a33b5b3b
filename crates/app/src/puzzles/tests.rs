//! Tests of the puzzles that are built in.

use std::collections::HashSet;

use cairn_engine::StopFlag;
use cairn_engine::solver::Aim;
use cairn_games::random::Random;
use cairn_games::zobrist::mix;
use cairn_games::{AnyMove, GameId, History};

use super::select::symmetric_key;
use super::{
    MakeOptions, PuzzleDifficulty, PuzzleFilter, PuzzleTheme, UnknownPuzzle, check_all, daily,
    find, games, make, of, read, select, write,
};
use crate::lessons::Verdict;

/// Number of puzzles of each rule set that are proved again in every run.
const SAMPLE: usize = 3;

/// Number of plies of a solution up to which a proof is quick.
const QUICK_PLIES: usize = 7;

#[test]
fn puzzles_are_written_as_they_are_read_and_each_comes_once() {
    let mut ids = HashSet::new();
    for game in games() {
        let puzzles = of(game).unwrap_or_else(|error| panic!("{error}"));
        let mut keys = HashSet::new();
        for puzzle in puzzles {
            let line = write(puzzle);
            let again = read(game, "again", &line).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, std::slice::from_ref(puzzle));
            assert!(ids.insert(&puzzle.id), "{game}: two puzzles have the id {}", puzzle.id);
            assert!(keys.insert(symmetric_key(&puzzle.position)), "{game}: {line} comes twice");
            assert_eq!(find(&puzzle.id.to_uppercase()).map(|found| &found.id), Ok(&puzzle.id));
        }
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "{game}");
    }
}

/// Another sample is proved whenever the files change.
#[test]
fn a_sample_of_the_puzzles_is_proved_anew() {
    for game in games() {
        let all = of(game).unwrap();
        let seed = all.iter().fold(0, |seed, puzzle| mix(seed ^ puzzle.position.key()));
        let quick = all.iter().filter(|puzzle| puzzle.solution.len() <= QUICK_PLIES);
        let mut sample: Vec<_> = quick.cloned().collect();
        Random::new(seed).shuffle(&mut sample);
        sample.truncate(SAMPLE);
        let wrong = check_all(&sample, 2, &StopFlag::new(), &mut |_| {});
        assert!(wrong.is_empty(), "{game}: {wrong:?}");
    }
}

#[test]
fn damaged_puzzles_are_found_out() {
    let all = of(GameId::Nava).unwrap();
    let won = all.iter().find(|puzzle| puzzle.aim == Aim::Win && puzzle.turns == 2);
    let won = won.expect("a puzzle that is won in two turns");
    let other = won.position.moves().into_iter().find(|mv| *mv != won.solution[0]);
    let mut damaged = vec![won.clone(), won.clone(), won.clone()];
    damaged[0].solution[0] = other.expect("another move");
    damaged[1].turns = 1;
    damaged[2].aim = Aim::Save;
    for puzzle in damaged {
        assert!(puzzle.check().is_err(), "{puzzle:?}");
    }
}

/// A wrong try is answered with a line that can be played.
#[test]
fn wrong_tries_are_refuted_by_legal_lines() {
    for game in games() {
        for puzzle in of(game).unwrap().iter().filter(|puzzle| puzzle.turns <= 2).take(2) {
            let history = History::new(puzzle.position);
            let lesson = puzzle.lesson();
            let tries: Vec<AnyMove> = puzzle.position.moves().into_iter().take(3).collect();
            for mv in tries {
                if let Verdict::Wrong { reason, line } = lesson.judge(&history, mv).unwrap() {
                    assert!(!reason.is_empty());
                    let mut after = history.clone();
                    after.play(mv).unwrap();
                    assert!(line.iter().all(|mv| after.play(*mv).is_ok()), "{}", puzzle.id);
                }
            }
        }
    }
}

#[test]
fn puzzles_are_found_by_theme_and_difficulty() {
    let filter = PuzzleFilter { theme: Some(PuzzleTheme::Capture), ..PuzzleFilter::default() };
    let found = filter.all().unwrap();
    assert!(!found.is_empty());
    assert!(found.iter().all(|puzzle| puzzle.themes.contains(&PuzzleTheme::Capture)));
    let easy = PuzzleFilter { difficulty: Some(PuzzleDifficulty::Easy), ..PuzzleFilter::default() };
    let first = easy.pick(7, |_| false).unwrap();
    assert!(first.rating < 1_000);
    assert_eq!(easy.pick(7, |_| false), Ok(first));
    assert_ne!(easy.pick(7, |puzzle| puzzle.id == first.id), Ok(first));
    assert_eq!(easy.pick(7, |_| true), Err(UnknownPuzzle::Filter));
    let near = PuzzleFilter { near: Some(1_200), ..PuzzleFilter::default() };
    assert!(near.pick(1, |_| false).unwrap().rating.abs_diff(1_200) < 300);
    assert_eq!(find("nowhere"), Err(UnknownPuzzle::Id("nowhere".to_owned())));
    let unknown = "mate".parse::<PuzzleTheme>().unwrap_err().to_string();
    assert!(unknown.contains("`mate`") && unknown.contains("fork"), "{unknown}");
    let unknown = "mild".parse::<PuzzleDifficulty>().unwrap_err().to_string();
    assert!(unknown.contains("easy, medium and hard"), "{unknown}");
}

#[test]
fn the_daily_puzzle_changes_with_the_date_in_universal_time() {
    let day = 24 * 60 * 60 * 1_000;
    let noon = 20_000 * day + day / 2;
    let today = daily(noon).unwrap();
    assert_eq!(daily(noon + day / 2 - 1), Ok(today));
    let week: HashSet<_> = (0..7).map(|days| &daily(noon + days * day).unwrap().id).collect();
    assert!(week.len() > 5, "{week:?}");
    let games: HashSet<_> = (0..7).map(|days| daily(noon + days * day).unwrap().game()).collect();
    assert_eq!(games.len(), super::games().count());
}

#[test]
fn making_puzzles_finds_the_same_ones_again() {
    let options = MakeOptions { games: 12, seed: 3, threads: 2, nodes: 20_000 };
    let made = || {
        let mut found = Vec::new();
        let take = &mut |puzzle, _| found.extend(puzzle);
        make(GameId::Greener, &options, &StopFlag::new(), take);
        found.sort_by(|one: &super::Puzzle, two| one.id.cmp(&two.id));
        found
    };
    let found = made();
    assert!(!found.is_empty());
    assert_eq!(found, made());
    let twice: Vec<_> = found.iter().chain(&found).cloned().collect();
    assert_eq!(select(twice, 1_000).len(), found.len());
    assert_eq!(select(found, 1).len(), 1);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let good = write(&of(GameId::Nava).unwrap()[0]);
    for (from, to, message) in [
        (" | ", " ", "nava.txt:2: expected six fields"),
        ("win", "draw", "nava.txt:2: expected `win N` or `save N`"),
        ("save", "draw", "nava.txt:2: expected `win N` or `save N`"),
    ] {
        if good.contains(from) {
            let text = format!("# head\n{}", good.replacen(from, to, 1));
            let error = read(GameId::Nava, "nava.txt", &text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
