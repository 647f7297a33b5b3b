//! Presentation of a game to players and spectators: the actions that make sense, and the
//! state of the game. It is decided here alone; pages and scripts show it.

use cairn_app::ending_text;
use cairn_games::Side;

use super::live_game::{LiveGame, Status};
use super::offers::OfferKind;
use super::seats::{Occupant, Seating};

impl LiveGame {
    /// Returns the actions that make sense for a side now, by the names of their buttons.
    pub(crate) fn actions(&self, side: Side) -> Vec<&'static str> {
        let is_person = self.seat(side).player == Occupant::Person;
        let shown = |button: &&ActionButton| is_person && button.1(self, side);
        ACTION_BUTTONS.iter().filter(shown).map(|button| button.0).collect()
    }

    /// Describes how the game stands, for spectators.
    pub(crate) fn status_text(&self) -> String {
        match (self.status, &self.ending) {
            (Status::Waiting, _) => "Waiting for an opponent".to_owned(),
            (Status::Aborted, _) => "The game was aborted".to_owned(),
            (_, Some(ending)) => ending_text(self.history.start().info(), ending, None),
            _ if self.computer_failed => {
                "The computer has failed to move. You can abort the game".to_owned()
            }
            (_, None) => format!("{} to move", self.side_name(self.to_move())),
        }
    }

    /// Describes how the game stands, for the player of a side.
    pub(crate) fn status_text_for(&self, side: Side) -> String {
        match &self.ending {
            Some(ending) if self.seating() != Seating::SameScreen => {
                ending_text(self.history.start().info(), ending, Some(side))
            }
            _ => self.status_text(),
        }
    }

    fn has_open_offer(&self, side: Side) -> bool {
        OfferKind::ALL.into_iter().any(|kind| self.offers.get(kind) == Some(side))
    }

    /// Whether a player may make this offer, and nobody has made it.
    fn can_open(&self, side: Side, kind: OfferKind) -> bool {
        self.offers.get(kind).is_none() && self.can_offer(side, kind).is_ok()
    }

    fn is_offered_to(&self, side: Side, kind: OfferKind) -> bool {
        self.offers.get(kind) == Some(side.other())
    }
}

/// A button of a game: its name, and whether it is shown to the player of a side.
struct ActionButton(&'static str, fn(&LiveGame, Side) -> bool);

/// Every button, in the order in which they are shown.
const ACTION_BUTTONS: [ActionButton; 13] = [
    ActionButton("accept-draw", |p, s| p.is_offered_to(s, OfferKind::Draw)),
    ActionButton("decline-draw", |p, s| p.is_offered_to(s, OfferKind::Draw)),
    ActionButton("accept-take-back", |p, s| p.is_offered_to(s, OfferKind::TakeBack)),
    ActionButton("decline-take-back", |p, s| p.is_offered_to(s, OfferKind::TakeBack)),
    ActionButton("accept-rematch", |p, s| p.is_offered_to(s, OfferKind::Rematch)),
    ActionButton("decline-rematch", |p, s| p.is_offered_to(s, OfferKind::Rematch)),
    ActionButton("rematch", |p, s| {
        p.status == Status::Finished && p.can_open(s, OfferKind::Rematch)
    }),
    ActionButton("take-back", |p, s| p.can_open(s, OfferKind::TakeBack)),
    ActionButton("draw", |p, s| p.has_begun() && p.can_open(s, OfferKind::Draw)),
    ActionButton("abort", |p, _| p.can_abort()),
    ActionButton("resign", |p, _| p.status == Status::Playing && p.has_begun()),
    // Against a person a hint would not be fair.
    ActionButton("hint", |p, s| {
        p.status == Status::Playing && p.to_move() == s && p.seating() != Seating::People
    }),
    ActionButton("withdraw", LiveGame::has_open_offer),
];

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::super::{Action, ActionContext, NewLiveGame, Seat, SeatKey};
    use super::*;
    use crate::ids::Token;
    use cairn_app::TimeControl;

    fn new_game(players: [Occupant; 2]) -> (LiveGame, [ActionContext; 2]) {
        let keys = [Token::random().hash(), Token::random().hash()];
        let mut seats = players.map(Seat::new);
        for (seat, key) in seats.iter_mut().zip(&keys) {
            if seat.player == Occupant::Person {
                seat.keys.push(SeatKey::device(key.clone(), None, 0));
            }
        }
        let new = NewLiveGame {
            start: GameId::ALL[0].start(),
            seed: None,
            seats,
            time: TimeControl::Unlimited,
            listed: false,
            previous: None,
        };
        let contexts =
            keys.map(|key| ActionContext { keys: vec![key], ..ActionContext::default() });
        (LiveGame::new(new, 0), contexts)
    }

    fn act(game: &mut LiveGame, by: &ActionContext, action: Action) {
        game.act(by, &action, 0).unwrap();
    }

    #[test]
    fn players_are_shown_what_they_can_do() {
        let (mut game, [first, second]) = new_game([Occupant::Person, Occupant::Person]);
        assert_eq!(game.actions(Side::First), ["abort"]);
        assert_eq!(game.status_text(), "White to move");
        let texts = game.history.position().move_texts();
        act(&mut game, &first, Action::Move { ply: 0, text: texts[0].clone() });
        assert_eq!(game.actions(Side::First), ["take-back", "abort"]);
        let texts = game.history.position().move_texts();
        act(&mut game, &second, Action::Move { ply: 1, text: texts[0].clone() });
        assert_eq!(game.actions(Side::Second), ["take-back", "draw", "resign"]);
        act(&mut game, &first, Action::Offer(OfferKind::Draw));
        assert_eq!(game.actions(Side::First), ["take-back", "resign", "withdraw"]);
        let asked = ["accept-draw", "decline-draw", "take-back", "resign"];
        assert_eq!(game.actions(Side::Second), asked);
        act(&mut game, &second, Action::Resign);
        assert_eq!(game.actions(Side::Second), ["rematch"]);
        assert_eq!(game.status_text(), "White won: Black resigned");
        assert_eq!(game.status_text_for(Side::First), "You won: Black resigned");
        assert_eq!(game.status_text_for(Side::Second), "You resigned");
    }

    #[test]
    fn computers_have_no_buttons() {
        let (game, _) = new_game([Occupant::Person, Occupant::Computer("3".to_owned())]);
        assert_eq!(game.actions(Side::First), ["abort", "hint"]);
        assert!(game.actions(Side::Second).is_empty());
        let (waiting, _) = new_game([Occupant::Person, Occupant::Open]);
        assert_eq!(waiting.actions(Side::First), ["abort"]);
        assert_eq!(waiting.status_text_for(Side::First), "Waiting for an opponent");
    }
}
