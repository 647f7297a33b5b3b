-- Studies that visitors have saved under a link. `owner` is the hash of the author's cookie, `record`
-- the record with all variations, comments and marks; `revision` counts the changes.

CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    revision BIGINT NOT NULL,
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    record TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX studies_by_owner ON studies (owner, updated);
CREATE INDEX studies_by_age ON studies (updated);
