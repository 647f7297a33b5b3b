//! A move being chosen, step by step, and what can be seen of it already.

use cairn_games::{AnyMove, AnyPosition, BoardView, Pick, Picker};

use crate::entry::{self, Entry};

/// A move being chosen.
#[derive(Clone, Debug)]
pub struct Choosing {
    position: AnyPosition,
    picker: Picker,
    prompt: &'static str,
    options: Vec<Pick>,
    preview: BoardView,
}

/// What came of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// It cannot be picked now.
    No,
    /// There is more to pick.
    More,
    /// This is the move.
    Move(AnyMove),
}

impl Choosing {
    /// With nothing picked.
    #[must_use]
    pub fn new(position: &AnyPosition) -> Self {
        let mut choosing = Self {
            position: *position,
            picker: Picker::new(position),
            prompt: "",
            options: Vec::new(),
            preview: BoardView::new(position.game(), &position.to_diagram()),
        };
        choosing.refresh();
        choosing
    }

    /// What is asked next.
    #[must_use]
    pub const fn prompt(&self) -> &'static str {
        self.prompt
    }

    /// What can be picked next.
    #[must_use]
    pub fn options(&self) -> &[Pick] {
        &self.options
    }

    /// Whether something can be picked now.
    #[must_use]
    pub fn offers(&self, pick: Pick) -> bool {
        self.options.contains(&pick)
    }

    /// The cells that can be picked next.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.options
            .iter()
            .filter_map(|pick| if let Pick::Cell(cell) = pick { Some(*cell) } else { None })
    }

    /// What has been picked.
    #[must_use]
    pub fn picks(&self) -> &[Pick] {
        self.picker.picks()
    }

    /// The board with the parts of the turn that are complete.
    #[must_use]
    pub const fn preview(&self) -> &BoardView {
        &self.preview
    }

    /// Picks something.
    pub fn pick(&mut self, pick: Pick) -> Picked {
        if !self.picker.pick(pick) {
            return Picked::No;
        }
        if let Some(mv) = self.picker.complete() {
            return Picked::Move(mv);
        }
        self.refresh();
        Picked::More
    }

    /// Takes the last pick back; says whether there was one.
    pub fn take_back(&mut self) -> bool {
        let taken = self.picker.take_back();
        self.refresh();
        taken
    }

    /// Takes all picks back.
    pub fn clear(&mut self) {
        self.picker.clear();
        self.refresh();
    }

    /// Takes what somebody typed: a move, or one or more picks.
    ///
    /// # Errors
    /// Why it is neither, in words for people.
    pub fn enter(&mut self, text: &str) -> Result<Picked, String> {
        match entry::read(&self.position, &self.picker, text)? {
            Entry::Move(mv) => Ok(Picked::Move(mv)),
            Entry::Picks(picker) => {
                self.picker = picker;
                let complete = self.picker.complete();
                self.refresh();
                Ok(complete.map_or(Picked::More, Picked::Move))
            }
        }
    }

    fn refresh(&mut self) {
        self.options = self.picker.options();
        self.prompt = self.picker.prompt().unwrap_or_default();
        self.preview = self.partly_done();
    }

    /// The board with the parts of the turn that are complete.
    fn partly_done(&self) -> BoardView {
        let picks = self.picker.picks().len();
        let begun = self.picker.candidates().first().filter(|_| picks > 0).copied();
        let diagram = begun.and_then(|mv| self.position.after_picks(mv, picks).ok());
        let diagram = diagram.unwrap_or_else(|| self.position.to_diagram());
        // A turn that is not complete ends no game.
        BoardView { outcome: None, ..BoardView::new(self.position.game(), &diagram) }
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

    /// The stack on a cell, in letters.
    fn stack(choosing: &Choosing, name: &str) -> String {
        let cell = choosing.preview().cells.iter().find(|cell| cell.name == name).unwrap();
        cell.stack.iter().map(|piece| piece.letter).collect()
    }

    #[test]
    fn parts_that_are_complete_are_shown() {
        let game = GameId::Glaisher;
        let mut choosing = Choosing::new(&game.start());
        for name in ["i6", "h6", "g6", "f6"] {
            assert_eq!(stack(&choosing, "f6"), "");
            assert_eq!(choosing.pick(cell(name, game)), Picked::More, "{name}");
        }
        assert_eq!(stack(&choosing, "i6"), "");
        assert_eq!(stack(&choosing, "h6"), "r");
        assert_eq!(stack(&choosing, "f6"), "rrr");
        assert_eq!(choosing.prompt(), "Where does the new piece go?");
        choosing.clear();
        assert_eq!(stack(&choosing, "i6"), "rrrrrr");
    }

    #[test]
    fn a_ring_is_seen_before_the_ball_moves() {
        let game = GameId::Mitsudomoe;
        let mut choosing = Choosing::new(&game.start());
        assert!(choosing.offers(Pick::Hand));
        assert_eq!(choosing.pick(Pick::Hand), Picked::More);
        assert_eq!(choosing.pick(cell("c2", game)), Picked::More);
        assert_eq!(stack(&choosing, "c2"), "w");
        assert_eq!(stack(&choosing, "b1"), "wW", "though this ball is the only one to move");
        assert!(choosing.take_back());
        assert_eq!(stack(&choosing, "c2"), "");
        assert_eq!(choosing.pick(cell("a1", game)), Picked::No);
    }

    #[test]
    fn every_game_can_be_played_to_its_end_by_picking() {
        for &game in GameId::ALL {
            let mut position = game.start();
            for turn in 0..400 {
                if position.outcome().is_some() {
                    break;
                }
                let mut choosing = Choosing::new(&position);
                let mv = loop {
                    let options = choosing.options();
                    let pick = options[turn * 7 % options.len()];
                    match choosing.pick(pick) {
                        Picked::No => panic!("{game}: an option cannot be picked"),
                        Picked::More => {}
                        Picked::Move(mv) => break mv,
                    }
                };
                position.play(mv).unwrap();
            }
        }
    }
}
