"""Once more, if the others want to: the same rules and computers, and nobody sits there who did not say so."""

import pytest

from engine.game.goals import Level
from playground import ShownMessage
from playground.model.values import Channel
from storage.games import Phase, Player
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_public, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADA = Player(None, "Ada", Level.STRONG)


async def ended(running_bot: RunningBot, room: Channel) -> ShownMessage:
    """The last message of a game of Ana, Ben and a computer under house rules."""
    ana, ben = running_bot.seats(2)
    laying = position("classic", racks=["r4", "o1", "k1"], pool="b1 b2", options={"clock": 0, "games": 3})
    running_bot.lay(room, laying, computers=[ADA])
    await require_answer(ana.command("end", room))
    question = await wait_to_see(
        ben, lambda seat: next((each for each in find_public(seat, room) if "Play on" in each.buttons), None)
    )
    await ben.click(question, "End the game")
    return await wait_to_see(
        ana, lambda seat: next((each for each in find_public(seat, room) if "Rematch" in each.buttons), None)
    )


async def test_a_rematch_has_the_same_rules_and_computers_and_asks_everybody_else(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    final = await ended(running_bot, room)
    before = running_bot.game(room)

    lobby = await require_answer(ana.click(final, "Rematch"))

    game = running_bot.game(room)
    assert (game.phase, game.variant, game.options) == (Phase.LOBBY, before.variant, before.options)
    assert game.players == (Player(ana.user.id, "Ana"), ADA)
    assert f"Rematch: <@{ben.user.id}>, tap **Join** to play again." in lobby.text
    asked = [next(each for each in find_public(seat, room) if each.id == lobby.id) for seat in (ana, ben)]
    assert [each.mentions_you for each in asked] == [False, True]
    await ben.click(final, "Rematch")  # which is a yes as well as Join is
    await ana.click(lobby, "Start")
    assert running_bot.game(room).players == (Player(ana.user.id, "Ana"), ADA, Player(ben.user.id, "Ben"))
    assert running_bot.game(room).phase is Phase.PLAYING


async def test_who_does_not_join_a_rematch_does_not_sit_there(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    final = await ended(running_bot, room)

    lobby = await require_answer(ben.click(final, "Rematch"))
    await ben.click(lobby, "Start")

    assert running_bot.game(room).phase is Phase.PLAYING
    assert ana.user.id not in [player.user_id for player in running_bot.game(room).players]


async def test_strangers_ask_for_no_rematch_but_may_join_one(running_bot: RunningBot, room: Channel) -> None:
    ana, chloe = running_bot.seat("Ana"), running_bot.seat("Chloé")
    final = await ended(running_bot, room)

    refused = await require_private(chloe.click(final, "Rematch"))
    assert refused.text == "Only this game's players can ask for a rematch. /new opens a new table."
    lobby = await require_answer(ana.click(final, "Rematch"))
    await chloe.click(lobby, "Join")

    assert chloe.user.id in [player.user_id for player in running_bot.game(room).players]


async def test_a_table_of_another_system_is_no_rematch(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    final = await ended(running_bot, room)
    await require_answer(ben.command("new", room, variant="rummy_cube"))

    refused = await require_private(ana.click(final, "Rematch"))

    assert refused.text.startswith("This channel already has an open table.")
    assert [player.name for player in running_bot.game(room).players] == ["Ben"]
