//! Flags: in a lull, a game ends soon after a player has run out of time, whether or not anybody
//! looks at it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::players::{Gone, Journal, Kind, MAX_WAIT, Person};
use super::site::{Site, now};

/// Clock of somebody who runs out of time, in milliseconds. A time control cannot be shorter.
pub const SHORT_TIME: i64 = 3_000;
/// Milliseconds from the last blow until all servers are themselves again.
const SETTLING: i64 = 1_500;
/// Milliseconds in which a flag must fall, besides those that any request takes.
const MAX_DELAY: i64 = 2_000;
/// Milliseconds by which the clocks of two servers may differ.
const CLOCK_SKEW: i64 = 600;
/// Time in which a lull must have seen a flag fall.
const MAX_LULL: Duration = Duration::from_secs(60);

/// A running clock as a server has shown it.
struct Sighting {
    revision: i64,
    at: i64,
    deadline: i64,
}

impl Sighting {
    /// Returns the clock that runs in a game, if it has time left.
    fn of(game: &Value) -> Option<Self> {
        let clocks = &game["clocks"];
        let left = clocks[clocks["running"].as_str()?].as_i64().filter(|left| *left > 0)?;
        let at = game["now"].as_i64()?;
        Some(Self { revision: game["revision"].as_i64()?, at, deadline: at + left })
    }
}

impl Person<'_> {
    /// Looks at a game until the player to move has run out of time, but not for ever: in a storm,
    /// a short time may be given back again and again.
    pub fn await_flag(&mut self, id: &str) -> Result<(), Gone> {
        let begun = Instant::now();
        let (mut sighting, mut slowest) = (None, 0);
        loop {
            let asked = now();
            let (status, game) =
                self.ask("GET", &format!("/api/v1/games/{id}"), "", &json!(null))?;
            assert_eq!(status, 200, "{game}");
            self.journal.shown(id, &game);
            slowest = slowest.max(now() - asked);
            match self.site.calm_since() {
                None => slowest = 0,
                Some(calm) => {
                    let in_calm = |sighting: &&Sighting| sighting.at >= calm + SETTLING;
                    if let Some(sighting) = sighting.as_ref().filter(in_calm)
                        && !judge(self, id, sighting, &game, slowest)
                    {
                        return Ok(());
                    }
                }
            }
            let stopped = self.stop.load(Ordering::Relaxed) || begun.elapsed() > MAX_WAIT;
            if game["status"] != "playing" || stopped {
                return Ok(());
            }
            sighting = Sighting::of(&game).or(sighting);
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

/// Compares a game with what was seen of its clock before, with only calm in between. Returns
/// `false` if there is no need to look any longer.
fn judge(person: &Person<'_>, id: &str, seen: &Sighting, game: &Value, slowest: i64) -> bool {
    let number = |name: &str| game[name].as_i64().unwrap_or_default();
    let is_over = game["status"] != "playing";
    if number("revision") != seen.revision + i64::from(is_over) {
        // The clock was moved: the machine was so busy that a server counted as frozen.
        return true;
    }
    let late = if is_over { number("updated") } else { number("now") } - seen.deadline;
    let early = if person.site.postgres.is_some() { CLOCK_SKEW } else { 0 };
    let is_wrong = late > MAX_DELAY + slowest || (is_over && late < -early);
    if is_over {
        person.journal.flags.lock().unwrap().push(late);
    }
    if is_wrong {
        let wrong = format!("{id}: the flag was {late} ms late in a lull: {game}");
        person.journal.wrong_flags.lock().unwrap().push(wrong);
    }
    !is_wrong
}

/// Strikes no blow until a flag has fallen.
pub fn lull(site: &Site, journal: &Journal) {
    let known = || journal.flags.lock().unwrap().len() + journal.wrong_flags.lock().unwrap().len();
    let (before, begun) = (known(), Instant::now());
    site.set_calm(true);
    while known() == before && begun.elapsed() < MAX_LULL {
        std::thread::sleep(Duration::from_millis(30));
    }
    site.set_calm(false);
    if known() == before {
        let wrong = format!("no flag fell in a lull of {MAX_LULL:?}");
        journal.wrong_flags.lock().unwrap().push(wrong);
    }
}

/// Checks that the flags of all games that were left have fallen, although nobody has looked at
/// them since all servers were started again.
pub fn check_left(site: &Site, journal: &Journal, restarted: i64) {
    let due = restarted + SHORT_TIME + MAX_DELAY;
    let wait = u64::try_from(due - now()).unwrap_or(0);
    std::thread::sleep(Duration::from_millis(wait));
    let games = journal.games.lock().unwrap();
    let (mut slowest, mut falls) = (0, Vec::new());
    for (id, _) in games.iter().filter(|(_, log)| log.kind == Kind::Sleepers) {
        let asked = now();
        let game = site.look(id);
        slowest = slowest.max(now() - asked);
        // The first move of each side is free.
        if game["moves"].as_array().is_some_and(|moves| moves.len() >= 2) {
            let fell = game["updated"].as_i64().filter(|_| game["status"] == "finished");
            falls.push((id, fell.unwrap_or_else(now)));
        }
    }
    for (id, fell) in falls.into_iter().filter(|(_, fell)| *fell > due + slowest) {
        let late = fell - restarted - SHORT_TIME;
        let wrong = format!("{id}: the flag was {late} ms late, and nobody looked");
        journal.wrong_flags.lock().unwrap().push(wrong);
    }
}
