//! The laws that hold for every game, each checked in many positions of random games.
//!
//! A law is a function over any game. It is listed once, below, and then holds for every
//! rule set and board there is, and for every one that will be added.

mod actions;
mod guidance;
mod legality;
mod moves;
mod played;
mod records;
mod state;
mod symmetry;
mod text;

use cairn_games::with_game;

use crate::common;

/// Makes a test of each law, with the number of positions it looks at in every game.
macro_rules! laws {
    ($($module:ident::$law:ident($count:expr);)+) => {
        mod all_games {
            use super::*;
            $(
                #[test]
                fn $law() {
                    for &game in common::games_under_test() {
                        with_game!(game, G => $module::$law::<G>($count));
                    }
                }
            )+
        }
    };
}

laws! {
    moves::no_move_is_there_twice(300);
    moves::counting_agrees_with_visiting(300);
    moves::the_order_is_fixed_and_a_break_stops(60);
    legality::generated_moves_are_legal_and_survive_packing(100);
    legality::every_small_pattern_is_legal_exactly_if_generated(8);
    legality::no_move_of_another_position_is_legal_unless_generated(80);
    legality::no_changed_move_is_legal_unless_generated(40);
    legality::an_illegal_move_changes_nothing(60);
    legality::the_hot_paths_allocate_nothing(60);
    state::keys_equal_keys_from_scratch(400);
    state::different_positions_have_different_keys(3000);
    state::pieces_are_conserved(30);
    state::an_ending_means_no_moves_and_the_reverse(600);
    state::sides_alternate(300);
    symmetry::a_symmetry_can_be_undone(40);
    symmetry::moves_counts_and_outcomes_are_mapped(40);
    symmetry::mapping_commutes_with_play(30);
    symmetry::symmetric_positions_and_moves_have_one_canonical_form(30);
    text::positions_are_read_as_written(300);
    text::moves_are_read_as_written(40);
    text::position_texts_may_be_loose(60);
    text::move_texts_may_be_loose(30);
    text::diagrams_of_other_games_are_refused(1);
    text::different_moves_are_written_differently(60);
    played::undo_takes_back_and_play_plays_again(12);
    played::the_third_occurrence_is_a_draw(1);
    played::any_position_answers_like_the_game(20);
    records::plain_records_are_read_as_written(8);
    records::annotated_records_are_read_as_written(12);
    actions::moves_are_told_apart_by_their_actions(60);
    actions::actions_are_the_picks_of_a_move(60);
    actions::symmetries_permute_actions(20);
    guidance::winning_cells_show_every_win_and_nothing_else(600);
    guidance::aims_and_progress_are_told(100);
    guidance::what_cannot_be_picked_has_a_reason(15);
    guidance::forced_picks_leave_all_moves_and_a_choice(40);
    guidance::heights_are_told_for_picks_that_are_possible(40);
    guidance::moves_in_words_are_told_apart_and_name_their_cells(40);
    guidance::nothing_picked_changes_nothing(40);
}
