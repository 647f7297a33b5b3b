//! A record that was written is read again, whatever is said in it.

use cairn_games::random::Random;
use cairn_games::record::{Line, Record, RecordedMove, read, read_all};
use cairn_games::{AnyMove, AnyPosition, Game, History, Notation, Outcome, Side};

use super::played::{cycle, random_history};

/// Reads a record back and compares; its text must be stable too.
fn check(record: &Record, context: &str) {
    let text = record.to_string();
    let again = read(&text).unwrap_or_else(|error| {
        let place = text.get(error.span.clone()).unwrap_or("(outside the text)");
        panic!("{context}: {error}, at `{place}` in\n{text}")
    });
    assert_eq!(again, *record, "{context}: another record from\n{text}");
    assert_eq!(again.to_string(), text, "{context}: another text");
    let history = again.history();
    assert_eq!(history.moves().len(), record.line.moves.len(), "{context}: moves lost\n{text}");
    for line in text.lines().skip_while(|line| !line.is_empty()) {
        let long = line.chars().count() > 80 && line.contains(' ');
        assert!(!long, "{context}: a long line, {line}");
    }
}

pub fn plain_records_are_read_as_written<G: Notation + Into<AnyPosition>>(games: usize) {
    let name = G::info().name;
    let mut texts = String::new();
    for number in 0..games as u64 {
        let history = random_history::<G>(number);
        let record = Record::of_history(&history, Some(number));
        assert_eq!(record.result, history.outcome(), "{name}, game {number}");
        assert_eq!(record.history(), history, "{name}, game {number}");
        check(&record, &format!("{name}, game {number}"));
        texts += &record.to_string();
        // A game that begins in the middle.
        let middle = history.positions()[history.moves().len() / 2];
        let mut rest = History::new(middle);
        for &mv in &history.moves()[history.moves().len() / 2..] {
            if rest.play(mv).is_err() {
                break;
            }
        }
        let rest = Record::of_history(&rest, None);
        check(&rest, &format!("{name}, second half of game {number}"));
    }
    assert_eq!(read_all(&texts).map(|records| records.len()), Ok(games), "{name}");
    if G::info().can_repeat {
        let (position, moves) = cycle::<G>();
        let mut history = History::new(position.into());
        for mv in [moves, moves].concat() {
            assert_eq!(history.play(AnyMove::new(mv)), Ok(()), "{name}");
        }
        let record = Record::of_history(&history, None);
        assert_eq!(record.result, Some(Outcome::Draw), "{name}");
        check(&record, &format!("{name}, a repetition"));
    }
}

const WORDS: [&str; 14] = [
    "a1-a4",
    "1.",
    "(really)",
    "\"quoted\"",
    "back\\slash",
    "{",
    ";",
    "1-0",
    "*",
    "é",
    "盤",
    "$5",
    "[Tag]",
    "%",
];

fn random_comments(random: &mut Random) -> Vec<String> {
    let several = [0, 0, 0, 1, 1, 2][random.below(6) as usize];
    let word = |random: &mut Random| WORDS[random.below(WORDS.len() as u64) as usize];
    (0..several)
        .map(|_| {
            let length = random.below(25) as usize;
            (0..length).map(|_| word(random)).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn random_glyphs(random: &mut Random) -> Vec<u8> {
    let several = [0, 0, 0, 1, 2, 3][random.below(6) as usize];
    (0..several).map(|_| [1, 2, 3, 4, 5, 6, 0, 10, 255][random.below(9) as usize]).collect()
}

/// Adds comments and variations to a line, recursively.
fn annotate<G: Game>(random: &mut Random, line: &mut Line, start: G, depth: usize) {
    line.comments = random_comments(random);
    let mut position = start;
    for recorded in &mut line.moves {
        recorded.glyphs = random_glyphs(random);
        recorded.comments = random_comments(random);
        let variations = if random.below(8) == 0 && depth < 3 { 1 + random.below(2) } else { 0 };
        for _ in 0..variations {
            let length = 1 + random.below(3) as usize;
            recorded.variations.push(random_line(random, position, length));
            if let Some(variation) = recorded.variations.last_mut() {
                annotate(random, variation, position, depth + 1);
            }
        }
        position = position
            .moves()
            .into_iter()
            .find(|&mv| AnyMove::new(mv) == recorded.mv)
            .map_or(position, |mv| position.after(mv));
    }
}

fn random_line<G: Game>(random: &mut Random, mut position: G, length: usize) -> Line {
    let mut line = Line::default();
    for _ in 0..length {
        let moves = position.moves();
        let Some(&mv) = random.pick(&moves) else { break };
        line.moves.push(RecordedMove::new(AnyMove::new(mv)));
        position = position.after(mv);
    }
    line
}

pub fn annotated_records_are_read_as_written<G>(games: usize)
where
    G: Notation + Into<AnyPosition> + TryFrom<AnyPosition>,
{
    let mut random = Random::new(11);
    for number in 0..games as u64 {
        let history = random_history::<G>(number);
        let mut record = Record::of_history(&history, Some(number));
        // A variation that repeats what was played could be drawn before its end.
        record.line.moves.truncate(30);
        if record.line.moves.len() < history.moves().len() {
            record.result = [None, Some(Outcome::Win(Side::First))][random.below(2) as usize];
        }
        for side in Side::BOTH {
            let name = WORDS[random.below(WORDS.len() as u64) as usize];
            record.set_player(side, name);
            assert_eq!(record.player(side), Some(name));
        }
        record.set_tag("Event", &random_comments(&mut random).join(" "));
        let Ok(start) = G::try_from(*record.start()) else {
            panic!("a record of {} begins with another game", G::info().name)
        };
        annotate(&mut random, &mut record.line, start, 0);
        check(&record, &format!("{}, annotated game {number}", G::info().name));
    }
}
