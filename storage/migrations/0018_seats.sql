-- Who has a seat at which lobby or running game, so that a user's games are found without reading everybody's. Triggers
-- keep it as `players` says, in the transaction that changes the game; players that can't be read have no seats.
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
INSERT INTO seat SELECT user_id, game_id FROM seat_of_players;
CREATE TRIGGER seats_of_a_new_table AFTER INSERT ON game BEGIN
    INSERT INTO seat SELECT user_id, game_id FROM seat_of_players WHERE game_id = new.id;
END;
CREATE TRIGGER seats_of_a_changed_table AFTER UPDATE OF players, phase ON game
WHEN new.players <> old.players OR new.phase <> old.phase BEGIN
    DELETE FROM seat WHERE game_id = new.id;
    INSERT INTO seat SELECT user_id, game_id FROM seat_of_players WHERE game_id = new.id;
END;

-- The tables of a server, and those that have ended, so that neither is looked for among all games.
CREATE INDEX open_tables_by_server ON game (guild_id, host_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX ended_tables ON game (channel_id, version) WHERE phase IN ('over', 'closed');
