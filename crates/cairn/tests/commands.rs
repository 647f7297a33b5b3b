//! The commands that others script against, through the built binary.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{
    GAMES, Scratch, cairn, command, errors, fails, fails_with_input, printed, run, send_signal,
    succeeded,
};

fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    assert_eq!(text.lines().count(), 1, "JSON is one line");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["version"], 1);
    value
}

const NAVA_START: &str = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w";

#[test]
fn games_are_listed_once_each() {
    let text = printed(&["games"]);
    let listed: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(listed, GAMES);
    let games = json(&["games", "--json"]);
    let listed: Vec<_> = games["games"].as_array().unwrap().iter().map(|g| &g["game"]).collect();
    assert_eq!(listed, GAMES);
}

#[test]
fn former_names_of_games_are_read() {
    for command in
        [&["moves", "mitsudomoe:seed", "--json"][..], &["perft", "mitsudomoe:seed", "1", "--json"]]
    {
        assert_eq!(json(command)["game"], "mitsudomoe:single", "{command:?}");
    }
}

#[test]
fn alone_it_says_how_to_begin() {
    let text = printed(&[]);
    assert!(text.contains("cairn moves nava") && text.contains("glaisher:rulebook"), "{text}");
}

#[test]
fn moves_come_one_a_line_and_as_json() {
    let text = printed(&["moves", "nava"]);
    assert_eq!(text.lines().count(), 8);
    assert!(text.lines().any(|mv| mv == "a1-a4"));
    let moves = json(&["moves", "nava", "--json"]);
    assert_eq!(moves["game"], "nava");
    assert_eq!(moves["position"], NAVA_START);
    assert_eq!(moves["to_move"], "first");
    assert_eq!(moves["outcome"], Value::Null);
    assert_eq!(moves["moves"].as_array().unwrap().len(), 8);
}

#[test]
fn a_finished_game_has_no_moves() {
    let won = "W,W,W,W,W/W,W,W,W,x/x5/x5/wwwwww,bbbbbb,x3 b";
    let moves = json(&["moves", "nava", "--position", won, "--json"]);
    assert_eq!(moves["outcome"], "first");
    assert_eq!(moves["moves"].as_array().unwrap().len(), 0);
    let output = cairn(&["moves", "nava", "--position", won]);
    assert!(output.stdout.is_empty());
    assert!(errors(&output).contains("all nine cubes placed"));
}

#[test]
fn perft_agrees_with_the_table_on_any_number_of_threads() {
    for threads in ["1", "2", "5"] {
        let counted = json(&["perft", "nava", "5", "--threads", threads, "--json"]);
        assert_eq!(counted["counts"], serde_json::json!([8, 64, 784, 9584, 124_362]));
        assert!(counted["seconds"].as_f64().unwrap() >= 0.0);
    }
    let divided = printed(&["perft", "nava", "3", "--divide"]);
    let sum: u64 = divided
        .lines()
        .filter_map(|line| line.strip_prefix("a1-")?.split(' ').nth(1)?.parse::<u64>().ok())
        .sum();
    assert_eq!(sum, 784);
    assert!(divided.ends_with("8 moves, 784 in total\n"));
}

#[test]
fn apply_prints_the_position_after_the_moves() {
    assert_eq!(printed(&["apply", "nava", "a1-a4", "e5-e4"]), "x4,bbbbb/www,x3,b/x5/x5/www,x4 w\n");
    let after = json(&["apply", "nava", "A1 - A4", "--json"]);
    assert_eq!(after["position"], "x4,bbbbbb/www,x4/x5/x5/www,x4 b");
    assert_eq!(after["to_move"], "second");
    assert_eq!(after["outcome"], Value::Null);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // A disc of each side goes back and forth. The first time they leave cubes behind, so
    // that the positions before and after are different; from then on they repeat.
    let once = ["a2-a3", "e4-e3", "a3-a2", "e3-e4"];
    let mut moves = vec!["apply", "nava", "a1-a2", "e5-e4"];
    moves.extend(once.iter().cycle().take(10));
    moves.push("--json");
    let after = json(&moves);
    assert_eq!(after["outcome"], "draw");
    let last = moves.len() - 1;
    moves.insert(last, "a3-a2");
    fails(&moves, 1, "third time");
}

