-- A direct message that is being posted: its nonce, and when it was posted first; after a kill, it's posted again. Its
-- message_id is 0 until Discord has told it.
ALTER TABLE direct_bench ADD COLUMN nonce TEXT NOT NULL DEFAULT '';
ALTER TABLE direct_bench ADD COLUMN posted_at INTEGER NOT NULL DEFAULT 0;
