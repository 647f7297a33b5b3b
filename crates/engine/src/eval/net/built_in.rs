//! Nets that come with the program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::NetLayers;
use super::file::{NetError, NetFile};
use crate::games::{Features, MoveOrdering};

/// A net, or why it cannot be used.
type Loaded = Result<Arc<NetLayers>, NetError>;

/// Nets that have been loaded so far, by the name of the game and its number of features.
static LOADED: Mutex<BTreeMap<(&str, usize), Loaded>> = Mutex::new(BTreeMap::new());

/// Returns the net of a game, if it has one.
pub(super) fn layers<G: Features + MoveOrdering>() -> Result<Option<Arc<NetLayers>>, NetError> {
    // In the browser a net is fetched when it is needed, see `EvaluationSource::Net`.
    if cfg!(target_family = "wasm") {
        return Ok(None);
    }
    let Some(bytes) = G::NET else { return Ok(None) };
    let load = || {
        let file = NetFile::read(bytes)?;
        file.check::<G>()?;
        Ok(Arc::new(NetLayers::new(&file)))
    };
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    loaded.entry((G::info().name, G::COUNT)).or_insert_with(load).clone().map(Some)
}
