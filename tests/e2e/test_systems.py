"""Every rule system by the real bot: a game of seeded players to its end, its last message, and the leaderboard."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine.game.state import GameState
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from services.game_view import write_news
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import SEED, Position
from tests.proposer import ideas
from tests.support.sampled import sampled

from .looking import find_pings, find_public, menu_of, read_alt, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
LAST_MOVES = 10  # that a game still takes where it is laid
FEW_SETS = 12  # moves after which there are some sets


@pytest.mark.soak
@pytest.mark.parametrize("key", SYSTEMS)
async def test_every_system_is_played_to_its_end(running_bot: RunningBot, room: Channel, key: str) -> None:
    seats = running_bot.seats(SYSTEMS[key].seats({})[0])
    await begun(room, key, seats)

    await check_rest(running_bot, room, key, seats)


@pytest.mark.soak
@pytest.mark.parametrize(("key", "option"), [("rummy_cube", "draw_until"), ("packkub", "begins")])
async def test_a_house_rule_that_its_host_picks_holds_to_the_end_and_in_the_review(
    running_bot: RunningBot, room: Channel, key: str, option: str
) -> None:
    """RC-5 and PK-2, with a kill on the way."""
    seats = running_bot.seats(SYSTEMS[key].seats({})[0])
    host, *others = seats
    lobby = await require_answer(host.command("new", room, variant=key, clock="0"))
    panel = await require_answer(host.click(await require_answer(host.click(lobby, "Options")), "House rules"))
    rules = [each.key for each in SYSTEMS[key].options if each.key not in {"clock", "assistance"}]
    panel = await require_answer(host.select(panel, menu_of(panel, "rk:rule"), [str(rules.index(option))]))
    await host.select(panel, menu_of(panel, f":{option}"), ["1"])
    for each in others:
        await each.click(lobby, "Join")
    await host.click(lobby, "Start")
    assert running_bot.state(room).turn == 0 or option != "begins"

    await moved(running_bot, room, SYSTEMS[key], seats, moves=15)
    await running_bot.kill()
    await running_bot.start()
    game = await played(running_bot, room, SYSTEMS[key], seats)
    assert game.phase is Phase.OVER
    final = await wait_to_see(host, lambda seat: over(seat, room))
    assert "Not rated" in final.text
    review = await require_private(host.click(final, "Review"))
    assert "can't be replayed" not in review.text


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_the_last_moves_of_every_system_lead_to_its_end(running_bot: RunningBot, room: Channel, key: str) -> None:
    late = Position(SYSTEMS[key], find_states(key)[-LAST_MOVES])
    running_bot.lay(room, late)

    await check_rest(running_bot, room, key, running_bot.seats(len(late.seats)))


async def check_rest(running_bot: RunningBot, room: Channel, key: str, seats: list[SimulatedUser]) -> None:
    """Play to the end, and look at the last message and the leaderboard."""
    game = await played(running_bot, room, SYSTEMS[key], seats)

    assert game.state is not None
    assert game.state.outcome is not None
    final = await wait_to_see(seats[0], lambda seat: over(seat, room))
    for place, points in enumerate(game.state.outcome.scores):
        assert f"<@{seats[place].user.id}> **{points:+d}**" in final.text
    assert read_alt(final)
    standing = await require_answer(seats[0].command("leaderboard", room, variant=key))
    assert all(f"<@{each.user.id}>" in standing.text for each in seats)


@cache
def find_states(key: str) -> Sequence[Any]:
    """Return each state of a game of seeded players before its end."""
    variant = SYSTEMS[key]
    dice = random.Random(7)  # noqa: S311  # the same players each time
    state = variant.setup(variant.seats({})[0], SEED, 0, {"clock": 0}).state
    states = []
    while not state.outcome:
        states.append(state)
        state = variant.apply(state, variant.read(state.turn, chosen(variant, state, dice)), now=state.now).state
    return states


async def begun(room: Channel, key: str, seats: list[SimulatedUser], clock: str = "0") -> None:
    """Open a table, without a clock unless one is given, and start it."""
    host, *others = seats
    lobby = await require_answer(host.command("new", room, variant=key, clock=clock))
    for each in others:
        await each.click(lobby, "Join")
    await host.click(lobby, "Start")


async def played(running_bot: RunningBot, room: Channel, variant: Variant[Any], seats: list[SimulatedUser]) -> Game:
    """Play to the end."""
    return await moved(running_bot, room, variant, seats, moves=1000)


async def moved(
    running_bot: RunningBot, room: Channel, variant: Variant[Any], seats: list[SimulatedUser], *, moves: int
) -> Game:
    """Let seeded players, who know what their seat may see, make so many moves, by commands."""
    dice = random.Random(7)  # noqa: S311  # the same players each time
    while (game := running_bot.game(room)).phase is Phase.PLAYING and moves:
        moves -= 1
        assert game.state is not None
        line = chosen(variant, game.state, dice)
        answer = await said(seats[game.state.turn], room, line)
        assert answer is not None, line
        assert running_bot.game(room).version == game.version + 1, (line, answer.text)
    return game


def chosen(variant: Variant[Any], state: GameState, dice: random.Random) -> str:
    """The first of the player's ideas that the rules allow."""
    for idea in ideas(variant.view(state, state.turn), dice):
        try:
            variant.apply(state, variant.read(state.turn, idea.line), now=state.now)
        except GameError:
            continue
        return idea.line
    raise AssertionError("a player without an idea")


