-- Browsers that are told by Web Push when it is their owner's turn. `id` is the hash of the
-- endpoint, `owner` that of the visitor's cookie; `origin` is the site as that browser sees it.

CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    public_key TEXT NOT NULL,
    auth TEXT NOT NULL,
    origin TEXT NOT NULL,
    device TEXT,
    created BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_owner ON push_subscriptions (owner, created);

-- The last turn of a game that was told. A turn that is played again is not told twice.
CREATE TABLE push_turns (
    game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL
);
