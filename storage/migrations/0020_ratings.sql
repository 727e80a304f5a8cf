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
-- opponent's rating was no longer provisional. `games` are those of `day`, the last one on which they did, in days since
-- 1 January 1970, UTC.
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
