-- Seconds that a game without a clock waits for the player to move, 0 for as long as it takes.
ALTER TABLE game ADD COLUMN patience INTEGER NOT NULL DEFAULT 259200;
-- When a lobby closes, or a computer takes the seat of the player to move, in seconds since the epoch; NULL: never.
ALTER TABLE game ADD COLUMN waits_until INTEGER;
DROP INDEX running_clocks;
CREATE INDEX open_tables_by_time ON game (coalesce(deadline, waits_until)) WHERE phase IN ('lobby', 'playing');
-- Those that are waiting begin to be timed now: at the last sign of life, because the start adds the time since then.
CREATE TEMP TABLE start AS SELECT coalesce((SELECT at FROM alive), CAST(strftime('%s', 'now') AS INTEGER)) AS at;
UPDATE game SET waits_until = (SELECT at FROM start) + 1800 WHERE phase = 'lobby' AND guild_id <> 0;
-- Only where another person waits as well: seats of people that no computer plays and that haven't resigned.
UPDATE game SET waits_until = (SELECT at FROM start) + 259200, remind_at = (SELECT at FROM start) + 86400
WHERE phase = 'playing' AND deadline IS NULL AND 2 <= (
    SELECT count(*) FROM json_each(players) AS player
    WHERE json_extract(player.value, '$.user_id') IS NOT NULL
      AND coalesce(json_extract(player.value, '$.away'), 0) = 0
      AND coalesce(json_extract(state, '$.seats[' || player.key || '].resigned'), 0) = 0
);
DROP TABLE start;
