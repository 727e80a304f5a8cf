"""All one's games, wherever they are, and the way from one that waits to the next."""

import pytest

from playground.model.values import Channel
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_public, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


def laid(running_bot: RunningBot, room: Channel, turn: int, left: int | None = None) -> Game:
    options = {"clock": 120 if left else 0}
    laying = position("classic", racks=["r4 r5", "o1 o2"], pool="b1 b2 b3", turn=turn, options=options)
    return running_bot.lay(room, laying, left=left)


async def test_games_lists_all_of_them_those_that_wait_first(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    theirs, slow, soon = running_bot.room("theirs"), running_bot.room("slow"), running_bot.room("soon")
    laid(running_bot, theirs, turn=1)
    laid(running_bot, slow, turn=0)
    laid(running_bot, soon, turn=0, left=100)
    await require_answer(ana.command("new", room))
    shown = await require_answer(ben.command("table", slow))

    listed = await require_private(ana.command("games", room))

    lines = [line for line in listed.text.splitlines() if line.startswith("- ")]
    order = [next(each for each in (theirs, slow, soon, room) if f"<#{each.id}>" in line) for line in lines]
    assert order == [soon, slow, theirs, room]
    assert [("**your turn**" in line) for line in lines] == [True, True, False, False]
    assert f"<@{ben.user.id}> to play" in lines[2]
    assert lines[3].endswith("waiting for players.")
    assert f"/{slow.id}/{shown.id})" in lines[1]
    assert listed.buttons == ["Next game"]
    chloe = await require_private(running_bot.seat("Chloé").command("games", room))
    assert chloe.text == "## Your games\nYou're not in any game. /new opens a table in a server channel."
    assert chloe.buttons == []


async def test_next_game_goes_round_all_that_wait_and_works_in_direct_messages(running_bot: RunningBot) -> None:
    dmitri = running_bot.seat("Dmitri")
    places = [running_bot.room(name) for name in ("first", "second")]
    for place in places:
        game = laid(running_bot, place, turn=0)
        running_bot.write("UPDATE game SET players = replace(players, ?, ?) WHERE id = ?", swapped(running_bot, game))
    listed = await require_answer(dmitri.command("games", dmitri.dms))
    assert len([line for line in listed.text.splitlines() if "**your turn**" in line]) == 2

    rack = await require_answer(dmitri.click(listed, "Next game"))

    assert f"<#{places[0].id}>" in rack.text
    assert not [each for place in places for each in find_public(dmitri, place)]  # nothing was shown to others


def swapped(running_bot: RunningBot, game: Game) -> tuple[str, str, int]:
    """Dmitri sits where Ana would."""
    return str(running_bot.seat("Ana").user.id), str(running_bot.seat("Dmitri").user.id), game.id
