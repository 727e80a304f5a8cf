-- The public message of a vote on ending the game, and for whom it was last shown: the seats that had agreed.
ALTER TABLE board ADD COLUMN vote_id INTEGER;
ALTER TABLE board ADD COLUMN vote_for TEXT NOT NULL DEFAULT '';
