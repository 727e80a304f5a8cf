"""Several people tap at the same moment: each tap counts, as if one had come after the other."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from discord.ext import commands

from cogs.leave import LeaveCog
from cogs.lobby_settings import LobbySettingsCog
from cogs.play import PlayCog
from cogs.settings import SettingsCog
from cogs.setup import SetupCog
from cogs.start import StartCog
from services.deadlines import PATIENCES
from services.seats import agree_to_end, with_person
from storage.games import Game, Phase, Player
from tests.storage.tables import ANN, BOB, CLEO, GUILD
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room, opened

DAN = Player(44, "Dan")


@asynccontextmanager
async def at_table(path: Path, kind: type[commands.Cog], *players: Player) -> AsyncIterator[tuple[Room, Game]]:
    """A room with a running game of these players, without tiles that matter."""
    async with opened(path, kind) as room:
        racks = ["R6", "O2", "K4", "B7"][: len(players)]
        yield room, await room.playing(*racks, players=players)


async def tap_all(room: Room, game: Game, *taps: tuple[str, Player]) -> Sequence[Interaction]:
    return await asyncio.gather(*(room.tap(verb, game, Interaction(by, PUBLIC)) for verb, by in taps))


def list_votes(game: Game) -> list[bool]:
    return [player.agrees_to_end for player in game.players]


async def test_each_of_three_agreements_to_end_counts(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO, DAN) as (room, game):
        answers = await tap_all(room, game, ("end", ANN), ("end", BOB), ("end", CLEO))

        assert list_votes(await room.game()) == [True, True, True, False]
        assert "Waiting for <@44>." in answers[-1].text


async def test_the_last_agreements_end_the_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO) as (room, game):
        answers = await tap_all(room, game, ("end", ANN), ("end", BOB), ("end", CLEO))

        assert (await room.game()).phase is Phase.OVER
        assert "## Nobody wins" in answers[-1].text


async def test_requests_to_end_are_added_up_and_the_last_one_is_asked(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO) as (room, _):
        answers = await asyncio.gather(*(room.command("end", Interaction(each)) for each in (ANN, BOB, CLEO)))

        assert list_votes(await room.game()) == [True, True, False]
        assert answers[-1].screen.controls["End the game"].verb == "end"


async def test_a_refusal_beside_an_agreement_counts(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO) as (room, before):
        game = await room.tables.commit(agree_to_end(before, 0), None)

        await tap_all(room, game, ("end", BOB), ("playon", CLEO))

        assert list_votes(await room.game()) == [False, False, False]


async def test_each_of_two_who_leave_gets_a_computer(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO) as (room, game):
        await asyncio.gather(*(room.tap("handover", game, Interaction(each)) for each in (BOB, CLEO)))

        assert [player.left for player in (await room.game()).players] == [False, True, True]


async def test_each_of_two_who_resign_has_resigned(tmp_path: Path) -> None:
    async with at_table(tmp_path, PlayCog, ANN, BOB, CLEO) as (room, game):
        await asyncio.gather(*(room.tap("resign", game, Interaction(each)) for each in (BOB, CLEO)))

        state = (await room.game()).state
        assert state
        assert [seat.resigned for seat in state.seats] == [False, True, True]


async def test_a_manager_ends_a_game_in_which_somebody_moves(tmp_path: Path) -> None:
    async with at_table(tmp_path, LeaveCog, ANN, BOB, CLEO) as (room, game):
        await asyncio.gather(
            room.tap("end", game, Interaction(BOB, PUBLIC)), room.tap("endall", game, Interaction(DAN, manages=True))
        )

        assert (await room.game()).phase is Phase.OVER


@pytest.mark.parametrize("is_tapped", [False, True])
async def test_a_game_starts_with_somebody_who_joins_at_that_moment(tmp_path: Path, *, is_tapped: bool) -> None:
    async with opened(tmp_path, StartCog) as room:
        lobby = await room.lobby(BOB)

        def join(game: Game) -> Game:
            return game if game.phase is Phase.PLAYING else _seat(game)

        joining = room.tables.retry(lobby, lambda newest: room.tables.commit(join(newest), 99))
        await asyncio.gather(joining, room.tap("start", lobby) if is_tapped else room.command("start"))

        game = await room.game()
        assert (game.phase, game.players) == (Phase.PLAYING, (ANN, BOB, CLEO))


def _seat(game: Game) -> Game:
    return replace(game, players=with_person(game.players, CLEO, 4) or ())


async def test_the_host_s_choices_are_added_up(tmp_path: Path) -> None:
    async with opened(tmp_path, LobbySettingsCog) as room:
        lobby = await room.lobby(BOB)

        await asyncio.gather(
            room.tap("option", lobby, argument="clock", values=["1"]),
            room.tap("option", lobby, argument="assistance", values=["1"]),
            room.tap("patience", lobby, values=["1"]),
            room.tables.retry(lobby, lambda newest: room.tables.commit(_seat(newest), 99)),
        )

        game = await room.game()
        assert {"clock", "assistance"} <= game.options.keys()
        assert game.patience == [*PATIENCES][1]
        assert CLEO in game.players


async def test_a_server_s_settings_are_added_up(tmp_path: Path) -> None:
    async with opened(tmp_path, SetupCog) as room:
        await asyncio.gather(
            room.tap("setup", None, Interaction(manages=True), argument="threads-on"),
            room.tap("setup", None, Interaction(manages=True), argument="role", values=["88"]),
            room.tap("setup", None, Interaction(manages=True), argument="language", values=["2"]),
        )

        server = await room.tables.settings.server(GUILD)
        assert (server.threads, server.role, server.language) == (True, 88, "de")


async def test_a_person_s_settings_are_added_up(tmp_path: Path) -> None:
    async with opened(tmp_path, SettingsCog) as room:
        await asyncio.gather(
            room.tap("switches", None, values=["text", "autoplay"]),
            room.tap("prefer", None, argument="theme", values=["dark"]),
            room.tap("prefer", None, argument="tiles", values=["solid"]),
        )

        person = await room.tables.settings.person(ANN.user_id or 0)
        assert (person.text, person.profile, person.theme, person.tiles) == (True, False, "dark", "solid")
