"""The leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest_asyncio

from cogs.scores import ScoresCog
from tests.storage.tables import BOB, GUILD, KEY, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, ScoresCog) as here:
        yield here


async def test_the_winner_of_this_server_s_games_comes_first(room: Room) -> None:
    await room.over()

    answer = await room.command("leaderboard", Interaction(BOB))

    assert "🥇 <@11> — 1 of 1 game won" in answer.text
    assert "🥈 <@22> — 0 of 1 game won" in answer.text
    assert "This server, all systems" in answer.text
    assert not answer.is_public


async def test_another_server_has_a_leaderboard_of_its_own_and_all_have_one_together(room: Room) -> None:
    await room.over()
    elsewhere = GUILD + 1

    here = await room.command("leaderboard", Interaction(guild_id=elsewhere))
    everywhere = await room.command("leaderboard", Interaction(guild_id=elsewhere), scope="all")

    assert "Nobody has finished a game yet." in here.text
    assert "🥇 <@11>" in everywhere.text
    assert "All servers" in everywhere.text


async def test_the_leaderboard_of_a_system_has_its_points(room: Room) -> None:
    game = await room.over()
    assert game.state
    assert game.state.outcome
    other = next(key for key in VARIANTS if key != KEY)

    this, that = await room.command("leaderboard", variant=KEY), await room.command("leaderboard", variant=other)

    assert f"{game.state.outcome.scores[0]:+d} point" in this.text
    assert "Nobody has finished a game yet." in that.text


async def test_players_come_as_a_picture_with_the_same_in_words(room: Room) -> None:
    await room.over()

    (picture,) = (await room.command("leaderboard", Interaction(BOB), variant=KEY)).screen.pictures

    assert picture.name.startswith("leaderboard-")
    assert picture.alt.splitlines()[1].startswith("1. Ann — 1 of 1 game won, +")
    assert not (await room.command("leaderboard", Interaction(guild_id=GUILD + 1))).screen.pictures


async def test_a_system_that_there_is_not_has_no_winners(room: Room) -> None:
    await room.over()

    assert "Nobody has finished a game yet." in (await room.command("leaderboard", variant="chess")).text
