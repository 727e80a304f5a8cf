-- The people who deleted their data today, so that this resets neither the limit of rated games a day nor a puzzle.
-- `hash` is the HMAC of the person's id with the random `key`, and `pseudonym` the id in their results. `puzzles` has
-- their tries at the puzzles of `day` by grade, and when they gave up. Rows are deleted when the day ends, in UTC, and
-- aren't copied to backups.
CREATE TABLE deleted_today (
    pseudonym INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,
    key BLOB NOT NULL,
    hash BLOB NOT NULL,
    puzzles TEXT NOT NULL
) STRICT;

-- The options of a person's last table alone, which were among those of servers.
CREATE TABLE person_options (
    user_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    PRIMARY KEY (user_id, variant)
) STRICT, WITHOUT ROWID;
INSERT INTO person_options SELECT guild_id, variant, options FROM server_options
WHERE guild_id IN (SELECT channel_id FROM game WHERE guild_id = 0);
DELETE FROM server_options WHERE guild_id IN (SELECT user_id FROM person_options);
DELETE FROM lost_server WHERE guild_id IN (SELECT user_id FROM person_options);

-- Nothing private is kept for the seat of a deleted person, even if their last tap began before the deletion.
CREATE TRIGGER no_bench_of_deleted_people BEFORE INSERT ON bench
WHEN (SELECT json_extract(players, '$[' || new.seat || '].user_id') FROM game WHERE id = new.game_id) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;
CREATE TRIGGER no_text_of_deleted_people BEFORE INSERT ON text
WHEN (SELECT json_extract(players, '$[' || new.seat || '].user_id') FROM game WHERE id = new.game_id) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;
CREATE TRIGGER no_direct_bench_of_deleted_people BEFORE INSERT ON direct_bench
WHEN (SELECT json_extract(players, '$[' || new.seat || '].user_id') FROM game WHERE id = new.game_id) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;

-- Earlier releases could keep the seat of somebody who joined while their data was being deleted: for a computer from
-- now on. Lobbies with such a seat close, and can be opened again, and sign-ups lose such players.
CREATE TEMP TABLE ghost AS
SELECT DISTINCT game_id AS id FROM seat WHERE user_id < 0;
INSERT INTO person (user_id, settings) SELECT DISTINCT user_id, '{"listed":false}' FROM seat WHERE user_id < 0
ON CONFLICT DO NOTHING;
UPDATE game SET version = version + 1, players = (
    SELECT json_group_array(json(iif(
        json_extract(game.players, player.fullkey || '.user_id') < 0,
        json_set(player.value, '$.away', json('true'), '$.left', json('true'), '$.stops', json('false')), player.value
    ))) FROM json_each(game.players) AS player
) WHERE phase = 'playing' AND id IN ghost;
UPDATE game SET phase = 'closed', version = version + 1, waits_until = coalesce(waits_until, changed_at)
WHERE phase = 'lobby' AND id IN ghost;
UPDATE tournament SET version = version + 1, tournament = json_set(tournament, '$.players', json((
    SELECT json_group_array(json(player.value)) FROM json_each(tournament, '$.players') AS player
    WHERE json_extract(player.value, '$.user_id') > 0
))) WHERE phase = 'sign up' AND EXISTS (
    SELECT 1 FROM json_each(iif(json_valid(tournament), tournament, '{}'), '$.players') AS player
    WHERE json_extract(player.value, '$.user_id') < 0
);
DROP TABLE ghost;
