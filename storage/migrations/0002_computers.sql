-- A game in which a computer played to the end is kept like any other, and counts for nobody.
ALTER TABLE result ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));
