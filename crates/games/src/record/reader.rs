//! Reading records.

use super::writer::UNFINISHED;
use super::{
    GAME_TAG, Line, POSITION_TAG, RESULT_TAG, Record, RecordedMove, SEED_TAG, SIGNS, SIZE_TAG,
};
use crate::game::{Illegal, MoveError};
use crate::history::History;
use crate::reading::read_position;
use crate::registry::{AnyPosition, GameId};
use crate::side::Outcome;
use crate::text::{Cursor, TextError, excerpt};

/// Deepest nesting of variations.
const DEEPEST: usize = 32;

/// Largest number of tags of a record.
const MOST_TAGS: usize = 1000;

/// Name that tournament managers give the position tag, and their word for the start.
const FEN_TAG: &str = "FEN";
const FEN_START: &str = "startpos";

/// Error in a record, with its place.
pub type RecordError = TextError;

/// Reads the one record in a text.
///
/// ```
/// use cairn_games::record;
///
/// let record = record::read("[Game \"nava\"]\n1. a1-a4 e5-e4 *")?;
/// assert_eq!(record.line.moves.len(), 2);
/// assert_eq!(record.result, None);
/// # Ok::<(), record::RecordError>(())
/// ```
///
/// # Errors
/// If the text holds none, more than one, or one with something wrong in it.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader = RecordReader { cursor: Cursor::new(text) };
    let record = reader.record()?;
    reader.cursor.finish("record")?;
    Ok(record)
}

/// Reads all records in a text, one after another.
///
/// ```
/// use cairn_games::record;
///
/// let games = record::read_all("[Game \"nava\"] *\n[Game \"greener\"] *")?;
/// assert_eq!(games.len(), 2);
/// # Ok::<(), record::RecordError>(())
/// ```
///
/// # Errors
/// If something is wrong with one of them.
pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut reader = RecordReader { cursor: Cursor::new(text) };
    let mut records = Vec::new();
    reader.cursor.skip_space();
    while !reader.cursor.is_done() {
        records.push(reader.record()?);
        reader.cursor.skip_space();
    }
    Ok(records)
}

/// A tag and where its value stands.
struct Tag {
    name: String,
    value: String,
    start: usize,
    end: usize,
}

impl Tag {
    fn error(&self, problem: impl Into<String>) -> RecordError {
        RecordError::new(self.start..self.end, problem)
    }
}

struct RecordReader<'a> {
    cursor: Cursor<'a>,
}

/// End of a line of moves.
enum LineEnd {
    Result(Option<Outcome>),
    Parenthesis,
}

