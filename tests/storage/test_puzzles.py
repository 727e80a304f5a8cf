"""Puzzles as they are kept, what everybody made of them, and streaks."""

from dataclasses import replace

import pytest

from engine.coach.puzzles import DAY, Grade, Puzzle
from engine.game.drafts import Draft, DraftChange
from storage.benches import BenchState
from storage.database import Database
from storage.puzzles import PuzzleAnswer, PuzzleFigures, PuzzleRecord, PuzzleStore
from storage.results.leaderboards import LeaderboardStore

TODAY = 20_777
ANN, BOB, CY = 11, 22, 33
HERE, THERE = 1_000, 2_000


@pytest.fixture
def puzzles(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


def puzzle(day: int = TODAY, grade: Grade = Grade.EASY) -> Puzzle:
    return Puzzle(
        day=day,
        grade=grade,
        table="R4 R5 R6 / B9 K9 O9",
        rack="R7",
        best=1,
        taken_apart=0,
        answer="R4 R5 R6 R7 / B9 K9 O9",
    )


def answer(  # noqa: PLR0913  # an answer has that many sides
    user: int = ANN,
    day: int = TODAY,
    grade: Grade = Grade.EASY,
    *,
    guild: int | None = HERE,
    text: str = "r4 r5 r6",
    interaction: int = 1,
    late: int = 0,
) -> PuzzleAnswer:
    """Given at noon of the puzzle's day, or so many days later."""
    noon = (day + late) * DAY + DAY // 2
    return PuzzleAnswer(user, puzzle(day, grade), text, interaction, guild, noon)


async def solve(puzzles: PuzzleStore, *days: int, user: int = ANN, grade: Grade = Grade.EASY, late: int = 0) -> None:
    for day in days:
        await puzzles.solved(answer(user, day, grade, late=late))


async def streak(puzzles: PuzzleStore, grade: Grade = Grade.EASY, today: int = TODAY) -> tuple[int, int]:
    """The one that stands, and the longest."""
    found = {each.grade: each for each in await puzzles.figures(ANN, today)}
    return found[grade].streak, found[grade].longest


async def test_a_puzzle_comes_back_and_the_first_one_stays(puzzles: PuzzleStore, database: Database) -> None:
    assert await puzzles.get(TODAY, Grade.EASY) is None

    assert await puzzles.keep(puzzle()) == puzzle()
    assert await puzzles.keep(replace(puzzle(), rack="R3")) == puzzle()

    assert await PuzzleStore(database).get(TODAY, Grade.EASY) == puzzle()
    assert await puzzles.get(TODAY, Grade.HARD) is None
    assert await puzzles.get(TODAY + 1, Grade.EASY) is None


async def test_refused_answers_are_kept_and_do_not_count(puzzles: PuzzleStore) -> None:
    assert await puzzles.record(ANN, TODAY, Grade.EASY) == PuzzleRecord()

    record = await puzzles.refused(answer(text="r4 r5 r5"))

    assert record == PuzzleRecord(tries=0, text="r4 r5 r5")
    assert record.is_open
    assert await puzzles.record(BOB, TODAY, Grade.EASY) == PuzzleRecord()
    assert await puzzles.record(ANN, TODAY, Grade.HARD) == PuzzleRecord()


async def test_a_bench_is_kept_until_the_puzzle_is_done_and_an_edit_forgets_what_was_typed(
    puzzles: PuzzleStore, database: Database
) -> None:
    shown, edited = BenchState(page=1), BenchState(draft=Draft().then((DraftChange("A", (), ()),)))
    await puzzles.refused(answer(text="r4 what"))

    await puzzles.keep_bench(ANN, TODAY, Grade.EASY, shown, is_edited=False)
    assert await puzzles.record(ANN, TODAY, Grade.EASY) == PuzzleRecord(text="r4 what", bench=shown)
    await puzzles.keep_bench(ANN, TODAY, Grade.EASY, edited, is_edited=True)
    assert await PuzzleStore(database).record(ANN, TODAY, Grade.EASY) == PuzzleRecord(bench=edited)

    solved = await puzzles.solved(answer())
    assert solved.bench == BenchState()
    await puzzles.keep_bench(ANN, TODAY, Grade.EASY, edited, is_edited=True)
    assert await puzzles.record(ANN, TODAY, Grade.EASY) == solved


async def test_tries_count_once_an_interaction(puzzles: PuzzleStore) -> None:
    for interaction in (1, 1, 2, 3, 3):
        record = await puzzles.tried(answer(interaction=interaction, text=f"{interaction}"))

    assert record == PuzzleRecord(tries=3, text="3")


async def test_a_puzzle_is_solved_once_and_for_good(puzzles: PuzzleStore, database: Database) -> None:
    await puzzles.tried(answer(interaction=1))
    solved = await puzzles.solved(answer(interaction=2))

    assert solved == PuzzleRecord(tries=2, text="", solved_at=answer().now)
    assert not solved.is_open
    for change in (puzzles.solved, puzzles.tried, puzzles.refused, puzzles.give_up):
        assert await change(answer(interaction=3, guild=THERE, late=1)) == solved
    assert not await database.run("SELECT 1 FROM puzzle_score WHERE pool = ?", (THERE,))


async def test_a_puzzle_that_is_given_up_can_not_be_solved(puzzles: PuzzleStore) -> None:
    await puzzles.tried(answer(interaction=1))
    given_up = await puzzles.give_up(answer(interaction=2))

    assert given_up == PuzzleRecord(tries=1, text="", gave_up_at=answer().now)
    assert await puzzles.solved(answer(interaction=3)) == given_up
    assert await puzzles.figures(ANN, TODAY) == []


async def test_days_in_a_row_are_a_streak_until_a_day_has_passed_unsolved(puzzles: PuzzleStore) -> None:
    await solve(puzzles, TODAY, TODAY - 1, TODAY - 2, TODAY - 4)

    assert await puzzles.figures(ANN, TODAY) == [PuzzleFigures(Grade.EASY, solved=4, tries=4, streak=3, longest=3)]
    assert await streak(puzzles, today=TODAY + 1) == (3, 3)
    assert await streak(puzzles, today=TODAY + 2) == (0, 3)


async def test_giving_up_ends_the_streak_of_that_grade_at_once(puzzles: PuzzleStore) -> None:
    for grade in (Grade.EASY, Grade.HARD):
        await solve(puzzles, TODAY - 1, TODAY - 2, grade=grade)

    await puzzles.give_up(answer(grade=Grade.HARD))

    assert await streak(puzzles, grade=Grade.HARD) == (0, 2)
    assert await streak(puzzles, grade=Grade.EASY) == (2, 2)


async def test_a_puzzle_solved_after_its_day_counts_but_not_for_a_streak(puzzles: PuzzleStore) -> None:
    await solve(puzzles, TODAY, TODAY - 2)
    await solve(puzzles, TODAY - 1, late=1)

    assert await puzzles.figures(ANN, TODAY) == [PuzzleFigures(Grade.EASY, solved=3, tries=3, streak=1, longest=1)]


@pytest.mark.parametrize(("seconds", "days"), [(-1, 1), (0, 0)])
async def test_a_day_ends_at_midnight(puzzles: PuzzleStore, seconds: int, days: int) -> None:
    await puzzles.solved(replace(answer(), now=puzzle().ends + seconds))

    assert (await streak(puzzles))[1] == days


async def test_figures_begin_with_the_easiest_grade_and_are_the_player_s_own(puzzles: PuzzleStore) -> None:
    for grade in (Grade.HARD, Grade.MEDIUM, Grade.EASY):
        await puzzles.tried(answer(grade=grade, interaction=8))
        await puzzles.solved(answer(grade=grade, interaction=9, guild=None))
    await solve(puzzles, TODAY, user=BOB)

    figures = await puzzles.figures(ANN, TODAY)

    assert [(each.grade, each.solved, each.tries) for each in figures] == [(grade, 1, 2) for grade in Grade]


YEAR = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 3649)
    INSERT INTO puzzle_try (user_id, day, grade, tries, guild_id, solved_at)
    SELECT :first + n % 10, 20000 + n / 10, 'easy', 1, :guild, (20000 + n / 10) * 86400 FROM number
"""


async def test_the_work_for_streaks_does_not_grow_with_players_elsewhere(
    puzzles: PuzzleStore, database: Database
) -> None:
    """Ten players a server, for a year: the database looks at the rows of those who are shown, by their key."""
    ticks: list[None] = []
    work: list[int] = []
    await database._reader.set_progress_handler(lambda: ticks.append(None), 1000)  # noqa: SLF001  # SQLite's own steps
    for server in range(1, 6):
        await database.run(YEAR, {"first": 10 * server, "guild": server})
        ticks.clear()
        board = await LeaderboardStore(database).puzzles(1, 20_364, viewer=11)
        figures = await puzzles.figures(11, 20_364)
        work.append(len(ticks))

        assert [each.streak for each in board.lines] == [365] * 10
        assert figures == [PuzzleFigures(Grade.EASY, 365, 365, 365, 365)]
    assert max(work) <= work[0] + 5
