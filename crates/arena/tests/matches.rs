//! Matches: that they can be played again, and what happens to players that misbehave.

use std::time::Duration;

use cairn_arena::{
    Contestant, FaultKind, MatchReport, MatchSettings, MatchTimeControl, PlayedGame, Sprt,
    SprtReport, SprtVerdict, Summary,
};
use cairn_engine::bots::{InstantBot, Uct};
use cairn_engine::levels::Level;
use cairn_engine::{
    Bot, ClockState, EngineOptions, Limits, Player, Score, SearchError, SearchReport, StopFlag,
    Variation,
};
use cairn_games::record;
use cairn_games::{AnyMove, GameId, History, Side};

fn random() -> Contestant<'static> {
    Contestant::new("random", |seed| Ok(Box::new(InstantBot::random(seed)) as Box<dyn Bot>))
}

fn original(game: GameId) -> Contestant<'static> {
    Contestant::new("original", move |seed| {
        let bot = InstantBot::original(game, None, seed).map_err(|error| error.to_string())?;
        Ok(Box::new(bot) as Box<dyn Bot>)
    })
}

fn uct() -> Contestant<'static> {
    Contestant::new("uct", |seed| {
        let options = EngineOptions { seed, hash_mb: 4, ..EngineOptions::default() };
        Ok(Box::new(Uct::new(options)) as Box<dyn Bot>)
    })
}

fn by_nodes(game: GameId, games: u32) -> MatchSettings {
    let mut settings = MatchSettings::new(game, games, MatchTimeControl::PerMove(Limits::nodes(5)));
    settings.openings.evaluation_nodes = 20;
    settings
}

/// A report and the games that led to it.
struct Played {
    summary: Summary,
    sprt: Option<SprtReport>,
    games: Vec<PlayedGame>,
    /// Number of the game, name of the player and the game that it forfeited.
    faults: Vec<(u32, String, PlayedGame)>,
}

impl Played {
    fn records(&self) -> String {
        let records: Vec<_> = self.games.iter().map(|game| game.record.to_string()).collect();
        records.join("\n")
    }

    fn faults(&self) -> impl Iterator<Item = (u32, &str, &PlayedGame)> {
        self.faults.iter().map(|(number, name, game)| (*number, name.as_str(), game))
    }
}

fn play(settings: &MatchSettings, a: &Contestant<'_>, b: &Contestant<'_>) -> Played {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    let report = cairn_arena::play_match(settings, a, b, &StopFlag::new(), |progress| {
        games.extend_from_slice(progress.pair);
        let forfeited = progress.faults();
        faults
            .extend(forfeited.map(|(number, name, game)| (number, name.to_owned(), game.clone())));
    });
    let MatchReport { summary, sprt, .. } = report.unwrap();
    assert_eq!(summary.games as usize, games.len());
    Played { summary, sprt, games, faults }
}

fn level(number: u8, game: GameId) -> Contestant<'static> {
    let level = Level::new(number).unwrap();
    Contestant::of_player(&Player::Level(level), game, &EngineOptions::default())
}

#[test]
fn a_match_by_nodes_is_the_same_on_any_number_of_threads() {
    for game in GameId::rule_sets() {
        let (one, two) = (level(4, game), level(3, game));
        let settings = by_nodes(game, 6);
        let alone = play(&settings, &one, &two);
        let many = play(&MatchSettings { threads: 3, ..settings.clone() }, &one, &two);
        assert_eq!(alone.summary, many.summary, "{game}");
        assert_eq!(alone.records(), many.records(), "{game}");
        let other = play(&MatchSettings { seed: 1, ..settings }, &one, &two);
        assert_ne!(alone.records(), other.records(), "{game}");
    }
}

#[test]
fn shares_of_a_match_have_the_games_of_the_whole() {
    let game = GameId::Greener;
    let (one, two) = (level(4, game), level(3, game));
    let whole = play(&by_nodes(game, 7), &one, &two);
    let shares = [(0, 2), (2, 4), (6, 1)].map(|(first_game, games)| {
        play(&MatchSettings { first_game, ..by_nodes(game, games) }, &one, &two)
    });
    let records: Vec<_> = shares.iter().map(Played::records).collect();
    assert_eq!(records.join("\n"), whole.records());
    let count =
        |of: fn(&Summary) -> u32| shares.iter().map(|share| of(&share.summary)).sum::<u32>();
    assert_eq!(count(|it| it.wins), whole.summary.wins);
    assert_eq!(count(|it| it.draws), whole.summary.draws);
    assert_eq!(count(|it| it.games), 7);
}

