//! Prolog terms: as much of the language as states of the original programs use.
//!
//! Atoms, integers, lists (also written `[a | [b]]`), compounds `f(x, y)`, pairs `I-J`,
//! `%` comments, and the full stop at the end of a fact.

use std::fmt;
use std::ops::Range;

use crate::text::{Cursor, TextError, excerpt};

/// How deep brackets may be nested. States need about fifteen.
const DEEPEST: usize = 100;

/// What is wrong with a term, and where. The same as for any other text.
pub type TermError = TextError;

/// A term and where in the text it stood.
#[derive(Clone, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// The bytes it was read from; empty for a term that was made, not read.
    pub span: Range<usize>,
}

/// The kinds of terms.
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
    /// Terms are equal if they say the same, wherever they stood.
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
    /// A name.
    #[must_use]
    pub fn atom(name: &str) -> Self {
        TermKind::Atom(name.to_owned()).into()
    }

    /// A whole number.
    pub fn int(number: impl Into<i64>) -> Self {
        TermKind::Int(number.into()).into()
    }

    /// A list.
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        TermKind::List(items.into_iter().collect()).into()
    }

    /// A name with arguments.
    pub fn compound(name: &str, arguments: impl IntoIterator<Item = Self>) -> Self {
        TermKind::Compound(name.to_owned(), arguments.into_iter().collect()).into()
    }

    /// The name, if this is an atom.
    #[must_use]
    pub fn as_atom(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// The number, if this is one.
    #[must_use]
    pub const fn as_int(&self) -> Option<i64> {
        match self.kind {
            TermKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The items, if this is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.kind {
            TermKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The arguments, if this is a compound with this name.
    #[must_use]
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

    /// The one argument of a compound with any name, such as the fact
    /// `initialBoard(Board)`; otherwise the term itself.
    #[must_use]
    pub fn unwrapped(&self) -> &Self {
        match &self.kind {
            TermKind::Compound(_, arguments) if arguments.len() == 1 => &arguments[0],
            _ => self,
        }
    }

    /// The items of a list that must have this many.
    ///
    /// # Errors
    /// If this is no list or has another length.
    pub fn items(&self, count: usize, what: &str) -> Result<&[Self], TermError> {
        match self.as_list() {
            Some(items) if items.len() == count => Ok(items),
            Some(items) => {
                Err(self.error(format!("{what} has {count} items, this list has {}", items.len())))
            }
            None => Err(self.error(format!("{what} is a list of {count}, this is no list"))),
        }
    }

    /// An error about this term.
    pub fn error(&self, problem: impl Into<String>) -> TermError {
        TermError::new(self.span.clone(), problem)
    }

    /// Whether a text looks like a Prolog term rather than a position in the notation.
    #[must_use]
    pub fn is_likely(text: &str) -> bool {
        text.contains(['[', '('])
    }

    /// Reads a term. It may be followed by a full stop.
    ///
    /// # Errors
    /// Where the text is no term.
    pub fn read(text: &str) -> Result<Self, TermError> {
        let mut reader = Reader { cursor: Cursor::new(text), open: Vec::new() };
        let term = reader.term()?;
        reader.skip_layout();
        reader.cursor.take('.');
        reader.skip_layout();
        reader.cursor.finish("term")?;
        Ok(term)
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    /// Where each bracket that is open now was opened.
    open: Vec<usize>,
}

impl Reader<'_> {
    /// Takes white space and comments.
    fn skip_layout(&mut self) {
        loop {
            self.cursor.skip_space();
            if !self.cursor.take('%') {
                return;
            }
            self.cursor.take_while(|c| c != '\n');
        }
    }

    /// Reads a term, with `-` between two as in `I-J`.
    fn term(&mut self) -> Result<Term, TermError> {
        let left = self.simple_term()?;
        self.skip_layout();
        if !self.cursor.take('-') {
            return Ok(left);
        }
        let right = self.simple_term()?;
        let span = left.span.start..right.span.end;
        let kind = TermKind::Compound("-".to_owned(), vec![left, right]);
        Ok(Term { kind, span })
    }

    fn simple_term(&mut self) -> Result<Term, TermError> {
        self.skip_layout();
        let start = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('[') => self.list()?,
            Some('\'') => self.quoted_atom()?,
            Some(c) if c.is_ascii_digit() || c == '-' || c == '+' => self.number()?,
            Some(c) if c.is_alphabetic() || c == '_' => self.name()?,
            _ => return Err(self.cursor.error_here("a Prolog term")),
        };
        let span = start..self.cursor.at();
        Ok(Term { kind, span })
    }

    fn number(&mut self) -> Result<TermKind, TermError> {
        let start = self.cursor.at();
        let negative = self.cursor.take('-');
        if !negative {
            self.cursor.take('+');
        }
        match self.cursor.number(u64::from(u32::MAX))? {
            Some(size) => Ok(TermKind::Int(if negative { -(size as i64) } else { size as i64 })),
            None => Err(self.cursor.error_from(start, "a sign without a number")),
        }
    }

    fn quoted_atom(&mut self) -> Result<TermKind, TermError> {
        self.cursor.bump();
        let name = self.cursor.take_while(|c| c != '\'' && c != '\n').to_owned();
        if self.cursor.take('\'') {
            return self.atom_or_compound(name);
        }
        Err(self.cursor.error_here("`'` at the end of the quoted name"))
    }

    fn name(&mut self) -> Result<TermKind, TermError> {
        let name = self.cursor.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        self.atom_or_compound(name)
    }

    /// Reads the arguments after a name, if there are any.
    fn atom_or_compound(&mut self, name: String) -> Result<TermKind, TermError> {
        if self.cursor.peek() != Some('(') {
            return Ok(TermKind::Atom(name));
        }
        self.open_bracket()?;
        let mut arguments = vec![self.term()?];
        while self.comma() {
            arguments.push(self.term()?);
        }
        self.close_bracket(')')?;
        Ok(TermKind::Compound(name, arguments))
    }

    fn list(&mut self) -> Result<TermKind, TermError> {
        self.open_bracket()?;
        self.skip_layout();
        let mut items = Vec::new();
        if self.cursor.peek() == Some(']') {
            self.close_bracket(']')?;
            return Ok(TermKind::List(items));
        }
        items.push(self.term()?);
        while self.comma() {
            items.push(self.term()?);
        }
        self.skip_layout();
        if self.cursor.take('|') {
            let tail = self.term()?;
            match tail.kind {
                TermKind::List(rest) => items.extend(rest),
                _ => return Err(tail.error("what follows `|` must be a list")),
            }
        }
        self.close_bracket(']')?;
        Ok(TermKind::List(items))
    }

    fn comma(&mut self) -> bool {
        self.skip_layout();
        self.cursor.take(',')
    }

    fn open_bracket(&mut self) -> Result<(), TermError> {
        let start = self.cursor.at();
        self.cursor.bump();
        if self.open.len() == DEEPEST {
            return Err(self
                .cursor
                .error_from(start, format!("brackets nested more than {DEEPEST} deep")));
        }
        self.open.push(start);
        Ok(())
    }

    fn close_bracket(&mut self, bracket: char) -> Result<(), TermError> {
        self.skip_layout();
        if self.cursor.take(bracket) {
            self.open.pop();
            return Ok(());
        }
        let opened = self.open.last().map(|&at| at + 1).unwrap_or_default();
        Err(self
            .cursor
            .error_here(&format!("`,` or `{bracket}`"))
            .help(format!("for the bracket opened at character {opened}")))
    }
}

impl fmt::Display for Term {
    /// Writes the term with spaces only where a reader needs none: after commas never.
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

/// Writes a name, in quotes where Prolog needs them.
fn write_atom(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { f.write_str(name) } else { write!(f, "'{name}'") }
}

/// A term in a few words for an error message.
#[must_use]
pub fn shown(term: &Term) -> String {
    excerpt(&term.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_can_be_written_with_bars() {
        let bars = Term::read("[a | [b | [c]]]").unwrap();
        assert_eq!(bars, Term::read("[a, b, c].").unwrap());
        assert_eq!(bars.to_string(), "[a,b,c]");
    }

    #[test]
    fn pairs_signs_comments_and_facts_are_read() {
        let text = "move(1, 3-0, [2], -4). % a comment\n";
        let term = Term::read(text).unwrap();
        assert_eq!(term.to_string(), "move(1,3-0,[2],-4)");
        assert_eq!(&text[term.span.clone()], "move(1, 3-0, [2], -4)");
    }

    #[test]
    fn deep_nesting_is_refused_at_its_place() {
        let error = Term::read(&"[".repeat(10_000)).unwrap_err();
        assert_eq!(error.span, DEEPEST..DEEPEST + 1);
    }

    #[test]
    fn a_missing_bracket_is_reported_where_it_is_missed() {
        let error = Term::read("[[a, b], [c").unwrap_err();
        assert_eq!(error.span, 11..11);
        assert!(error.problem.contains("the text ends here"), "{error}");
    }
}
