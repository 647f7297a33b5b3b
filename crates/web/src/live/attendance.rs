//! Visitors at games: whether the players are there, and how many others watch.
//!
//! Known are those who follow a game over a live connection or an event stream. Of a player who never
//! did, nothing is said. Where several servers share a database, each of them stores who is at its
//! games, and reads what the others have stored when they announce a change.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cairn_app::Millis;
use cairn_games::Side;
use serde::Serialize;
use tokio::sync::{Notify, broadcast, watch};

use super::hub::Deps;
use crate::game::Phrase;
use crate::ids::GameKey;
use crate::store::{AttendanceRow, StoreError};
use crate::time::TimeSource;

/// Time for which it is known that somebody has left a game that nobody follows.
const MEMORY: Millis = 10 * 60 * 1000;
/// Interval at which a server looks whether others still run that have visitors.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Number of phrases at once, and time until another one is allowed.
const MAX_PHRASES: Millis = 3;
const PHRASE_PAUSE: Millis = 5_000;
/// Number of phrases that a slow connection may be behind.
const BACKLOG: usize = 8;

/// Visitors at a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct AttendanceView {
    /// The first player.
    first: PlayerAttendance,
    /// The second player.
    second: PlayerAttendance,
    /// Number of other visitors. One who uses several servers counts for each.
    watchers: u32,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct PlayerAttendance {
    /// Whether a device of the player follows the game; `None` if nothing is known.
    here: Option<bool>,
    /// Time at which the last connection ended, if the player is away.
    gone_since: Option<Millis>,
}

/// A phrase that a player said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) side: Side,
    pub(crate) phrase: Phrase,
}

/// Time that messages need to a browser and back, as it was measured last.
#[derive(Debug)]
pub(crate) struct Lag([AtomicI64; 2]);

impl Default for Lag {
    fn default() -> Self {
        Self([AtomicI64::new(Millis::MAX), AtomicI64::new(Millis::MAX)])
    }
}

impl Lag {
    /// Notes a measurement.
    pub(crate) fn note(&self, lag: Millis) {
        let last = self.0[0].swap(lag, Ordering::Relaxed);
        self.0[1].store(last, Ordering::Relaxed);
    }

    /// Returns the smaller one of the last two measurements.
    fn measured(&self) -> Option<Millis> {
        let smaller = self.0.iter().map(|lag| lag.load(Ordering::Relaxed)).min()?;
        (smaller != Millis::MAX).then_some(smaller)
    }
}

/// Registry of the visitors at all games.
pub(crate) struct Attendance {
    rooms: Mutex<HashMap<GameKey, Room>>,
    time: TimeSource,
    /// Games whose visitors here have changed, or were announced to have changed elsewhere.
    changed: Mutex<HashSet<(GameKey, Place)>>,
    woken: Notify,
    /// Whether other servers may have visitors at the same games.
    is_shared: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Here,
    Elsewhere,
}

/// The visitors at one game.
struct Room {
    /// Connections of each visitor.
    visitors: HashMap<String, Visits>,
    left: [Option<Millis>; 2],
    emptied: Millis,
    elsewhere: Vec<AttendanceRow>,
    view: watch::Sender<AttendanceView>,
    said: broadcast::Sender<Said>,
    /// Time from which on each side may say as much as it likes.
    quiet: [Millis; 2],
}

#[derive(Default)]
struct Visits {
    sides: Vec<Side>,
    lags: Vec<Arc<Lag>>,
}

/// A connection at a game, which counts as long as this lives.
pub(crate) struct Visit {
    attendance: Arc<Attendance>,
    key: GameKey,
    session: String,
    lag: Arc<Lag>,
    /// Changes of the visitors.
    pub(crate) view: watch::Receiver<AttendanceView>,
    /// Phrases of the players.
    pub(crate) said: broadcast::Receiver<Said>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.attendance.leave(&self.key, &self.session, &self.lag);
    }
}

impl Room {
    fn new() -> Self {
        Self {
            visitors: HashMap::new(),
            left: [None; 2],
            emptied: 0,
            elsewhere: Vec::new(),
            view: watch::Sender::default(),
            said: broadcast::Sender::new(BACKLOG),
            quiet: [0; 2],
        }
    }

