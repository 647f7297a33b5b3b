//! The UGI server, driven over pipes.

use std::io::{BufRead, BufReader, Cursor, PipeReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cairn_engine::bots::Uct;
use cairn_engine::ugi::{Settings, serve_with};
use cairn_engine::{Bot, EngineOptions, levels};
use cairn_games::random::Random;
use cairn_games::{GameId, History};

/// A server in another thread, and how many bots it has made.
struct UgiDialogue {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    made: Arc<AtomicUsize>,
    server: Option<JoinHandle<std::io::Result<()>>>,
}

fn our_engine(settings: &Settings) -> Box<dyn Bot> {
    let options = EngineOptions { hash_mb: 2, ..settings.options.clone() };
    levels::bot(settings.level, &options)
}

impl UgiDialogue {
    fn with(game: GameId, make: fn(&Settings) -> Box<dyn Bot>) -> Self {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let made = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&made);
        let boards = GameId::boards(game.name()).unwrap();
        let server = std::thread::spawn(move || {
            let make = |settings: &Settings| {
                counter.fetch_add(1, Ordering::Relaxed);
                make(settings)
            };
            serve_with(&boards, BufReader::new(input), output, &make, &|_| {})
        });
        Self { to: Some(to), from: BufReader::new(from), made, server: Some(server) }
    }

    fn of(game: GameId) -> Self {
        Self::with(game, our_engine)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
        line.trim_end().to_owned()
    }

    /// All lines up to the first that begins with this word, which is the last of them.
    fn hear_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            let is_last = line.split(' ').next() == Some(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        self.hear_until(word).pop().unwrap()
    }

    fn best_move(&mut self, go: &str) -> String {
        self.ask(go, "bestmove").strip_prefix("bestmove ").unwrap().to_owned()
    }

    /// Waits for the server to end and returns what it still had to say.
    fn end(mut self) -> Vec<String> {
        drop(self.to.take());
        let rest = self.from.by_ref_lines();
        self.server.take().unwrap().join().unwrap().unwrap();
        rest
    }
}

trait Lines {
    fn by_ref_lines(&mut self) -> Vec<String>;
}

impl Lines for BufReader<PipeReader> {
    fn by_ref_lines(&mut self) -> Vec<String> {
        self.lines().map(Result::unwrap).collect()
    }
}

#[test]
fn it_introduces_itself_and_makes_nothing_before_isready() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("ugi");
    let lines = dialogue.hear_until("ugiok");
    assert!(lines[0].starts_with("id name cairn"));
    assert!(lines[1].starts_with("id author "));
    for name in ["Threads", "Hash", "Level", "MultiPV"] {
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("option name {name} type spin")))
        );
    }
    assert_eq!(dialogue.made.load(Ordering::Relaxed), 0);
    assert_eq!(dialogue.ask("isready", "readyok"), "readyok");
    assert_eq!(dialogue.made.load(Ordering::Relaxed), 1);
    dialogue.say("quit");
    assert!(dialogue.end().is_empty());
}

#[test]
fn whole_games_can_be_played_and_asked_about() {
    for game in GameId::rule_sets() {
        let mut dialogue = UgiDialogue::of(game);
        dialogue.say("ugi");
        dialogue.hear_until("ugiok");
        dialogue.say("setoption name Level value 3");
        dialogue.say("uginewgame");
        dialogue.ask("isready", "readyok");
        let mut history = History::new(game.start());
        let mut position = "position startpos".to_owned();
        while history.outcome().is_none() && history.moves().len() < 60 {
            dialogue.say(&position);
            assert_eq!(dialogue.ask("query gameover", "response"), "response false");
            assert_eq!(dialogue.ask("query result", "response"), "response none");
            let turn = format!("response {}", history.moves().len().is_multiple_of(2));
            assert_eq!(dialogue.ask("query p1turn", "response"), turn);
            let text = dialogue.best_move("go nodes 50");
            assert!(!text.contains(' '));
            let mv = history.position().read_move(&text).unwrap();
            assert_eq!(history.position().write_move(mv).unwrap(), text, "in its one form");
            history.play(mv).unwrap();
            position += if history.moves().len() == 1 { " moves " } else { " " };
            position += &text;
        }
        dialogue.say(&position);
        if let Some(outcome) = history.outcome() {
            assert_eq!(dialogue.ask("query gameover", "response"), "response true");
            let result = match outcome.word() {
                "first" => "p1win",
                "second" => "p2win",
                draw => draw,
            };
            assert_eq!(dialogue.ask("query result", "response"), format!("response {result}"));
            assert_eq!(dialogue.best_move("go nodes 50"), "none");
        }
        assert_eq!(dialogue.made.load(Ordering::Relaxed), 1);
        dialogue.end();
    }
}

