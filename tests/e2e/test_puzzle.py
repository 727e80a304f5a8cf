"""The daily puzzle as people meet it: shown, tried, solved, given up; on a server, in a direct message, a day late."""

import re
import sqlite3
import time
from dataclasses import replace
from datetime import date

import pytest

from engine.coach.puzzles import DAY, Grade
from playground import ShownMessage, SimulatedUser
from playground.model.starting_world import GUILD_ID
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot

from .looking import read_alt, read_rack, read_table, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

EPOCH = date(1970, 1, 1).toordinal()
TABLE = "R4 R5 R6 / B9 K9 O9"
RACK = "R7 R9 K1"
ANSWER = "R4 R5 R6 R7 / R9 B9 K9 O9"
PUT = "INSERT INTO puzzle (day, grade, sets, rack, best, taken_apart, answer) VALUES (?, ?, ?, ?, 2, 0, ?)"


def today() -> int:
    return int(time.time()) // DAY


def iso(day: int) -> str:
    return date.fromordinal(EPOCH + day).isoformat()


@pytest.fixture
def laid(running_bot: RunningBot) -> RunningBot:
    """Puzzles that are quickly solved, from yesterday to tomorrow; what others made of them is forgotten."""
    running_bot.write("DELETE FROM puzzle_try")
    running_bot.write("DELETE FROM puzzle")
    for day in range(today() - 1, today() + 2):
        for grade in Grade:
            running_bot.write(PUT, (day, grade.value, TABLE, RACK, ANSWER))
    return running_bot


def record(running_bot: RunningBot, seat: SimulatedUser, grade: str = "easy", day: int | None = None) -> sqlite3.Row:
    (row,) = running_bot.rows(
        "SELECT * FROM puzzle_try WHERE user_id = ? AND grade = ? AND day = ?", seat.user.id, grade, day or today()
    )
    return row


async def answered(seat: SimulatedUser, panel: ShownMessage, text: str, button: str = "Edit as text") -> ShownMessage:
    """Write an answer in the window; returns the panel as it is then."""
    await seat.click(panel, button)
    return await require_answer(seat.submit(answer=text))


def back_a_day(running_bot: RunningBot, shown: ShownMessage) -> ShownMessage:
    """The same message as if it had been posted yesterday."""
    message = running_bot.world.message(shown.channel_id, shown.id)
    older = str(message.components).replace(f":{iso(today())}", f":{iso(today() - 1)}")
    running_bot.world.edit(replace(message, components=eval(older)))  # noqa: S307  # what Python has just written
    return shown


# looking


async def test_the_puzzle_is_shown_to_the_asker_alone_without_its_answer(laid: RunningBot, room: Channel) -> None:
    ana, ben = laid.seats(2)

    shown = await require_private(ana.command("puzzle", room))

    assert f"Puzzle of {iso(today())} · Easy" in shown.text
    assert "Play as many of your 3 tiles as you can in one turn." in shown.text
    assert len(shown.pictures) == 1
    assert "A: R4 R5 R6; B: B9 K9 O9" in read_alt(shown)
    assert sorted(read_rack(shown)) == ["K1", "R7", "R9"]
    assert shown.buttons[-6:] == ["Edit as text", "Give up", "Easy", "Medium", "Hard", "Board"]
    assert not {"Arrange", "Hint"} & set(shown.buttons)
    assert "R4 R5 R6 R7" not in str(shown.json)
    assert ben.messages(room) == []
    assert laid.rows("SELECT * FROM puzzle_try") == []


async def test_another_grade_takes_the_place_of_the_first(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    shown = await require_private(ana.command("puzzle", room, difficulty="medium"))
    assert "· Medium" in shown.text

    hard = await require_answer(ana.click(shown, "Hard"))

    assert hard.id == shown.id
    assert "· Hard" in hard.text


async def test_without_a_difficulty_comes_the_easiest_that_is_not_finished(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    first = await require_private(ana.command("puzzle", room))
    await answered(ana, first, "A+R7; B+R9")

    assert "· Medium" in (await require_private(ana.command("puzzle", room))).text


# answering


async def test_an_answer_is_written_like_a_turn_and_judged_by_the_rules(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))
    await ana.click(panel, "Edit as text")
    assert ana.modal is not None
    assert ana.modal.values["answer"] == "table:\nR4 R5 R6\nB9 K9 O9"

    refused = await require_answer(ana.submit(answer="table:\nR4 R5 R7\nR6\nB9 K9 O9"))

    assert refused.id == panel.id
    assert "R4 R5 R7 isn't valid" in refused.text
    assert record(laid, ana)["tries"] == 0
    await ana.click(refused, "Edit as text")
    assert ana.modal.values["answer"] == "table:\nR4 R5 R7\nB9 K9 O9\nR6"
    unread = await require_answer(ana.submit(answer="what?"))
    assert "isn't a tile" in unread.text
    assert record(laid, ana)["tries"] == 0


async def test_a_legal_answer_that_lays_too_few_hears_that_there_is_more_and_nothing_else(
    laid: RunningBot, room: Channel
) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))

    short = await answered(ana, panel, "A+R7")

    assert "That plays 1 tile. You can play more." in short.text
    assert "1 try so far." in short.text
    assert "R9 B9" not in str(short.json)
    assert record(laid, ana)["tries"] == 1
    again = await answered(ana, short, "B+R9")
    assert "2 tries so far." in again.text