    /// Returns the visitors of this server.
    fn row(&self) -> AttendanceRow {
        let mut row = AttendanceRow { left: self.left, ..AttendanceRow::default() };
        for visits in self.visitors.values() {
            for side in &visits.sides {
                row.here[side.index()] += 1;
            }
            row.watchers += u32::from(visits.sides.is_empty());
        }
        row
    }

    fn player(&self, side: Side) -> PlayerAttendance {
        let rows = || self.elsewhere.iter().copied().chain([self.row()]);
        if rows().any(|row| row.here[side.index()] > 0) {
            return PlayerAttendance { here: Some(true), gone_since: None };
        }
        let gone_since = rows().filter_map(|row| row.left[side.index()]).max();
        PlayerAttendance { here: gone_since.map(|_| false), gone_since }
    }

    fn show(&self) {
        let here = self.row().watchers;
        let view = AttendanceView {
            first: self.player(Side::First),
            second: self.player(Side::Second),
            watchers: self.elsewhere.iter().map(|row| row.watchers).sum::<u32>() + here,
        };
        self.view.send_if_modified(|old| std::mem::replace(old, view) != view);
    }
}

impl Attendance {
    /// Creates a registry without visitors.
    pub(crate) fn new(time: TimeSource, is_shared: bool) -> Arc<Self> {
        let (rooms, changed, woken) = (Mutex::default(), Mutex::default(), Notify::new());
        Arc::new(Self { rooms, time, changed, woken, is_shared })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameKey, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mark(&self, key: &GameKey, place: Place) {
        if !self.is_shared {
            return;
        }
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.insert((key.clone(), place));
        self.woken.notify_one();
    }

    /// Counts a connection of somebody with these sides.
    pub(crate) fn enter(
        self: &Arc<Self>,
        key: &GameKey,
        session: String,
        sides: &[Side],
        lag: &Arc<Lag>,
    ) -> Visit {
        let mut rooms = self.lock();
        let is_new = !rooms.contains_key(key);
        let room = rooms.entry(key.clone()).or_insert_with(Room::new);
        let visits = room.visitors.entry(session.clone()).or_default();
        visits.sides = sides.to_vec();
        visits.lags.push(Arc::clone(lag));
        room.show();
        let (view, said) = (room.view.subscribe(), room.said.subscribe());
        drop(rooms);
        self.mark(key, Place::Here);
        if is_new {
            self.mark(key, Place::Elsewhere);
        }
        let (attendance, key) = (Arc::clone(self), key.clone());
        Visit { attendance, key, session, lag: Arc::clone(lag), view, said }
    }

    fn leave(&self, key: &GameKey, session: &str, lag: &Arc<Lag>) {
        let now = self.time.now();
        let mut rooms = self.lock();
        let Some(room) = rooms.get_mut(key) else {
            return;
        };
        let Some(visits) = room.visitors.get_mut(session) else {
            return;
        };
        if let Some(at) = visits.lags.iter().position(|known| Arc::ptr_eq(known, lag)) {
            visits.lags.swap_remove(at);
        }
        if visits.lags.is_empty() {
            let sides = std::mem::take(&mut visits.sides);
            room.visitors.remove(session);
            let here = room.row().here;
            for side in sides.into_iter().filter(|side| here[side.index()] == 0) {
                room.left[side.index()] = Some(now);
            }
            room.emptied = now;
        }
        room.show();
        drop(rooms);
        self.mark(key, Place::Here);
    }

    /// Returns the lag of a visitor at a game, as measured; 0 if it was not.
    pub(crate) fn lag(&self, key: &GameKey, session: &str) -> Millis {
        let rooms = self.lock();
        let visits = rooms.get(key).and_then(|room| room.visitors.get(session));
        visits
            .and_then(|visits| visits.lags.iter().filter_map(|lag| lag.measured()).min())
            .unwrap_or(0)
    }

    /// Returns the lag of a player of a game, as measured; 0 if it was not.
    pub(crate) fn lag_of(&self, key: &GameKey, side: Side) -> Millis {
        let rooms = self.lock();
        let visitors = rooms.get(key).into_iter().flat_map(|room| room.visitors.values());
        let of_side = visitors.filter(|visits| visits.sides.contains(&side));
        of_side.flat_map(|visits| &visits.lags).filter_map(|lag| lag.measured()).min().unwrap_or(0)
    }

    /// Whether a player is known to be at a game.
    pub(crate) fn is_here(&self, key: &GameKey, side: Side) -> bool {
        let rooms = self.lock();
        rooms.get(key).is_some_and(|room| room.player(side).here == Some(true))
    }

    /// Returns the times since which the players of a game are away.
    pub(crate) fn gone_since(&self, key: &GameKey) -> [Option<Millis>; 2] {
        let rooms = self.lock();
        let player = |side| rooms.get(key).and_then(|room| room.player(side).gone_since);
        Side::BOTH.map(player)
    }

    /// Lets a player say something. Returns `false` if that was too much.
    pub(crate) fn say(&self, key: &GameKey, said: Said) -> bool {
        let now = self.time.now();
        let mut rooms = self.lock();
        let room = rooms.entry(key.clone()).or_insert_with(Room::new);
        let quiet = room.quiet[said.side.index()].max(now) + PHRASE_PAUSE;
        if quiet > now + MAX_PHRASES * PHRASE_PAUSE {
            return false;
        }
        room.quiet[said.side.index()] = quiet;
        room.emptied = now;
        // Otherwise it comes back by the announcement to all servers.
        if !self.is_shared {
            let _ = room.said.send(said);
        }
        true
    }

    /// Passes on what somebody said, on this server or another one.
    pub(crate) fn heard(&self, key: &GameKey, said: Said) {
        if let Some(room) = self.lock().get(key) {
            let _ = room.said.send(said);
        }
    }

    /// Notes that the visitors at a game have changed on another server.
    pub(crate) fn changed_elsewhere(&self, key: &GameKey) {
        if self.lock().contains_key(key) {
            self.mark(key, Place::Elsewhere);
        }
    }

    /// Forgets games that nobody has followed for a while, and returns them.
    pub(crate) fn forget_idle(&self) -> Vec<GameKey> {
        let limit = self.time.now() - MEMORY;
        let idle = |room: &Room| room.visitors.is_empty() && room.emptied < limit;
        self.lock().extract_if(|_, room| idle(room)).map(|(key, _)| key).collect()
    }

    /// Reads who is at a game on other servers.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn read_elsewhere(
        &self,
        deps: &Deps,
        key: &GameKey,
    ) -> Result<(), StoreError> {
        if !self.is_shared {
            return Ok(());
        }
        let rows = deps.store.attendance_elsewhere(&deps.server, key, self.time.now()).await?;
        let mut rooms = self.lock();
        // A claim may be about a game that nobody follows here.
        let room = rooms.entry(key.clone()).or_insert_with(Room::new);
        room.elsewhere = rows;
        room.show();
        Ok(())
    }

