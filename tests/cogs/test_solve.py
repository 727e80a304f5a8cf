"""The best turn of any position."""

import pytest

from cogs.solve import SolveCog
from engine.coach.puzzles import Grade, Puzzle, day_of
from storage.settings import Person
from tests.storage.tables import ANN, NOON
from tests.support.interactions import Interaction
from tests.support.rooms import Room

COG = SolveCog
TODAY = Puzzle(
    day=day_of(NOON),
    grade=Grade.EASY,
    table="R4 B4 K4 O4 / O7 O8 O9 O10 O11 O12 O13 / B3 K3 O3 / R11 R12 R13 / R12 B12 K12 / R6 B6 K6",
    rack="B7 K2 K3 K7",
    best=4,
    taken_apart=2,
    answer="B3 K3 O3 / R11 R12 R13 / R12 B12 K12 / R6 B6 K6 / K2 K3 K4 / O8 O9 O10 O11 O12 O13 / R4 B4 O4 / B7 K7 O7",
)
ITS_SOLVER = "That's today's puzzle. Answer it in /puzzle; tomorrow, I can solve it here."


async def test_the_best_turn_is_shown_privately_with_the_table_after_it(room: Room) -> None:
    answer = await room.command("solve", Interaction(guild_id=None), rack="R6 B9", table="R3 R4 R5")

    assert "R3 R4 R5 R6" in answer.screen.pictures[0].alt
    assert not answer.is_public


async def test_after_the_first_play_smaller_plays_are_found(room: Room) -> None:
    closed = await room.command("solve", rack="R1 R2 R3")
    opened_before = await room.command("solve", rack="R1 R2 R3", opened=True)
    not_yet = await room.command("solve", rack="R6", table="R3 R4 R5", opened=False)

    assert "If you've already opened" in closed.text
    assert "R1 R2 R3" in opened_before.screen.pictures[0].alt
    assert "R3 R4 R5 R6" not in not_yet.screen.pictures[0].alt


async def test_a_position_on_a_grid_is_solved_too(room: Room) -> None:
    answer = await room.command("solve", rack="R7", table="H8=R4 I8=R5 J8=R6", variant="rummykruss")

    assert "R7" in answer.text


async def test_the_table_comes_in_words_to_people_who_want_that(room: Room) -> None:
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    answer = await room.command("solve", rack="R6", table="R3 R4 R5")

    assert "A: red 3, red 4, red 5, red 6." in answer.text


@pytest.mark.parametrize(
    "options",
    [
        {"rack": "X9"},
        {"rack": "R6", "table": "R3 B9 K1"},
        {"rack": "R6", "table": "what?"},
        {"rack": "R6 R6 R6"},
        {"rack": "R6", "variant": "chess"},
    ],
)
async def test_a_position_that_can_t_be_is_refused(room: Room, options: dict[str, object]) -> None:
    assert await room.refused(room.command("solve", **options))


def swap_colors(tiles: str) -> str:
    return tiles.translate(str.maketrans("BK", "KB"))


@pytest.mark.parametrize(
    "options",
    [
        {"rack": TODAY.rack, "table": TODAY.table},
        {"rack": "K7 B7 K3 K2", "table": " / ".join(reversed(TODAY.table.split(" / ")))},
        {"rack": TODAY.rack, "table": TODAY.table, "opened": False},
        {"rack": swap_colors(TODAY.rack), "table": swap_colors(TODAY.table)},
        {"rack": TODAY.rack, "table": "R4 B4 K4 O4 / O7 O8 O9 O10 O11 O12 O13"},  # all that its answer changes
    ],
)
async def test_today_s_puzzle_is_not_solved_in_any_order_or_disguise(room: Room, options: dict[str, object]) -> None:
    await room.services.puzzles.store.keep(TODAY)

    assert await room.refused(room.command("solve", Interaction(guild_id=77), **options)) == ITS_SOLVER
    assert await room.refused(room.command("solve", Interaction(guild_id=None), **options)) == ITS_SOLVER


async def test_yesterday_s_puzzle_and_other_positions_are_solved(room: Room) -> None:
    await room.services.puzzles.store.keep(TODAY)

    other = await room.command("solve", rack="B7 K2 K3 K7", table="R11 R12 R13 / R6 B6 K6")
    room.clock += 24 * 3600
    answer = await room.command("solve", rack=TODAY.rack, table=TODAY.table)

    assert "Solver" in other.text
    assert "Solver" in answer.text
