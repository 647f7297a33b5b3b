//! Nets as files, for the engine in the browser.

use cairn_engine::games::Features;
use cairn_games::{GameId, with_game};

/// Returns the name of the file with the net of a game on its board; none if there is no net.
///
/// ```
/// use cairn_app::net_name;
/// use cairn_games::GameId;
///
/// assert_eq!(net_name(GameId::Nava).as_deref(), Some("nava-5x5.net"));
/// ```
pub fn net_name(game: GameId) -> Option<String> {
    let info = game.info();
    let has_net = with_game!(game, G => G::NET.is_some());
    has_net.then(|| format!("{}-{}.net", info.name.replace(':', "-"), info.board.size()))
}

/// Returns the net of a game that is built in.
pub fn net_bytes(game: GameId) -> Option<&'static [u8]> {
    with_game!(game, G => G::NET)
}
