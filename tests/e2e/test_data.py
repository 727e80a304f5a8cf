"""What is stored about somebody, on the real bot: as a file, and deleted while their game is running."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.games import Phase

from .looking import find_public, require_answer, require_private

if TYPE_CHECKING:
    from playground.model.values import Channel
    from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_player_exports_and_deletes_everything_in_a_game(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room, clock="200"))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    await ben.command("settings", room, theme="dark")

    policy = await require_private(ben.command("privacy", room))
    exported = await require_private(ben.click(policy, "Export my data"))
    assert exported.text == "This is everything stored about you. Only you can see this message."
    question = await require_private(ben.command("data delete", room))
    sure = await require_private(ben.click(question, "Continue"))
    done = await require_private(ben.click(sure, "Delete everything"))

    assert done.text == "Everything about you is deleted."
    game = running_bot.game(room)
    assert game.phase is Phase.PLAYING
    assert [player.away for player in game.players] == [False, True]
    pseudonym = game.players[1].name
    assert pseudonym.startswith("deleted-")
    for table in ("game", "person", "seat_result", "seat"):
        rows = running_bot.rows(f"SELECT * FROM {table}")  # noqa: S608  # our own tables
        assert [row for row in rows if str(ben.user.id) in str(tuple(row))] == []
    await ana.wait(lambda seat: f"**{pseudonym}**" in find_public(seat, room)[-1].text)
    await ana.click(await require_answer(ana.command("resign", room)), "Resign")
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)
