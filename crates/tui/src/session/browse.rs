//! Earlier positions of a game, looked at without taking moves back.

use cairn_games::AnyPosition;

use super::Session;

impl Session {
    /// Returns the number of moves before the position that is shown.
    pub fn ply(&self) -> usize {
        let last = self.history.moves().len();
        self.shown_ply.map_or(last, |ply| ply.min(last))
    }

    /// Whether an earlier position than the current one is shown.
    pub fn is_browsing(&self) -> bool {
        self.ply() < self.history.moves().len()
    }

    /// Returns the earlier position that is shown, if one is.
    pub fn browsed_position(&self) -> Option<&AnyPosition> {
        self.history.positions().get(self.ply()).filter(|_| self.is_browsing())
    }

    /// Shows an earlier or later position, this many moves away.
    pub fn browse(&mut self, moves: isize) {
        if self.history.moves().is_empty() {
            return self.say("There is no earlier position.");
        }
        self.browse_to(self.ply().saturating_add_signed(moves));
    }

    /// Shows the position after this many moves; after all of them, the game goes on.
    pub fn browse_to(&mut self, ply: usize) {
        self.message.clear();
        self.shown_ply = (ply < self.history.moves().len()).then_some(ply);
    }
}
