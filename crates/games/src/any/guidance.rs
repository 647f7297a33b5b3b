//! Help for players in any game; see the methods of [`View`].

use super::{AnyMove, AnyPosition};
use crate::game::{Game, Illegal};
use crate::side::Side;
use crate::view::{Pick, Progress, View};

impl AnyPosition {
    /// Aim of a side in a sentence that speaks to its player.
    pub fn aim(&self, side: Side) -> &'static str {
        with_game!(self.game(), G => G::aim(side))
    }

    /// Distance of a side from its aim, if it can be told in a few words.
    ///
    /// ```
    /// use cairn_games::{GameId, Side};
    ///
    /// let progress = GameId::Nava.start().progress(Side::First).unwrap();
    /// assert_eq!(progress.text, "0 of 9 cubes laid");
    /// ```
    pub fn progress(&self, side: Side) -> Option<Progress> {
        with_position!(self, position => position.progress(side))
    }

    /// The aim and the progress of both sides in one line, as a player or an onlooker reads it.
    ///
    /// ```
    /// use cairn_games::{GameId, Side};
    ///
    /// let line = GameId::Nava.start().goal_line(Some(Side::First));
    /// assert!(line.ends_with("You: 0 of 9 cubes laid. Black: 0 of 9 cubes laid."), "{line}");
    /// ```
    pub fn goal_line(&self, reader: Option<Side>) -> String {
        let mut line = self.aim(reader.unwrap_or_else(|| self.to_move())).to_owned();
        for side in Side::BOTH {
            let name = if reader == Some(side) { "You" } else { self.info().side_name(side) };
            if let Some(Progress { text, .. }) = self.progress(side) {
                line.push_str(&format!(" {name}: {text}."));
            }
        }
        line
    }

    /// Cells that show how a finished game was won; see [`View::winning_cells`].
    pub fn winning_cells(&self) -> Vec<usize> {
        with_position!(self, position => position.winning_cells())
    }

    /// Reason why something that no legal move offers cannot be picked after these picks;
    /// see [`MoveSelection::why_not`](crate::MoveSelection::why_not).
    pub(crate) fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        if self.outcome().is_some() {
            return Illegal::GAME_OVER;
        }
        with_position!(self, position => position.why_not(picks, pick))
    }

    /// Describes a legal move in words.
    ///
    /// ```
    /// use cairn_games::GameId;
    ///
    /// let start = GameId::Nava.start();
    /// let words = start.move_in_words(start.read_move("a1-a3")?)?;
    /// assert_eq!(words, "Move 2 discs from a1 to a3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn move_in_words(&self, mv: AnyMove) -> Result<String, Illegal> {
        with_position!(self, position => {
            let mv = mv.of(position)?;
            position.check(mv)?;
            Ok(position.move_in_words(mv))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{GameId, read_position};

    #[test]
    fn moves_are_told_as_people_would_say_them() {
        let words = |game: GameId, text: &str, mv: &str| {
            let position = read_position(&[game], text).unwrap();
            position.move_in_words(position.read_move(mv).unwrap()).unwrap()
        };
        let greener = "gw,x,b,g,x,g/b,g,g,w,gb,w/g,w,b,g,b,g/b,w,g,g,g,w/g,g,g,g,w,b/w,w,b,g,b,g b";
        let told = |mv| words(GameId::Greener, greener, mv);
        assert_eq!(told("e5-e4"), "Join your pyramid on e4 from e5");
        assert_eq!(told("e5-d5"), "Capture White's pyramid on d5 from e5");
        let glaisher = "x,r6,x3/x,y1,y3,y2,y2,x/x5,r3,x/y6,x5,r2,x/x7,r1,x/x8/x7/r6,x5/x3,y6,x r";
        let told = |mv| words(GameId::Glaisher, glaisher, mv);
        assert_eq!(told("e8-f8+e8"), "Move the piece from e8 to f8, then add a piece on e8");
        assert_eq!(told("f8-h8+f8"), "Move the stack of 2 from f8 to h8, then add a piece on f8");
    }

    #[test]
    fn cubes_do_not_win_a_game_that_stacks_decide() {
        let text = "x4,W/W,x4/x5/www,x4/x3,bbbbbbwww,x b";
        let position = read_position(&[GameId::Nava], text).unwrap();
        let cells: Vec<_> = position.winning_cells();
        let info = position.info();
        let names: Vec<_> = cells.into_iter().map(|cell| info.board.name(cell)).collect();
        assert_eq!(names, ["d1", "a2"]);
    }
}
