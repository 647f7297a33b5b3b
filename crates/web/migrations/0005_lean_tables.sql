-- Leaner tables. A move is written to one tree, and an index changes only if something that it
-- orders by or selects by has changed. `WITHOUT ROWID` is left out for PostgreSQL.

-- A move that is taken back is deleted. Deleting a game deletes its moves and keys.
CREATE TABLE lean_moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    move_text TEXT NOT NULL,
    made BIGINT NOT NULL,
    clock BIGINT,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO lean_moves (game, ply, move_text, made, clock)
    SELECT game, ply, move_text, made, clock FROM moves WHERE taken_back IS NULL;
DROP TABLE moves;
ALTER TABLE lean_moves RENAME TO moves;

CREATE TABLE lean_seat_keys (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (hash, game, side)
) WITHOUT ROWID;
INSERT INTO lean_seat_keys (game, side, hash) SELECT game, side, hash FROM seat_keys;
DROP TABLE seat_keys;
ALTER TABLE lean_seat_keys RENAME TO seat_keys;
CREATE INDEX seat_keys_by_game ON seat_keys (game);

-- Games in which something may be due: a clock runs, or a computer is to move.
DROP INDEX games_by_deadline;
DROP INDEX games_of_computer;
DROP INDEX games_by_server;
CREATE INDEX games_active ON games (server) WHERE deadline IS NOT NULL OR computer_to_move = 1;

-- Games that may be old enough to be removed.
CREATE INDEX games_at_rest ON games (status, updated) WHERE status <> 'playing';
