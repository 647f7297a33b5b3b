//! Games without a terminal.

use std::time::{Duration, Instant};

use cairn_app::TimeControl;
use cairn_draw::canvas::Direction;
use cairn_games::{GameId, Outcome, Pick, Side};

use super::Session;
use crate::settings::GameSettings;
use crate::store::{self, SavedGames};

fn settings(game: GameId, first: &str, second: &str) -> GameSettings {
    GameSettings::new(game.start()).with_players([first, second].map(|word| word.parse().unwrap()))
}

fn session(game: GameId, first: &str, second: &str) -> Session {
    Session::new(settings(game, first, second), None, Instant::now())
}

/// Lets time pass until something is so.
fn until(session: &mut Session, what: &str, is_so: impl Fn(&Session) -> bool) {
    let begin = Instant::now();
    while !is_so(session) {
        session.tick(Instant::now());
        std::thread::sleep(Duration::from_millis(1));
        assert!(begin.elapsed() < Duration::from_secs(120), "{what} takes too long");
    }
}

fn made(session: &Session) -> usize {
    session.history().moves().len()
}

#[test]
fn two_people_play_by_picking_typing_and_taking_back() {
    let now = Instant::now();
    let mut session = session(GameId::Nava, "human", "human");
    assert_eq!(session.cursor(), 0, "the cursor begins where something can be picked");
    session.pick_at_cursor(now);
    assert_eq!(session.builder().unwrap().picks(), [Pick::Cell(0)]);
    session.pick(Pick::Cell(6), now);
    assert!(session.message().contains("b2 is not in the same row"), "{}", session.message());
    assert!(session.step_back());
    assert!(!session.step_back());
    assert!(session.enter("a1", now));
    for direction in [Direction::Up, Direction::Up, Direction::Up] {
        session.step_cursor(direction);
    }
    session.pick_at_cursor(now);
    assert_eq!(session.position().to_text(), "x4,bbbbbb/www,x4/x5/x5/www,x4 b");
    assert!(!session.enter("e5-d4", now));
    assert!(session.message().contains("not in the same row or column"), "{}", session.message());
    assert!(session.enter("e5-e4", now));
    session.undo(now);
    session.undo(now);
    assert_eq!((made(&session), session.redo_count()), (0, 2));
    session.undo(now);
    assert!(session.message().contains("Nothing to undo"));
    session.redo(now);
    assert!(session.enter("e5-e4", now), "the move that was taken back");
    assert_eq!((made(&session), session.redo_count()), (2, 0));
    session.undo(now);
    assert!(session.enter("e5-e3", now));
    assert_eq!(session.redo_count(), 0, "another move makes another game");
}

#[test]
fn undo_in_a_turn_begins_the_turn_again() {
    let now = Instant::now();
    let mut session = session(GameId::Mitsudomoe, "human", "human");
    assert!(session.enter("+c2;b1-c2", now));
    assert!(session.enter("+", now));
    session.undo(now);
    assert_eq!(made(&session), 1);
    assert!(session.builder().unwrap().picks().is_empty());
}

#[test]
fn the_computer_answers_and_undo_takes_both_moves_back() {
    let mut session = session(GameId::Nava, "human", "random");
    session.enter("a1-a4", Instant::now());
    assert!(session.builder().is_none());
    session.pick(Pick::Cell(0), Instant::now());
    assert!(session.message().contains("computer's turn"));
    until(&mut session, "an answer", |session| session.builder().is_some());
    assert_eq!(made(&session), 2);
    session.undo(Instant::now());
    assert_eq!(made(&session), 0);
    session.redo(Instant::now());
    assert_eq!(made(&session), 2);
    assert!(session.builder().is_some());
}

#[test]
fn who_moves_second_cannot_take_back_the_computers_first_move() {
    let mut session = session(GameId::Greener, "random", "human");
    until(&mut session, "a move", |session| made(session) == 1);
    session.undo(Instant::now());
    assert_eq!(made(&session), 1);
    assert!(session.message().contains("Nothing to undo"));
}

#[test]
fn thinking_can_be_hurried_and_undone() {
    let mut long = settings(GameId::Glaisher, "human", "10");
    long.move_time = Duration::from_secs(1_000);
    let mut session = Session::new(long, None, Instant::now());
    session.enter("i6-h6,g6,f6+e5", Instant::now());
    session.tick(Instant::now());
    assert!(session.thinking_since().is_some());
    session.undo(Instant::now());
    assert_eq!(made(&session), 0);
    assert!(session.thinking_since().is_none());
    session.enter("i6-h6,g6,f6+e5", Instant::now());
    session.tick(Instant::now());
    std::thread::sleep(Duration::from_millis(20));
    session.hurry();
    until(&mut session, "a hurried move", |session| made(session) == 2);
}

#[test]
fn computers_play_every_game_to_its_end() {
    for &game in GameId::ALL {
        for words in [["random", "random"], ["1", "random"]] {
            let mut session = session(game, words[0], words[1]);
            for _ in 0..5 {
                session.change_speed(true);
            }
            until(&mut session, "a game", |session| session.ending().is_some());
            let text = session.ending_text().unwrap();
            let reason = session.history().ending().unwrap().reason;
            assert!(text.ends_with(&format!("{reason}.")), "{text}");
        }
    }
}

#[test]
fn a_person_who_loses_is_spoken_to() {
    let text = "wwwwww,b,x3/x5/x5/x5/x4,bbbbb b";
    let position = cairn_games::read_position(&[GameId::Nava], text).unwrap();
    let players = ["human", "2"].map(|word| word.parse().unwrap());
    let settings = GameSettings::new(position).with_players(players);
    let mut session = Session::new(settings, None, Instant::now());
    until(&mut session, "the last capture", |session| session.ending().is_some());
    assert_eq!(session.ending_text().unwrap(), "You have no stack left. Black wins.");
}

