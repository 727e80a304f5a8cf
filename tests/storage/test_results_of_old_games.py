"""Games that ended before results had places: what is known of them, and what can't be."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from engine.game.views import find_places
from storage import schema
from storage.database import open_database
from storage.games import GameStore
from storage.results.replay import replay_ratings
from tests.storage.account import VARIANTS
from tests.storage.old_database import write_database
from tests.storage.tables import url

BEFORE = 18  # the last schema without places
GAME = """
    INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, state, news, version,
        opened_at, changed_at) VALUES (?, 7, ?, 11, 'classic', '{}', ?, 'over', ?, '[]', 9, 100, ?)
"""
RESULT = """
    INSERT INTO result (game_id, seat, user_id, name, guild_id, variant, points, won, rated)
    VALUES (?, ?, ?, ?, 7, 'classic', ?, ?, ?)
"""
PEOPLE: list[dict[str, Any]] = [
    {"user_id": 11, "name": "Ann"},
    {"user_id": 22, "name": "Bob"},
    {"user_id": 33, "name": "Cy"},
]
ANN, BOB, CY = PEOPLE
ADA: dict[str, Any] = {"user_id": None, "name": "Ada", "computer": "strong"}
USUAL = {"winners": [1], "scores": [-5, 30, -25], "reason": {"one": "x"}, "ranking": [1, 0, 2]}


async def migrated(path: Path, players: list[dict[str, Any]], state: str, *, rated: int = 1) -> dict[str, Any]:
    """The result of one game with these players and this state, after the migration."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await schema.migrate(connection, schema.migrations()[:BEFORE])
        await connection.execute(GAME, (1, 1, json.dumps(players), state, 5_000))
        for seat, player in enumerate(players):
            if player["user_id"]:
                await connection.execute(RESULT, (1, seat, player["user_id"], player["name"], 1, seat == 1, rated))
    async with open_database(url(path)) as database:
        (game,) = await database.run("SELECT * FROM finished_game")
        seats = await database.run("SELECT * FROM seat_result ORDER BY seat")
        stored = await database.run("SELECT state FROM game")
        assert not await database.run("PRAGMA foreign_key_check")
    return {**dict(game), "seats": [dict(seat) for seat in seats], "state": stored[0]["state"]}


def over(outcome: dict[str, Any], resigned: tuple[int, ...] = ()) -> str:
    seats = [{"resigned": seat in resigned} for seat in range(len(outcome["scores"]))]
    return json.dumps({"seats": seats, "outcome": outcome})


async def test_places_follow_from_the_ranking_and_the_date_from_the_last_change(path: Path) -> None:
    result = await migrated(path, [ANN, BOB, CY], over(USUAL))

    assert (result["ended_at"], result["pool"], result["unrated"]) == (5_000, 7, None)
    assert [seat["place"] for seat in result["seats"]] == [2, 1, 3]
    assert [seat["opening"] for seat in result["seats"]] == [None] * 3  # can't be known
    assert json.loads(result["state"])["outcome"] == {
        "winners": [1], "scores": [-5, 30, -25], "reason": {"one": "x"}, "places": [2, 1, 3],
    }  # fmt: skip


async def test_equal_points_share_a_place(path: Path) -> None:
    result = await migrated(path, [ANN, BOB, CY], over({**USUAL, "scores": [-10, 20, -10]}))

    assert [seat["place"] for seat in result["seats"]] == [2, 1, 2]


async def test_without_a_ranking_only_the_winners_place_is_known(path: Path) -> None:
    outcome = {key: value for key, value in USUAL.items() if key != "ranking"}

    result = await migrated(path, [ANN, BOB, CY], over(outcome))

    assert [seat["place"] for seat in result["seats"]] == [None, 1, None]
    assert json.loads(result["state"])["outcome"]["places"] == [2, 1, 2]


async def test_nobody_has_a_place_in_a_game_that_was_ended_early(path: Path) -> None:
    result = await migrated(path, [ANN, BOB, CY], over({**USUAL, "winners": []}), rated=0)

    assert (result["pool"], result["unrated"]) == (None, "earlier")
    assert [seat["place"] for seat in result["seats"]] == [None, 1, None]  # as the row that said that Bob won


async def test_computers_get_rows_and_leavers_are_marked(path: Path) -> None:
    players = [{**ANN, "away": True, "left": True}, {**BOB, "away": True}, CY, ADA]
    outcome = {**USUAL, "scores": [-5, 30, -25, -40], "ranking": [1, 0, 2, 3]}

    result = await migrated(path, players, over(outcome, resigned=(2,)), rated=0)

    assert [seat["departure"] for seat in result["seats"]] == ["left", "away", "resigned", None]
    assert [(seat["user_id"], seat["level"], seat["points"], seat["place"]) for seat in result["seats"]][3] == (
        None, "strong", -40, 4,
    )  # fmt: skip


@pytest.mark.parametrize("state", ["", "{", '{"outcome": null}', "[]"])
async def test_a_damaged_state_keeps_its_result(path: Path, state: str) -> None:
    result = await migrated(path, [ANN, BOB], state)

    assert [(seat["name"], seat["place"]) for seat in result["seats"]] == [("Ann", None), ("Bob", 1)]
    assert result["state"] == state


async def test_every_result_of_a_real_database_is_kept(path: Path) -> None:
    write_database(path)
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute(
            "SELECT game_id, seat, user_id, name, guild_id, variant, points, rated, won FROM result ORDER BY 1, 2"
        ).fetchall()

    async with open_database(url(path)) as database:
        rows = await database.run(
            """SELECT game_id, seat, user_id, name, guild_id, variant, points, pool IS NOT NULL, ifnull(place = 1, 0)
            FROM seat_result JOIN finished_game USING (game_id) WHERE user_id IS NOT NULL ORDER BY game_id, seat"""
        )
        assert [tuple(row) for row in rows] == before
        games = GameStore(database, VARIANTS)
        for (number,) in await database.run("SELECT game_id FROM finished_game"):
            game = await games.get(number)
            assert game
            assert game.state
            assert game.state.outcome
            assert len(game.state.outcome.places) == len(game.players)
            if game.state.outcome.winners:
                won = find_places([seat in game.state.outcome.winners for seat in range(len(game.players))])
                assert [place == 1 for place in game.state.outcome.places] == [place == 1 for place in won]
        await replay_ratings(database)
        assert await database.run("SELECT 1 FROM rating")
        assert not (await replay_ratings(database)).has_changed
