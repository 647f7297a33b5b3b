-- The tables of version 0.1.0, for SQLite and PostgreSQL. Times are milliseconds since 1970.
-- A database of that version has them already and keeps its own list of versions in `meta`.

CREATE TABLE IF NOT EXISTS meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    revision BIGINT NOT NULL,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    seed TEXT,
    time_control TEXT NOT NULL,
    first_player TEXT NOT NULL,
    first_name TEXT,
    second_player TEXT NOT NULL,
    second_name TEXT,
    status TEXT NOT NULL,
    outcome TEXT,
    reason TEXT,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    first_left BIGINT,
    second_left BIGINT,
    clock_since BIGINT,
    deadline BIGINT,
    computer_to_move BIGINT NOT NULL,
    draw_offer TEXT,
    take_back_offer TEXT,
    rematch_offer TEXT,
    previous_game TEXT,
    next_game TEXT,
    listed BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX IF NOT EXISTS games_by_update ON games (listed, updated);
CREATE INDEX IF NOT EXISTS games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX IF NOT EXISTS games_of_computer ON games (computer_to_move) WHERE computer_to_move = 1;

-- Rows are only added. A move that is taken back keeps its row, marked with the revision that
-- took it back; among the other rows of a game each ply occurs once.
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    move_text TEXT NOT NULL,
    made BIGINT NOT NULL,
    clock BIGINT,
    taken_back BIGINT,
    PRIMARY KEY (game, revision, ply)
);

CREATE UNIQUE INDEX IF NOT EXISTS moves_by_ply ON moves (game, ply) WHERE taken_back IS NULL;

-- Hashes of the keys of a seat.
CREATE TABLE IF NOT EXISTS seat_keys (
    game TEXT NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, side, hash)
);

CREATE INDEX IF NOT EXISTS seat_keys_by_hash ON seat_keys (hash);
