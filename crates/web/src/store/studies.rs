//! Studies that visitors have saved.

use cairn_app::Millis;
use sqlx::{
    ColumnIndex, Decode, FromRow, PgPool, Postgres, QueryBuilder, Row, Sqlite, SqlitePool, Type,
};

use super::row::from_columns;
use super::{Backend, Store, StoreError};
use crate::ids::KeyHash;

/// Most studies of one author. Counted before one is added.
const MAX_STUDIES: i64 = 500;

const ADD: &str = "INSERT INTO studies \
    (id, owner, revision, title, game, record, created, updated) \
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
    WHERE (SELECT COUNT(*) FROM studies WHERE owner = $2) < $9";

const CHANGE: &str = "UPDATE studies SET revision = revision + 1, title = $4, game = $5, \
    record = $6, updated = $7 WHERE id = $1 AND owner = $2 AND revision = $3";

/// A study.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the migrations describe the columns")]
pub(crate) struct StudyRow {
    pub id: String,
    pub owner: String,
    pub revision: i64,
    pub title: String,
    pub game: String,
    pub record: String,
    pub created: Millis,
    pub updated: Millis,
}

from_columns!(StudyRow { id, owner, revision, title, game, record, created, updated });

/// Statements on a connection pool.
pub(super) trait Studies {
    async fn add_study(&self, study: &StudyRow) -> Result<bool, StoreError>;
    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError>;
    async fn change_study(&self, study: &StudyRow) -> Result<bool, StoreError>;
    async fn remove_study(&self, id: &str, owner: &str) -> Result<bool, StoreError>;
    async fn studies_of(&self, owners: &[KeyHash]) -> Result<Vec<StudyRow>, StoreError>;
}

macro_rules! studies {
    ($database:ty, $pool:ty) => {
        impl Studies for $pool {
            async fn add_study(&self, study: &StudyRow) -> Result<bool, StoreError> {
                let query = sqlx::query(ADD).bind(&study.id).bind(&study.owner);
                let query = query.bind(study.revision).bind(&study.title).bind(&study.game);
                let query = query.bind(&study.record).bind(study.created).bind(study.updated);
                let done = query.bind(MAX_STUDIES).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
                let query = sqlx::query_as("SELECT * FROM studies WHERE id = $1").bind(id);
                Ok(query.fetch_optional(self).await?)
            }

            async fn change_study(&self, study: &StudyRow) -> Result<bool, StoreError> {
                let query = sqlx::query(CHANGE).bind(&study.id).bind(&study.owner);
                let query = query.bind(study.revision).bind(&study.title).bind(&study.game);
                let query = query.bind(&study.record).bind(study.updated);
                Ok(query.execute(self).await?.rows_affected() > 0)
            }

            async fn remove_study(&self, id: &str, owner: &str) -> Result<bool, StoreError> {
                let text = "DELETE FROM studies WHERE id = $1 AND owner = $2";
                let done = sqlx::query(text).bind(id).bind(owner).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn studies_of(&self, owners: &[KeyHash]) -> Result<Vec<StudyRow>, StoreError> {
                let mut query = QueryBuilder::<$database>::new(
                    "SELECT id, owner, revision, title, game, '' AS record, created, updated \
                     FROM studies WHERE owner IN (''",
                );
                for owner in owners {
                    query.push(", ").push_bind(owner.as_str());
                }
                query.push(") ORDER BY updated DESC, id");
                Ok(query.build_query_as().fetch_all(self).await?)
            }
        }
    };
}

studies!(Sqlite, SqlitePool);
studies!(Postgres, PgPool);

impl Store {
    /// Keeps a new study. Returns `false` if the author has too many.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn add_study(&self, study: &StudyRow) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.add_study(study).await)
    }

    /// Returns a study.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        on_reader!(self, pool => pool.study(id).await)
    }

    /// Changes a study that still has this author and revision. Returns whether it has.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn change_study(&self, study: &StudyRow) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.change_study(study).await)
    }

    /// Removes a study of an author. Returns whether there was one.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_study(&self, id: &str, owner: &KeyHash) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.remove_study(id, owner.as_str()).await)
    }

    /// Returns the studies of an author without their records, the latest changed first.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn studies_of(&self, owners: &[KeyHash]) -> Result<Vec<StudyRow>, StoreError> {
        on_reader!(self, pool => pool.studies_of(owners).await)
    }
}
