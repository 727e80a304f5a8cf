-- Tournaments. `thread_id` is the thread for sign-up and standings, and also the message in `channel_id` that it hangs on.
-- `tournament` has the players, pairings and results, and `posts` the bot's messages by their purpose, both as JSON.
-- `due_at` is when the sign-up or the time to say "I'm here" ends. `shown_version` is the version that all messages show.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons carry it
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL,
    organizer_id INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('sign up', 'running', 'over', 'cancelled')),
    tournament TEXT NOT NULL,
    posts TEXT NOT NULL,
    due_at INTEGER,
    version INTEGER NOT NULL,
    shown_version INTEGER NOT NULL,
    opened_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_open_tournament_a_channel ON tournament (channel_id) WHERE phase IN ('sign up', 'running');
CREATE INDEX open_tournaments ON tournament (guild_id) WHERE phase IN ('sign up', 'running');
CREATE INDEX unshown_tournaments ON tournament (id) WHERE shown_version < version;
