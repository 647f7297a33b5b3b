//! The key by which push services know this site, and its signature: VAPID, RFC 8292.

use std::fmt;

use ring::error::{KeyRejected, Unspecified};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use super::{base64, read_base64};

/// Time for which a signature is valid, in seconds. The standard allows up to a day.
const LIFETIME: i64 = 12 * 60 * 60;

/// The key pair of the site.
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl VapidKey {
    /// Returns the text of a new key pair.
    ///
    /// # Errors
    /// If the system has no source of randomness.
    pub(crate) fn random() -> Result<String, Unspecified> {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)?;
        Ok(base64(document))
    }

    /// Reads the text that the store keeps.
    ///
    /// # Errors
    /// If it is not that of a key pair.
    pub(crate) fn from_store(text: &str) -> Result<Self, KeyRejected> {
        let random = SystemRandom::new();
        let document = read_base64(text).unwrap_or_default();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random)?;
        Ok(Self { pair, random })
    }

    /// Returns the public key, as scripts and push services expect it.
    pub(crate) fn public_key(&self) -> String {
        base64(self.pair.public_key())
    }

    /// Returns the `Authorization` header for a push service, at a time in seconds since 1970.
    ///
    /// # Errors
    /// If the system has no source of randomness.
    pub(super) fn authorization(
        &self,
        service: &str,
        contact: &str,
        now: i64,
    ) -> Result<String, Unspecified> {
        let header = base64(json!({"typ": "JWT", "alg": "ES256"}).to_string());
        let claims = json!({"aud": service, "exp": now + LIFETIME, "sub": contact});
        let signed = format!("{header}.{}", base64(claims.to_string()));
        let signature = self.pair.sign(&self.random, signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", base64(signature), self.public_key()))
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VapidKey").field(&self.public_key()).finish()
    }
}
