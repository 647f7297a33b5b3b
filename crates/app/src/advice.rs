//! Advice on the level of the next game.

use cairn_engine::levels::Level;
use cairn_games::{AnyPosition, Outcome, Side};

/// The level to play next, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelAdvice {
    /// Level of the next game.
    pub level: Level,
    /// The advice in a sentence.
    pub sentence: &'static str,
}

impl LevelAdvice {
    /// Advises somebody who has played a side against a level, by the result and by how close
    /// the game was in its last position.
    ///
    /// ```
    /// use cairn_app::LevelAdvice;
    /// use cairn_engine::levels::Level;
    /// use cairn_games::{GameId, Outcome, Side};
    ///
    /// // Resigned at once: clearly lost.
    /// let start = GameId::Nava.start();
    /// let lost = Outcome::Win(Side::Second);
    /// let advice = LevelAdvice::new(Level::DEFAULT, Side::First, lost, &start);
    /// assert_eq!(advice.level, Level::LOWEST);
    /// ```
    pub fn new(level: Level, side: Side, outcome: Outcome, last: &AnyPosition) -> Self {
        let Outcome::Win(winner) = outcome else {
            return Self { level, sentence: "You are well matched. Play again?" };
        };
        let loser_was_near = last.progress(winner.other()).is_some_and(|loser| loser.is_near);
        let (next, sentence) = match (winner == side, loser_was_near) {
            (true, true) => (None, "A close win. Can you do it again?"),
            (true, false) => (level.harder(), "A clear win. Try a stronger opponent."),
            (false, true) => (None, "That was close. Try again?"),
            (false, false) => (level.easier(), "This one was too strong. Try an easier opponent."),
        };
        match (next, winner == side) {
            (Some(level), _) => Self { level, sentence },
            (None, _) if loser_was_near => Self { level, sentence },
            (None, true) => Self { level, sentence: "You have beaten the strongest level." },
            (None, false) => Self { level, sentence: "Everybody loses at first. Try again?" },
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::{GameId, read_position};

    use super::*;

    fn position(text: &str) -> AnyPosition {
        read_position(&[GameId::Nava], text).unwrap()
    }

    #[test]
    fn advice_follows_the_result_and_the_distance() {
        // White has laid nine cubes, Black none, or seven.
        let clear = position("W,W,W,W,W/W,W,W,W,bb/x5/x5/wwwwww,x3,bbbb b");
        let close = position("W,W,W,W,W/W,W,W,W,bb/B,B,B,B,B/B,B,x3/wwwwww,x3,bbbb b");
        let white = Outcome::Win(Side::First);
        let next = |level: u8, side, last| {
            let level = Level::new(level).unwrap();
            LevelAdvice::new(level, side, white, last).level.number()
        };
        assert_eq!(next(2, Side::First, &clear), 3);
        assert_eq!(next(2, Side::Second, &clear), 1);
        assert_eq!(next(2, Side::First, &close), 2);
        assert_eq!(next(2, Side::Second, &close), 2);
        assert_eq!(next(1, Side::Second, &clear), 1);
        assert_eq!(next(10, Side::First, &clear), 10);
        let drawn = LevelAdvice::new(Level::DEFAULT, Side::First, Outcome::Draw, &clear);
        assert_eq!(drawn.level, Level::DEFAULT);
    }
}