impl RecordReader<'_> {
    fn record(&mut self) -> Result<Record, RecordError> {
        let tags = self.tags()?;
        let start = start_position(&tags, self.cursor.at())?;
        let seed = find(&tags, SEED_TAG).and_then(|tag| tag.value.parse().ok());
        let mut record = Record::new(start, seed);
        for tag in tags.iter().filter(|tag| !is_derived(&tag.name)) {
            record.set_tag(&tag.name, &tag.value);
        }
        let (line, end) = self.line(&mut History::new(start), 0)?;
        record.line = line;
        if let LineEnd::Result(result) = end {
            record.result = result;
        }
        let at_end = self.cursor.at();
        check_result(&record, find(&tags, RESULT_TAG), at_end)?;
        Ok(record)
    }

    fn tags(&mut self) -> Result<Vec<Tag>, RecordError> {
        let mut tags: Vec<Tag> = Vec::new();
        loop {
            self.cursor.skip_space();
            if self.cursor.peek() != Some('[') {
                return Ok(tags);
            }
            let tag = self.tag()?;
            if find(&tags, &tag.name).is_some() {
                return Err(tag.error(format!("duplicate tag {}", tag.name)));
            }
            if tags.len() == MOST_TAGS {
                return Err(tag.error(format!("more than {MOST_TAGS} tags")));
            }
            tags.push(tag);
        }
    }

    fn tag(&mut self) -> Result<Tag, RecordError> {
        const HELP: &str = "a tag is written like [Game \"nava\"]";
        let start = self.cursor.at();
        self.cursor.bump();
        self.cursor.skip_space();
        let name = self.cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if name.is_empty() {
            return Err(self.cursor.error_here("the name of a tag").help(HELP));
        }
        self.cursor.skip_space();
        if !self.cursor.take('"') {
            return Err(self.cursor.error_here("`\"`").help(HELP));
        }
        let mut value = String::new();
        loop {
            match self.cursor.bump() {
                Some('"') => break,
                Some('\\') => value.extend(self.cursor.bump()),
                Some(c) if c != '\n' => value.push(c),
                _ => {
                    let problem = "this tag has no closing quotation mark";
                    return Err(self.cursor.error_from(start, problem).help(HELP));
                }
            }
        }
        if !self.cursor.separator(']') {
            return Err(self.cursor.error_here("`]`").help(HELP));
        }
        Ok(Tag { name, value, start, end: self.cursor.at() })
    }

    /// Reads moves until the result or, in a variation, until its parenthesis closes.
    /// After a variation the history is again as it was before.
    fn line(
        &mut self,
        history: &mut History,
        depth: usize,
    ) -> Result<(Line, LineEnd), RecordError> {
        let mut line = Line::default();
        loop {
            self.cursor.skip_space();
            let start = self.cursor.at();
            match self.cursor.peek() {
                None if depth == 0 => return Ok((line, LineEnd::Result(None))),
                None => return Err(self.cursor.error_here("`)` at the end of the variation")),
                Some('{' | ';') => {
                    let comment = self.comment()?;
                    let comments = line.moves.last_mut().map(|mv| &mut mv.comments);
                    comments.unwrap_or(&mut line.comments).push(comment);
                }
                Some('(') => {
                    self.cursor.bump();
                    if depth == DEEPEST {
                        let problem = format!("variations nested more than {DEEPEST} deep");
                        return Err(self.cursor.error_from(start, problem));
                    }
                    let Some(instead_of) = line.moves.last_mut() else {
                        let problem = "a variation before the first move";
                        return Err(self.cursor.error_from(start, problem));
                    };
                    history.undo();
                    let (variation, _) = self.line(history, depth + 1)?;
                    if variation != Line::default() {
                        instead_of.variations.push(variation);
                    }
                    let replayed = history.play(instead_of.mv);
                    debug_assert!(replayed.is_ok(), "the move was legal before");
                }
                Some(')') => {
                    self.cursor.bump();
                    if depth > 0 {
                        for _ in &line.moves {
                            history.undo();
                        }
                        return Ok((line, LineEnd::Parenthesis));
                    }
                    return Err(self.cursor.error_from(start, "no parenthesis is open here"));
                }
                Some('}') => {
                    self.cursor.bump();
                    return Err(self.cursor.error_from(start, "no comment is open here"));
                }
                Some('$') => self.glyph(&mut line)?,
                Some(_) => {
                    if let Some(end) = self.word(&mut line, history, depth)? {
                        return Ok((line, end));
                    }
                }
            }
        }
    }

    /// Reads `{a comment}` or, to the end of the line, `; a comment`.
    fn comment(&mut self) -> Result<String, RecordError> {
        let start = self.cursor.at();
        let text = if self.cursor.take('{') {
            let text = self.cursor.take_while(|c| c != '}');
            if !self.cursor.take('}') {
                let opening = start..start + 1;
                return Err(RecordError::new(opening, "this comment has no closing brace"));
            }
            text
        } else {
            self.cursor.bump();
            self.cursor.take_while(|c| c != '\n')
        };
        // A closing brace could not be written back.
        Ok(text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn glyph(&mut self, line: &mut Line) -> Result<(), RecordError> {
        let start = self.cursor.at();
        self.cursor.bump();
        let number = self.cursor.number(u8::MAX.into())?;
        match (number, line.moves.last_mut()) {
            (Some(number), Some(mv)) => {
                mv.glyphs.push(number as u8);
                Ok(())
            }
            (None, _) => Err(self.cursor.error_here("a number after `$`")),
            (_, None) => Err(self.cursor.error_from(start, "a glyph before the first move")),
        }
    }

    /// Reads a move number, a move, or a result.
    fn word(
        &mut self,
        line: &mut Line,
        history: &mut History,
        depth: usize,
    ) -> Result<Option<LineEnd>, RecordError> {
        let start = self.cursor.at();
        let word = self.take_word();
        if let Some(result) = result_of(word) {
            if depth == 0 {
                return Ok(Some(LineEnd::Result(result)));
            }
            return Err(self.cursor.error_from(start, "a result inside a variation"));
        }
        let text = without_number(word);
        if text.is_empty() {
            return Ok(None);
        }
        let start = start + word.len() - text.len();
        let (text, glyph) = split_sign(text);
        let illegal = |why: Illegal| {
            let problem = format!("{} is not legal here: {why}", excerpt(text));
            RecordError::new(start..start + text.len(), problem)
        };
        let mv = history.position().read_move(text).map_err(|error| match error {
            MoveError::Text(error) => error.shifted(start),
            MoveError::Illegal(why) => illegal(why),
        })?;
        history.play(mv).map_err(illegal)?;
        let mut recorded = RecordedMove::new(mv);
        recorded.glyphs.extend(glyph);
        line.moves.push(recorded);
        Ok(None)
    }

    /// Takes everything up to white space or a brace. Parentheses that a move opens (as
    /// in `a1-d4(b2>c5)`) belong to it; one that it did not open closes a variation.
    fn take_word(&mut self) -> &str {
        let mut open = 0_usize;
        self.cursor.take_while(|c| match c {
            '(' => {
                open += 1;
                true
            }
            ')' if open == 0 => false,
            ')' => {
                open -= 1;
                true
            }
            '{' | '}' => false,
            _ => !c.is_whitespace(),
        })
    }
}

fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name == name)
}

