-- Whether the host of this table has chosen its clock; otherwise one person plays computers without one.
ALTER TABLE game ADD COLUMN has_chosen_clock INTEGER NOT NULL DEFAULT 0;
