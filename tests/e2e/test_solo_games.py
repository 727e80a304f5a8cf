"""Where a server doesn't have the bot: games of one's own in direct messages and groups, and what else works."""

from functools import partial
from typing import get_args

import pytest

from playground import ShownMessage, SimulatedUser
from playground.client.inputs import InputRefused
from playground.model.values import Channel, ChannelKind
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .messages import require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")


def find_channel(running_bot: RunningBot, seat: SimulatedUser, kind: ChannelKind) -> Channel:
    if kind == "thread":
        return running_bot.world.add_thread("side", running_bot.room().id, running_bot.world.owner_id)
    return seat.dms if kind == "dm" else running_bot.world.add_channel("friends", kind)


async def wait_for(seat: SimulatedUser, here: Channel, shown: ShownMessage, words: str) -> ShownMessage:
    """The same message, once it shows these words."""
    return await wait_to_see(
        seat,
        lambda one: next((each for each in one.messages(here) if each.id == shown.id and words in each.text), None),
    )


async def begin_alone(seat: SimulatedUser, here: Channel, **options: object) -> ShownMessage:
    """A game of the seat's own, at its first turn."""
    bench = await require_private(seat.command("new", here, options))
    return await wait_for(seat, here, bench, "Your turn")


def has_come_to(running_bot: RunningBot, seat: SimulatedUser, turns: int) -> bool:
    """Whether the seat's own game has come so far."""
    return running_bot.state(seat.user.id).turns >= turns


@pytest.mark.parametrize("kind", ["dm", "group", "away"])
async def test_a_game_is_played_on_one_private_message_that_follows_the_computers(
    running_bot: RunningBot, kind: ChannelKind
) -> None:
    eve, ben = running_bot.stranger(), running_bot.seat("Ben")
    here = find_channel(running_bot, eve, kind)

    bench = await begin_alone(eve, here, computers=2)
    assert "your own game" in bench.text

    for turns in (4, 7, 10):
        await eve.click(bench, "Draw")
        await running_bot.until(partial(has_come_to, running_bot, eve, turns))
        bench = await wait_for(eve, here, bench, "Your turn")
        assert running_bot.state(eve.user.id).turn == 0

    game = running_bot.game(eve.user.id)
    assert (game.guild_id, game.channel_id, game.host_id) == (0, eve.user.id, eve.user.id)
    assert game.state is not None
    assert game.state.deadline is None
    assert len(eve.messages(here)) == 1
    if kind != "dm":
        assert ben.messages(here) == []
    assert [each for each in running_bot.playground.requests if f"/channels/{eve.user.id}/" in each.path] == []


async def test_a_solo_game_goes_along_with_its_player_and_through_a_restart(running_bot: RunningBot) -> None:
    eve = running_bot.stranger()
    here = running_bot.world.add_channel("friends", "group")
    bench = await begin_alone(eve, here)
    await running_bot.stop()
    await running_bot.start()

    await eve.click(bench, "Draw")
    await wait_for(eve, here, bench, "Your turn")  # the tap has the message follow its game again

    assert "Your turn" in (await require_private(eve.command("rack", eve.dms))).text
    games = await require_private(eve.command("games", eve.dms))
    assert "Classic, your own game: **your turn**" in games.text
    with pytest.raises(InputRefused, match="on a server only"):
        await eve.command("leaderboard", eve.dms)
    sure = await require_private(eve.command("resign", eve.dms))
    await eve.click(sure, "Resign")
    over = await wait_for(eve, eve.dms, sure, "win")
    assert over.pictures
    assert "Rematch" in over.buttons
    assert running_bot.game(eve.user.id).phase is Phase.OVER


async def test_a_message_whose_token_has_expired_waits_for_its_next_tap(running_bot: RunningBot) -> None:
    running_bot.expect(50027)
    eve = running_bot.stranger()
    here = running_bot.world.add_channel("friends", "group")
    bench = await begin_alone(eve, here)
    before = running_bot.game(eve.user.id).version
    running_bot.world.skip(16 * 60)
    played = await require_private(eve.command("draw", here))

    assert played.id != bench.id
    await running_bot.until(lambda: running_bot.game(eve.user.id).version >= before + 2)
    await wait_for(eve, here, played, "Your turn")
    await eve.click(bench, "Draw")  # which shows an old version: it is brought up to date, and nothing is drawn
    assert running_bot.state(eve.user.id).turn == 0


@pytest.mark.parametrize("kind", get_args(ChannelKind))
async def test_solver_puzzle_help_rules_and_settings_work_wherever_people_take_the_bot(
    running_bot: RunningBot, kind: ChannelKind
) -> None:
    ana = running_bot.seat("Ana")
    where = find_channel(running_bot, ana, kind)

    for command, options in (
        ("solve", {"rack": "R6", "table": "R3 R4 R5"}),
        ("help", {}),
        ("rules", {}),
        ("settings", {}),
        ("puzzle-board", {}),
    ):
        assert (await require_private(ana.command(command, where, options))).text
    puzzle = await require_answer(ana.command("puzzle", where))
    await ana.wait(lambda seat: not seat.messages(where)[-1].loading)
    assert puzzle.ephemeral == (kind != "dm")
