-- One index for each filter of the public list, which is ordered by time of change and id.

CREATE INDEX games_listed ON games (updated, id) WHERE listed = 1;
CREATE INDEX games_listed_by_status ON games (status, updated, id) WHERE listed = 1;
CREATE INDEX games_listed_by_game ON games (game, updated, id) WHERE listed = 1;
CREATE INDEX games_listed_by_game_and_status ON games (game, status, updated, id) WHERE listed = 1;
DROP INDEX games_by_update;

-- Version 0.1.0 refuses to open a database with a higher number than it knows.
INSERT INTO meta (name, value) VALUES ('schema', '2')
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
