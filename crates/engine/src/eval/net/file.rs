//! Files of networks.
//!
//! A header of one word and one value per line, then the numbers, two bytes each, the lower
//! one first:
//!
//! ```text
//! cairn-net 2
//! game glaisher
//! inputs 2043
//! hidden 64
//! guide 6928
//! checksum 6a09e667f3bcc908
//! numbers
//! ```
//!
//! The numbers are the weights from each input to each hidden unit, the biases of the hidden
//! units, the output weights of the hidden units, the direct weights of the inputs, the bias of
//! the output, and the weights of the policy, which chooses candidates; their number is in the
//! line `guide`. A net without a policy is written as version 1, which lacks that line.
//! `docs/formats.md` gives the units of the numbers.

use std::str::FromStr;

use crate::games::{Features, MoveOrdering};
use cairn_games::zobrist::mix;
use cairn_games::{GameId, with_game};
use cairn_simd::BLOCK;

/// First line of a file: its kind and the version of the format.
const MAGIC: &str = "cairn-net 1";
/// First line of a net with a policy.
const MAGIC_WITH_POLICY: &str = "cairn-net 2";

/// Largest sizes of a net; a file that claims more is damaged.
const MOST_INPUTS: usize = 1 << 16;
const MOST_HIDDEN: usize = 1 << 10;
const MOST_POLICY_WEIGHTS: usize = 1 << 16;

/// A network as it is in its file, for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetFile {
    game: String,
    inputs: usize,
    hidden: usize,
    /// All numbers in their order, without the policy.
    numbers: Vec<i16>,
    policy: Vec<i16>,
}

/// Error reading a net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The file does not begin like a net.
    #[error("this is not a net: its first line should be `{MAGIC}` or `{MAGIC_WITH_POLICY}`")]
    NotNet,
    /// A line of the head is not what it should be.
    #[error("line {line} of the net should be {expected}")]
    Head {
        /// Counted from 1.
        line: usize,
        /// The expected content.
        expected: &'static str,
    },
    /// There are more or fewer numbers than the head says.
    #[error("there should be {expected} bytes of numbers, but there are {found}")]
    Length {
        /// Number of bytes that the header announces.
        expected: usize,
        /// Number of bytes that follow the header.
        found: usize,
    },
    /// A number was changed since the file was written.
    #[error("the net is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Checksum {
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the content.
        found: u64,
    },
    /// It is meant for something else.
    #[error("a net for {found} ({found_inputs} inputs) does not fit {game} ({inputs} inputs)")]
    OtherGame {
        /// The game that it should fit.
        game: &'static str,
        /// Number of features of that game.
        inputs: usize,
        /// The game that it was made for.
        found: String,
        /// Number of features of that game.
        found_inputs: usize,
    },
    /// Its policy does not fit the game.
    #[error("a policy of {found} weights does not fit {game}, where there are {expected}")]
    OtherPolicy {
        /// The game that it should fit.
        game: &'static str,
        /// Number of weights of the policy of that game.
        expected: usize,
        /// Number of weights that it has.
        found: usize,
    },
}

/// The numbers of a net by their meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    /// Weights from each input to each hidden unit.
    pub(super) rows: &'a [i16],
    /// Bias of each hidden unit.
    pub(super) bias: &'a [i16],
    /// Output weight of each hidden unit.
    pub(super) output: &'a [i16],
    /// Direct weight of each input.
    pub(super) direct: &'a [i16],
    /// Bias of the output.
    pub(super) start: i16,
}

impl NetFile {
    /// Creates a net from its numbers, in the order of a file.
    ///
    /// # Errors
    /// If their number does not fit the sizes.
    pub fn new(
        game: &str,
        inputs: usize,
        hidden: usize,
        numbers: Vec<i16>,
    ) -> Result<Self, NetError> {
        let (expected, found) = (2 * count(inputs, hidden), 2 * numbers.len());
        if expected != found {
            return Err(NetError::Length { expected, found });
        }
        Ok(Self { game: game.to_owned(), inputs, hidden, numbers, policy: Vec::new() })
    }

    /// Replaces the policy of the net.
    #[must_use]
    pub fn with_policy(self, policy: Vec<i16>) -> Self {
        Self { policy, ..self }
    }

    /// Returns the weights of the policy; none if the net has no policy.
    pub fn policy(&self) -> &[i16] {
        &self.policy
    }

