//! What one player can offer and the other accept: a draw, a take-back, a rematch.

use cairn_games::{Outcome, Side};

use super::action::{Allowed, Done};
use super::play::{NewPlay, Play, Status};
use super::seats::{Player, Seating};
use crate::problem::Problem;
use crate::time::Millis;

/// Something that needs the other player's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// To call it a draw.
    Draw,
    /// To take the last move back.
    TakeBack,
    /// To play again with colours exchanged.
    Rematch,
}

impl OfferKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Draw, Self::TakeBack, Self::Rematch];

    /// The word used in JSON and URLs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::TakeBack => "take-back",
            Self::Rematch => "rematch",
        }
    }

    /// The kind with this word.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Who has offered what. At most one player can have each offer open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers([Option<Side>; 3]);

impl Offers {
    /// Who offers this, if anybody.
    #[must_use]
    pub const fn get(&self, kind: OfferKind) -> Option<Side> {
        self.0[kind as usize]
    }

    /// Sets who offers this.
    pub const fn set(&mut self, kind: OfferKind, side: Option<Side>) {
        self.0[kind as usize] = side;
    }
}

impl Play {
    /// A player offers something, which the other may have offered already.
    pub(super) fn offer(&mut self, side: Side, kind: OfferKind, now: Millis) -> Allowed {
        self.may_offer(side, kind)?;
        if self.offers.get(kind) == Some(side) {
            return Ok(Done::Nothing);
        }
        let agreed = self.offers.get(kind) == Some(side.other());
        if agreed || self.needs_no_consent(kind) {
            return self.agree(side, kind, now);
        }
        self.offers.set(kind, Some(side));
        Ok(Done::Changed)
    }

    /// A player accepts what the other offers.
    pub(super) fn accept(&mut self, side: Side, kind: OfferKind, now: Millis) -> Allowed {
        if self.offers.get(kind) != Some(side.other()) {
            return Err(no_offer(kind));
        }
        self.agree(side.other(), kind, now)
    }

    /// A player declines what the other offers, or withdraws an offer.
    pub(super) fn decline(&mut self, kind: OfferKind) -> Allowed {
        if self.offers.get(kind).is_none() {
            return Err(no_offer(kind));
        }
        self.offers.set(kind, None);
        Ok(Done::Changed)
    }

    fn may_offer(&self, side: Side, kind: OfferKind) -> Result<(), Problem> {
        match kind {
            OfferKind::Rematch if !self.status.is_over() => {
                Err(Problem::conflict("not_over", "A rematch comes after the game."))
            }
            OfferKind::Rematch if self.next.is_some() => {
                Err(Problem::conflict("rematch_exists", "The rematch has already begun."))
            }
            OfferKind::Rematch if self.seats.iter().any(|seat| seat.player == Player::Open) => {
                Err(Problem::conflict("nobody_there", "Nobody has joined this game."))
            }
            OfferKind::Rematch => Ok(()),
            _ if self.status != Status::Playing => Err(self.not_playing()),
            OfferKind::Draw if matches!(self.seating(), Seating::Computer(_)) => {
                Err(Problem::conflict("computer_declines", "The computer plays on."))
            }
            OfferKind::TakeBack if self.plies_to_take_back(side).is_none() => {
                Err(Problem::conflict("nothing_to_take_back", "You have not moved yet."))
            }
            OfferKind::Draw | OfferKind::TakeBack => Ok(()),
        }
    }

    /// Whether one person may decide alone: against the computer, or at one screen.
    fn needs_no_consent(&self, kind: OfferKind) -> bool {
        match self.seating() {
            Seating::Computer(_) => kind != OfferKind::Draw,
            Seating::SameScreen | Seating::Computers => true,
            Seating::People => false,
        }
    }

    /// What `side` has offered happens.
    fn agree(&mut self, side: Side, kind: OfferKind, now: Millis) -> Allowed {
        self.offers.set(kind, None);
        match kind {
            OfferKind::Draw => {
                self.finish(Outcome::Draw, "the players agreed on a draw", now);
                Ok(Done::Changed)
            }
            OfferKind::TakeBack => {
                let plies = self.plies_to_take_back(side).unwrap_or(0);
                self.take_back(plies, now);
                Ok(Done::Changed)
            }
            OfferKind::Rematch => {
                let rematch = self.rematch(now);
                self.next = Some(rematch.key.clone());
                Ok(Done::Rematch(Box::new(rematch)))
            }
        }
    }

    /// How many moves go back when a side takes its last one back; `None` if it has made
    /// none. At one screen, the last move goes back, whoever made it.
    fn plies_to_take_back(&self, side: Side) -> Option<usize> {
        let made = self.ply();
        if self.seating() == Seating::SameScreen {
            return (made >= 1).then_some(1);
        }
        let movers = self.history.positions()[..made].iter().rev().map(|p| p.to_move());
        movers.enumerate().find(|(_, mover)| *mover == side).map(|(back, _)| back + 1)
    }

    /// Takes moves back. What time was spent stays spent.
    fn take_back(&mut self, plies: usize, now: Millis) {
        let to_move = self.to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(to_move, now);
        }
        for _ in 0..plies {
            self.history.undo();
            self.moves.pop();
        }
        let runs = self.time.runs_at(self.ply());
        if let Some(clocks) = &mut self.clocks {
            clocks.since = runs.then_some(now);
        }
        self.offers = Offers::default();
    }

    /// The same game again with the seats exchanged.
    fn rematch(&self, now: Millis) -> Self {
        let [first, second] = self.seats.clone();
        let new = NewPlay {
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
