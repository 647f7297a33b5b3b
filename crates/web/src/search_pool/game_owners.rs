//! Owners of the searches for games: the visitors who play against the computer.

use quick_cache::sync::Cache;

use crate::game::LiveGame;
use crate::http::Network;
use crate::ids::GameKey;

/// Number of games whose players are remembered.
const MAX_GAMES: usize = 65_536;

/// The networks from which games are played, as far as they are known: since the server
/// started, and not too long ago.
pub(super) struct GameOwners(Cache<GameKey, Network>);

impl Default for GameOwners {
    fn default() -> Self {
        Self(Cache::new(MAX_GAMES))
    }
}

impl GameOwners {
    /// Notes from where a player of a game acts.
    pub(super) fn note(&self, game: &GameKey, network: Network) {
        self.0.insert(game.clone(), network);
    }

    /// Returns the owner of a game's searches: the network of its player, or of the previous game
    /// if it is a rematch. If that is not known, the key of the player's seat stands
    /// for the browser that has it.
    pub(super) fn owner_of(&self, play: &LiveGame) -> String {
        let games = [Some(&play.key), play.previous.as_ref()];
        let network = games.into_iter().flatten().find_map(|game| self.0.get(game));
        let key = || play.seats.iter().find_map(|seat| seat.devices().next());
        match network {
            Some(network) => network.to_string(),
            None => key().map_or_else(|| play.key.to_string(), |key| key.hash.as_str().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use cairn_app::TimeControl;
    use cairn_games::GameId;

    use super::*;
    use crate::game::{NewLiveGame, Occupant, Seat, SeatKey};
    use crate::ids::{Token, Visitor};

    fn game(visitor: &Visitor, previous: Option<GameKey>) -> LiveGame {
        let mut person = Seat::new(Occupant::Person);
        let hashes = [visitor.hash(), Token::random().hash()];
        person.keys = hashes.map(|hash| SeatKey::device(hash, None, 0)).into();
        let new = NewLiveGame {
            start: GameId::ALL[0].start(),
            seed: None,
            seats: [Seat::new(Occupant::Computer("10".to_owned())), person],
            time: TimeControl::Unlimited,
            listed: false,
            previous,
        };
        LiveGame::new(new, 0)
    }

    #[test]
    fn all_games_of_a_visitor_have_one_owner() {
        let owners = GameOwners::default();
        let (anna, ben) = (Visitor::random(), Visitor::random());
        let [first, second] = [game(&anna, None), game(&anna, None)];
        let other = game(&ben, None);
        assert_eq!(owners.owner_of(&first), owners.owner_of(&second), "as after a restart");
        assert_ne!(owners.owner_of(&first), owners.owner_of(&other));
        // Whoever ignores cookies is another browser in each game, but has one network.
        let address = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        owners.note(&first.key, address(1).into());
        owners.note(&other.key, address(2).into());
        assert_eq!(owners.owner_of(&first), owners.owner_of(&other), "the /64 counts");
        let rematch = game(&Visitor::random(), Some(other.key.clone()));
        assert_eq!(owners.owner_of(&rematch), owners.owner_of(&other));
    }
}
