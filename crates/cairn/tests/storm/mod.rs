//! A storm: many people play, while servers are killed and frozen, the disk fills, and the database
//! goes away. Now and then there is a lull, in which flags must fall on time. Afterwards every move
//! that was acknowledged is looked for, and every clock is checked.
//!
//! The course of events depends on the seed and on the speed of the machine; the verdict does not.

mod checker;
mod flags;
mod followers;
mod players;
mod site;
mod takeover;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cairn_games::random::Random;

use checker::StormResult;
use players::{Journal, Kind};
use site::Site;

/// Number of people who play at the same time, each with a game and somebody who watches it.
const PLAYERS: u64 = 10;
/// Mean number of blows between two lulls.
const BLOWS_PER_LULL: u64 = 16;

/// Blows that were dealt.
#[derive(Debug, Default)]
struct Blows {
    kills: u32,
    freezes: u32,
    full_disks: u32,
    cut_connections: u32,
    database_crashes: u32,
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn a_storm_on_sqlite() {
    let folder = crate::program::Scratch::new("storm");
    let data = folder.0.join("games.db").to_string_lossy().into_owned();
    rage("SQLite", Site::new(data, 1, None));
}

#[test]
fn a_storm_on_postgres() {
    let Some(postgres) = site::start_postgres("storm-postgres") else {
        return;
    };
    rage("PostgreSQL", Site::new(postgres.address("postgres"), 2, Some(postgres)));
}

/// Lets the storm rage for a while, and checks what it has left.
fn rage(store: &str, site: Site) {
    let seed = setting("CAIRN_STORM_SEED", 1);
    let duration = Duration::from_secs(setting("CAIRN_STORM_SECONDS", 8));
    let site = Arc::new(site);
    let journal = Arc::new(Journal::default());
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| {
            let (site, journal, stop) = (site.clone(), journal.clone(), stop.clone());
            let chance = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
            // In every lull somebody must run out of time.
            let always = (number == 0).then_some(Kind::Sleepers);
            std::thread::spawn(move || players::play(&site, &journal, &stop, always, chance))
        })
        .collect();
    let mut chance = Random::new(seed);
    let mut blows = Blows::default();
    let begun = Instant::now();
    while begun.elapsed() < duration {
        std::thread::sleep(Duration::from_millis(200 + chance.below(1_000)));
        strike(&site, &mut chance, &mut blows);
        if chance.below(BLOWS_PER_LULL) == 0 {
            flags::lull(&site, &journal);
        }
    }
    flags::lull(&site, &journal);
    stop.store(true, Ordering::SeqCst);
    for player in players {
        player.join().expect("a player ends well");
    }
    // New servers know only what is stored.
    site.restart_all();
    let restarted = site::now();
    flags::check_left(&site, &journal, restarted);
    let verdict = checker::check(&site, &journal);
    report(store, seed, begun.elapsed(), &blows, &verdict);
    assert!(verdict.games > 0 && verdict.acknowledged > 0, "nobody played");
    assert!(verdict.live_events > 0, "nobody heard of a move over a live connection");
    assert!(verdict.violations.is_empty(), "{:#?}", verdict.violations);
}

/// Deals one blow.
fn strike(site: &Site, chance: &mut Random, blows: &mut Blows) {
    let pause = Duration::from_millis(1_500 + chance.below(1_500));
    match chance.below(if site.postgres.is_some() { 8 } else { 6 }) {
        0..3 => {
            let both = chance.below(3) == 0;
            let pause = Duration::from_millis(chance.below(1_000));
            blows.kills += site.kill(chance.below(2), both, pause);
        }
        3 => {
            blows.freezes += 1;
            site.freeze(chance.below(2), chance.below(2) == 0, pause);
        }
        4..6 if site.postgres.is_none() => {
            blows.full_disks += 1;
            site.fill_disk(pause);
        }
        4..6 => {
            blows.cut_connections += 1;
            site.cut_connections();
        }
        _ => {
            blows.database_crashes += 1;
            site.crash_database(pause);
        }
    }
}

fn report(store: &str, seed: u64, duration: Duration, blows: &Blows, verdict: &StormResult) {
    let Blows { kills, freezes, full_disks, cut_connections, database_crashes } = blows;
    let StormResult { games, acknowledged, live_events, unanswered, .. } = verdict;
    let StormResult { lost, doubled, broken, clocks, .. } = verdict;
    let flags = format!("{} ({} ms)", verdict.flags, verdict.latest_flag);
    let in_lulls = format!("{} ({} ms)", verdict.calm_flags, verdict.latest_calm_flag);
    println!(
        "storm on {store}, seed {seed}, {} s\n\
         | kills | freezes | full disks | cuts | crashes of the database | games | moves \
         acknowledged | live events | answers lost | lost | twice | broken games | wrong clocks | flags \
         (latest) | in lulls (latest) | late flags | refused | 5xx but 503 |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n\
         | {kills} | {freezes} | {full_disks} | {cut_connections} | {database_crashes} | {games} \
         | {acknowledged} | {live_events} | {unanswered} | {lost} | {doubled} | {broken} | {clocks} | {flags} \
         | {in_lulls} | {} | {} | {} |",
        duration.as_secs(),
        verdict.late_flags,
        verdict.refused,
        verdict.failures,
    );
}
