//! Laws of a game as it is played: undo, repetition, and the type that holds any game.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, Game, GameId, History, Notation, Outcome};

use crate::common::{at, for_positions, random_game};

/// The history of a random game, which may end early by repetition.
pub fn random_history<G: Game + Into<AnyPosition>>(number: u64) -> History {
    let positions = random_game::<G>(number);
    let mut history = History::new(positions[0].into());
    for pair in positions.windows(2) {
        let moves = pair[0].moves();
        let mv = moves.into_iter().find(|&mv| pair[0].after(mv) == pair[1]).unwrap();
        if history.play(AnyMove::new(mv)).is_err() {
            break;
        }
    }
    history
}

pub fn undo_takes_back_and_play_plays_again<G: Notation + Into<AnyPosition>>(games: usize) {
    for number in 0..games as u64 {
        let played = random_history::<G>(number);
        let name = G::info().name;
        assert!(!played.moves().is_empty(), "{name}, game {number}");
        assert_eq!(played.positions().len(), played.moves().len() + 1);
        let mut history = played.clone();
        for (index, &mv) in played.moves().iter().enumerate().rev() {
            assert_eq!(history.undo(), Some(mv), "{name}, game {number}, move {index}");
            assert_eq!(*history.position(), played.positions()[index], "{name}, game {number}");
            assert_eq!(history.ending(), None, "{name}, game {number}: over before its end");
        }
        assert_eq!(history.undo(), None, "{name}, game {number}");
        assert_eq!(history, History::new(*played.start()), "{name}, game {number}");
        for &mv in played.moves() {
            assert_eq!(history.play(mv), Ok(()), "{name}, game {number}");
        }
        assert_eq!(history, played, "{name}, game {number}");
        if let Some(&mv) = played.moves().first().filter(|_| played.outcome().is_some()) {
            assert!(history.play(mv).is_err(), "{name}, game {number}: played after the end");
            assert_eq!(history, played, "{name}, game {number}");
        }
    }
}

/// A position of the game and four moves, two by each side, that lead back to it.
pub fn cycle<G: Game>() -> (G, [G::Move; 4]) {
    const MOST_MOVES: usize = 400;
    let mut random = Random::new(3);
    for number in 0.. {
        for position in random_game::<G>(number).into_iter().skip(4).step_by(3) {
            let moves = position.moves();
            let Some(&first) = random.pick(&moves).filter(|_| moves.len() < MOST_MOVES) else {
                continue;
            };
            let answers = position.after(first).moves();
            let Some(&second) = random.pick(&answers) else { continue };
            let halfway = position.after(first).after(second);
            for third in halfway.moves() {
                let nearly = halfway.after(third);
                let back = |&mv: &G::Move| nearly.after(mv) == position;
                if let Some(fourth) = nearly.moves().into_iter().find(back) {
                    return (position, [first, second, third, fourth]);
                }
            }
        }
    }
    unreachable!("the numbers of games do not end")
}

pub fn the_third_occurrence_is_a_draw<G: Notation + Into<AnyPosition>>(_: usize) {
    if !G::info().can_repeat {
        return;
    }
    let (position, moves) = cycle::<G>();
    let mut history = History::new(position.into());
    for occurrence in 1..=2 {
        assert_eq!(history.occurrences(), occurrence, "{}", at(&position));
        for mv in moves {
            assert_eq!(history.ending(), None, "drawn too early: {}", at(&position));
            assert_eq!(history.play(AnyMove::new(mv)), Ok(()), "{}", at(&position));
        }
    }
    assert_eq!(history.occurrences(), 3, "{}", at(&position));
    assert_eq!(history.outcome(), Some(Outcome::Draw), "no draw: {}", at(&position));
    let reason = history.ending().map(|ending| ending.reason).unwrap_or_default();
    assert!(reason.contains("third time"), "`{reason}` for {}", at(&position));
    assert_eq!(history.position().outcome(), None, "a position knows nothing of repetition");
    let refused = history.play(AnyMove::new(moves[0])).map_err(|why| why.to_string());
    assert!(refused.is_err_and(|why| why.contains("third time")), "{}", at(&position));
    history.undo();
    assert_eq!(history.ending(), None, "still drawn after undo: {}", at(&position));
}

pub fn any_position_answers_like_the_game<G>(count: usize)
where
    G: Notation + Into<AnyPosition> + TryFrom<AnyPosition>,
{
    for_positions::<G>(count, |position| {
        let any: AnyPosition = (*position).into();
        let context = at(position);
        assert!(G::try_from(any).is_ok_and(|back| back == *position), "{context}");
        assert_eq!(any.to_text(), position.to_text(), "{context}");
        assert_eq!(any.to_move(), position.to_move(), "{context}");
        assert_eq!(any.key(), position.key(), "{context}");
        assert_eq!(any.outcome(), position.outcome(), "{context}");
        assert_eq!(any.ending(), position.ending(), "{context}");
        assert_eq!(any.count_moves(), position.count_moves(), "{context}");
        assert_eq!(any.to_diagram(), position.to_diagram(), "{context}");
        assert!(GameId::boards(any.game().name()).unwrap().contains(&any.game()), "{context}");
        let moves = any.moves();
        assert_eq!(any.move_texts().len(), moves.len(), "{context}");
        for (&mv, text) in moves.iter().zip(any.move_texts()).step_by(moves.len() / 20 + 1) {
            assert_eq!(any.write_move(mv).as_deref(), Ok(text.as_str()), "{context}");
            assert_eq!(any.read_move(&text), Ok(mv), "{text} in {context}");
            let mut next = any;
            assert_eq!(next.play(mv), Ok(()), "{text} in {context}");
            assert_ne!(next, any, "{text} in {context}");
        }
        let mut unchanged = any;
        assert!(unchanged.play(AnyMove::from_bits(u64::MAX)).is_err(), "{context}");
        assert!(any.write_move(AnyMove::from_bits(u64::MAX)).is_err(), "{context}");
        assert_eq!(unchanged, any, "{context}");
    });
}
