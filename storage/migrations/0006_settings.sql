-- What a person chose for themselves, and what a server's managers chose for it: JSON, whose missing fields have defaults.
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
