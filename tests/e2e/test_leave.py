"""Leaving a running game to a computer, resigning from the menu, and ending a game that all want to end."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest

from engine.game.goals import Level
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.codec import encode
from storage.games import Phase, Player
from tests.e2e.looking import find_public, find_showing, read_alt, require_answer, require_private, wait_to_see
from tests.e2e.running_bot import RunningBot
from tests.positions import position

pytestmark = pytest.mark.asyncio(loop_scope="module")

POOL = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
LEAVE = "Leave (a computer takes over)"
ADA = Player(None, "Ada", Level.FAIR)


def laid(
    running_bot: RunningBot, room: Channel, people: int = 3, *, computers: int = 0, assistance: str = "fit"
) -> None:
    """Ana to play and host."""
    racks = ["r4 r5", "o1 o2", "k1 k2"][: people + computers]
    laying = position("classic", racks=racks, pool=POOL, options={"clock": 0, "assistance": assistance})
    running_bot.lay(room, laying, computers=[ADA] * computers)


async def said(answer: Awaitable[ShownMessage | None]) -> str:
    return (await require_private(answer)).text


def encode_without_votes(players: Sequence[Player]) -> str:
    """The players as they are stored, of whom nobody wants to end the game."""
    return encode(tuple(replace(player, agrees_to_end=False) for player in players))


def among(words: str, room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: one of several public messages, with these words."""
    return lambda seat: next((each for each in find_public(seat, room) if words in each.text), None)


async def menu(seat: SimulatedUser, room: Channel) -> ShownMessage:
    """What is under More."""
    shown = (
        find_public(seat, room)[-1] if find_public(seat, room) else await require_answer(seat.command("table", room))
    )
    return await require_private(seat.click(shown, "More"))


# leaving


async def test_who_leaves_is_asked_and_a_computer_plays_on_until_they_want_the_seat_back(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room, assistance="full")  # so it isn't rated
    ana, ben, chloe = running_bot.seats(3)
    question = await require_private(ana.command("leave", room))
    assert question.text.startswith("Leave this game?")
    assert question.buttons == [LEAVE, "Cancel"]
    kept = await require_answer(ana.click(question, "Cancel"))
    assert kept.id == question.id
    assert "Nothing was changed." in kept.text
    assert {"Confirm", "Draw", "More"} <= set(kept.buttons)
    assert running_bot.game(room).players[0] == Player(ana.user.id, "Ana")

    question = await require_private(ana.command("leave", room))
    done = await require_answer(ana.click(question, LEAVE))

    assert done.id == question.id
    assert done.text.startswith("You've left this game")
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM log WHERE seat = 0 AND line LIKE 'draw%'"))
    shown = await require_answer(ben.command("table", room))
    assert f"A computer plays for <@{ana.user.id}>, who left." in shown.text
    assert running_bot.game(room).host_id == ben.user.id
    for refused in (ana.command("rack", room), ana.click(shown, "My rack"), ana.command("resign", room)):
        assert (await said(refused)).startswith("You've left this game")
    assert running_bot.game(room).players[0].away  # looking on is no wish to come back
    rack = await require_answer(ana.click(done, "I'm back"))
    assert rack.id == done.id  # no notice stays behind that says the opposite
    assert "You're back in your seat." in rack.text
    game = running_bot.game(room)
    assert (game.players[0], game.host_id) == (Player(ana.user.id, "Ana"), ben.user.id)
    await ben.command("draw", room)
    await chloe.command("draw", room)
    assert running_bot.state(room).turn == 0