#[test]
fn an_illegal_move_names_itself_and_why() {
    fails(&["apply", "nava", "a1-a4", "e5-c4"], 1, "move 2, `e5-c4`, is illegal: c4 is not in");
    fails(&["apply", "nava", "b1-b2"], 1, "White owns no stack on b1");
    fails(&["apply", "nava", "a1-a9"], 1, "there is no cell a9");
    fails(&["apply", "nava", "a1a4"], 1, "expected `-`, found `a`");
    fails(&["apply", "nava", ""], 1, "expected the name of a cell");
}

#[test]
fn wrong_positions_are_refused_with_their_place() {
    let cases = [
        ("x4,bbbbbq/x5/x5/x5/wwwwww,x4 w", "          ^"),
        ("x4,bbbbbb/x5/x5/x5/wwwwww,x4", "the side to move is missing"),
        ("x4,bbbbbb/x5/x5/x5/wwwwww,x4 z", "`z` is not a side to move"),
        ("x4,bbbbbb/x5/x5/x6/wwwwww,x4 w", "too many cells in the row that begins at a2"),
        ("x4,bbbbbb/x5/x5/x4/wwwwww,x4 w", "too few cells in the row that begins at a2"),
        ("x4,bbbbbb/x5/x5/wwwwww,x4 w", "1 more row must follow"),
        ("x99999999999999999999 w", "too large"),
        ("x4,bbbbbbb/x5/x5/x5/wwwww,x4 w", "5 white and 7 black discs"),
        ("[[", "the text ends here"),
        ("", "expected"),
    ];
    for (position, message) in cases {
        fails(&["moves", "nava", "--position", position], 1, message);
        fails_with_input(&["moves", "nava", "--position", "-"], position.as_bytes(), 1, message);
    }
}

#[test]
fn absurd_input_is_refused_at_once() {
    let megabyte = "x".repeat(1 << 20);
    fails_with_input(&["moves", "nava", "--position", "-"], megabyte.as_bytes(), 1, "expected");
    let deep = "[".repeat(10_000);
    fails_with_input(&["moves", "nava", "--position", "-"], deep.as_bytes(), 1, "nested more than");
    let endless = "x,".repeat(4 << 20);
    fails_with_input(&["moves", "nava", "--position", "-"], endless.as_bytes(), 1, "longer than");
    fails_with_input(&["moves", "nava", "--position", "-"], b"\xff\xfe", 1, "not UTF-8");
}

#[test]
fn a_wrong_command_line_has_status_2() {
    fails(&["moves", "chess"], 2, "invalid value 'chess'");
    fails(&["moves"], 2, "GAME");
    fails(&["fly"], 2, "fly");
    fails(&["perft", "nava", "many"], 2, "many");
    fails(&["perft", "nava", "0"], 2, "0");
    fails(&["perft", "nava", "99999999999999999999"], 2, "99999999999999999999");
    fails(&["moves", "nava", "--seed", "1"], 2, "--seed has no effect: nava has one set-up");
    fails(&["moves", "greener", "--size", "7x7"], 2, "6x6, 6x9, 9x9");
    fails(&["moves", "nava", "--position", NAVA_START, "--to-move", "green"], 2, "not a side");
    fails(&["convert", "--to", "notation"], 2, "GAME");
    fails(&["convert", "nava", "--to", "prolog", "--dialect", "007"], 2, "000");
}

#[test]
fn positions_are_converted_back_and_forth() {
    for dialect in ["000", "001"] {
        let term = printed(&["convert", "nava", "--to", "prolog", "--dialect", dialect]);
        let arguments = ["convert", "--position", term.trim(), "--to", "notation"];
        assert_eq!(printed(&arguments).trim(), NAVA_START);
        let black = ["convert", "--position", term.trim(), "--to-move", "b", "--to", "notation"];
        assert!(printed(&black).ends_with(" b\n"));
    }
    let converted = json(&["convert", "nava", "--to", "json"]);
    assert_eq!(converted["stacks"][0], serde_json::json!({"cell": "a1", "pieces": "wwwwww"}));
    assert_eq!(converted["hands"], serde_json::json!([9, 9]));
}

