"""Every background task but the clocks while the database can't do its work, and when it can again."""

import logging
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

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
from services.search import TurnSearch
from services.seats import agree_to_end
from services.tables import Tables
from storage.database import Database
from storage.errors import StorageError
from storage.games import Game, Phase, Player
from storage.puzzles import PuzzleStore
from tests.positions import position
from tests.storage.tables import BOB, KEY, VARIANTS, a_game
from tests.support.breaking import read_only, refusing
from tests.support.tables import deal, services
from tests.support.waiting import until, until_async
from ui.messages.end_cards import EndCards
from ui.messages.end_votes import EndVotes
from ui.messages.interaction_webhooks import InteractionWebhooks
from ui.messages.limits import Limits
from ui.messages.private.direct_bench import DirectBenches
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.public_screens import PublicScreens
from ui.messages.public_table import PublicTables
from ui.messages.turn_pings import TurnPings
from ui.network.request_budget import RequestBudget
from ui.pictures import Pictures, TileEmojis
from ui.services import OwnerSettings

ADA = Player(None, "Ada", Level.FAIR)


class Client:
    """Discord as far as messages go: what was sent and edited, in order. It's its own channels and messages."""

    id = 77

    def __init__(self) -> None:
        self.done: list[str] = []

    def get_partial_messageable(self, *_: object, **__: object) -> "Client":
        return self

    def get_partial_message(self, _: int) -> "Client":
        return self

    async def create_dm(self, _: object) -> "Client":
        return self

    async def send(self, *_: object, **__: object) -> "Client":
        self.done.append("send")
        return self

    async def edit(self, **_: object) -> None:
        self.done.append("edit")

    async def delete(self) -> None:
        self.done.append("delete")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("services.concurrency.coalesce.RETRY", Backoff(0.001, 0.001))
    caplog.set_level(logging.DEBUG, "services")


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    with closing(Pictures()) as drawing:
        yield drawing


@pytest.fixture
def racks(tables: Tables, pictures: Pictures) -> PrivateBenches:
    return PrivateBenches(tables, pictures, EndCards(tables, pictures), TileEmojis(), TurnSearch())


async def until_waiting(caplog: pytest.LogCaptureFixture, task: str) -> None:
    """Wait until this task has met the broken database twice, and require that the owner reads one line."""
    await until(lambda: len(re.findall(rf"{task} waits: The database \S+ could not do its work", caplog.text)) > 1)
    (line,) = [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    assert "could not do its work" in line


async def against_a_computer(tables: Tables, *players: Player) -> Game:
    return await deal(tables, position(KEY, racks=["r1 r2 r3", "b4 b5 b6"], pool="o4 o5 o6 o7", turn=0), *players)


async def test_the_public_message_is_noted_when_the_database_works_again(
    tables: Tables, database: Database, pictures: Pictures, caplog: pytest.LogCaptureFixture
) -> None:
    client, screens = Client(), PublicScreens(tables, pictures, EndCards(tables, pictures))
    here: Any = client  # as much of it as public messages need
    limits, webhooks = Limits(tables.now), InteractionWebhooks(tables.now, is_on=True)
    pings, votes = TurnPings(here, tables, pictures, limits, webhooks), EndVotes(here, tables, limits)
    messages = PublicTables(here, tables, screens, pings=pings, votes=votes, webhooks=webhooks, budget=RequestBudget())
    game = await a_game(tables.games)

    async with refusing(database, "INSERT", "public_messages"):
        messages.on_change(game)
        await until_waiting(caplog, f"public message of table {game.id}")
        assert client.done == []  # what a kill could forget isn't posted
    await until_async(lambda: is_shown(tables, game))
    await messages.close()


async def is_shown(tables: Tables, game: Game) -> bool:
    messages = await tables.public_messages.get(game.id)
    return messages is not None and messages.shown_version == game.version and messages.ping_id is not None


async def test_a_direct_message_is_noted_when_the_database_works_again(
    tables: Tables, database: Database, racks: PrivateBenches, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client()
    direct = DirectBenches(client, tables, racks)  # type: ignore[arg-type]  # as above
    game = await a_game(tables.games)
    assert game.state
    mover = game.players[game.state.turn].user_id or 0
    await tables.settings.change_person(mover, lambda person: replace(person, dm=True))

    async with read_only(database):
        direct.on_change(game)
        await until_waiting(caplog, f"direct of table {game.id}")
        assert client.done == []  # as above
    seat = game.state.turn
    await until_async(lambda: has_direct(tables, game, seat))
    await direct.close()


async def has_direct(tables: Tables, game: Game, seat: int) -> bool:
    known = await tables.benches.direct(game.id, seat)
    return known is not None and known.message_id == Client.id


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
