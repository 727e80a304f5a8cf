"""The SQL statements that read and change games."""

from storage.games.rows import COLUMNS

_NEW = [name for name in COLUMNS if name != "id"]
OPEN = f"INSERT INTO game ({', '.join(_NEW)}) VALUES (:{', :'.join(_NEW)}) RETURNING id"  # noqa: S608  # our own names
CHANGE = f"UPDATE game SET {', '.join(f'{name} = :{name}' for name in _NEW)} WHERE id = :id"  # noqa: S608  # as above
# One statement checks that version and interaction are new, and if so logs the change.
NOTE = """
    INSERT INTO log (game_id, version, at, seat, line, interaction_id)
    SELECT id, :version, :at, :seat, :line, :interaction_id FROM game
    WHERE id = :game_id AND version = :version - 1
      AND NOT EXISTS (SELECT 1 FROM log WHERE interaction_id = :interaction_id)
    RETURNING version
"""
OPENED = "INSERT INTO log (game_id, version, at, interaction_id) VALUES (?, ?, ?, ?)"
PHASE = "SELECT phase FROM game WHERE id = ?"
BY_ID = "SELECT * FROM game WHERE id = ?"
BY_CHANNEL = "SELECT * FROM game WHERE channel_id = ? AND phase IN ('lobby', 'playing')"
BY_INTERACTION = "SELECT game.* FROM log JOIN game ON game.id = log.game_id WHERE log.interaction_id = ?"
BY_USER = "SELECT game.* FROM seat JOIN game ON game.id = seat.game_id WHERE seat.user_id = ? ORDER BY game.id"
BY_SERVER = "SELECT * FROM game WHERE phase IN ('lobby', 'playing') AND guild_id = ? ORDER BY id"
CHANNELS = """
    SELECT guild_id, channel_id, suspended_until IS NOT NULL FROM game
    WHERE phase IN ('lobby', 'playing') AND guild_id IN (SELECT value FROM json_each(?)) ORDER BY id
"""
SERVERS = "SELECT DISTINCT guild_id FROM game WHERE phase IN ('lobby', 'playing')"
# The first condition of these three is that of an index: of the few open games, or of those that have ended.
# `+id` keeps SQLite from reading all games in their order.
HOSTED = """
    SELECT channel_id FROM game WHERE phase IN ('lobby', 'playing') AND phase = 'lobby'
    AND guild_id = ? AND host_id = ? AND id <> ? ORDER BY id
"""
OVER = """
    SELECT * FROM game WHERE phase IN ('over', 'closed') AND phase = 'over' AND channel_id = ? ORDER BY id DESC LIMIT 1
"""
WITH_COMPUTERS = """
    SELECT * FROM game WHERE phase IN ('lobby', 'playing') AND phase = 'playing' AND suspended_until IS NULL
    AND EXISTS (
        SELECT 1 FROM json_each(iif(json_valid(players), players, '[]'))
        WHERE json_extract(players, fullkey || '.computer') IS NOT NULL OR json_extract(players, fullkey || '.away')
    ) ORDER BY +id
"""
LOG = "SELECT at, seat, line FROM log WHERE game_id = ? AND line IS NOT NULL ORDER BY version"
# The times in these two are those of an index.
DUE = """
    SELECT * FROM game WHERE phase IN ('lobby', 'playing') AND coalesce(suspended_until, deadline, waits_until) <= ?
    AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY coalesce(suspended_until, deadline, waits_until), id
"""
NEXT_DEADLINE = """
    SELECT min(coalesce(suspended_until, deadline, waits_until)) FROM game
    WHERE phase IN ('lobby', 'playing') AND id NOT IN (SELECT value FROM json_each(?))
"""
REMIND = """
    SELECT * FROM game WHERE phase = 'playing' AND suspended_until IS NULL AND remind_at <= ?
    AND id NOT IN (SELECT value FROM json_each(?))
    ORDER BY remind_at, id
"""
NEXT_REMINDER = """
    SELECT min(remind_at) FROM game
    WHERE phase = 'playing' AND suspended_until IS NULL AND remind_at IS NOT NULL
    AND id NOT IN (SELECT value FROM json_each(?))
"""
RETIME = """
    UPDATE game SET remind_at = ?, waits_until = ?, grace = ?
    WHERE id = ? AND version = ? AND remind_at IS ? AND waits_until IS ?
    RETURNING id
"""
# A game that it has extended isn't extended again: its grace is 0. While a game is suspended, only that has an end.
# Its other times move as far: once it's resumed, the suspension counts as begun a week before that end.
EXTEND = """
    UPDATE game
    SET deadline = coalesce(deadline + :now + grace - suspended_until, max(deadline, :now + grace)),
        waits_until = coalesce(waits_until + :now + grace - suspended_until, max(waits_until, :now + grace)),
        remind_at = coalesce(remind_at + :now + grace - suspended_until, remind_at),
        suspended_until = max(suspended_until, :now + grace), grace = 0
    WHERE phase IN ('lobby', 'playing') AND coalesce(suspended_until, deadline, waits_until) < :now + grace
      AND (guild_id >> 22) % :shards = :shard
    RETURNING id
"""
SHIFT = """
    UPDATE game SET deadline = deadline + :seconds, remind_at = remind_at + :seconds,
                    waits_until = waits_until + :seconds, suspended_until = suspended_until + :seconds
    WHERE phase IN ('lobby', 'playing') AND coalesce(suspended_until, deadline, waits_until) IS NOT NULL
    RETURNING id
"""
SHIFT_TOURNAMENTS = """
    UPDATE tournament SET due_at = due_at + :seconds WHERE phase IN ('sign up', 'running')
"""
VOIDED = "SELECT * FROM game WHERE unrated = 'pending' AND waits_until <= ? ORDER BY waits_until"
