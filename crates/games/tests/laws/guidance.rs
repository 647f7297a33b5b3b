//! Laws of the help for players: aims, reasons, moves in words, forced steps, winning cells.

use std::collections::HashSet;

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, MoveSelection, Notation, Outcome, Pick, Side, View};

use crate::common::{at, at_move, for_positions};

pub fn winning_cells_show_every_win_and_nothing_else<G: View>(count: usize) {
    for_positions::<G>(count, |position| {
        let cells = position.winning_cells();
        let is_won = matches!(position.outcome(), Some(Outcome::Win(_)));
        assert_eq!(!cells.is_empty(), is_won, "{cells:?} in {}", at(position));
        assert!(cells.iter().all(|&cell| cell < G::info().board.cells()), "{}", at(position));
        let different: HashSet<_> = cells.iter().collect();
        assert_eq!(different.len(), cells.len(), "{}", at(position));
    });
}

pub fn aims_and_progress_are_told<G: View + Into<AnyPosition>>(count: usize) {
    for_positions::<G>(count, |position| {
        let any: AnyPosition = (*position).into();
        for side in Side::BOTH {
            let line = any.goal_line(Some(side));
            assert!(line.starts_with(any.aim(side)), "{line}: {}", at(position));
            if let Some(progress) = position.progress(side) {
                assert!(line.contains(&format!("You: {}.", progress.text)), "{line}");
                let others = any.goal_line(None);
                let name = G::info().side_name(side);
                assert!(others.contains(&format!("{name}: {}.", progress.text)), "{others}");
            }
        }
    });
}

/// Everything that can be pointed at on any board of the game.
fn all_picks<G: View>() -> impl Iterator<Item = Pick> {
    (0..G::info().board.cells()).map(Pick::Cell).chain([Pick::Hand, Pick::Pass])
}

pub fn what_cannot_be_picked_has_a_reason<G: View + Into<AnyPosition>>(count: usize) {
    let mut random = Random::new(11);
    for_positions::<G>(count, |position| {
        let mut selection = MoveSelection::new(&(*position).into());
        loop {
            let options = selection.options();
            for pick in all_picks::<G>() {
                let reason = selection.why_not(pick).map(|reason| reason.sentence());
                let context =
                    || format!("{pick:?} after {:?}: {}", selection.picks(), at(position));
                assert_eq!(reason.is_none(), options.contains(&pick), "{}", context());
                let is_sentence = |text: &String| text.len() > 10 && text.ends_with('.');
                assert!(reason.iter().all(is_sentence), "{reason:?}: {}", context());
            }
            let Some(&pick) = random.pick(&options) else { break };
            assert!(selection.pick(pick));
        }
    });
}

pub fn forced_picks_leave_all_moves_and_a_choice<G: View + Into<AnyPosition>>(count: usize) {
    let mut random = Random::new(12);
    for_positions::<G>(count, |position| {
        let mut selection = MoveSelection::new(&(*position).into());
        let mut made = 0;
        loop {
            let before = selection.candidates();
            made += selection.pick_forced().len();
            assert_eq!(selection.candidates(), before, "{}", at(position));
            assert_eq!(selection.picks().len(), made, "{}", at(position));
            let options = selection.options();
            let is_over =
                options.is_empty() && (before.is_empty() || selection.complete().is_some());
            assert!(options.len() > 1 || is_over, "{options:?}: {}", at(position));
            let Some(&pick) = random.pick(&options) else { break };
            selection.pick(pick);
            made += 1;
        }
    });
}

pub fn heights_are_told_for_picks_that_are_possible<G: View + Into<AnyPosition>>(count: usize) {
    let mut random = Random::new(13);
    for_positions::<G>(count, |position| {
        let mut selection = MoveSelection::new(&(*position).into());
        loop {
            let options = selection.options();
            let heights = selection.heights();
            let told: HashSet<_> = heights.iter().map(|(pick, _)| pick).collect();
            assert_eq!(told.len(), heights.len(), "two heights for one pick: {}", at(position));
            assert!(told.into_iter().all(|pick| options.contains(pick)), "{}", at(position));
            let Some(&pick) = random.pick(&options) else { break };
            selection.pick(pick);
        }
    });
}

pub fn moves_in_words_are_told_apart_and_name_their_cells<G>(count: usize)
where
    G: View + Notation + Into<AnyPosition>,
{
    for_positions::<G>(count, |position| {
        let any: AnyPosition = (*position).into();
        let moves = position.moves();
        let mut told = HashSet::new();
        for mv in moves {
            let words = any.move_in_words(AnyMove::new(mv)).expect("a legal move");
            for pick in position.steps(mv).iter().flat_map(|step| &step.picks) {
                let Pick::Cell(cell) = pick else { continue };
                let name = G::info().board.name(*cell);
                assert!(words.contains(&name), "{words}: {}", at_move(position, mv));
            }
            assert!(told.insert(words.clone()), "{words}: {}", at_move(position, mv));
        }
    });
}

pub fn nothing_picked_changes_nothing<G: View>(count: usize) {
    for_positions::<G>(count, |position| {
        for mv in position.moves().into_iter().take(20) {
            assert_eq!(position.after_picks(mv, &[]), position.to_diagram(), "{}", at(position));
        }
    });
}
