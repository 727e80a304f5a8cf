"""A database with a thousand finished games of a person, and those of others."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.variants import load
from services.ending import find_result
from storage.database import Database, open_database
from storage.games import GameStore, Phase, Player

GAMES = 1_000
OTHERS = 4_000  # games of other people in the same database
USER = 900_000_000_000_000_001
OTHER = 900_000_000_000_000_002

_COPIES = """
    WITH RECURSIVE copy (copied) AS (SELECT 1 UNION ALL SELECT copied + 1 FROM copy WHERE copied < :copies)
"""
_COPY_GAMES = f"""{_COPIES}
    INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, state, news, version,
                      opened_at, changed_at)
    SELECT copied + :first, guild_id, copied + :first, CAST(:other AS INTEGER), variant, options,
           replace(players, :user, :other), phase, state, replace(news, :user, :other), version, opened_at, changed_at
    FROM game CROSS JOIN copy WHERE id = 1
"""  # noqa: S608  # our own text
_COPY_LOGS = f"""{_COPIES}
    INSERT INTO log (game_id, version, at, seat, line)
    SELECT copied + :first, version, at, seat, line FROM log CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608
_COPY_RESULTS = f"""{_COPIES}
    INSERT INTO finished_game (game_id, guild_id, variant, ended_at, pool)
    SELECT copied + :first, guild_id, variant, ended_at, pool FROM finished_game CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608
_COPY_SEATS = f"""{_COPIES}
    INSERT INTO seat_result (game_id, seat, user_id, name, points, place, opening, largest_finish)
    SELECT copied + :first, seat, CAST(replace(user_id, :user, :other) AS INTEGER), name, points, place, opening,
           largest_finish
    FROM seat_result CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608


async def _play(database: Database) -> None:
    """Play the database's first game to its end."""
    variants = load()
    variant, games, seed = next(iter(variants.values())), GameStore(database, variants), derive_seed(1, 1)
    lobby = await games.open(
        guild_id=1,
        channel_id=1,
        host=Player(USER, "Person"),
        variant=variant.info.key,
        options={"clock": 0},
        now=0,
        interaction_id=1,
    )
    state = variant.setup(2, seed, 0, lobby.options).state
    players = (*lobby.players, Player(1, "Opponent"))
    game = await games.commit(
        replace(lobby, phase=Phase.PLAYING, state=state, players=players), interaction_id=None, now=0
    )
    while state.outcome is None:
        action = choose_action(variant, state, Level.STRONG, seed)
        state = variant.apply(state, action, now=0).state
        after = replace(game, state=state, phase=Phase.OVER if state.outcome else Phase.PLAYING)
        result = find_result(after, variant) if state.outcome else None
        game = await games.commit(
            after, interaction_id=None, now=0, line=action.line(), seat=action.seat, result=result
        )


def _copy(path: Path, *, first: int, copies: int, other: int) -> None:
    """Copy the first game, its log and its results, for another user."""
    asked = {"first": first, "copies": copies, "user": str(USER), "other": str(other)}
    with closing(sqlite3.connect(path)) as connection, connection:
        for sql in (_COPY_GAMES, _COPY_LOGS, _COPY_RESULTS, _COPY_SEATS):
            connection.execute(sql, asked)


async def fill(path: Path) -> None:
    """Write a thousand games of the person, and those of others, into a new database."""
    async with open_database(f"sqlite:///{path}") as database:
        await _play(database)
    _copy(path, first=1, copies=GAMES - 1, other=USER)
    _copy(path, first=GAMES, copies=OTHERS, other=OTHER)
