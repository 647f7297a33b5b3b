//! Learned weights and the files they are kept in.
//!
//! A file is text, so that a change can be seen: a head of one word and one value a
//! line, then the weights in the order of the features, sixteen to a line.
//!
//! ```text
//! cairn-weights 1
//! game nava
//! features 573
//! checksum 6a09e667f3bcc908
//! to-move 12
//! weights
//! 0 -31 120 ...
//! ```

use std::fmt::Write as _;
use std::str::FromStr;

use cairn_games::keys::mix;

/// What the first line of a file says: what it is and in which version of the format.
const MAGIC: &str = "cairn-weights 1";

/// How many binary digits of a weight are behind the point, in hundredths of the
/// logistic unit.
pub(super) const FRACTION_BITS: u32 = 4;

/// What a weight of one logistic unit is written as.
const UNITS_IN_A_LOGIT: f32 = (100 << FRACTION_BITS) as f32;

/// How many weights stand on a line of a file.
const ON_A_LINE: usize = 16;

/// No game has nearly as many features; a file that claims more is damaged.
const MOST_FEATURES: usize = 1 << 20;

/// A weight for each feature of a game, and one for having the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    game: String,
    to_move: i16,
    features: Vec<i16>,
}

/// Why weights were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The file does not begin like a file of weights.
    #[error("this is no file of weights: its first line should be `{MAGIC}`")]
    NotWeights,
    /// A line is not what it should be.
    #[error("line {line} of the weights should be {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// There are more or fewer weights than the head says.
    #[error("there should be {expected} weights, but there are {found}")]
    Count {
        /// As many as the head says.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// A number was changed since the file was written.
    #[error("the weights are damaged: their checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// What the head says.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// They are meant for something else.
    #[error(
        "weights for {found} ({found_features} features) do not fit {game} ({features} features)"
    )]
    OtherGame {
        /// What they should fit.
        game: &'static str,
        /// How many features that has.
        features: usize,
        /// What they are for.
        found: String,
        /// How many features that has.
        found_features: usize,
    },
}

/// A rule set of a game shares the features of the game: `game:rule-set`.
fn family(game: &str) -> &str {
    game.split_once(':').map_or(game, |(family, _)| family)
}

impl Weights {
    /// All zero.
    #[must_use]
    pub fn zero(game: &str, features: usize) -> Self {
        Self { game: game.to_owned(), to_move: 0, features: vec![0; features] }
    }

    /// The nearest weights to these numbers, which are in logistic units.
    #[must_use]
    pub fn from_logits(game: &str, to_move: f32, features: &[f32]) -> Self {
        // A float that is too large becomes the largest integer there is.
        let rounded = |logit: f32| (logit * UNITS_IN_A_LOGIT).round() as i16;
        Self {
            game: game.to_owned(),
            to_move: rounded(to_move),
            features: features.iter().copied().map(rounded).collect(),
        }
    }

    /// The weights of the features and of having the move in logistic units.
    #[must_use]
    pub fn to_logits(&self) -> (Vec<f32>, f32) {
        let logit = |weight: i16| f32::from(weight) / UNITS_IN_A_LOGIT;
        (self.features.iter().copied().map(logit).collect(), logit(self.to_move))
    }

    /// The weight of having the move.
    #[must_use]
    pub const fn to_move(&self) -> i16 {
        self.to_move
    }

    /// The weight of each feature.
    #[must_use]
    pub fn features(&self) -> &[i16] {
        &self.features
    }

