//! Offers that need the consent of the opponent: a draw, a take-back, a rematch.

use cairn_app::{AGREED_DRAW, Millis};
use cairn_games::{Outcome, Side};

use super::action::{ActionContext, ActionResult, Effect};
use super::live_game::{LiveGame, NewLiveGame, Status};
use super::seats::{Occupant, Seat, Seating};
use crate::problem::Problem;

/// Revision of a game from which on nothing can be taken back, so that nobody can change a game for
/// ever. Each take-back and each move is a revision.
const MAX_TAKE_BACK_REVISION: i64 = if cfg!(test) { 20 } else { 5_000 };

/// A kind of offer, which needs the consent of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OfferKind {
    /// To call it a draw.
    Draw,
    /// To take the last move back.
    TakeBack,
    /// To play again with colours exchanged.
    Rematch,
}

impl OfferKind {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Draw, Self::TakeBack, Self::Rematch];

    /// The word used in JSON and URLs.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::TakeBack => "take-back",
            Self::Rematch => "rematch",
        }
    }

    /// The kind with this word.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Open offers and the sides that made them. At most one side can have each offer open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers([Option<Side>; 3]);

impl Offers {
    /// Returns the side that offers this, if any.
    pub(crate) const fn get(&self, kind: OfferKind) -> Option<Side> {
        self.0[kind as usize]
    }

    /// Sets who offers this.
    pub(crate) const fn set(&mut self, kind: OfferKind, side: Option<Side>) {
        self.0[kind as usize] = side;
    }
}

impl LiveGame {
    /// A player offers something, which the other may have offered already.
    pub(super) fn offer(
        &mut self,
        by: &ActionContext,
        side: Side,
        kind: OfferKind,
        now: Millis,
    ) -> ActionResult {
        if self.offers.get(kind) == Some(side) || self.has_happened(by, kind) {
            return Ok(Effect::Nothing);
        }
        self.can_offer(side, kind)?;
        let agreed = self.offers.get(kind) == Some(side.other());
        if agreed || self.needs_no_consent(kind) {
            return self.agree(by, side, kind, now);
        }
        if by.revision.is_some_and(|revision| revision != self.revision) {
            return Err(self.stale());
        }
        self.offers.set(kind, Some(side));
        Ok(Effect::Changed)
    }

    /// A player accepts what the other offers.
    pub(super) fn accept(
        &mut self,
        by: &ActionContext,
        side: Side,
        kind: OfferKind,
        now: Millis,
    ) -> ActionResult {
        if self.offers.get(kind) != Some(side.other()) {
            return if self.has_happened(by, kind) {
                Ok(Effect::Nothing)
            } else {
                Err(no_offer(kind))
            };
        }
        self.agree(&ActionContext::default(), side.other(), kind, now)
    }

    /// Whether an offer that carries the ply it means has had its effect already, so that a
    /// request that arrives twice acts once.
    fn has_happened(&self, by: &ActionContext, kind: OfferKind) -> bool {
        let Some(ply) = by.ply else {
            return false;
        };
        match kind {
            OfferKind::TakeBack => self.ply() < ply,
            OfferKind::Draw => {
                self.ending.as_ref().is_some_and(|ending| ending.reason == AGREED_DRAW)
            }
            OfferKind::Rematch => self.next.is_some(),
        }
    }

    /// A player declines what the other offers, or withdraws an offer.
    pub(super) fn decline(&mut self, by: &ActionContext, kind: OfferKind) -> ActionResult {
        if self.offers.get(kind).is_none() {
            return if by.ply.is_some() { Ok(Effect::Nothing) } else { Err(no_offer(kind)) };
        }
        self.offers.set(kind, None);
        Ok(Effect::Changed)
    }

