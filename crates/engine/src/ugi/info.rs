//! Info lines of UGI.

use std::fmt::Write;

use cairn_games::AnyPosition;

use crate::bot::{SearchReport, Variation};
use crate::score::Score;

/// The lines that tell what has been found, one for each of the report's lines.
pub(super) fn write(position: &AnyPosition, report: &SearchReport) -> Vec<String> {
    let several = report.lines.len() > 1;
    let nodes_per_second = report.nodes as f64 / report.elapsed.as_secs_f64().max(1e-6);
    let write_line = |(rank, line): (usize, &Variation)| {
        let mut text = format!("info depth {}", report.depth);
        // Writing to a string cannot fail.
        if several {
            let _ = write!(text, " multipv {}", rank + 1);
        }
        let _ = write!(
            text,
            " score {} nodes {} nps {nodes_per_second:.0} time {} pv{}",
            score(line.score),
            report.nodes,
            report.elapsed.as_millis(),
            moves(position, line),
        );
        text
    };
    report.lines.iter().enumerate().map(write_line).collect()
}

fn score(score: Score) -> String {
    let value = match score {
        Score::Value(value) => format!("cp {value}"),
        Score::Win(plies) => format!("mate {plies}"),
        Score::Loss(plies) => format!("mate -{plies}"),
        Score::Draw => "cp 0".to_owned(),
    };
    match score.proven() {
        Some(proven) => format!("{value} proven {}", proven.word()),
        None => value,
    }
}

/// The moves of a line, each after a space, as far as they are legal.
fn moves(position: &AnyPosition, line: &Variation) -> String {
    let mut text = String::new();
    let mut position = *position;
    for &mv in &line.moves {
        let Ok(word) = position.write_move(mv) else { break };
        text.push(' ');
        text.push_str(&word);
        if position.play(mv).is_err() {
            break;
        }
    }
    text
}

/// The content of an info line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) score: Option<Score>,
    /// The rank of the line, counted from 0.
    pub(super) rank: usize,
    /// The line as it was written.
    pub(super) moves: Vec<String>,
}

impl Info {
    /// Reads what comes after `info`. Whatever is not understood is passed over: engines
    /// say many things.
    pub(super) fn read(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "multipv" => {
                    let rank: Option<usize> = number(words.next());
                    info.rank = rank.map_or(0, |rank| rank.saturating_sub(1));
                }
                "cp" => info.score = number(words.next()).map(Score::Value).or(info.score),
                "mate" => info.score = number(words.next()).map(mate).or(info.score),
                "proven" if words.next() == Some("draw") => info.score = Some(Score::Draw),
                // What follows is free text or all the rest.
                "string" => break,
                "pv" => info.moves.extend(words.by_ref().map(str::to_owned)),
                _ => {}
            }
        }
        info
    }
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word.and_then(|word| word.parse().ok())
}

fn mate(plies: i32) -> Score {
    if plies > 0 { Score::Win(plies.unsigned_abs()) } else { Score::Loss(plies.unsigned_abs()) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cairn_games::GameId;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let position = GameId::Nava.start();
        let mv = position.moves()[0];
        for score in [Score::Value(-34), Score::Win(7), Score::Loss(2), Score::Draw] {
            let line = Variation { moves: vec![mv], score };
            let report = SearchReport {
                depth: 5,
                nodes: 1000,
                elapsed: Duration::from_millis(10),
                lines: vec![line; 2],
            };
            let lines = write(&position, &report);
            assert_eq!(lines.len(), 2);
            for (rank, line) in lines.iter().enumerate() {
                let info = Info::read(line.strip_prefix("info ").unwrap());
                let moves = vec![position.write_move(mv).unwrap()];
                let (depth, nodes, score) = (Some(5), Some(1000), Some(score));
                assert_eq!(info, Info { depth, nodes, score, rank, moves });
            }
        }
    }

    #[test]
    fn foreign_lines_are_read_as_far_as_possible() {
        let info = Info::read("depth x seldepth 9 score cp 12 lowerbound hashfull 3 pv a b");
        assert_eq!(info.score, Some(Score::Value(12)));
        assert_eq!(info.moves, ["a", "b"]);
        assert_eq!(Info::read("string depth 3 pv x"), Info::default());
    }
}
