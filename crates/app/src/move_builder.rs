//! Entering a move step by step, with a preview of the steps that are complete.

use cairn_games::{AnyMove, AnyPosition, BoardView, MoveSelection, Pick};

use crate::move_entry::{self, MoveEntry};

/// A move that a person enters by picking cells or typing.
///
/// ```
/// use cairn_app::{MoveBuilder, PickResult};
/// use cairn_games::GameId;
///
/// let start = GameId::Nava.start();
/// let mut builder = MoveBuilder::new(&start);
/// assert_eq!(builder.enter("a1"), Ok(PickResult::Incomplete));
/// assert!(builder.cells().any(|cell| start.info().board.name(cell) == "a4"));
/// let mv = start.read_move("a1-a4").expect("a legal move");
/// assert_eq!(builder.enter("a4"), Ok(PickResult::Complete(mv)));
/// ```
#[derive(Clone, Debug)]
pub struct MoveBuilder {
    position: AnyPosition,
    selection: MoveSelection,
    prompt: &'static str,
    options: Vec<Pick>,
    preview: BoardView,
}

/// Result of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickResult {
    /// The pick is not possible now.
    Refused,
    /// The move needs more picks.
    Incomplete,
    /// The move is complete.
    Complete(AnyMove),
}

impl MoveBuilder {
    /// Begins a move in a position.
    pub fn new(position: &AnyPosition) -> Self {
        let mut builder = Self {
            position: *position,
            selection: MoveSelection::new(position),
            prompt: "",
            options: Vec::new(),
            preview: position.view(),
        };
        builder.refresh();
        builder
    }

