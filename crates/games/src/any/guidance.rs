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
