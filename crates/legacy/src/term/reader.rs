//! Reads the text of a term.

use cairn_games::text::Cursor;

use super::{Term, TermError, TermKind};

/// Deepest nesting of brackets that is read. States need about fifteen levels.
const DEEPEST: usize = 100;

/// Reads a whole text as one term.
pub(super) fn read(text: &str) -> Result<Term, TermError> {
    let mut reader = Reader { cursor: Cursor::new(text), open: Vec::new() };
    let term = reader.term()?;
    reader.skip_layout();
    reader.cursor.take('.');
    reader.skip_layout();
    reader.cursor.finish("term")?;
    Ok(term)
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
