"""The lesson's turns: each has just the play that it teaches."""

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from engine.coach.puzzles import choose_system
from engine.game.goals import Goal
from engine.tiles.notation import read_rack
from engine.tiles.tiles import by_color
from engine.variants import load
from services.benches import BenchScreenData
from services.lessons import TURNS, Lessons, LessonTurn
from storage.settings import SettingsStore
from tests.support.databases import open_new_database

SYSTEM = choose_system(load())
NUMBERS = range(1, len(TURNS) + 1)


@pytest.fixture(params=NUMBERS)
async def bench(request: pytest.FixtureRequest, tmp_path: Path) -> BenchScreenData:
    async with open_new_database(tmp_path / "new.db") as database:
        return await Lessons(SettingsStore(database), SYSTEM).read(7, request.param)


def laid(bench: BenchScreenData) -> LessonTurn:
    return TURNS[bench.game_view.id - 1]


async def test_only_the_tiles_named_can_be_played_and_all_of_them_at_once(bench: BenchScreenData) -> None:
    view = bench.game_view.view
    assert view.rack
    held, named = view.rack.tiles, Counter(read_rack(laid(bench).tiles, SYSTEM.box))
    picks = [Counter(each) for count in range(1, len(held) + 1) for each in combinations(held, count)]

    playable = [each for each in picks if SYSTEM.find(view, Goal.FIT, [*each.elements()])]

    assert named in playable
    assert all(each <= named for each in playable)


async def test_a_set_and_a_tile_that_fits_are_ready_and_the_tile_that_moves_others_is_not(
    bench: BenchScreenData,
) -> None:
    plays = SYSTEM.list_ready_plays(bench.game_view.view, bench.arranged.bench, None)

    sets = [len(each.bench.changes) for each in plays]
    assert sets == ([1] if bench.game_view.id < len(TURNS) else [])


def test_each_turn_goes_on_from_the_table_of_the_one_before() -> None:
    for before, after in pairwise(TURNS):
        assert sorted(read_rack(after.table.replace("/", " "), SYSTEM.box), key=by_color) == sorted(
            read_rack(f"{before.table} {before.tiles}".replace("/", " "), SYSTEM.box), key=by_color
        )