/// Whether the record works a tag out by itself.
fn is_derived(name: &str) -> bool {
    [GAME_TAG, SIZE_TAG, SEED_TAG, POSITION_TAG, FEN_TAG, RESULT_TAG].contains(&name)
}

/// The result that a word says, if it is one.
fn result_of(word: &str) -> Option<Option<Outcome>> {
    use crate::side::Side::{First, Second};
    if word == UNFINISHED {
        return Some(None);
    }
    let outcomes = [Outcome::Win(First), Outcome::Win(Second), Outcome::Draw];
    let found = outcomes.into_iter().find(|outcome| outcome.score() == word);
    found.map(Some)
}

/// Text after a move number such as `12.` or `12...`, if there is one.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && rest.starts_with('.');
    if numbered { rest.trim_start_matches('.') } else { word }
}

/// Splits `!`, `??` and so on off a move.
fn split_sign(text: &str) -> (&str, Option<u8>) {
    let bare = text.trim_end_matches(['!', '?']);
    let sign = &text[bare.len()..];
    match SIGNS.iter().position(|&known| known == sign) {
        Some(index) => (bare, Some(index as u8 + 1)),
        None => (text, None),
    }
}

/// The position at which a record with these tags begins. `at` is where the tags end.
fn start_position(tags: &[Tag], at: usize) -> Result<AnyPosition, RecordError> {
    let Some(game) = find(tags, GAME_TAG) else {
        return Err(RecordError::new(at..at, "missing tag with the name of the game")
            .help("for example [Game \"nava\"]"));
    };
    let mut boards = GameId::boards(&game.value).map_err(|error| game.error(error.to_string()))?;
    if let Some(size) = find(tags, SIZE_TAG) {
        let wanted = size.value.trim().to_ascii_lowercase();
        boards.retain(|board| board.info().board.size() == wanted);
        if boards.is_empty() {
            return Err(size.error(format!("{} has no board of this size", game.value)));
        }
    }
    let fen = find(tags, FEN_TAG).filter(|fen| fen.value.trim() != FEN_START);
    if let Some(position) = find(tags, POSITION_TAG).or(fen) {
        return read_position(&boards, &position.value)
            .map_err(|error| position.error(error.to_string()));
    }
    let Some(seed) = find(tags, SEED_TAG) else {
        return Ok(boards[0].start());
    };
    let number = seed.value.trim().parse().map_err(|_| {
        seed.error("a seed is a whole number").help(format!("at most {}", u64::MAX))
    })?;
    boards[0]
        .shuffled(number)
        .ok_or_else(|| seed.error(format!("{} cannot be shuffled", game.value)))
}

/// Checks that the result, its tag and the last position say the same.
fn check_result(record: &Record, tag: Option<&Tag>, end: usize) -> Result<(), RecordError> {
    let said = record.result.map_or(UNFINISHED, Outcome::score);
    if let Some(tag) = tag
        && tag.value.trim() != said
    {
        return Err(tag.error(format!(
            "the tag says the result is {}, but the moves end with {said}",
            excerpt(&tag.value)
        )));
    }
    if let (Some(ending), Some(result)) = (record.history().ending(), record.result)
        && ending.outcome != result
    {
        let problem = format!(
            "the result {said} differs from how the game ended: {}, {}",
            ending.outcome.score(),
            ending.reason
        );
        return Err(RecordError::new(end - said.len()..end, problem));
    }
    Ok(())
}
