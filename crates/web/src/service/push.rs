//! Browsers that get push notifications of their owner's turns.

use cairn_app::Millis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::ids::KeyHash;
use crate::problem::Problem;
use crate::push::{Endpoint, ReceiverKeys};
use crate::store::PushSubscription;

/// Your browsers with push notifications.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PushOverview {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Public key of the site (VAPID), for `PushManager.subscribe`.
    pub(crate) key: String,
    /// The browsers, in the order in which they were added.
    pub(crate) browsers: Vec<PushBrowser>,
}

/// A browser with push notifications.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PushBrowser {
    /// Id, for `/me/push/remove`.
    pub(crate) id: String,
    /// Name, such as `Firefox on Linux`.
    pub(crate) name: Option<String>,
    /// Time at which it was added, in milliseconds since 1970.
    pub(crate) added: Millis,
}

/// A subscription, as a browser describes it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PushRequest {
    /// Address of the push service for this browser.
    endpoint: String,
    /// Keys of the browser.
    keys: PushKeys,
}

/// Keys of a browser for Web Push.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PushKeys {
    /// Public key, in URL-safe base64.
    p256dh: String,
    /// Secret that the browser shares with the site, in URL-safe base64.
    auth: String,
}

/// A browser to remove.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PushRemoval {
    /// Id of the browser.
    id: Option<String>,
    /// Address of the push service for the browser.
    endpoint: Option<String>,
}

impl AppState {
    /// Lists the requester's browsers with push notifications.
    pub(crate) async fn push_overview(&self, by: &Requester) -> Result<PushOverview, Problem> {
        let browsers = self.store.push_subscriptions(&by.keys()).await?;
        let browser = |row: PushSubscription| PushBrowser {
            id: row.id,
            name: row.device,
            added: row.created,
        };
        let browsers = browsers.into_iter().map(browser).collect();
        Ok(PushOverview { version: 1, key: self.vapid.public_key(), browsers })
    }

    /// Notifies a browser of the requester's turns from now on. `origin` is the site as the browser
    /// sees it.
    pub(crate) async fn add_push(
        &self,
        request: &PushRequest,
        origin: String,
        by: &Requester,
    ) -> Result<(), Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        let private_addresses = self.config.push.private_addresses;
        Endpoint::read(&request.endpoint, private_addresses).ok_or_else(|| {
            Problem::bad("bad_endpoint", "The address of the push service is invalid.")
                .hint("It must begin with https:// and have no port.")
        })?;
        ReceiverKeys::read(&request.keys.p256dh, &request.keys.auth)
            .ok_or_else(|| Problem::bad("bad_keys", "The keys of the subscription are invalid."))?;
        let browser = PushSubscription {
            id: id_of(&request.endpoint),
            endpoint: request.endpoint.clone(),
            public_key: request.keys.p256dh.clone(),
            auth: request.keys.auth.clone(),
            origin,
            device: by.device.clone(),
            created: self.time.now(),
        };
        Ok(self.store.add_push(&owner, &browser).await?)
    }

    /// Turns off notifications for one of the requester's browsers. It is not an error if they are
    /// off.
    pub(crate) async fn remove_push(
        &self,
        removal: &PushRemoval,
        by: &Requester,
    ) -> Result<(), Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        let id = match (&removal.id, &removal.endpoint) {
            (Some(id), None) => id.clone(),
            (None, Some(endpoint)) => id_of(endpoint),
            _ => {
                let message = "Send either `id` or `endpoint`.";
                return Err(Problem::bad("bad_request", message));
            }
        };
        Ok(self.store.remove_push(&owner, &id).await?)
    }
}

/// Returns the id of a browser by the address of its push service.
fn id_of(endpoint: &str) -> String {
    KeyHash::of("push", endpoint).as_str()[..24].to_owned()
}