async def test_it_is_solved_by_tapping_with_undo_through_a_restart(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))

    wrong = await pick(ana, panel, "R7")
    undone = await require_answer(ana.click(wrong, "Undo"))
    await laid.stop()
    await laid.start()
    picked = await pick(ana, undone, "R7", "R9")
    solved = await require_answer(ana.click(picked, "Confirm 2 tiles"))

    assert "Confirm 1 tile" in wrong.buttons
    assert "Confirm" in undone.buttons
    assert solved.id == panel.id
    assert "**Solved** in 1 try." in solved.text


async def pick(seat: SimulatedUser, panel: ShownMessage, *tiles: str) -> ShownMessage:
    """Pick tiles from the menu of the rack."""
    menu = next(each for each in re.findall(r"rk:ppick:[\w:]+", str(panel.json)))
    return await require_answer(seat.select(panel, menu, list(tiles)))


async def test_the_best_answer_solves_it_and_shows_the_table_after(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))
    short = await answered(ana, panel, "A+R7")

    solved = await answered(ana, short, "table: R4 R5 R6 R7 / R9 B9 K9 O9")

    assert solved.id == panel.id
    assert "**Solved** in 2 tries." in solved.text
    assert "You can play 2 tiles. One way:" in solved.text
    assert "Your streak for this grade: 1 day (longest: 1)." in solved.text
    assert read_table(solved) == {"A": ["R4", "R5", "R6", "R7"], "B": ["R9", "B9", "K9", "O9"]}
    assert read_alt(solved).endswith("Played: R7 R9.")
    assert solved.buttons == ["Easy", "Medium", "Hard", "Board"]
    row = record(laid, ana)
    assert (row["tries"], row["guild_id"], row["text"]) == (2, GUILD_ID, "")
    assert row["solved_at"] <= time.time()


async def test_an_older_message_of_a_solved_puzzle_shows_its_answer(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    one, other = [await require_private(ana.command("puzzle", room, difficulty="easy")) for _ in range(2)]
    await answered(ana, one, "A+R7; B+R9")

    shown = await require_answer(ana.click(other, "Edit as text"))

    assert ana.modal is None
    assert "**Solved** in 1 try." in shown.text
    assert record(laid, ana)["tries"] == 1


async def test_who_gave_up_and_deleted_their_data_can_not_solve_the_puzzle_that_day(
    laid: RunningBot, room: Channel
) -> None:
    dan = laid.seat("Dmitri")
    panel = await require_private(dan.command("puzzle", room))
    await dan.click(await require_answer(dan.click(panel, "Give up")), "Show the answer")
    sure = await require_answer(dan.click(await require_private(dan.command("data delete", room)), "Continue"))
    assert (await require_answer(dan.click(sure, "Delete everything"))).text == "Everything about you is deleted."
    assert laid.rows("SELECT * FROM puzzle_try WHERE user_id = ?", dan.user.id) == []

    again = await require_private(dan.command("puzzle", room, {"difficulty": "easy"}))

    assert "You gave up on this one." in again.text


async def test_giving_up_is_asked_once_more_and_shows_the_answer(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))
    asked = await require_answer(ana.click(panel, "Give up"))
    assert "You'll see the answer, and you won't be able to solve this puzzle anymore." in asked.text
    assert "R4 R5 R6 R7" not in str(asked.json)
    back = await require_answer(ana.click(asked, "Back"))
    assert "Edit as text" in back.buttons
    await ana.click(back, "Edit as text")

    shown = await require_answer(ana.click(await require_answer(ana.click(back, "Give up")), "Show the answer"))

    assert "You gave up on this one." in shown.text
    assert read_table(shown)["A"] == ["R4", "R5", "R6", "R7"]
    late = await require_answer(ana.submit(answer="A+R7; B+R9"))
    assert "You gave up on this one." in late.text
    assert record(laid, ana)["solved_at"] is None


# places and days


async def test_it_can_be_solved_alone_in_a_direct_message_where_it_stays(laid: RunningBot) -> None:
    ana = laid.seat("Ana")

    panel = await require_answer(ana.command("puzzle", ana.dms))

    assert not panel.ephemeral
    solved = await answered(ana, panel, "A+R7; B+R9")
    assert solved.id == panel.id
    assert record(laid, ana)["guild_id"] == 0
    board = await require_answer(ana.command("puzzle-board", ana.dms))
    assert "**Easy**: 1 solved in 1 try; streak 1, longest 1" in board.text
    assert "this server" not in board.text


