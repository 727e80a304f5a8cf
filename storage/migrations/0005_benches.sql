-- What each seat has arranged so far, which nobody else may know.
CREATE TABLE bench (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    desk TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- The direct message in which a bench lives, and whether it said that it was its player's turn.
CREATE TABLE direct_bench (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    to_move INTEGER NOT NULL CHECK (to_move IN (0, 1)),
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