    /// The game they were made for.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Whether these are weights for so many features of this game.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, game: &'static str, features: usize) -> Result<(), WeightsError> {
        if family(&self.game) == family(game) && self.features.len() == features {
            return Ok(());
        }
        Err(WeightsError::OtherGame {
            game,
            features,
            found: self.game.clone(),
            found_features: self.features.len(),
        })
    }

    /// A hash of everything but the head's own words.
    fn checksum(&self) -> u64 {
        let name = self.game.bytes().map(u64::from);
        let weights = self.features.iter().chain([&self.to_move]).map(|&weight| weight as u64);
        name.chain(weights).fold(self.features.len() as u64, |sum, next| mix(sum ^ mix(next)))
    }

    /// The file.
    #[must_use]
    pub fn write(&self) -> String {
        let Self { game, to_move, features } = self;
        let mut file = format!(
            "{MAGIC}\ngame {game}\nfeatures {}\nchecksum {:016x}\nto-move {to_move}\nweights\n",
            features.len(),
            self.checksum()
        );
        for line in features.chunks(ON_A_LINE) {
            for (column, weight) in line.iter().enumerate() {
                let space = if column == 0 { "" } else { " " };
                // Writing to a string cannot fail.
                let _ = write!(file, "{space}{weight}");
            }
            file.push('\n');
        }
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let text = str::from_utf8(file).map_err(|_| WeightsError::NotWeights)?;
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        if lines.next().map(|(_, line)| line) != Some(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let mut head = |key: &'static str, expected: &'static str| {
            let (line, text) = lines.next().unwrap_or((1, ""));
            let value = text.strip_prefix(key).map(str::trim_start);
            value.map(|value| (line, value)).ok_or(WeightsError::Line { line, expected })
        };
        let (_, game) = head("game ", "`game` and its name")?;
        let expected: usize = number(head("features ", "`features` and how many")?, "a number")?;
        let (line, sum) = head("checksum ", "`checksum` and 16 hexadecimal digits")?;
        let checksum = u64::from_str_radix(sum, 16)
            .map_err(|_| WeightsError::Line { line, expected: "16 hexadecimal digits" })?;
        let to_move = number(head("to-move ", "`to-move` and a weight")?, WEIGHT)?;
        head("weights", "`weights`")?;
        let mut features = Vec::with_capacity(expected.min(MOST_FEATURES));
        for (line, text) in lines {
            for word in text.split_ascii_whitespace() {
                features.push(number((line, word), WEIGHT)?);
            }
        }
        let weights = Self { game: game.to_owned(), to_move, features };
        weights.check_intact(expected, checksum)?;
        Ok(weights)
    }

    /// Whether they are as the head of their file says.
    fn check_intact(&self, expected: usize, checksum: u64) -> Result<(), WeightsError> {
        if self.features.len() != expected {
            return Err(WeightsError::Count { expected, found: self.features.len() });
        }
        let found = self.checksum();
        if found != checksum {
            return Err(WeightsError::Checksum { expected: checksum, found });
        }
        Ok(())
    }
}

/// What a weight looks like.
const WEIGHT: &str = "whole numbers from -32768 to 32767";

fn number<N: FromStr>(
    (line, text): (usize, &str),
    expected: &'static str,
) -> Result<N, WeightsError> {
    text.parse().map_err(|_| WeightsError::Line { line, expected })
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    fn some_weights() -> Weights {
        let logits: Vec<_> = (0..40).map(|index| index as f32 / 7.0 - 3.0).collect();
        Weights::from_logits("nava", 0.25, &logits)
    }

    #[test]
    fn what_was_written_reads_back() {
        let weights = some_weights();
        assert_eq!(Weights::read(weights.write().as_bytes()), Ok(weights));
    }

    #[test]
    fn numbers_too_large_for_a_weight_become_the_largest() {
        let weights = Weights::from_logits("nava", -1e9, &[1e9, 0.001]);
        assert_eq!((weights.to_move(), weights.features()), (i16::MIN, &[i16::MAX, 2][..]));
    }

    #[test]
    fn damaged_files_are_refused() {
        let file = some_weights().write();
        assert_eq!(Weights::read(b""), Err(WeightsError::NotWeights));
        assert_eq!(Weights::read(b"\xff\xfe"), Err(WeightsError::NotWeights));
        for (old, new) in
            [("game nava", "game navy"), ("to-move 400", "to-move 401"), (" -45", " -46")]
        {
            let changed = file.replacen(old, new, 1);
            assert_ne!(changed, file, "{old} is in the file");
            let refused = Weights::read(changed.as_bytes());
            assert!(matches!(refused, Err(WeightsError::Checksum { .. })), "{old}: {refused:?}");
        }
        for length in 0..file.len() - 1 {
            assert!(Weights::read(&file.as_bytes()[..length]).is_err(), "cut after {length} bytes");
        }
        let too_large = file.replacen(" -45", " -99999", 1);
        assert_eq!(
            Weights::read(too_large.as_bytes()),
            Err(WeightsError::Line { line: 7, expected: WEIGHT })
        );
    }

    #[test]
    fn weights_of_another_game_do_not_fit() {
        let weights = some_weights();
        assert_eq!(weights.check("nava", 40), Ok(()));
        assert_eq!(weights.check("nava:rulebook", 40), Ok(()), "a rule set of the game");
        assert!(weights.check("nava", 41).is_err());
        assert!(weights.check("greener", 40).is_err());
    }

    #[test]
    fn every_built_in_file_is_whole_and_fits_its_game() {
        for &id in GameId::ALL {
            cairn_games::with_game!(id, G => {
                let linear = crate::eval::Linear::<G>::built_in();
                assert!(linear.is_ok(), "{id}: {linear:?}");
            });
        }
    }
}
