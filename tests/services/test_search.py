"""Turns looked for beside the event loop, and offered while a player types."""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from engine.game.goals import FoundTurn, Goal
from engine.game.views import Assistance, View
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Tile
from services import suggestions
from services.fitting import play_picked
from services.game_view import GameView, prepare_game_view
from services.search import TurnSearch
from services.suggestions import KEPT_TOKEN, Suggestions, read_written_tiles
from services.tables import Tables
from tests.grid_positions import grid
from tests.positions import Position, position
from tests.storage.tables import a_lobby
from tests.ui.screens.test_hints import game_of

FULL = {"assistance": Assistance.FULL.value}


class Slow:
    """A system that finds nothing before it may, and counts how often it was asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked = 0
        self.may = threading.Event()
        self._error = error

    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        del view, goal, tiles
        self.asked += 1
        self.may.wait(5)
        if self._error:
            raise self._error
        return None


def make_position(**more: Any) -> Position:
    given: dict[str, Any] = {"table": "r4 r5 r6", "racks": ["r7 r7 k1 k2 j", "o1"], "options": FULL}
    return position("classic", **(given | more))


def make_game_view(variant: Any = None, **more: Any) -> GameView:
    at = make_position(**more)
    return prepare_game_view(game_of(at.state), variant or at.system, at.view(0), "here")


async def test_one_search_answers_all_who_ask_and_is_remembered() -> None:
    slow, thinking = Slow(), TurnSearch()
    asking = [asyncio.create_task(thinking.find(make_game_view(slow), Goal.TILES)) for _ in range(5)]
    await asyncio.sleep(0)
    slow.may.set()

    assert await asyncio.gather(*asking) == [None] * 5
    assert await thinking.find(make_game_view(slow), Goal.TILES) is None
    assert slow.asked == 1
    await thinking.find(make_game_view(slow), Goal.VALUE)
    await thinking.find(make_game_view(slow, racks=["r7", "o1"]), Goal.TILES)
    assert slow.asked == 3


async def test_a_caller_who_stops_waiting_leaves_the_answer_behind() -> None:
    slow, thinking = Slow(), TurnSearch()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await thinking.find(make_game_view(slow), Goal.TILES)
    slow.may.set()

    assert await thinking.find(make_game_view(slow), Goal.TILES) is None
    assert slow.asked == 1


async def test_a_search_that_fails_is_tried_again() -> None:
    slow, thinking = Slow(ValueError("no")), TurnSearch()
    slow.may.set()

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            await thinking.find(make_game_view(slow), Goal.TILES)
    assert slow.asked == 2


async def test_completions_are_given_in_time_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "PATIENCE", 0.01)
    slow = Slow()
    suggester = Suggestions(cast("Tables", None), TurnSearch(), 100)

    assert await suggester.suggest(make_game_view(slow), "") == []
    slow.may.set()


async def test_completions_never_fail_aloud(caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow(ValueError("no"))
    slow.may.set()
    suggester = Suggestions(cast("Tables", None), TurnSearch(), 100)

    assert await suggester.suggest(make_game_view(slow), "") == []
    assert "suggesting turns failed" in caplog.text


@pytest.mark.parametrize(("spare", "kept"), [(1, False), (0, False), (-1, True)])
async def test_a_turn_is_offered_in_words_unless_they_are_longer_than_discord_takes(
    tables: Tables, spare: int, kept: bool
) -> None:
    at = make_position(racks=["r7 r8", "o1"])
    lobby = await a_lobby(tables.games)
    game_view = prepare_game_view(replace(game_of(at.state), id=lobby.id), at.system, at.view(0), "here")
    words = "A+R7 R8"

    (offered,) = await Suggestions(tables, TurnSearch(), len(words) + spare).suggest(game_view, "r7 r8")

    token = offered.text.removeprefix(KEPT_TOKEN)
    assert (token != offered.text) is kept
    assert (await tables.texts.get(token, lobby.id, 0) if kept else offered.text) == words


@pytest.mark.parametrize("helps", [Assistance.OFF, Assistance.FIT])
async def test_nothing_is_looked_for_where_the_table_gives_no_hints(helps: Assistance) -> None:
    slow = Slow()
    suggester = Suggestions(cast("Tables", None), TurnSearch(), 100)

    assert await suggester.suggest(make_game_view(slow, options={"assistance": helps.value}), "r7") == []
    assert slow.asked == 0


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("", ""),
        ("r7", "R7"),
        ("r7 r7 r7", "R7 R7"),
        ("A+r7; k1 k2 j", "R7 K1 K2 J"),
        ("a-r7>k; k1", "K1"),
        ("a:2; j=k3 k2", "J K2"),
        ("j=9", "J"),
        ("r7@a k1", "K1"),
        ("o9 r4 hello", ""),
        ("table: r4 r5 r6 r7", "R7"),
    ],
)
def test_text_written_so_far_is_read_by_its_rack_tiles(text: str, tiles: str) -> None:
    assert write_tiles(read_written_tiles(make_game_view(), text)) == tiles


async def test_a_play_that_a_hint_shows_can_be_arranged() -> None:
    """The search for picked tiles is shorter than a hint's, and misses this one."""
    cells = "h5=r9 h6=r10 i6=k10 j6=o10 f7=k11 g7=o11 h7=r11 h8=j:r12 h9=r13"
    at = grid("rummykruss", racks=["k6 b4 k7 o7 b5 k13 o12 k7 r3 b2", "o1"], cells=cells)
    game_view = prepare_game_view(game_of(at.state), at.system, at.view(0), "here")
    search = TurnSearch()
    hint = await search.find_best(game_view)
    assert hint

    found, sentence = await play_picked(search, game_view, hint.played)

    assert found == hint
    assert sentence == ""


def test_a_cell_is_not_a_tile() -> None:
    at = grid("rummykruss", racks=["b8 k5 r7 j", "o1"], cells="h8=r5 h9=r6 h10=r7")

    assert (
        write_tiles(
            read_written_tiles(
                prepare_game_view(game_of(at.state), at.system, at.view(0), "here"), "b8=k5 k5>r7 h11=j:r7 "
            )
        )
        == "K5 J"
    )
