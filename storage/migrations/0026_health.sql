-- The process's last sign of life, which it also gives while Discord is away, and how many of its shards had a
-- connection then. `at` is when everybody could last play.
ALTER TABLE alive ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alive ADD COLUMN shards INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alive ADD COLUMN connected INTEGER NOT NULL DEFAULT 0;
