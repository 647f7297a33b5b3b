//! Writing records.

use std::fmt;

use super::{Line, RESULT_TAG, Record, SIGNS};
use crate::registry::AnyPosition;
use crate::side::{Outcome, Side};

/// Longest line of moves.
const WIDTH: usize = 80;

/// Result of an unfinished game.
pub(super) const UNFINISHED: &str = "*";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.map_or(UNFINISHED, Outcome::score);
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        write_tag(f, RESULT_TAG, result)?;
        writeln!(f)?;
        let mut words = Vec::new();
        collect_line(&mut words, &self.line, self.start, 1);
        words.push(result.to_owned());
        write_filled(f, &words)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Writes the words with as many on a line as fit.
fn write_filled(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            writeln!(f)?;
            column = 0;
        } else if column > 0 {
            write!(f, " ")?;
            column += 1;
        }
        write!(f, "{word}")?;
        column += width;
    }
    writeln!(f)
}

/// Collects the words of a line that begins at a position with this move number.
fn collect_line(words: &mut Vec<String>, line: &Line, start: AnyPosition, number: usize) {
    let (mut position, mut number) = (start, number);
    collect_comments(words, &line.comments);
    // After anything but the first side's move, the number has to be said again.
    let mut say_number = true;
    for recorded in &line.moves {
        let Ok(text) = position.write_move(recorded.mv) else {
            return;
        };
        let side = position.to_move();
        match side {
            Side::First => words.push(format!("{number}.")),
            Side::Second if say_number => words.push(format!("{number}...")),
            Side::Second => {}
        }
        words.push(text);
        collect_glyphs(words, &recorded.glyphs);
        collect_comments(words, &recorded.comments);
        for variation in &recorded.variations {
            let first = words.len();
            collect_line(words, variation, position, number);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if words.len() > first
                && let Some(word) = words.last_mut()
            {
                word.push(')');
            }
        }
        say_number = !recorded.comments.is_empty() || !recorded.variations.is_empty();
        if position.play(recorded.mv).is_err() {
            return;
        }
        if side == Side::Second {
            number += 1;
        }
    }
}

fn collect_glyphs(words: &mut Vec<String>, glyphs: &[u8]) {
    for (index, &glyph) in glyphs.iter().enumerate() {
        match SIGNS.get(usize::from(glyph).wrapping_sub(1)) {
            // Only one sign can be read back behind a move.
            Some(sign) if index == 0 => {
                if let Some(word) = words.last_mut() {
                    word.push_str(sign);
                }
            }
            _ => words.push(format!("${glyph}")),
        }
    }
}

/// Comments are written word by word, so that they are wrapped with the moves. A
/// closing brace would end a comment early and has no escape, so it becomes a bracket.
fn collect_comments(words: &mut Vec<String>, comments: &[String]) {
    for comment in comments {
        let first = words.len();
        words.extend(comment.replace('}', ")").split_whitespace().map(str::to_owned));
        if words.len() == first {
            words.push(String::new());
        }
        words[first].insert(0, '{');
        if let Some(word) = words.last_mut() {
            word.push('}');
        }
    }
}
