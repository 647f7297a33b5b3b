//! Keys of the full-screen program, which the configuration can change.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Action during a game that a key runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyAction {
    Help,
    Menu,
    Undo,
    Redo,
    Hint,
    HintEveryTurn,
    Evaluation,
    MoveNow,
    Flip,
    Copy,
    Save,
    Open,
    Resign,
    NewGame,
    Rules,
    Pass,
    TurningPoints,
    Mistakes,
    /// Look at the position before.
    Back,
    /// Look at the position after.
    Forward,
    Left,
    Right,
    Up,
    Down,
}

/// Default keys; the first of an action is the one that is shown.
const DEFAULTS: [(KeyAction, char); 22] = [
    (KeyAction::Help, '?'),
    (KeyAction::Menu, 'q'),
    (KeyAction::Undo, 'u'),
    (KeyAction::Redo, 'r'),
    (KeyAction::Hint, 'h'),
    (KeyAction::HintEveryTurn, 'g'),
    (KeyAction::Evaluation, 'e'),
    (KeyAction::MoveNow, 'm'),
    (KeyAction::Flip, 'f'),
    (KeyAction::Copy, 'c'),
    (KeyAction::Save, 's'),
    (KeyAction::Open, 'l'),
    (KeyAction::Resign, 'x'),
    (KeyAction::NewGame, 'n'),
    (KeyAction::Rules, 'i'),
    (KeyAction::Pass, 'p'),
    (KeyAction::TurningPoints, 't'),
    (KeyAction::Mistakes, 'w'),
    (KeyAction::Back, '<'),
    (KeyAction::Back, ','),
    (KeyAction::Forward, '>'),
    (KeyAction::Forward, '.'),
];

impl KeyAction {
    /// Whether the action means the same on every board, be it of a game, a lesson or an exercise.
    pub(crate) const fn is_for_any_board(self) -> bool {
        matches!(
            self,
            Self::Flip
                | Self::Rules
                | Self::Help
                | Self::Pass
                | Self::Copy
                | Self::Left
                | Self::Right
                | Self::Up
                | Self::Down
        )
    }

    /// Returns the action in a word or two.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Help => "help",
            Self::Menu => "menu",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Hint => "hint",
            Self::HintEveryTurn => "hints",
            Self::Evaluation => "value",
            Self::MoveNow => "move now",
            Self::Flip => "flip",
            Self::Copy => "copy",
            Self::Save => "save",
            Self::Open => "open",
            Self::Resign => "resign",
            Self::NewGame => "again",
            Self::Rules => "rules",
            Self::Pass => "pass",
            Self::TurningPoints => "turning points",
            Self::Mistakes => "mistakes",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// Keys and their actions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BTreeMap<KeyAction, KeyName>")]
pub struct KeyMap {
    keys: Vec<(KeyAction, char)>,
    /// Keys that the user has chosen.
    configured: Vec<char>,
}

impl Default for KeyMap {
    fn default() -> Self {
        Self { keys: DEFAULTS.to_vec(), configured: Vec::new() }
    }
}

impl KeyMap {
    /// Returns the action of a key. Capital letters are as good as small ones.
    pub fn action(&self, key: char) -> Option<KeyAction> {
        let key = key.to_ascii_lowercase();
        self.keys.iter().find(|(_, other)| *other == key).map(|(action, _)| *action)
    }

    /// Returns the key of an action, if it has one.
    pub fn key(&self, action: KeyAction) -> Option<char> {
        self.keys.iter().find(|(other, _)| *other == action).map(|(_, key)| *key)
    }

    /// Whether the user has chosen this key.
    pub fn is_configured(&self, key: char) -> bool {
        self.configured.contains(&key.to_ascii_lowercase())
    }
}

/// A key as the configuration writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct KeyName(char);

impl TryFrom<String> for KeyName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(key), None) if "+-= ".contains(key) => {
                Err(format!("the key `{key}` has a fixed meaning; choose another one"))
            }
            (Some(key), None) if !key.is_control() && !key.is_ascii_digit() => {
                Ok(Self(key.to_ascii_lowercase()))
            }
            _ => Err(format!("`{text}` is not a key; write one character that is not a digit")),
        }
    }
}

impl TryFrom<BTreeMap<KeyAction, KeyName>> for KeyMap {
    type Error = String;

    fn try_from(chosen: BTreeMap<KeyAction, KeyName>) -> Result<Self, String> {
        let is_free = |action: &KeyAction| !chosen.contains_key(action);
        let mut keys: Vec<_> = chosen.iter().map(|(action, key)| (*action, key.0)).collect();
        keys.extend(DEFAULTS.into_iter().filter(|(action, _)| is_free(action)));
        for (at, (action, key)) in keys.iter().enumerate() {
            if let Some((other, _)) = keys[..at].iter().find(|(_, other)| other == key) {
                return Err(format!(
                    "`{key}` is the key for {} and for {}; give one of them another key",
                    other.word(),
                    action.word()
                ));
            }
        }
        Ok(Self { keys, configured: chosen.values().map(|key| key.0).collect() })
    }
}