#[test]
fn a_show_is_paused_and_resumed() {
    let mut session = session(GameId::Nava, "random", "random");
    until(&mut session, "a move", |session| made(session) >= 1);
    session.toggle_pause(Instant::now());
    let before = made(&session);
    for _ in 0..20 {
        session.tick(Instant::now() + Duration::from_secs(100));
    }
    assert_eq!(made(&session), before);
    session.undo(Instant::now());
    assert!(session.is_paused());
    session.toggle_pause(Instant::now());
    until(&mut session, "the next move", |session| made(session) > before);
}

#[test]
fn a_player_that_fails_is_told_and_the_game_can_go_on() {
    let mut session = session(GameId::Nava, "human", "ugi:/no/such/engine");
    session.enter("a1-a4", Instant::now());
    until(&mut session, "the failure", Session::is_paused);
    assert!(session.message().contains("/no/such/engine"), "{}", session.message());
    session.undo(Instant::now());
    assert!(session.builder().is_some());
}

#[test]
fn clocks_run_and_run_out() {
    let start = Instant::now();
    let mut timed = settings(GameId::Nava, "human", "human");
    timed.time_control = TimeControl::minutes(1, 5);
    let mut session = Session::new(timed, None, start);
    let at = |seconds| start + Duration::from_secs(seconds);
    session.enter("a1-a4", at(20));
    let left = |session: &Session, side, now| session.time_left(side, now).unwrap() / 1_000;
    assert_eq!(left(&session, Side::First, at(30)), 45);
    assert_eq!(left(&session, Side::Second, at(30)), 50);
    session.tick(at(79));
    assert!(session.ending().is_none());
    session.tick(at(81));
    let ending = session.ending().unwrap();
    assert_eq!(ending.outcome, Outcome::Win(Side::First));
    assert!(ending.reason.contains("ran out of time"));
    assert!(session.builder().is_none());
}

#[test]
fn resigning_ends_the_game_and_undo_takes_it_back() {
    let now = Instant::now();
    let mut session = session(GameId::Greener, "human", "human");
    session.enter("c6-b6", now);
    session.resign(now);
    assert_eq!(session.ending().unwrap().outcome, Outcome::Win(Side::First));
    assert_eq!(session.record().result, Some(Outcome::Win(Side::First)));
    session.undo(now);
    assert!(session.ending().is_none());
    assert_eq!(made(&session), 1);
    let next = session.rematch(None, now);
    assert_eq!(made(&next), 0);
}

#[test]
fn a_rematch_exchanges_the_sides() {
    let session = session(GameId::Nava, "human", "3");
    let next = session.rematch(None, Instant::now());
    assert_eq!(next.settings().lone_human(), Some(Side::Second));
}

#[test]
fn hints_and_values_come_from_the_engine() {
    let now = Instant::now();
    let mut session = session(GameId::Nava, "human", "human");
    session.ask_for_hint();
    let hint = session.wait_for_hint().expect("a hint");
    assert!(session.position().moves().contains(&hint));
    assert!(session.message().starts_with("Hint: a1-"));
    assert!(!session.marks().arrows.is_empty());
    session.toggle_evaluation();
    until(&mut session, "a value", |session| session.evaluation().is_some());
    assert!(!session.best_line().is_empty());
    session.enter("a1-a4", now);
    assert_eq!(session.study().hint(), None);
    session.toggle_evaluation();
    assert!(session.evaluation().is_none());
}

#[test]
fn games_are_kept_as_they_are_played_and_continued() {
    let scratch = tempfile::tempdir().unwrap();
    let store = SavedGames::new(scratch.path().to_owned());
    let now = Instant::now();
    let mut kept = settings(GameId::Greener9x9, "human", "4");
    kept.start = GameId::Greener9x9.shuffled(7).unwrap();
    (kept.shuffle, kept.time_control) = (Some(7), TimeControl::minutes(3, 2));
    let mut session = Session::new(kept, Some(store.clone()), now);
    assert!(store.list().is_empty(), "nothing is written before the first move");
    let text = session.position().move_texts()[0].clone();
    assert!(session.enter(&text, now));
    let saved = store.list();
    assert_eq!(saved.len(), 1);
    assert_eq!(saved[0].record.history(), *session.history());
    // As if the program had been killed here.
    let path = saved[0].path.clone();
    let human = ["human", "human"].map(|word| word.parse().unwrap());
    let again = Session::resume(
        &store::read(&path).unwrap(),
        &human,
        Some(store.clone()),
        Some(path.clone()),
        now,
    );
    assert_eq!(again.history(), session.history());
    assert_eq!(again.settings().players, session.settings().players);
    assert_eq!(again.settings().shuffle, Some(7));
    assert_eq!(again.settings().time_control, session.settings().time_control);
    drop(session);
    let mut again = again;
    until(&mut again, "the computer's move", |again| made(again) == 2);
    again.resign(now);
    let saved = store.list();
    assert_eq!(saved.len(), 1, "the same file is used");
    let over = Session::resume(&saved[0].record, &human, None, None, now);
    assert!(over.ending().unwrap().reason.contains("resigned"));
}

#[test]
fn a_record_cannot_start_programs() {
    let mut record = session(GameId::Nava, "human", "human").record();
    record.set_tag("Second", "ugi:touch /tmp/no");
    let human = ["human", "human"].map(|word| word.parse().unwrap());
    let session = Session::resume(&record, &human, None, None, Instant::now());
    assert!(session.settings().is_human(Side::Second));
}
