//! The solver against slow ways to the same answer, and its ways against each other.

mod maze;
mod oracles;
mod plain;

use std::time::{Duration, Instant};

use crate::Wdl;
use crate::games::{MarginPosition, ProofBounds, WholePosition};
use cairn_games::glaisher::{GlaisherRulebook, GlaisherStandard};
use cairn_games::greener::{Greener, Greener6x6, Greener6x9, Greener9x9};
use cairn_games::mitsudomoe::{MitsudomoePublished, MitsudomoeSingle};
use cairn_games::nava::Nava;
use cairn_games::random::Random;
use cairn_games::{
    AnyPosition, Game, GameId, History, Notation, Outcome, Side, Symmetric, with_game,
};

use self::maze::{CORRIDOR, Maze};
use self::oracles::{margin_by_force, random_game, retrograde, value_by_force, win_by_force};
use self::plain::Plain;
use super::advice::Advice;
use super::bounds_tables::BoundsTables;
use super::exhaustive::ExhaustiveSearch;
use super::forced_win::{ForcedWinSearch, MoveHistory, salt};
use super::proof_number::ProofNumberSearch;
use super::proof_table::ProofTable;
use super::*;
use crate::limiter::Stopped;

/// Tables so small that much is forgotten: results must not depend on it.
const SMALL_TABLE: usize = 1 << 14;

/// Searches whole positions.
fn value_to_the_end<G: ProofBounds>(position: &G) -> Wdl {
    value_with::<_, WholePosition<_>>(position, Wdl::Win)
}

fn value_with<G, P>(position: &G, expected: Wdl) -> Wdl
where
    G: ProofBounds,
    P: MarginPosition<Move = G::Move> + From<G>,
{
    let stop = StopFlag::new();
    let limiter = SearchLimiter::new(&Limits::default(), &stop);
    let mut counter = NodeCounter::new(&limiter);
    let tables = BoundsTables::with_bytes(SMALL_TABLE, 1);
    let mut search = ExhaustiveSearch::<_, P>::new(&tables, 0, &mut counter);
    search.value(position, expected).unwrap()
}

fn proved<G: ProofBounds>(
    position: &G,
    attacker: Side,
    goal: Wdl,
    drawn: &[u64],
    nodes: u64,
) -> Result<Option<u32>, Stopped> {
    let stop = StopFlag::new();
    let limiter = SearchLimiter::new(&Limits::nodes(nodes), &stop);
    let mut counter = NodeCounter::new(&limiter);
    let table = ProofTable::with_bytes(SMALL_TABLE);
    let salt = salt(attacker, drawn);
    ProofNumberSearch::new(attacker, goal, &table, &mut counter, drawn, salt).prove(position)
}

fn value_by_proof_numbers<G: ProofBounds>(position: &G) -> Wdl {
    let side = position.to_move();
    let reaches = |goal| proved(position, side, goal, &[], u64::MAX).unwrap().is_some();
    if reaches(Wdl::Win) {
        Wdl::Win
    } else if reaches(Wdl::Draw) {
        Wdl::Draw
    } else {
        Wdl::Loss
    }
}

fn win_by_attack<G: ProofBounds>(position: &G, depth: u32, drawn: &[u64]) -> Option<(Side, u32)> {
    let stop = StopFlag::new();
    let limiter = SearchLimiter::new(&Limits::default(), &stop);
    let mut counter = NodeCounter::new(&limiter);
    let table = ProofTable::with_bytes(SMALL_TABLE);
    let mut history = MoveHistory::new();
    for depth in 0..=depth {
        for attacker in Side::BOTH {
            let mut attack =
                ForcedWinSearch::new(attacker, &table, &mut history, &mut counter, drawn);
            if let Some(plies) = attack.wins(position, depth).unwrap() {
                return Some((attacker, plies));
            }
        }
    }
    None
}

fn solve_small(position: impl Into<AnyPosition>, limits: &Limits) -> Solution {
    let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
    let history = History::new(position.into());
    solve(&history, limits, &options, &StopFlag::new(), &mut |_| {})
}

/// The line is legal and ends as the solution says.
fn check_line(position: AnyPosition, solution: &Solution) {
    let mut end = position;
    for &mv in &solution.line {
        end.play(mv).unwrap();
    }
    let outcome = end.outcome().expect("the line goes to the end");
    let value = Wdl::of(outcome, position.to_move());
    assert_eq!(solution.value, Some(value), "{}", position.to_text());
}

