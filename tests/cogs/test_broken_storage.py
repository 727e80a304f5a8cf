"""Every background task but the clocks while the database can't do its work, and when it can again."""

import logging
import re
from contextlib import closing

import pytest

from cogs.computers import ComputersCog
from cogs.leave import LeaveCog
from engine.coach import puzzles
from engine.coach.puzzles import Grade
from engine.game.actions import Draw
from engine.game.goals import Level
from services.computers import Pause
from services.concurrency.supervise import Backoff
from services.puzzles.pool import PuzzleKey, PuzzlePool
from services.seats import agree_to_end
from services.tables import Tables
from storage.database import Database
from storage.errors import StorageError
from storage.games import Game, Phase, Player
from storage.puzzles import PuzzleStore
from tests.positions import position
from tests.storage.tables import BOB, KEY, VARIANTS, a_game
from tests.support.breaking import read_only
from tests.support.tables import deal, services
from tests.support.waiting import until, until_async
from ui.services import OwnerSettings

ADA = Player(None, "Ada", Level.FAIR)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("services.concurrency.coalesce.RETRY", Backoff(0.001, 0.001))
    caplog.set_level(logging.DEBUG, "services")


async def until_waiting(caplog: pytest.LogCaptureFixture, task: str) -> None:
    """Wait until this task has met the broken database twice, and require that the owner reads one line."""
    await until(lambda: len(re.findall(rf"{task} waits: The database \S+ could not do its work", caplog.text)) > 1)
    (line,) = [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    assert "could not do its work" in line


async def against_a_computer(tables: Tables, *players: Player) -> Game:
    return await deal(tables, position(KEY, racks=["r1 r2 r3", "b4 b5 b6"], pool="o4 o5 o6 o7", turn=0), *players)


async def test_a_computer_moves_when_the_database_works_again(
    tables: Tables, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    game = await against_a_computer(tables, ADA, BOB)
    computers = ComputersCog(services(tables=tables, choices=OwnerSettings(computer_pause=Pause(0, 0))))

    async with read_only(database):
        await computers.begin()
        await until_waiting(caplog, f"computers of table {game.id}")
    await until_async(lambda: is_newer(tables, game))

    await computers.cog_unload()


async def is_newer(tables: Tables, game: Game) -> bool:
    now = await tables.games.get(game.id)
    return now is not None and now.version > game.version


async def test_a_game_that_all_agreed_to_end_ends_when_the_database_works_again(
    tables: Tables, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    parting = LeaveCog(services(tables=tables))
    agreed = await tables.commit(agree_to_end(agree_to_end(await a_game(tables.games), 0), 1), None)

    async with read_only(database):
        parting.on_change(agreed)
        await until_waiting(caplog, f"end of table {agreed.id}")
    await until_async(lambda: is_over(tables, agreed))

    await parting.cog_unload()


async def is_over(tables: Tables, game: Game) -> bool:
    now = await tables.games.get(game.id)
    return now is not None and now.phase is Phase.OVER


async def test_an_ending_that_a_player_called_off_meanwhile_is_forgotten(tables: Tables) -> None:
    parting = LeaveCog(services(tables=tables))
    game = await a_game(tables.games)
    agreed = agree_to_end(agree_to_end(game, 0), 1)
    await tables.make_move(game, Draw(game.state.turn if game.state else 0), None)

    parting.on_change(agreed)  # which was never stored
    await parting.cog_unload()

    assert not await is_over(tables, game)


async def test_a_puzzle_is_made_when_the_database_works_again(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    key = PuzzleKey(20_781, Grade.EASY)
    with closing(PuzzlePool(PuzzleStore(database), puzzles.choose_system(VARIANTS))) as pool:
        async with read_only(database):
            with pytest.raises(StorageError):
                await pool.get(key, key.day)
            assert f"making puzzle {key.name} failed" in caplog.text

        puzzle = await pool.get(key, key.day)

        assert await pool.find_stored(key, key.day) == puzzle