#[test]
fn positions_come_as_text_with_a_space() {
    for game in GameId::rule_sets() {
        let mut dialogue = UgiDialogue::of(game);
        let mut history = History::new(game.start());
        for _ in 0..3 {
            let mv = history.position().moves()[0];
            history.play(mv).unwrap();
        }
        let text = history.position().to_text();
        let mv = history.position().move_texts().pop().unwrap();
        dialogue.say(&format!("position fen {text} moves {mv}"));
        assert_eq!(dialogue.ask("query p1turn", "response"), "response true", "{game}");
        dialogue.say(&format!("position fen {text}"));
        let best = dialogue.best_move("go depth 1");
        assert!(history.position().read_move(&best).is_ok(), "{game} {best}");
        dialogue.end();
    }
}

#[test]
fn it_tells_what_it_thinks() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("setoption name MultiPV value 3");
    dialogue.say("position startpos");
    dialogue.say("go nodes 5000");
    let lines = dialogue.hear_until("bestmove");
    let (best, infos) = lines.split_last().unwrap();
    let last = &infos[infos.len() - 3];
    let words: Vec<_> = last.split(' ').collect();
    for word in ["depth", "multipv", "score", "nodes", "nps", "time", "pv"] {
        assert!(words.contains(&word), "{word} in {last}");
    }
    let pv = words.iter().position(|&word| word == "pv").unwrap();
    assert_eq!(format!("bestmove {}", words[pv + 1]), *best);
    dialogue.end();
}

#[test]
fn a_proof_is_told_from_an_estimate() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("position fen W,W,W,W,x/W,W,W,W,x/x5/x4,bbbbbb/wwww,x3,ww w");
    dialogue.say("go depth 3");
    let lines = dialogue.hear_until("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.contains("score mate 1 proven win"), "{last}");
    dialogue.end();
}

#[test]
fn it_listens_while_it_thinks_and_stops_at_once() {
    for make in [our_engine, |settings: &Settings| {
        Box::new(Uct::new(settings.options.clone())) as Box<dyn Bot>
    }] {
        let mut dialogue = UgiDialogue::with(GameId::Glaisher, make);
        dialogue.say("position startpos");
        dialogue.say("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(dialogue.ask("isready", "readyok"), "readyok");
        dialogue.say("go nodes 10");
        let told = Instant::now();
        assert_ne!(dialogue.best_move("stop"), "none");
        // Generous, because other tests run at the same time.
        assert!(told.elapsed() < Duration::from_millis(500), "{:?}", told.elapsed());
        assert_ne!(dialogue.best_move("go nodes 10"), "none");
        dialogue.end();
    }
}

#[test]
fn quitting_ends_a_search_and_the_end_of_input_waits_for_one_with_limits() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("go infinite");
    dialogue.say("quit");
    assert!(dialogue.end().last().unwrap().starts_with("bestmove "));
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("go nodes 20000");
    assert!(dialogue.end().last().unwrap().starts_with("bestmove "));
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    dialogue.say("go infinite");
    assert!(dialogue.end().last().unwrap().starts_with("bestmove "));
}

