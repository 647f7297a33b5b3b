//! Choices and values that the original programs were seen to make: see
//! `data/choices.jsonl`.

use cairn_games::random::Random;
use cairn_games::{GameId, Side, read_position};
use cairn_legacy::{OriginalBot, Program};
use serde_json::Value;

/// Programs in the file, with the names that their levels have here, and how many choices
/// and values are recorded for each.
const PROGRAMS: [(&str, &str, &str, usize, usize); 5] = [
    ("000 hard", "000", "hard", 25, 0),
    ("001 smarter bot", "001", "001", 25, 17),
    ("002 hard", "002", "hard", 25, 0),
    ("003 hard", "003", "hard", 25, 0),
    ("004 menu level 1", "004", "easy", 25, 32),
];

#[test]
fn the_programs_choose_and_value_as_they_did() {
    let file = include_str!("data/choices.jsonl");
    let lines: Vec<Value> =
        file.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 125);
    let mut wrong = Vec::new();
    for (recorded, number, level, most_choices, most_values) in PROGRAMS {
        let (mut choices, mut values) = (0, 0);
        for line in lines.iter().filter(|line| line["program"] == recorded) {
            let text = |key: &str| line[key].as_str().expect("a text");
            let game = GameId::named(text("game")).expect("a game");
            let position = read_position(&[game], text("position")).expect("a position");
            let bot = OriginalBot::new(game, Some(level)).expect("a level");
            // Where the program did not throw lots, the seed does not matter.
            for seed in [1, 2] {
                let mv = bot.choose(&position, &mut Random::new(seed)).expect("a move");
                let chosen = position.write_move(mv).expect("a legal move");
                if chosen != text("choice") {
                    wrong.push(format!("{line}: {chosen}"));
                }
            }
            choices += 1;
            let program = Program::find(game, Some(number)).expect("a program");
            let keys = [("value_for_first", Side::First), ("value_for_second", Side::Second)];
            for (key, side) in keys {
                let Some(value) = line[key].as_f64() else { continue };
                let found = program.value(&position, side);
                if (found - value).abs() > 1e-12 * value.abs().max(1.0) {
                    wrong.push(format!("{line}: {key} {found}"));
                }
                values += 1;
            }
        }
        assert_eq!((choices, values), (most_choices, most_values), "{recorded}");
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
