"""Whole games by the real bot, in every rule system: among people, with computers, and through a kill."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.tiles.notation import signed_point_count, write_tile
from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from services.game_view import write_news
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import SEED, Position
from tests.support.sampled import sampled
from ui.controls import write_base36

from .messages import (
    find_pings,
    find_public,
    menu_of,
    read_alt,
    read_rack,
    require_answer,
    require_private,
    wait_to_see,
)
from .player import Reader, begin, choose_line, play_on

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
LAST_MOVES = 10  # that a dealt game still takes
SMALL = 14  # tiles of a pool


def find_end(room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: a game's last message, once the last turn's call is gone."""
    return lambda seat: next(
        (each for each in find_public(seat, room) if "Rematch" in each.buttons and not find_pings(seat, room)), None
    )


@cache
def find_states(key: str) -> Sequence[Any]:
    """Return each state of a game of seeded players before its end."""
    variant = SYSTEMS[key]
    dice = random.Random(7)  # noqa: S311  # the same players each time
    state = variant.setup(variant.seats({})[0], SEED, 0, {"clock": 0}).state
    states = []
    while not state.outcome:
        states.append(state)
        state = variant.apply(state, variant.read(state.turn, choose_line(variant, state, dice)), now=state.now).state
    return states


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_the_last_moves_of_every_system_lead_to_its_end(running_bot: RunningBot, room: Channel, key: str) -> None:
    late = Position(SYSTEMS[key], find_states(key)[-LAST_MOVES])
    running_bot.deal(room, late)
    seats = running_bot.seats(len(late.seats))

    game = await play_on(running_bot, room, SYSTEMS[key], seats)

    assert game.state is not None
    assert game.state.outcome is not None
    final = await wait_to_see(seats[0], find_end(room))
    for seat, points in enumerate(game.state.outcome.scores):
        assert f"{seats[seat].user.name} {signed_point_count(points)}" in read_alt(final)
    standing = await require_answer(seats[0].command("leaderboard", room, variant=key))
    assert all(each.user.name in read_alt(standing) for each in seats)


