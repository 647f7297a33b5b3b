//! Files of self-play games, the training data of nets.
//!
//! A file has a header with one word and one value per line, then the games, each as its
//! length, its bytes and their checksum. A file that ends in the middle of a game, because the
//! program was stopped, is valid up to there. The line `judge` names the evaluation.
//!
//! ```text
//! cairn-lessons 1
//! game nava
//! judge 6a09e667f3bcc908
//! nodes 1000
//! seed 1
//! games
//! ```
//!
//! A share of more games has a line `first` with the number of its first game before `games`.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use cairn_games::zobrist::mix;

use super::game::SelfplayGame;

/// First line of a file: its kind and the version of the format.
const MAGIC: &str = "cairn-lessons 1";

/// Most bytes of a game; a file that claims more is damaged.
const LONGEST: u32 = 1 << 16;

/// Header of a file: the settings with which its games can be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayHeader {
    /// The rule set.
    pub game: String,
    /// Checksum of the net that evaluated positions, or `simple`.
    pub evaluation: String,
    /// Node limit per move.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
    /// Number of the first game, counted from 1.
    pub first: u64,
}

/// Error reading a file.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin like a file of games.
    #[error("this is not a file of self-play games: line {line} should be {expected}")]
    Head {
        /// Counted from 1.
        line: usize,
        /// The expected content.
        expected: &'static str,
    },
    /// A game is not as it was written.
    #[error("game {0} of the file is damaged")]
    Damaged(u64),
}

impl fmt::Display for SelfplayHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, evaluation, nodes, seed, first } = self;
        write!(f, "{MAGIC}\ngame {game}\njudge {evaluation}\nnodes {nodes}\nseed {seed}\n")?;
        if *first > 1 {
            writeln!(f, "first {first}")?;
        }
        writeln!(f, "games")
    }
}

impl SelfplayHeader {
    fn read(input: &mut impl BufRead) -> Result<Self, DataError> {
        const LINES: [(&str, &str); 4] = [
            ("game ", "`game` and its name"),
            ("judge ", "`judge` and a checksum"),
            ("nodes ", "`nodes` and a number"),
            ("seed ", "`seed` and a number"),
        ];
        if line(input)?.as_deref() != Some(MAGIC) {
            return Err(DataError::Head { line: 1, expected: "`cairn-lessons 1`" });
        }
        let mut values = [const { String::new() }; LINES.len()];
        for (index, (key, expected)) in LINES.into_iter().enumerate() {
            let text = line(input)?;
            let value = text.as_deref().and_then(|text| text.strip_prefix(key));
            let wrong = DataError::Head { line: index + 2, expected };
            values[index] = value.ok_or(wrong)?.to_owned();
        }
        let [game, evaluation, nodes, seed] = values;
        let number = |text: &str, line, expected| {
            text.parse().map_err(|_| DataError::Head { line, expected })
        };
        let nodes = number(&nodes, 4, LINES[2].1)?;
        let seed = number(&seed, 5, LINES[3].1)?;
        let mut first = 1;
        let (mut at, mut text) = (6, line(input)?);
        if let Some(value) = text.as_deref().and_then(|text| text.strip_prefix("first ")) {
            let expected = "`first` and a number from 2";
            first = number(value, at, expected)?;
            // Written again, the header has to have the same length.
            if first < 2 || value != first.to_string() {
                return Err(DataError::Head { line: at, expected });
            }
            (at, text) = (at + 1, line(input)?);
        }
        if text.as_deref() != Some("games") {
            return Err(DataError::Head { line: at, expected: "`games`" });
        }
        Ok(Self { game, evaluation, nodes, seed, first })
    }
}

/// Reads a line of the header; `None` if it is not one.
fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const LONGEST_LINE: u64 = 100;

    let mut text = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut text)?;
    Ok(text.strip_suffix(b"\n").and_then(|text| String::from_utf8(text.to_vec()).ok()))
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| mix(sum ^ u64::from(byte)))
}

/// Writes games.
#[derive(Debug)]
pub struct SelfplayWriter<W> {
    output: W,
}

