//! Web Push: browsers announce their owner's turns, whether or not a page is open.
//!
//! | file | content |
//! |---|---|
//! | `endpoint.rs` | addresses of push services, and which of them may be used |
//! | `vapid.rs` | the key of the server, and its signature (RFC 8292) |
//! | `encryption.rs` | encryption for one browser (RFC 8291) |
//! | `delivery.rs` | one request to a push service (RFC 8030) |
//! | `sender.rs` | turns of games as messages: once per turn, with retries |

mod delivery;
mod encryption;
mod endpoint;
mod sender;
mod vapid;

pub(crate) use encryption::ReceiverKeys;
pub(crate) use endpoint::Endpoint;
pub(crate) use sender::TurnSender;
pub(crate) use vapid::VapidKey;

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};

/// Settings of Web Push.
#[derive(Clone, Debug)]
pub struct PushConfig {
    /// Address of the operator for push services: `mailto:...` or `https://...`; the site itself
    /// if not given.
    pub contact: Option<String>,
    /// Whether push services may be in private networks, at any port.
    pub private_addresses: bool,
    /// Certificate of a further authority (DER), for tests.
    pub authority: Option<Vec<u8>>,
    /// Pause before a message is sent again; each further one is ten times as long.
    pub first_pause: Duration,
}

impl Default for PushConfig {
    fn default() -> Self {
        let first_pause = Duration::from_secs(5);
        Self { contact: None, private_addresses: false, authority: None, first_pause }
    }
}

/// Reads base64 as browsers write it, with or without padding.
pub(crate) fn read_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok()
}

/// Writes base64 for addresses, without padding.
fn base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