#[test]
fn state_files_of_the_original_programs_are_read_as_they_stand() {
    let term = printed(&["convert", "glaisher", "--to", "prolog"]);
    let file = format!(
        "% a sample\n:-\n    reconsult('../src/board.pl').\n\n/**\n * initial\n */\nstate({}).\n",
        term.trim()
    );
    let arguments = ["convert", "--position", "-", "--to", "notation"];
    let output = run(&mut command(&arguments), file.as_bytes());
    let start = printed(&["convert", "glaisher", "--to", "notation"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), start);
}

#[test]
fn positions_are_valued_as_the_original_programs_did() {
    let middle = "y1,x,y1,x,r1/x2,y1,x3/x3,y6,x,r3,r1/x2,r2,r3,r5,y1,x2/r1,r2,r1,x,y3,r1,x3/x,y3,y1,y3,x4/x,y1,x,r2,x3/y1,x3,r1,x/x5 r";
    assert_eq!(
        printed(&["value", "glaisher", "--position", middle]),
        "004: Red 5.246014300255048, Yellow -5.246014300255048\n"
    );
    let nava = "bb,x3,B/wb,x4/w,x,B,x,B/B,W,x3/wwwbwbb,W,x3 w";
    let both = printed(&["value", "--position", nava]);
    assert_eq!(both.lines().count(), 2, "two programs play Nava: {both}");
    let value = json(&["value", "nava", "--position", nava, "--program", "001", "--json"]);
    assert_eq!(value["values"][0]["second"], 75.625);
    assert_eq!((&value["game"], &value["to_move"]), (&"nava".into(), &"first".into()));
    fails(&["value", "nava", "--program", "004"], 2, "use 000 or 001");
    fails(&["value", "nava", "--position", "x4,b/x5/x5/x5/w,x4 w"], 1, "impossible");
    fails(&["value"], 2, "GAME");
}

#[test]
fn an_impossible_position_is_converted_with_a_warning_and_refused_for_play() {
    let thirteen = "x4,bbbbbbb/x5/x5/x5/wwwwww,x4 w";
    let words = "this position is impossible: there are 6 white and 7 black discs";
    let output = cairn(&["convert", "nava", "--position", thirteen, "--to", "notation"]);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), thirteen);
    assert!(errors(&output).contains(words));
    fails(&["moves", "nava", "--position", thirteen], 1, words);
}

#[test]
fn sizes_and_shuffles_of_greener() {
    let standard = printed(&["convert", "greener", "--to", "notation"]);
    assert!(standard.starts_with("g,w,b,g,b,g/b,g,g,w,g,w/"));
    let shuffled = printed(&["convert", "greener", "--seed", "7", "--to", "notation"]);
    assert_ne!(shuffled, standard);
    assert_eq!(shuffled, printed(&["convert", "greener", "--seed", "7", "--to", "notation"]));
    let large = printed(&["convert", "greener", "--size", "9x9", "--to", "notation"]);
    assert_eq!(large.matches('/').count(), 8);
    // The board is told from the position.
    let moves = printed(&["moves", "greener", "--position", large.trim()]);
    assert_eq!(moves, printed(&["moves", "greener", "--size", "9x9"]));
}

