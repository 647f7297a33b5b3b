//! What can happen to a game, and by whom.

use cairn_games::{AnyMove, Outcome, Side};

use super::offers::OfferKind;
use super::play::{Play, Status};
use super::seats::{MOST_KEYS, Player, Seating};
use crate::ids::KeyHash;
use crate::problem::Problem;
use crate::time::Millis;

/// Who wants it.
#[derive(Clone, Debug, Default)]
pub struct By {
    /// The hashes of the keys that are shown.
    pub keys: Vec<KeyHash>,
    /// For which side, if the keys open both.
    pub side: Option<Side>,
}

/// Something that can happen to a game.
#[derive(Clone, Debug)]
pub enum Action {
    /// Somebody takes the free seat.
    Join {
        /// What the player wants to be called.
        name: Option<String>,
        /// What shall open the seat from now on.
        keys: Vec<KeyHash>,
    },
    /// Somebody who has a seat gets another key for it: a device, or a private link.
    AddKey(KeyHash),
    /// A player makes a move.
    Move {
        /// How many moves were made before it, as the player sees it.
        ply: usize,
        /// The move.
        text: String,
    },
    /// A player gives up.
    Resign,
    /// The game is called off before it has begun.
    Abort,
    /// A player offers something.
    Offer(OfferKind),
    /// A player accepts it.
    Accept(OfferKind),
    /// A player declines or withdraws it.
    Decline(OfferKind),
    /// The computer makes a move. Only the server asks for this.
    Computer {
        /// The revision that it has thought about.
        revision: i64,
        /// The move.
        mv: AnyMove,
    },
    /// Time has passed.
    Tick,
}

/// What an action led to.
#[derive(Debug)]
pub enum Done {
    /// All is as it was: it had been done before, or there was nothing to do.
    Nothing,
    /// The game has changed.
    Changed,
    /// The game has changed, and another one has begun.
    Rematch(Box<Play>),
}

/// What an action led to, or why it is not allowed.
pub(super) type Allowed = Result<Done, Problem>;

impl Play {
    /// Does something, if it is allowed.
    ///
    /// # Errors
    /// Why it is not. The game may be changed all the same, if time has run out.
    pub fn act(&mut self, by: &By, action: &Action, now: Millis) -> Allowed {
        if let Some(done) = self.flag(now) {
            return match action {
                Action::Tick | Action::Computer { .. } => Ok(done),
                _ => Err(self.not_playing()),
            };
        }
        let done = match action {
            Action::Tick => Ok(Done::Nothing),
            Action::Computer { revision, mv } => self.computer_move(*revision, *mv, now),
            Action::Join { name, keys } => self.join(by, name.clone(), keys, now),
            Action::AddKey(key) => self.add_key(by, key),
            Action::Move { ply, text } => self.player_move(by, *ply, text, now),
            Action::Resign => self.resign(self.player(by)?, now),
            Action::Abort => self.abort(self.player(by)?, now),
            Action::Offer(kind) => self.offer(self.player(by)?, *kind, now),
            Action::Accept(kind) => self.accept(self.answerer(by, *kind)?, *kind, now),
            Action::Decline(kind) => self.player(by).and_then(|_| self.decline(*kind)),
        };
        if !matches!(done, Ok(Done::Nothing) | Err(_)) {
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
    fn flag(&mut self, now: Millis) -> Option<Done> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return None;
        }
        let late = self.to_move();
        let reason = format!("{} ran out of time", self.side_name(late));
        self.finish(Outcome::Win(late.other()), reason, now);
        self.touch(now);
        Some(Done::Changed)
    }

    /// The sides that these keys open.
    #[must_use]
    pub fn sides_of(&self, keys: &[KeyHash]) -> Vec<Side> {
        let opens = |side: &Side| self.seat(*side).opens(keys);
        Side::BOTH.into_iter().filter(opens).collect()
    }