async def said(seat: SimulatedUser, room: Channel, line: str) -> ShownMessage | None:
    """Send an action's line as the command that means it."""
    verb, _, rest = line.partition(" ")
    if verb == "play":
        return await seat.command("play", room, move=rest)
    if verb == "claim":
        return await seat.command("claim", room, set=rest)
    if verb == "draw":
        return await seat.command("draw", room, count=int(rest or 1))
    return await seat.command(verb, room)


def over(seat: SimulatedUser, room: Channel) -> ShownMessage | None:
    return next((each for each in find_public(seat, room) if "Rematch" in each.buttons), None)


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_every_system_goes_on_after_a_kill_and_its_clock_runs_out(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    variant = SYSTEMS[key]
    seats = running_bot.seats(variant.seats({})[0])
    await begun(room, key, seats, clock="200")
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)
    before = await moved(running_bot, room, variant, seats, moves=3)
    assert before.state is not None
    old = await wait_to_see(
        seats[0], lambda seat: next((each for each in find_public(seat, room) if "My rack" in each.buttons), None)
    )
    await running_bot.shown(room)  # else a call to the turn before it ended may stay for good
    await running_bot.kill()
    running_bot.write("UPDATE game SET deadline = 1 WHERE id = ?", (before.id,))
    running_bot.write("UPDATE alive SET at = unixepoch()")
    await running_bot.start()

    await running_bot.until(lambda: running_bot.game(room).version > before.version)

    after = running_bot.game(room)
    assert after.state is not None
    late = before.state.turn
    assert len(after.state.seats[late].rack) == len(before.state.seats[late].rack) + 1
    assert after.state.turn != late
    assert f"<@{seats[late].user.id}> ran out of time, drew 1 tile" in write_news(after)
    await wait_to_see(seats[0], lambda seat: len(find_pings(seat, room)) == 1)
    rack = await require_private(seats[late].click(old, "My rack"))
    assert "New: " in read_alt(rack)


@pytest.mark.parametrize("key", sampled(SYSTEMS, 3))
async def test_every_system_has_a_text_window_that_keeps_what_was_refused(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    variant = SYSTEMS[key]
    state = find_states(key)[FEW_SETS]
    game = running_bot.lay(room, Position(variant, state))
    seat = running_bot.seats(len(state.seats))[state.turn]
    rack = await require_answer(seat.command("rack", room))

    await seat.click(rack, "Edit as text")
    window = seat.modal
    assert window is not None
    assert window.values["move"] == variant.view(state, state.turn).written
    refused = await require_private(seat.submit(window, move=f"{window.values['move']}\nJ J J J J J"))

    assert running_bot.game(room).version == game.version
    await seat.click(refused, "Edit again")
    assert seat.modal is not None
    assert str(seat.modal.values["move"]).endswith("J J J J J J")
    seat.close_modal()
