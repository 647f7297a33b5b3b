//! Studies that visitors save under a link. The author changes them, others read them.

use axum::http::StatusCode;
use cairn_app::Millis;
use cairn_app::json::VERSION;
use cairn_app::marks::check_marks;
use cairn_app::record_json::{MoveJson, RecordInput};
use cairn_app::schema::RuleSetName;
use cairn_games::record::{self, Record};
use cairn_games::{Board, GameId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::records::{MAX_RECORD_LENGTH, write_record};
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::store::StudyRow;

/// Longest title, in characters.
const MAX_TITLE: usize = 100;

/// A study.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StudyView {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Id, as in `/study/ID`.
    pub(crate) id: String,
    /// Revision, to send with the next change.
    pub(crate) revision: i64,
    /// Title.
    pub(crate) title: String,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// Time of creation, in milliseconds since 1970.
    pub(crate) created: Millis,
    /// Time of the last change, in milliseconds since 1970.
    pub(crate) updated: Millis,
    /// Whether you are the author and can change it.
    pub(crate) yours: bool,
    /// The record with all variations, comments and marks; left out in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) record: Option<String>,
}

/// Your studies, most recently changed first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StudyList {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// The studies, without their records.
    pub(crate) studies: Vec<StudyView>,
}

/// A study to save.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyRequest {
    /// Title, up to 100 characters; the title of the game if left out.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The moves with variations, comments, glyphs and marks.
    pub(crate) record: RecordInput,
}

/// A new version of a study.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyChange {
    /// Revision that the change is based on.
    pub(crate) revision: i64,
    /// Title, up to 100 characters; the title of the game if left out.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The moves with variations, comments, glyphs and marks.
    pub(crate) record: RecordInput,
}

/// A study to delete.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct StudyRemoval {
    /// Revision to delete; the current one if left out.
    pub(crate) revision: Option<i64>,
}

impl StudyView {
    fn new(row: StudyRow, by: &Requester) -> Self {
        Self {
            version: VERSION,
            yours: is_author(&row, by),
            id: row.id,
            revision: row.revision,
            title: row.title,
            game: row.game,
            created: row.created,
            updated: row.updated,
            record: Some(row.record).filter(|record| !record.is_empty()),
        }
    }
}

fn is_author(row: &StudyRow, by: &Requester) -> bool {
    !by.is_new && by.visitor.hash().as_str() == row.owner
}

impl AppState {
    /// Returns a study.
    pub(crate) async fn get_study(&self, id: &str, by: &Requester) -> Result<StudyView, Problem> {
        Ok(StudyView::new(self.study_row(id).await?, by))
    }

    async fn study_row(&self, id: &str) -> Result<StudyRow, Problem> {
        let key = GameKey::read(id).ok_or_else(|| Problem::not_found("study"))?;
        let row = self.store.study(key.as_str()).await?;
        row.ok_or_else(|| Problem::not_found("study"))
    }

    /// Reads the record of a study.
    pub(crate) async fn study_record(&self, study: &StudyView) -> Result<Record, Problem> {
        let text = study.record.clone().unwrap_or_default();
        let read = self.compute.run(move || record::read(&text)).await?;
        // It was read when it was saved.
        read.map_err(|error| Problem::internal(&error))
    }

    /// Lists the studies of the requester.
    pub(crate) async fn own_studies(&self, by: &Requester) -> Result<StudyList, Problem> {
        let rows = match by.is_new {
            true => Vec::new(),
            false => self.store.studies_of(&[by.visitor.hash()]).await?,
        };
        let studies = rows.into_iter().map(|row| StudyView::new(row, by)).collect();
        Ok(StudyList { version: VERSION, studies })
    }