impl<W: Write> SelfplayWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(mut output: W, head: &SelfplayHeader) -> io::Result<Self> {
        output.write_all(head.to_string().as_bytes())?;
        Ok(Self { output })
    }

    /// Goes on with a file of whole games.
    pub fn resume(output: W) -> Self {
        Self { output }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, game: &SelfplayGame) -> io::Result<()> {
        let bytes = game.to_bytes();
        self.output.write_all(&(bytes.len() as u32).to_le_bytes())?;
        self.output.write_all(&bytes)?;
        self.output.write_all(&checksum(&bytes).to_le_bytes())
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Reads games.
#[derive(Debug)]
pub struct SelfplayReader<R> {
    input: R,
    head: SelfplayHeader,
    games: u64,
    /// Number of bytes read that are whole.
    whole: u64,
}

impl<R: BufRead> SelfplayReader<R> {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// If this is not a file of self-play games.
    pub fn new(mut input: R) -> Result<Self, DataError> {
        let head = SelfplayHeader::read(&mut input)?;
        let whole = head.to_string().len() as u64;
        Ok(Self { input, head, games: 0, whole })
    }

    /// Returns the header.
    pub const fn head(&self) -> &SelfplayHeader {
        &self.head
    }

    /// Returns the number of bytes read that are whole: the header and all games so far.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns the next game; `None` at the end, or where the file ends in the middle of one.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    pub fn next_game(&mut self) -> Result<Option<SelfplayGame>, DataError> {
        let damaged = DataError::Damaged(self.games + 1);
        let mut length = [0; 4];
        if !fill(&mut self.input, &mut length)? {
            return Ok(None);
        }
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(damaged);
        }
        let mut bytes = vec![0; length as usize];
        let mut sum = [0; 8];
        if !fill(&mut self.input, &mut bytes)? || !fill(&mut self.input, &mut sum)? {
            return Ok(None);
        }
        if checksum(&bytes) != u64::from_le_bytes(sum) {
            return Err(damaged);
        }
        let game = SelfplayGame::from_bytes(&bytes).ok_or(damaged)?;
        self.games += 1;
        self.whole += 4 + u64::from(length) + 8;
        Ok(Some(game))
    }
}

/// Fills the buffer. Returns whether the input was long enough.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::{Outcome, Side};

    use super::super::game::Ply;
    use super::*;
    use crate::score::Score;

    fn head() -> SelfplayHeader {
        let (game, evaluation) = ("nava".into(), "linear".into());
        SelfplayHeader { game, evaluation, nodes: 7, seed: 9, first: 1 }
    }

    fn games() -> Vec<SelfplayGame> {
        let scores = [
            None,
            Some(Score::Value(-123)),
            Some(Score::Win(3)),
            Some(Score::Loss(12)),
            Some(Score::Draw),
        ];
        let ply = |(index, score)| Ply { bits: u64::MAX >> (13 * index), score };
        let plies: Vec<_> = scores.into_iter().enumerate().map(ply).collect();
        let game =
            |outcome| SelfplayGame { start: "x5/x5 w".into(), plies: plies.clone(), outcome };
        vec![game(Outcome::Draw), game(Outcome::Win(Side::First)), game(Outcome::Win(Side::Second))]
    }

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = SelfplayWriter::begin(&mut bytes, &head()).unwrap();
        games().iter().for_each(|game| writer.write(game).unwrap());
        writer.finish().unwrap();
        bytes
    }

    fn read_all(bytes: &[u8]) -> Result<Vec<SelfplayGame>, DataError> {
        let mut reader = SelfplayReader::new(bytes)?;
        let mut games = Vec::new();
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        assert!(reader.whole() <= bytes.len() as u64);
        Ok(games)
    }

    #[test]
    fn what_was_written_reads_back() {
        let bytes = file();
        assert_eq!(SelfplayReader::new(&bytes[..]).unwrap().head(), &head());
        assert_eq!(read_all(&bytes).unwrap(), games());
    }

    #[test]
    fn the_header_of_a_share_names_its_first_game() {
        let share = SelfplayHeader { first: 501, ..head() };
        let text = share.to_string();
        assert!(text.ends_with("\nfirst 501\ngames\n"), "{text}");
        assert_eq!(SelfplayReader::new(text.as_bytes()).unwrap().head(), &share);
        for wrong in ["0", "1", "007", "x", ""] {
            let text = text.replace("501", wrong);
            assert!(SelfplayReader::new(text.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_cut_short_is_whole_up_to_there() {
        let bytes = file();
        let head_length = head().to_string().len();
        for length in 0..bytes.len() {
            match read_all(&bytes[..length]) {
                Ok(read) => assert_eq!(read, games()[..read.len()], "cut after {length} bytes"),
                Err(_) => assert!(length < head_length, "cut after {length} bytes"),
            }
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let bytes = file();
        for at in head().to_string().len()..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            // A changed length may point beyond the end, which looks like a file cut short.
            assert_ne!(read_all(&changed).ok(), Some(games()), "byte {at}");
        }
    }
}
