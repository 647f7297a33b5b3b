//! Opening moves of finished games.
//!
//! A game is counted in one transaction with the mark that it is counted, so it is counted once,
//! whichever server does it and whenever a server is killed. Games that are deleted take their moves
//! with them, and games that are hidden lose theirs until they are shown again.

use std::collections::BTreeMap;

use cairn_app::explorer::{Results, opening_moves};
use cairn_games::AnyMove;
use sqlx::{PgPool, SqlitePool};

use super::queries::{Queries, execute};
use super::statements::{Change, SqlValue, Statement};
use super::{Backend, Store, StoreError};
use crate::game::LiveGame;

/// Number of games that are counted at once.
const PAGE: i64 = 100;

/// The conditions are those of an index.
pub(super) const UNEXPLORED: &str =
    "SELECT id FROM games WHERE status = 'finished' AND explored = 0 AND listed < 2 LIMIT $1";

const MARK: &str = "UPDATE games SET explored = 1 \
    WHERE id = $1 AND status = 'finished' AND explored = 0 AND listed < 2";

const ADD: &str = "INSERT INTO opening_moves (game, ply, rule_set, position, move_bits, result) \
    VALUES ($1, $2, $3, $4, $5, $6)";

pub(super) const PLAYED: &str = "SELECT move_bits, result, COUNT(*) FROM opening_moves \
    WHERE rule_set = $1 AND position = $2 GROUP BY move_bits, result";

/// A row of `opening_moves`, without the game.
struct OpeningRow {
    ply: i64,
    position: i64,
    move_bits: i64,
    result: i64,
}

/// The opening moves of a game, with the mark that they are counted.
struct Opening {
    game: String,
    rule_set: String,
    rows: Vec<OpeningRow>,
}

impl Change for Opening {
    fn statements(&self) -> Vec<Statement<'_>> {
        let game = SqlValue::from(&self.game);
        let add = |row: &OpeningRow| {
            let [ply, position, move_bits, result] =
                [row.ply, row.position, row.move_bits, row.result].map(SqlValue::from);
            let values = vec![game, ply, (&self.rule_set).into(), position, move_bits, result];
            Statement { text: ADD, values }
        };
        let mark = Statement { text: MARK, values: vec![game] };
        [mark].into_iter().chain(self.rows.iter().map(add)).collect()
    }

    /// Another server was quicker, or the game is gone.
    fn conflicts(&self, statement: usize, rows: u64) -> bool {
        statement == 0 && rows == 0
    }
}

/// Returns the rows of a game; none if it began at another set-up than the standard one.
fn rows(game: &LiveGame) -> Vec<OpeningRow> {
    let Some(ending) = &game.ending else { return Vec::new() };
    let history = &game.history;
    if *history.start() != history.start().game().start() {
        return Vec::new();
    }
    let row = |opening: cairn_app::explorer::OpeningMove| {
        let mover = history.positions()[opening.ply].to_move();
        let Results { wins, losses, .. } = Results::of(ending.outcome, mover);
        OpeningRow {
            ply: opening.ply as i64,
            position: opening.key.cast_signed(),
            move_bits: opening.mv.bits().cast_signed(),
            result: i64::from(wins) - i64::from(losses),
        }
    };
    opening_moves(history).into_iter().map(row).collect()
}

/// Statements on a connection pool.
trait OpeningStatements: Queries {
    async fn unexplored(&self) -> Result<Vec<String>, StoreError>;
    async fn played(
        &self,
        rule_set: &str,
        position: i64,
    ) -> Result<Vec<(i64, i64, i64)>, StoreError>;
}

macro_rules! openings {
    ($pool:ty) => {
        impl OpeningStatements for $pool {
            async fn unexplored(&self) -> Result<Vec<String>, StoreError> {
                Ok(sqlx::query_scalar(UNEXPLORED).bind(PAGE).fetch_all(self).await?)
            }

            async fn played(
                &self,
                rule_set: &str,
                position: i64,
            ) -> Result<Vec<(i64, i64, i64)>, StoreError> {
                let query = sqlx::query_as(PLAYED).bind(rule_set).bind(position);
                Ok(query.fetch_all(self).await?)
            }
        }
    };
}

openings!(SqlitePool);
openings!(PgPool);

impl Store {
    /// Counts the opening moves of finished games that are not counted yet.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn count_openings(&self) -> Result<(), StoreError> {
        loop {
            let ids = on_reader!(self, pool => pool.unexplored().await)?;
            if ids.is_empty() {
                return Ok(());
            }
            for id in ids {
                let loaded = on_reader!(self, pool => pool.load_game(&id).await);
                let game = match loaded {
                    Ok(game) => game,
                    // A game that cannot be read is not asked about again.
                    Err(StoreError::Broken { .. }) => None,
                    Err(error) => return Err(error),
                };
                let rule_set = game.as_ref().map_or("", |game| game.history.start().game().name());
                let rows = game.as_ref().map(rows).unwrap_or_default();
                self.add_opening(Opening { game: id, rule_set: rule_set.to_owned(), rows }).await?;
            }
        }
    }

    async fn add_opening(&self, opening: Opening) -> Result<(), StoreError> {
        match &self.0 {
            // Together with the moves of other games, which would otherwise wait.
            Backend::Sqlite { writer, .. } => drop(writer.write(opening).await?),
            Backend::Postgres { pool, .. } => {
                let mut transaction = pool.begin().await?;
                execute(&opening, &mut transaction).await?;
                transaction.commit().await?;
            }
        }
        Ok(())
    }

    /// Returns the moves that were played in the position with this canonical key, in its canonical
    /// form.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn played_moves(
        &self,
        rule_set: &str,
        key: u64,
    ) -> Result<BTreeMap<AnyMove, Results>, StoreError> {
        let rows = on_reader!(self, pool => pool.played(rule_set, key.cast_signed()).await)?;
        let mut moves: BTreeMap<AnyMove, Results> = BTreeMap::new();
        for (bits, result, count) in rows {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            let results = match result {
                1 => Results { wins: count, ..Results::default() },
                0 => Results { draws: count, ..Results::default() },
                _ => Results { losses: count, ..Results::default() },
            };
            *moves.entry(AnyMove::from_bits(bits.cast_unsigned())).or_default() += results;
        }
        Ok(moves)
    }
}
