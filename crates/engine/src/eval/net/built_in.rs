//! The nets that come with the program.

use std::sync::{Arc, OnceLock};

use super::Layers;
use super::file::{NetError, NetFile};
use crate::games::{Features, MoveOrdering};

/// Their files. Which game each is for, its head says.
static FILES: [&[u8]; 5] = [
    include_bytes!("../../../../../nets/glaisher-rulebook.net"),
    include_bytes!("../../../../../nets/glaisher.net"),
    include_bytes!("../../../../../nets/greener.net"),
    include_bytes!("../../../../../nets/mitsudomoe.net"),
    include_bytes!("../../../../../nets/nava.net"),
];

/// Each, once it has been asked for.
static LOADED: [OnceLock<Result<Arc<Layers>, NetError>>; FILES.len()] =
    [const { OnceLock::new() }; FILES.len()];

/// The net for a game, if there is one.
pub(super) fn layers<G: Features + MoveOrdering>() -> Result<Option<Arc<Layers>>, NetError> {
    for (file, loaded) in FILES.iter().zip(&LOADED) {
        if NetFile::is_for(file, G::info().name, G::COUNT) {
            let load = || {
                let file = NetFile::read(file)?;
                file.check::<G>()?;
                Ok(Arc::new(Layers::new(&file)))
            };
            return loaded.get_or_init(load).clone().map(Some);
        }
    }
    Ok(None)
}
