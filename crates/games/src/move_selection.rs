//! Building a move from what a person points at, step by step.

use crate::game::Illegal;
use crate::view::{Pick, Step};
use crate::{AnyMove, AnyPosition};

/// A possible next pick, and the number of pieces that would land there.
type PickOption = (Pick, Option<u32>);

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
    position: AnyPosition,
    moves: Vec<(AnyMove, Vec<Step>)>,
    picks: Vec<Pick>,
}

impl MoveSelection {
    /// With nothing picked.
    pub fn new(position: &AnyPosition) -> Self {
        Self { position: *position, moves: position.moves_with_steps(), picks: Vec::new() }
    }

    /// Picks so far.
    pub fn picks(&self) -> &[Pick] {
        &self.picks
    }

    /// Possible next picks, each once, in a fixed order.
    pub fn options(&self) -> Vec<Pick> {
        let next = self.continuations().flat_map(|(_, _, next)| next);
        let mut options: Vec<_> = next.map(|(pick, _)| pick).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Number of pieces that would land on each of the possible next picks, if the step divides
    /// or moves a stack.
    ///
    /// ```
    /// use cairn_games::{GameId, MoveSelection, Pick};
    ///
    /// let mut selection = MoveSelection::new(&GameId::Nava.start());
    /// selection.pick(Pick::Cell(0));
    /// assert_eq!(selection.heights()[..2], [(Pick::Cell(1), 1), (Pick::Cell(2), 2)]);
    /// ```
    pub fn heights(&self) -> Vec<(Pick, u32)> {
        let next = self.continuations().flat_map(|(_, _, next)| next);
        let mut heights: Vec<_> = next.filter_map(|(pick, height)| Some((pick, height?))).collect();
        heights.sort_unstable();
        heights.dedup();
        heights
    }

    /// The next pick, if there is only one possibility.
    pub fn forced(&self) -> Option<Pick> {
        match self.options()[..] {
            [only] if self.complete().is_none() => Some(only),
            _ => None,
        }
    }

    /// Makes the picks that have no alternative, up to the next real choice, and returns them.
    ///
    /// ```
    /// use cairn_games::{GameId, MoveSelection, Pick};
    ///
    /// let mut selection = MoveSelection::new(&GameId::Mitsudomoe.start());
    /// assert_eq!(selection.pick_forced(), [Pick::Hand]);
    /// assert_eq!(selection.prompt(), Some("Where does the ring go?"));
    /// ```
    pub fn pick_forced(&mut self) -> Vec<Pick> {
        let before = self.picks.len();
        while let Some(pick) = self.forced() {
            self.picks.push(pick);
        }
        self.picks[before..].to_vec()
    }

    /// Reason why something cannot be picked next; `None` if it can.
    ///
    /// ```
    /// use cairn_games::{GameId, MoveSelection, Pick};
    ///
    /// let selection = MoveSelection::new(&GameId::Nava.start());
    /// let reason = selection.why_not(Pick::Cell(24)).map(|reason| reason.sentence());
    /// assert_eq!(reason.as_deref(), Some("The stack on e5 is Black's."));
    /// assert!(selection.why_not(Pick::Cell(0)).is_none());
    /// ```
    pub fn why_not(&self, pick: Pick) -> Option<Illegal> {
        (!self.options().contains(&pick)).then(|| self.position.why_not(&self.picks, pick))
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
    fn continuations(&self) -> impl Iterator<Item = (AnyMove, &'static str, Vec<PickOption>)> {
        self.moves.iter().filter_map(|(mv, steps)| {
            let (prompt, next) = follow(steps, &self.picks)?;
            Some((*mv, prompt, next))
        })
    }
}

/// Remainder of the first step that the picks do not complete; `None` if the picks
/// lead elsewhere.
fn follow(steps: &[Step], mut picks: &[Pick]) -> Option<(&'static str, Vec<PickOption>)> {
    for step in steps {
        let within = picks.len().min(step.picks.len());
        let (now, later) = picks.split_at(within);
        let different = now.iter().enumerate().all(|(at, pick)| !now[..at].contains(pick));
        if !different || !now.iter().all(|pick| step.picks.contains(pick)) {
            return None;
        }
        if within < step.picks.len() {
            let answers = step.picks.iter().enumerate();
            let left = answers.filter(|(_, pick)| !now.contains(pick));
            let left = left.map(|(at, pick)| (*pick, step.heights.get(at).copied()));
            return Some((step.prompt, left.collect()));
        }
        picks = later;
    }
    picks.is_empty().then_some(("", Vec::new()))
}
