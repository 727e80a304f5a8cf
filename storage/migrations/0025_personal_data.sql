-- People who don't want to be on any leaderboard.
CREATE INDEX unlisted_people ON person (user_id)
WHERE iif(json_valid(settings), json_extract(settings, '$.listed'), 1) = 0;
CREATE VIEW unlisted AS
SELECT user_id FROM person WHERE iif(json_valid(settings), json_extract(settings, '$.listed'), 1) = 0;
CREATE VIEW listed_puzzle_score AS SELECT * FROM puzzle_score WHERE user_id NOT IN unlisted;

-- The servers that the bot isn't on any more, and when that was first known: their data is deleted some days later.
CREATE TABLE lost_server (
    guild_id INTEGER PRIMARY KEY,
    lost_at INTEGER NOT NULL
) STRICT;

-- Games and lobbies that have ended, until their details are deleted; the host is 0 from then on.
CREATE INDEX ended_games_kept ON game (changed_at) WHERE phase IN ('over', 'closed') AND host_id <> 0;