    /// Returns the name of the game it was made for.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the number of features.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of hidden units.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        let (rows, rest) = self.numbers.split_at(self.inputs * self.hidden);
        let (bias, rest) = rest.split_at(self.hidden);
        let (output, rest) = rest.split_at(self.hidden);
        let (direct, rest) = rest.split_at(self.inputs);
        Parts { rows, bias, output, direct, start: rest[0] }
    }

    /// Checks that this is a net for a game.
    ///
    /// # Errors
    /// If it is a net for another game.
    pub fn check_game(&self, game: GameId) -> Result<(), NetError> {
        with_game!(game, G => self.check::<G>())
    }

    pub(super) fn check<G: Features + MoveOrdering>(&self) -> Result<(), NetError> {
        let (game, inputs, expected) = (G::info().name, G::COUNT, G::POLICY_WEIGHTS);
        if self.game != game || self.inputs != inputs {
            let (found, found_inputs) = (self.game.clone(), self.inputs);
            return Err(NetError::OtherGame { game, inputs, found, found_inputs });
        }
        let found = self.policy.len();
        if found != 0 && found != expected {
            return Err(NetError::OtherPolicy { game, expected, found });
        }
        Ok(())
    }

    /// Returns a hash of the game's name, the sizes and the numbers.
    pub fn checksum(&self) -> u64 {
        let name = self.game.bytes().map(u64::from);
        let sizes = [self.inputs as u64, self.hidden as u64];
        let numbers = self.numbers.iter().chain(&self.policy);
        let numbers = numbers.map(|&number| u64::from(number as u16));
        name.chain(sizes).chain(numbers).fold(0, |sum, next| mix(sum ^ next))
    }

    /// Returns the bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let Self { game, inputs, hidden, .. } = self;
        let (magic, policy_line) = match self.policy.len() {
            0 => (MAGIC, String::new()),
            count => (MAGIC_WITH_POLICY, format!("guide {count}\n")),
        };
        let head = format!(
            "{magic}\ngame {game}\ninputs {inputs}\nhidden {hidden}\n{policy_line}checksum {:016x}\nnumbers\n",
            self.checksum()
        );
        let numbers = self.numbers.iter().chain(&self.policy);
        let numbers = numbers.flat_map(|number| number.to_le_bytes());
        head.into_bytes().into_iter().chain(numbers).collect()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Description of the problem.
    pub fn read(file: &[u8]) -> Result<Self, NetError> {
        let mut head = Head { rest: file, line: 0 };
        let has_policy = match head.line() {
            Some(MAGIC) => false,
            Some(MAGIC_WITH_POLICY) => true,
            _ => return Err(NetError::NotNet),
        };
        let game = head.value("game", "`game` and its name")?.to_owned();
        let inputs: usize = head.number("inputs", "`inputs` and how many")?;
        let hidden: usize = head.number("hidden", "`hidden` and how many")?;
        if inputs > MOST_INPUTS || hidden > MOST_HIDDEN || !hidden.is_multiple_of(BLOCK) {
            let expected = "`hidden` and a multiple of 32, not above 1024";
            return Err(NetError::Head { line: 4, expected });
        }
        let policy_weights =
            if has_policy { head.number("guide", "`guide` and how many weights")? } else { 0 };
        if policy_weights > MOST_POLICY_WEIGHTS {
            return Err(NetError::Head { line: 5, expected: "`guide` and fewer weights" });
        }
        let checksum = "`checksum` and 16 hexadecimal digits";
        let expected = u64::from_str_radix(head.value("checksum", checksum)?, 16)
            .map_err(|_| NetError::Head { line: head.line, expected: checksum })?;
        if head.line() != Some("numbers") {
            return Err(NetError::Head { line: head.line, expected: "`numbers`" });
        }
        let (expected_length, found) =
            (2 * (count(inputs, hidden) + policy_weights), head.rest.len());
        if expected_length != found {
            return Err(NetError::Length { expected: expected_length, found });
        }
        let pairs = head.rest.as_chunks().0;
        let mut numbers: Vec<_> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let policy = numbers.split_off(count(inputs, hidden));
        let net = Self { game, inputs, hidden, numbers, policy };
        let found = net.checksum();
        if found == expected { Ok(net) } else { Err(NetError::Checksum { expected, found }) }
    }
}

