//! Building a move from what a person points at, step by step.

use crate::view::{Pick, Step};
use crate::{AnyMove, AnyPosition};

/// The legal moves that begin with what has been picked so far.
///
/// ```
/// use cairn_games::{GameId, Pick, MoveSelection};
///
/// let position = GameId::named("nava")?.start();
/// let mut selection = MoveSelection::new(&position);
/// assert_eq!(selection.options(), [Pick::Cell(0)]);
/// assert!(selection.pick(Pick::Cell(0)));
/// assert_eq!(selection.options().len(), 8);
/// assert!(selection.pick(Pick::Cell(3)));
/// assert_eq!(position.write_move(selection.complete().unwrap())?, "a1-d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveSelection {
    moves: Vec<(AnyMove, Vec<Step>)>,
    picks: Vec<Pick>,
}

impl MoveSelection {
    /// With nothing picked.
    pub fn new(position: &AnyPosition) -> Self {
        Self { moves: position.moves_with_steps(), picks: Vec::new() }
    }

    /// Picks so far.
    pub fn picks(&self) -> &[Pick] {
        &self.picks
    }

    /// Possible next picks, each once, in a fixed order.
    pub fn options(&self) -> Vec<Pick> {
        let mut options: Vec<_> = self.continuations().flat_map(|(_, _, next)| next).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Next question to the player; `None` if the move is complete or there is none.
    pub fn prompt(&self) -> Option<&'static str> {
        self.continuations().find(|(_, _, next)| !next.is_empty()).map(|(_, prompt, _)| prompt)
    }

    /// The moves that begin with what has been picked.
    pub fn candidates(&self) -> Vec<AnyMove> {
        self.continuations().map(|(mv, _, _)| mv).collect()
    }

    /// The move, if what has been picked is a whole one.
    pub fn complete(&self) -> Option<AnyMove> {
        self.continuations().find(|(_, _, next)| next.is_empty()).map(|(mv, _, _)| mv)
    }

    /// Picks something, if it can be picked; says whether it could.
    pub fn pick(&mut self, pick: Pick) -> bool {
        let possible = self.options().contains(&pick);
        if possible {
            self.picks.push(pick);
        }
        possible
    }

    /// Takes the last pick back; says whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.picks.pop().is_some()
    }

    /// Takes all picks back.
    pub fn clear(&mut self) {
        self.picks.clear();
    }

    /// Each move that begins with the picks, with the question and the answers that would
    /// lead on to it; no answers if the move is complete.
    fn continuations(&self) -> impl Iterator<Item = (AnyMove, &'static str, Vec<Pick>)> {
        self.moves.iter().filter_map(|(mv, steps)| {
            let (prompt, next) = follow(steps, &self.picks)?;
            Some((*mv, prompt, next))
        })
    }
}

/// Remainder of the first step that the picks do not complete; `None` if the picks
/// lead elsewhere.
fn follow(steps: &[Step], mut picks: &[Pick]) -> Option<(&'static str, Vec<Pick>)> {
    for step in steps {
        let within = picks.len().min(step.picks.len());
        let (now, later) = picks.split_at(within);
        let different = now.iter().enumerate().all(|(at, pick)| !now[..at].contains(pick));
        if !different || !now.iter().all(|pick| step.picks.contains(pick)) {
            return None;
        }
        if within < step.picks.len() {
            let left = step.picks.iter().filter(|pick| !now.contains(pick)).copied();
            return Some((step.prompt, left.collect()));
        }
        picks = later;
    }
    picks.is_empty().then_some(("", Vec::new()))
}
