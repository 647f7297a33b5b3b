//! Analysis sessions: a visitor has one at a time, and a newer one ends the older.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The analysis sessions of all visitors.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalysisSessions(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    /// Number of sessions ever opened, which is the number of the latest.
    count: u64,
    /// Number of the session of each visitor. The sender only lives here: when it is
    /// dropped, the session is replaced.
    by_visitor: HashMap<String, (u64, oneshot::Sender<()>)>,
}

/// The session of a visitor, open as long as it lives.
#[derive(Debug)]
pub(crate) struct AnalysisSession {
    sessions: AnalysisSessions,
    visitor: String,
    number: u64,
    replaced: oneshot::Receiver<()>,
}

impl AnalysisSessions {
    /// Opens a session, which replaces the visitor's previous session.
    pub(crate) fn open(&self, visitor: &str) -> AnalysisSession {
        let (keep, replaced) = oneshot::channel();
        let mut open = self.lock();
        open.count += 1;
        let number = open.count;
        open.by_visitor.insert(visitor.to_owned(), (number, keep));
        drop(open);
        AnalysisSession { sessions: self.clone(), visitor: visitor.to_owned(), number, replaced }
    }

    /// Number of open sessions.
    pub(crate) fn len(&self) -> usize {
        self.lock().by_visitor.len()
    }

    /// A count and a map hold no invariant that a panic could break half-way.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnalysisSession {
    /// Waits until a newer session replaces this one.
    pub(crate) async fn replaced(&mut self) {
        let _ = (&mut self.replaced).await;
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        let mut open = self.sessions.lock();
        let current = open.by_visitor.get(&self.visitor);
        if current.is_some_and(|(number, _)| *number == self.number) {
            open.by_visitor.remove(&self.visitor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_newer_session_replaces_the_older() {
        let sessions = AnalysisSessions::default();
        let mut first = sessions.open("anna");
        let other = sessions.open("ben");
        let second = sessions.open("anna");
        first.replaced().await;
        drop(first);
        assert_eq!(sessions.len(), 2, "the newer session stays open");
        drop((second, other));
        assert!(sessions.len() == 0);
    }
}
