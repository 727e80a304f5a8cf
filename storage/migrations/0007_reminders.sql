-- When the player to move is to be reminded, in seconds since the epoch; NULL: not, or not any more in this turn.
ALTER TABLE game ADD COLUMN remind_at INTEGER;
CREATE INDEX running_reminders ON game (remind_at) WHERE phase = 'playing' AND remind_at IS NOT NULL;
-- The message that reminded them, which goes with the turn's ping.
ALTER TABLE board ADD COLUMN reminder_id INTEGER;
