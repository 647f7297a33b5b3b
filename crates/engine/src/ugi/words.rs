//! A command line as a shell would split it.

/// The words of a command. Quotes of both kinds keep spaces together, and a backslash
/// takes the next character as it is, but not between single quotes.
///
/// # Errors
/// If a quote is not closed.
pub(super) fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(next) = chars.next() {
        match (next, quote) {
            (mark, Some(open)) if mark == open => quote = None,
            ('\\', None | Some('"')) => {
                word.get_or_insert_default().extend(chars.next());
            }
            (mark @ ('"' | '\''), None) => {
                quote = Some(mark);
                word.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => words.extend(word.take()),
            (other, _) => word.get_or_insert_default().push(other),
        }
    }
    if let Some(mark) = quote {
        return Err(format!("the quote {mark} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (command, words) in [
            ("", vec![]),
            ("cairn ugi nava", vec!["cairn", "ugi", "nava"]),
            ("  'my engine'  --name \"a b\" ", vec!["my engine", "--name", "a b"]),
            (r#"a\ b '\' "\"" '' x"y"'z'"#, vec!["a b", r"\", "\"", "", "xyz"]),
        ] {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
        assert!(split("it's").is_err());
    }
}
