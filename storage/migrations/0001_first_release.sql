-- Times are seconds since the epoch, days count from 1 January 1970 in UTC, and texts of several values are JSON.

PRAGMA application_id = 0x5261636B;  -- the letters "Rack"

-- Games

-- A game that one person plays alone has `guild_id` 0 and the player's id as `channel_id`. `state` contains hidden tiles
-- and the seed; its deadline has its own column. `Game` in storage/games/rows.py describes the columns.
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons carry it
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,  -- 0 once an ended game's details are deleted
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'over', 'closed')),
    state TEXT,
    deadline INTEGER,
    news TEXT NOT NULL,
    version INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    remind_at INTEGER,
    has_chosen_clock INTEGER NOT NULL DEFAULT 0,
    patience INTEGER NOT NULL DEFAULT 259200,
    waits_until INTEGER,
    grace INTEGER NOT NULL DEFAULT 0,
    unrated TEXT,
    suspended_until INTEGER,
    rematch_of INTEGER
) STRICT;
CREATE UNIQUE INDEX one_open_game_a_channel ON game (channel_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX open_tables_by_server ON game (guild_id, host_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX open_tables_by_time ON game (coalesce(suspended_until, deadline, waits_until))
WHERE phase IN ('lobby', 'playing');
CREATE INDEX running_reminders ON game (remind_at) WHERE phase = 'playing' AND remind_at IS NOT NULL;
CREATE INDEX ended_tables ON game (channel_id, version) WHERE phase IN ('over', 'closed');
CREATE INDEX ended_games_kept ON game (changed_at) WHERE phase IN ('over', 'closed') AND host_id <> 0;
CREATE INDEX voided_games ON game (waits_until) WHERE unrated = 'pending';

-- The log: one row for every change of a game. The interaction that caused it counts once.
CREATE TABLE log (
    game_id INTEGER NOT NULL REFERENCES game,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    seat INTEGER,
    line TEXT,
    interaction_id INTEGER UNIQUE,
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

-- The people in lobbies and running games, so that a user's games are found without reading everybody's. Triggers keep
-- it in step with `players`, in the transaction that changes the game; players that can't be read have no seats.
CREATE TABLE seat (
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    PRIMARY KEY (user_id, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_table ON seat (game_id);
CREATE VIEW seat_of_players AS
SELECT DISTINCT json_extract(game.players, player.fullkey || '.user_id') AS user_id, game.id AS game_id
FROM game, json_each(iif(json_valid(game.players), game.players, '[]')) AS player
WHERE game.phase IN ('lobby', 'playing') AND json_type(game.players, player.fullkey || '.user_id') = 'integer';
CREATE TRIGGER seats_of_a_new_table AFTER INSERT ON game BEGIN
    INSERT INTO seat SELECT user_id, game_id FROM seat_of_players WHERE game_id = new.id;
END;
CREATE TRIGGER seats_of_a_changed_table AFTER UPDATE OF players, phase ON game
WHEN new.players <> old.players OR new.phase <> old.phase BEGIN
    DELETE FROM seat WHERE game_id = new.id;
    INSERT INTO seat SELECT user_id, game_id FROM seat_of_players WHERE game_id = new.id;
END;

-- Messages of games

-- The bot's messages that stay true, in the order in which they were begun. An owner is what they're about, such as
-- `table 12`, `bench 12 0` (a seat's direct messages), `tournament 3` or `server 4`. `message_id` is NULL while a message
-- is perhaps on its way, and 0 if it mustn't come back. `nonce` makes a repeated post the same message. The row with an
-- empty purpose and nonce names the owner's version for which all of them were true; at first, there is none.
CREATE TABLE post (
    number INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    purpose TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    nonce TEXT NOT NULL,
    shown TEXT NOT NULL,
    posted_at INTEGER NOT NULL,
    UNIQUE (owner, nonce)
) STRICT;
CREATE INDEX posts_on_their_way ON post (owner) WHERE message_id IS NULL;
CREATE TRIGGER nothing_is_true_at_first AFTER INSERT ON post WHEN new.nonce <> '' BEGIN
    INSERT INTO post (owner, purpose, channel_id, message_id, nonce, shown, posted_at)
    VALUES (new.owner, '', 0, 0, '', '', 0) ON CONFLICT DO NOTHING;
END;

-- A seat's bench: its draft and the state of its screen, which nobody else may know.
CREATE TABLE bench (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    bench TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- Texts that a seat's buttons and menus refer to by a token.
CREATE TABLE text (
    game_id INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    token TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, seat, kind)
) STRICT, WITHOUT ROWID;

-- Nothing private is kept for the seat of a deleted person, even if their last tap began before the deletion.
CREATE TRIGGER no_bench_of_deleted_people BEFORE INSERT ON bench
WHEN (SELECT json_extract(players, '$[' || new.seat || '].user_id') FROM game WHERE id = new.game_id) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;
CREATE TRIGGER no_direct_messages_to_deleted_people BEFORE INSERT ON post
WHEN new.owner GLOB 'bench *' AND (
    SELECT json_extract(players, '$[' || substr(new.owner, length('bench ' || id || ' ') + 1) || '].user_id') FROM game
    WHERE id = CAST(substr(new.owner, length('bench ') + 1) AS INTEGER)
) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;
CREATE TRIGGER no_text_of_deleted_people BEFORE INSERT ON text
WHEN (SELECT json_extract(players, '$[' || new.seat || '].user_id') FROM game WHERE id = new.game_id) < 0 BEGIN
    SELECT RAISE(IGNORE);
END;

-- Puzzles

-- A puzzle can be generated again from its day and grade; what people did with it can't.
CREATE TABLE puzzle (
    day INTEGER NOT NULL,
    grade TEXT NOT NULL,
    sets TEXT NOT NULL,
    rack TEXT NOT NULL,
    best INTEGER NOT NULL,
    taken_apart INTEGER NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (day, grade)
) STRICT, WITHOUT ROWID;

-- `guild_id` is where the puzzle was solved, 0 outside of servers. `tries` counts the legal answers, `text` is the last
-- answer that didn't solve it, and `interaction_id` brought the last one that counted. `bench` is as in the table
-- `bench`, empty if it was never used. `is_shared`: a line in a channel has said that it's solved.
CREATE TABLE puzzle_try (
    user_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    grade TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL DEFAULT '',
    bench TEXT NOT NULL DEFAULT '',
    interaction_id INTEGER,
    guild_id INTEGER,
    solved_at INTEGER,
    gave_up_at INTEGER,
    is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
    PRIMARY KEY (user_id, day, grade),
    CHECK (solved_at IS NULL OR gave_up_at IS NULL)
) STRICT, WITHOUT ROWID;

-- The puzzles that a person has solved on a server, and in the pool 0 all of them, with the tries for these together.
-- It follows from `puzzle_try`.
CREATE TABLE puzzle_score (
    pool INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (pool, user_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER puzzle_solved AFTER UPDATE OF solved_at ON puzzle_try
WHEN old.solved_at IS NULL AND new.solved_at IS NOT NULL BEGIN
    INSERT INTO puzzle_score (pool, user_id, solved, tries)
    SELECT pool, new.user_id, 1, new.tries FROM (SELECT 0 AS pool UNION SELECT coalesce(new.guild_id, 0)) WHERE true
    ON CONFLICT (pool, user_id) DO UPDATE SET solved = solved + 1, tries = tries + excluded.tries;
END;
CREATE TRIGGER solved_puzzle_added AFTER INSERT ON puzzle_try WHEN new.solved_at IS NOT NULL BEGIN
    INSERT INTO puzzle_score (pool, user_id, solved, tries)
    SELECT pool, new.user_id, 1, new.tries FROM (SELECT 0 AS pool UNION SELECT coalesce(new.guild_id, 0)) WHERE true
    ON CONFLICT (pool, user_id) DO UPDATE SET solved = solved + 1, tries = tries + excluded.tries;
END;
CREATE TRIGGER solved_puzzle_deleted AFTER DELETE ON puzzle_try WHEN old.solved_at IS NOT NULL BEGIN
    UPDATE puzzle_score SET solved = solved - 1, tries = tries - old.tries
    WHERE user_id = old.user_id AND pool IN (0, coalesce(old.guild_id, 0));
    DELETE FROM puzzle_score WHERE user_id = old.user_id AND solved <= 0;
END;

-- Settings

-- What a person has chosen, and what a server's managers have: missing fields have their defaults.
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

-- People who don't want to be on any leaderboard.
CREATE INDEX unlisted_people ON person (user_id)
WHERE iif(json_valid(settings), json_extract(settings, '$.listed'), 1) = 0;
CREATE VIEW unlisted AS
SELECT user_id FROM person WHERE iif(json_valid(settings), json_extract(settings, '$.listed'), 1) = 0;

-- People who want their racks as direct messages.
CREATE INDEX people_with_direct_racks ON person (user_id)
WHERE iif(json_valid(settings), json_extract(settings, '$.dm'), 0) = 1;
CREATE VIEW has_direct_racks AS
SELECT user_id FROM person WHERE iif(json_valid(settings), json_extract(settings, '$.dm'), 0) = 1;

-- Results and ratings

-- The games that have ended, in that order. `pool` is that of the ratings that a game changes: the server's, or 0 for a
-- person among computers; NULL if it counts in none, for the reason `unrated`.
CREATE TABLE finished_game (
    number INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL UNIQUE REFERENCES game,
    guild_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    pool INTEGER,
    unrated TEXT,
    CHECK ((pool IS NULL) = (unrated IS NOT NULL))
) STRICT;

-- A row for each seat. A computer has a level and no user. `place` is NULL if nobody has one. `departure` says how the
-- player left before the end. `opening` is the best first play in points and `largest_finish` the tiles of the largest
-- play that emptied the rack, 0 without one.
CREATE TABLE seat_result (
    game_id INTEGER NOT NULL REFERENCES finished_game (game_id),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL,
    points INTEGER NOT NULL,
    place INTEGER,
    departure TEXT,
    opening INTEGER NOT NULL,
    largest_finish INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat),
    CHECK ((user_id IS NULL) = (level IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_a_user ON seat_result (user_id, game_id) WHERE user_id IS NOT NULL;

-- The ratings of people in a pool, one for each rule system, as they were after the last rated game, at `rated_at`.
CREATE TABLE rating (
    pool INTEGER NOT NULL,
    variant TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    opponents INTEGER NOT NULL DEFAULT 0,  -- different ones with a sure rating: see `encounter`
    PRIMARY KEY (pool, variant, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recent_ratings ON rating (pool, variant, rated_at);

-- How a rated game changed a person's rating.
CREATE TABLE rating_change (
    game_id INTEGER NOT NULL REFERENCES finished_game (game_id),
    seat INTEGER NOT NULL,
    mu_before REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

-- With whom a person has finished rated games: another's user id, or a computer's level. `is_sure`: in one of them, the
-- opponent's rating was no longer provisional. `games` are those of `day`, the last one on which they did.
CREATE TABLE encounter (
    pool INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    opponent TEXT NOT NULL,
    variant TEXT NOT NULL,
    is_sure INTEGER NOT NULL CHECK (is_sure IN (0, 1)),
    day INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (pool, user_id, opponent, variant)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER new_sure_opponent AFTER INSERT ON encounter WHEN new.is_sure BEGIN
    UPDATE rating SET opponents = opponents + 1
    WHERE pool = new.pool AND variant = new.variant AND user_id = new.user_id;
END;
CREATE TRIGGER opponent_now_sure AFTER UPDATE OF is_sure ON encounter WHEN new.is_sure > old.is_sure BEGIN
    UPDATE rating SET opponents = opponents + 1
    WHERE pool = new.pool AND variant = new.variant AND user_id = new.user_id;
END;

-- What a person has achieved in the rated games of a season, the quarter of a year; `season` is 4 x year + quarter, 0-3.
-- Their score in all rule systems together has an empty `variant`.
CREATE TABLE season_score (
    pool INTEGER NOT NULL,
    season INTEGER NOT NULL,
    variant TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    points INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (pool, season, variant, user_id)
) STRICT, WITHOUT ROWID;
-- A person's first places are found without reading everybody's scores.
CREATE INDEX scores_of_a_user ON season_score (user_id);

-- The badges that have been announced, each on the end card of the game that earned it. That a badge is earned follows
-- from the results alone; a row says that it needn't be announced again.
CREATE TABLE badge_shown (
    user_id INTEGER NOT NULL,
    badge TEXT NOT NULL,
    game_id INTEGER NOT NULL REFERENCES finished_game (game_id),
    shown_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;
CREATE INDEX badges_of_a_game ON badge_shown (game_id);

-- The name that a person had on a server when they last finished a game or solved a puzzle there.
CREATE TABLE guild_player (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- People who have finished a rated game against computers on a server, by rule system: their rating was shown there.
CREATE TABLE solo_player (
    guild_id INTEGER NOT NULL,
    variant TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, variant, user_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER player_finished AFTER INSERT ON seat_result WHEN new.user_id IS NOT NULL BEGIN
    INSERT INTO guild_player (guild_id, user_id, name)
    SELECT guild_id, new.user_id, new.name FROM finished_game WHERE game_id = new.game_id AND guild_id <> 0
    ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name;
    INSERT INTO solo_player (guild_id, variant, user_id)
    SELECT guild_id, variant, new.user_id FROM finished_game
    WHERE game_id = new.game_id AND guild_id <> 0 AND pool = 0
    ON CONFLICT DO NOTHING;
END;

-- The servers that want their leaderboard posted, and the channel. `week` is the last one for which that was done, as
-- the number of Mondays since 1 January 1970, and `season` the last one that had begun by the last announcement of an
-- end.
CREATE TABLE leaderboard_post (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    week INTEGER NOT NULL,
    season INTEGER NOT NULL
) STRICT;

-- Tournaments

-- `thread_id` is the thread for sign-up and standings, and also the message in `channel_id` that it hangs on.
-- `tournament` has the players, pairings and results. `due_at` is when the sign-up or the time to say "I'm here" ends.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again: buttons carry it
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL,
    organizer_id INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('sign up', 'running', 'over', 'canceled')),
    tournament TEXT NOT NULL,
    due_at INTEGER,
    version INTEGER NOT NULL,
    opened_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX one_open_tournament_a_channel ON tournament (channel_id) WHERE phase IN ('sign up', 'running');
CREATE INDEX open_tournaments ON tournament (guild_id) WHERE phase IN ('sign up', 'running');

-- The bot itself

-- The process's last sign of life, which it also gives while Discord is away, at `seen_at`, and how many of its shards
-- had a connection then. `connected_at` is when one last had a connection.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    connected_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    shards INTEGER NOT NULL DEFAULT 0,
    connected INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The hash of the commands that each application has at Discord, so that a start uploads them only when they changed.
CREATE TABLE command_upload (
    application_id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL
) STRICT;

-- The servers that the bot isn't on anymore, and when that was first known: their data is deleted some days later.
CREATE TABLE lost_server (
    guild_id INTEGER PRIMARY KEY,
    lost_at INTEGER NOT NULL
) STRICT;

-- The people who deleted their data today, so that this resets neither the limit of rated games a day nor a puzzle.
-- `hash` is the HMAC of the person's id with the random `key`, and `pseudonym` the id in their results. `puzzles` has
-- their tries at the puzzles of `day` by grade, and when they gave up. Rows are deleted when the day ends, in UTC, and
-- aren't copied to backups.
CREATE TABLE deleted_today (
    pseudonym INTEGER PRIMARY KEY,
    day INTEGER NOT NULL,
    key BLOB NOT NULL,
    hash BLOB NOT NULL,
    puzzles TEXT NOT NULL
) STRICT;
