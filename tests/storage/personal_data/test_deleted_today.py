"""Until the day ends, somebody who deletes their data is known again by a keyed hash, and by nothing else."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.coach.puzzles import Grade
from ratings.rating import DAY
from storage.backups.copying import back_up
from storage.database import Database
from storage.personal_data.erasure import erase_person
from storage.personal_data.export import export_person, is_remembered
from storage.personal_data.retention import forget_deleted
from storage.pseudonyms import hash_id, make_key
from storage.puzzles import PuzzleRecord, PuzzleStore
from storage.results.leaderboards import LeaderboardStore
from storage.results.replay import replay_ratings
from storage.results.store import ResultStore
from storage.results.writing import MOST_TOGETHER
from tests.storage.results.test_writing import a_result, rows, write
from tests.storage.tables import GUILD, NOON
from tests.storage.test_puzzles import ANN, TODAY, answer

BOB, CY = 22, 33


async def erase(database: Database, user_id: int, day: int = NOON // DAY) -> None:
    await erase_person(database, user_id, day=day, leave=(), committed=lambda: None)


async def play(database: Database, number: int, *people: int, at: int = NOON) -> str | None:
    """Play a game of this number; return why it's unrated."""
    await write(database, a_result(number, *people, at=at))
    ((reason,),) = await database.run("SELECT unrated FROM finished_game WHERE game_id = ?", (number,))
    return None if reason is None else str(reason)


@pytest.mark.parametrize("deleted", [(ANN,), (BOB,), (ANN, BOB), (ANN, ANN)])
async def test_a_deletion_does_not_reset_the_limit_of_rated_games_a_day(
    database: Database, deleted: tuple[int, ...]
) -> None:
    reasons = []
    for number in range(1, MOST_TOGETHER + 3):
        reasons.append(await play(database, number, ANN, BOB))
        for user_id in deleted if number in {2, 4} else ():
            await erase(database, user_id)

    assert reasons == [None] * MOST_TOGETHER + ["often"] * 2
    assert await ResultStore(database).met_often(GUILD, [ANN, BOB], NOON)
    assert not await ResultStore(database).met_often(GUILD, [ANN, CY], NOON)
    assert await play(database, 20, ANN, CY) is None
    assert await play(database, 21, ANN, BOB, at=NOON + DAY) is None
    assert not (await replay_ratings(database)).has_changed


async def test_games_that_end_after_the_deletion_count_too(database: Database) -> None:
    await play(database, 1, ANN, BOB)
    await erase(database, ANN)
    ((pseudonym,),) = await database.run("SELECT pseudonym FROM deleted_today")
    for number in range(2, MOST_TOGETHER + 1):
        await play(database, number, pseudonym, BOB)

    assert await play(database, 10, ANN, BOB) == "often"


async def test_a_puzzle_goes_on_where_it_was_before_the_deletion(database: Database) -> None:
    puzzles = PuzzleStore(database)
    await puzzles.tried(answer(interaction=1))
    await puzzles.tried(answer(interaction=2))
    await puzzles.give_up(answer(grade=Grade.HARD))
    await puzzles.solved(answer(grade=Grade.MEDIUM))
    gave_up_at = (await puzzles.record(ANN, TODAY, Grade.HARD)).gave_up_at
    for _ in range(2):
        await erase(database, ANN, TODAY)

        assert await puzzles.record(ANN, TODAY, Grade.EASY) == PuzzleRecord(tries=2)
        assert await puzzles.record(ANN, TODAY, Grade.MEDIUM) == PuzzleRecord(tries=1)
        assert await puzzles.record(ANN, TODAY, Grade.HARD) == PuzzleRecord(gave_up_at=gave_up_at)
        assert await puzzles.record(BOB, TODAY, Grade.EASY) == PuzzleRecord()
        assert await puzzles.record(ANN, TODAY + 1, Grade.EASY) == PuzzleRecord()

    assert (await puzzles.solved(answer(grade=Grade.HARD, interaction=3))).solved_at is None
    assert (await puzzles.solved(answer(interaction=4))).tries == 3
    await erase(database, ANN, TODAY)
    assert await puzzles.record(ANN, TODAY, Grade.EASY) == PuzzleRecord(tries=3)


@pytest.mark.parametrize(("today", "is_kept"), [(0, True), (-1, True), (1, False), (-2, False), (400, False)])
async def test_the_hash_goes_when_its_day_ends_or_the_clock_was_set_far_back(
    database: Database, today: int, *, is_kept: bool
) -> None:
    await play(database, 1, ANN, BOB)
    await erase(database, ANN)

    await forget_deleted(database, NOON // DAY + today)

    assert bool(await rows(database, "deleted_today")) is await is_remembered(database, ANN) is is_kept


async def test_nothing_is_kept_of_somebody_with_nothing_of_today(database: Database) -> None:
    await play(database, 1, ANN, BOB, at=NOON - DAY)
    await PuzzleStore(database).tried(answer(day=NOON // DAY - 1))

    await erase(database, ANN)

    assert await rows(database, "deleted_today") == []


async def test_the_person_alone_can_export_it_and_the_id_is_not_in_it(database: Database) -> None:
    await play(database, 1, ANN, BOB)
    await erase(database, ANN)

    assert '"pseudonym": -' in await export_person(database, ANN, NOON)
    assert '"pseudonym": -' not in await export_person(database, BOB, NOON)
    (row,) = await rows(database, "deleted_today")
    assert row[3] == hash_id(bytes(row[2]), ANN)  # type: ignore[call-overload]  # a key
    assert hash_id(make_key(), ANN) != hash_id(make_key(), ANN)


async def test_a_backup_has_neither_the_hash_nor_its_key(database: Database, path: Path, tmp_path: Path) -> None:
    await play(database, 1, ANN, BOB)
    await erase(database, ANN)
    (row,) = await rows(database, "deleted_today")

    back_up(path, copy := tmp_path / "copy.db")

    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM deleted_today").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM finished_game").fetchone() == (1,)
    assert not any(bytes(each) in copy.read_bytes() for each in row[2:4])  # type: ignore[call-overload]  # blobs


async def test_pseudonyms_are_on_no_leaderboard_even_if_their_first_game_ends_later(database: Database) -> None:
    await database.run(
        """INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version,
            opened_at, changed_at) VALUES (5, 1, 1, 22, 'classic', '{}', '[{"user_id":11,"name":"Ann"}]', 'playing',
            '[]', 1, 0, 0)"""
    )
    await erase(database, ANN)
    ((pseudonym,),) = await database.run("SELECT user_id FROM seat")

    await write(database, a_result(5, pseudonym, BOB))

    season = await LeaderboardStore(database).season(GUILD, 4 * 2027, None, 0)
    assert [line.user_id for line in season.lines] == [BOB]
