"""What a seat does when its time is up: the turn that its player had prepared, unless they want none played."""

import pytest

from cogs.bench import BenchCog
from services.overdue.timeouts import prepare_time_up
from storage.games import Game
from storage.settings import Person
from storage.texts import TextKind
from tests.storage.tables import ANN
from tests.support.rooms import Room

COG = BenchCog


async def arrange(room: Room, game: Game) -> None:
    """Draft a red 6 for Ann."""
    await room.tap("pick", game, argument="0", values=["R6"])


async def write(room: Room, game: Game, text: str) -> None:
    """Let Ann write a play that is refused."""
    await room.tables.texts.keep(game.id, 0, game.version, text, TextKind.REFUSED)


async def line(room: Room, game: Game) -> str:
    return (await prepare_time_up(room.tables, game)).line()


async def test_an_untouched_bench_has_nothing_to_play_at_the_end_of_time(room: Room) -> None:
    assert await line(room, await room.playing()) == "timeup idle"


async def test_the_draft_on_the_bench_is_played(room: Room) -> None:
    game = await room.playing()
    await arrange(room, game)

    assert await line(room, game) == "timeup moved A+R6"


async def test_a_play_that_was_refused_is_tried_again_unless_there_is_a_draft(room: Room) -> None:
    game = await room.playing()

    await write(room, game, "A+R6 B9")
    assert await line(room, game) == "timeup moved A+R6 B9"

    await write(room, game, "A+R6 B9")
    await arrange(room, game)
    assert await line(room, game) == "timeup moved A+R6"


async def test_a_play_that_was_refused_is_tried_only_once(room: Room) -> None:
    game = await room.playing()
    await write(room, game, "A+R6 B9")

    await line(room, game)

    assert await line(room, game) == "timeup idle"


async def test_an_unreadable_play_is_not_played_at_the_end_of_time(room: Room) -> None:
    game = await room.playing()
    await write(room, game, "what?")

    assert await line(room, game) == "timeup moved"


async def test_a_player_who_wants_nothing_played_was_still_there(room: Room) -> None:
    game = await room.playing()
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(autoplay=False))
    await write(room, game, "A+R6 B9")
    await arrange(room, game)

    assert await line(room, game) == "timeup moved"


async def test_a_lobby_has_no_clock(room: Room) -> None:
    with pytest.raises(ValueError, match="no clock"):
        await line(room, await room.lobby())
