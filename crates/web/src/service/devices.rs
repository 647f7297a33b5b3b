//! The devices that have a seat, and private links that give it to another.

use std::sync::Arc;

use cairn_app::Millis;
use serde::Serialize;
use utoipa::ToSchema;

use super::games::{ActionRequest, key};
use crate::app::AppState;
use crate::game::{Action, ActionContext, LINK_LIFETIME, LiveGame, SeatKey};
use crate::http::{Purpose, Requester};
use crate::ids::Token;
use crate::problem::Problem;

/// A private link, which works once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Link {
    /// Token of the link, for `/games/{id}/claim`.
    pub(crate) token: String,
    /// Path of the page on which another device takes the seat. The token is its fragment,
    /// which browsers do not send.
    pub(crate) path: String,
    /// Time at which the link expires, in milliseconds since 1970.
    pub(crate) expires: Millis,
}

/// The devices that have a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DeviceList {
    /// The devices, in the order in which they were added.
    pub(crate) devices: Vec<Device>,
}

/// A browser or a program that has a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Device {
    /// Id, for `/games/{id}/sign-out`.
    pub(crate) id: String,
    /// Name, such as `Firefox on Linux`.
    pub(crate) name: Option<String>,
    /// Time at which it was added, in milliseconds since 1970.
    pub(crate) added: Option<Millis>,
    /// Whether this is your current device.
    pub(crate) current: bool,
}

impl DeviceList {
    fn new(game: &LiveGame, by: &Requester) -> Result<Self, Problem> {
        let keys = by.keys();
        let device = |key: &SeatKey| Device {
            id: key.id().to_owned(),
            name: key.device.clone(),
            added: Some(key.added).filter(|added| *added > 0),
            current: keys.contains(&key.hash),
        };
        let side = game.sides_of(&keys).first().copied();
        let side =
            side.ok_or_else(|| Problem::forbidden("no_seat", "You have no seat in this game."))?;
        Ok(Self { devices: game.seat(side).devices().map(device).collect() })
    }
}

impl AppState {
    /// Creates a private link to the requester's seat, for another device.
    pub(crate) async fn create_link(
        &self,
        id: &str,
        request: &ActionRequest,
        by: &Requester,
    ) -> Result<Link, Problem> {
        self.limits.take(by.network, Purpose::Claim)?;
        let token = Token::random();
        let acted = self.act(id, request, Action::AddLink(token.link_hash()), by).await?;
        let token = token.reveal().to_owned();
        let path = format!("/g/{id}/seat#{token}");
        Ok(Link { token, path, expires: acted.game.updated + LINK_LIFETIME })
    }

    /// Gives the requester's browser the seat that a private link opens. The token opens the
    /// seat as well.
    pub(crate) async fn claim(
        &self,
        id: &str,
        link: &str,
        by: &Requester,
        token: Option<&Token>,
    ) -> Result<Arc<LiveGame>, Problem> {
        self.limits.take(by.network, Purpose::Claim)?;
        // The whole link may have been pasted.
        let link = link.rsplit('#').next().unwrap_or_default().trim();
        let link = Token::read(link)
            .ok_or_else(|| Problem::forbidden("no_seat", "This private link is invalid."))?;
        let devices = by.devices(token, self.time.now());
        let action = Action::Claim { link: link.link_hash(), devices };
        Ok(self.change(&key(id)?, ActionContext::default(), action, by).await?.game)
    }

    /// Lists the devices that have the requester's seat.
    pub(crate) async fn devices(&self, id: &str, by: &Requester) -> Result<DeviceList, Problem> {
        DeviceList::new(&*self.get_game(id, by).await?, by)
    }

    /// Takes the requester's seat away from a device.
    pub(crate) async fn sign_out(
        &self,
        id: &str,
        device: String,
        by: &Requester,
    ) -> Result<Arc<LiveGame>, Problem> {
        let action = Action::SignOut(device);
        Ok(self.change(&key(id)?, by.acting_for(None), action, by).await?.game)
    }
}

/// Returns the name of a device by its `User-Agent`; `None` for an unknown one.
pub(crate) fn device_name(user_agent: &str) -> Option<String> {
    // The first match counts: browsers and systems name those that they are compatible with.
    const BROWSERS: [(&str, &str); 6] = [
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (name, None) | (None, name) => name.map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::device_name;

    #[test]
    fn devices_have_names() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.9.1", "curl"),
        ] {
            assert_eq!(device_name(user_agent).as_deref(), Some(name));
        }
        assert_eq!(device_name("something else"), None);
    }
}
