-- The games that have ended, in the order in which they did. `pool` is that of the ratings that a game changes: the
-- server's, or 0 for a person among computers; NULL if it counts in none, for the reason `unrated`.
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

-- A row for each seat. A computer has a level and no user. `place` is NULL if nobody has one, or if it isn't known, as
-- of the losers of some old games. `departure` says how the player left before the end. `opening` is the best first
-- play in points and `exit` the tiles of the largest play that emptied the rack, 0 without one; NULL: not known.
CREATE TABLE seat_result (
    game_id INTEGER NOT NULL REFERENCES finished_game (game_id),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL,
    points INTEGER NOT NULL,
    place INTEGER,
    departure TEXT,
    opening INTEGER,
    exit INTEGER,
    PRIMARY KEY (game_id, seat),
    CHECK ((user_id IS NULL) = (level IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX results_of_a_user ON seat_result (user_id, game_id) WHERE user_id IS NOT NULL;

-- What the stored ends of games tell: a seat is as good as another if both won, or neither did, with equal points.
CREATE TEMP TABLE ending AS
SELECT id AS game_id, json(state) AS state, iif(json_valid(players), players, '[]') AS players
FROM game WHERE phase = 'over' AND json_valid(state) AND json_type(state, '$.outcome') = 'object';
CREATE TEMP TABLE ended_seat AS
SELECT ending.game_id, score.key AS seat, score.value AS points,
    EXISTS (SELECT 1 FROM json_each(state, '$.outcome.winners') AS winner WHERE winner.value = score.key) AS won,
    (SELECT ranked.key FROM json_each(state, '$.outcome.ranking') AS ranked WHERE ranked.value = score.key) AS position,
    json_array_length(state, '$.outcome.winners') AS winners,
    coalesce(json_extract(state, '$.seats[' || score.key || '].resigned'), 0) AS resigned,
    json_extract(players, '$[' || score.key || ']') AS player
FROM ending, json_each(state, '$.outcome.scores') AS score;
CREATE TEMP TABLE placed_seat AS
SELECT *, CASE
    WHEN won THEN 1
    WHEN position IS NOT NULL THEN 1 + min(position) OVER (PARTITION BY game_id, won, points)
END AS place
FROM ended_seat;
CREATE INDEX placed_seats ON placed_seat (game_id, seat);

-- An outcome lists each seat's place instead of the seats in their order; unknown ones come after the winners.
UPDATE game SET state = json_set(json_remove(state, '$.outcome.ranking'), '$.outcome.places', json((
    SELECT json_group_array(coalesce(place, 1 + winners))
    FROM (SELECT place, winners FROM placed_seat WHERE game_id = game.id ORDER BY seat)
)))
WHERE id IN (SELECT game_id FROM ending);

INSERT INTO finished_game (game_id, guild_id, variant, ended_at, pool, unrated)
SELECT game.id, game.guild_id, game.variant, game.changed_at,
    iif(counted.rated, game.guild_id, NULL), iif(counted.rated, NULL, 'earlier')
FROM game JOIN (SELECT game_id, max(rated) AS rated FROM result GROUP BY game_id) AS counted ON counted.game_id = game.id
ORDER BY game.changed_at, game.id;
INSERT INTO seat_result (game_id, seat, user_id, name, points, place, departure)
SELECT result.game_id, result.seat, user_id, name, result.points,
    iif(result.won, 1, iif(winners, placed_seat.place, NULL)),
    CASE WHEN resigned THEN 'resigned' WHEN json_extract(player, '$.away') THEN iif(json_extract(player, '$.left'), 'left', 'away') END
FROM result LEFT JOIN placed_seat ON placed_seat.game_id = result.game_id AND placed_seat.seat = result.seat;
INSERT INTO seat_result (game_id, seat, level, name, points, place)
SELECT game_id, seat, json_extract(player, '$.computer'), json_extract(player, '$.name'), points, iif(winners, place, NULL)
FROM placed_seat JOIN finished_game USING (game_id) WHERE json_extract(player, '$.computer') IS NOT NULL;
DROP TABLE result;
DROP TABLE placed_seat;
DROP TABLE ended_seat;
DROP TABLE ending;
