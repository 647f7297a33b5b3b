//! Running the server until it is told to stop.

use std::net::SocketAddr;

use crate::app::AppState;
use crate::config::ServerConfig;
use crate::http::{listen, open_files, serve_connections};
use crate::pages::assets;
use crate::router::router;
use crate::store::StoreError;

/// Error running the server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store returned an error.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server cannot listen at the address.
    #[error("cannot listen on {addr}: {source}")]
    Listen {
        /// Address.
        addr: SocketAddr,
        /// Cause.
        source: std::io::Error,
    },
    /// The runtime or a connection failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Runs the server on threads of its own until the process is asked to stop. `ready` is
/// told the address once requests are answered.
///
/// # Errors
/// If the store cannot be opened, or the address is taken.
pub fn serve(config: ServerConfig, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        // Registered before anybody is told the address, so that no signal comes too early.
        let stop = stop_signal()?;
        open_files::raise_limit();
        std::thread::spawn(assets::prepare);
        run(config, ready, stop).await
    })
}

/// Runs a future to its end, for programs without a runtime.
///
/// # Errors
/// If the runtime cannot be started.
pub fn block_on<F: Future>(future: F) -> std::io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(future))
}

/// Runs the server until `stop` comes.
///
/// # Errors
/// If the store cannot be opened, or the address is taken.
pub async fn run(
    config: ServerConfig,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let addr = config.addr;
    let listener = listen(addr).map_err(|source| ServeError::Listen { addr, source })?;
    let app = AppState::start(config).await?;
    let addr = listener.local_addr()?;
    tracing::info!(%addr, store = app.store.kind(), "serving");
    ready(addr);
    let stopping = app.clone();
    let stop = tokio::spawn(async move {
        stop.await;
        tracing::info!("stopping");
        stopping.stop();
    });
    serve_connections(listener, router(app.clone()), &app).await;
    stop.abort();
    app.close().await;
    Ok(())
}

/// Begins to listen for SIGTERM and Ctrl-C. The future ends when one of them comes.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Returns a future that ends at Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without a way to be told, the server runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
