-- The length in seconds of a running game's last outage, and when it ended; 0 for none. During an outage, nobody could
-- play. `unrated` is why the game counts in no rating, if that is known before its end.
ALTER TABLE game ADD COLUMN outage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN outage_ended_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN unrated TEXT;

-- When a game ends that is suspended because its channel is gone; NULL for all others. Until then, no clock runs.
ALTER TABLE game ADD COLUMN suspended_until INTEGER;
DROP INDEX open_tables_by_time;
CREATE INDEX open_tables_by_time ON game (coalesce(suspended_until, deadline, waits_until))
WHERE phase IN ('lobby', 'playing');
