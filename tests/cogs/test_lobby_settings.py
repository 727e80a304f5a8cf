"""What the host of a lobby decides, and what others may only read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from cogs.lobby_settings import LobbySettingsCog
from engine.game.goals import Level
from services.seats import SeatChange
from storage.games import Player
from tests.storage.tables import BOB, GUILD, KEY, VARIANTS
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

ADA = Player(None, "Ada", Level.STRONG)
CHANGED = "This menu has changed: there is no such choice any more."
ONLY_HOST = "Only the host sets the options, before the game begins."
CLOCK = next(option for option in VARIANTS[KEY].options if option.key == "clock")


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, LobbySettingsCog) as here:
        yield here


async def test_the_host_seats_another_computer_of_the_last_one_s_level(room: Room) -> None:
    lobby = await room.lobby(computers=[ADA])

    answer = await room.tap("computer", lobby, Interaction(message=PUBLIC))

    assert answer.is_silent
    assert [each.computer for each in (await room.game()).players] == [None, Level.STRONG, Level.STRONG]


async def test_a_full_table_takes_no_computer(room: Room) -> None:
    lobby = await room.lobby(computers=[ADA, replace(ADA, name="Bix"), replace(ADA, name="Cleo")])

    assert "this table is for 2 to 4 players" in await room.refused(room.tap("computer", lobby))


@pytest.mark.parametrize("level", [Level.BEGINNER, None])
async def test_a_computer_gets_the_level_that_its_host_picks_or_is_sent_away(room: Room, level: Level | None) -> None:
    lobby = await room.lobby(computers=[ADA])

    await room.tap("level", lobby, values=[SeatChange("Ada", level).value])

    left = [each.computer for each in (await room.game()).players[1:]]
    assert left == ([] if level is None else [level])


@pytest.mark.parametrize("values", [[], ["Bix-fair"], ["Ada-divine"], ["Ann"]])
async def test_a_change_of_no_computer_changes_nothing(room: Room, values: list[str]) -> None:
    lobby = await room.lobby(computers=[ADA])

    assert "The table has moved on since" in await room.refused(room.tap("level", lobby, values=values))


async def test_only_the_host_of_a_lobby_moves_computers(room: Room) -> None:
    lobby = await room.lobby(BOB, computers=[ADA])

    for verb in ("computer", "level"):
        said = await room.refused(room.tap(verb, lobby, Interaction(BOB)))
        assert said == "Only the host, <@11>, gives computers their seats."
    game = await room.playing(channel=7)
    for verb in ("computer", "level"):
        assert await room.refused(room.tap(verb, game)) == "The game has begun already."


async def test_everybody_reads_the_rules_of_a_table_and_its_host_changes_them(room: Room) -> None:
    lobby = await room.lobby()

    host = await room.tap("rules", lobby, Interaction(message=PUBLIC))
    guest = await room.tap("rules", lobby, Interaction(BOB, PUBLIC))

    assert host.screen.menu("option")
    assert not guest.screen.menu("option")
    assert not host.is_public
    assert not guest.is_public


@pytest.mark.parametrize(("argument", "page"), [("1", 1), ("0", 0), ("99", 0), ("x", 0), ("-1", 0), ("", 0)])
async def test_options_are_leafed_through_and_a_page_that_is_not_there_is_the_first(
    room: Room, argument: str, page: int
) -> None:
    lobby = await room.lobby()

    first = await room.tap("options", lobby, argument="0")
    answer = await room.tap("options", lobby, argument=argument)

    assert (answer.screen.text == first.screen.text) == (page == 0)


async def test_an_option_is_set_and_kept_for_the_next_table(room: Room) -> None:
    lobby = await room.lobby()
    place, choice = next((place, each) for place, each in enumerate(CLOCK.choices) if each.value == 120)

    answer = await room.tap("option", lobby, argument="clock", values=[str(place)])

    assert (await room.game()).options["clock"] == choice.value
    assert (await room.tables.settings.server_options(GUILD, KEY))["clock"] == choice.value
    assert not answer.is_public


@pytest.mark.parametrize(
    ("key", "values"), [("clock", ["99"]), ("clock", []), ("clock", ["x"]), ("weather", ["0"]), ("", ["0"])]
)
async def test_an_option_or_a_value_that_there_is_not_is_not_set(room: Room, key: str, values: list[str]) -> None:
    lobby = await room.lobby()

    assert await room.refused(room.tap("option", lobby, argument=key, values=values)) == CHANGED


async def test_a_preset_sets_all_of_its_options(room: Room) -> None:
    lobby = await room.lobby()
    place, preset = next((place, each) for place, each in enumerate(VARIANTS[KEY].presets) if each.options)

    await room.tap("preset", lobby, values=[str(place)])

    assert (await room.game()).options == preset.options


@pytest.mark.parametrize("values", [["99"], [], ["-1"]])
async def test_a_preset_that_there_is_not_is_not_set(room: Room, values: list[str]) -> None:
    lobby = await room.lobby()

    assert await room.refused(room.tap("preset", lobby, values=values)) == CHANGED


async def test_only_the_host_sets_options_and_only_before_the_game(room: Room) -> None:
    lobby = await room.lobby(BOB)
    game = await room.playing(channel=7)

    for table, who in ((lobby, BOB), (game, None)):
        for verb, argument in (("option", "clock"), ("preset", "")):
            asked = Interaction(who) if who else Interaction()
            assert await room.refused(room.tap(verb, table, asked, argument=argument, values=["0"])) == ONLY_HOST