/// Returns the number of parameters of a net of these sizes.
const fn count(inputs: usize, hidden: usize) -> usize {
    inputs * hidden + hidden + hidden + inputs + 1
}

/// The header of a file, read line by line.
struct Head<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> Head<'a> {
    fn line(&mut self) -> Option<&'a str> {
        /// Longest line of a header.
        const LONGEST: usize = 80;

        self.line += 1;
        let length = self.rest.iter().take(LONGEST).position(|&byte| byte == b'\n')?;
        let (line, rest) = self.rest.split_at(length);
        self.rest = &rest[1..];
        str::from_utf8(line).ok()
    }

    fn value(&mut self, key: &str, expected: &'static str) -> Result<&'a str, NetError> {
        let line = self.line().and_then(|line| line.strip_prefix(key)?.strip_prefix(' '));
        line.ok_or(NetError::Head { line: self.line, expected })
    }

    fn number<N: FromStr>(&mut self, key: &str, expected: &'static str) -> Result<N, NetError> {
        let line = self.value(key, expected)?;
        line.parse().map_err(|_| NetError::Head { line: self.line, expected })
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::glaisher::GlaisherStandard;
    use cairn_games::nava::Nava;

    use super::*;

    fn net_of(game: &str, inputs: usize) -> NetFile {
        let number = |index| (index % 100) as i16 * 7 - 300;
        let numbers = (0..count(inputs, BLOCK)).map(number).collect();
        NetFile::new(game, inputs, BLOCK, numbers).unwrap()
    }

    fn some_net() -> NetFile {
        net_of("nava", 3)
    }

    fn net_with_policy() -> NetFile {
        some_net().with_policy(vec![1, -2, 300])
    }

    #[test]
    fn what_was_written_reads_back() {
        for net in [some_net(), net_with_policy()] {
            assert_eq!(NetFile::read(&net.write()), Ok(net));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        assert_eq!(NetFile::read(b""), Err(NetError::NotNet));
        assert_eq!(NetFile::read(&[0xff; 300]), Err(NetError::NotNet));
        for file in [some_net().write(), net_with_policy().write()] {
            for length in 0..file.len() {
                assert!(NetFile::read(&file[..length]).is_err(), "cut after {length} bytes");
            }
            for at in 0..file.len() {
                let mut changed = file.clone();
                changed[at] ^= 4;
                assert!(NetFile::read(&changed).is_err(), "byte {at} changed");
            }
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        let file = String::from_utf8_lossy(&net_with_policy().write()).into_owned();
        for (old, new) in [
            ("inputs 3", "inputs 99999999999999999999"),
            ("inputs 3", "inputs 9999999"),
            ("hidden 32", "hidden 33"),
            ("hidden 32", "hidden 4096"),
            ("hidden 32", "hidden -1"),
            ("guide 3", "guide 99999999"),
            ("guide 3", "guide many"),
        ] {
            let refused = NetFile::read(file.replacen(old, new, 1).as_bytes());
            assert!(matches!(refused, Err(NetError::Head { .. })), "{new}: {refused:?}");
        }
    }

    #[test]
    fn nets_of_another_game_do_not_fit() {
        let net = net_of("nava", Nava::COUNT);
        assert_eq!(net.check::<Nava>(), Ok(()));
        let other_inputs = net_of("nava", Nava::COUNT + 1).check::<Nava>();
        assert!(matches!(other_inputs, Err(NetError::OtherGame { .. })), "{other_inputs:?}");
        let other_game = net.check::<GlaisherStandard>();
        assert!(matches!(other_game, Err(NetError::OtherGame { .. })), "{other_game:?}");
    }

    #[test]
    fn policies_of_another_game_do_not_fit() {
        let net = net_of("glaisher", GlaisherStandard::COUNT);
        assert_eq!(net.check::<GlaisherStandard>(), Ok(()));
        let policy = |weights| net.clone().with_policy(vec![0; weights]);
        assert_eq!(policy(GlaisherStandard::POLICY_WEIGHTS).check::<GlaisherStandard>(), Ok(()));
        let expected = GlaisherStandard::POLICY_WEIGHTS;
        let refused = NetError::OtherPolicy { game: "glaisher", expected, found: 7 };
        assert_eq!(policy(7).check::<GlaisherStandard>(), Err(refused));
    }
}
