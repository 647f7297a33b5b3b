//! Addresses of push services. Browsers choose them, so anybody can name any address: only those
//! on the internet are used.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;

/// Length of the longest address, in bytes.
const MAX_LENGTH: usize = 1024;
/// Port of `https`.
const HTTPS: u16 = 443;

/// The address to which messages for a browser are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// Name of the push service's host.
    pub(super) host: String,
    /// Port.
    pub(super) port: u16,
    /// Path and query.
    pub(super) path: String,
}

impl Endpoint {
    /// Reads an address of `https`. Ports other than the usual one belong to private networks.
    pub(crate) fn read(text: &str, private_addresses: bool) -> Option<Self> {
        let address: Uri = text.parse().ok().filter(|_| text.len() <= MAX_LENGTH)?;
        let authority = address.authority()?;
        let is_plain = !authority.as_str().contains('@');
        let port = authority.port_u16().unwrap_or(HTTPS);
        let is_usable = port == HTTPS || private_addresses;
        let is_https = address.scheme_str() == Some("https");
        let host = authority.host();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        (is_https && is_plain && is_usable && !host.is_empty()).then(|| Self {
            host: host.to_owned(),
            port,
            path: address.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
    }

    /// Returns the host with its port, unless that is the usual one.
    pub(super) fn authority(&self) -> String {
        let host = match self.host.parse() {
            Ok(IpAddr::V6(address)) => format!("[{address}]"),
            _ => self.host.clone(),
        };
        if self.port == HTTPS { host } else { format!("{host}:{}", self.port) }
    }

    /// Returns the origin of the push service.
    pub(super) fn origin(&self) -> String {
        format!("https://{}", self.authority())
    }

    /// Looks up the network addresses that may be used. A connection must be made to one of
    /// these, not to the name, which may mean another address the next time.
    ///
    /// # Errors
    /// If the name is unknown.
    pub(super) async fn resolve(&self, private_addresses: bool) -> io::Result<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await?;
        Ok(found.filter(|address| private_addresses || is_public(address.ip())).collect())
    }
}

/// Whether an address is on the public internet: not on this machine, not in a private network, and
/// not for a special purpose.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation();
    let is_special_block = match address.octets() {
        // This network; shared by carriers; protocols; relays; measurements; reserved.
        [0 | 240..=255, ..] => true,
        [100, 64..=127, ..] => true,
        [192, 0, 0, _] | [192, 88, 99, _] => true,
        [198, 18 | 19, ..] => true,
        _ => false,
    };
    !special && !is_special_block
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocols and tunnels, which hold IPv4 addresses; documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => {
            false
        }
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_is_read() {
        let read = |text| Endpoint::read(text, false);
        let service = read("https://push.example/a/b?c=d").unwrap();
        assert_eq!((service.host.as_str(), service.port), ("push.example", 443));
        assert_eq!(
            (service.path.as_str(), service.origin().as_str()),
            ("/a/b?c=d", "https://push.example")
        );
        assert_eq!(read("https://push.example:443/x").unwrap().origin(), "https://push.example");
        assert_eq!(read("https://push.example").unwrap().path, "/");
        let long = format!("https://push.example/{}", "x".repeat(MAX_LENGTH));
        for wrong in [
            "",
            "x",
            "/x",
            "http://push.example/",
            "https:///x",
            "https://user@push.example/",
            "https://push.example:8443/",
            "file:///etc/passwd",
            "https://push example/",
            &long,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let local = Endpoint::read("https://[::1]:8443/x", true).unwrap();
        assert_eq!((local.host.as_str(), local.authority().as_str()), ("::1", "[::1]:8443"));
        assert_eq!(Endpoint::read("http://localhost/", true), None);
    }

    #[test]
    fn private_addresses_are_told_apart() {
        for public in ["8.8.8.8", "100.63.0.1", "172.32.0.1", "2606:4700::1", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "203.0.113.5",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "fc00::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[tokio::test]
    async fn names_of_private_addresses_are_not_used() {
        for host in ["localhost", "127.0.0.1", "[::1]", "169.254.169.254"] {
            let endpoint = Endpoint::read(&format!("https://{host}/"), false).unwrap();
            assert_eq!(endpoint.resolve(false).await.unwrap_or_default(), [], "{host}");
        }
        let endpoint = Endpoint::read("https://localhost/", false).unwrap();
        assert!(!endpoint.resolve(true).await.unwrap().is_empty());
    }
}
