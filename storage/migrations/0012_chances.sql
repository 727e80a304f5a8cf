-- The chances of winning around the turns of a finished game, by a version of the method that estimates them.
CREATE TABLE chance (
    game_id INTEGER PRIMARY KEY REFERENCES game,
    method INTEGER NOT NULL,
    turns TEXT NOT NULL
) STRICT;
