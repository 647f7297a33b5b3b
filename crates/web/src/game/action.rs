//! The actions that change a game.

use cairn_app::{Millis, resignation};
use cairn_games::{AnyMove, Outcome, Side};

use super::keys::SeatKey;
use super::live_game::{LiveGame, Status};
use super::offers::OfferKind;
use super::seats::{Occupant, Seating};
use crate::ids::KeyHash;
use crate::problem::Problem;

/// The origin of an action: who acts, and on which state of the game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionContext {
    /// Hashes of the keys of the actor.
    pub keys: Vec<KeyHash>,
    /// Side that acts, if the keys open both.
    pub side: Option<Side>,
    /// Number of moves that the actor sees. An action that carries it and arrives twice
    /// acts once.
    pub ply: Option<usize>,
    /// Revision that the actor sees.
    pub revision: Option<i64>,
    /// Measured time that messages of the actor need there and back.
    pub lag: Millis,
}

impl ActionContext {
    /// Whether the request says which state of the game it means, so that a repetition of
    /// what has been done is not an error.
    pub(super) const fn is_repeatable(&self) -> bool {
        self.ply.is_some() || self.revision.is_some()
    }
}

/// Something that can happen to a game.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Somebody takes the free seat.
    Join {
        /// Name that the player has chosen.
        name: Option<String>,
        /// Devices that have the seat from now on.
        keys: Vec<SeatKey>,
    },
    /// A player creates a private link to the seat.
    AddLink(KeyHash),
    /// Somebody takes the seat that a private link opens.
    Claim {
        /// Hash of the link.
        link: KeyHash,
        /// Devices that have the seat from now on.
        devices: Vec<SeatKey>,
    },
    /// A player signs out the device with this id.
    SignOut(String),
    /// A player makes a move.
    Move {
        /// Number of moves before it, as the player sees it.
        ply: usize,
        /// The move.
        text: String,
    },
    /// A player gives up.
    Resign,
    /// The game is aborted before it has begun.
    Abort,
    /// A player claims a result because the other one has left.
    ClaimResult {
        /// Whether the claim is for a draw.
        draw: bool,
        /// Time since which each side is away, if it is known to be.
        gone: [Option<Millis>; 2],
    },
    /// A player offers something.
    Offer(OfferKind),
    /// A player accepts it.
    Accept(OfferKind),
    /// A player declines or withdraws it.
    Decline(OfferKind),
    /// The computer makes a move. Only the server asks for this.
    Computer {
        /// The revision that was searched.
        revision: i64,
        /// The move.
        mv: AnyMove,
    },
    /// The computer has failed to move for good. Only the server asks for this.
    ComputerFailed {
        /// Revision that it searched.
        revision: i64,
    },
    /// Time has passed.
    Tick,
}

/// The effect of an action.
#[derive(Debug)]
pub(crate) enum Effect {
    /// None: it had been done before, or there was nothing to do.
    Nothing,
    /// The game has changed.
    Changed,
    /// The game has changed, and another one has begun.
    Rematch(Box<LiveGame>),
}

/// The effect of an action, or the reason why it is not allowed.
pub(super) type ActionResult = Result<Effect, Problem>;

impl LiveGame {
    /// Does something, if it is allowed.
    ///
    /// # Errors
    /// If it is not. The game may be changed all the same, if time has run out.
    pub(crate) fn act(&mut self, by: &ActionContext, action: &Action, now: Millis) -> ActionResult {
        // A move may have been on its way when the time ran out.
        let credit = match action {
            Action::Move { .. } => self.lag_credit(by.lag, now),
            _ => 0,
        };
        if let Some(done) = self.flag(now - credit) {
            return match action {
                Action::Tick | Action::Computer { .. } | Action::ComputerFailed { .. } => Ok(done),
                _ => Err(self.not_playing()),
            };
        }
        let done = match action {
            Action::Tick => Ok(Effect::Nothing),
            Action::Computer { revision, mv } => self.computer_move(*revision, *mv, now),
            Action::Join { name, keys } => self.join(by, name.clone(), keys, now),
            Action::AddLink(link) => self.add_link(by, link, now),
            Action::Claim { link, devices } => self.claim(link, devices, now),
            Action::SignOut(device) => self.sign_out(by, device),
            Action::Move { ply, text } => self.player_move(by, *ply, text, now),
            Action::ComputerFailed { revision } => Ok(self.computer_failed(*revision)),
            Action::Resign => self.resign(by, self.player(by)?, now),
            Action::Abort => self.abort(by, self.player(by)?, now),
            Action::ClaimResult { draw, gone } => {
                let side = self.player(by)?;
                let outcome = if *draw { Outcome::Draw } else { Outcome::Win(side) };
                self.claim_result(by, side, (outcome, gone[side.other().index()]), now)
            }
            Action::Offer(kind) => self.offer(by, self.player(by)?, *kind, now),
            Action::Accept(kind) => self.accept(by, self.answerer(by, *kind)?, *kind, now),
            Action::Decline(kind) => self.player(by).and_then(|_| self.decline(by, *kind)),
        };
        if !matches!(done, Ok(Effect::Nothing) | Err(_)) {
            self.touch(now);
        }
        done
    }

    /// Counts a change.
    fn touch(&mut self, now: Millis) {
        self.revision += 1;
        self.updated = now;
    }

