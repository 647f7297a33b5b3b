//! The limit of open files, which also limits the connections.

/// Returns the number of files that the process may have open, where there is a limit.
#[cfg(unix)]
pub(crate) fn limit() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    usize::try_from(getrlimit(Resource::Nofile).current?).ok()
}

/// Raises the limit as far as the system allows without asking an administrator.
#[cfg(unix)]
pub(crate) fn raise_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, limit = limit.current, "cannot raise the limit of open files");
    }
}

#[cfg(not(unix))]
pub(crate) const fn limit() -> Option<usize> {
    None
}

#[cfg(not(unix))]
pub(crate) const fn raise_limit() {}
