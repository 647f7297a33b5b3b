-- Visitors at each game, for each of several servers: connections of both players and of watchers, and
-- the times at which the last connection of a player ended. A server without a database of its own
-- (SQLite) keeps this in memory.

CREATE TABLE attendance (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    first_here BIGINT NOT NULL,
    second_here BIGINT NOT NULL,
    watchers BIGINT NOT NULL,
    first_left BIGINT,
    second_left BIGINT,
    PRIMARY KEY (game, server)
);

-- People who wait for somebody to play with at once: at most one for each rule set and time control,
-- since a second one is paired with the first. `owner` is the hash of the visitor's cookie, `game_id` the
-- game that waits for its second player, `seen` the time at which its page was last asked for.
CREATE TABLE seeks (
    game TEXT NOT NULL,
    time_control TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (game, time_control)
);