    /// Ends the game if the player to move has run out of time.
    fn flag(&mut self, now: Millis) -> Option<Effect> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        let late = self.to_move();
        let reason = format!("{} ran out of time", self.side_name(late));
        self.finish(Outcome::Win(late.other()), reason, now);
        self.touch(now);
        Some(Effect::Changed)
    }

    /// The sides that these keys open.
    pub(crate) fn sides_of(&self, keys: &[KeyHash]) -> Vec<Side> {
        let opens = |side: &Side| self.seat(*side).opens(keys);
        Side::BOTH.into_iter().filter(opens).collect()
    }

    /// The side for which somebody acts; with both seats, the one to move.
    fn player(&self, by: &ActionContext) -> Result<Side, Problem> {
        let sides = self.sides_of(&by.keys);
        match (sides.as_slice(), by.side) {
            ([], _) => Err(Problem::forbidden("no_seat", "You have no seat in this game.")
                .hint("Open it in the browser that has the seat, or with a private link.")),
            (sides, Some(side)) if sides.contains(&side) => Ok(side),
            (_, Some(side)) => {
                let name = self.side_name(side);
                Err(Problem::forbidden("not_your_seat", format!("You are not playing {name}.")))
            }
            ([only], None) => Ok(*only),
            (_, None) => Ok(self.to_move()),
        }
    }

    /// The side that answers an offer; with both seats, the one that has not made it.
    fn answerer(&self, by: &ActionContext, kind: OfferKind) -> Result<Side, Problem> {
        let asked = self.offers.get(kind).map(Side::other);
        let asked = asked.filter(|side| self.seat(*side).opens(&by.keys));
        self.player(&ActionContext { side: by.side.or(asked), ..by.clone() })
    }

    fn join(
        &mut self,
        by: &ActionContext,
        name: Option<String>,
        keys: &[SeatKey],
        now: Millis,
    ) -> ActionResult {
        if !self.sides_of(&by.keys).is_empty() {
            // The same browser again: it has a seat and needs no other.
            return Ok(Effect::Nothing);
        }
        let free = Side::BOTH.into_iter().find(|side| self.seat(*side).player == Occupant::Open);
        let Some(free) = free.filter(|_| self.status == Status::Waiting) else {
            return Err(Problem::conflict("no_free_seat", "There is no free seat in this game.")
                .hint("You can watch it."));
        };
        let seat = &mut self.seats[free.index()];
        seat.player = Occupant::Person;
        seat.name = name;
        seat.keys = keys.to_vec();
        if self.seats.iter().all(|seat| seat.player != Occupant::Open) {
            self.begin(now);
        }
        Ok(Effect::Changed)
    }

    fn resign(&mut self, by: &ActionContext, side: Side, now: Millis) -> ActionResult {
        let reason = resignation(self.side_name(side));
        if by.is_repeatable() && self.ending.as_ref().is_some_and(|end| end.reason == reason) {
            return Ok(Effect::Nothing);
        }
        if self.status != Status::Playing {
            return Err(self.not_playing());
        }
        self.finish(Outcome::Win(side.other()), reason, now);
        Ok(Effect::Changed)
    }

    /// Whether a side has moved.
    fn has_moved(&self, side: Side) -> bool {
        let before = &self.history.positions()[..self.ply()];
        before.iter().any(|position| position.to_move() == side)
    }

    /// Whether the game has begun: both sides have moved, against the computer the person
    /// has.
    pub(super) fn has_begun(&self) -> bool {
        match self.seating() {
            Seating::Computer(computer) => self.has_moved(computer.other()),
            _ => Side::BOTH.into_iter().all(|side| self.has_moved(side)),
        }
    }

    /// Whether the game can be aborted: until it has begun, or if the computer has failed.
    pub(super) fn can_abort(&self) -> bool {
        !self.status.is_over() && (self.computer_failed || !self.has_begun())
    }

    /// Ends the computer's attempts to move.
    fn computer_failed(&mut self, revision: i64) -> Effect {
        if revision != self.revision || self.computer_to_move().is_none() {
            return Effect::Nothing;
        }
        self.computer_failed = true;
        Effect::Changed
    }

    fn abort(&mut self, by: &ActionContext, _side: Side, now: Millis) -> ActionResult {
        if by.is_repeatable() && self.status == Status::Aborted {
            return Ok(Effect::Nothing);
        }
        if self.status.is_over() {
            return Err(self.not_playing());
        }
        if !self.can_abort() {
            return Err(Problem::conflict("already_begun", "The game has begun.")
                .hint("You can resign, or offer a draw."));
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.status = Status::Aborted;
        self.offers = super::Offers::default();
        Ok(Effect::Changed)
    }

    /// Error of an action that means another state of the game.
    pub(super) fn stale(&self) -> Problem {
        Problem::conflict("stale", "The game has changed in the meantime.")
            .hint("Check the game and try again.")
    }

    /// Error of an action in a game that is not running.
    pub(super) fn not_playing(&self) -> Problem {
        match self.status {
            Status::Waiting => {
                Problem::conflict("waiting", "The game has not begun: a seat is still free.")
            }
            Status::Aborted => Problem::conflict("game_over", "The game was aborted."),
            _ => {
                let reason = self.ending.as_ref().map(|ending| ending.reason.as_str());
                let reason = reason.unwrap_or("it has ended");
                Problem::conflict("game_over", format!("The game is over: {reason}."))
            }
        }
    }
}
