"""What was noted about a game to keep its private messages up to date is forgotten when the game has ended."""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from weakref import ref

import discord
import pytest

from engine.game.actions import Resign
from services.concurrency.coalesce import Coalescer
from services.tables import Tables
from storage.games import Game
from tests.storage.tables import ANN, GUILD, NOON, a_game
from ui.layout import Screen, screen, text
from ui.messages.private.live_reply import LiveReplies
from ui.messages.private.open_panels import OpenPanels
from ui.messages.private.solo_game import SoloGames


@dataclass(eq=False)
class Followup:
    """By which the answer to a tap is edited."""

    edits: int = 0

    async def edit_message(self, _name: str, **_: object) -> None:
        self.edits += 1


@dataclass(eq=False)
class Tapped:
    """Ann's tap, whose answer can be edited."""

    id: int = 7
    guild_id: int = GUILD
    message: None = None
    locale: discord.Locale = discord.Locale.british_english
    user: Any = field(default_factory=lambda: SimpleNamespace(id=ANN.user_id))
    created_at: datetime = field(default_factory=lambda: datetime.fromtimestamp(NOON, UTC))
    followup: Followup = field(default_factory=Followup)

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: True)


class Screens:
    """Whatever somebody is shown."""

    async def screen(self, *_: object, **__: object) -> Screen:
        return screen([text("something")]), []

    tell = screen


def make_racks(tables: Tables) -> LiveReplies:
    """The racks of players, who are shown the end by another message."""
    return LiveReplies(tables, "racks", Screens().screen, lambda *_: False)


def make_copies(tables: Tables) -> LiveReplies:
    """The copies of the table that followers have, and which show the end."""
    return LiveReplies(tables, "followers", Screens().screen)


def make_panels(tables: Tables) -> OpenPanels:
    return OpenPanels(tables, cast("Any", Screens()))


def make_own(tables: Tables) -> SoloGames:
    return SoloGames(tables, cast("Any", Screens()), cast("Any", Screens()))


KEEPERS = [make_racks, make_copies, make_panels, make_own]
Messages = LiveReplies | OpenPanels | SoloGames


async def begin(tables: Tables, make: Callable[[Tables], Messages]) -> Game:
    """A game of Ann's, alone if that is what is to be shown."""
    game = await a_game(tables.games)
    if make is not make_own:
        return game
    return await tables.games.commit(
        replace(game, guild_id=0, channel_id=ANN.user_id or 0), interaction_id=None, now=NOON
    )


async def finish_updates(messages: Messages) -> None:
    updates: Coalescer = messages._updates  # noqa: SLF001  # it tells nobody
    async with asyncio.timeout(30):
        while any(not task.done() for task in updates._running.values()):  # noqa: SLF001, ASYNC110  # as above
            await asyncio.sleep(0.001)


@pytest.fixture(scope="module", autouse=True)
def without_older_objects() -> None:
    """So that `gc.collect` looks at little more than what a test has made."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.messages.private.live_reply.PAUSE", 0)


@pytest.mark.parametrize("make", KEEPERS)
async def test_a_game_s_end_is_the_end_of_what_is_kept(tables: Tables, make: Callable[[Tables], Messages]) -> None:
    messages, tap = make(tables), Tapped()
    game, whole, kept = await begin(tables, make), ref(tap), ref(tap.followup)
    messages.note_shown(cast("Any", tap), game)
    await finish_updates(messages)
    del tap
    gc.collect()
    assert kept() is not None
    assert whole() is None  # of an interaction, only its response is kept

    messages.on_change((await tables.make_move(game, Resign(0), None)).game)
    await finish_updates(messages)

    gc.collect()
    assert kept() is None
    await messages.close()


@pytest.mark.parametrize("make", KEEPERS)
async def test_a_message_about_a_game_that_has_ended_is_not_kept(
    tables: Tables, make: Callable[[Tables], Messages]
) -> None:
    messages, tap = make(tables), Tapped()
    game, kept = await begin(tables, make), ref(tap.followup)
    over = (await tables.make_move(game, Resign(0), None)).game

    messages.note_shown(cast("Any", tap), over)
    await finish_updates(messages)

    del tap
    gc.collect()
    assert kept() is None
    await messages.close()


async def test_a_panel_that_was_being_made_when_the_game_ended_shows_the_end(tables: Tables) -> None:
    panels, tap = make_panels(tables), Tapped()
    game = await a_game(tables.games)
    panels.on_change((await tables.make_move(game, Resign(0), None)).game)

    panels.note_shown(cast("Any", tap), game)
    await finish_updates(panels)

    assert tap.followup.edits == 1
    await panels.close()
