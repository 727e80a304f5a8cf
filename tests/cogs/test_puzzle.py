"""The daily puzzle, its window and its board."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.puzzle import PuzzleCog
from engine.coach.puzzles import DAY, Grade, Puzzle
from engine.game.bench_keys import NewSet, write
from engine.tiles.notation import write_tiles
from services.puzzles.pool import PuzzleKey
from storage.puzzles import PuzzleAnswer
from storage.settings import Person
from tests.storage.tables import ANN, BOB, GUILD, NOON
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from ui.controls import Control
from ui.screens.puzzle import FORM

COG = PuzzleCog
TODAY = NOON // DAY
EASY = PuzzleKey(TODAY, Grade.EASY)
PUZZLE = Puzzle(
    day=TODAY, grade=Grade.EASY, table="R3 R4 R5", rack="R6 R7 K1", best=2, taken_apart=0, answer="R3 R4 R5 R6 R7"
)
VERBS = ("puzzle", "solve", "resolve", "giveup", "reveal", "pboard")


@pytest.fixture
async def room(room: Room) -> Room:
    for day in (TODAY, TODAY + 1):  # all that would be made as soon as somebody asks for one
        for grade in Grade:
            await room.services.puzzles.store.keep(replace(PUZZLE, day=day, grade=grade))
    return room


async def answered(room: Room, text: str) -> Interaction:
    return await room.submit(Control(FORM, 0, 0, EASY.name), text)


async def is_open(room: Room, user_id: int | None = ANN.user_id) -> bool:
    return (await room.services.puzzles.store.record(user_id or 0, TODAY, Grade.EASY)).is_open


async def test_today_s_puzzle_is_shown_with_table_and_rack_and_without_its_answer(room: Room) -> None:
    answer = await room.command("puzzle")

    assert EASY.title in answer.text
    assert [picture.name.partition("-")[0] for picture in answer.screen.pictures] == ["bench"]
    assert "R3 R4 R5 R6" not in answer.text
    assert set(answer.screen.controls) >= {"Edit as text", "Give up", "Pick tiles from your rack"}
    assert not answer.is_public


async def test_a_puzzle_and_its_answer_in_words_show_no_player_and_no_pool(room: Room) -> None:
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    shown = [await room.command("puzzle"), await answered(room, "A+R6 R7")]

    assert "A: red 3, red 4, red 5." in shown[0].text
    assert "Your rack: R6 R7 K1." in shown[0].screen.pictures[0].alt
    assert shown[1].screen.pictures[0].alt == "Sets: A: R3 R4 R5 R6 R7. Played: R6 R7."
    for each in shown:
        assert "You" not in each.screen.pictures[0].alt.replace("Your rack", "")
        assert "Pool" not in each.text


async def test_the_grade_is_as_one_asks_or_the_easiest_that_is_not_finished(room: Room) -> None:
    hard = await room.command("puzzle", difficulty="hard")
    await answered(room, "A+R6 R7")
    after = await room.command("puzzle", Interaction(guild_id=None))

    assert PuzzleKey(TODAY, Grade.HARD).title in hard.text
    assert PuzzleKey(TODAY, Grade.MEDIUM).title in after.text


@pytest.mark.parametrize("verb", VERBS)
async def test_an_unknown_puzzle_is_refused(room: Room, verb: str) -> None:
    assert await room.refused(room.tap(verb, None, argument=f"{EASY.date}-divine")) == (
        "There's no such puzzle. /puzzle shows today's."
    )


@pytest.mark.parametrize("verb", ["puzzle", "solve", "resolve", "reveal"])
@pytest.mark.parametrize("day", [TODAY + 1, TODAY - 100])
async def test_tomorrow_s_puzzle_and_one_that_nobody_saw_are_not_shown(room: Room, verb: str, day: int) -> None:
    said = await room.refused(room.tap(verb, None, argument=PuzzleKey(day, Grade.EASY).name))

    assert said == "That puzzle isn't available. /puzzle shows today's."


async def test_the_form_opens_with_the_table_then_with_the_draft_or_with_what_could_not_be_read(room: Room) -> None:
    fresh = await room.tap("solve", None, argument=EASY.name)
    await answered(room, "A+R6")
    drafted = await room.tap("solve", None, argument=EASY.name)
    await answered(room, "A+R6 what?")
    unread = await room.tap("resolve", None, argument=EASY.name)  # a button of older messages
    await room.tap("pstep", BENCH, argument="undo")
    undone = await room.tap("solve", None, argument=EASY.name)

    assert "R3 R4 R5" in fresh.text
    assert "R3 R4 R5 R6" in drafted.text
    assert "A+R6 what?" in unread.text
    assert "what?" not in undone.text


# the bench


BENCH: Any = SimpleNamespace(id=EASY.number, version=0)  # what a bench's controls name in place of a game


async def test_a_puzzle_is_solved_with_taps_and_its_bench_says_how_far_it_is(room: Room) -> None:
    picked = await room.tap("ppick", BENCH, argument="0", values=["R6"])
    tried = await room.tap("pconfirm", BENCH)
    await room.tap("ppick", BENCH, argument="0", values=["R7"])
    solved = await room.tap("pconfirm", BENCH)

    assert "Valid: 1 tile played, 2 left." in picked.text
    assert "Confirm 1 tile" in picked.screen.controls
    assert "That plays 1 tile. You can play more." in tried.text
    assert "R3 R4 R5 R6 R7" not in tried.text
    assert "**Solved** in 2 tries." in solved.text
    assert not await is_open(room)


async def test_a_puzzle_s_bench_gives_no_help_and_undoes_each_step(room: Room) -> None:
    picked = await room.tap("ppick", BENCH, argument="0", values=["R6"])
    undone = await room.tap("pstep", BENCH, argument="undo")
    again = await room.tap("pstep", BENCH, argument="redo")

    assert not {"Arrange", "Hint"} & set(picked.screen.controls)
    assert "Valid" not in undone.text
    assert "Valid: 1 tile played" in again.text


async def test_a_bench_is_the_same_on_every_message_and_no_one_else_s(room: Room) -> None:
    await room.tap("ppick", BENCH, argument="0", values=["R6"])

    again = await room.command("puzzle")
    other = await room.command("puzzle", Interaction(BOB))

    assert "Valid: 1 tile played" in again.text
    assert "Valid" not in other.text


async def test_all_tiles_are_picked_by_one_tap(room: Room) -> None:
    before = await room.command("puzzle")
    picked = await room.tap("pall", BENCH)

    assert "Pick all" in before.screen.controls
    assert "Pick all" not in picked.screen.controls
    record = await room.services.puzzles.store.record(ANN.user_id or 0, TODAY, Grade.EASY)
    assert write_tiles(record.bench.picks.rack) == "R6 R7 K1"


async def test_a_tap_on_what_is_not_there_changes_nothing(room: Room) -> None:
    before = await room.stored()

    for answer in (
        await room.tap("ppick", BENCH, argument="0", values=["K9"]),
        await room.tap("pspot", BENCH, values=["Z"]),
        await room.tap("plying", BENCH, values=["A-0"]),
        await room.tap("ptarget", BENCH, values=["A"]),
        await room.tap("pface", BENCH, values=["A-0"]),
        await room.tap("pstep", BENCH, argument="sideways"),
        await room.tap("pcolor", BENCH, values=["9"]),
        await room.tap("pcolor", BENCH, values=["Z"]),
        await room.tap("ptogether", BENCH),
    ):
        assert "That has expired." in answer.text

    assert await room.stored() == before


async def test_tiles_of_the_table_are_taken_put_elsewhere_and_kept_together(room: Room) -> None:
    shown = await room.tap("pspot", BENCH, values=["A"])
    taken = await room.tap("plying", BENCH, values=["*"])
    put = await room.tap("ptarget", BENCH, values=[write(NewSet())])
    picked = await room.tap("ppick", BENCH, argument="0", values=["R6", "K1"])
    together = await room.tap("ptogether", BENCH)
    red = await room.tap("pcolor", BENCH, values=["R"])
    page = await room.tap("pcolor", BENCH, values=["0"])

    assert "Tiles of set A" in shown.screen.controls
    assert "Choose a place for them" in taken.screen.controls
    assert put.screen.controls.keys() != taken.screen.controls.keys()
    assert "Keep together" in picked.screen.controls
    for each in (together, red, page):
        assert EASY.title in each.text
    record = await room.services.puzzles.store.record(ANN.user_id or 0, TODAY, Grade.EASY)
    assert len(record.bench.together) == 1
    assert record.bench.color == "R"


async def test_an_old_bench_of_a_finished_puzzle_shows_the_answer(room: Room) -> None:
    await answered(room, "A+R6 R7")

    for each in (await room.tap("ppick", BENCH, argument="0", values=["R6"]), await room.tap("pconfirm", BENCH)):
        assert "**Solved** in 1 try." in each.text


async def test_an_illegal_draft_is_judged_and_kept(room: Room) -> None:
    await answered(room, "A+K1")

    answer = await room.tap("pconfirm", BENCH)

    assert await is_open(room)
    assert "✖" in answer.text
    assert "tries" not in answer.text


async def test_tries_are_counted_from_the_first_one_on(room: Room) -> None:
    fresh = await room.command("puzzle")
    tried = await answered(room, "A+R6")
    again = await room.command("puzzle")

    assert "so far" not in fresh.text
    assert "1 try so far." in tried.text
    assert "1 try so far." in again.text


@pytest.mark.parametrize(("text", "kept"), [("what?", "what?"), ("A+K1", ""), ("A+B6", "A+B6")])
async def test_an_answer_against_the_rules_is_not_a_try_and_is_kept_as_text_or_on_the_bench(
    room: Room, text: str, kept: str
) -> None:
    await answered(room, text)

    record = await room.services.puzzles.store.record(ANN.user_id or 0, TODAY, Grade.EASY)
    assert (record.is_open, record.tries, record.text) == (True, 0, kept)
    assert bool(record.bench.draft.changes) is not bool(kept)


async def test_a_puzzle_that_one_player_solves_stays_open_to_others(room: Room) -> None:
    await answered(room, "A+R6 R7")

    assert await is_open(room, BOB.user_id)
    assert "R3 R4 R5 R6 R7" not in (await room.command("puzzle", Interaction(BOB))).text


async def test_a_solved_puzzle_leads_to_the_next_grade_and_is_shared_once_by_its_solver_s_tap(room: Room) -> None:
    refused = await room.refused(room.tap("pshare", None, Interaction(writes=False), argument=EASY.name))
    assert refused == "You can't write in this channel."
    early = await room.tap("pshare", None, argument=EASY.name)
    solved = await answered(room, "A+R6 R7")
    silent = await room.command("puzzle", Interaction(writes=False), difficulty="easy")
    outside = await room.command("puzzle", Interaction(guild_id=None), difficulty="easy")
    shared, again = [await room.tap("pshare", None, argument=EASY.name) for _ in range(2)]

    assert not early.is_public
    assert list(solved.screen.controls) == ["Next: Medium", "Share", "Hard", "Board"]
    assert "Share" not in {*silent.screen.controls, *outside.screen.controls}
    assert [each.is_private for each in shared.shown] == [True, False]
    assert "Share" not in shared.shown[0].controls
    assert shared.shown[1].text == f"🧩 <@11> solved the puzzle of {EASY.written_date} · Easy in 1 try.\nTry it"
    assert not again.is_public
    invited = await room.tap("puzzle", None, Interaction(BOB), argument=EASY.name)
    assert "Pick tiles from your rack" in invited.screen.controls


async def test_giving_up_asks_once_more_then_shows_the_answer_and_closes_the_puzzle(room: Room) -> None:
    question = await room.tap("giveup", None, argument=EASY.name)
    assert await is_open(room)
    assert question.screen.controls["Show the answer"].verb == "reveal"

    answer = await room.tap("reveal", None, argument=EASY.name)
    window = await room.tap("solve", None, argument=EASY.name)
    late = await answered(room, "A+R6 R7")

    for each in (answer, window, late):
        assert "You gave up on this one." in each.text
        assert not each.is_public
    record = await room.services.puzzles.store.record(ANN.user_id or 0, TODAY, Grade.EASY)
    assert record.solved_at is None


async def test_the_board_ranks_the_server_or_everybody_and_shows_the_user_s_own_figures(room: Room) -> None:
    await answered(room, "A+R6 R7")

    command = await room.command("puzzle-board")
    tap = await room.tap("pboard", None, Interaction(BOB), argument=EASY.name)
    elsewhere = await room.command("puzzle-board", Interaction(guild_id=GUILD + 1))
    alone = await room.command("puzzle-board", Interaction(guild_id=None))

    assert "**Easy**: 1 solved in 1 try; streak 1, longest 1" in command.text
    assert [picture.alt.splitlines()[1] for picture in command.screen.pictures] == ["1. Ann — 1 in 1 try · streak 1"]
    assert tap.screen.pictures[0].alt == command.screen.pictures[0].alt
    assert "You haven't solved any yet." in tap.text
    assert "Nobody has solved one here yet." in elsewhere.text
    assert alone.screen.pictures[0].alt.splitlines()[1] == "1. You — 1 in 1 try · streak 1"
    assert "<@11>" not in alone.text
    assert not {"Season", "This server", "Post in this channel"} & set(alone.screen.controls)


async def test_the_answer_that_completes_a_streak_of_seven_days_earns_a_badge(room: Room) -> None:
    line = "-# You earned a badge: a puzzle streak of 7 days."
    for day in range(TODAY - 6, TODAY):
        given = PuzzleAnswer(ANN.user_id or 0, replace(PUZZLE, day=day), "", day, GUILD, day * DAY)
        await room.services.puzzles.store.solved(given)

    shown = [await answered(room, "A+R6 R7"), await room.tap("puzzle", None, argument=EASY.name)]

    assert [each.text.count(line) for each in shown] == [1, 1]
