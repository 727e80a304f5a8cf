"""Tiles and seeds are in the database and in nothing that is printed."""

import logging
import traceback
from contextlib import suppress
from dataclasses import replace

import pytest

from storage.database import Database, StorageError
from storage.games import AlreadyDone, GameStore, Stale
from storage.texts import TextKind, TextStore
from tests.storage.tables import NOON, SEED, a_game, a_lobby, started


def secrets_in(text: str) -> list[str]:
    seed = [repr(SEED), SEED.hex(), "AAECAwQFBgc"]  # as bytes, in hex, in base64
    return [each for each in [*seed, '"rack"', '"pool"', "R4 R5 R6", "number="] if each in text]


async def test_no_log_holds_a_tile_even_when_everything_is_logged(
    games: GameStore, fresh: GameStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = await a_game(games)
    game = await games.commit(game, interaction_id=3, now=NOON, line="timeup moved R4 R5 R6", seat=0)
    await fresh.get(game.id)
    await TextStore(database).keep(game.id, 0, game.version, "R4 R5 R6", TextKind.REFUSED)
    with suppress(Stale):
        await games.commit(replace(game, version=1), interaction_id=4, now=NOON, line="play R4 R5 R6")

    assert "INSERT INTO log" in caplog.text
    assert secrets_in(caplog.text) == []


async def test_no_refusal_holds_a_tile(games: GameStore) -> None:
    lobby = await a_lobby(games)
    game = await games.commit(started(lobby), interaction_id=2, now=NOON)

    for refused in (Stale(game), AlreadyDone(game)):
        assert secrets_in(f"{refused} {refused!r} {refused.args} {game}") == []
    assert "state" not in repr(game)  # whatever a rule system keeps there


@pytest.mark.parametrize(
    "state", ['{"seed": "R4 R5 R6"}', '{"seats": [{"rack": [{"color": "R4 R5 R6"}]}]}', "R4 R5 R6"]
)
async def test_a_game_that_can_not_be_read_is_named_and_not_quoted(
    games: GameStore, fresh: GameStore, database: Database, state: str
) -> None:
    game = await a_game(games)
    await database.run("UPDATE game SET state = ?", (state,))

    with pytest.raises(StorageError) as refused:
        await fresh.get(game.id)

    assert f"Game {game.id} can't be read" in str(refused.value)
    assert secrets_in("".join(traceback.format_exception(refused.value))) == []


async def test_a_game_of_a_rule_system_that_is_gone_says_so(
    games: GameStore, fresh: GameStore, database: Database
) -> None:
    game = await a_game(games)
    await database.run("UPDATE game SET variant = 'forgotten'")

    with pytest.raises(StorageError, match="the rule system “forgotten” is not here"):
        await fresh.get(game.id)
