-- What each seat has arranged so far, which nobody else may know.
CREATE TABLE bench (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    desk TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