    /// The side for which somebody acts; with both seats, the one to move.
    fn player(&self, by: &By) -> Result<Side, Problem> {
        let sides = self.sides_of(&by.keys);
        match (sides.as_slice(), by.side) {
            ([], _) => Err(Problem::forbidden("no_seat", "You have no seat in this game.")
                .hint("Open it with the browser or the private link that has the seat.")),
            (sides, Some(side)) if sides.contains(&side) => Ok(side),
            (_, Some(side)) => {
                let name = self.side_name(side);
                Err(Problem::forbidden("not_your_seat", format!("You do not play {name}.")))
            }
            ([only], None) => Ok(*only),
            (_, None) => Ok(self.to_move()),
        }
    }

    /// The side that answers an offer; with both seats, the one that has not made it.
    fn answerer(&self, by: &By, kind: OfferKind) -> Result<Side, Problem> {
        let asked = self.offers.get(kind).map(Side::other);
        let asked = asked.filter(|side| self.seat(*side).opens(&by.keys));
        self.player(&By { keys: by.keys.clone(), side: by.side.or(asked) })
    }

    fn join(&mut self, by: &By, name: Option<String>, keys: &[KeyHash], now: Millis) -> Allowed {
        if !self.sides_of(&by.keys).is_empty() {
            // The same browser again: it has a seat and needs no other.
            return Ok(Done::Nothing);
        }
        let free = Side::BOTH.into_iter().find(|side| self.seat(*side).player == Player::Open);
        let Some(free) = free.filter(|_| self.status == Status::Waiting) else {
            return Err(Problem::conflict("no_free_seat", "There is no free seat in this game.")
                .hint("You can watch it."));
        };
        let seat = &mut self.seats[free.index()];
        seat.player = Player::Person;
        seat.name = name;
        seat.add_keys(keys);
        if self.seats.iter().all(|seat| seat.player != Player::Open) {
            self.begin(now);
        }
        Ok(Done::Changed)
    }

    fn add_key(&mut self, by: &By, key: &KeyHash) -> Allowed {
        let mut sides = self.sides_of(&by.keys);
        if let Some(side) = by.side {
            sides.retain(|own| *own == side);
        }
        if sides.is_empty() {
            return Err(Problem::forbidden("no_seat", "This does not open a seat here."));
        }
        if sides.iter().all(|side| self.seat(*side).keys.contains(key)) {
            return Ok(Done::Nothing);
        }
        for side in sides {
            if self.seat(side).keys.len() >= MOST_KEYS {
                return Err(Problem::conflict("too_many_keys", "This seat has too many links."));
            }
            self.seats[side.index()].add_keys(std::slice::from_ref(key));
        }
        Ok(Done::Changed)
    }

    fn resign(&mut self, side: Side, now: Millis) -> Allowed {
        if self.status != Status::Playing {
            return Err(self.not_playing());
        }
        let reason = format!("{} resigned", self.side_name(side));
        self.finish(Outcome::Win(side.other()), reason, now);
        Ok(Done::Changed)
    }

    /// A game can be called off until both sides have moved, against the computer until
    /// the person has.
    fn abort(&mut self, side: Side, now: Millis) -> Allowed {
        if self.status.is_over() {
            return Err(self.not_playing());
        }
        let movers = || self.history.positions()[..self.ply()].iter().map(|p| p.to_move());
        let begun = match self.seating() {
            Seating::Computer(_) => movers().any(|mover| mover == side),
            _ => Side::BOTH.into_iter().all(|side| movers().any(|mover| mover == side)),
        };
        if begun {
            return Err(Problem::conflict("already_begun", "The game has begun.")
                .hint("You can resign, or offer a draw."));
        }
        let to_move = self.to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(to_move, now);
        }
        self.status = Status::Aborted;
        self.offers = super::Offers::default();
        Ok(Done::Changed)
    }

    /// Why nothing can be played.
    pub(super) fn not_playing(&self) -> Problem {
        match self.status {
            Status::Waiting => {
                Problem::conflict("waiting", "The game has not begun: a seat is still free.")
            }
            Status::Aborted => Problem::conflict("game_over", "The game was called off."),
            _ => {
                let reason = self.verdict.as_ref().map(|verdict| verdict.reason.as_str());
                let reason = reason.unwrap_or("it has ended");
                Problem::conflict("game_over", format!("The game is over: {reason}."))
            }
        }
    }
}
