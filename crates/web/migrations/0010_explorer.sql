-- Opening moves of finished games that are not hidden, for the opening explorer. `position` and
-- `move_bits` are a key and a move of the form that symmetric positions share, with unsigned numbers
-- as signed ones; `result` is 1, 0 or -1 for the player who made the move.
CREATE TABLE opening_moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    rule_set TEXT NOT NULL,
    position BIGINT NOT NULL,
    move_bits BIGINT NOT NULL,
    result BIGINT NOT NULL,
    PRIMARY KEY (game, ply)
);
CREATE INDEX opening_moves_by_position ON opening_moves (rule_set, position, move_bits, result);

-- 1 if the opening moves of a game are there.
ALTER TABLE games ADD COLUMN explored BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_unexplored ON games (id)
    WHERE status = 'finished' AND explored = 0 AND listed < 2;
