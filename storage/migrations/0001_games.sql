PRAGMA application_id = 0x7261636B;

-- Times are seconds since the epoch. `state` holds hidden tiles and the seed.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons carry it
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'over', 'closed')),
    state TEXT,
    deadline INTEGER,
    news TEXT NOT NULL,
    version INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_open_game_a_channel ON game (channel_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX running_clocks ON game (deadline) WHERE phase = 'playing';

-- One row for every change of a game; the interaction that made it counts once.
CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES game,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    line TEXT,
    interaction_id INTEGER UNIQUE,
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE result (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    points INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_a_server ON result (guild_id, variant);

CREATE TABLE board (
    game_id INTEGER PRIMARY KEY REFERENCES game,
    message_id INTEGER,
    posted_at INTEGER NOT NULL,
    posted_version INTEGER NOT NULL,
    shown_version INTEGER NOT NULL,
    ping_id INTEGER,
    ping_for TEXT NOT NULL
) STRICT;

CREATE TABLE text (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    token TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_options (
    guild_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    PRIMARY KEY (guild_id, variant)
) STRICT, WITHOUT ROWID;

CREATE TABLE rack_order (
    user_id INTEGER PRIMARY KEY,
    rack_order TEXT NOT NULL
) STRICT;

CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;