    /// Checks whether a side may make an offer.
    ///
    /// # Errors
    /// If it may not.
    pub(super) fn can_offer(&self, side: Side, kind: OfferKind) -> Result<(), Problem> {
        match kind {
            OfferKind::Rematch if !self.status.is_over() => {
                Err(Problem::conflict("not_over", "You can offer a rematch when the game is over."))
            }
            OfferKind::Rematch if self.next.is_some() => {
                Err(Problem::conflict("rematch_exists", "The rematch has already begun."))
            }
            OfferKind::Rematch if self.seats.iter().any(|seat| seat.player == Occupant::Open) => {
                Err(Problem::conflict("nobody_there", "Nobody has joined this game."))
            }
            OfferKind::Rematch => Ok(()),
            _ if self.status != Status::Playing => Err(self.not_playing()),
            OfferKind::Draw if matches!(self.seating(), Seating::Computer(_)) => {
                Err(Problem::conflict("computer_declines", "The computer does not accept draws."))
            }
            OfferKind::TakeBack if self.revision >= MAX_TAKE_BACK_REVISION => {
                let message = "Too many moves have been taken back in this game.";
                Err(Problem::conflict("too_many_changes", message)
                    .hint("Play on, or resign and start another game."))
            }
            OfferKind::TakeBack if self.take_back_target(side, self.ply()).is_none() => {
                Err(Problem::conflict("nothing_to_take_back", "You have not moved yet."))
            }
            OfferKind::Draw | OfferKind::TakeBack => Ok(()),
        }
    }

    /// Whether one person may decide alone: against the computer, or on one device.
    fn needs_no_consent(&self, kind: OfferKind) -> bool {
        match self.seating() {
            Seating::Computer(_) => kind != OfferKind::Draw,
            Seating::SameScreen | Seating::Computers => true,
            Seating::People => false,
        }
    }

    /// Carries out what `side` has offered.
    fn agree(
        &mut self,
        by: &ActionContext,
        side: Side,
        kind: OfferKind,
        now: Millis,
    ) -> ActionResult {
        match kind {
            OfferKind::Draw => {
                self.finish(Outcome::Draw, AGREED_DRAW, now);
                Ok(Effect::Changed)
            }
            OfferKind::TakeBack => {
                let seen = by.ply.unwrap_or(self.ply());
                // A repetition was dealt with before; a ply to come is a mistake.
                let target = self.take_back_target(side, seen).ok_or_else(|| self.stale())?;
                self.take_back(target, now);
                Ok(Effect::Changed)
            }
            OfferKind::Rematch => {
                self.offers.set(kind, None);
                let rematch = self.rematch(now);
                self.next = Some(rematch.key.clone());
                Ok(Effect::Rematch(Box::new(rematch)))
            }
        }
    }

    /// Returns the ply to which the game goes back when a side takes back its last move
    /// among the first `seen` ones; `None` if it has made none. On one device, the last move goes
    /// back, whoever made it.
    fn take_back_target(&self, side: Side, seen: usize) -> Option<usize> {
        let before = self.history.positions()[..self.ply()].get(..seen)?;
        if self.seating() == Seating::SameScreen {
            return seen.checked_sub(1);
        }
        before.iter().rposition(|position| position.to_move() == side)
    }

    /// Takes back the moves from this ply on. The time they took stays spent.
    fn take_back(&mut self, target: usize, now: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        while self.ply() > target {
            self.history.undo();
            self.moves.pop();
        }
        self.computer_failed = false;
        self.start_clock(now);
        self.offers = Offers::default();
    }

    /// Returns the same game again with the seats exchanged.
    fn rematch(&self, now: Millis) -> Self {
        let [first, second] = self.seats.clone().map(Seat::without_links);
        let new = NewLiveGame {
            start: *self.history.start(),
            seed: self.seed,
            seats: [second, first],
            time: self.time,
            listed: self.listed,
            previous: Some(self.key.clone()),
        };
        Self::new(new, now)
    }
}

fn no_offer(kind: OfferKind) -> Problem {
    Problem::conflict("no_offer", format!("There is no {} offer.", kind.word()))
}
