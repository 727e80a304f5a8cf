"""Benches outlive the program that stored them."""

import json
from dataclasses import replace

import pytest

from engine.game.bench import Picks
from engine.game.bench_keys import CellKey, GridRow, HeldTile, LentTile, SetKey, SetTile, Spot, TileKey
from engine.game.drafts import Draft, DraftChange
from engine.tiles.melds import Piece
from engine.tiles.tiles import Color, Tile
from storage.benches import BenchState, BenchStore
from storage.database import Database
from storage.games import GameStore
from tests.storage.tables import a_game

R4 = Tile(Color.RED, 4)
KEYS: dict[str, TileKey] = {"C.2": SetTile("C", 2), "A@0": LentTile("A", 0), "hold.1": HeldTile(1), "H8": CellKey("H8")}
STORED: dict[str, object] = {
    "draft": {"steps": [[{"label": "A", "before": [], "after": [[["R", 4], None, True, None]]}]], "done": 1},
    "picks": {"rack": [["R", 4]], "on_table": list(KEYS)},
    "spot": "C",
    "color": "K",
    "page": 1,
    "spots": 2,
    "targets": 3,
    "touched": 4,
    "conflicts": [],
}
BENCH = BenchState(
    draft=Draft(((DraftChange("A", (), (Piece(R4),)),),), 1),
    picks=Picks((R4,), tuple(KEYS.values())),
    spot=SetKey("C"),
    color="K",
    page=1,
    spots=2,
    targets=3,
    touched=4,
)


async def put(database: Database, game_id: int, bench: object) -> None:
    await database.run("INSERT INTO bench (game_id, seat, bench) VALUES (?, 0, ?)", (game_id, json.dumps(bench)))


async def test_a_bench_is_written_as_it_always_was_and_read(database: Database, games: GameStore) -> None:
    game, kept = await a_game(games), replace(BENCH, together=((R4, R4),))
    await BenchStore(database).keep(game.id, 0, kept)

    (row,) = await database.run("SELECT bench FROM bench WHERE game_id = ?", (game.id,))

    assert json.loads(row["bench"]) == STORED | {"together": [[["R", 4], ["R", 4]]]}
    assert await BenchStore(database).get(game.id, 0) == kept


@pytest.mark.parametrize(("written", "spot"), [("", None), ("8", GridRow(8)), ("?", None)])
async def test_unreadable_keys_of_a_bench_are_dropped(
    database: Database, games: GameStore, written: str, spot: Spot | None
) -> None:
    game = await a_game(games)
    await put(database, game.id, {"spot": written, "picks": {"rack": [], "on_table": ["?", "C.2"]}})

    bench = await BenchStore(database).get(game.id, 0)

    assert bench == BenchState(spot=spot, picks=Picks((), (SetTile("C", 2),)))


async def test_a_bench_at_hand_is_not_read_again(database: Database, games: GameStore) -> None:
    game, benches = await a_game(games), BenchStore(database)
    await put(database, game.id, STORED)
    read = await benches.get(game.id, 0)
    unseen: list[str] = []
    await database._connection.set_trace_callback(unseen.append)  # noqa: SLF001  # SQLite's own list of statements

    assert await benches.get(game.id, 0) == read == BENCH
    assert unseen == []