#[test]
fn uct_plays_the_same_match_again() {
    let settings = by_nodes(GameId::Nava, 4);
    let records = || play(&settings, &uct(), &random()).records();
    assert_eq!(records(), records());
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let report = play(&by_nodes(GameId::Nava, 10), &original(GameId::Nava), &random());
    assert_eq!(report.games.len(), 10);
    for pair in report.games.chunks(2) {
        let opening = |game: usize| {
            let moves = &pair[game].record.line.moves[..4];
            moves.iter().map(|recorded| recorded.mv).collect::<Vec<_>>()
        };
        assert_eq!(opening(0), opening(1));
        assert_eq!(pair[0].record.player(Side::First), Some("original"));
        assert_eq!(pair[1].record.player(Side::First), Some("random"));
    }
    assert!(report.summary.score > 0.6, "{:?}", report.summary);
}

#[test]
fn records_are_read_again() {
    for &game in GameId::ALL {
        let report = play(&by_nodes(game, 3), &original(game), &random());
        let records = record::read_all(&report.records()).unwrap();
        assert_eq!(records.len(), 3);
        for (record, game) in records.iter().zip(&report.games) {
            assert_eq!(record.result, Some(game.outcome));
            assert_eq!(*record, game.record);
        }
    }
}

#[test]
fn the_summary_is_json_with_the_promised_fields() {
    let report = play(&by_nodes(GameId::Nava, 4), &random(), &random());
    let json = serde_json::to_value(&report.summary).unwrap();
    let fields = ["game", "a", "b", "games", "wins", "draws", "losses", "score", "elo", "interval"];
    for field in fields {
        assert!(json.get(field).is_some(), "{field}");
    }
    assert_eq!(json.as_object().unwrap().len(), fields.len());
    assert_eq!(json["interval"].as_array().unwrap().len(), 2);
}

/// Makes random moves until a certain one, and then does something wrong.
struct FaultyBot {
    good: InstantBot,
    moves_left: u32,
    fault: Misdeed,
}

#[derive(Clone, Copy)]
enum Misdeed {
    Panic,
    Illegal,
    Sleep,
    GiveUp,
    NoMove,
}

impl Bot for FaultyBot {
    fn name(&self) -> String {
        "faulty".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if self.moves_left > 0 {
            self.moves_left -= 1;
            return self.good.search(history, limits, stop, watch);
        }
        let no_line = Variation { moves: Vec::new(), score: Score::Value(0) };
        match self.fault {
            Misdeed::Panic => panic!("on purpose"),
            Misdeed::Illegal => Ok(SearchReport::of_choice(AnyMove::from_bits(u64::MAX))),
            Misdeed::Sleep => {
                std::thread::sleep(Duration::from_millis(200));
                self.good.search(history, limits, stop, watch)
            }
            Misdeed::GiveUp => {
                let (name, reason) = (self.name(), "it went away".to_owned());
                Err(SearchError::Engine { name, reason })
            }
            Misdeed::NoMove => Ok(SearchReport {
                lines: vec![no_line],
                ..SearchReport::of_choice(AnyMove::from_bits(0))
            }),
        }
    }
}

fn faulty(fault: Misdeed) -> Contestant<'static> {
    Contestant::new("faulty", move |seed| {
        let good = InstantBot::random(seed);
        Ok(Box::new(FaultyBot { good, moves_left: 2, fault }) as Box<dyn Bot>)
    })
}

#[test]
fn a_player_that_does_wrong_loses_and_is_named() {
    let clock = ClockState { remaining: Duration::from_millis(100), increment: Duration::ZERO };
    let mut settings = MatchSettings::new(GameId::Nava, 4, MatchTimeControl::Clock(clock));
    settings.grace = Duration::ZERO;
    for (fault, kind) in [
        (Misdeed::Panic, FaultKind::Crash),
        (Misdeed::GiveUp, FaultKind::Crash),
        (Misdeed::NoMove, FaultKind::Crash),
        (Misdeed::Illegal, FaultKind::IllegalMove),
        (Misdeed::Sleep, FaultKind::Time),
    ] {
        let report = play(&settings, &faulty(fault), &random());
        assert_eq!(report.summary.losses, 4);
        assert_eq!(report.summary.elo, None);
        assert_eq!(report.faults().count(), 4);
        for (_, name, game) in report.faults() {
            assert_eq!(name, "faulty");
            assert_eq!(game.fault.as_ref().unwrap().kind, kind);
            assert_eq!(game.record.tag("Termination"), Some(game.reason.as_str()));
        }
    }
}

