//! OpenAPI schemas of the words in JSON documents.

use cairn_games::GameId;
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::puzzles::{PuzzleDifficulty, PuzzleTheme};

/// Declares types that stand for the schema of a field that is one of a few words.
#[macro_export]
macro_rules! word_schemas {
    ($($(#[$doc:meta])* $name:ident: $words:expr;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl utoipa::PartialSchema for $name {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                    $crate::schema::one_of($words)
                }
            }

            impl utoipa::ToSchema for $name {}
        )+
    };
}

word_schemas! {
    /// A side; the player who moves first in a game is `first`.
    SideWord: ["first", "second"];
    /// The result of a game.
    OutcomeWord: ["first", "second", "draw"];
    /// A proven value for the side to move.
    ProvenWord: ["win", "loss", "draw"];
    /// The severity of a mistake.
    MistakeWord: ["inaccuracy", "mistake", "blunder"];
    /// The name of a rule set.
    RuleSetName: GameId::rule_sets().map(GameId::name);
    /// Theme of a puzzle.
    ThemeWord: PuzzleTheme::ALL.map(PuzzleTheme::name);
    /// Difficulty of a puzzle.
    DifficultyWord: PuzzleDifficulty::ALL.map(PuzzleDifficulty::name);
    /// Aim of the side to move in a puzzle.
    AimWord: ["win", "save"];
    /// Verdict on a try.
    TryWord: ["solved", "continue", "wrong"];
}

/// Returns the schema of a string that is one of these words.
pub fn one_of(words: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    let object = Object::builder().schema_type(Type::String);
    object.enum_values(Some(words)).into()
}