async def test_who_leaves_a_rated_game_is_back_a_round_later_and_only_once(
    running_bot: RunningBot, room: Channel
) -> None:
    """The bot is killed in between."""
    laid(running_bot, room)
    ana, ben, chloe = running_bot.seats(3)
    question = await require_private(ana.command("leave", room))
    assert question.text.startswith("Leave this game? It counts, so a computer keeps your seat for a whole round.")
    done = await require_answer(ana.click(question, LEAVE))
    await running_bot.until(lambda: running_bot.state(room).turn == 1)  # the computer has played for her

    answer = await said(ana.click(done, "I'm back"))

    assert answer == "This game counts, so a computer keeps your seat for a whole round. You're back in 2 turns."
    assert running_bot.game(room).players[0].away
    await running_bot.kill()
    await running_bot.start()
    await ben.command("draw", room)
    assert running_bot.game(room).players[0].away
    await chloe.command("draw", room)
    assert not running_bot.game(room).players[0].away
    table = await wait_to_see(ben, find_showing(f"<@{ana.user.id}> is back.", room))
    assert "I'm back" not in table.buttons
    rack = await require_private(ana.command("rack", room))
    assert "Your turn" in rack.text
    question = await require_private(ana.command("leave", room))
    assert question.text.startswith("Leave this game again?")
    done = await require_answer(ana.click(question, LEAVE))
    assert await said(ana.click(done, "I'm back")) == (
        "You've left this game twice, and it counts, so a computer plays for you to the end."
    )


async def test_the_last_person_is_told_that_computers_finish_the_game(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, 1, computers=1)
    ana = running_bot.seat("Ana")

    question = await require_private(ana.command("leave", room))
    assert "If you aren't back at the end, you finish last." in question.text
    await ana.click(question, "Leave (computers finish the game)")

    await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)
    final = await wait_to_see(ana, find_showing("left and finished last", room))
    assert "Rematch" in final.buttons