    /// Tells other servers who is here, and learns who is there, until the server stops.
    pub(super) async fn share(self: Arc<Self>, deps: Arc<Deps>) {
        let mut closing = deps.closing.clone();
        let mut epoch = deps.lease.epoch();
        loop {
            tokio::select! {
                () = super::actor::closed(&mut closing) => return,
                () = self.woken.notified() => {}
                () = deps.lease.epoch_after(epoch) => {
                    // Other servers may have taken this one for dead.
                    epoch = deps.lease.epoch();
                    self.mark_all(Place::Here, |_| true);
                }
                () = tokio::time::sleep(CHECK_INTERVAL) => {
                    let has_visitors = |room: &Room| {
                        room.elsewhere.iter().any(|row| row.here != [0, 0] || row.watchers > 0)
                    };
                    self.mark_all(Place::Elsewhere, has_visitors);
                }
            }
            for (key, place) in self.take_changed() {
                let row = self.lock().get(&key).map(Room::row);
                let shared = match (place, row) {
                    (Place::Here, Some(row)) => {
                        deps.store.set_attendance(&deps.server, &key, row).await
                    }
                    (Place::Elsewhere, Some(_)) => self.read_elsewhere(&deps, &key).await,
                    (_, None) => Ok(()),
                };
                if let Err(error) = shared {
                    tracing::debug!(game = %key, %error, "cannot share who is at a game");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    if error.is_outage() {
                        self.mark(&key, place);
                    }
                }
            }
        }
    }

    fn take_changed(&self) -> HashSet<(GameKey, Place)> {
        std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn mark_all(&self, place: Place, matches: impl Fn(&Room) -> bool) {
        let keys: Vec<_> = {
            let rooms = self.lock();
            let matching = rooms.iter().filter(|(_, room)| matches(room));
            matching.map(|(key, _)| key.clone()).collect()
        };
        keys.iter().for_each(|key| self.mark(key, place));
    }
}
