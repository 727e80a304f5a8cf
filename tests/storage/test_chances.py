"""Chances of winning, kept with their games."""

import pytest

from engine.coach.chances import TurnChance
from storage import chances
from storage.chances import ChanceStore
from storage.database import Database
from storage.games import GameStore
from tests.storage.tables import a_game

SOME = (TurnChance(3, 40, 20.5, 18, 22, 6.25), TurnChance(7))


async def test_chances_come_back_and_are_replaced(games: GameStore, database: Database) -> None:
    game, store = await a_game(games), ChanceStore(database)

    assert await store.get(game.id) is None
    for found in (SOME, SOME[:1], ()):
        await store.keep(game.id, found)
        assert await ChanceStore(database).get(game.id) == found


async def test_each_game_has_its_own(games: GameStore, database: Database) -> None:
    one, other = await a_game(games), await a_game(games, channel=2, interaction=20)
    await ChanceStore(database).keep(one.id, SOME)

    assert await ChanceStore(database).get(other.id) is None


async def test_chances_by_another_method_are_not_used(
    games: GameStore, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await a_game(games)
    await ChanceStore(database).keep(game.id, SOME)
    monkeypatch.setattr(chances, "METHOD", 0)

    assert await ChanceStore(database).get(game.id) is None
    await ChanceStore(database).keep(game.id, ())
    assert await ChanceStore(database).get(game.id) == ()
