"""Every rule system by the real bot: a game of seeded players to its end, its last message, and the leaderboard."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.text.errors import GameError
from engine.variants import load
from services.seen import news
from storage.games import Phase
from tests.proposer import ideas

from .looking import alt, must, pings, private, public, seen

if TYPE_CHECKING:
    from engine.game.state import GameState
    from engine.game.variant import Variant
    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel
    from storage.games import Game

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()


@pytest.mark.parametrize("key", SYSTEMS)
async def test_every_system_is_played_to_its_end(house: House, room: Channel, key: str) -> None:
    variant = SYSTEMS[key]
    low, _ = variant.seats({})
    seats = house.seats(low)
    await begun(room, key, seats)

    game = await played(house, room, variant, seats)

    assert game.state is not None
    assert game.state.outcome is not None
    final = await seen(seats[0], lambda seat: over(seat, room))
    for place, points in enumerate(game.state.outcome.scores):
        assert f"<@{seats[place].user.id}> **{points:+d}**" in final.text
    assert alt(final)
    standing = await must(seats[0].command("leaderboard", room, variant=key))
    assert all(f"<@{each.user.id}>" in standing.text for each in seats)


async def begun(room: Channel, key: str, seats: list[SimulatedUser], clock: str = "0") -> None:
    """Open a table, without a clock unless one is given, and start it."""
    host, *others = seats
    lobby = await must(host.command("new", room, variant=key, clock=clock))
    for each in others:
        await each.click(lobby, "Join")
    await host.click(lobby, "Start")


async def played(house: House, room: Channel, variant: Variant[Any], seats: list[SimulatedUser]) -> Game:
    """Play to the end."""
    return await moved(house, room, variant, seats, moves=1000)


async def moved(house: House, room: Channel, variant: Variant[Any], seats: list[SimulatedUser], *, moves: int) -> Game:
    """Let seeded players, who know what their seat may see, make so many moves, by commands."""
    dice = random.Random(7)  # noqa: S311  # the same players each time
    while (game := house.game(room)).phase is Phase.PLAYING and moves:
        moves -= 1
        assert game.state is not None
        line = chosen(variant, game.state, dice)
        answer = await said(seats[game.state.turn], room, line)
        assert answer is not None, line
        assert house.game(room).version == game.version + 1, (line, answer.text)
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
    return next((each for each in seat.messages(room) if "Rematch" in each.buttons), None)


@pytest.mark.parametrize("key", SYSTEMS)
async def test_every_system_goes_on_after_a_kill_and_its_clock_runs_out(house: House, room: Channel, key: str) -> None:
    variant = SYSTEMS[key]
    seats = house.seats(variant.seats({})[0])
    await begun(room, key, seats, clock="200")
    await house.until(lambda: house.game(room).phase is Phase.PLAYING)
    before = await moved(house, room, variant, seats, moves=3)
    assert before.state is not None
    old = await seen(
        seats[0], lambda seat: next((each for each in public(seat, room) if "My rack" in each.buttons), None)
    )
    await house.shown(room)  # else a call to the turn before it ended may stay for good
    await house.kill()
    house.write("UPDATE game SET deadline = 1 WHERE id = ?", (before.id,))
    house.write("UPDATE alive SET at = unixepoch()")
    await house.start()

    await house.until(lambda: house.game(room).version > before.version)

    after = house.game(room)
    assert after.state is not None
    late = before.state.turn
    assert len(after.state.seats[late].rack) == len(before.state.seats[late].rack) + 1
    assert after.state.turn != late
    assert f"<@{seats[late].user.id}> ran out of time and draws 1 tile" in news(after)
    await seen(seats[0], lambda seat: len(pings(seat, room)) == 1)
    rack = await private(seats[late].click(old, "My rack"))
    assert "New: " in alt(rack)


@pytest.mark.parametrize("key", SYSTEMS)
async def test_every_system_has_a_text_window_that_keeps_what_was_refused(
    house: House, room: Channel, key: str
) -> None:
    variant = SYSTEMS[key]
    seats = house.seats(variant.seats({})[0])
    await begun(room, key, seats)
    await house.until(lambda: house.game(room).phase is Phase.PLAYING)
    game = await moved(house, room, variant, seats, moves=12)
    assert game.state is not None
    seat = seats[game.state.turn]
    rack = await must(seat.command("rack", room))

    await seat.click(rack, "Text")
    window = seat.modal
    assert window is not None
    assert window.values["move"] == variant.view(game.state, game.state.turn).written
    refused = await private(seat.submit(window, move=f"{window.values['move']}\nJ J J J J J"))

    assert house.game(room).version == game.version
    await seat.click(refused, "Edit again")
    assert seat.modal is not None
    assert str(seat.modal.values["move"]).endswith("J J J J J J")
    seat.close_modal()
