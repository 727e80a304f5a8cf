"""Seats that earlier releases kept for deleted people, and what is stored for the seats of deleted people."""

import json
import sqlite3
from contextlib import closing

from storage.benches import BenchState, BenchStore
from storage.database import Database
from storage.schema import migrations
from storage.texts import TextKind, TextStore

BEFORE = 26  # the schema in which such seats were possible
ANN, GHOST = {"user_id": 11, "name": "Ann"}, {"user_id": -5, "name": "deleted-0005"}
GAME = """
    INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version, opened_at,
                      changed_at)
    VALUES (?, ?, ?, 11, 'classic', '{}', ?, ?, '[]', 1, 0, 5)
"""


async def test_a_migration_hands_seats_of_ghosts_to_computers_and_takes_them_out_of_lobbies_and_sign_ups() -> None:
    tournament = {"kind": "swiss", "variant": "classic", "players": [ANN, GHOST]}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.executescript("\n".join(migrations()[:BEFORE]))
        for number, (phase, players) in enumerate(
            (("playing", [ANN, GHOST]), ("lobby", [ANN, GHOST]), ("playing", [ANN]), ("over", [ANN, GHOST]))
        ):
            made.execute(GAME, (number, 1, number, json.dumps(players), phase))
        for number, phase in enumerate(("sign up", "running")):
            made.execute(
                "INSERT INTO tournament VALUES (?, 1, ?, 1, 11, ?, ?, '{}', NULL, 1, 1, 0)",
                (number, number, phase, json.dumps(tournament)),
            )
        made.execute(GAME, (9, 0, 11, "[]", "closed"))
        made.executemany("INSERT INTO server_options VALUES (?, 'classic', '{}')", [(1,), (11,)])
        made.execute("INSERT INTO lost_server VALUES (11, 0)")
        made.executescript(migrations()[BEFORE])

        games = {
            number: (phase, json.loads(players), version)
            for number, phase, players, version in made.execute("SELECT id, phase, players, version FROM game")
        }
        signed_up, running = [
            json.loads(text)["players"] for (text,) in made.execute("SELECT tournament FROM tournament ORDER BY id")
        ]
        options = [made.execute(f"SELECT * FROM {table}").fetchall() for table in ("server_options", "person_options")]  # noqa: S608  # ours
        assert made.execute("SELECT count(*) FROM lost_server").fetchone() == (0,)

    assert games[0] == ("playing", [ANN, {**GHOST, "away": True, "left": True, "stops": False}], 2)
    assert games[1] == ("closed", [ANN, GHOST], 2)
    assert games[2] == ("playing", [ANN], 1)
    assert games[3] == ("over", [ANN, GHOST], 1)
    assert (signed_up, running) == ([ANN], [ANN, GHOST])
    assert options == [[(1, "classic", "{}")], [(11, "classic", "{}")]]


async def test_nothing_private_is_stored_for_the_seat_of_a_deleted_person(database: Database) -> None:
    await database.run(GAME, (1, 1, 1, json.dumps([ANN, GHOST]), "playing"))
    for seat in (0, 1):
        await BenchStore(database).keep(1, seat, BenchState(color="R"))
        await TextStore(database).keep(1, seat, 1, "R6", TextKind.REFUSED)
        await database.run("INSERT INTO direct_bench VALUES (1, ?, 7, 9, 1, '', 0)", (seat,))

    for table in ("bench", "text", "direct_bench"):
        assert [row["seat"] for row in await database.run(f"SELECT seat FROM {table}")] == [0]  # noqa: S608  # ours
