"""How far a reader of the code goes to follow one refresh of a rack.

A path is the sequence of modules whose functions are called, from the cog that answers the tap to its last call. It has
the modules of cogs, services and ui, on the event loop's thread. Every call counts, however often a function is called,
except that a module that calls itself goes nowhere, and a coroutine that goes on after waiting isn't called again.
Engine, render and storage are libraries: a call into one is a step that a reader need not follow, so it is no place to
come back to. A return is a step to a module that the path has left before.

By this definition a path had 39 returns before screens were given one prepared value: 38 at another's turn.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest

from cogs.bench import BenchCog
from engine.game.bench_keys import SetKey
from services.search import TurnSearch
from services.tables import Tables
from storage.benches import BenchState
from storage.games import Game
from tests.positions import position
from tests.storage.tables import ANN, BOB, KEY
from tests.support.interactions import PRIVATE, Interaction
from tests.support.tables import deal, services
from ui.controls import Control
from ui.interaction_webhooks import InteractionWebhooks
from ui.messages.end_cards import EndCards
from ui.messages.private.live_responses import LiveResponses
from ui.messages.private.private_bench import PrivateBenches
from ui.pictures import Pictures

ROOT = Path(__file__).parents[2]
PLACES = ("cogs", "services", "ui")
MOST_RETURNS = 12
INLINED = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}  # calls or none, as the version of Python has it


@dataclass
class Trail:
    """The project's functions in the order in which they are called, each by its module and its name."""

    calls: list[tuple[str, str]] = field(default_factory=list)
    _frames: set[FrameType] = field(default_factory=set)  # kept, so that no later one can be taken for them

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame in self._frames:
            return
        self._frames.add(frame)
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT) and frame.f_code.co_name not in INLINED:
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            self.calls.append((module, frame.f_code.co_name))

    @property
    def path(self) -> list[str]:
        entered = (module for module, _ in self.calls if module.split(".")[0] in PLACES)
        return [module for module, _ in groupby(entered)]

    @property
    def returns(self) -> int:
        return len(self.path) - len(set(self.path))


@contextmanager
def following() -> Iterator[Trail]:
    trail = Trail()
    sys.setprofile(trail.note)
    try:
        yield trail
    finally:
        sys.setprofile(None)


async def running(tables: Tables, turn: int) -> Game:
    """A game of Ann, who holds seven tiles, and Bob."""
    racks = ["R6 R7 K1 B2 O3 J K9", "B4 B5 B6"]
    where = position(KEY, table="R3 R4 R5 / B9 K9 O9", racks=racks, pool="O4 O5 O6 O7", turn=turn)
    return await deal(tables, where, ANN, BOB)


async def refreshed(tables: Tables, game: Game) -> Trail:
    """Follow a tap on My rack."""
    with closing(Pictures()) as pictures:
        live = LiveResponses(tables)
        webhooks = InteractionWebhooks(tables.now, is_on=True)
        racks = PrivateBenches(
            tables, pictures, EndCards(tables, pictures), TurnSearch(), responses=live, webhooks=webhooks
        )
        cog = BenchCog(services(tables=tables, private_bench=racks, pictures=pictures))
        tap, control = Interaction(ANN, PRIVATE), Control.of("rack", game)
        with following() as trail:
            await cog.taps["rack"](cast("Any", tap), control, [])
        assert len(tap.shown) == 1
    return trail


@pytest.mark.parametrize("turn", [0, 1], ids=["at their turn", "at another's turn"])
async def test_a_refresh_of_a_rack_hardly_returns_to_what_it_has_left(tables: Tables, turn: int) -> None:
    """It also reads a person once."""
    game = await running(tables, turn)

    trail = await refreshed(tables, game)

    assert {"services.benches", "ui.pictures", "ui.screens.bench.screen", "ui.controls"} <= set(trail.path)
    assert trail.returns <= MOST_RETURNS, trail.path
    assert Counter(trail.calls)["storage.settings", "person"] == 1


async def test_a_refresh_with_tiles_picked_hardly_returns_to_what_it_has_left(tables: Tables) -> None:
    game = await running(tables, 0)
    rack = game.state.seats[0].rack if game.state else ()
    await tables.benches.keep(game.id, 0, BenchState(spot=SetKey("A")))
    opened = await refreshed(tables, game)
    await tables.benches.keep(game.id, 0, replace(BenchState(), picks=replace(BenchState().picks, rack=rack[:1])))
    picked = await refreshed(tables, game)

    assert max(opened.returns, picked.returns) <= MOST_RETURNS, (opened.path, picked.path)


def test_a_return_is_a_step_to_what_was_left() -> None:
    modules = ["ui.a", "ui.a", "ui.b", "engine.c", "ui.b", "ui.a"]
    trail = Trail([(module, "function") for module in modules])

    assert (trail.path, trail.returns) == (["ui.a", "ui.b", "ui.a"], 1)