#[test]
fn every_help_has_examples() {
    let commands = ["games", "moves", "perft", "apply", "convert", "value", "config"];
    for command in commands.into_iter().chain(["completions", "man"]) {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("Examples:"), "{command}");
    }
    assert!(printed(&["completions", "bash"]).contains("cairn"));
    let manual = printed(&["man"]);
    assert!(manual.contains(".TH cairn 1") && manual.contains("CAIRN PERFT"));
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = command(&["moves", "glaisher"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", errors(&output));
}

/// An interrupted match prints its summary, and all games of the summary are in the file.
#[test]
#[cfg(unix)]
fn an_interrupted_match_keeps_the_games_played() {
    let scratch = Scratch::new("match");
    let path = scratch.path("games.txt");
    let child =
        command(&["match", "nava", "random", "random", "--games", "1000000", "--nodes", "1"])
            .args(["--concurrency", "1", "--json", "--records", &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
    let began = std::time::Instant::now();
    while !std::fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
        assert!(began.elapsed().as_secs() < 60, "no game was saved");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    send_signal("INT", child.id());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(130));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    let games = summary["games"].as_u64().expect("a number of games");
    assert!((2..1_000_000).contains(&games), "{games} games");
    let records = std::fs::read_to_string(&path).expect("the records");
    assert_eq!(records.matches("[Round ").count() as u64, games);
}

/// Shares of self-play have the games of the whole, and are resumed only as the same share.
#[test]
fn self_play_can_be_played_in_shares() {
    let scratch = Scratch::new("shares");
    let play = |name: &str, first: &str, games: &str| {
        let path = scratch.path(name);
        let words = ["selfplay", "nava", "--simple", "--nodes", "20", "--threads", "2"];
        printed(&[&words[..], &["--out", &path, "--first", first, "--games", games]].concat());
        std::fs::read(path).expect("a file of games")
    };
    let games_of = |file: &[u8]| {
        let end = b"\ngames\n";
        let at = file.windows(end.len()).position(|bytes| bytes == end).expect("a header");
        file[at + end.len()..].to_vec()
    };
    let whole = play("whole.games", "1", "5");
    let (one, two) = (play("one.games", "1", "2"), play("two.games", "3", "3"));
    assert_eq!([games_of(&one), games_of(&two)].concat(), games_of(&whole));
    assert_eq!(play("one.games", "1", "5"), whole, "resumed");
    let path = scratch.path("two.games");
    let other = ["selfplay", "nava", "--simple", "--nodes", "20", "--out", &path, "--first", "4"];
    fails(&other, 1, "other settings");
}

#[test]
fn a_share_of_a_match_begins_with_the_first_game_of_an_opening() {
    fails(&["match", "nava", "2", "1", "--first", "2"], 2, "must be odd");
    let share = json(&[
        "match", "nava", "2", "1", "--first", "3", "--games", "3", "--nodes", "5", "--json",
    ]);
    assert_eq!(share["games"], 3);
    let sum =
        |name: &str| share[name].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!((sum("pairs"), sum("singles")), (1, 1));
}

/// Returns the words that Bash offers for a line, by the script that `cairn completions` prints.
fn completed_in_bash(line: &str) -> Vec<String> {
    // As Bash splits words, at colons and equals signs as well.
    let words = line.replace(':', " : ").replace('=', " = ");
    let mut words: Vec<_> = words.split_whitespace().map(|word| format!("'{word}'")).collect();
    if line.ends_with(' ') {
        words.push("''".to_owned());
    }
    let last = words.len() - 1;
    let script = format!(
        "{}\nPATH={}:$PATH COMP_LINE='{line}' COMP_POINT={} COMP_CWORD={last}\n\
         COMP_WORDS=({})\n_cairn\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        printed(&["completions", "bash"]),
        Path::new(env!("CARGO_BIN_EXE_cairn")).parent().expect("a folder").display(),
        line.len(),
        words.join(" "),
    );
    let output = Command::new("bash").args(["-c", &script]).output().expect("bash runs");
    assert_eq!(errors(&output), "", "{line}");
    succeeded(output).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_words_that_fit() {
    let offers = |line: &str| completed_in_bash(line);
    assert_eq!(offers("cairn play mi"), ["mitsudomoe", "mitsudomoe:single"]);
    assert_eq!(offers("cairn play mitsudomoe:s"), ["single"], "what follows the colon");
    assert_eq!(offers("cairn ann"), ["annotate"]);
    assert_eq!(offers("cairn play nava --first hu"), ["human"]);
    assert_eq!(offers("cairn play nava --first=hu"), ["human"]);
    assert!(offers("cairn play nava --second original:").contains(&"medium".to_owned()));
    assert!(offers("cairn play nava --style ").contains(&"large-ascii".to_owned()));
    assert_eq!(offers("cairn moves greener --size 9"), ["9x9"]);
    let players = offers("cairn match nava ");
    assert!(players.contains(&"uct".to_owned()) && players.contains(&"10".to_owned()));
    assert!(!players.iter().any(|word| word == "nava" || word == "human"), "{players:?}");
    assert_eq!(offers("cairn match nava 10 gr"), ["greedy"]);
}

#[test]
fn other_shells_get_their_scripts() {
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&["completions", shell]).contains("CAIRN_COMPLETE"), "{shell}");
    }
    // Fish asks like this.
    let mut asked = command(&["--", "cairn", "play", "gr"]);
    let output = asked.env("CAIRN_COMPLETE", "fish").output().expect("the binary runs");
    assert!(succeeded(output).starts_with("greener"));
}

