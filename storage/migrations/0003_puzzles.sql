-- Days count from 1 January 1970, in UTC. A puzzle can be made again from its day and grade; what people did can not.
CREATE TABLE puzzle (
    day INTEGER NOT NULL,
    grade TEXT NOT NULL,
    sets TEXT NOT NULL,
    rack TEXT NOT NULL,
    best INTEGER NOT NULL,
    taken_apart INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (day, grade)
) STRICT, WITHOUT ROWID;

-- `guild_id` is where the puzzle was solved, 0 outside of servers; `tries` counts the legal answers, `text` is the
-- last answer that did not solve it, and `interaction_id` brought the last one that counted.
CREATE TABLE puzzle_try (
    user_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    grade TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL DEFAULT '',
    interaction_id INTEGER,
    guild_id INTEGER,
    solved_at INTEGER,
    gave_up_at INTEGER,
    PRIMARY KEY (user_id, day, grade),
    CHECK (solved_at IS NULL OR gave_up_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzles_solved_on_a_server ON puzzle_try (guild_id, user_id) WHERE solved_at IS NOT NULL;
