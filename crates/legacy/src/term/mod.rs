//! Prolog terms: as much of the language as states of the original programs use.
//!
//! Atoms, integers, lists (also written `[a | [b]]`), compounds `f(x, y)`, pairs `I-J`,
//! comments, directives, and the full stop at the end of a fact.

mod reader;

use std::fmt;
use std::ops::Range;

use cairn_games::TextError;
use cairn_games::text::excerpt;

/// Error in a term, with its place in the text. The same type as for any other text.
pub type TermError = TextError;

/// Prolog term with its place in the text.
///
/// ```
/// use cairn_legacy::Term;
///
/// let term = Term::read("move(1, 3-0, [2 | [4]]). % a comment")?;
/// assert_eq!(term.to_string(), "move(1,3-0,[2,4])");
/// # Ok::<(), cairn_legacy::TermError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Term {
    /// Kind and contents of the term.
    pub kind: TermKind,
    /// Bytes the term was read from; empty for a term that was not read.
    pub span: Range<usize>,
}

/// Kind and contents of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum TermKind {
    /// A name.
    Atom(String),
    /// A whole number.
    Int(i64),
    /// A list.
    List(Vec<Term>),
    /// A name with arguments. `I-J` is the compound `-(I, J)`.
    Compound(String, Vec<Term>),
}

impl PartialEq for Term {
    /// Compares the contents; the places in the text do not matter.
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl From<TermKind> for Term {
    fn from(kind: TermKind) -> Self {
        Self { kind, span: 0..0 }
    }
}

impl Term {
    /// Makes an atom.
    pub fn atom(name: &str) -> Self {
        TermKind::Atom(name.to_owned()).into()
    }

    /// Makes a whole number.
    pub fn int(number: impl Into<i64>) -> Self {
        TermKind::Int(number.into()).into()
    }

    /// Makes a list.
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        TermKind::List(items.into_iter().collect()).into()
    }

    /// Makes a compound term.
    pub fn compound(name: &str, arguments: impl IntoIterator<Item = Self>) -> Self {
        TermKind::Compound(name.to_owned(), arguments.into_iter().collect()).into()
    }

    /// Returns the name if this is an atom.
    pub fn as_atom(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the number if this is one.
    pub const fn as_int(&self) -> Option<i64> {
        match self.kind {
            TermKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the items if this is a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.kind {
            TermKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the arguments if this is a compound with the given name.
    pub fn arguments_of(&self, wanted: &str) -> Option<&[Self]> {
        match &self.kind {
            TermKind::Compound(name, arguments) if name == wanted => Some(arguments),
            _ => None,
        }
    }

    /// Whether this is `I-J`.
    fn is_pair(&self) -> bool {
        self.arguments_of("-").is_some_and(|arguments| arguments.len() == 2)
    }

    /// Returns the only argument of a compound such as the fact `initialBoard(Board)`;
    /// any other term is returned as it is.
    pub fn unwrapped(&self) -> &Self {
        match &self.kind {
            TermKind::Compound(_, arguments) if arguments.len() == 1 => &arguments[0],
            _ => self,
        }
    }

    /// Returns the items of a list that must have `count` of them.
    ///
    /// # Errors
    /// If this is not a list or has another length.
    pub fn items(&self, count: usize, what: &str) -> Result<&[Self], TermError> {
        match self.as_list() {
            Some(items) if items.len() == count => Ok(items),
            Some(items) => {
                Err(self.error(format!("{what} has {count} items, this list has {}", items.len())))
            }
            None => Err(self.error(format!("{what} is a list of {count}, this is not a list"))),
        }
    }

    /// Makes an error about this term.
    pub fn error(&self, problem: impl Into<String>) -> TermError {
        TermError::new(self.span.clone(), problem)
    }

    /// Whether a text looks like a Prolog term rather than a position in the notation.
    pub fn is_likely(text: &str) -> bool {
        text.contains(['[', '('])
    }

    /// Reads a term. A full stop may follow it, and directives may come before it.
    ///
    /// # Errors
    /// If the text is not a term.
    pub fn read(text: &str) -> Result<Self, TermError> {
        reader::read(text)
    }
}

impl fmt::Display for Term {
    /// Writes the term without optional white space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separated = |f: &mut fmt::Formatter<'_>, items: &[Self]| {
            items.iter().enumerate().try_for_each(|(index, item)| {
                if index > 0 {
                    f.write_str(",")?;
                }
                write!(f, "{item}")
            })
        };
        match &self.kind {
            TermKind::Atom(name) => write_atom(f, name),
            TermKind::Int(number) => write!(f, "{number}"),
            TermKind::List(items) => {
                f.write_str("[")?;
                separated(f, items)?;
                f.write_str("]")
            }
            TermKind::Compound(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                // A pair of pairs has no brackets to tell what belongs together.
                ("-", [left, right]) if !left.is_pair() && !right.is_pair() => {
                    write!(f, "{left}-{right}")
                }
                _ => {
                    write_atom(f, name)?;
                    f.write_str("(")?;
                    separated(f, arguments)?;
                    f.write_str(")")
                }
            },
        }
    }
}

/// Writes an atom, in quotes where Prolog needs them.
fn write_atom(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { f.write_str(name) } else { write!(f, "'{name}'") }
}

/// Shortens a term for an error message.
pub(crate) fn shown(term: &Term) -> String {
    excerpt(&term.to_string())
}
