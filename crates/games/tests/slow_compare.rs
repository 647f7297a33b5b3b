//! The fast rules against the slow ones, over random games: the same moves, the same
//! positions after them, the same results.

use crate::common::{at, at_move, games_under_test, random_game};
use crate::slow::{self, Slow};
use cairn_games::random::Random;
use cairn_games::{GameId, Notation, Outcome, with_game};

/// Number of positions of each game that have all their moves played by both. The slow
/// program needs milliseconds for one with thousands of moves.
const POSITIONS: usize = 150;

/// Number of moves of one position that are carried out.
const MOVES_PLAYED: usize = 40;

/// The outcome in the words of the slow program.
fn in_slow_words(outcome: Option<Outcome>) -> Option<Option<usize>> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(side) => Some(side.index()),
        Outcome::Draw => None,
    })
}

fn compare<G: Notation>(position: &G, slow: &dyn Slow, random: &mut Random) {
    let context = at(position);
    assert_eq!(slow.write(), position.to_text(), "the text of {context}");
    let outcome = in_slow_words(position.outcome());
    assert_eq!(outcome, slow.outcome(), "fast and slow outcome of {context}");
    let moves = position.moves();
    let mut fast_texts: Vec<_> = moves.iter().map(|&mv| position.write_move(mv)).collect();
    let mut slow_texts = slow.moves();
    fast_texts.sort();
    slow_texts.sort();
    let only = |here: &[String], there: &[String]| -> Vec<String> {
        here.iter().filter(|mv| !there.contains(mv)).take(10).cloned().collect()
    };
    assert!(
        fast_texts == slow_texts,
        "{context}: only the fast rules have {:?}, only the slow ones {:?}",
        only(&fast_texts, &slow_texts),
        only(&slow_texts, &fast_texts),
    );
    let from = random.below(1 + moves.len() as u64 / MOVES_PLAYED as u64) as usize;
    for &mv in moves.iter().skip(from).step_by(moves.len().div_ceil(MOVES_PLAYED).max(1)) {
        let after = slow.after(&position.write_move(mv));
        let context = || format!("after {}", at_move(position, mv));
        assert_eq!(position.after(mv).to_text(), after.write(), "{}", context());
        let outcome = in_slow_words(position.after(mv).outcome());
        assert_eq!(outcome, after.outcome(), "fast and slow outcome {}", context());
    }
}

fn compare_game<G: Notation>() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for number in 0.. {
        // The first game whole, then some positions of each.
        let positions = random_game::<G>(number);
        let last = positions.len() - 1;
        for (index, position) in positions.iter().enumerate() {
            if number == 0 || index == last || random.below(8) == 0 {
                let slow = slow::read(G::info().name, &position.to_text());
                compare(position, &*slow, &mut random);
                compared += 1;
            }
        }
        if compared >= POSITIONS {
            return;
        }
    }
}

#[test]
fn fast_and_slow_rules_agree() {
    for &game in games_under_test() {
        with_game!(game, G => compare_game::<G>());
    }
}

#[test]
fn starts_are_the_same() {
    for game in GameId::rule_sets() {
        assert_eq!(slow::by_name(game.name()).write(), game.start().to_text(), "{game}");
    }
}
