//! The statements that write games. Their texts are the same for both databases; parameters
//! occur in the order of their numbers, since SQLite numbers them by their first occurrence.

use super::{GameChange, GameRow, KeyRow};

/// The columns that never change come first, then those of [`changing_values`], in its order.
pub(super) const INSERT_GAME: &str = "INSERT INTO games (id, game, start, seed, time_control, \
    previous_game, listed, created, revision, first_player, first_name, second_player, \
    second_name, status, outcome, reason, ply, position, first_left, second_left, clock_since, \
    deadline, computer_to_move, draw_offer, take_back_offer, rematch_offer, next_game, updated, \
    server) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
    $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)";

/// Sets the columns of [`changing_values`], if the game has the revision that is changed.
macro_rules! update_game {
    () => {
        "UPDATE games SET revision = $1, first_player = $2, first_name = $3, second_player = $4, \
         second_name = $5, status = $6, outcome = $7, reason = $8, ply = $9, position = $10, \
         first_left = $11, second_left = $12, clock_since = $13, deadline = $14, \
         computer_to_move = $15, draw_offer = $16, take_back_offer = $17, rematch_offer = $18, \
         next_game = $19, updated = $20, server = $21 WHERE id = $22 AND revision = $23"
    };
}

const UPDATE_GAME: &str = update_game!();

const TAKE_BACK: &str = "DELETE FROM moves WHERE game = $1 AND ply >= $2";

const INSERT_MOVE: &str =
    "INSERT INTO moves (game, ply, move_text, made, clock) VALUES ($1, $2, $3, $4, $5)";

const INSERT_KEY: &str = "INSERT INTO seat_keys (game, side, hash, device, added, expires) \
    VALUES ($1, $2, $3, $4, $5, $6)";

const END_SEEK: &str = "DELETE FROM seeks WHERE game_id = $1";

const DELETE_KEY: &str = "DELETE FROM seat_keys WHERE game = $1 AND side = $2 AND hash = $3";

/// Changes a game, adds a move and tells other servers, in one round trip to PostgreSQL. Takes
/// the values of the update and of the move, one after the other.
pub(super) const MOVE_AND_ANNOUNCE: &str = concat!(
    "WITH changed AS (",
    update_game!(),
    " RETURNING id, revision), added AS (\
     INSERT INTO moves (game, ply, move_text, made, clock) \
     SELECT $24, $25, $26, $27, $28 FROM changed) \
     SELECT pg_notify('cairn_changes', id || ' ' || revision) FROM changed"
);

/// A value to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SqlValue<'a> {
    Integer(Option<i64>),
    Text(Option<&'a str>),
}

impl From<i64> for SqlValue<'_> {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl From<Option<i64>> for SqlValue<'_> {
    fn from(value: Option<i64>) -> Self {
        Self::Integer(value)
    }
}

impl<'a> From<&'a String> for SqlValue<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(Some(value))
    }
}

impl<'a> From<&'a Option<String>> for SqlValue<'a> {
    fn from(value: &'a Option<String>) -> Self {
        Self::Text(value.as_deref())
    }
}

/// A statement with its values.
#[derive(Clone, Debug)]
pub(super) struct Statement<'a> {
    pub(super) text: &'static str,
    pub(super) values: Vec<SqlValue<'a>>,
}

/// Makes a statement of a text and values of any type that has a column.
macro_rules! statement {
    ($text:expr, $($value:expr),+ $(,)?) => {
        Statement { text: $text, values: vec![$(SqlValue::from($value)),+] }
    };
}

/// Statements that are written in one transaction.
pub(super) trait Change: Send {
    /// Returns the statements. The rest is left out if one of them [conflicts](Self::conflicts).
    fn statements(&self) -> Vec<Statement<'_>>;

    /// Whether something else has changed meanwhile, given the number of rows that a statement
    /// affected.
    fn conflicts(&self, statement: usize, rows: u64) -> bool;
}

impl Change for GameChange {
    fn statements(&self) -> Vec<Statement<'_>> {
        let row = &self.row;
        let mut statements = Vec::with_capacity(4);
        match self.from {
            None => statements.push(insert_game(row)),
            Some(from) => {
                let mut values = changing_values(row).to_vec();
                values.extend([SqlValue::from(&row.id), from.into()]);
                statements.push(Statement { text: UPDATE_GAME, values });
            }
        }
        if self.takes_back {
            statements.push(statement!(TAKE_BACK, &row.id, self.kept as i64));
        }
        for (ply, made) in (self.kept as i64..).zip(&self.added) {
            let text = INSERT_MOVE;
            statements.push(statement!(text, &row.id, ply, &made.text, made.at, made.clock));
        }
        for key in &self.removed_keys {
            statements.push(statement!(DELETE_KEY, &row.id, &key.side, &key.hash));
        }
        for KeyRow { side, hash, device, added, expires } in &self.keys {
            let text = INSERT_KEY;
            statements.push(statement!(text, &row.id, side, hash, device, *added, *expires));
        }
        if self.ends_waiting {
            statements.push(statement!(END_SEEK, &row.id));
        }
        if let Some(rematch) = &self.rematch {
            statements.extend(rematch.statements());
        }
        statements
    }

    fn conflicts(&self, statement: usize, rows: u64) -> bool {
        self.from.is_some() && statement == 0 && rows == 0
    }
}

impl GameChange {
    /// Whether [`MOVE_AND_ANNOUNCE`] does all that [`Change::statements`] do.
    pub(super) fn is_plain_move(&self) -> bool {
        let has_keys = !self.keys.is_empty() || !self.removed_keys.is_empty();
        let more = self.takes_back || has_keys || self.rematch.is_some() || self.ends_waiting;
        self.from.is_some() && self.added.len() == 1 && !more
    }
}

fn insert_game(row: &GameRow) -> Statement<'_> {
    let mut statement = statement!(
        INSERT_GAME,
        &row.id,
        &row.game,
        &row.start,
        &row.seed,
        &row.time_control,
        &row.previous_game,
        row.listed,
        row.created,
    );
    statement.values.extend(changing_values(row));
    statement
}

/// Returns the columns of a game that can change.
fn changing_values(row: &GameRow) -> [SqlValue<'_>; 21] {
    [
        row.revision.into(),
        (&row.first_player).into(),
        (&row.first_name).into(),
        (&row.second_player).into(),
        (&row.second_name).into(),
        (&row.status).into(),
        (&row.outcome).into(),
        (&row.reason).into(),
        row.ply.into(),
        (&row.position).into(),
        row.first_left.into(),
        row.second_left.into(),
        row.clock_since.into(),
        row.deadline.into(),
        row.computer_to_move.into(),
        (&row.draw_offer).into(),
        (&row.take_back_offer).into(),
        (&row.rematch_offer).into(),
        (&row.next_game).into(),
        row.updated.into(),
        (&row.server).into(),
    ]
}
