-- Messages that are being posted, and messages to delete: after a kill, the next start repeats both.
ALTER TABLE board ADD COLUMN pending TEXT NOT NULL DEFAULT '[]';
ALTER TABLE board ADD COLUMN leftovers TEXT NOT NULL DEFAULT '[]';
