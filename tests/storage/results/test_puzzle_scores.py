"""The leaderboards of puzzles: of a server and of everybody, their places, streaks and names."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.database import Database
from storage.puzzles import PuzzleStore
from storage.results.leaderboards import EVERYWHERE, LeaderboardStore
from storage.settings import Person, SettingsStore
from tests.storage.results.test_writing import a_result, write
from tests.storage.tables import GUILD
from tests.storage.test_puzzles import ANN, BOB, CY, HERE, THERE, TODAY, answer, solve
from tests.support.databases import open_new_database


@pytest.fixture
def puzzles(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


@pytest.fixture
def scores(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


async def test_a_deleted_attempt_counts_no_more(
    puzzles: PuzzleStore, scores: LeaderboardStore, database: Database
) -> None:
    """As when the owner deletes what a person did."""
    await solve(puzzles, TODAY, TODAY - 1)
    await solve(puzzles, TODAY, user=BOB)
    await puzzles.give_up(answer(BOB, TODAY - 1))

    await database.run("DELETE FROM puzzle_try WHERE day = ?", (TODAY,))

    for pool in (HERE, EVERYWHERE):
        page = await scores.puzzles(pool, TODAY, viewer=0)
        assert [(line.user_id, line.solved, line.tries) for line in page.lines] == [(ANN, 1, 1)]


async def test_a_server_s_names_are_those_of_the_last_game_or_puzzle_there(
    puzzles: PuzzleStore, scores: LeaderboardStore, database: Database
) -> None:
    await write(database, a_result(1, 11, 22))
    for user, guild, name in ((ANN, THERE, "Secret"), (BOB, GUILD, "Bobby"), (CY, GUILD, "Cyd"), (44, GUILD, "")):
        await puzzles.solved(replace(answer(user, TODAY - user, guild=guild), name=name))
        await solve(puzzles, TODAY - 1, user=user)
        await puzzles.solved(answer(user, TODAY - 2, guild=GUILD))

    page = await scores.puzzles(GUILD, TODAY, viewer=0)

    assert {line.user_id: line.name for line in page.lines} == {ANN: "Ann", BOB: "Bobby", CY: "Cyd", 44: ""}


async def test_everybody_s_board_names_only_those_who_want_it(
    puzzles: PuzzleStore, scores: LeaderboardStore, database: Database
) -> None:
    people = SettingsStore(database)
    for user in (ANN, BOB, CY):
        await puzzles.solved(replace(answer(user), name=f"Nickname {user}"))
    await people.change_person(ANN, lambda _: Person(worldwide=True, worldwide_name="Ann"))
    await people.change_person(BOB, lambda _: Person(worldwide=False, worldwide_name="Bob"))
    await database.run("INSERT INTO person VALUES (?, '{')", (CY,))

    page = await scores.puzzles(EVERYWHERE, TODAY, viewer=BOB)

    assert [line.name for line in page.lines] == ["Ann", "", ""]
    assert page.own == page.lines[1]


SOLUTIONS = st.tuples(
    st.integers(1, 14), st.integers(0, 5), st.sampled_from([HERE, THERE, None]), st.integers(0, 2), st.booleans()
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SOLUTIONS, max_size=60), st.integers(1, 14), st.sampled_from([HERE, EVERYWHERE]))
async def test_places_are_those_of_a_sorted_list(
    tmp_path: Path, solutions: list[tuple[int, int, int | None, int, bool]], viewer: int, pool: int
) -> None:
    """Whatever is solved, tried and given up, in any order."""
    (tmp_path / "rackety.db").unlink(missing_ok=True)
    async with open_new_database(tmp_path / "rackety.db") as database:
        puzzles, scores, done = PuzzleStore(database), LeaderboardStore(database), set[tuple[int, int]]()
        solved, tries = Counter[int](), Counter[int]()
        for number, (user, day, guild, wrong, ends) in enumerate(solutions):
            for each in range(wrong):
                await puzzles.tried(answer(user, TODAY - day, guild=guild, interaction=10 * number + each + 1))
            made = answer(user, TODAY - day, guild=guild, interaction=10 * number)
            after = await (puzzles.solved if ends else puzzles.give_up)(made)
            if ends and after.solved_at is not None and (user, day) not in done and pool in {guild, EVERYWHERE}:
                solved[user] += 1
                tries[user] += after.tries
            if not after.is_open:
                done.add((user, day))
        wanted = sorted(solved, key=lambda user: (-solved[user], tries[user], user))
        keys = [(-solved[user], tries[user]) for user in wanted]

        pages = [await scores.puzzles(pool, TODAY, viewer, page) for page in range(2)]
        for line in (line for page in pages for line in page.lines):
            assert line.streak == max(each.streak for each in await puzzles.figures(line.user_id, TODAY))

    lines = [line for page in pages for line in page.lines]
    assert [(line.user_id, line.solved, line.tries) for line in lines] == [
        (user, solved[user], tries[user]) for user in wanted
    ]
    assert [line.place for line in lines] == [keys.index(key) + 1 for key in keys]
    own = next((line for line in lines if line.user_id == viewer), None)
    for page in pages:
        assert page.own == own
        assert page.own_page == (wanted.index(viewer) // 10 if viewer in wanted else None)
        assert page.players == len(wanted)