/// A position of Greener with much settled and level, so that small things decide: two
/// tall stacks stand apart, and a few low ones have the other sixteen cells.
fn level_greener(seed: u64) -> Greener6x6 {
    let mut random = Random::new(seed);
    let mut diagram = Greener6x6::start().to_diagram();
    diagram.stacks.iter_mut().for_each(Vec::clear);
    diagram.to_move = random.pick(&Side::BOTH).copied();
    diagram.stacks[35] = "ggggggggb".chars().collect();
    diagram.stacks[28] = "ggggggggw".chars().collect();
    let mut cells: Vec<_> = (0..16).map(|cell| cell / 4 * 6 + cell % 4).collect();
    random.shuffle(&mut cells);
    let mut stacks = vec!["g", "g", "b", "w", "b", "w", "bb", "bw", "wb"];
    random.shuffle(&mut stacks[2..]);
    stacks.truncate(5 + random.below(3) as usize);
    for (cell, stack) in cells.into_iter().zip(stacks) {
        diagram.stacks[cell] = stack.chars().collect();
    }
    Greener6x6::from_diagram(&diagram).expect("a position of Greener")
}

/// Checks a position against brute force and says what it is worth.
fn check_by_force<G: ProofBounds>(position: &G) -> Wdl {
    let value = value_by_force(position);
    assert_eq!(value_to_the_end(position), value, "{position:?}");
    assert_eq!(value_by_proof_numbers(position), value, "{position:?}");
    for expected in [Wdl::Loss, Wdl::Win] {
        let found = value_with::<_, G::Margin>(position, expected);
        assert_eq!(found, value, "{position:?}, {expected:?} expected");
    }
    let bounds = position.bounds();
    let over = position.outcome().is_some();
    assert!(over || (bounds.worst <= value && value <= bounds.best), "{position:?}");
    value
}

fn check_endings_by_force<G: ProofBounds>(games: u64) {
    for game in (0..games).map(random_game::<G>) {
        for position in &game[game.len().saturating_sub(7)..] {
            check_by_force(position);
        }
    }
}

#[test]
fn greener_endings_agree_with_brute_force() {
    check_endings_by_force::<Greener6x6>(1000);
    check_endings_by_force::<Greener6x9>(40);
    check_endings_by_force::<Greener9x9>(40);
}

