//! One message to a push service: RFC 8030, over HTTP/1.1.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::{Endpoint, PushConfig};

/// Longest time for a request with all that belongs to it.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The answer of a push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PushResponse {
    /// The message was taken.
    Taken,
    /// The browser does not want messages any more.
    Gone,
    /// The service cannot take the message now; it may have said when to try again.
    Later(Option<Duration>),
    /// The service does not want the message.
    Refused(StatusCode),
}

/// Error reaching a push service.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeliveryError {
    /// The address is in a private network.
    #[error("the address is not on the public internet")]
    PrivateAddress,
    /// The name of the host cannot be that of a certificate.
    #[error("the name of the host is invalid")]
    Name,
    /// The service cannot be reached.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The service does not speak HTTP.
    #[error("{0}")]
    Http(#[from] hyper::Error),
    /// The request cannot be written.
    #[error("{0}")]
    Request(#[from] axum::http::Error),
    /// The service did not answer in time.
    #[error("no answer in time")]
    Timeout(#[from] tokio::time::error::Elapsed),
}

/// Sends messages to push services.
#[derive(Clone)]
pub(super) struct Courier {
    tls: TlsConnector,
    private_addresses: bool,
}

/// A message, ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct PushMessage {
    /// The `Authorization` header.
    pub(super) authorization: String,
    /// Time for which the push service keeps the message.
    pub(super) lifetime: Duration,
    /// Name of the message; a later one with the same name replaces it.
    pub(super) topic: String,
    /// The encrypted content.
    pub(super) body: Vec<u8>,
}

impl Courier {
    /// Prepares the connections.
    ///
    /// # Errors
    /// If the further authority is not a certificate.
    pub(super) fn new(config: &PushConfig) -> Result<Self, rustls::Error> {
        let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        if let Some(authority) = &config.authority {
            roots.add(CertificateDer::from(authority.clone()))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: Arc::new(tls).into(), private_addresses: config.private_addresses })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the push service cannot be reached, or may not be.
    pub(super) async fn send(
        &self,
        endpoint: &Endpoint,
        message: &PushMessage,
    ) -> Result<PushResponse, DeliveryError> {
        let response = tokio::time::timeout(TIMEOUT, self.request(endpoint, message)).await??;
        Ok(read_answer(response.status(), response.headers()))
    }

    async fn request(
        &self,
        endpoint: &Endpoint,
        message: &PushMessage,
    ) -> Result<Response<Incoming>, DeliveryError> {
        let addresses = endpoint.resolve(self.private_addresses).await?;
        if addresses.is_empty() {
            return Err(DeliveryError::PrivateAddress);
        }
        let name = ServerName::try_from(endpoint.host.clone()).map_err(|_| DeliveryError::Name)?;
        let stream = TcpStream::connect(&*addresses).await?;
        let stream = TokioIo::new(self.tls.connect(name, stream).await?);
        let (mut requests, connection) = hyper::client::conn::http1::handshake(stream).await?;
        let request = Request::post(&endpoint.path)
            .header(header::HOST, endpoint.authority())
            .header(header::AUTHORIZATION, &message.authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", message.lifetime.as_secs())
            .header("urgency", "normal")
            .header("topic", &message.topic)
            .body(Body::from(message.body.clone()))?;
        tokio::select! {
            response = requests.send_request(request) => Ok(response?),
            ended = connection => {
                ended?;
                Err(std::io::Error::from(std::io::ErrorKind::ConnectionAborted).into())
            }
        }
    }
}

fn read_answer(status: StatusCode, headers: &HeaderMap) -> PushResponse {
    match status {
        _ if status.is_success() => PushResponse::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => PushResponse::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            PushResponse::Later(pause(headers))
        }
        _ if status.is_server_error() => PushResponse::Later(pause(headers)),
        _ => PushResponse::Refused(status),
    }
}

/// Returns the pause that a push service asks for.
fn pause(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    Some(Duration::from_secs(seconds.trim().parse().ok()?))
}
