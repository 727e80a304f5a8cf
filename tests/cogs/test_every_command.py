"""Every command and every tap has a unit test in the file of its cog, and is refused to whom it isn't for."""

import ast
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from discord import AppCommandOptionType
from discord.ext import commands

import cogs
from storage.games import Game, Player
from tests.storage.tables import ANN
from tests.support.interactions import Interaction
from tests.support.rooms import REFUSALS, Room, list_commands, opened

HERE = Path(__file__).parent


def called(source: str, how: str) -> set[str]:
    """The names that tests give to `room.command(...)` or `room.tap(...)`."""
    tests = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.AsyncFunctionDef)]
    return {name for test in tests if test.name.startswith("test_") for name in _named(test, how)}


def _named(test: ast.AsyncFunctionDef, how: str) -> set[str]:
    calls = [
        each
        for each in ast.walk(test)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == how and each.args
    ]
    return {each.args[0].value for each in calls if isinstance(each.args[0], ast.Constant)}  # type: ignore[misc]  # names


def untested(cog: commands.Cog, source: str) -> set[str]:
    """The commands and taps of a cog that no test of this file calls by their names."""
    names = set(list_commands(cog)) - called(source, "command")
    return names | (set(getattr(cog, "taps", {})) - called(source, "tap"))


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_a_test_calls_every_command_and_tap_of_a_cog(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        path = HERE / f"test_{kind.__module__.rpartition('.')[2]}.py"

        assert untested(room.cog, path.read_text("utf-8") if path.exists() else "") == set()


async def test_a_command_or_a_tap_without_a_test_is_found(tmp_path: Path) -> None:
    source = (HERE / "test_claim.py").read_text("utf-8")
    kind = next(each for each in cogs.find() if each.__module__ == "cogs.claim")
    async with opened(tmp_path, kind) as room:
        assert untested(room.cog, "") == {"claim", "claimed"}
        assert untested(room.cog, source.replace('command("claim"', 'command("other"')) == {"claim"}
        assert untested(room.cog, source.replace('tap("claimed"', 'tap("other"')) == {"claimed"}


BENCH = "pick lying spot target face step page color together fit ready confirm"
MOVES = f"{BENCH} hint anyplay claim quit handover stop draw pass offer resign text again"
ANYTIME = f"{MOVES} lay close rack back end playon"
LOBBY = "computer fill join level option options patience preset reopen rule start system"
MOVE_COMMANDS = {"/hint", "/draw", "/pass", "/resign", "/rack", "/fit", "/claim", "/play"}
OF_PLAYERS = {*ANYTIME.split(), *MOVE_COMMANDS, "sort", "leave", "/end", "/leave"}
OF_RUNNING_GAMES = {*ANYTIME.split(), *MOVE_COMMANDS, "claimed", "endall", "more", "unfollow", "whole", "follow"}
OF_GAMES_AND_LOBBIES = {*f"{ANYTIME} {LOBBY} sort leave claimed endall more unfollow whole follow".split()}
OF_GAMES_AND_LOBBIES |= {"harder", "log", "rematch", "review", "rules", "stay"}
OF_ANYBODY = {"mydata", "forgetme", "forgetyes", "forgotten", "help", "stay", "rules", "whole", "more", "follow"}
OF_ANYBODY |= {"/data export", "/data delete", "/privacy", "/games", "/help", "/rules", "/leaderboard", "/table"}
OF_ANYBODY |= {"unfollow", "/puzzle", "/puzzle-board", "/settings", "switches"}
LESSON = "lpick lready llying lspot ltarget lface lstep lcolor ltogether lconfirm lskip"
OF_ANYBODY |= {*LESSON.split(), "learn", "first", "sheet"}


async def list_refusals(room: Room, game: Game | None, by: Player) -> dict[str, str]:
    """Return what each command and tap that needs no further choice than a text is refused with; "" if it isn't."""
    asks: dict[str, Callable[[], Awaitable[object]]] = {
        verb: partial(room.tap, verb, game, Interaction(by)) for verb in getattr(room.cog, "taps", {})
    }
    for name, command in list_commands(room.cog).items():
        required = [each for each in command.parameters if each.required]
        if all(each.type is AppCommandOptionType.string for each in required):
            texts = {each.name: "A" for each in required}
            asks[f"/{name}"] = partial(room.command, name, Interaction(by), **texts)
    said = {}
    for name, ask in asks.items():
        try:
            await ask()
            said[name] = ""
        except REFUSALS as refusal:
            said[name] = str(refusal)
    return said


def find_said(refusals: dict[str, str], sentence: str) -> set[str]:
    """The commands and taps that are refused with a sentence that begins like this."""
    return {name for name, said in refusals.items() if said.startswith(sentence)}


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_in_a_game_of_others_a_stranger_may_do_what_all_may(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        game = await room.playing()
        refusals = await list_refusals(room, game, Player(33, "Cleo"))

        assert {name for name, said in refusals.items() if not said} == refusals.keys() & OF_ANYBODY
        assert find_said(refusals, "You're not in this game.") == refusals.keys() & OF_PLAYERS
        assert await room.tables.require_game(game.id) == game


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_a_game_that_has_not_started_is_not_played(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        refusals = await list_refusals(room, await room.lobby(), ANN)

        assert find_said(refusals, "This game hasn't started") == refusals.keys() & OF_RUNNING_GAMES


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_a_game_that_is_over_is_not_played(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        refusals = await list_refusals(room, await room.over(), ANN)

        assert find_said(refusals, "This game is over.") == refusals.keys() & {*MOVES.split(), "claimed", "endall"}


@pytest.mark.parametrize("kind", cogs.find(), ids=lambda kind: kind.__module__)
async def test_without_a_table_nothing_is_done_with_one(tmp_path: Path, kind: type[commands.Cog]) -> None:
    async with opened(tmp_path, kind) as room:
        refusals = await list_refusals(room, None, ANN)

        without = MOVE_COMMANDS | {"/end", "/start", "/table"}
        assert find_said(refusals, "This channel has no table.") == refusals.keys() & without
        assert find_said(refusals, "This table no longer exists.") == refusals.keys() & OF_GAMES_AND_LOBBIES
