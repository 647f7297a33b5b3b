//! Ids and keys that cannot be guessed: games, seats, visitors.

use std::fmt;
use std::sync::Arc;

use axum_extra::extract::cookie::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256, Sha512};
use subtle::ConstantTimeEq;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Length of a game's id: almost 60 bits.
const GAME_LENGTH: usize = 10;
/// Length of a server's name.
const SERVER_LENGTH: usize = 12;
/// Length of a token: more than 190 bits.
const TOKEN_LENGTH: usize = 32;

/// Returns random letters and digits, all equally likely, from the system's secure source.
///
/// # Panics
/// If the system has no source of randomness, without which nothing here is safe.
fn random_text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    let mut bytes = [0_u8; 64];
    while text.len() < length {
        getrandom::fill(&mut bytes).expect("the system has a source of randomness");
        // 248 is the largest multiple of 62 in a byte: above it, letters would be uneven.
        let fair = bytes.iter().filter(|&&byte| byte < 248).take(length - text.len());
        text.extend(fair.map(|&byte| char::from(ALPHABET[usize::from(byte % 62)])));
    }
    text
}

fn is_text_of(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Id of a game on this server, as in `/g/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct GameKey(Box<str>);

impl GameKey {
    /// Creates a random one.
    pub(crate) fn random() -> Self {
        Self(random_text(GAME_LENGTH).into())
    }

    /// Reads a key, if the text has the right form. Such a game need not exist.
    pub(crate) fn read(text: &str) -> Option<Self> {
        is_text_of(text, GAME_LENGTH).then(|| Self(text.into()))
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Name of a server process among those that share a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerId(Arc<str>);

impl ServerId {
    /// Creates the name of a new process.
    pub(crate) fn random() -> Self {
        Self(random_text(SERVER_LENGTH).into())
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ServerId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

/// A secret that opens a seat. It is sent once; the store has only its hash.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Creates a random one.
    pub(crate) fn random() -> Self {
        Self(random_text(TOKEN_LENGTH))
    }

    /// Reads a token, if the text has the right form.
    pub(crate) fn read(text: &str) -> Option<Self> {
        is_text_of(text, TOKEN_LENGTH).then(|| Self(text.to_owned()))
    }

    /// Returns the token itself, for its owner only.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored if the token opens a seat.
    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash::of("seat", &self.0)
    }

    /// Returns the hash that is stored if the token is the secret of a feed's address.
    pub(crate) fn feed_hash(&self) -> KeyHash {
        KeyHash::of("feed", &self.0)
    }

    /// Returns the hash that is stored if the token is that of a link to a whole identity.
    pub(crate) fn identity_hash(&self) -> KeyHash {
        KeyHash::of("identity", &self.0)
    }

    /// Returns bytes that only the token gives, to seal a secret with. Each token seals one.
    fn pad(&self) -> [u8; TOKEN_LENGTH] {
        Sha256::digest(format!("cairn pad {}", self.0)).into()
    }

    /// Returns the hash that is stored if the token is that of a private link.
    pub(crate) fn link_hash(&self) -> KeyHash {
        KeyHash::of("link", &self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

/// Hash of a key of a seat: a token, or a visitor's cookie.
#[derive(Clone, Debug, Eq)]
pub(crate) struct KeyHash(Box<str>);

impl KeyHash {
    /// Hashes a secret of a kind.
    pub(crate) fn of(kind: &str, secret: &str) -> Self {
        let hash = Sha256::digest(format!("cairn {kind} {secret}"));
        Self(hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())
    }

    /// Reads the form in the store.
    pub(crate) fn from_store(text: String) -> Self {
        Self(text.into())
    }

    /// Returns the form in the store.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Takes the same time wherever two hashes differ.
impl PartialEq for KeyHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// Secret with which the server signs cookies.
#[derive(Clone)]
pub(crate) struct Secret {
    key: Key,
    /// Key with which version 0.1.0 signed cookies.
    legacy: [u8; 32],
}

impl Secret {
    /// Returns the text of a new secret.
    pub(crate) fn random() -> String {
        random_text(48)
    }

    /// Derives the keys from the text that the store keeps.
    pub(crate) fn from_store(text: &str) -> Self {
        Self { key: Key::from(&Sha512::digest(text)), legacy: Sha256::digest(text).into() }
    }

    /// Returns the key of the signed cookie jar.
    pub(crate) fn key(&self) -> Key {
        self.key.clone()
    }
}

/// Reads bytes in hexadecimal.
fn read_hex(text: &str) -> Option<Vec<u8>> {
    let pair = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}

/// A browser, known by a signed cookie.
#[derive(Clone)]
pub(crate) struct Visitor(String);

impl Visitor {
    /// Creates a new visitor.
    pub(crate) fn random() -> Self {
        Self(random_text(TOKEN_LENGTH))
    }

    /// Returns the name that the cookie holds.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Reads the name that a cookie holds.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        is_text_of(name, TOKEN_LENGTH).then(|| Self(name.to_owned()))
    }

    /// Returns the name in a form that only the token reveals, which must seal nothing else.
    pub(crate) fn seal(&self, token: &Token) -> String {
        let pairs = self.0.bytes().zip(token.pad());
        pairs.map(|(byte, pad)| format!("{:02x}", byte ^ pad)).collect()
    }

    /// Reads [`Visitor::seal`].
    pub(crate) fn unseal(sealed: &str, token: &Token) -> Option<Self> {
        let pairs = read_hex(sealed)?.into_iter().zip(token.pad());
        let bytes = pairs.map(|(byte, pad)| byte ^ pad).collect();
        Self::from_name(&String::from_utf8(bytes).ok()?)
    }

    /// Reads a cookie as version 0.1.0 signed it: the name, a dot, and the HMAC in
    /// hexadecimal.
    pub(crate) fn from_legacy_cookie(value: &str, secret: &Secret) -> Option<Self> {
        let (name, signature) = value.split_once('.')?;
        let signature = read_hex(signature);
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.legacy).ok()?;
        mac.update(name.as_bytes());
        mac.verify_slice(&signature?).ok()?;
        Self::from_name(name)
    }

    /// Returns the secret in the address of this browser's feed, which only the browser and a
    /// stored nonce give together.
    pub(crate) fn feed_token(&self, nonce: &str) -> Token {
        let hash = Sha512::digest(format!("cairn feed {} {nonce}", self.0));
        let letters = hash.iter().take(TOKEN_LENGTH);
        Token(letters.map(|byte| char::from(ALPHABET[usize::from(byte % 62)])).collect())
    }

    /// Returns the hash that is stored with the seats of this browser.
    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash::of("visitor", &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_form_and_no_other() {
        let key = GameKey::random();
        assert_eq!(GameKey::read(key.as_str()), Some(key));
        for wrong in ["", "short", "elevenchars", "ten-chars!", "äöüäö"] {
            assert_eq!(GameKey::read(wrong), None, "{wrong}");
        }
        let token = Token::random();
        assert_eq!(Token::read(token.reveal()).unwrap().hash(), token.hash());
        assert_ne!(Token::random().hash(), token.hash());
        assert!(!format!("{token:?}").contains(token.reveal()));
    }

    #[test]
    fn only_its_token_opens_what_is_sealed() {
        let (visitor, token) = (Visitor::random(), Token::random());
        let sealed = visitor.seal(&token);
        assert!(!sealed.contains(visitor.name()));
        assert_eq!(Visitor::unseal(&sealed, &token).unwrap().name(), visitor.name());
        for wrong in ["", "x", &sealed[2..], "zz"] {
            assert!(Visitor::unseal(wrong, &token).is_none(), "{wrong}");
        }
        let other = Visitor::unseal(&sealed, &Token::random());
        assert!(other.is_none_or(|other| other.name() != visitor.name()));
    }

    #[test]
    fn cookies_of_the_first_version_are_read() {
        let (secret, other) = (Secret::from_store("a"), Secret::from_store("b"));
        let name = "0123456789abcdefghijklmnopqrstuv";
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret.legacy).unwrap();
        mac.update(name.as_bytes());
        let signature = mac.finalize().into_bytes();
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        let cookie = format!("{name}.{signature}");
        let visitor = Visitor::from_legacy_cookie(&cookie, &secret).unwrap();
        assert_eq!(visitor.hash(), Visitor::from_name(name).unwrap().hash());
        assert!(Visitor::from_legacy_cookie(&cookie, &other).is_none());
        for wrong in [&cookie[1..], &cookie[..cookie.len() - 1], "", ".", "ä.ä", "a.zz"] {
            assert!(Visitor::from_legacy_cookie(wrong, &secret).is_none(), "{wrong}");
        }
    }
}
