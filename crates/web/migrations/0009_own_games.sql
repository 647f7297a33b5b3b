-- Private links that give everything of a visitor to one more browser, once. `owner` is the hash of
-- the visitor's cookie; `sealed` is the cookie itself, which only the secret of the link reveals.

CREATE TABLE identity_links (
    hash TEXT PRIMARY KEY,
    owner TEXT NOT NULL UNIQUE,
    sealed TEXT NOT NULL,
    expires BIGINT NOT NULL
);

-- Players who want a finished game to be deleted, which happens when both do. From now on 2 is added
-- to `listed` of a game if only its players may see it.
CREATE TABLE removal_wishes (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
