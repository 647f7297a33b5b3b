//! Comparison of what was acknowledged with what is stored.

use cairn_games::{GameId, History, read_position};
use serde_json::Value;

use super::flags::SHORT_TIME;
use super::players::{Journal, Kind, Log};
use super::site::Site;

/// Result of a storm.
#[derive(Debug, Default)]
pub struct StormResult {
    pub games: usize,
    pub acknowledged: usize,
    pub unanswered: u64,
    pub live_events: u64,
    pub lost: u32,
    pub doubled: u32,
    pub broken: u32,
    pub clocks: u32,
    pub flags: u32,
    /// Longest time in milliseconds that a player had no time left before the game ended.
    pub latest_flag: i64,
    /// The same in lulls, where nothing delays a flag.
    pub calm_flags: usize,
    pub latest_calm_flag: i64,
    pub late_flags: usize,
    pub refused: usize,
    pub failures: usize,
    pub violations: Vec<String>,
}

/// Compares all games with what is stored.
pub fn check(site: &Site, journal: &Journal) -> StormResult {
    let games = journal.games.lock().unwrap();
    let refusals = journal.refusals.lock().unwrap();
    let failures = journal.failures.lock().unwrap();
    let flags = journal.flags.lock().unwrap();
    let wrong_flags = journal.wrong_flags.lock().unwrap();
    let mut verdict = StormResult {
        games: games.len(),
        unanswered: journal.unanswered.load(std::sync::atomic::Ordering::Relaxed),
        live_events: journal.live_events.load(std::sync::atomic::Ordering::Relaxed),
        refused: refusals.len(),
        failures: failures.len(),
        calm_flags: flags.len(),
        latest_calm_flag: flags.iter().copied().max().unwrap_or_default(),
        late_flags: wrong_flags.len(),
        violations: [&*refusals, &failures, &wrong_flags].into_iter().flatten().cloned().collect(),
        ..StormResult::default()
    };
    for (id, log) in games.iter() {
        check_game(site, id, log, &mut verdict);
    }
    verdict
}

fn check_game(site: &Site, id: &str, log: &Log, verdict: &mut StormResult) {
    verdict.acknowledged += log.acknowledged.len();
    verdict.violations.extend(log.contradictions.iter().cloned());
    let game = site.look(id);
    if game["id"] != id {
        verdict.broken += 1;
        return verdict.violations.push(format!("{id} is not there: {game}"));
    }
    let moves = game["moves"].as_array().cloned().unwrap_or_default();
    let Some(movers) = replay(log.game, &game, &moves) else {
        verdict.broken += 1;
        return verdict.violations.push(format!("{id} breaks the rules: {game}"));
    };
    for (ply, text) in &log.acknowledged {
        if moves.get(*ply).is_none_or(|made| made["move"] != text.as_str()) {
            verdict.lost += 1;
            verdict.violations.push(format!("{id}: move {ply}, {text}, is lost: {game}"));
        }
    }
    for (ply, made) in moves.iter().enumerate() {
        let by_person = log.kind != Kind::Computer || movers[ply] == 0;
        if by_person && log.sent.get(&ply).is_none_or(|text| made["move"] != text.as_str()) {
            verdict.doubled += 1;
            verdict.violations.push(format!("{id}: nobody sent move {ply}: {game}"));
        }
    }
    check_clocks(site, id, log.kind, &game, &moves, &movers, verdict);
}

/// Plays the moves of a game by the rules. Returns the side of each move, 0 for the one that moves
/// first, and at the end the side to move.
fn replay(game: GameId, shown: &Value, moves: &[Value]) -> Option<Vec<usize>> {
    let boards = GameId::boards(game.name()).ok()?;
    let mut history = History::new(read_position(&boards, shown["start"].as_str()?).ok()?);
    let side =
        |history: &History| usize::from(history.position().to_move() != history.start().to_move());
    let mut movers = vec![side(&history)];
    for made in moves {
        let mv = history.position().read_move(made["move"].as_str()?).ok()?;
        history.play(mv).ok()?;
        movers.push(side(&history));
        if made["position"] != history.position().to_text() {
            return None;
        }
    }
    Some(movers)
}

/// Checks that nobody was charged for more time than there was to use, and that nobody gained any.
fn check_clocks(
    site: &Site,
    id: &str,
    kind: Kind,
    game: &Value,
    moves: &[Value],
    movers: &[usize],
    verdict: &mut StormResult,
) {
    let number = |value: &Value| value.as_i64().unwrap_or(i64::MIN);
    let (base, increment) = if kind == Kind::Sleepers { (SHORT_TIME, 0) } else { (300_000, 2_000) };
    let mut left = [base; 2];
    let mut last = 0;
    for (ply, made) in moves.iter().enumerate() {
        let (to, clock) = (number(&made["at"]), number(&made["clock"]));
        let own = &mut left[movers[ply]];
        // The first move of each side is free.
        if ply >= 2 {
            let spent = *own + increment - clock;
            let usable = to - last - site.outage_between(last, to);
            if spent < 0 || spent > usable.max(0) + site.tolerance() {
                verdict.clocks += 1;
                verdict.violations.push(format!(
                    "{id}: move {ply} cost {spent} ms, of which {usable} could be used: {game}"
                ));
            }
        }
        (*own, last) = (clock, to);
    }
    if game["reason"].as_str().is_some_and(|reason| reason.contains("out of time")) {
        let to = number(&game["updated"]);
        let late = to - last - site.outage_between(last, to) - left[movers[moves.len()]];
        verdict.flags += 1;
        verdict.latest_flag = verdict.latest_flag.max(late);
        if late < -site.tolerance() {
            verdict.clocks += 1;
            verdict.violations.push(format!("{id}: the flag fell {} ms early: {game}", -late));
        }
    }
}
