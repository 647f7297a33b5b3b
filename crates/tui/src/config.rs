//! The configuration file of the terminal program.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use cairn_app::{TimeControl, files};
use cairn_draw::text::Charset;
use cairn_engine::levels::Level;
use cairn_games::{GameId, Side};
use cairn_legacy::AnyStyle;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::keys::KeyMap;

/// A configuration file with all settings and their defaults.
pub const CONFIG_TEMPLATE: &str = include_str!("../data/config.toml");

/// Environment variable that names another file; if it is empty, none is read.
const VARIABLE: &str = "CAIRN_CONFIG";

/// Colours of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScreenTheme {
    /// All colours of the terminal.
    #[default]
    Standard,
    /// Black and white with few colours.
    Contrast,
    /// No colours.
    Plain,
}

/// Choice of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Characters {
    /// Those of the locale.
    #[default]
    Locale,
    /// Unicode lines and shapes.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// Settings that a user keeps in a file.
///
/// ```
/// use cairn_tui::Config;
///
/// let config = Config::read("automatic-steps = false\n[keys]\nhint = 'v'").expect("settings");
/// assert!(!config.automatic_steps);
/// let error = Config::read("automatic-step = false").unwrap_err();
/// assert!(error.starts_with("line 1: unknown field `automatic-step`, expected"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Colours.
    pub theme: ScreenTheme,
    /// Characters.
    pub characters: Characters,
    /// Whether steps with one possibility and forced passes are made by themselves.
    pub automatic_steps: bool,
    /// First choices of the menu and of `cairn play`.
    pub defaults: DefaultChoices,
    /// Keys of the full-screen program.
    pub(crate) keys: KeyMap,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            theme: ScreenTheme::default(),
            characters: Characters::default(),
            automatic_steps: true,
            defaults: DefaultChoices::default(),
            keys: KeyMap::default(),
        }
    }
}

/// First choices of the menu and of `cairn play`, where the user has set them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DefaultChoices {
    /// Game.
    #[serde(deserialize_with = "game")]
    pub game: Option<GameId>,
    /// Level of the computer.
    #[serde(deserialize_with = "level")]
    pub level: Option<Level>,
    /// Side of the person.
    #[serde(deserialize_with = "side")]
    pub side: Option<Side>,
    /// Time control.
    #[serde(deserialize_with = "parsed")]
    pub clock: Option<TimeControl>,
    /// Style of the board.
    #[serde(deserialize_with = "parsed")]
    pub style: Option<AnyStyle>,
}

impl Config {
    /// Reads the file of the environment: the one that `CAIRN_CONFIG` names, or
    /// `cairn/config.toml` in `$XDG_CONFIG_HOME` or `~/.config`. A missing file is the same as
    /// an empty one. `variable` looks up environment variables.
    ///
    /// # Errors
    /// If the file cannot be read or has a mistake, with file, line and what would be right.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let Some(path) = Self::path(&variable) else {
            return Ok(Self::default());
        };
        let named = variable(VARIABLE).is_some();
        let text = match files::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !named => {
                return Ok(Self::default());
            }
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
        };
        Self::read(&text).map_err(|error| format!("{}, {error}", path.display()))
    }

    /// Returns the path of the configuration file, if there is a folder for it.
    pub fn path(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
        if let Some(named) = variable(VARIABLE) {
            return (!named.is_empty()).then(|| PathBuf::from(named));
        }
        let folder = |name: &str| variable(name).filter(|path| Path::new(path).is_absolute());
        let folder = folder("XDG_CONFIG_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(Path::new(&folder("HOME")?).join(".config")))?;
        Some(folder.join("cairn/config.toml"))
    }

    /// Reads the text of a configuration file.
    ///
    /// # Errors
    /// If there is a mistake in it, with the line and what would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
            format!("line {line}: {}", error.message())
        })
    }

    /// Returns the characters to use: those that are set, otherwise those of the locale.
    pub fn charset(&self, variable: impl Fn(&str) -> Option<String>) -> Charset {
        match self.characters {
            Characters::Unicode => Charset::Unicode,
            Characters::Ascii => Charset::Ascii,
            Characters::Locale => Charset::of_environment(variable),
        }
    }
}

fn parsed<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(D::Error::custom)
}

fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<GameId>, D::Error> {
    let name = String::deserialize(deserializer)?;
    GameId::named(&name).map(Some).map_err(D::Error::custom)
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Level>, D::Error> {
    let number = i64::deserialize(deserializer)?;
    let level = u8::try_from(number).ok().and_then(Level::new);
    let level = level.ok_or_else(|| format!("there is no level {number}; levels are 1 to 10"));
    level.map(Some).map_err(D::Error::custom)
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Side>, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "first" => Ok(Some(Side::First)),
        "second" => Ok(Some(Side::Second)),
        other => Err(D::Error::custom(format!("`{other}` is not a side; write first or second"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::KeyAction;

    #[test]
    fn the_template_has_every_setting_at_its_default() {
        assert_eq!(Config::read(CONFIG_TEMPLATE), Ok(Config::default()));
        // The defaults that stand behind a `#` are right as well, but for the keys of the
        // cursor, which are only an example.
        let is_setting = |line: &&str| line.strip_prefix("# ").is_some_and(|l| l.contains(" = "));
        for line in CONFIG_TEMPLATE.lines().filter(is_setting) {
            let (name, _) = line[2..].split_once(" = ").unwrap();
            let keys = CONFIG_TEMPLATE.find(line) > CONFIG_TEMPLATE.find("[keys]");
            let table = if keys { "keys" } else { "defaults" };
            let read = Config::read(&format!("[{table}]\n{}", &line[2..]));
            if !["left", "down", "up", "right"].contains(&name) {
                read.unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
        let keys = Config::read("[keys]\nback = '<'\nundo = 'u'").unwrap().keys;
        assert_eq!(keys.action('u'), KeyMap::default().action('u'));
    }

    #[test]
    fn the_example_in_the_manual_is_right() {
        let manual = include_str!("../../../docs/playing.md");
        let (_, example) = manual.split_once("```toml\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let config = Config::read(example).unwrap();
        assert_eq!(config.defaults.game, Some(GameId::Greener));
        assert_eq!(config.keys.action('h'), Some(KeyAction::Left));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, line, right) in [
            ("\nthme = 'plain'", 2, "expected one of `theme`"),
            ("theme = 'pink'", 1, "expected one of `standard`, `contrast`, `plain`"),
            ("[defaults]\nlevel = 11", 2, "levels are 1 to 10"),
            ("[defaults]\n\ngame = 'chess'", 3, "nava"),
            ("[defaults]\nclock = 'fast'", 2, "300+5"),
            ("[defaults]\nside = 'third'", 2, "first or second"),
            ("[defaults]\nstyle = 'baroque'", 2, "unicode"),
            ("[keys]\nhint = '7'", 2, "not a digit"),
            ("[keys]\nhnt = 't'", 2, "`hint`"),
            ("[keys]\nhint = 'u'", 1, "`u` is the key for hint and for undo"),
            ("theme =", 1, ""),
        ] {
            let error = Config::read(text).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: ")), "{text:?}: {error}");
            assert!(error.contains(right), "{text:?}: {error}");
        }
    }

    #[test]
    fn keys_are_replaced() {
        let keys = Config::read("[keys]\nhint = 'V'\nleft = 'h'\nback = '['").unwrap().keys;
        assert_eq!(keys.action('v'), Some(KeyAction::Hint));
        assert_eq!(keys.action('h'), Some(KeyAction::Left));
        assert_eq!((keys.action('<'), keys.key(KeyAction::Back)), (None, Some('[')));
        assert!(keys.is_configured('h') && !keys.is_configured('u'));
    }

    #[test]
    fn the_file_is_found_and_may_be_missing() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().display().to_string();
        let at = |named: Option<&str>| {
            let (folder, named) = (folder.clone(), named.map(str::to_owned));
            move |name: &str| match name {
                "XDG_CONFIG_HOME" => Some(folder.clone()),
                VARIABLE => named.clone(),
                _ => None,
            }
        };
        assert_eq!(Config::from_environment(at(None)), Ok(Config::default()));
        std::fs::create_dir(scratch.path().join("cairn")).unwrap();
        let file = scratch.path().join("cairn/config.toml");
        std::fs::write(&file, "\n[defaults]\nlevel = 99").unwrap();
        let error = Config::from_environment(at(None)).unwrap_err();
        assert_eq!(
            error,
            format!("{}, line 3: there is no level 99; levels are 1 to 10", file.display())
        );
        assert_eq!(Config::from_environment(at(Some(""))), Ok(Config::default()));
        let error = Config::from_environment(at(Some("/nowhere/x.toml"))).unwrap_err();
        assert!(error.starts_with("cannot read /nowhere/x.toml"), "{error}");
        let home = |name: &str| (name == "HOME").then(|| "/h".to_owned());
        assert_eq!(Config::path(home), Some("/h/.config/cairn/config.toml".into()));
    }
}