@pytest.mark.soak
@pytest.mark.parametrize(("key", "option"), [("rummy_cube", "draw_until"), ("packkub", "begins")])
async def test_a_house_rule_that_its_host_picks_applies_to_the_end_and_in_the_review(
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

    await play_on(running_bot, room, SYSTEMS[key], seats, moves=15)
    await running_bot.kill()
    await running_bot.start()
    game = await play_on(running_bot, room, SYSTEMS[key], seats)
    assert game.phase is Phase.OVER
    final = await wait_to_see(host, find_end(room))
    assert "Not rated" in final.text
    review = await require_private(host.click(final, "Review"))
    assert "can't be replayed" not in review.text


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_every_system_goes_on_after_a_kill_and_its_clock_runs_out(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    variant = SYSTEMS[key]
    seats = running_bot.seats(variant.seats({})[0])
    await begin(room, seats, variant=key, clock="200")
    before = await play_on(running_bot, room, variant, seats, moves=3)
    assert before.state is not None
    old = await wait_to_see(
        seats[0], lambda seat: next((each for each in find_public(seat, room) if "My rack" in each.buttons), None)
    )
    await running_bot.wait_until_shown(room)  # else a call to the turn before it ended may stay for good
    await running_bot.kill()
    running_bot.write("UPDATE game SET deadline = 1, grace = 0 WHERE id = ?", (before.id,))
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


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_computers_play_every_system_and_go_on_without_people(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    ana, variant = running_bot.seat("Ana"), SYSTEMS[key]
    await begin(room, [ana], variant=key, computers=min(variant.seats({})[1] - 1, 2), level="strong")
    for _ in range(4):
        await running_bot.until(lambda: is_first_seats_turn(running_bot, room))
        if running_bot.game(room).phase is Phase.PLAYING:
            await play_on(running_bot, room, variant, [ana], moves=1)
            assert not find_pings(ana, room)  # players of computers are here, with a rack that a ping would push up
    await running_bot.until(lambda: is_first_seats_turn(running_bot, room))
    if running_bot.game(room).phase is Phase.PLAYING:
        await ana.click(await require_answer(ana.command("resign", room)), "Resign")

    await running_bot.until(lambda: running_bot.game(room).phase is Phase.OVER)

    names = [each.name for each in running_bot.game(room).players]
    final = await wait_to_see(ana, find_end(room))
    assert "Not rated: the table has computers." in final.text
    review = await require_private(ana.click(final, "Review"))
    assert review.text.startswith(f"## Review\n-# {variant.info.name} · ")
    turn = await require_answer(ana.click(review, "Turn by turn"))
    assert turn.pictures
    rack = await require_private(ana.click(final, "Rematch"))
    assert read_rack(rack)
    assert [each.name for each in running_bot.game(room).players] == names
    assert running_bot.game(room).phase is Phase.PLAYING


def is_first_seats_turn(running_bot: RunningBot, room: Channel) -> bool:
    """Whether the only person is to play, or the game is over."""
    game = running_bot.game(room)
    return game.phase is Phase.OVER or (game.state is not None and game.state.turn == 0)


async def test_everybody_sees_their_own_rack_at_the_start_and_after_one_tap_each_for_a_rematch(
    running_bot: RunningBot, room: Channel
) -> None:
    seats = running_bot.seats(3)
    await begin(room, seats)
    first = running_bot.game(room)
    await require_racks(running_bot, room, seats)
    for each in seats[:2]:
        await each.click(await require_answer(each.command("resign", room)), "Resign")
    final = await wait_to_see(seats[0], find_end(room))

    for each in reversed(seats):
        await each.click(final, "Rematch")

    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)
    assert running_bot.game(room).id != first.id
    await require_racks(running_bot, room, seats)


async def require_racks(running_bot: RunningBot, room: Channel, seats: Sequence[SimulatedUser]) -> None:
    """Wait until each of these players sees one open rack of the room's game, which has their own tiles."""
    game = running_bot.game(room)
    for each in seats:
        held = running_bot.state(room).seats[game.find_seat(each.user.id)].rack
        racks = await wait_to_see(each, lambda seat: find_racks(seat, room, game.id))
        assert [sorted(read_rack(rack)) for rack in racks] == [sorted(map(write_tile, held))]


def find_racks(seat: SimulatedUser, room: Channel, game_id: int) -> list[ShownMessage]:
    controls = f":{write_base36(game_id)}:"
    private = [each for each in seat.messages(room) if each.ephemeral and controls in str(each.json)]
    return [each for each in private if "More" in each.buttons]


async def test_two_players_read_what_they_see_and_play_to_the_end(running_bot: RunningBot, room: Channel) -> None:
    dealt = SYSTEMS["classic"].setup(2, SEED, 0, {"clock": 0}).state
    running_bot.deal(room, Position(SYSTEMS["classic"], replace(dealt, pool=dealt.pool[:SMALL])))
    seats = running_bot.seats(2)
    players = [Reader(seats[0], room), Reader(seats[1], room, uses_form=True)]

    while (game := running_bot.game(room)).phase is Phase.PLAYING:
        seat = running_bot.state(room).turn
        answer = await players[seat].move()
        if running_bot.game(room).phase is Phase.PLAYING:
            assert len(read_rack(answer)) == len(running_bot.state(room).seats[seat].rack)

    assert all(each.plays for each in players)
    end = await wait_to_see(seats[1], find_end(room))
    outcome = game.state.outcome if game.state else None
    assert outcome is not None
    heading = end.text.splitlines()[0]
    assert [f"<@{each.user_id}>" in heading for each in game.players] == [each in outcome.winners for each in (0, 1)]
    kept = running_bot.rows("SELECT user_id, points FROM seat_result WHERE game_id = ? ORDER BY seat", game.id)
    assert [tuple(row) for row in kept] == [
        (each.user_id, outcome.scores[seat]) for seat, each in enumerate(game.players)
    ]
    assert running_bot.leak_check.racks > len(players)
