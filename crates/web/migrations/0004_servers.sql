-- The servers that use the database. A server renews its lease while it runs; one whose lease is
-- over is dead, and another server takes over its games. `alive` is the time of the last renewal,
-- and `shifted` the sum of the jumps of its wall clock by which it moved the clocks of games.

CREATE TABLE servers (
    id TEXT PRIMARY KEY,
    alive BIGINT NOT NULL,
    lease_end BIGINT NOT NULL,
    shifted BIGINT NOT NULL
);

-- The server that looks after a game: the one that changed it last or took it over.
ALTER TABLE games ADD COLUMN server TEXT NOT NULL DEFAULT '';
CREATE INDEX games_by_server ON games (server) WHERE status = 'playing';

-- Games so far belong to a server that is dead since the time that versions before noted.
INSERT INTO servers (id, alive, lease_end, shifted)
    SELECT '', CAST(value AS BIGINT), 0, 0 FROM meta WHERE name = 'alive';
DELETE FROM meta WHERE name = 'alive';
