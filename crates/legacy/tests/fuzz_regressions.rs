//! Replays the inputs that fuzzing found to be interesting, or that once broke something.
//! The fuzzing itself is `scripts/fuzz`.

use std::collections::BTreeSet;

use crate::common::{file_stem, path, sample};
use crate::targets::{self, Target, check_error};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, Notation, with_game};
use cairn_legacy::{dialects, write_state};

const FOLDER: &str = "../../fuzz/regressions";

#[test]
fn committed_inputs_break_nothing() {
    for (name, target) in targets::TARGETS {
        let folder = path(FOLDER).join(name);
        let mut replayed = 0;
        for file in std::fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            let input = std::fs::read(&file).unwrap();
            // The name of the file is the best part of the message.
            println!("{}", file.display());
            target(&input);
            replayed += 1;
        }
        assert!(replayed >= 3, "{} has only {replayed} inputs", folder.display());
    }
}

#[test]
fn every_folder_and_program_belongs_to_a_target() {
    let names = |folder: &str| -> BTreeSet<String> {
        let files = std::fs::read_dir(path(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.map(|name| name.trim_end_matches(".rs").to_owned()).collect()
    };
    let wanted: BTreeSet<_> = targets::TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names(FOLDER), wanted);
    assert_eq!(names("../../fuzz/fuzz_targets"), wanted);
}

/// Changes a few bytes of an input as a fuzzer would.
fn mutated(random: &mut Random, input: &[u8]) -> Vec<u8> {
    const INTERESTING: &[u8] = b"xX,/ -+;()[]|'.%{}\"\\0159awbgrWBy\n\xc3\xa9\xff";
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let byte = INTERESTING[random.below(INTERESTING.len() as u64) as usize];
        match random.below(4) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {
                let end = (at + random.below(12) as usize).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, part);
            }
        }
    }
    bytes
}

fn try_mutations(random: &mut Random, target: Target, input: &[u8], times: usize) {
    for _ in 0..times {
        target(&mutated(random, input));
    }
}

/// A poor man's fuzzing on every run: valid inputs of every game, slightly changed.
#[test]
fn changed_inputs_break_nothing() {
    let mut random = Random::new(99);
    for (number, &game) in GameId::ALL.iter().enumerate() {
        with_game!(game, G => {
            for (turn, position) in sample::<G>(8).into_iter().enumerate() {
                let text = position.to_text();
                try_mutations(&mut random, targets::position, text.as_bytes(), 40);
                for dialect in 0..dialects(game).len() {
                    let term = write_state(game, &position.to_diagram(), Some(dialect));
                    let term = term.expect("a dialect").to_string();
                    try_mutations(&mut random, targets::term, term.as_bytes(), 20);
                }
                let head = [number as u8, turn as u8, 5 * turn as u8];
                for mv in position.moves().into_iter().step_by(97).take(10) {
                    let input = [&head, position.write_move(mv).as_bytes()].concat();
                    try_mutations(&mut random, targets::move_text, &input, 10);
                }
                let bits: Vec<u8> = (0..20).flat_map(|_| random.next_u64().to_le_bytes()).collect();
                targets::bits(&[&head[..], &bits].concat());
            }
        });
        let file = path("../games/tests/playthroughs").join(format!("{}.snap", file_stem(game)));
        let text = std::fs::read_to_string(file).unwrap();
        let record = &text[text.find("[Game").unwrap()..];
        targets::record_text(record.as_bytes());
        try_mutations(&mut random, targets::record_text, record.as_bytes(), 60);
    }
    check_error("x", &cairn_games::TextError::new(0..1, "used"));
}