#[test]
fn a_player_that_cannot_be_had_is_an_error() {
    let nobody = Contestant::new("nobody", |_| Err("not at home".to_owned()));
    let settings = by_nodes(GameId::Nava, 4);
    let error = cairn_arena::play_match(&settings, &random(), &nobody, &StopFlag::new(), |_| {})
        .unwrap_err();
    assert_eq!(error.to_string(), "cannot play with nobody: not at home");
}

#[test]
fn a_sequential_test_stops_early_and_always_at_the_same_game() {
    let game = GameId::Nava;
    let sprt = Some(Sprt::new(0.0, 50.0));
    let settings = MatchSettings { sprt, ..by_nodes(game, 2000) };
    let one = play(&settings, &original(game), &random());
    let verdict = one.sprt.unwrap().verdict;
    assert_eq!(verdict, Some(SprtVerdict::H1));
    assert!(one.summary.games < 300, "{:?}", one.summary);
    let many = play(&MatchSettings { threads: 4, ..settings }, &original(game), &random());
    assert_eq!(one.summary, many.summary);
}

#[test]
fn a_cancelled_match_keeps_its_complete_pairs() {
    let cancel = StopFlag::new();
    let settings = by_nodes(GameId::Nava, 1000);
    let report = cairn_arena::play_match(&settings, &random(), &random(), &cancel, |progress| {
        if progress.tally.games() >= 10 {
            cancel.raise();
        }
    })
    .unwrap();
    assert!((10..1000).contains(&report.summary.games));
    assert_eq!(report.summary.games % 2, 0);
}

/// Random moves, with a claim to have proved that the first mover wins.
struct Prophet(InstantBot);

impl Bot for Prophet {
    fn name(&self) -> String {
        "prophet".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let mut report = self.0.search(history, limits, stop, watch)?;
        let is_first = history.position().to_move() == Side::First;
        report.lines[0].score = if is_first { Score::Win(9) } else { Score::Loss(8) };
        Ok(report)
    }
}

#[test]
fn a_game_is_adjudicated_only_if_both_have_proved_it() {
    let prophet = || {
        Contestant::new("prophet", |seed| {
            Ok(Box::new(Prophet(InstantBot::random(seed))) as Box<dyn Bot>)
        })
    };
    let settings = MatchSettings { adjudicate: true, ..by_nodes(GameId::Nava, 4) };
    let agreed = play(&settings, &prophet(), &prophet());
    assert!(agreed.games.iter().all(|game| game.record.line.moves.len() == 6));
    assert!(agreed.games.iter().all(|game| game.reason.contains("proved")));
    let alone = play(&settings, &prophet(), &random());
    assert!(alone.games.iter().all(|game| !game.reason.contains("proved")));
}

/// Each player gives the number of its threads for a move, which is illegal and so comes
/// to be the reason of its loss.
#[test]
#[cfg(unix)]
fn options_of_one_player_do_not_reach_the_other() {
    let script = r#"while read -r line; do case "$line" in
        ugi) echo "option name Threads type spin"; echo ugiok;;
        isready) echo readyok;;
        "setoption name Threads value "*) threads="${line##* }";;
        quit) exit 0;;
        go*) echo "bestmove threads-$threads";;
    esac; done"#;
    let engine = format!("ugi:sh -c '{}'", script.replace('\'', r"'\''"));
    let of_match = EngineOptions { threads: 2, ..EngineOptions::default() };
    let [a, b] = [format!("{engine},threads=8"), engine].map(|word| {
        let player: cairn_arena::MatchPlayer = word.parse().unwrap();
        player.contestant(GameId::Nava, &of_match)
    });
    let report = play(&by_nodes(GameId::Nava, 2), &a, &b);
    let faults: Vec<_> = report.faults().map(|(_, _, game)| game.reason.as_str()).collect();
    assert!(faults[0].contains("`threads-8`") && faults[1].contains("`threads-2`"), "{faults:?}");
}