#[test]
fn level_greener_endings_agree_with_brute_force() {
    let mut counts = [0; 3];
    for seed in 0..3000 {
        counts[check_by_force(&level_greener(seed)) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

#[test]
fn larger_greener_endings_agree_between_two_methods() {
    for seed in 0..60 {
        let game = random_game::<Greener6x6>(seed);
        let position = &game[game.len().saturating_sub(15)];
        let value = value_to_the_end(position);
        assert_eq!(value_by_proof_numbers(position), value, "{position:?}");
    }
}

type FirstPosition<G> = <<G as ProofBounds>::Margin as MarginPosition>::First;

fn check_margins<const COLS: usize, const ROWS: usize, const CELLS: usize>(games: u64)
where
    FirstPosition<Greener<COLS, ROWS, CELLS>>: From<Greener<COLS, ROWS, CELLS>>,
{
    let stop = StopFlag::new();
    let limiter = SearchLimiter::new(&Limits::default(), &stop);
    for game in (0..games).map(random_game::<Greener<COLS, ROWS, CELLS>>) {
        let position = &game[game.len().saturating_sub(7)];
        let margin = margin_by_force(position);
        let (worst, best) = FirstPosition::<Greener<COLS, ROWS, CELLS>>::from(*position).bound();
        assert!(worst <= margin && margin <= best, "{position:?}");
        let mut counter = NodeCounter::new(&limiter);
        let tables = BoundsTables::with_bytes(SMALL_TABLE, 1);
        let mut search = ExhaustiveSearch::<_, FirstPosition<Greener<COLS, ROWS, CELLS>>>::new(
            &tables,
            0,
            &mut counter,
        );
        for goal in margin - 3..=margin + 3 {
            let found = search.has_margin(position, goal, goal % 2 == 0);
            assert_eq!(found, Ok(goal <= margin), "{goal} in {position:?}");
        }
    }
}

#[test]
fn margins_agree_with_brute_force() {
    check_margins::<6, 6, 36>(600);
    check_margins::<6, 9, 54>(40);
    check_margins::<9, 9, 81>(40);
}

#[test]
fn several_threads_agree_with_one() {
    let mut prover = Prover::new(1, 4);
    let endings = (0..20).map(|seed| {
        let game = random_game::<Greener6x6>(seed);
        game[game.len().saturating_sub(18)]
    });
    for position in endings.chain((0..200).map(level_greener)) {
        let history = History::new(position.into());
        let (limits, stop) = (Limits::default(), StopFlag::new());
        let solution = solve_with(&mut prover, &position, &history, &limits, &stop, &mut |_| {});
        assert_eq!(solution.value, Some(value_to_the_end(&position)), "{position:?}");
        check_line(position.into(), &solution);
        prover.clear();
    }
}

/// Claims of several threads are true, whichever of them makes them.
fn check_threads<G: ProofBounds + Into<AnyPosition>>(games: u64, back: usize, depth: u32) {
    let mut prover = Prover::<G>::new(1, 8);
    let mut proved = 0;
    let endings = (0..games).map(random_game::<G>).flat_map(|game| {
        let first = game.len().saturating_sub(back);
        game.into_iter().skip(first).filter(|position| position.outcome().is_none())
    });
    for position in endings {
        let history = History::new(position.into());
        let (limits, stop) = (Limits::nodes(50_000), StopFlag::new());
        let solution = solve_with(&mut prover, &position, &history, &limits, &stop, &mut |_| {});
        check_if_solved(&solution);
        prover.clear();
        let Some((winner, plies)) = win_by_force(&position, depth) else {
            // What is won takes longer.
            assert!(solution.value.is_none() || solution.distance > Some(depth), "{position:?}");
            continue;
        };
        if let Some(value) = solution.value {
            assert_eq!(value, Wdl::of(Outcome::Win(winner), position.to_move()), "{position:?}");
            assert!(solution.distance >= Some(plies), "{position:?}");
            assert!(!solution.is_shortest || solution.distance == Some(plies), "{position:?}");
            // Otherwise the line may be cut short.
            if solution.nodes < 40_000 {
                check_line(position.into(), &solution);
            }
            proved += 1;
        }
    }
    assert!(proved > 0, "nothing was proved");
}

#[test]
fn claims_of_several_threads_agree_with_brute_force() {
    check_threads::<Nava>(15, 4, 3);
    check_threads::<MitsudomoePublished>(8, 3, 2);
    check_threads::<MitsudomoeSingle>(8, 4, 2);
    check_threads::<GlaisherStandard>(4, 2, 1);
    check_threads::<GlaisherRulebook>(4, 2, 1);
}

/// Whatever question is asked first, and whatever an advisor proposes, the value is the same.
#[test]
fn advice_never_changes_a_value() {
    for seed in 0..300 {
        let game = random_game::<Greener6x6>(seed);
        let position = &game[game.len().saturating_sub(7)];
        let value = value_by_force(position);
        for expected in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let stop = StopFlag::new();
            let limiter = SearchLimiter::new(&Limits::default(), &stop);
            let mut counter = NodeCounter::new(&limiter);
            let tables = BoundsTables::with_bytes(SMALL_TABLE, 1);
            let mut random = Random::new(seed);
            let mut search = ExhaustiveSearch::<_, WholePosition<_>>::new(&tables, 0, &mut counter)
                .advised_by(Some(Box::new(move |position: &Plain<Greener6x6>, _, _| {
                    let best = *random.pick(&position.0.moves())?;
                    Some(Advice { best, expectation: random.unit(), nodes: 1 })
                })));
            assert_eq!(search.value(&Plain(*position), expected), Ok(value), "{position:?}");
        }
    }
}

#[test]
fn key_lines_of_a_proof_hold_and_others_do_not() {
    let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
    let (limits, stop) = (Limits::default(), StopFlag::new());
    let mut solver = Solver::new(GameId::named("greener").unwrap(), &options);
    let mut values = [0; 3];
    for seed in 0..60 {
        let position = if seed % 2 == 0 {
            let game = random_game::<Greener6x6>(seed);
            AnyPosition::from(game[game.len().saturating_sub(16)])
        } else {
            level_greener(seed).into()
        };
        let solution = solver.solve(&History::new(position), &limits, &stop, &mut |_| {});
        let value = solution.value.unwrap();
        values[value as usize] += 1;
        for number in 0..4 {
            let line = solver.key_line(&position, value, number, 5, &limits, &stop).unwrap();
            let mut check = |moves: &[AnyMove], value| {
                KeyLine::check(moves, &position, value, number, &mut solver, &stop)
            };
            check(&line.moves, value).unwrap();
            // What is claimed beyond the value is refuted, if only by the move that is missing.
            if value != Wdl::Win && line.holder == position.to_move() {
                check(&[], Wdl::Win).unwrap_err();
            }
        }
    }
    assert!(values.iter().all(|&count| count > 0), "{values:?}");
}

#[test]
fn lines_keep_the_value_to_the_end() {
    for seed in 0..100 {
        let game = random_game::<Greener6x6>(seed);
        let position = game[game.len().saturating_sub(14)];
        let solution = solve_small(position, &Limits::default());
        check_line(position.into(), &solution);
        assert_eq!(solution.distance, Some(solution.line.len() as u32));
    }
}

#[test]
fn images_have_the_same_value() {
    for seed in 0..30 {
        let game = random_game::<Greener6x6>(seed);
        check_images(&game[game.len().saturating_sub(13)], |position| {
            (solve_small(*position, &Limits::default()).value, 0)
        });
        let game = random_game::<Nava>(seed);
        check_images(&game[game.len().saturating_sub(3)], |position| {
            let solution = solve_small(*position, &Limits::depth(5));
            (solution.value, solution.distance.unwrap_or(0))
        });
    }
}

fn check_images<G: Symmetric>(position: &G, solve: impl Fn(&G) -> (Option<Wdl>, u32)) {
    let expected = solve(position);
    for symmetry in G::symmetries() {
        assert_eq!(solve(&position.mapped(symmetry)), expected, "{position:?}");
    }
}

#[test]
fn proof_numbers_follow_lines_of_any_length() {
    let start = Maze { number: CORRIDOR, place: 0, to_move: Side::First };
    let found = proved(&start, Side::First, Wdl::Win, &[], u64::MAX);
    assert_eq!(found, Ok(Some(u16::MAX.into())), "the distance is at least this");
    assert_eq!(proved(&start, Side::Second, Wdl::Win, &[], u64::MAX), Ok(None));
}

#[test]
fn mazes_are_solved_as_from_their_ends() {
    let (mut found, mut missed) = (0, 0);
    for number in 0..400 {
        // In every second maze some position has come up twice already.
        let spoilt = Maze::all(number).nth(number as usize % 28).unwrap().key();
        let drawn = if number % 2 == 0 { &[][..] } else { &[spoilt] };
        let truth = retrograde(number, drawn);
        for position in Maze::all(number) {
            if drawn.contains(&position.key()) {
                continue;
            }
            let won = truth.get(&position).copied();
            assert_eq!(win_by_attack(&position, 40, drawn), won, "{position:?}");
            for attacker in Side::BOTH {
                let winner = won.map(|(winner, _)| winner);
                let proof = proved(&position, attacker, Wdl::Win, drawn, 100_000).unwrap();
                match proof {
                    Some(plies) => {
                        assert_eq!(winner, Some(attacker), "{position:?}");
                        assert!(plies >= won.unwrap().1, "{position:?}");
                        found += 1;
                    }
                    None => missed += usize::from(winner == Some(attacker)),
                }
            }
        }
    }
    assert!(found > 1000 && missed * 100 < found, "found {found}, missed {missed}");
}

/// The theorem about the seed's Mitsudomoe is true: what it tells is found without it.
/// From the start that takes twenty million nodes, so three rings have to do.
#[test]
fn mitsudomoe_single_is_lost_by_search_alone() {
    let start = MitsudomoeSingle::start();
    let line = solve_small(start, &Limits::default()).line;
    let mut position = AnyPosition::from(start);
    line[..4].iter().for_each(|&mv| position.play(mv).unwrap());
    let position = MitsudomoeSingle::try_from(position).unwrap();
    assert_eq!(position.theorem(), Some((Wdl::Loss, 6)));
    let proof = proved(&Plain(position), Side::Second, Wdl::Win, &[], 2_000_000);
    assert_eq!(proof, Ok(Some(6)));
}

/// Checks positions of random games, each `back` plies before the end, against brute
/// force of this depth.
fn check_endings<G: ProofBounds + Into<AnyPosition>>(games: u64, back: usize, depth: u32) {
    for game in (0..games).map(random_game::<G>) {
        for position in &game[game.len().saturating_sub(back)..] {
            let truth = win_by_force(position, depth);
            let found = win_by_attack(position, depth, &[]);
            if found.is_none_or(|(_, plies)| plies <= depth) {
                assert_eq!(found, truth, "{position:?}");
            } else {
                assert_eq!(truth, None, "a theorem has seen further: {position:?}");
            }
            check_proofs(position, truth);
        }
    }
}

/// Proof numbers prove the same winner or none.
fn check_proofs<G: ProofBounds>(position: &G, truth: Option<(Side, u32)>) {
    let winners: Vec<_> = Side::BOTH
        .into_iter()
        .filter(|&side| matches!(proved(position, side, Wdl::Win, &[], 2_000), Ok(Some(_))))
        .collect();
    assert!(winners.len() < 2, "both sides win {position:?}");
    if let (Some((truth, _)), Some(&winner)) = (truth, winners.first()) {
        assert_eq!(winner, truth, "{position:?}");
    }
}

#[test]
fn endings_agree_with_brute_force() {
    check_endings::<Nava>(400, 6, 3);
    check_endings::<Nava>(25, 4, 4);
    check_endings::<MitsudomoePublished>(150, 5, 2);
    check_endings::<MitsudomoePublished>(4, 4, 3);
    check_endings::<MitsudomoeSingle>(40, 5, 2);
    check_endings::<GlaisherStandard>(40, 2, 1);
    check_endings::<GlaisherRulebook>(40, 2, 1);
    check_endings::<GlaisherStandard>(2, 1, 2);
}

#[test]
fn mitsudomoe_single_is_lost_from_its_start() {
    let start = MitsudomoeSingle::start();
    let solution = solve_small(start, &Limits::nodes(10_000));
    assert_eq!((solution.value, solution.distance), (Some(Wdl::Loss), Some(10)));
    check_line(start.into(), &solution);
    // And after whatever White begins with.
    for mv in start.moves() {
        let position = start.after(mv);
        let solution = solve_small(position, &Limits::nodes(20_000));
        assert_eq!((solution.value, solution.distance), (Some(Wdl::Win), Some(9)));
        check_line(position.into(), &solution);
    }
}

#[test]
fn a_win_at_once_is_what_visiting_every_move_finds() {
    for &game in GameId::ALL {
        with_game!(game, G => {
            for position in (0..15).flat_map(random_game::<G>) {
                let wins = |mv| position.after(mv).outcome() == Some(Outcome::Win(position.to_move()));
                let quick = position.winning_move();
                assert!(quick.is_none_or(wins), "{position:?}");
                assert_eq!(quick.is_some(), position.moves().into_iter().any(wins), "{position:?}");
            }
        });
    }
}

#[test]
fn turns_to_win_are_never_too_many() {
    for &game in GameId::ALL {
        with_game!(game, G => {
            for game in (0..100).map(random_game::<G>) {
                let Some(Outcome::Win(winner)) = game[game.len() - 1].outcome() else { continue };
                let mut turns = 0;
                for position in game.iter().rev().skip(1) {
                    turns += u32::from(position.to_move() == winner);
                    assert!(position.turns_to_win(winner) <= turns, "{position:?}");
                }
            }
        });
    }
}

#[test]
fn limits_are_kept() {
    for &game in GameId::ALL {
        let started = Instant::now();
        let solution = solve_small(game.start(), &Limits::time(Duration::from_millis(20)));
        // Generous, for machines that are busy.
        assert!(started.elapsed() < Duration::from_millis(500), "{game}");
        check_if_solved(&solution);
        let solution = solve_small(game.start(), &Limits::nodes(1000));
        assert!(solution.nodes <= 1000, "{game}");
        check_if_solved(&solution);
    }
}

fn check_if_solved(solution: &Solution) {
    match solution.value {
        None => assert!(solution.line.is_empty() && solution.distance.is_none()),
        Some(_) => assert!(solution.distance.is_some()),
    }
}

#[test]
fn a_raised_flag_stops() {
    let stop = StopFlag::new();
    stop.raise();
    for &game in GameId::ALL {
        let history = History::new(game.start());
        let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
        let solution = solve(&history, &Limits::default(), &options, &stop, &mut |_| {});
        assert!(solution.nodes < 300, "{game}");
    }
}

#[test]
fn a_finished_game_is_its_own_solution() {
    for &game in GameId::ALL {
        with_game!(game, G => {
            let game = random_game::<G>(1);
            let last = game[game.len() - 1];
            let Some(outcome) = last.outcome() else { continue };
            let solution = solve_small(last, &Limits::default());
            assert_eq!(solution.value, Some(Wdl::of(outcome, last.to_move())));
            assert_eq!((solution.distance, solution.line.len()), (Some(0), 0));
        });
    }
}