    /// Saves a new study.
    pub(crate) async fn create_study(
        &self,
        request: StudyRequest,
        by: &Requester,
    ) -> Result<StudyView, Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Create)?;
        let StudyRequest { title, record } = request;
        let (title, game, record) = self.checked(title, record).await?;
        let now = self.time.now();
        let row = StudyRow {
            id: GameKey::random().as_str().to_owned(),
            owner: owner.as_str().to_owned(),
            revision: 0,
            title,
            game,
            record,
            created: now,
            updated: now,
        };
        if !self.store.add_study(&row).await? {
            return Err(Problem::conflict("too_many_studies", "You have too many studies.")
                .hint("Delete one that you no longer need; `/me` lists them."));
        }
        Ok(StudyView::new(row, by))
    }

    /// Saves a study in place of the revision that it was made from. The same change may arrive
    /// twice.
    pub(crate) async fn change_study(
        &self,
        id: &str,
        change: StudyChange,
        by: &Requester,
    ) -> Result<StudyView, Problem> {
        let stored = self.author_row(id, by).await?;
        self.limits.take(by.network, Purpose::Change)?;
        let StudyChange { revision, title, record } = change;
        let (title, game, record) = self.checked(title, record).await?;
        let is_same = |row: &StudyRow| row.record == record && row.title == title;
        let row =
            StudyRow { revision, title: title.clone(), game, record: record.clone(), ..stored };
        let row = StudyRow { updated: self.time.now(), ..row };
        if self.store.change_study(&row).await? {
            return Ok(StudyView::new(StudyRow { revision: revision + 1, ..row }, by));
        }
        let now = self.study_row(id).await?;
        if now.revision == revision + 1 && is_same(&now) {
            return Ok(StudyView::new(now, by));
        }
        Err(stale(now.revision))
    }

    /// Deletes a study of the requester.
    pub(crate) async fn remove_study(
        &self,
        id: &str,
        removal: StudyRemoval,
        by: &Requester,
    ) -> Result<(), Problem> {
        let stored = self.author_row(id, by).await?;
        if removal.revision.is_some_and(|revision| revision != stored.revision) {
            return Err(stale(stored.revision));
        }
        self.limits.take(by.network, Purpose::Change)?;
        // If it has been deleted meanwhile, all the better.
        self.store.remove_study(id, &by.owner()?).await?;
        Ok(())
    }

    /// Returns a study of which the requester is the author.
    async fn author_row(&self, id: &str, by: &Requester) -> Result<StudyRow, Problem> {
        let row = self.study_row(id).await?;
        if is_author(&row, by) {
            return Ok(row);
        }
        Err(Problem::forbidden("not_author", "Only the author can change this study.")
            .hint("Save your own copy."))
    }

    /// Checks a study and returns its title, its rule set, and its record as text.
    async fn checked(
        &self,
        title: Option<String>,
        record: RecordInput,
    ) -> Result<(String, String, String), Problem> {
        if size_of(&record) > MAX_RECORD_LENGTH {
            return Err(too_large());
        }
        let checked = move || {
            let text = write_record(&record)?;
            if text.len() > MAX_RECORD_LENGTH {
                return Err(too_large());
            }
            let game = GameId::named(&record.game).map_err(|error| Problem::internal(&error))?;
            let read = record::read(&text).map_err(|error| Problem::internal(&error))?;
            check_comments(&record.comments, &record.moves, read.game().info().board)?;
            let title = title.unwrap_or_default();
            let title = title.trim().replace(|letter: char| letter.is_control(), " ");
            if title.chars().count() > MAX_TITLE {
                let message = format!("The title is longer than {MAX_TITLE} characters.");
                return Err(Problem::bad("bad_title", message));
            }
            let title = if title.is_empty() { game.info().title.to_owned() } else { title };
            Ok((title, game.name().to_owned(), text))
        };
        self.compute.run(checked).await?
    }
}

fn stale(revision: i64) -> Problem {
    Problem::conflict("stale", "The study was changed in another window.")
        .hint(format!("It is now at revision {revision}. Reload it, or save yours as a new study."))
}

fn too_large() -> Problem {
    let message = format!("The study is larger than {} KB.", MAX_RECORD_LENGTH >> 10);
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
        .hint("Delete variations or comments, or split it into several studies.")
}

/// Returns a lower bound of the length of a record, without writing it.
fn size_of(record: &RecordInput) -> usize {
    fn length(comments: &[String], moves: &[MoveJson]) -> usize {
        let own: usize = comments.iter().map(String::len).sum();
        let moves = moves.iter().map(|made| {
            let lines = made.variations.iter();
            let lines: usize = lines.map(|line| length(&line.comments, &line.moves)).sum();
            made.text.len() + length(&made.comments, &[]) + lines
        });
        own + moves.sum::<usize>()
    }
    length(&record.comments, &record.moves)
}

/// Checks the marks in all comments. Lines are nested no deeper than the reader of JSON allows.
fn check_comments(comments: &[String], moves: &[MoveJson], board: Board) -> Result<(), Problem> {
    for comment in comments {
        check_marks(comment, board)
            .map_err(|error| Problem::illegal("bad_mark", format!("{error}.")))?;
    }
    for made in moves {
        check_comments(&made.comments, &[], board)?;
        for line in &made.variations {
            check_comments(&line.comments, &line.moves, board)?;
        }
    }
    Ok(())
}
