-- Private feeds of the games that wait for a visitor. `owner` is the hash of the visitor's
-- cookie, `hash` that of the secret in the feed's address. The secret is derived from the cookie
-- and `nonce`, so that its owner can be shown the address again.

CREATE TABLE feeds (
    owner TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    nonce TEXT NOT NULL,
    created BIGINT NOT NULL
);
