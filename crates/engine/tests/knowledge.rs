//! Laws of what games tell an engine, over positions of random games.

use std::ops::ControlFlow;

use cairn_engine::games::{Features, MoveOrdering};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, Outcome, Side, Symmetric, with_game};

const GAMES: u64 = 12;
const LONGEST: usize = 120;

/// Calls `look` with positions of random games. In every other game the moves are chosen
/// among the most promising ones, so that there are threats to see.
fn for_each_position<G: MoveOrdering>(mut look: impl FnMut(&G)) {
    for number in 0..GAMES {
        let mut random = Random::new(number);
        let mut position = G::shuffled(number).unwrap_or_else(G::start);
        for _ in 0..LONGEST {
            look(&position);
            let choice =
                if number % 2 == 0 { position.moves() } else { candidates(&position, 4, None).0 };
            let Some(&mv) = random.pick(&choice) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// The features in order, so that equal ones can be told.
fn features<G: Features>(position: &G, side: Side) -> Vec<usize> {
    let mut features = Vec::new();
    position.visit_invariant_features(side, |feature| features.push(feature));
    features.sort_unstable();
    features
}

#[test]
fn every_feature_has_a_number_below_their_count() {
    for &id in GameId::ALL {
        with_game!(id, G => for_each_position::<G>(|position| {
            for side in Side::BOTH {
                let features = features(position, side);
                assert!(features.iter().all(|&f| f < G::INVARIANT_COUNT), "{id}: {features:?}");
                assert!(!features.is_empty(), "{id}");
            }
        }));
    }
}

#[test]
fn turned_and_exchanged_positions_have_the_same_features() {
    for &id in GameId::ALL {
        with_game!(id, G => for_each_position::<G>(|position| {
            for symmetry in G::symmetries() {
                let mapped = position.mapped(symmetry);
                for side in Side::BOTH {
                    let seen_from = if symmetry.exchange { side.other() } else { side };
                    assert_eq!(
                        features(position, side),
                        features(&mapped, seen_from),
                        "{id}: {position:?} by {symmetry:?}"
                    );
                }
            }
        }));
    }
}

/// Returns random policy weights, for games that have a policy.
fn random_policy<G: MoveOrdering>() -> Option<Vec<i16>> {
    let mut random = Random::new(3);
    let mut weight = || random.below(2_000) as i16 - 1_000;
    (G::POLICY_WEIGHTS > 0).then(|| (0..G::POLICY_WEIGHTS).map(|_| weight()).collect())
}

/// Returns the candidates that `visit_candidates` shows, and whether these are all moves.
fn candidates<G: MoveOrdering>(
    position: &G,
    width: usize,
    policy: Option<&[i16]>,
) -> (Vec<G::Move>, bool) {
    let mut shown = Vec::new();
    let (flow, all) = position.visit_candidates(width, policy, |mv| {
        shown.push(mv);
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_continue());
    (shown, all)
}

fn wins_at_once<G: Game>(position: &G, mv: G::Move) -> bool {
    position.after(mv).outcome() == Some(Outcome::Win(position.to_move()))
}

fn assert_nothing_better_was_left_out<G: Game>(position: &G, shown: &[G::Move]) {
    if shown.iter().any(|&mv| wins_at_once(position, mv)) {
        return;
    }
    for mv in position.moves() {
        let next = position.after(mv);
        let is_lost = || next.moves().into_iter().any(|reply| wins_at_once(&next, reply));
        assert!(shown.contains(&mv) || is_lost(), "{mv:?} was left out in {position:?}");
    }
}

fn assert_candidates_are_sound<G: MoveOrdering>(position: &G, policy: Option<&[i16]>) {
    let (mut shown, all) = candidates(position, 20, policy);
    let count = shown.len();
    for &mv in &shown {
        assert!(position.check(mv).is_ok(), "{mv:?} in {position:?}");
        let _ = position.ordering_score(mv);
    }
    shown.sort_unstable();
    shown.dedup();
    assert_eq!(shown.len(), count, "a move was shown twice in {position:?}");
    assert_eq!(shown.is_empty(), position.count_moves() == 0, "{position:?}");
    if all {
        assert_nothing_better_was_left_out(position, &shown);
    }
}

#[test]
fn candidates_are_different_legal_moves() {
    for &id in GameId::ALL {
        with_game!(id, G => {
            let policy = random_policy::<G>();
            for_each_position::<G>(|position| {
                assert_candidates_are_sound(position, None);
                if policy.is_some() {
                    assert_candidates_are_sound(position, policy.as_deref());
                }
            });
        });
    }
}

#[test]
fn a_move_that_wins_at_once_is_among_the_candidates() {
    for &id in GameId::ALL {
        let mut wins = 0;
        with_game!(id, G => for_each_position::<G>(|position| {
            if position.moves().iter().any(|&mv| wins_at_once(position, mv)) {
                wins += 1;
                let (shown, _) = candidates(position, 20, None);
                assert!(shown.iter().any(|&mv| wins_at_once(position, mv)), "{id}: {position:?}");
            }
        }));
        assert!(wins > 0, "{id}: no position with a win was tried");
    }
}

/// Training and ranking must use the same features.
#[test]
fn the_best_candidate_is_the_option_with_the_highest_sum() {
    let mut compared = 0;
    for &id in GameId::ALL {
        with_game!(id, G => {
            let Some(policy) = random_policy::<G>() else { continue };
            let sum = |option: &[u16]| -> i32 {
                option.iter().map(|&feature| i32::from(policy[usize::from(feature)])).sum()
            };
            for_each_position::<G>(|position| {
                // So many candidates are chosen from as many stack moves as the steps have.
                let (shown, all) = candidates(position, 144, Some(&policy));
                if all {
                    return;
                }
                // The steps to the move that was shown first: its turn has the highest
                // sum of all turns after the most promising stack moves.
                let steps = position.policy_choices(shown[0], &policy);
                let last = steps.last().unwrap();
                let chosen = last.options().nth(last.chosen().unwrap()).map(sum);
                assert_eq!(chosen, last.options().map(sum).max(), "{id}: {position:?}");
                compared += 1;
            });
        });
    }
    assert!(compared > 50, "only {compared} positions");
}

/// Returns the features of the chosen option at each step of a move, sorted.
fn chosen_options<G: MoveOrdering>(position: &G, mv: G::Move, policy: &[i16]) -> Vec<Vec<u16>> {
    let steps = position.policy_choices(mv, policy);
    let chosen = steps.iter().filter_map(|step| step.options().nth(step.chosen()?));
    let sorted = |option: &[u16]| {
        let mut option = option.to_vec();
        option.sort_unstable();
        option
    };
    chosen.map(sorted).collect()
}

#[test]
fn a_policy_sees_the_same_in_turned_and_exchanged_positions() {
    let mut compared = 0;
    for &id in GameId::ALL {
        with_game!(id, G => {
            let Some(policy) = random_policy::<G>() else { continue };
            for_each_position::<G>(|position| {
                let Some(&mv) = candidates(position, 20, Some(&policy)).0.last() else { return };
                let expected = chosen_options(position, mv, &policy);
                for symmetry in G::symmetries() {
                    let (mapped, turned) = (position.mapped(symmetry), G::map_move(mv, symmetry));
                    let found = chosen_options(&mapped, turned, &policy);
                    // Where there are too many threats to look at all of them, a move may
                    // be known to lose in one form and not in another.
                    for (found, expected) in found.iter().zip(&expected) {
                        assert_eq!(found, expected, "{id}: {position:?} by {symmetry:?}");
                        compared += 1;
                    }
                }
            });
        });
    }
    assert!(compared > 10_000, "only {compared} choices");
}

#[test]
fn a_win_at_once_that_is_seen_is_there() {
    let mut seen = 0;
    for &id in GameId::ALL {
        with_game!(id, G => for_each_position::<G>(|position| {
            if position.outcome().is_none() && position.wins_at_once() {
                let wins = position.moves().iter().any(|&mv| wins_at_once(position, mv));
                assert!(wins, "{id}: {position:?}");
                seen += 1;
            }
        }));
    }
    assert!(seen > 0, "no win at once was seen in any game");
}

#[test]
fn candidates_can_be_stopped() {
    for &id in GameId::ALL {
        with_game!(id, G => {
            let mut seen = 0;
            let (flow, _) = G::start().visit_candidates(20, None, |_| {
                seen += 1;
                if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(flow.is_break() && seen == 3, "{id}");
        });
    }
}

/// The inputs of a network, sorted.
fn inputs<G: Features>(position: &G, side: Side) -> Vec<usize> {
    let mut inputs = Vec::new();
    position.visit_features(side, |input| inputs.push(input));
    inputs.sort_unstable();
    inputs
}

#[test]
fn inputs_are_the_features_and_others_and_never_very_many() {
    /// Number of active features that the engine has room for.
    const MOST: usize = 256;

    for &id in GameId::ALL {
        with_game!(id, G => for_each_position::<G>(|position| {
            for side in Side::BOTH {
                let inputs = inputs(position, side);
                let features = features(position, side);
                assert_eq!(inputs[..features.len()], features, "{id}");
                assert!(inputs.len() > features.len() && inputs.len() <= MOST, "{id}");
                assert!(inputs.iter().all(|&input| input < G::COUNT), "{id}: {inputs:?}");
                assert!(inputs[features.len()..].iter().all(|&input| input >= G::INVARIANT_COUNT), "{id}");
            }
        }));
    }
}

#[test]
fn exchanged_positions_have_the_same_inputs_from_the_other_side() {
    for &id in GameId::ALL {
        with_game!(id, G => for_each_position::<G>(|position| {
            // A symmetry that exchanges the players and turns the board as their homes
            // lie; in games without homes the board need not be turned.
            let exchange = G::symmetries().iter().find(|symmetry| {
                let half_turn = symmetry.cells.iter().rev().enumerate();
                let is_turned = half_turn.clone().all(|(at, &cell)| usize::from(cell) == at);
                let is_still =
                    symmetry.cells.iter().enumerate().all(|(at, &cell)| usize::from(cell) == at);
                let has_homes = id.look().homes.iter().any(|home| !home.is_empty());
                symmetry.exchange && if has_homes { is_turned } else { is_still }
            });
            let exchange = exchange.unwrap_or_else(|| panic!("{id} can be exchanged"));
            let mapped = position.mapped(exchange);
            for side in Side::BOTH {
                assert_eq!(inputs(position, side), inputs(&mapped, side.other()), "{id}");
            }
        }));
    }
}
