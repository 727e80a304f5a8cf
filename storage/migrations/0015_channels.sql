-- The channel of a game's public messages; they are deleted there when the game has moved to another.
ALTER TABLE board ADD COLUMN channel_id INTEGER NOT NULL DEFAULT 0;
UPDATE board SET channel_id = (SELECT channel_id FROM game WHERE game.id = board.game_id);
