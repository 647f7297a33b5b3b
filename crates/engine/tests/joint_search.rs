//! Engines that search together by memory that they share word by word.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;

use cairn_engine::search::{Engine, JointSearch, SharedMemory};
use cairn_engine::{Bot, EngineOptions, Limits, SearchReport, StopFlag};
use cairn_games::random::Random;
use cairn_games::{GameId, History};

#[derive(Debug)]
pub(crate) struct Words(Vec<AtomicU64>);

impl Words {
    /// Makes memory for a table of one mebibyte.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self((0..16 + (1 << 17)).map(|_| AtomicU64::new(0)).collect()))
    }

    fn nodes(&self) -> u64 {
        self.load(8)
    }

    /// Takes back the request to stop, and counts nodes from zero.
    pub(crate) fn begin_search(&self) {
        self.store(0, 0);
        self.store(8, 0);
    }
}

impl SharedMemory for Words {
    fn words(&self) -> usize {
        self.0.len()
    }

    fn load(&self, word: usize) -> u64 {
        self.0[word].load(SeqCst)
    }

    fn store(&self, word: usize, value: u64) {
        self.0[word].store(value, SeqCst);
    }

    fn add(&self, word: usize, value: u64) -> u64 {
        self.0[word].fetch_add(value, SeqCst)
    }
}

/// Returns the part of the leader in the first search with a memory.
pub(crate) fn leader(memory: &Arc<Words>) -> JointSearch {
    let memory: Arc<dyn SharedMemory> = Arc::<Words>::clone(memory);
    JointSearch { memory, helper: None, searches_before: 0, searches_forgotten: 0 }
}

fn helper(memory: &Arc<Words>) -> JointSearch {
    JointSearch { helper: Some(0), ..leader(memory) }
}

fn search(history: &History, joint: Option<JointSearch>, limits: &Limits) -> SearchReport {
    let mut engine = Engine::new(EngineOptions { hash_mb: 1, joint, ..EngineOptions::default() });
    engine.search(history, limits, &StopFlag::new(), &mut |_| ()).expect("the game is not over")
}

/// A search without an attempt at a proof before.
const TO_THE_END: Limits =
    Limits { depth: Some(60), time: None, nodes: None, clock: None, search_moves: Vec::new() };

/// Plays at random until the game is over, or for this many plies.
fn random_game(game: GameId, seed: u64, plies: usize) -> History {
    let mut random = Random::new(seed);
    let mut history = History::new(game.start());
    while history.outcome().is_none() && history.moves().len() < plies {
        let mv = *random.pick(&history.position().moves()).expect("the game is not over");
        history.play(mv).expect("a legal move");
    }
    history
}

/// Returns an unfinished game whose result a short search can prove, but not at a glance.
fn solved_game(game: GameId) -> History {
    let limits = Limits { nodes: Some(10_000), ..TO_THE_END };
    let games = (1..).map(|seed| {
        let plies = random_game(game, seed, usize::MAX).moves().len();
        random_game(game, seed, plies.saturating_sub(3))
    });
    let mut unfinished = games.filter(|history| history.outcome().is_none());
    let is_solved = |history: &History| {
        let report = search(history, None, &limits);
        report.score().proven().is_some() && report.depth > 1
    };
    unfinished.find(is_solved).expect("some game is solved")
}

#[test]
fn an_engine_alone_searches_the_same_in_shared_memory() {
    for &game in GameId::ALL {
        let history = History::new(game.start());
        let limits = Limits { depth: Some(5), ..Limits::nodes(20_000) };
        let alone = search(&history, None, &limits);
        let memory = Words::new();
        assert_eq!(search(&history, Some(leader(&memory)), &limits), alone, "{game}");
        assert_eq!(memory.nodes(), alone.nodes, "{game}");
    }
}

#[test]
fn engines_find_what_others_have_stored_and_not_that_of_another_game() {
    let history = History::new(GameId::Nava.start());
    let memory = Words::new();
    let first = search(&history, Some(leader(&memory)), &Limits::depth(7)).nodes;
    memory.begin_search();
    let again = JointSearch { searches_before: 1, ..leader(&memory) };
    let second = search(&history, Some(again), &Limits::depth(7)).nodes;
    assert!(second < first / 2, "{second} of {first}");
    memory.begin_search();
    let new_game = JointSearch { searches_before: 2, searches_forgotten: 2, ..leader(&memory) };
    assert_eq!(search(&history, Some(new_game), &Limits::depth(7)).nodes, first);
}

#[test]
fn a_limit_holds_for_the_nodes_of_all() {
    let history = History::new(GameId::Greener.start());
    let memory = Words::new();
    assert_eq!(search(&history, Some(helper(&memory)), &Limits::nodes(1_000)).nodes, 1_000);
    assert_eq!(search(&history, Some(leader(&memory)), &Limits::nodes(3_000)).nodes, 3_000);
    assert_eq!(memory.nodes(), 3_000);
}

#[test]
fn all_engines_can_be_told_to_stop() {
    for &game in GameId::ALL {
        let history = History::new(game.start());
        let memory = Words::new();
        thread::scope(|scope| {
            let searches = [leader(&memory), helper(&memory)].map(|joint| {
                let history = &history;
                scope.spawn(move || search(history, Some(joint), &Limits::default()))
            });
            // Proofs of the leader are not counted, but the helper makes none.
            while memory.nodes() < 2_000 {
                thread::yield_now();
            }
            memory.store(0, 1);
            let moves = history.position().moves();
            for search in searches {
                let report = search.join().expect("the search does not panic");
                assert!(moves.contains(&report.best_move()), "{game}");
            }
        });
    }
}

#[test]
fn engines_that_search_together_prove_what_one_proves() {
    for &game in GameId::ALL {
        let history = solved_game(game);
        let alone = search(&history, None, &TO_THE_END);
        let memory = Words::new();
        let reports = thread::scope(|scope| {
            [leader(&memory), helper(&memory)]
                .map(|joint| {
                    let history = &history;
                    scope.spawn(move || search(history, Some(joint), &TO_THE_END))
                })
                .map(|search| search.join().expect("the search does not panic"))
        });
        for report in reports {
            assert!(report.score().proven().is_some(), "{game}");
            assert_eq!(report.score().proven(), alone.score().proven(), "{game}");
        }
    }
}