    /// Returns the question that the next pick answers.
    pub const fn prompt(&self) -> &'static str {
        self.prompt
    }

    /// Returns the possible next picks.
    pub fn options(&self) -> &[Pick] {
        &self.options
    }

    /// Whether a pick is possible now.
    pub fn offers(&self, pick: Pick) -> bool {
        self.options.contains(&pick)
    }

    /// Returns the cells that can be picked next.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.options
            .iter()
            .filter_map(|pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None })
    }

    /// Returns the picks so far.
    pub fn picks(&self) -> &[Pick] {
        self.selection.picks()
    }

    /// Returns the board with the steps that are complete.
    pub const fn preview(&self) -> &BoardView {
        &self.preview
    }

    /// Returns the number of pieces that would land on each cell that can be picked next.
    pub fn heights(&self) -> Vec<(Pick, u32)> {
        self.selection.heights()
    }

    /// Returns the reason why something cannot be picked next, as a sentence; `None` if it can.
    pub fn why_not(&self, pick: Pick) -> Option<String> {
        self.selection.why_not(pick).map(|reason| reason.sentence())
    }

    /// Makes the picks that have no alternative. A move that they complete is the only one that
    /// begins with what was picked before.
    pub fn pick_forced(&mut self) -> PickResult {
        self.selection.pick_forced();
        let complete = self.selection.complete();
        self.refresh();
        complete.map_or(PickResult::Incomplete, PickResult::Complete)
    }

    /// Returns the move that the picks make, if they are complete.
    pub fn complete(&self) -> Option<AnyMove> {
        self.selection.complete()
    }

    /// Adds a pick.
    pub fn pick(&mut self, pick: Pick) -> PickResult {
        if !self.selection.pick(pick) {
            return PickResult::Refused;
        }
        if let Some(mv) = self.selection.complete() {
            return PickResult::Complete(mv);
        }
        self.refresh();
        PickResult::Incomplete
    }

    /// Removes the last pick. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let taken = self.selection.take_back();
        self.refresh();
        taken
    }

    /// Removes all picks.
    pub fn clear(&mut self) {
        self.selection.clear();
        self.refresh();
    }

    /// Adds typed text: a whole move, or one or more picks.
    ///
    /// # Errors
    /// If it is neither, with the reason for the user.
    pub fn enter(&mut self, text: &str) -> Result<PickResult, String> {
        match move_entry::read(&self.position, &self.selection, text)? {
            MoveEntry::Move(mv) => Ok(PickResult::Complete(mv)),
            MoveEntry::Picks(selection) => {
                self.selection = *selection;
                let complete = self.selection.complete();
                self.refresh();
                Ok(complete.map_or(PickResult::Incomplete, PickResult::Complete))
            }
        }
    }

    fn refresh(&mut self) {
        self.options = self.selection.options();
        self.prompt = self.selection.prompt().unwrap_or_default();
        self.preview = self.partly_done();
    }

    /// Draws the board with the steps that are complete.
    fn partly_done(&self) -> BoardView {
        let picks = self.selection.picks();
        let begun = self.selection.candidates().first().filter(|_| !picks.is_empty()).copied();
        let diagram = begun.and_then(|mv| self.position.after_picks(mv, picks).ok());
        let diagram = diagram.unwrap_or_else(|| self.position.to_diagram());
        // A move that is not complete cannot end the game.
        BoardView::new(self.position.game(), &diagram).unfinished()
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    fn cell(name: &str, game: GameId) -> Pick {
        let board = game.info().board;
        Pick::Cell((0..board.cells()).find(|&cell| board.name(cell) == name).unwrap())
    }

    /// Returns the letters of the stack on a cell.
    fn stack(builder: &MoveBuilder, name: &str) -> String {
        let cell = builder.preview().cells.iter().find(|cell| cell.name == name).unwrap();
        cell.stack.iter().map(|piece| piece.letter).collect()
    }

    #[test]
    fn parts_that_are_complete_are_shown() {
        let game = GameId::Glaisher;
        let mut builder = MoveBuilder::new(&game.start());
        for name in ["i6", "h6", "g6", "f6"] {
            assert_eq!(stack(&builder, "f6"), "");
            assert_eq!(builder.pick(cell(name, game)), PickResult::Incomplete, "{name}");
        }
        assert!(builder.why_not(cell("f6", game)).is_some_and(|why| why.contains("empty cell")));
        assert_eq!(stack(&builder, "i6"), "");
        assert_eq!(stack(&builder, "h6"), "r");
        assert_eq!(stack(&builder, "f6"), "rrr");
        assert_eq!(builder.prompt(), "Where does the new piece go?");
        builder.clear();
        assert_eq!(stack(&builder, "i6"), "rrrrrr");
    }

    #[test]
    fn forced_picks_are_made_and_heights_are_told() {
        let game = GameId::Glaisher;
        let mut builder = MoveBuilder::new(&game.start());
        assert_eq!(builder.pick_forced(), PickResult::Incomplete);
        assert!(builder.picks().is_empty(), "there are three stacks to choose from");
        for name in ["i6", "h6"] {
            builder.pick(cell(name, game));
        }
        assert_eq!(stack(&builder, "i6"), "rrrrr", "a part of one has left");
        assert!(builder.heights().contains(&(cell("g6", game), 2)));
        builder.pick(cell("g6", game));
        assert_eq!(builder.pick_forced(), PickResult::Incomplete);
        assert_eq!(stack(&builder, "f6"), "rrr", "the last part has one place to go");
        let mut nava = MoveBuilder::new(&GameId::Nava.start());
        nava.pick_forced();
        assert_eq!(nava.picks(), [cell("a1", GameId::Nava)]);
    }

    #[test]
    fn a_ring_is_seen_before_the_ball_moves() {
        let game = GameId::Mitsudomoe;
        let mut builder = MoveBuilder::new(&game.start());
        assert!(builder.offers(Pick::Hand));
        assert_eq!(builder.pick(Pick::Hand), PickResult::Incomplete);
        assert_eq!(builder.pick(cell("c2", game)), PickResult::Incomplete);
        assert_eq!(stack(&builder, "c2"), "w");
        assert_eq!(stack(&builder, "b1"), "wW", "though this ball is the only one to move");
        assert!(builder.take_back());
        assert_eq!(stack(&builder, "c2"), "");
        assert_eq!(builder.pick(cell("a1", game)), PickResult::Refused);
    }

    #[test]
    fn every_game_can_be_played_to_its_end_by_picking() {
        for &game in GameId::ALL {
            let mut position = game.start();
            for turn in 0..400 {
                if position.outcome().is_some() {
                    break;
                }
                let mut builder = MoveBuilder::new(&position);
                let mv = loop {
                    let options = builder.options();
                    let pick = options[turn * 7 % options.len()];
                    match builder.pick(pick) {
                        PickResult::Refused => panic!("{game}: an option cannot be picked"),
                        PickResult::Incomplete => {}
                        PickResult::Complete(mv) => break mv,
                    }
                };
                position.play(mv).unwrap();
            }
        }
    }
}
