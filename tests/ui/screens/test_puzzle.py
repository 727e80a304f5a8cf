"""The puzzle's messages within Discord's limits, and the names that their buttons carry."""

from dataclasses import replace
from io import BytesIO

import discord
import pytest

from engine.coach import puzzles
from engine.coach.puzzles import Grade, Puzzle
from engine.variants import load
from ratings.badges import Badge
from services.benches import prepare_bench
from services.puzzles.benches import PuzzleBench, view_puzzle
from services.puzzles.pool import PuzzleKey
from services.refusals import Refusal
from storage.puzzles import PuzzleFigures, PuzzleRecord
from storage.settings import Person
from tests.support.limits import fits
from tests.support.panels import list_parts
from ui.controls import Control
from ui.screens import puzzle as screens

LONGEST_ID = 100
LARGEST = Puzzle(
    day=2_900_000,  # of the year 9909
    grade=Grade.MEDIUM,
    table=" / ".join(["O10 O11 O12 O13"] * 11),
    rack=" ".join(["O13"] * 9),
    best=7,
    taken_apart=5,
    answer=" / ".join(["O10 O11 O12 O13"] * 17),
)
FIGURES = [PuzzleFigures(grade, 36_500, 365_000, 36_500, 36_500) for grade in Grade]


def picture(name: str) -> discord.File:
    return discord.File(BytesIO(b""), filename=f"{name}-9909-12-31-medium.png", description="x" * 1024)


def open_bench(puzzle: Puzzle, record: PuzzleRecord, note: str = "") -> PuzzleBench:
    game_view = view_puzzle(puzzles.choose_system(load()), puzzle)
    bench = prepare_bench(game_view, record.bench, Person())
    return PuzzleBench(puzzle, record, replace(bench, note=note))


@pytest.mark.usefixtures("any_language")
async def test_every_screen_fits_a_message() -> None:
    tried = open_bench(LARGEST, PuzzleRecord(tries=10**6), note="why " * 200)
    solved = PuzzleRecord(tries=10**6, solved_at=LARGEST.ends)
    pictures = [picture("puzzle")]
    shown = [
        screens.build_open_panel(tried, pictures[0], LARGEST.day + 1),
        screens.build_closed_panel(
            screens.ClosedPuzzle(LARGEST, solved, FIGURES, list(Badge), Grade.HARD, may_share=True), pictures[0]
        ),
        screens.build_shared_line(PuzzleKey.of(LARGEST), solved, "<@1>", 36_500),
        screens.build_answer_question(PuzzleKey.of(LARGEST)),
    ]

    assert all(fits(each) for each in shown)
    ids = [str(item.custom_id) for each in shown for item in list_parts(each) if hasattr(item, "custom_id")]
    assert max(map(len, ids)) <= LONGEST_ID
    controls = [control for each in ids if (control := Control.read(each))]
    assert len(controls) == len(ids)
    of_benches = [control for control in controls if control.game]
    assert {PuzzleKey.numbered(control.game) for control in of_benches} == {PuzzleKey.of(LARGEST)}
    others = [control for control in controls if not control.game]
    assert {PuzzleKey.read(control.argument).day for control in others} == {LARGEST.day}


def test_a_puzzle_s_name_reads_back() -> None:
    for grade in Grade:
        key = PuzzleKey(20_777, grade)
        assert key.name == f"2026-11-20-{grade}"
        assert PuzzleKey.read(key.name) == key
        assert PuzzleKey.numbered(key.number) == key


@pytest.mark.parametrize(
    "name", ["", "easy", "2026-11-20", "2026-11-20-", "2026-11-31-easy", "x-easy", "2026-11-20-EASY"]
)
def test_a_name_of_no_puzzle_is_refused(name: str) -> None:
    with pytest.raises(Refusal):
        PuzzleKey.read(name)


def test_a_number_beyond_the_calendar_names_no_puzzle() -> None:
    with pytest.raises(Refusal):
        PuzzleKey.numbered(36**12 - 1)
