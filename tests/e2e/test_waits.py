"""Nobody does anything: an idle lobby closes and opens again, and a computer takes an absent player's seat."""

import time

import pytest

from engine.game.goals import Level
from playground.model.values import Channel
from storage.games import Game, Phase, Player
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from ui.controls import Control

from .looking import find_pings, find_public, require_answer, require_private, wait_to_see
from .test_leave import among

pytestmark = pytest.mark.asyncio(loop_scope="module")

DAY = 86_400
ADA = Player(None, "Ada", Level.FAIR)


def laid(running_bot: RunningBot, room: Channel) -> Game:
    """Ana is to move without a clock, Ben and Chloé wait."""
    racks = ["r4 r5", "o1 o2", "k1 k2"]
    return running_bot.lay(room, position("classic", racks=racks, pool="b1 b2 b3 b4 b5", options={"clock": 0}))


async def look_up(running_bot: RunningBot, room: Channel) -> None:
    """Let the clock look at this table: somebody who is not to move leaves it."""
    chloe = running_bot.seat("Chloé")
    await chloe.click(await require_answer(chloe.command("leave", room)), "Leave (a computer takes over)")


async def test_an_idle_lobby_closes_and_opens_again_with_its_options_for_whoever_taps(
    running_bot: RunningBot, room: Channel
) -> None:
    """The bot is restarted in between."""
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room, {"variant": "packkub", "computers": 1}))
    assert " if nothing happens." in lobby.text
    options, before = await require_private(ana.click(lobby, "Options")), running_bot.game(room)
    await ana.select(options, Control.of("patience", before).custom_id, ["2"])
    before = running_bot.game(room)
    assert before.patience == 7 * DAY
    await running_bot.stop()
    running_bot.write("UPDATE game SET waits_until = 1 WHERE id = ?", (before.id,))

    await running_bot.start()

    closed = await wait_to_see(
        ben, lambda seat: next((each for each in find_public(seat, room) if "Open again" in each.buttons), None)
    )
    assert closed.text == "This table closed because nothing happened for 30 minutes."
    opened = await require_answer(ben.click(closed, "Open again"))
    game = running_bot.game(room)
    assert (game.id, game.phase, game.host_id) == (before.id, Phase.LOBBY, ben.user.id)
    assert [each.name for each in game.players] == ["Ben", "Ada"]
    assert (game.options, game.patience) == (before.options, 7 * DAY)
    assert (game.waits_until or 0) > time.time() + 1_700
    assert not any(each.mentions_you for each in find_public(ana, room))
    await ana.wait(lambda seat: [each.id for each in find_public(seat, room)] == [opened.id])
    await ana.click(opened, "Join")
    await ben.click(opened, "Start")
    assert running_bot.game(room).phase is Phase.PLAYING


async def test_an_absent_player_is_reminded_and_then_replaced_until_they_are_back(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    game = laid(running_bot, room)
    until = int(time.time()) + 2 * DAY
    running_bot.write("UPDATE game SET remind_at = 1, waits_until = ? WHERE id = ?", (until, game.id))
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)

    await look_up(running_bot, room)
    (reminder,) = await wait_to_see(
        ana, lambda seat: [each for each in seat.messages(room) if "still your turn" in each.content]
    )
    assert reminder.mentions_you
    assert reminder.content.endswith(f"A computer takes over <t:{until}:R> if you don't play.")
    assert running_bot.game(room).remind_at == until - DAY

    await running_bot.stop()
    running_bot.write("UPDATE game SET remind_at = NULL, waits_until = 1 WHERE id = ?", (game.id,))
    await running_bot.start()
    table = await wait_to_see(
        ben, lambda seat: next((each for each in find_public(seat, room) if "who is away" in each.text), None)
    )
    assert f"A computer plays for <@{ana.user.id}>, who is away." in table.text
    await ana.wait(lambda seat: reminder.id not in [each.id for each in seat.messages(room)])
    await running_bot.until(lambda: running_bot.state(room).turn == 1)

    await ana.click(find_public(ana, room)[-1], "I'm back")

    assert not running_bot.game(room).players[0].away
    await ben.command("draw", room)
    await running_bot.until(lambda: running_bot.state(room).turn == 0)  # a computer plays for the third
    assert running_bot.game(room).waits_until  # for Ana


async def play_alone(running_bot: RunningBot, place: Channel) -> None:
    """Ben has begun a game for the solo ladder, and it's his turn."""
    ana, ben = running_bot.seats(2)
    options: dict[str, int | str | bool] = {"clock": 0, "assistance": "off"}
    laying = position("classic", racks=["r4 r5", "k1 k2"], pool="b1 b2 b3 b4 b5 b6", options=options)
    running_bot.lay(place, laying, computers=[ADA])
    running_bot.write(
        "UPDATE game SET host_id = ?, players = replace(players, ?, ?) WHERE channel_id = ?",
        (ben.user.id, str(ana.user.id), str(ben.user.id), place.id),
    )
    await ben.command("draw", place)
    await running_bot.until(lambda: running_bot.state(place).turn == 0)
    until = running_bot.game(place).waits_until or 0
    assert 7 * DAY - 60 < until - time.time() <= 7 * DAY
    rack = await require_private(ben.command("rack", place))
    assert f"For the solo ladder: counts as lost <t:{until}:R> if you don't play." in rack.text


async def test_a_solo_game_that_nobody_finishes_is_lost_even_if_a_manager_voids_it(
    running_bot: RunningBot, room: Channel
) -> None:
    """Ben abandons one game against a computer, and Ana, who manages the server, voids another of his."""
    ana, ben = running_bot.seats(2)
    there = running_bot.room("voided")
    for place in (room, there):
        await play_alone(running_bot, place)

    question = await require_private(ana.command("end", there))
    assert question.text.endswith("It's for the solo ladder, so it counts as lost a week after the player's last turn.")
    await ana.click(question, "End for everyone")
    voided = running_bot.game_by_id(int(running_bot.rows("SELECT max(id) AS id FROM game")[0]["id"]))
    card = await wait_to_see(ben, among("It counts for the solo ladder: as lost", there))
    assert "unless the bot's owner voids it." in card.text
    await running_bot.stop()
    running_bot.write("UPDATE game SET waits_until = 1 WHERE waits_until IS NOT NULL")
    await running_bot.start()

    card = await wait_to_see(ben, among("A server manager ended the game, and it counts as lost.", there))
    assert "Ratings:" in card.text
    card = await wait_to_see(ben, among("Nobody played for 7 days, so the game counts as lost.", room))
    assert "Ratings:" in card.text
    assert voided
    rows = running_bot.rows("SELECT games, mu FROM rating WHERE pool = 0 AND user_id = ?", ben.user.id)
    assert [(row["games"], row["mu"] < 25) for row in rows] == [(2, True)]


async def test_a_person_alone_is_not_waited_for(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    await require_private(ana.command("new", room, {"start": True}))

    game = running_bot.game(room)
    assert (game.waits_until, game.remind_at) == (None, None)