#[test]
fn times_and_clocks_are_kept() {
    let mut dialogue = UgiDialogue::of(GameId::Greener);
    let began = Instant::now();
    dialogue.best_move("go movetime 50");
    assert!(began.elapsed() < Duration::from_millis(600));
    dialogue.best_move("go p1time 300 p2time 1 p1inc 0 p2inc 0");
    dialogue.best_move("go p1time -20 p2time 1 p1inc 0 p2inc 0");
    assert!(began.elapsed() < Duration::from_millis(1500));
    dialogue.end();
}

#[test]
fn nonsense_is_passed_over() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    for line in [
        "",
        "   ",
        "xyzzy",
        "position fen nowhere w",
        "position startpos moves a1-a4 z9-z9",
        "go sideways 3",
        "go depth",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Colour value blue",
        "setoption",
        "query",
        "stop",
        "bestmove a1-a4",
        "\u{0}\u{1}\u{fffd}",
    ] {
        dialogue.say(line);
    }
    dialogue.say(&"x".repeat(3 << 20));
    // Two of the lines were positions, and refused.
    dialogue.say("query p1turn");
    assert!(dialogue.hear().starts_with("error "));
    dialogue.say("position startpos");
    assert_eq!(dialogue.ask("query p1turn", "response"), "response true");
    assert_ne!(dialogue.best_move("go nodes 10"), "none");
    dialogue.end();
}

/// Any lines at all, made of pieces of real ones.
#[test]
fn random_input_never_breaks_it() {
    const WORDS: [&str; 32] = [
        "ugi",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "Level",
        "MultiPV",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "p1time",
        "p2inc",
        "movetime",
        "depth",
        "nodes",
        "infinite",
        "stop",
        "query",
        "gameover",
        "result",
        "a1-a4",
        "1",
        "-7",
        "99999999999999999999",
        "x5/x5/x5/x5/x5",
        "w",
        "\u{e9}",
    ];
    let mut chance = Random::new(1);
    for &game in GameId::ALL {
        let mut input = Vec::new();
        for _ in 0..400 {
            for _ in 0..chance.below(7) {
                input.extend(chance.pick(&WORDS).unwrap().bytes());
                input.push(b' ');
            }
            if chance.below(20) == 0 {
                input.push(chance.next_u64() as u8);
            }
            input.extend(b"\nstop\n");
        }
        let make = |settings: &Settings| {
            let options = EngineOptions { hash_mb: 1, threads: 1, ..settings.options.clone() };
            Box::new(Uct::new(options)) as Box<dyn Bot>
        };
        let mut output = Vec::new();
        serve_with(&[game], Cursor::new(input), &mut output, &make, &|_| {}).unwrap();
        assert!(!output.is_empty());
    }
}

#[test]
fn boards_of_every_size_are_taken() {
    let mut dialogue = UgiDialogue::of(GameId::Greener);
    for board in GameId::boards("greener").unwrap() {
        let start = board.shuffled(1).unwrap();
        dialogue.say(&format!("position fen {}", start.to_text()));
        let text = dialogue.best_move("go nodes 50");
        assert!(start.read_move(&text).is_ok(), "{text} on {:?}", board.info().board);
    }
    dialogue.say("quit");
    dialogue.end();
}

#[test]
fn after_a_refused_position_there_is_no_answer_for_the_one_before() {
    let mut dialogue = UgiDialogue::of(GameId::Nava);
    for refused in ["position fen x5 w", "position startpos moves a1-a4 a1-a9", "position"] {
        dialogue.say("position startpos");
        assert_eq!(dialogue.ask("query gameover", "response"), "response false");
        dialogue.say(refused);
        for question in ["go nodes 50", "query gameover", "query p1turn"] {
            dialogue.say(question);
            let answer = dialogue.hear();
            assert!(answer.starts_with("error there is no position"), "{question}: {answer}");
        }
    }
    dialogue.say("position startpos");
    assert_ne!(dialogue.best_move("go nodes 50"), "none");
    dialogue.say("quit");
    assert!(dialogue.end().is_empty());
}