async def test_both_commands_can_be_installed_by_a_user_and_used_anywhere(running_bot: RunningBot) -> None:
    commands = {each["name"]: each for each in running_bot.world.commands.values()}

    for name in ("puzzle", "puzzle-board"):
        assert set(commands[name]["integration_types"]) == {0, 1}
        assert set(commands[name]["contexts"]) == {0, 1, 2}


async def test_yesterday_s_message_still_works_and_counts_for_no_streak(laid: RunningBot) -> None:
    ana = laid.seat("Ana")
    panel = back_a_day(laid, await require_answer(ana.command("puzzle", ana.dms)))

    await ana.click(panel, "Edit as text")
    late = await require_answer(ana.submit(answer="A+R7"))
    assert f"Puzzle of {iso(today() - 1)} · Easy" in late.text
    assert "won't extend your streak" in late.text
    solved = await answered(ana, late, "A+R7; B+R9")

    assert "**Solved** in 2 tries, on a later day." in solved.text
    assert "Your streak for this grade: 0 days (longest: 0)." in solved.text
    assert record(laid, ana, day=today() - 1)["solved_at"] is not None


async def test_a_fresh_process_answers_the_buttons_and_windows_of_the_last(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room))
    await ana.click(panel, "Edit as text")

    await laid.stop()
    await laid.start()

    short = await require_answer(ana.submit(answer="A+R7"))
    assert "That plays 1 tile." in short.text
    assert "**Solved** in 2 tries." in (await answered(ana, short, "A+R7; B+R9")).text


async def test_a_puzzle_that_is_not_there_yet_is_made_while_the_asker_waits(laid: RunningBot, room: Channel) -> None:
    laid.write("DELETE FROM puzzle WHERE grade = 'easy' AND day = ?", (today(),))
    ana = laid.seat("Ana")

    await require_answer(ana.command("puzzle", room))
    shown = await ana.wait(lambda seat: shown if (shown := seat.messages(room)[-1]).pictures else None)

    assert shown is not None
    assert shown.ephemeral
    (row,) = laid.rows("SELECT * FROM puzzle WHERE day = ? AND grade = 'easy'", today())
    assert read_rack(shown)
    solved = await answered(ana, shown, "table: " + row["answer"])
    assert "**Solved** in 1 try." in solved.text


async def test_names_made_up_by_hand_are_refused_in_words(laid: RunningBot, room: Channel) -> None:
    ana = laid.seat("Ana")
    panel = await require_private(ana.command("puzzle", room, difficulty="easy"))
    message = laid.world.message(panel.channel_id, panel.id)
    for custom_id in (
        "rk:puzzle:0:0:9999-12-31-easy",
        "rk:solve:0:0:1971-01-01-hard",
        f"rk:reveal:0:0:{iso(today() + 1)}-easy",
        "rk:resolve:0:0:2026-13-01-easy",
        f"rk:solve:0:0:{iso(today())}-cruel",
        "rk:puzzle:0:0:-easy",
        "rk:giveup:0:0",
    ):
        forged = str(message.components).replace(f"rk:puzzle:0:0:{iso(today())}-hard", custom_id)
        laid.world.edit(replace(message, components=eval(forged)))  # noqa: S307  # what Python has just written

        refused = await require_private(ana.click(panel, custom_id))

        assert "/puzzle shows today's." in refused.text
    assert laid.rows("SELECT * FROM puzzle_try") == []


# the board


async def test_the_board_ranks_who_solved_most_here_and_in_the_fewest_tries(laid: RunningBot, room: Channel) -> None:
    ana, ben, chloe = laid.seats(3)
    empty = await require_private(ana.command("puzzle-board", room))
    assert "Nobody has solved one here yet." in empty.text
    assert "You haven't solved any yet." in empty.text
    for seat, grades, text in ((ana, ["easy"], ""), (ben, ["easy", "hard"], "A+R7"), (chloe, ["hard"], "A+R7")):
        for grade in grades:
            panel = await require_private(seat.command("puzzle", room, difficulty=grade))
            if text:
                panel = await answered(seat, panel, text)
            await answered(seat, panel, "A+R7; B+R9")

    board = await require_private(ana.command("puzzle-board", room))

    assert board.text.split("\n")[2:5] == [
        f"🥇 <@{ben.user.id}> — **2** in 4 tries · streak 1",
        f"🥈 <@{ana.user.id}> — **1** in 1 try · streak 1",
        f"🥉 <@{chloe.user.id}> — **1** in 2 tries · streak 1",
    ]
    assert "**Easy**: 1 solved in 1 try; streak 1, longest 1" in board.text
    back = await require_answer(ana.click(board, "Hard"))
    assert "· Hard" in back.text
    assert (await require_private(ana.click(back, "Board"))).text == board.text
