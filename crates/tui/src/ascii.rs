//! Text for terminals that only show ASCII.

use std::borrow::Cow;

/// Replaces characters that are not ASCII by similar ones.
pub fn to_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match similar(letter) {
            Some(similar) => plain.push_str(similar),
            None if letter.is_ascii() => plain.push(letter),
            None => plain.push('?'),
        }
    }
    Cow::Owned(plain)
}

/// Returns the ASCII characters for a character that Cairn's texts use.
const fn similar(letter: char) -> Option<&'static str> {
    Some(match letter {
        '×' => "x",
        '–' | '—' | '−' => "-",
        '’' | '‘' => "'",
        '“' | '”' => "\"",
        '…' => "...",
        '•' => "*",
        '◆' => "@",
        '◦' => "o",
        '◇' => "%",
        '▏' => "_",
        '▶' | '›' => ">",
        '‹' => "<",
        '→' => "->",
        '←' => "<-",
        '↑' => "^",
        '↓' => "v",
        '·' => ".",
        '½' => "1/2",
        '∞' => "infinity",
        'é' => "e",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::to_ascii;

    #[test]
    fn what_is_ascii_stays_and_the_rest_is_replaced() {
        assert_eq!(to_ascii("a1-a4"), "a1-a4");
        assert_eq!(to_ascii("80×24 … „"), "80x24 ... ?");
        let help = to_ascii(crate::KEYS);
        assert!(help.is_ascii() && help.contains("* can be chosen") && !help.contains("? can"));
    }
}
