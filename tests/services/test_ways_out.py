"""Every way to leave a game, at every moment, and what it means for each seat: nobody escapes a loss by leaving."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest

from cogs.leave import LeaveCog
from engine.game.actions import Resign, TimeUp
from engine.game.goals import Level
from services.computers import choose_move
from services.deadlines import WEEK
from services.overdue.suspensions import resume_here, suspend_here
from services.seats import hand_over_seat, return_seat
from storage.games import Game, Phase, Player
from tests.storage.tables import ANN, BOB
from tests.support.rooms import Room

COG = LeaveCog
CY = Player(33, "Cy")
LEAVER = 0  # Ann's seat
RACKS = ("R6 B9 B10", "O2 O3 O4 K1", "K4 K5 K6 K7")
Way: TypeAlias = "Callable[[Room, Game], Awaitable[Game]]"


@dataclass(frozen=True)
class Seat:
    """What a game's result says of a seat."""

    name: str
    place: int | None
    departure: str | None


async def begin(room: Room, turns: int) -> Game:
    """A game of three, after this many turns in which nobody plays anything."""
    game = await room.playing(*RACKS, players=(ANN, BOB, CY), pool="B1 B2 B3 B4 B5 B6 B7 B8", options={"clock": 60})
    assert game.state
    game = await room.tables.commit(replace(game, state=replace(game.state, deadline=room.clock + 60)), None)
    for _ in range(turns):
        assert game.state
        game = (await room.tables.make_move(game, room.tables.variant(game).read(game.state.turn, "draw"), None)).game
    return game


async def play_on(room: Room, game: Game) -> Game:
    """Let everybody, people and stand-ins, play as a fair computer until the game is over."""
    for turn in range(200):
        if game.phase is Phase.OVER:
            return game
        assert game.state
        variant, seat = room.tables.variant(game), game.state.turn
        view, luck = variant.view(game.state, seat), turn.to_bytes(32)
        action = await asyncio.to_thread(choose_move, variant, view, Level.FAIR, luck)
        game = (await room.tables.make_move(game, action, None)).game
    raise AssertionError("It never ends.")


async def result(room: Room) -> tuple[bool, str | None, list[Seat]]:
    (game,) = await room.database.run("SELECT pool, unrated FROM finished_game")
    seats = await room.database.run("SELECT name, place, departure FROM seat_result ORDER BY seat")
    return game["pool"] is not None, game["unrated"], [Seat(*row) for row in seats]


async def leave(room: Room, game: Game) -> Game:
    return await room.tables.commit(hand_over_seat(game, LEAVER), None)


async def be_away(room: Room, game: Game) -> Game:
    """Ann does nothing in two of her turns, as if she had been kicked from the server, or had lost her account."""
    while not game.players[LEAVER].away:
        turn = game.state.turn if game.state else 0
        if turn == LEAVER:
            room.clock = (game.state.deadline if game.state else None) or 0
            game = (await room.tables.make_move(game, TimeUp(LEAVER), None)).game
        else:
            game = (await room.tables.make_move(game, room.tables.variant(game).read(turn, "draw"), None)).game
    return game


async def resign(room: Room, game: Game) -> Game:
    return (await room.tables.make_move(game, Resign(LEAVER), None)).game


WAYS = {"left": leave, "away": be_away, "resigned": resign}
MOMENTS = [0, 3]  # turns before


@pytest.mark.parametrize("turns", MOMENTS)
@pytest.mark.parametrize(("departure", "way"), WAYS.items())
async def test_a_player_who_goes_places_last_and_the_others_as_they_played(
    room: Room, way: Way, departure: str, turns: int
) -> None:
    over = await play_on(room, await way(room, await begin(room, turns)))

    is_rated, unrated, seats = await result(room)
    assert (is_rated, unrated) == (True, None)
    assert seats[LEAVER] == Seat("Ann", 3, departure)
    assert over.state
    assert over.state.outcome
    reached = over.state.outcome.places
    assert (seats[1].place or 0) - (seats[2].place or 0) in {-1, 0, 1}
    assert ((seats[1].place or 0) < (seats[2].place or 0)) == (reached[1] < reached[2])
    assert {seat.departure for seat in seats[1:]} == {None}


@pytest.mark.parametrize("turns", MOMENTS)
@pytest.mark.parametrize("way", [leave, be_away])
async def test_a_player_who_returns_in_time_is_rated_as_they_played(room: Room, way: Way, turns: int) -> None:
    gone = await way(room, await begin(room, turns))
    back = return_seat(gone, ANN.user_id or 0, asked=True)
    assert back

    over = await play_on(room, await room.tables.commit(back, None))

    assert over.state
    assert over.state.outcome
    is_rated, _, seats = await result(room)
    assert is_rated
    assert [seat.place for seat in seats] == [*over.state.outcome.places]


@pytest.mark.parametrize("turns", MOMENTS)
async def test_a_game_whose_channel_comes_back_is_rated(room: Room, turns: int) -> None:
    await suspend_here(room.tables, await begin(room, turns))
    room.clock += WEEK - 1
    await resume_here(room.tables, await room.game())

    await play_on(room, await room.game())

    assert (await result(room))[0]


async def test_a_game_in_which_all_have_left_is_a_tie(room: Room) -> None:
    game = await begin(room, 0)
    for seat in range(3):
        game = await room.tables.commit(hand_over_seat(game, seat), None)

    await play_on(room, game)

    is_rated, _, seats = await result(room)
    assert (is_rated, [seat.place for seat in seats]) == (True, [1, 1, 1])