async def test_the_menu_leaves_and_resigns_too_and_asks_first(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben, _ = running_bot.seats(3)
    more = await menu(ana, room)
    assert more.buttons == ["My rack", "Log", "Rules", "Leave", "Resign", "End the game"]

    question = await require_answer(ana.click(more, "Resign"))
    assert question.id == more.id
    await ana.click(question, "Resign")

    assert running_bot.state(room).seats[0].resigned
    assert running_bot.game(room).host_id == ben.user.id
    assert (await menu(ana, room)).buttons == ["Log", "Follow", "Rules"]  # the server is hers, but she has played
    assert await said(ana.command("leave", room)) == "You've resigned from this game."
    question = await require_answer(ben.click(await menu(ben, room), "Leave"))
    assert question.buttons == [LEAVE, "Cancel"]


async def test_strangers_leave_and_end_nothing(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    eve = running_bot.stranger()

    assert (await menu(eve, room)).buttons == ["Log", "Follow", "Rules"]
    assert await said(eve.command("leave", room)) == "You're not in this game."
    assert await said(eve.command("end", room)) == "You're not in this game."
    await require_answer(running_bot.seat("Ana").command("end", room))
    question = await wait_to_see(eve, among("wants to end the game.", room))
    assert await said(eve.click(question, "End the game")) == "You're not in this game."
    assert await said(eve.click(question, "Play on")) == "You're not in this game."
    assert running_bot.game(room).players[0].agrees_to_end


# ending


def votes(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    """The public messages that ask whether to end the game."""
    return [each for each in find_public(seat, room) if "Play on" in each.buttons]


async def test_a_game_ends_when_everybody_who_plays_agrees_and_leaves_one_card(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room)
    ana, ben, chloe = running_bot.seats(3)
    await require_answer(ana.command("table", room))

    private = await require_private(ana.command("end", room))

    assert f"Waiting for <@{ben.user.id}> and <@{chloe.user.id}>." in private.text
    question = await wait_to_see(ben, among("wants to end the game.", room))
    assert question.buttons == ["End the game", "Play on"]
    assert f"<@{ana.user.id}> wants to end the game. Waiting for <@{ben.user.id}>" in question.text
    called = [next(each for each in seat.messages(room) if each.id == question.id) for seat in (ana, ben, chloe)]
    assert [each.mentions_you for each in called] == [False, True, True]
    await require_private(ben.click(question, "End the game"))
    edited = await wait_to_see(ben, among("want to end the game.", room))
    assert edited.id == question.id
    assert f"Waiting for <@{chloe.user.id}>." in edited.text
    assert running_bot.game(room).phase is Phase.PLAYING
    ended = await require_private(chloe.click(edited, "End the game"))
    assert ended.text.startswith("## Nobody wins")
    assert ended.buttons == ["Rematch", "Review", "Log"]

    game = running_bot.game(room)
    assert game.phase is Phase.OVER
    ends = running_bot.rows("SELECT pool, unrated FROM finished_game WHERE game_id = ?", game.id)
    assert [tuple(row) for row in ends] == [(None, "agreed")]
    final = await wait_to_see(ana, find_showing("## Nobody wins", room))  # alone: the vote is gone
    assert "Not rated: everyone agreed to end the game." in final.text
    assert final.buttons == ["Rematch", "Review", "Log"]
    assert "Ana is left with R4 R5." in read_alt(final)  # the racks are open
    await require_answer(ben.command("new", room))  # there is room for another table


async def test_one_who_plays_on_keeps_the_game_going_for_all(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben, _ = running_bot.seats(3)
    await require_answer(ana.command("table", room))
    await require_private(ana.command("end", room))
    question = await wait_to_see(ben, among("wants to end the game.", room))

    over = await require_private(ben.click(question, "Play on"))

    assert over.text == "You chose to play on, so the game continues."
    assert not any(player.agrees_to_end for player in running_bot.game(room).players)
    assert running_bot.game(room).phase is Phase.PLAYING
    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> chose to play on, so the game continues.", room))


async def test_votes_of_the_same_moment_all_count(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    seats = running_bot.seats(3)

    answers = await asyncio.gather(*(require_private(each.command("end", room)) for each in seats))

    assert sorted("You agreed to end the game." in each.text for each in answers) == [False, True, True]
    for seat, answer in zip(seats, answers, strict=True):
        if "End the game" in answer.buttons:  # the last one is asked to confirm
            await seat.click(answer, "End the game")
    await wait_to_see(seats[0], find_showing("Nobody wins", room))


async def test_two_who_answer_a_vote_at_the_same_moment_end_the_game(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben, chloe = running_bot.seats(3)
    await ana.command("end", room)
    vote = await wait_to_see(ben, among("wants to end the game", room))

    await asyncio.gather(ben.click(vote, "End the game"), chloe.click(vote, "End the game"))

    await wait_to_see(ana, find_showing("Nobody wins", room))


async def test_a_vote_lapses_when_somebody_takes_a_turn_instead(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben, _ = running_bot.seats(3)
    await require_answer(ana.command("table", room))
    await require_private(ben.command("end", room))
    await wait_to_see(ben, among("wants to end the game.", room))

    await ana.command("draw", room)

    await wait_to_see(ben, lambda seat: not votes(seat, room) or None)
    assert not any(player.agrees_to_end for player in running_bot.game(room).players)


async def test_who_is_away_or_gone_is_not_waited_for(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben, chloe = running_bot.seats(3)
    await require_answer(ana.command("end", room))
    question = await wait_to_see(ben, among("wants to end the game.", room))
    await require_answer(ben.command("end", room))
    assert running_bot.game(room).phase is Phase.PLAYING

    await chloe.click(await require_private(chloe.command("leave", room)), LEAVE)

    await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)
    await wait_to_see(ben, find_showing("## Nobody wins", room))
    assert question.id not in [each.id for each in find_public(ben, room)]


async def test_the_only_person_is_asked_alone(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, 1, computers=1)
    ana = running_bot.seat("Ana")

    question = await require_private(ana.command("end", room))
    assert running_bot.game(room).phase is Phase.PLAYING
    ended = await require_answer(ana.click(question, "End the game"))

    assert ended.text.startswith("## Nobody wins")
    assert running_bot.game(room).phase is Phase.OVER


async def test_who_manages_the_server_ends_a_game_at_which_nobody_answers(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room)
    ana, _, chloe = running_bot.seats(3)
    dmitri = running_bot.seat("Dmitri")
    running_bot.world.owner_id = dmitri.user.id
    more = await menu(dmitri, room)
    assert more.buttons == ["Log", "Follow", "Rules", "End the game"]
    question = await require_answer(dmitri.click(more, "End the game"))
    assert question.text.startswith("You manage this server")

    running_bot.world.owner_id = ana.user.id
    refused = await require_private(dmitri.click(question, "End for everyone"))
    assert refused.text.startswith("Only members with the Manage Server permission")
    assert running_bot.game(room).phase is Phase.PLAYING
    for _ in range(2):  # who plays can only ask the others
        asked = await require_private(ana.command("end", room))
        assert asked.buttons == ["Play on"]
    running_bot.world.owner_id = dmitri.user.id

    ended = await require_answer(dmitri.click(question, "End for everyone"))

    assert not ended.ephemeral
    assert ended.text == f"<@{dmitri.user.id}> ended the game as a server manager."
    game = running_bot.game(room)
    assert game.phase is Phase.OVER
    ends = running_bot.rows("SELECT pool, unrated FROM finished_game WHERE game_id = ?", game.id)
    assert [tuple(row) for row in ends] == [(None, "void")]
    assert running_bot.rows("SELECT 1 FROM log WHERE game_id = ? AND line = 'void'", game.id)
    await wait_to_see(chloe, among("## Nobody wins", room))


async def test_a_vote_survives_a_kill_and_leaves_nothing_behind(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, 2)
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("table", room))
    await require_answer(ana.command("end", room))
    question = await wait_to_see(ben, among("wants to end the game.", room))
    await running_bot.shown(room)
    await running_bot.kill()
    await running_bot.start()

    await ben.click(question, "End the game")

    assert running_bot.game(room).phase is Phase.OVER
    await wait_to_see(ana, find_showing("## Nobody wins", room))


async def test_a_vote_that_passed_just_before_a_kill_is_deleted_after_the_start(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room, 2)
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("table", room))
    await require_answer(ana.command("end", room))
    await wait_to_see(ben, among("wants to end the game.", room))
    await running_bot.shown(room)
    await running_bot.kill()
    players = encode_without_votes(running_bot.game(room).players)
    running_bot.write(
        "UPDATE game SET players = ?, version = version + 1 WHERE id = ?", (players, running_bot.game(room).id)
    )

    await running_bot.start()

    await wait_to_see(ben, lambda seat: not votes(seat, room) or None)


# what is still open when it ends


async def test_racks_hints_and_menus_end_with_their_game(running_bot: RunningBot, room: Channel) -> None:
    racks = ["r4 r5 r6", "o1 o2"]
    running_bot.lay(room, position("classic", racks=racks, pool=POOL, options={"clock": 0, "assistance": "full"}))
    ana, ben = running_bot.seats(2)
    table = await require_answer(ana.command("table", room))
    first = await require_private(ana.command("rack", room))
    second = await require_private(ana.click(table, "My rack"))
    hint = await require_private(ana.command("hint", room))
    more = await require_private(ana.click(table, "More"))

    await ben.click(await require_answer(ben.command("resign", room)), "Resign")

    def ended(seat: SimulatedUser) -> list[ShownMessage] | None:
        ids = {each.id for each in (first, second, hint, more)}
        found = [each for each in seat.messages(room) if each.id in ids]
        return found if len(found) == 1 and found[0].text.startswith("## ") else None

    (shown,) = await wait_to_see(ana, ended)
    assert shown.id == more.id
    assert f"<@{ana.user.id}> wins" in shown.text
    assert shown.buttons == ["Rematch", "Review", "Log"]


async def test_an_old_rack_answers_a_tap_with_the_end(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, 2)
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("table", room))
    rack = await require_private(ana.command("rack", room))
    await running_bot.kill()  # so that nothing edits the rack
    await running_bot.start()
    await ben.click(await require_answer(ben.command("resign", room)), "Resign")

    over = await require_answer(ana.click(rack, "Draw"))

    assert over.id == rack.id
    assert over.text.startswith(f"## <@{ana.user.id}> wins")
    assert over.buttons == ["Rematch", "Review", "Log"]


async def test_who_resigns_sees_it_on_every_rack(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    chloe = running_bot.seat("Chlo\u00e9")
    await require_answer(chloe.command("table", room))
    rack = await require_private(chloe.command("rack", room))

    await chloe.click(await require_answer(chloe.command("resign", room)), "Resign")

    def gone(seat: SimulatedUser) -> ShownMessage | None:
        found = next(each for each in seat.messages(room) if each.id == rack.id)
        return found if "You've resigned." in found.text else None

    assert (await wait_to_see(chloe, gone)).buttons == ["Follow", "Log"]
