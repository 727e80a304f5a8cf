"""What repetition can't do: make everybody read or be notified of more, or have Discord refuse the bot's requests."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from playground import Playground, SimulatedUser
from playground.model.events import Posted, WorldEvent
from playground.model.values import Channel
from storage.games import Phase
from tests.positions import position
from tests.support.sampled import sampled
from ui.messages.limits import Limit

from .messages import (
    find_pings,
    find_public,
    find_showing,
    find_votes,
    read_rack,
    require_answer,
    require_private,
    wait_to_see,
)
from .running_bot import PATIENCE, RunningBot, has_emojis

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["r4 r5", "o1 o2", "k1 k2", "b1 b2"]
POOL = " ".join(f"{color}{number}" for color in "rbko" for number in range(3, 10))


# people's limits


@pytest_asyncio.fixture(loop_scope="module")
async def running_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    """The bot with the limits that it has outside tests; one for each test, as its people come to their limits."""
    async with RunningBot.open(tmp_path_factory.mktemp("bot"), "tests.e2e.hurry", LIMITED="yes") as running_bot:
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


async def begin_shown(running_bot: RunningBot, room: Channel, tally: Tally) -> list[SimulatedUser]:
    """The four players of a running game that is shown. The tally begins here."""
    running_bot.lay(room, position("classic", racks=RACKS, pool=POOL, options={"clock": 0}))
    seats = running_bot.seats(4)
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


async def test_asking_again_and_again_to_end_a_game_notifies_each_of_the_others_once_and_is_soon_refused(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    running_bot.world.owner_id = running_bot.seat("Dmitri").user.id
    ana, *others = await begin_shown(running_bot, room, tally)

    for _ in range(Limit.ASK_TO_END.personal):
        for _ in range(2):  # to ask twice is to ask once
            said = await require_private(ana.command("end", room))
            await wait_to_see(others[0], lambda seat: find_votes(seat, room))
        await ana.click(said, "Play on")
        await wait_to_see(others[0], lambda seat: not find_votes(seat, room) or None)
    refused = await require_private(ana.command("end", room))

    assert refused.text.startswith("You've asked to end a game several times in a few minutes. Ask again <t:")
    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.ASK_TO_END.personal, [each.user.id for each in others])
    said = await require_private(others[0].command("end", room))  # who didn't ask so often still may
    assert said.text.startswith("You agreed to end the game.")


async def test_posting_the_table_again_and_tapping_twenty_times_posts_and_calls_no_more_than_it_may(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, ben, *_ = await begin_shown(running_bot, room, tally)
    rack = await require_private(ana.command("rack", room))

    answers = [await require_answer(ana.command("table", room)) for _ in range(20)]

    assert sum(each.ephemeral for each in answers) == 20 - Limit.SHOW.personal
    await settle(running_bot, room)
    assert (tally.posts, tally.called) == (Limit.SHOW.personal, [])
    tally.posts = 0
    await asyncio.gather(*(ana.click(rack, "Draw") for _ in range(20)))
    await settle(running_bot, room)
    assert running_bot.state(room).turn == 1
    assert (tally.posts, tally.called) == (1, [ben.user.id])


async def test_all_players_who_tap_rematch_at_once_open_one_lobby_and_have_a_seat_there(
    running_bot: RunningBot, room: Channel, tally: Tally
) -> None:
    ana, *others = seats = await begin_shown(running_bot, room, tally)
    for each in others:
        await each.click(await require_answer(each.command("resign", room)), "Resign")
    await settle(running_bot, room)
    (final,) = [each for each in find_public(ana, room) if "Rematch" in each.buttons]
    tally.posts, tally.called = 0, []

    await asyncio.gather(*(each.click(final, "Rematch") for each in seats for _ in range(3)))

    await settle(running_bot, room)
    lobby = running_bot.game(room)
    everybody = {each.user.id for each in seats}
    assert (lobby.phase, {each.user_id for each in lobby.players}) == (Phase.LOBBY, everybody)
    assert tally.posts == 1
    assert sorted(tally.called) == sorted(everybody - {lobby.host_id})


# Discord's limits


@pytest_asyncio.fixture(loop_scope="module")
async def strict_discord(tmp_path: Path) -> AsyncIterator[RunningBot]:
    """A bot on a Discord with all its rate limits, and with the three seconds that it waits for an answer."""
    async with Playground.start(rate_limits=True) as playground:
        has_emojis(playground)
        bot = RunningBot(playground, tmp_path)
        try:
            await bot.start()
            yield bot
            bot.check()
        finally:
            await bot.kill()


async def test_twenty_quick_turns_meet_no_limit_and_are_all_answered_in_time(strict_discord: RunningBot) -> None:
    room = strict_discord.room()
    pool = " ".join(f"{color}{number}" for color in "bko" for number in (1, 3, 5, 7, 9, 11, 13))
    strict_discord.lay(room, position("classic", racks=["r4", "r9"], pool=pool, options={"clock": 0}))
    ana, ben = strict_discord.seats(2)
    await ana.command("table", room)

    for turn in range(20):
        drawn = await require_private((ana, ben)[turn % 2].command("draw", room))
        assert len(read_rack(drawn)) == 2 + turn // 2

    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", room), PATIENCE)
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True], PATIENCE)
    await strict_discord.shown(room)
    assert [each.path for each in strict_discord.playground.requests if each.status == 429] == []


async def test_a_crowd_that_opens_its_racks_at_once_is_answered_in_time(strict_discord: RunningBot) -> None:
    seats = strict_discord.seats(4)
    for number in range(5):
        room = strict_discord.room(f"room {number}")
        strict_discord.lay(room, position("classic", racks=RACKS, pool="b5 b6 b7", options={"clock": 0}))
        answers = await asyncio.gather(*(require_private(each.command("rack", room)) for each in seats))
        assert [read_rack(each) for each in answers] == [each.upper().split() for each in RACKS]


@pytest.mark.parametrize("tables", sampled([60, 600], 2))
async def test_tables_that_are_shown_at_once_exceed_no_limit(tmp_path: Path, tables: int) -> None:
    called = "SELECT count(*) FROM public_messages WHERE ping_id"
    async with RunningBot.open(tmp_path, is_limited=True, TURN_PINGS="messages") as running_bot:
        await running_bot.kill()
        for number in range(tables):
            laid = position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 0})
            running_bot.lay(running_bot.room(f"table {number}"), laid)
        await running_bot.start()
        for least in (*range(50, tables, 50), tables):
            await running_bot.until(lambda least=least: running_bot.rows(called)[0][0] >= least)  # type: ignore[misc]  # bound now

        assert [each.response for each in running_bot.playground.requests if each.status >= 400] == []
