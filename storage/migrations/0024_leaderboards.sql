-- The puzzles that a person has solved on a server, and in the pool 0 all of them, with the tries for these together:
-- it follows from `puzzle_try`, and a leaderboard is a part of its index.
CREATE TABLE puzzle_score (
    pool INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (pool, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO puzzle_score (pool, user_id, solved, tries)
SELECT guild_id, user_id, count(*), sum(tries) FROM puzzle_try
WHERE solved_at IS NOT NULL AND coalesce(guild_id, 0) <> 0 GROUP BY guild_id, user_id
UNION ALL
SELECT 0, user_id, count(*), sum(tries) FROM puzzle_try WHERE solved_at IS NOT NULL GROUP BY user_id;
CREATE INDEX puzzle_scores_in_order ON puzzle_score (pool, solved DESC, tries, user_id);
DROP INDEX puzzles_solved_on_a_server;

CREATE TRIGGER puzzle_solved AFTER UPDATE OF solved_at ON puzzle_try
WHEN old.solved_at IS NULL AND new.solved_at IS NOT NULL BEGIN
    INSERT INTO puzzle_score (pool, user_id, solved, tries)
    SELECT pool, new.user_id, 1, new.tries FROM (SELECT 0 AS pool UNION SELECT coalesce(new.guild_id, 0)) WHERE true
    ON CONFLICT (pool, user_id) DO UPDATE SET solved = solved + 1, tries = tries + excluded.tries;
END;
CREATE TRIGGER solved_puzzle_added AFTER INSERT ON puzzle_try WHEN new.solved_at IS NOT NULL BEGIN
    INSERT INTO puzzle_score (pool, user_id, solved, tries)
    SELECT pool, new.user_id, 1, new.tries FROM (SELECT 0 AS pool UNION SELECT coalesce(new.guild_id, 0)) WHERE true
    ON CONFLICT (pool, user_id) DO UPDATE SET solved = solved + 1, tries = tries + excluded.tries;
END;
CREATE TRIGGER solved_puzzle_deleted AFTER DELETE ON puzzle_try WHEN old.solved_at IS NOT NULL BEGIN
    UPDATE puzzle_score SET solved = solved - 1, tries = tries - old.tries
    WHERE user_id = old.user_id AND pool IN (0, coalesce(old.guild_id, 0));
    DELETE FROM puzzle_score WHERE user_id = old.user_id AND solved <= 0;
END;

-- The name that a person had on a server when they last finished a game or solved a puzzle there.
CREATE TABLE guild_player (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO guild_player (guild_id, user_id, name)
SELECT guild_id, user_id, name FROM (
    SELECT guild_id, user_id, name, max(number) FROM finished_game JOIN seat_result USING (game_id)
    WHERE user_id IS NOT NULL AND guild_id <> 0 GROUP BY guild_id, user_id
);

-- People who have finished a rated game against computers on a server, by rule system: their rating was shown there.
CREATE TABLE solo_player (
    guild_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, variant, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO solo_player (guild_id, variant, user_id)
SELECT DISTINCT guild_id, variant, user_id FROM finished_game JOIN seat_result USING (game_id)
WHERE user_id IS NOT NULL AND guild_id <> 0 AND pool = 0;

CREATE INDEX solo_ladder ON rating (variant, mu - 2 * sigma DESC, user_id, mu, sigma, games, rated_at, opponents)
WHERE pool = 0;

CREATE TRIGGER player_finished AFTER INSERT ON seat_result WHEN new.user_id IS NOT NULL BEGIN
    INSERT INTO guild_player (guild_id, user_id, name)
    SELECT guild_id, new.user_id, new.name FROM finished_game WHERE game_id = new.game_id AND guild_id <> 0
    ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name;
    INSERT INTO solo_player (guild_id, variant, user_id)
    SELECT guild_id, variant, new.user_id FROM finished_game
    WHERE game_id = new.game_id AND guild_id <> 0 AND pool = 0
    ON CONFLICT DO NOTHING;
END;

-- The servers that want their leaderboard posted, and the channel. `week` is the last one for which that was done, as
-- the number of Mondays since 1 January 1970, and `season` the last one that had begun by the last announcement of an
-- end. A post that was begun and perhaps not finished has a `purpose`, a `nonce`, and the time when it got it.
CREATE TABLE leaderboard_post (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    week INTEGER NOT NULL,
    season INTEGER NOT NULL,
    purpose TEXT NOT NULL DEFAULT '',
    nonce TEXT NOT NULL DEFAULT '',
    begun_at INTEGER NOT NULL DEFAULT 0
) STRICT;
