"""What is stored about somebody, on the real bot: as a file, and deleted while their game is running."""

import asyncio
import json

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .looking import find_public, require_answer, require_private, wait_to_see
from .test_tournaments import awaited, opened, started

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


async def ask_to_delete(seat: SimulatedUser, room: Channel) -> ShownMessage:
    """The last question before a user's data is deleted."""
    await seat.command("settings", room, theme="dark")
    question = await require_private(seat.command("data delete", room))
    return await require_private(seat.click(question, "Continue"))


async def require_no_ghost(running: RunningBot) -> None:
    """Require that nobody waits for a deleted person, and that no message mentions one."""
    for phase, players in running.rows("SELECT phase, players FROM game WHERE phase IN ('lobby', 'playing')"):
        ghosts = [each for each in json.loads(players) if (each["user_id"] or 0) < 0]
        assert phase == "playing" or not ghosts
        assert all(each["away"] and each["left"] for each in ghosts)
    for phase, text in running.rows("SELECT phase, tournament FROM tournament"):
        tournament = json.loads(text)
        gone = {each["user_id"] for each in tournament["players"] if each["user_id"] < 0}
        assert gone <= set(tournament["dropped"]) if phase == "running" else not gone


async def test_a_tap_at_the_moment_of_a_deletion_leaves_no_ghost(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    _, panel = await opened(ana, room)
    lobby = await require_answer(ana.command("new", room, clock="200"))
    for number in range(6):
        sure = await ask_to_delete(ben, room)
        taps = [(sure, "Delete everything"), (lobby, "Join"), (panel, "Sign up")]
        await asyncio.gather(*(ben.click(*each) for each in taps[number % 3 :] + taps[: number % 3]))

        await require_no_ghost(running_bot)
    (row,) = running_bot.rows("SELECT players FROM game WHERE channel_id = ? AND phase = 'lobby'", room.id)
    assert {each["user_id"] for each in json.loads(row[0])} <= {ana.user.id, ben.user.id}
    await ana.command("leave", room)


async def test_a_player_who_deletes_their_data_while_saying_i_m_here_is_out(
    running_bot: RunningBot, room: Channel
) -> None:
    seats = running_bot.seats(4)
    panel = await started(seats, room)
    table, players = (await awaited(seats[0], room, 2))[0]
    victim, other = (next(seat for seat in seats if seat.user.id == each) for each in players)
    await require_private(other.click(table, "I'm here"))
    sure = await ask_to_delete(victim, room)

    await asyncio.gather(victim.click(sure, "Delete everything"), victim.click(table, "I'm here"))

    def find_decided(seat: SimulatedUser) -> ShownMessage | None:
        found = next(each for each in find_public(seat, room) if each.id == table.id)
        return found if "won against" in found.text else None

    decided = await wait_to_see(seats[0], find_decided)
    assert f"<@{other.user.id}> won against **deleted-" in decided.text
    await require_no_ghost(running_bot)
    shown = await wait_to_see(
        seats[0],
        lambda seat: next((each for each in find_public(seat, panel.channel_id) if "**deleted-" in each.text), None),
    )
    assert "<@-" not in shown.text
    assert str(victim.user.id) not in str(running_bot.rows("SELECT tournament, posts FROM tournament"))
    await seats[0].click(shown, "Cancel the tournament")


async def test_the_limit_of_rated_games_a_day_does_not_begin_again_after_a_deletion(
    running_bot: RunningBot, room: Channel
) -> None:
    _, _, chloe, dmitri = running_bot.seats(4)
    ends = []
    for number in range(6):
        if number in {2, 5}:
            await require_private(dmitri.click(await ask_to_delete(dmitri, room), "Delete everything"))
        lobby = await require_answer(chloe.command("new", room, clock="200"))
        await dmitri.click(lobby, "Join")
        await chloe.click(lobby, "Start")
        await dmitri.click(await require_answer(dmitri.command("resign", room)), "Resign")
        await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)
        ends.append(await wait_to_see(chloe, lambda seat: find_end(seat, room)))

    often = "Not rated: two of you have already finished 5 rated games together today."
    assert [often in each for each in ends] == [False] * 5 + [True]


def find_end(seat: SimulatedUser, room: Channel) -> str | None:
    """The text of the newest table, if its game is over."""
    shown = find_public(seat, room)[-1]
    return shown.text if "Rematch" in shown.buttons else None
