"""What one member can make everybody read, and be notified of, by repeating what the bot posts for."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest
import pytest_asyncio

from playground import ShownMessage, SimulatedUser
from playground.model.events import Posted, WorldEvent
from playground.model.values import Channel
from storage.games import Phase
from tests.positions import position
from ui.messages.limits import Limit

from .looking import find_public, require_answer, require_private, wait_to_see
from .running_bot import RunningBot
from .tested_bot import LIMITED

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["r4 r5", "o1 o2", "k1 k2", "b1 b2"]
POOL = " ".join(f"{color}{number}" for color in "rbko" for number in range(3, 10))
LEAVE = "Leave (a computer takes over)"
AGAIN = "Try again <t:"


class LimitedBot(RunningBot):
    """The bot with the limits that it has outside tests."""

    @property
    def settings(self) -> dict[str, str]:
        return {**super().settings, LIMITED: "yes"}


@pytest_asyncio.fixture(loop_scope="module")
async def running_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    """One for each test: its people come to their limits."""
    async with LimitedBot.open(tmp_path_factory.mktemp("bot")) as running_bot:
        yield running_bot
        running_bot.check()


@dataclass
class Tally:
    """What everybody saw appear in a channel, deleted or not, and the people who were notified of it, in order."""

    room: Channel
    posts: int = 0
    called: list[int] = field(default_factory=list)

    def hear(self, event: WorldEvent) -> None:
        if isinstance(event, Posted) and event.message.channel_id == self.room.id and not event.message.ephemeral:
            self.posts += 1
            self.called += event.message.mentions


@pytest.fixture
def tally(running_bot: RunningBot, room: Channel) -> Iterator[Tally]:
    counted = Tally(room)
    running_bot.world.listeners.append(counted.hear)
    yield counted
    running_bot.world.listeners.remove(counted.hear)


async def playing(
    running_bot: RunningBot, room: Channel, tally: Tally, people: int = 4, *, assistance: str = "fit"
) -> list[SimulatedUser]:
    """The players of a running game that is shown; Dmitri manages the server. The tally begins here."""
    running_bot.world.owner_id = running_bot.seat("Dmitri").user.id
    options: dict[str, int | str | bool] = {"clock": 0, "assistance": assistance}
    running_bot.lay(room, position("classic", racks=RACKS[:people], pool=POOL, options=options))
    seats = running_bot.seats(people)
    await require_answer(seats[-1].command("table", room))
    await settle(running_bot, room)
    tally.posts, tally.called = 0, []
    return seats


async def settle(running_bot: RunningBot, room: Channel) -> None:
    """Wait until the bot has posted whatever it's going to: its record of the newest game's messages is complete."""
    game = running_bot.game(room)
    if game.phase is Phase.PLAYING:
        await running_bot.shown(room)
    noted = (
        "SELECT 1 FROM public_messages WHERE game_id = ? AND shown_version >= ? AND pending = '[]' AND leftovers = '[]'"
    )
    await running_bot.until(lambda: running_bot.rows(noted, game.id, game.version))


async def ended(running_bot: RunningBot, room: Channel, tally: Tally, people: int = 2) -> ShownMessage:
    """The end of a game that Ana has won because all others resigned. The tally begins here."""
    ana, *others = await playing(running_bot, room, tally, people)
    for each in others:
        await each.click(await require_answer(each.command("resign", room)), "Resign")
    await settle(running_bot, room)
    (final,) = await wait_to_see(ana, lambda seat: [each for each in find_public(seat, room) if _offers_rematch(each)])
    tally.posts, tally.called = 0, []
    return final


def _offers_rematch(shown: ShownMessage) -> bool:
    return "Rematch" in shown.buttons


def votes(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    return [each for each in find_public(seat, room) if "Play on" in each.buttons]


async def test_asking_twenty_times_to_end_a_game_notifies_each_of_the_others_once(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, *others = await playing(running_bot, room, tally)
    version = running_bot.game(room).version

    for _ in range(20):
        said = await require_private(ana.command("end", room))
        assert said.text.startswith("You agreed to end the game. Waiting for")
        await wait_to_see(others[0], lambda seat: votes(seat, room))

    await settle(running_bot, room)
    assert running_bot.game(room).version == version + 1
    assert (tally.posts, tally.called) == (1, [each.user.id for each in others])


async def test_taking_the_wish_back_and_asking_again_notifies_nobody_again_and_comes_to_an_end(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, *others = await playing(running_bot, room, tally)

    for _ in range(Limit.ASK_TO_END.personal):
        said = await require_private(ana.command("end", room))
        await wait_to_see(others[0], lambda seat: votes(seat, room))
        await ana.click(said, "Play on")
        await wait_to_see(others[0], lambda seat: not votes(seat, room) or None)
    for _ in range(20 - Limit.ASK_TO_END.personal):
        said = await require_private(ana.command("end", room))
        assert said.text.startswith("You've asked to end a game several times in a few minutes. Ask again <t:")

    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.ASK_TO_END.personal, [each.user.id for each in others])
    said = await require_private(others[0].command("end", room))  # who didn't ask so often still may
    assert said.text.startswith("You agreed to end the game.")


async def test_leaving_and_coming_back_twenty_times_notifies_nobody(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    _, _, chloe, _ = await playing(running_bot, room, tally, assistance="full")  # so that she may come back at once

    for _ in range(Limit.LEAVE.personal):
        gone = await require_answer(chloe.click(await require_private(chloe.command("leave", room)), LEAVE))
        await chloe.click(gone, "I'm back")
    for _ in range(20 - Limit.LEAVE.personal):
        question = await require_private(chloe.command("leave", room))
        refused = await require_private(chloe.click(question, LEAVE))
        assert refused.text.startswith(f"You've left games several times in a few minutes. {AGAIN}")

    await settle(running_bot, room)
    assert tally.called == []
    assert tally.posts <= 1  # the table, which scrolls away after a dozen changes
    assert not running_bot.game(room).players[2].away


async def test_asking_for_a_rematch_and_leaving_it_ten_times_notifies_the_other_player_once(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    final = await ended(running_bot, room, tally)
    ana, ben = running_bot.seats(2)

    for _ in range(Limit.OPEN.personal):
        lobby = await require_answer(ana.click(final, "Rematch"))
        assert f"Rematch: <@{ben.user.id}>, tap **Join** to play again." in lobby.text
        await ana.command("leave", room)
    for _ in range(10 - Limit.OPEN.personal):
        refused = await require_private(ana.click(final, "Rematch"))
        assert refused.text.startswith(f"You've opened several tables in a few minutes. {AGAIN}")

    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.OPEN.personal, [ben.user.id])


async def test_all_players_tapping_rematch_over_and_over_at_once_open_one_lobby_and_sit_in_it(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    final = await ended(running_bot, room, tally, 4)
    seats = running_bot.seats(4)

    await asyncio.gather(*(each.click(final, "Rematch") for each in seats for _ in range(3)))

    await settle(running_bot, room)
    lobby = running_bot.game(room)
    everybody = {each.user.id for each in seats}
    assert (lobby.phase, {each.user_id for each in lobby.players}) == (Phase.LOBBY, everybody)
    assert tally.posts == 1
    assert sorted(tally.called) == sorted(everybody - {lobby.host_id})


async def test_opening_twenty_tables_posts_five(running_bot: RunningBot, room: Channel, tally: Tally) -> None:
    ana = running_bot.seat("Ana")

    for _ in range(Limit.OPEN.personal):
        assert not (await require_answer(ana.command("new", room))).ephemeral
        taken = await require_private(ana.command("new", room))  # which doesn't count
        assert taken.text.startswith("This channel already has an open table.")
        await ana.command("leave", room)
    for _ in range(20 - Limit.OPEN.personal):
        refused = await require_private(ana.command("new", room))
        assert refused.text.startswith(f"You've opened several tables in a few minutes. {AGAIN}")

    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.OPEN.personal, [])
    assert not (await require_answer(running_bot.seat("Ben").command("new", room))).ephemeral


async def test_opening_idle_tables_again_twenty_times_posts_five(running_bot: RunningBot) -> None:
    seats = running_bot.seats(4)
    tallies = [Tally(running_bot.room(f"idle {number}")) for number in range(20)]
    for number, each in enumerate(tallies):
        running_bot.lobby(each.room, opened_ago=2_000)
        await require_answer(seats[number % 4].command("table", each.room))
    await running_bot.stop()
    running_bot.write("UPDATE game SET waits_until = 1")
    await running_bot.start()
    await running_bot.until(lambda: not running_bot.rows("SELECT 1 FROM game WHERE phase = 'lobby'"))
    ana, refusals = seats[0], []

    for each in tallies:
        (closed,) = await wait_to_see(ana, partial(list_reopenable, room=each.room))
        running_bot.world.listeners.append(each.hear)
        answer = await require_answer(ana.click(closed, "Open again"))
        if answer.ephemeral:
            refusals.append(answer.text)
        else:
            await ana.command("leave", each.room)

    assert sum(each.posts for each in tallies) == Limit.OPEN.personal
    assert len(refusals) == 20 - Limit.OPEN.personal
    assert {each.partition(".")[0] for each in refusals} == {"You've opened several tables in a few minutes"}


def list_reopenable(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    return [each for each in find_public(seat, room) if "Open again" in each.buttons]


async def test_posting_the_table_again_twenty_times_posts_it_five_times(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, *_ = await playing(running_bot, room, tally)

    answers = [await require_answer(ana.command("table", room)) for _ in range(20)]

    refused = [each for each in answers if each.ephemeral]
    assert len(refused) == 20 - Limit.SHOW.personal
    assert all(each.text.startswith("You've asked for that several times in a minute.") for each in refused)
    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.SHOW.personal, [])


async def test_moving_a_table_to_and_fro_notifies_the_player_to_move_once(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, ben, chloe, dmitri = await playing(running_bot, room, tally)
    await ana.command("draw", room)
    await settle(running_bot, room)
    elsewhere = Tally(running_bot.room("elsewhere"))
    running_bot.world.listeners.append(elsewhere.hear)
    tally.called = []

    here, there = room, elsewhere.room
    for _ in range(Limit.SHOW.personal):
        moved = await require_answer(ana.command("move-table", here, channel=str(there.id)))
        assert moved.text == f"<@{ana.user.id}> moved the table to <#{there.id}>."
        await settle(running_bot, there)
        here, there = there, here
    for _ in range(20 - Limit.SHOW.personal):
        refused = await require_private(ana.command("move-table", here, channel=str(there.id)))
        assert refused.text.startswith(f"You've asked for that several times in a minute. {AGAIN}")

    assert (tally.called, elsewhere.called) == ([], [ben.user.id])
    for each in (ben, chloe, dmitri, ana):
        await each.command("draw", here)
    await dmitri.command("move-table", here, channel=str(there.id))
    await settle(running_bot, there)
    assert [*tally.called, *elsewhere.called].count(ben.user.id) == 2  # a new turn calls them again


async def test_joining_and_leaving_a_lobby_twenty_times_posts_nothing(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room))
    tally.posts = 0

    for _ in range(20):
        await ben.click(lobby, "Join")
        await ben.command("leave", room)

    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (0, [])


async def test_tapping_twenty_times_posts_and_calls_what_one_tap_does(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, ben, *_ = await playing(running_bot, room, tally)
    rack = await require_private(ana.command("rack", room))

    await asyncio.gather(*(ana.click(rack, "Draw") for _ in range(20)))

    await settle(running_bot, room)
    assert running_bot.state(room).turn == 1
    assert (tally.posts, tally.called) == (1, [ben.user.id])
