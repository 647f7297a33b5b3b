//! A push service on this machine, with TLS, that keeps what it gets; and a browser that decrypts
//! it as RFC 8291 says.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

/// Certificate of the authority that vouches for the push service.
pub const AUTHORITY: &[u8] = include_bytes!("certificates/authority.der");
const CERTIFICATE: &[u8] = include_bytes!("certificates/localhost.der");
const PRIVATE_KEY: &[u8] = include_bytes!("certificates/localhost.key.der");

/// A message that the service got.
#[derive(Debug)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    /// Checks the signature of RFC 8292, and returns its claims.
    #[track_caller]
    pub fn claims(&self, public_key: &str) -> Value {
        let fields = self.header("authorization").strip_prefix("vapid t=").expect("VAPID");
        let (token, key) = fields.split_once(", k=").expect("a key");
        assert_eq!(key, public_key, "the key of the site");
        let (signed, signature) = token.rsplit_once('.').unwrap();
        signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(key))
            .verify(signed.as_bytes(), &read(signature))
            .expect("a signature by the key");
        let (header, claims) = signed.split_once('.').unwrap();
        let header: Value = serde_json::from_slice(&read(header)).unwrap();
        assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
        serde_json::from_slice(&read(claims)).unwrap()
    }
}

/// The service.
pub struct PushService {
    pub origin: String,
    received: mpsc::UnboundedReceiver<Received>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

impl PushService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::try_from(PRIVATE_KEY).unwrap();
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let (sender, received) = mpsc::unbounded_channel();
        let answers: Arc<Mutex<VecDeque<u16>>> = Arc::default();
        let next = Arc::clone(&answers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, sender, next) = (acceptor.clone(), sender.clone(), next.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else { return };
                    let service = service_fn(|request| take(request, &sender, &next));
                    let connection = hyper::server::conn::http1::Builder::new();
                    let _ = connection.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Self { origin, received, answers }
    }

    /// Answers the next messages with these statuses, and those after them with 201. A status of
    /// 0 is never answered.
    pub fn answer_with(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    pub async fn next(&mut self) -> Received {
        self.received.recv().await.expect("the service runs")
    }

    /// Whether nothing came besides what was looked at.
    pub fn is_empty(&mut self) -> bool {
        self.received.try_recv().is_err()
    }
}

async fn take(
    request: Request<Incoming>,
    sender: &mpsc::UnboundedSender<Received>,
    answers: &Mutex<VecDeque<u16>>,
) -> Result<Response<Body>, Infallible> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(Body::new(body), 1 << 20).await.unwrap();
    let status = answers.lock().unwrap().pop_front().unwrap_or(201);
    let path = parts.uri.path().to_owned();
    let _ = sender.send(Received { path, headers: parts.headers, body });
    if status == 0 {
        std::future::pending::<()>().await;
    }
    Ok(Response::builder().status(status).body(Body::empty()).unwrap())
}

/// The keys of a subscription, for one message.
pub struct Receiver {
    private_key: EphemeralPrivateKey,
    public_key: Vec<u8>,
    auth: [u8; 16],
}

impl Receiver {
    pub fn new() -> Self {
        let private_key = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public_key = private_key.compute_public_key().unwrap().as_ref().to_vec();
        Self { private_key, public_key, auth: *b"sixteen secrets!" }
    }

    /// The subscription, as a browser describes it.
    pub fn subscription(&self, endpoint: &str) -> Value {
        json!({"endpoint": endpoint, "keys": {
            "p256dh": URL_SAFE_NO_PAD.encode(&self.public_key),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        }})
    }

    /// Decrypts a message: RFC 8291, section 3, and RFC 8188, section 2.
    #[track_caller]
    pub fn decrypt(self, message: &Received) -> Value {
        assert_eq!(message.header("content-encoding"), "aes128gcm");
        let (salt, rest) = message.body.split_at(16);
        let (record_size, rest) = rest.split_at(4);
        let record_size = u32::from_be_bytes(record_size.try_into().unwrap()) as usize;
        let (sender, record) = rest[1..].split_at(usize::from(rest[0]));
        assert!(sender.len() == 65 && record.len() <= record_size, "one record");
        let info = [b"WebPush: info\0", self.public_key.as_slice(), sender].concat();
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let key = agree_ephemeral(self.private_key, &peer, |shared| {
            expand(&extract(&self.auth, shared), &info)
        });
        let secret = extract(salt, &key.unwrap());
        let key = expand(&secret, b"Content-Encoding: aes128gcm\0");
        let nonce = expand(&secret, b"Content-Encoding: nonce\0");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut record = record.to_vec();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).expect("our key");
        let (delimiter, text) = plain.split_last().unwrap();
        assert_eq!(*delimiter, 2, "the last record, without padding");
        serde_json::from_slice(text).unwrap()
    }
}

fn extract(salt: &[u8], secret: &[u8]) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), secret).as_ref().to_vec()
}

fn expand(secret: &[u8], info: &[u8]) -> Vec<u8> {
    let block = [info, &[1]].concat();
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), &block).as_ref().to_vec()
}

fn read(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}
