-- The bench on which a user arranges the answer to a puzzle, written as in the table `bench`; empty if it was never used.
ALTER TABLE puzzle_try ADD COLUMN bench TEXT NOT NULL DEFAULT '';
