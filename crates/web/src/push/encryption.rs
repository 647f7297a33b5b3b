//! Encryption of a message for one browser: RFC 8291, with the content coding of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

/// Length of a public key: an uncompressed point of P-256.
pub(super) const PUBLIC_KEY_LENGTH: usize = 65;
/// Length of the secret that a browser shares with the site.
pub(super) const AUTH_LENGTH: usize = 16;
/// Size of records. A message is one record.
const RECORD_SIZE: u32 = 4096;
/// Maximum number of bytes in a message: a record less its delimiter, its tag and the header before it.
const MAX_MESSAGE: usize = RECORD_SIZE as usize - 1 - 16 - HEADER_LENGTH;
const HEADER_LENGTH: usize = 16 + 4 + 1 + PUBLIC_KEY_LENGTH;

/// The keys of a browser's subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceiverKeys {
    public_key: [u8; PUBLIC_KEY_LENGTH],
    auth: [u8; AUTH_LENGTH],
}

impl ReceiverKeys {
    /// Reads the keys as browsers write them, in base64. Returns `None` if one of them is not a key.
    pub(crate) fn read(public_key: &str, auth: &str) -> Option<Self> {
        let public_key: [u8; PUBLIC_KEY_LENGTH] =
            super::read_base64(public_key)?.try_into().ok()?;
        let auth = super::read_base64(auth)?.try_into().ok()?;
        let keys = Self { public_key, auth };
        // Encrypting is the way to find out whether the point is on the curve.
        keys.encrypt(b"").ok().map(|_| keys)
    }

    /// Encrypts a message with a new key pair and salt.
    ///
    /// # Errors
    /// If the message is too long, or the receiver's key is not a point of the curve.
    pub(super) fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        if message.len() > MAX_MESSAGE {
            return Err(Unspecified);
        }
        let random = SystemRandom::new();
        let private_key = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
        let public_key = private_key.compute_public_key()?;
        let mut salt = [0; 16];
        random.fill(&mut salt)?;
        let receiver = UnparsedPublicKey::new(&ECDH_P256, &self.public_key);
        let mut info = b"WebPush: info\0".to_vec();
        info.extend_from_slice(&self.public_key);
        info.extend_from_slice(public_key.as_ref());
        let secret =
            agree_ephemeral(private_key, &receiver, |shared| derive(&self.auth, shared, &info))?;
        let key = derive(&salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce = derive(&salt, &secret, b"Content-Encoding: nonce\0");
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12])?;
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16])?);
        let mut record = message.to_vec();
        // Delimiter of the last record.
        record.push(2);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
        let mut body = Vec::with_capacity(HEADER_LENGTH + record.len());
        body.extend_from_slice(&salt);
        body.extend_from_slice(&RECORD_SIZE.to_be_bytes());
        body.push(PUBLIC_KEY_LENGTH as u8);
        body.extend_from_slice(public_key.as_ref());
        body.append(&mut record);
        Ok(body)
    }
}

/// Derives up to 32 bytes: HKDF with SHA-256 (RFC 5869), whose first block is enough here.
fn derive(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; 32] {
    let extracted = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), secret);
    let key = hmac::Key::new(hmac::HMAC_SHA256, extracted.as_ref());
    let mut block = hmac::Context::with_key(&key);
    block.update(info);
    block.update(&[1]);
    let mut bytes = [0; 32];
    bytes.copy_from_slice(block.sign().as_ref());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, appendix A.
    #[test]
    fn keys_are_derived_as_in_the_standard() {
        let read = |text| super::super::read_base64(text).unwrap();
        let secret = derive(
            &read("BTBZMqHH6r4Tts7J_aSIgg"),
            &read("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            &[
                b"WebPush: info\0".to_vec(),
                read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
                read("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
            ]
            .concat(),
        );
        assert_eq!(secret.to_vec(), read("S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"));
        let salt = read("DGv6ra1nlYgDCS1FRnbzlw");
        let key = derive(&salt, &secret, b"Content-Encoding: aes128gcm\0");
        assert_eq!(key[..16], read("oIhVW04MRdy2XN9CiKLxTg"));
        let nonce = derive(&salt, &secret, b"Content-Encoding: nonce\0");
        assert_eq!(nonce[..12], read("4h_95klXJ5E_qnoN"));
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let good = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        assert!(ReceiverKeys::read(good, auth).is_some());
        assert!(ReceiverKeys::read(good, "BTBZMqHH6r4Tts7J_aSIgg==").is_some());
        let off_curve = good.replace("AYWXvTBHm4", "AYWXvTBHm5");
        for (public_key, auth) in [("", auth), (good, ""), (&off_curve, auth), ("!", auth)] {
            assert_eq!(ReceiverKeys::read(public_key, auth), None, "{public_key} {auth}");
        }
        let keys = ReceiverKeys::read(good, auth).unwrap();
        assert!(keys.encrypt(&[0; MAX_MESSAGE]).is_ok_and(|body| body.len() <= 4096));
        assert!(keys.encrypt(&[0; MAX_MESSAGE + 1]).is_err());
    }
}
