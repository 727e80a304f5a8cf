"""What a lobby says about whether its game will be rated."""

from dataclasses import replace

import pytest

from cogs.lobby import LobbyCog
from engine.game.goals import Level
from engine.game.views import Value
from storage.games import Game, Player
from storage.results.writing import MOST_TOGETHER
from tests.storage.results.test_writing import a_result, write
from tests.storage.tables import BOB, NOON
from tests.support.panels import list_texts
from tests.support.rooms import Room

COG = LobbyCog
ADA = Player(None, "Ada", Level.FAIR)
OFTEN = "Not rated: two of you have already finished 5 rated games together today."


async def read_reasons(room: Room, lobby: Game) -> list[str]:
    """The lobby's lines that say why its game won't be rated."""
    view, _ = await room.services.public_screens.show(lobby)
    return [line.removeprefix("-# ") for text in list_texts(view) for line in text.splitlines() if "Not rated" in line]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, []),
        ({"assistance": "full"}, ["Not rated: the table gives hints."]),
        ({"joker_points": 100}, ["Not rated: the table has house rules."]),
    ],
)
async def test_a_lobby_says_why_its_game_will_not_be_rated(
    room: Room, options: dict[str, Value], reason: list[str]
) -> None:
    assert await read_reasons(room, replace(await room.lobby(BOB), options=options)) == reason


async def test_a_lobby_with_computers_is_rated_only_as_one_persons_game_without_help(room: Room) -> None:
    lobby = await room.lobby(ADA)

    assert await read_reasons(room, lobby) == ["Not rated: the table has computers."]
    assert await read_reasons(room, replace(lobby, options={"assistance": "off"})) == []


async def test_a_lobby_says_that_two_of_its_people_have_met_too_often_today(room: Room) -> None:
    await write(room.database, *(a_result(100 + number, 11, 22) for number in range(MOST_TOGETHER)))
    room.clock = NOON

    lobby = await room.lobby(BOB)

    assert await read_reasons(room, lobby) == [OFTEN]
    room.clock += 24 * 3600
    assert await read_reasons(room, lobby) == []
