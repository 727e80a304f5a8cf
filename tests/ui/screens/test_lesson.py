"""The lesson's screens within Discord's limits, and what each of its turns says."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import discord
import pytest

from engine.coach.puzzles import choose_system
from engine.game.bench import Picks
from engine.tiles.notation import read_rack
from engine.variants import load
from services.benches import BenchScreenData, prepare_bench
from services.lessons import TURNS, Lessons
from storage.settings import SettingsStore
from tests.support.databases import open_new_database
from tests.support.limits import check
from tests.support.panels import list_texts
from ui.screens import lesson as screens

SYSTEM = choose_system(load())
PICTURE = discord.File(BytesIO(b""), filename="bench.png", description="x" * 1024)


async def read(path: Path) -> list[BenchScreenData]:
    async with open_new_database(path / "new.db") as database:
        lessons = Lessons(SettingsStore(database), SYSTEM)
        return [await lessons.read(7, number) for number in range(1, len(TURNS) + 1)]


def with_all_picked(bench: BenchScreenData) -> BenchScreenData:
    tiles = tuple(read_rack(TURNS[bench.game_view.id - 1].rack, SYSTEM.box))
    picked = prepare_bench(bench.game_view, replace(bench.state, picks=Picks(tiles)), bench.person)
    return replace(picked, note="why " * 200)


@pytest.mark.usefixtures("any_language")
async def test_every_screen_fits_a_message(tmp_path: Path) -> None:
    for bench in await read(tmp_path):
        for each in (bench, with_all_picked(bench)):
            check(screens.build_turn_panel(each, PICTURE))
    for finished in (False, True):
        check(screens.build_end_panel(finished=finished))
    check(screens.build_invitation())


async def test_a_turn_says_what_was_played_before_until_its_own_play_begins(tmp_path: Path) -> None:
    first, second, third = await read(tmp_path)

    said = [" ".join(list_texts(screens.build_turn_panel(each, PICTURE))) for each in (first, second, third)]
    begun = " ".join(list_texts(screens.build_turn_panel(with_all_picked(third), PICTURE)))

    assert ["✔" in each for each in said] == [False, True, True]
    assert "1 of 3" in said[0]
    assert "joker" in said[1]
    assert "You added to a set" in said[2]
    assert "You added to a set" not in begun
