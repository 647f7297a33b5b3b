//! Reads the text of a term.

use cairn_games::text::Cursor;

use super::{Term, TermError, TermKind};

/// Deepest nesting of brackets that is read. States need about fifteen levels.
const DEEPEST: usize = 100;

/// Beginning of a directive such as `:- use_module(library(lists)).`
const DIRECTIVE: &str = ":-";

/// Reads a whole text as one term.
pub(super) fn read(text: &str) -> Result<Term, TermError> {
    let mut reader = TermReader { cursor: Cursor::new(text), open: Vec::new() };
    reader.skip_directives()?;
    let term = reader.term()?;
    reader.skip_layout();
    if reader.cursor.rest().starts_with(DIRECTIVE) {
        let start = reader.cursor.at();
        let problem = "this is a rule, not a fact";
        return Err(TermError::new(start..start + DIRECTIVE.len(), problem));
    }
    reader.cursor.take('.');
    reader.skip_directives()?;
    reader.cursor.finish("term")?;
    Ok(term)
}

struct TermReader<'a> {
    cursor: Cursor<'a>,
    /// Positions of the brackets that are open.
    open: Vec<usize>,
}

impl TermReader<'_> {
    /// Takes white space and comments.
    fn skip_layout(&mut self) {
        loop {
            self.cursor.skip_space();
            if self.cursor.rest().starts_with("/*") {
                let mut last = ' ';
                self.cursor.bump();
                self.cursor.bump();
                self.cursor.take_while(|c| !(std::mem::replace(&mut last, c) == '*' && c == '/'));
                self.cursor.bump();
            } else if self.cursor.peek() == Some('%') {
                self.cursor.take_while(|c| c != '\n');
            } else {
                return;
            }
        }
    }

    /// Takes directives, and white space and comments around them.
    fn skip_directives(&mut self) -> Result<(), TermError> {
        loop {
            self.skip_layout();
            if !self.cursor.rest().starts_with(DIRECTIVE) {
                return Ok(());
            }
            self.skip_clause()?;
        }
    }

    /// Takes everything up to the full stop that ends a clause.
    fn skip_clause(&mut self) -> Result<(), TermError> {
        let start = self.cursor.at();
        loop {
            self.skip_layout();
            match self.cursor.bump() {
                None => {
                    let problem = "this directive has no full stop at its end";
                    return Err(TermError::new(start..start + DIRECTIVE.len(), problem));
                }
                Some(quote @ ('\'' | '"')) => {
                    self.cursor.take_while(|c| c != quote);
                    self.cursor.bump();
                }
                Some('.') if self.cursor.peek().is_none_or(|c| c.is_whitespace() || c == '%') => {
                    return Ok(());
                }
                Some(_) => {}
            }
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
    fn directives_and_block_comments_are_left_out() {
        let text = "% a file\n:-\n    reconsult('../src/a.b.pl'), X = \"a. b\".\n/** docs **/\n\
                    :- x(1.5). /* - */ state([1, /* two */ 2], 3).\n:- halt.\n";
        let term = Term::read(text).unwrap();
        assert_eq!(term.to_string(), "state([1,2],3)");
        assert_eq!(&text[term.span.clone()], "state([1, /* two */ 2], 3)");
    }

    #[test]
    fn what_is_not_a_fact_is_refused_at_its_place() {
        for (text, span, problem) in [
            ("a(X) :- b(X).", 5..7, "a rule"),
            (":- halt", 0..2, "full stop"),
            (":- x('a.", 0..2, "full stop"),
            ("/* a(1). ", 9..9, "the text ends here"),
            (":- halt.", 8..8, "the text ends here"),
        ] {
            let error = Term::read(text).unwrap_err();
            assert!(error.to_string().contains(problem), "{text}: {error}");
            assert_eq!(error.span, span, "{text}");
        }
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
