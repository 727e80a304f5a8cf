"""The leaderboards of a server's season and of its ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cogs.leaderboard import LeaderboardCog
from storage.games import Player
from storage.results.rating import DAY
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import BOB, GUILD, KEY, NOON, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room, opened
from ui.controls import Control
from ui.messages.limits import Limit
from ui.screens.leaderboard import Board, BoardKey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

OTHER = next(key for key in VARIANTS if key != KEY)
FIRST_ID = 1_000  # of games that aren't the room's own
NOT_HERE = "This rule system isn't available."


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, LeaderboardCog) as here:
        yield here


async def many(room: Room, monkeypatch: pytest.MonkeyPatch, people: int = 23) -> None:
    """A game of this many people, the best first."""
    for user in range(100, 100 + people):
        monkeypatch.setitem(NAMES, user, f"P{user}")
    await write(room.database, a_result(FIRST_ID, *range(100, 100 + people)))


async def test_this_season_s_best_players_come_first(room: Room) -> None:
    await room.over()

    answer = await room.command("leaderboard", Interaction(BOB))

    assert answer.text.startswith("## Season 1 of 2027")
    assert "🥇 <@11> — **1 point** · 1 of 1 game won" in answer.text
    assert "🥈 <@22> — **0 points** · 0 of 1 game won" in answer.text
    assert "all systems" in answer.text
    assert not answer.is_public


async def test_another_server_has_a_leaderboard_of_its_own(room: Room) -> None:
    await room.over()

    answer = await room.command("leaderboard", Interaction(guild_id=GUILD + 1))

    assert "Nobody has finished a rated game this season." in answer.text
    assert not answer.screen.pictures


async def test_a_system_has_a_leaderboard_of_its_own(room: Room) -> None:
    await room.over()

    this, that = await room.command("leaderboard", variant=KEY), await room.command("leaderboard", variant=OTHER)

    assert "<@11>" in this.text
    assert "<@11>" not in that.text


async def test_players_come_as_a_picture_with_the_same_in_words(room: Room) -> None:
    await room.over()

    (picture,) = (await room.command("leaderboard", Interaction(BOB), variant=KEY)).screen.pictures

    assert picture.name.startswith("leaderboard-")
    assert picture.alt.splitlines()[1] == "1. Ann — **1 point** · 1 of 1 game won"


async def test_ratings_are_those_of_one_system(room: Room) -> None:
    for number in range(30):
        order = [(11, 22, 33, 44), (22, 11, 44, 33), (11, 33, 22, 44)][number % 3]
        await write(room.database, a_result(FIRST_ID + number, *order, at=NOON - (30 - number) * DAY // 2))

    answer = await room.command("leaderboard", board="rating")

    assert answer.text.startswith("## Ratings")
    assert str(VARIANTS[KEY].info.name) in answer.text
    assert "🥇 <@11> — **2" in answer.text
    assert "30 games" in answer.text
    none = await room.command("leaderboard", board="rating", variant=OTHER)
    assert "Nobody is listed yet." in none.text


async def press(room: Room, answer: Interaction, label: str, asked: Interaction | None = None) -> Interaction:
    control = answer.screen.controls[label]
    return await room.tap(control.verb, None, asked, argument=control.argument)


async def test_pages_turn_and_show_the_viewer_s_place(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await many(room, monkeypatch)
    last = Player(122, "P122")

    first = await room.command("leaderboard", Interaction(last))
    second = await press(room, first, "▶", Interaction(last))
    own = await press(room, second, "My rank", Interaction(last))

    assert "You're number 23: **0 points**" in first.text
    assert "11. <@110>" in second.text
    assert "23. <@122>" in own.text
    assert "You're number" not in own.text
    assert own.screen.controls["◀"].argument == "season-all-1"


async def test_the_first_and_the_last_page_lead_no_further(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await many(room, monkeypatch, people=11)

    first = await room.command("leaderboard")
    second = await room.tap("boardon", None, argument="season-all-1")

    assert (await room.tap("boardback", None, argument="season-all-0")).text == first.text
    assert first.screen.controls["▶"] == Control("boardon", 0, 0, "season-all-1")
    assert {"▶", "Post in this channel", "Season", "Ratings"} == set(first.screen.controls)  # who asks isn't on it
    assert {"◀", "Post in this channel", "Season", "Ratings"} == set(second.screen.controls)


async def test_a_leaderboard_is_posted_for_everybody_without_buttons(room: Room) -> None:
    await room.over()
    shown = await room.command("leaderboard", Interaction(BOB))

    posted = await press(room, shown, "Post in this channel", Interaction(BOB))

    assert posted.is_public
    assert "🥇 <@11> — **1 point**" in posted.text
    assert not posted.screen.controls
    assert posted.screen.called == ()
    assert posted.screen.pictures


async def test_leaderboards_are_posted_only_so_often(room: Room) -> None:
    await room.over()
    for _ in range(Limit.SHOW.personal):
        await room.tap("boardpost", None, argument="season-all-0")

    said = await room.refused(room.tap("boardpost", None, argument="season-all-0"))

    assert said.startswith("You've asked for that several times in a minute.")


@pytest.mark.parametrize("verb", ["board", "boardback", "boardon", "boardmine", "boardpost"])
@pytest.mark.parametrize(
    "argument",
    ["", "season", "season-all", "season-all-x", "wins-all-0", "season--0", "season-all--1", "season-all-1234567"],
)
async def test_a_button_that_is_no_page_s_is_refused(room: Room, verb: str, argument: str) -> None:
    said = await room.refused(room.tap(verb, None, argument=argument))

    assert said == "This button has expired. /leaderboard shows the leaderboards."


@pytest.mark.parametrize("board", ["season", "rating"])
async def test_a_removed_system_has_no_leaderboard(room: Room, board: str) -> None:
    assert await room.refused(room.command("leaderboard", board=board, variant="chess")) == NOT_HERE
    assert await room.refused(room.tap("board", None, argument=f"{board}-chess-0")) == NOT_HERE


async def test_who_is_not_on_it_has_no_place(room: Room) -> None:
    await room.over()

    for argument in ("season-all-0", f"rating-{KEY}-0"):
        said = await room.refused(room.tap("boardmine", None, Interaction(Player(99, "Di")), argument=argument))
        assert said == "You aren't on this leaderboard yet."


async def test_an_empty_leaderboard_is_not_posted(room: Room) -> None:
    said = await room.refused(room.tap("boardpost", None, argument=f"rating-{KEY}-0"))

    assert said == "This leaderboard is empty."


@pytest.mark.parametrize("page", ["1", "999999"])
async def test_a_page_behind_the_last_is_the_first(room: Room, page: str) -> None:
    await room.over()

    answer = await room.tap("board", None, argument=f"season-all-{page}")

    assert "🥇 <@11>" in answer.text


@pytest.mark.parametrize("key", [BoardKey(Board.SEASON, None, 3), BoardKey(Board.RATING, "rummy_cube")])
def test_a_key_is_read_as_it_was_written(key: BoardKey) -> None:
    assert BoardKey.read(key.write()) == key
    assert Control.read(Control("board", 0, 0, key.write()).custom_id)
