//! The keys of a seat: the devices that have it, and private links to it.

use cairn_app::Millis;
use cairn_games::Side;

use super::action::{ActionContext, ActionResult, Effect};
use super::live_game::LiveGame;
use super::seats::Seat;
use crate::ids::KeyHash;
use crate::problem::Problem;

/// Maximum number of devices per seat.
const MAX_DEVICES: usize = 16;
/// Maximum number of open private links per seat; a new one replaces the oldest.
const MAX_LINKS: usize = 4;
/// Time for which a private link is valid, in milliseconds.
pub(crate) const LINK_LIFETIME: Millis = 60 * 60 * 1000;
/// Number of characters of a hash by which a device is known to its owner.
const ID_LENGTH: usize = 12;

/// A key of a seat: a device that has the seat, or a private link that gives it to one more
/// device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatKey {
    /// Hash of the key.
    pub hash: KeyHash,
    /// Name of the device, such as `Firefox on Linux`.
    pub device: Option<String>,
    /// Time at which the key was added; 0 if unknown.
    pub added: Millis,
    /// Time at which a private link expires; `None` for a device.
    pub expires: Option<Millis>,
}

impl SeatKey {
    /// Returns the key of a device.
    pub(crate) const fn device(hash: KeyHash, device: Option<String>, added: Millis) -> Self {
        Self { hash, device, added, expires: None }
    }

    /// Returns the name by which a device is signed out.
    pub(crate) fn id(&self) -> &str {
        let hash = self.hash.as_str();
        hash.get(..ID_LENGTH).unwrap_or(hash)
    }

    fn is_link(&self, link: &KeyHash, now: Millis) -> bool {
        self.expires.is_some_and(|expires| now < expires) && self.hash == *link
    }
}

impl Seat {
    /// Returns the devices that have the seat.
    pub(crate) fn devices(&self) -> impl Iterator<Item = &SeatKey> {
        self.keys.iter().filter(|key| key.expires.is_none())
    }

    /// Whether one of these keys opens the seat. Compares all of them, whatever it finds.
    pub(crate) fn opens(&self, keys: &[KeyHash]) -> bool {
        let pairs = self.devices().flat_map(|own| keys.iter().map(move |key| own.hash == *key));
        pairs.fold(false, |any, same| any | same)
    }

    /// Returns the seat without its private links.
    pub(super) fn without_links(mut self) -> Self {
        self.keys.retain(|key| key.expires.is_none());
        self
    }

    fn add_link(&mut self, hash: &KeyHash, now: Millis) {
        self.keys.retain(|key| key.expires.is_none_or(|expires| now < expires));
        let links = self.keys.iter().filter(|key| key.expires.is_some()).count();
        if links >= MAX_LINKS
            && let Some(oldest) = self.keys.iter().position(|key| key.expires.is_some())
        {
            self.keys.remove(oldest);
        }
        let expires = Some(now + LINK_LIFETIME);
        self.keys.push(SeatKey { hash: hash.clone(), device: None, added: now, expires });
    }
}

impl LiveGame {
    /// Adds a private link to the seats of the actor.
    pub(super) fn add_link(
        &mut self,
        by: &ActionContext,
        link: &KeyHash,
        now: Millis,
    ) -> ActionResult {
        if by.revision.is_some_and(|revision| revision != self.revision) {
            return Err(self.stale());
        }
        let mut sides = self.sides_of(&by.keys);
        if let Some(side) = by.side {
            sides.retain(|own| *own == side);
        }
        if sides.is_empty() {
            return Err(no_seat());
        }
        for side in sides {
            self.seats[side.index()].add_link(link, now);
        }
        Ok(Effect::Changed)
    }

    /// Gives devices the seats that a private link opens. The link works once.
    pub(super) fn claim(
        &mut self,
        link: &KeyHash,
        devices: &[SeatKey],
        now: Millis,
    ) -> ActionResult {
        let hashes: Vec<_> = devices.iter().map(|device| device.hash.clone()).collect();
        if !self.sides_of(&hashes).is_empty() {
            // The request is repeated, or comes from a player of the game.
            return Ok(Effect::Nothing);
        }
        let has_link = |side: &Side| self.seat(*side).keys.iter().any(|key| key.is_link(link, now));
        let sides: Vec<_> = Side::BOTH.into_iter().filter(has_link).collect();
        if sides.is_empty() {
            let message = "This private link is invalid, expired or already used.";
            return Err(Problem::forbidden("no_seat", message)
                .hint("Create a new one on the device you play on."));
        }
        let room = |side: &Side| self.seat(*side).devices().count() + devices.len() <= MAX_DEVICES;
        if !sides.iter().all(room) {
            let message = format!("A seat can have up to {MAX_DEVICES} devices.");
            return Err(
                Problem::conflict("too_many_devices", message).hint("Sign out one of them first.")
            );
        }
        for side in sides {
            let keys = &mut self.seats[side.index()].keys;
            keys.retain(|key| key.hash != *link);
            keys.extend_from_slice(devices);
        }
        Ok(Effect::Changed)
    }

    /// Takes the actor's seats away from a device. The last device keeps its seat.
    pub(super) fn sign_out(&mut self, by: &ActionContext, device: &str) -> ActionResult {
        let sides = self.sides_of(&by.keys);
        if sides.is_empty() {
            return Err(no_seat());
        }
        let mut effect = Effect::Nothing;
        for side in sides {
            let seat = &self.seats[side.index()];
            if seat.devices().all(|key| key.id() != device) {
                continue;
            }
            if seat.devices().count() == 1 {
                return Err(Problem::conflict("last_device", "This is your only device."));
            }
            let keep = |key: &SeatKey| key.expires.is_some() || key.id() != device;
            self.seats[side.index()].keys.retain(keep);
            effect = Effect::Changed;
        }
        Ok(effect)
    }
}

fn no_seat() -> Problem {
    Problem::forbidden("no_seat", "You have no seat in this game.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Occupant;
    use crate::ids::Token;

    fn device() -> SeatKey {
        SeatKey::device(Token::random().hash(), None, 0)
    }

    #[test]
    fn links_are_bounded_and_open_nothing_by_themselves() {
        let mut seat = Seat::new(Occupant::Person);
        seat.keys.push(device());
        let links: Vec<_> = (0..10).map(|_| Token::random().link_hash()).collect();
        for (now, link) in (0..).zip(&links) {
            seat.add_link(link, now);
        }
        assert_eq!((seat.devices().count(), seat.keys.len()), (1, 1 + MAX_LINKS));
        assert!(!seat.opens(&links));
        seat.add_link(&links[0], 10 + LINK_LIFETIME);
        assert_eq!(seat.keys.len(), 2, "expired links are removed");
        assert_eq!(seat.without_links().keys.len(), 1);
    }
}