#[test]
fn the_configuration_is_printed_and_its_mistakes_are_named() {
    let scratch = Scratch::new("config");
    let file = scratch.file("config.toml", &printed(&["config"]));
    let play = |file: &str| {
        let mut play = command(&["play", "nava", "--no-save"]);
        run(play.env("CAIRN_CONFIG", file), b"quit\n")
    };
    assert!(succeeded(play(&file)).contains("White: you, Black: level 2."));
    let file = scratch.file("mine.toml", "[defaults]\nlevel = 5\nside = 'second'\nclock = '60'");
    assert!(succeeded(play(&file)).contains("White: level 5, Black: you."));
    let file = scratch.file("wrong.toml", "\n[defaults]\nlevl = 5");
    let output = play(&file);
    assert_eq!(output.status.code(), Some(1));
    let message = format!("error: {file}, line 3: unknown field `levl`, expected one of");
    assert!(errors(&output).starts_with(&message), "{}", errors(&output));
    let path = command(&["config", "--path"]).env("CAIRN_CONFIG", &file).output();
    assert_eq!(succeeded(path.expect("the binary runs")).trim(), file);
}

#[test]
fn a_campaign_is_resumed_and_its_results_are_checked() {
    let scratch = Scratch::new("campaign");
    let file = scratch.path("solved.jsonl");
    let campaign = ["solve", "campaign", "mitsudomoe:single", &file, "--starts", "standard"];
    let first = printed(&campaign);
    assert!(first.starts_with("standard: White, to move, loses"), "{first}");
    let stored = std::fs::read_to_string(&file).unwrap();
    assert_eq!(stored.lines().count(), 1);
    // A line that was cut short by a crash neither counts nor spoils the next one.
    std::fs::write(&file, format!("{}\n{}", stored.trim_end(), &stored[..40])).unwrap();
    let again = printed(&campaign);
    assert!(again.starts_with("first player: 0 won, 0 drawn, 1 lost; 0 not solved"), "{again}");
    let checked = printed(&["solve", "check", &file]);
    assert!(checked.starts_with("standard: loss, 0 key lines verified"), "{checked}");
    // A wrong claim is found, and so is a position that is not the start.
    for (from, to) in [("\"loss\"", "\"win\""), ("\"seed\":null", "\"seed\":3")] {
        let wrong = scratch.file("wrong.jsonl", &stored.replace(from, to));
        let output = cairn(&["solve", "check", &wrong]);
        assert_eq!(output.status.code(), Some(1));
        assert!(errors(&output).contains("1 of 1 results are wrong"), "{}", errors(&output));
    }
    fails(&["solve", "campaign", "nava", &file], 2, "no shuffled set-ups");
    fails(&["solve", "campaign", "greener", &file, "--starts", "9-x"], 2, "9-x");
    fails(&["solve", "check", &scratch.path("none.jsonl")], 1, "there is no file");
    fails(&["solve"], 2, "<GAME>");
}
