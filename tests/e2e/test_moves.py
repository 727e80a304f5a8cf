"""Every way to make a turn, and every private screen, from laid positions."""

import asyncio
import re
from collections.abc import Callable

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import (
    BENCH_BUTTONS,
    TURN_BUTTONS,
    find_showing,
    read_alt,
    read_rack,
    read_table,
    require_answer,
    require_private,
    wait_to_see,
)
from .test_bench import chosen

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def table(seat: SimulatedUser, room: Channel) -> dict[str, list[str]]:
    """The sets that everybody sees once the public message is up to date."""
    return read_table(await require_answer(seat.command("table", room)))


# looking


async def test_the_rack_says_every_tile_to_its_owner_alone(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4 k13 j b2", "o1 o2"]))
    ana, ben = running_bot.seats(2)

    shown = await require_private(ana.command("rack", room))

    assert read_alt(shown).startswith("Nothing has changed yet. Your rack: R4 B2 K13 J. You 4 tiles")
    turn, legend, place, waiting = shown.text.splitlines()
    assert (turn, waiting) == ("**Your turn**", "Pick tiles to play, or draw.")
    assert legend.startswith("-# **R** red · **B** blue · **K** black · **O** orange · **J** joker. ")
    assert place == f"-# 4 tiles, 49 points · Classic in The Rackety club · <#{room.id}>"
    assert shown.buttons == ["Confirm", "Draw", *TURN_BUTTONS]
    assert ben.messages(room) == []
    other = await require_private(ben.command("rack", room))
    assert f"<@{ana.user.id}> to play" in other.text
    assert other.buttons == ["Confirm", *BENCH_BUTTONS]


async def test_the_order_of_the_rack_is_remembered_for_every_table(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9 b1 k5", "o1 o2"]))
    running_bot.lay(other := running_bot.room("other"), position("classic", racks=["r2 b1", "o1 o2"]))
    ana = running_bot.seat("Ana")
    shown = await require_private(ana.command("rack", room))

    by_number = await require_answer(ana.click(shown, "Sort by number"))

    assert by_number.id == shown.id
    assert read_rack(by_number) == ["B1", "K5", "R9"]
    assert read_rack(await require_private(ana.command("rack", other))) == ["B1", "R2"]
    by_color = await require_answer(ana.click(by_number, "Sort by color"))
    assert read_rack(by_color) == ["R9", "B1", "K5"]


async def test_a_drawn_tile_is_marked_as_new(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9", "o1"], pool="b1 k7"))

    drawn = await require_private(running_bot.seat("Ana").command("draw", room))

    assert read_alt(drawn).startswith("Nothing has changed yet. Your rack: R9 K7. New: K7. You 2 tiles")


async def test_the_rack_comes_as_a_direct_message_and_works_there(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9 b1", "o1"], pool="b2 k7"))
    ana = running_bot.seat("Ana")

    said = await require_private(ana.command("rack", room, dm="true"))

    await ana.wait(lambda seat: "direct message" in seat.messages(room)[-1].text)
    (sent,) = ana.messages(ana.dms)
    assert said.id == ana.messages(room)[-1].id
    assert read_rack(sent) == ["R9", "B1"]
    assert f"<#{room.id}>" in sent.text
    sorted_ = await require_answer(ana.click(sent, "Sort by number"))
    assert read_rack(sorted_) == ["B1", "R9"]
    await ana.click(sorted_, "Sort by color")
    drawn = await require_answer(ana.click(sent, "Draw"))
    assert read_rack(drawn) == ["R9", "B1", "K7"]
    assert "K7" not in str([each.json for each in running_bot.seat("Ben").messages(room)])


async def test_closed_direct_messages_fall_back_to_the_private_answer(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(50007)
    running_bot.lay(room, position("classic", racks=["r9 b1", "o1"]))
    ana = running_bot.seat("Ana")
    ana.set_dms(are_open=False)

    answer = await require_private(ana.command("rack", room, dm="true"))
    shown = await wait_to_see(ana, lambda seat: next((each for each in seat.messages(room) if each.pictures), None))
    ana.set_dms(are_open=True)

    assert shown.id == answer.id
    assert shown.ephemeral
    assert "I can't send you direct messages" in shown.text
    assert read_rack(shown) == ["R9", "B1"]


# drawing, passing, resigning


async def test_draw_asks_once_over_a_draft_wherever_it_is(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="R3 R4 R5", racks=["r6 r9", "o1"], pool="b1 k7"))
    ana = running_bot.seat("Ana")
    table = await require_answer(ana.command("table", room))
    rack = await require_answer(ana.click(table, "My rack"))
    laid = await chosen(ana, rack, "pick", "R6")
    assert "Confirm 1 tile" in laid.buttons

    for asking in (ana.click(table, "Draw"), ana.command("draw", room), ana.click(laid, "Draw")):
        question = await require_private(asking)
        assert "**Draw instead of playing 1 tile?**" in question.text
        assert question.buttons == ["Draw", "Back"]
    back = await require_answer(ana.click(question, "Back"))
    assert back.id == rack.id
    assert "Confirm 1 tile" in back.buttons
    assert not running_bot.rows("SELECT 1 FROM log WHERE game_id = ?", running_bot.game(room).id)

    question = await require_answer(ana.click(back, "Draw"))
    one, two = await asyncio.gather(ana.click(question, "Draw"), ana.click(question, "Draw"))

    assert running_bot.state(room).turn == 1
    assert [row["line"] for row in running_bot.rows("SELECT line FROM log")][-1:] == ["draw 1"]
    assert one
    assert two
    assert read_rack(one) == ["R9", "K7"]


async def test_an_open_rack_says_at_once_that_time_ran_out(running_bot: RunningBot, room: Channel) -> None:
    dealt = position("classic", racks=["r4", "o1", "k1"], pool="b1 b2 b3", options={"clock": 60})
    running_bot.lay(room, dealt, left=1)
    ana, ben, chloe = running_bot.seats(3)
    rack = await require_private(ana.command("rack", room))
    assert "**Your turn**" in rack.text

    await chloe.click(await require_answer(chloe.command("resign", room)), "Resign")  # the clock looks up

    shown = await wait_to_see(ana, find_again(rack, "Time ran out: you drew B3."))
    assert f"<@{ben.user.id}> to play" in shown.text
    assert "Draw" not in shown.buttons
    assert not any("B3" in each.text for each in ben.messages(room))


def find_again(shown: ShownMessage, words: str) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: the same message, once it says these words."""
    return lambda seat: next((each for each in seat.everything() if each.id == shown.id and words in each.text), None)


async def test_the_draw_button_under_the_table_draws(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9", "o1"], pool="b1 k7"))
    ana, ben = running_bot.seats(2)
    shown = await require_answer(ana.command("table", room))

    drawn = await require_private(ana.click(shown, "Draw"))

    assert read_rack(drawn) == ["R9", "K7"]
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", room))
    assert not re.search(r"\bK7\b", str([each.json for each in ben.everything()]))  # a nonce may have these letters


async def test_a_table_that_allows_it_lets_draw_any_number(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9", "o1"], pool="b1 k7 k8 k9", options={"draw_any": True}))

    drawn = await require_private(running_bot.seat("Ana").command("draw", room, count=3))

    assert read_rack(drawn) == ["R9", "K7", "K8", "K9"]
    assert "New: K7 K8 K9." in read_alt(drawn)
    refused = await require_private(running_bot.seat("Ben").command("draw", room, count=2))
    assert refused.text.startswith("You can draw 1 tile, not 2.")


async def test_a_draw_until_there_is_a_play_tells_everybody_only_how_long_it_was(
    running_bot: RunningBot, room: Channel
) -> None:
    """RC-5."""
    racks, options = ["k1 b9", "o1 k10"], {"draw_until": True, "clock": 0}
    running_bot.lay(room, position("rummy_cube", table="r3 r4 r5", racks=racks, pool="k13 r6 o12 b2", options=options))
    ana, ben = running_bot.seats(2)
    shown = await require_answer(ana.command("table", room))

    drawn = await require_private(ana.click(shown, "Draw"))

    assert read_rack(drawn) == ["R6", "B2", "B9", "K1", "O12"]
    assert "New: R6 B2 O12." in read_alt(drawn)
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 3 tiles", room))
    assert not re.search(r"\b(?:B2|O12|R6)\b", str([each.json for each in ben.everything()]))


async def test_other_tables_let_draw_one(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9", "o1"]))

    refused = await require_private(running_bot.seat("Ana").command("draw", room, count=2))

    assert refused.text.startswith("You can draw 1 tile, not 2.")
    assert running_bot.game(room).version == 1


async def test_passing_is_for_an_empty_pool_and_ends_the_game_when_all_have_passed(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r9", "r7 o1"], pool="b1"))
    ana, ben = running_bot.seats(2)

    assert (await require_private(ana.command("pass", room))).text.startswith("You can't pass while the pool has tiles")
    await ana.command("draw", room)
    assert (await require_private(ben.command("draw", room))).text.startswith("The pool is empty. Play or pass.")
    rack = await require_private(ben.command("rack", room))
    assert rack.buttons == ["Play: R7 to set A", "Confirm", "Pass", *TURN_BUTTONS]
    assert "You passed." in (await require_answer(ben.click(rack, "Pass"))).text
    passed = await require_private(ana.command("pass", room))
    assert "Nobody played a tile for a whole round." in passed.text
    assert passed.buttons == ["Rematch", "Review", "Log"]

    end = await wait_to_see(ben, find_showing("Nobody played a tile for a whole round.", room))
    assert end.buttons == ["Rematch", "Review", "Log"]


async def test_resigning_asks_first_and_is_for_good(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r9", "o1", "k1"]))
    ana, ben, chloe = running_bot.seats(3)
    sure = await require_private(chloe.command("resign", room))
    assert sure.buttons == ["Resign", "Cancel"]
    assert running_bot.game(room).version == 1

    gone = await require_answer(chloe.click(sure, "Resign"))

    assert "You've resigned." in gone.text
    assert (await require_private(chloe.command("draw", room))).text.startswith("You've resigned from this game.")
    for seat in (ana, ben):
        await seat.command("draw", room)
    assert running_bot.state(room).turn == 0
    await ben.click(await require_answer(ben.command("resign", room)), "Resign")
    game = running_bot.game(room)
    assert game.phase is Phase.OVER
    assert [
        tuple(row) for row in running_bot.rows("SELECT user_id, place FROM seat_result WHERE game_id = ?", game.id)
    ] == [
        (ana.user.id, 1),
        (ben.user.id, 2),
        (chloe.user.id, 2),
    ]


# playing by notation


@pytest.mark.parametrize(
    ("table_before", "rack", "move", "after"),
    [
        ("", "r4 r5 r6 b1", "R4 R5 R6", {"A": "R4 R5 R6"}),
        ("", "r4 r5 r6 b1 k1 o1 o9", "r4 r5 r6; b1 k1 y1", {"A": "R4 R5 R6", "B": "B1 K1 O1"}),
        ("r4 r5 r6 / b1 k1 o1", "r7 r1 o9", "a+r7; B+R1", {"A": "R4 R5 R6 R7", "B": "R1 B1 K1 O1"}),
        ("r3 r4 r5 r6", "b3 k3 o9", "A-R3; R3 B3 K3", {"A": "R4 R5 R6", "B": "R3 B3 K3"}),
        ("r3 r4 r5 r6 / b3 k3 o3", "r7 o9", "A-R3>B; A+R7", {"A": "R4 R5 R6 R7", "B": "R3 B3 K3 O3"}),
        ("r3 r4 r5 r6 r7", "r5 o9", "A:2; A+R5", {"A": "R3 R4 R5", "B": "R5 R6 R7"}),
        ("r4 j=r5 r6", "r5 b9 k9 o9 k1", "A+R5; A-J; B9 K9 J=O9", {"A": "R4 R5 R6", "B": "B9 K9 J"}),
        (
            "r4 r5 r6 / b4 b5 b6 / k4 k5 k6",
            "o4 o9",
            "table: r4 b4 k4 o4 / r5 b5 k5 / r6 b6 k6",
            {"R4 B4 K4 O4", "R5 B5 K5", "R6 B6 K6"},
        ),
        ("j=r3 j=r4 r5", "b7 b8 b9 o9", "table: r5 j j / b7 b8 b9", {"J=R3 J=R4 R5", "B7 B8 B9"}),
    ],
)
async def test_a_turn_is_written(  # noqa: PLR0913, PLR0917  # a turn has that many parts
    running_bot: RunningBot, room: Channel, table_before: str, rack: str, move: str, after: dict[str, str] | set[str]
) -> None:
    running_bot.lay(room, position("classic", table=table_before, racks=[rack, "o13 o12"]))
    ana, ben = running_bot.seats(2)

    played = await require_private(ana.command("play", room, move=move))

    assert "You " in played.text
    shown = {letter: " ".join(row) for letter, row in (await table(ben, room)).items()}
    if isinstance(after, set):
        assert {frozenset(row.split()) for row in shown.values()} == {frozenset(row.split()) for row in after}
    else:
        assert shown == after


@pytest.mark.parametrize(
    ("key", "tables", "move", "refusal"),
    [
        ("packkub", "sn sa s2", "hello", "“hello” isn't a tile. Write tiles like SN, A5."),
        ("packkub", "sn sa s2", ";", "Write your play, such as S3 S4 S5 or C+S5."),
        ("packkub", "sn sa s2", "s3 j s5", "This game has no tile “J”."),
        ("classic", "r1 r2 r3", "j r9 j", "J R9 J could be a group of 9s or R8 R9 R10."),
        (
            "rummy_cube",
            "b5 b6 j b8",
            "a-b8; b7 r7 k7; b8 b9 b10",
            "replaces the joker and stays with the rest of the set.",
        ),
    ],
)
async def test_a_refusal_speaks_of_the_game_at_hand(  # noqa: PLR0913, PLR0917  # as for a turn
    running_bot: RunningBot, room: Channel, key: str, tables: str, move: str, refusal: str
) -> None:
    rack = {"packkub": "s3 s4 m5", "classic": "j r9 j k1"}.get(key, "b7 r7 k7 b9 b10")
    running_bot.lay(room, position(key, table=tables, racks=[rack, "m5" if key == "packkub" else "o12"]))

    answer = await require_private(running_bot.seat("Ana").command("play", room, move=move))

    assert refusal in answer.text


async def test_a_refused_play_says_which_set_is_wrong_and_why(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r8 b1 b2", "o1"]))
    ana = running_bot.seat("Ana")

    for move, why in (
        ("A+R8", "Set A (R4 R5 R6 R8) isn't valid: "),
        ("B1 B2", "B1 B2 isn't valid: "),
        ("K9 K10 K11", "You don't have K9 K10 K11."),
        ("Z+B1", "The table has no set Z."),
        ("hello", "“hello” isn't a tile"),
        ("A-R4", ""),
    ):
        refused = await require_private(ana.command("play", room, move=move))
        assert why in refused.text
        assert refused.buttons == ["Edit again"]
    assert running_bot.game(room).version == 1


async def test_a_first_play_below_30_is_refused(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5 r6", "o1"], opened=False))

    refused = await require_private(running_bot.seat("Ana").command("play", room, move="R4 R5 R6"))

    assert refused.text.startswith("You have 15 of the 30 points you need to open.")


async def test_a_strict_table_punishes_a_mistake_and_tells_nothing_before(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(
        room, position("classic", racks=["r4 r5", "o1"], pool="k1 k2 k3 k4", options={"strict_mistakes": True})
    )
    ana, ben = running_bot.seats(2)

    (choice,) = await ana.autocomplete("play", "move", room, move="R4 R5")
    assert choice["name"] == "This table checks a play only when you make it. (CL-21)"
    answer = await require_private(ana.command("play", room, move="R4 R5"))

    assert read_rack(answer) == ["R4", "R5", "K2", "K3", "K4"]
    assert "R4 R5 isn't valid: " in answer.text
    assert running_bot.state(room).turn == 1
    told = await wait_to_see(ben, find_showing("cost 3 tiles", room))
    assert "R4" not in told.text


async def test_autocomplete_says_while_typing_what_a_move_is(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5 r6 b1", "o1"]))
    ana = running_bot.seat("Ana")

    async def said(move: str) -> list[str]:
        choices = await ana.autocomplete("play", "move", room, move=move)
        assert [each["value"] for each in choices] == [move] * len(choices)
        return [each["name"] for each in choices]

    assert await said("r4 r5 r6") == ["Valid: 3 tiles played for 15 points, 1 left."]
    (illegal,) = await said("r4 r5")
    assert illegal.startswith("R4 R5 isn't valid: ")
    assert len(await said("nonsense")) == 1
    assert await said("") == []
    (stranger,) = await running_bot.stranger().autocomplete("play", "move", room, move="r4")
    assert stranger["name"] == "You're not in this game."
    (nowhere,) = await ana.autocomplete("play", "move", running_bot.room("empty"), move="r4")
    assert nowhere["name"] == "This channel has no table. /new opens one."


async def test_a_move_of_more_than_a_hundred_characters_is_carried_by_a_token(
    running_bot: RunningBot, room: Channel
) -> None:
    rows = ["r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11"]
    rows += ["b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11", "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10"]
    running_bot.lay(room, position("classic", racks=[" ".join([*rows, "o1"]), "o9"]))
    ana, ben = running_bot.seats(2)
    move = " ; ".join(rows)
    assert len(move) > 100

    (choice,) = await ana.autocomplete("play", "move", room, move=move)
    assert choice["name"].startswith("Valid: 32 tiles played")
    assert len(choice["value"]) <= 100
    (again,) = await ana.autocomplete("play", "move", room, move=choice["value"])
    assert again["name"] == choice["name"]
    stolen = await require_private(ben.command("play", room, move=choice["value"]))
    assert stolen.text == "That text has expired. Please write it again."
    played = await require_private(ana.command("play", room, move=again["value"]))

    assert read_rack(played) == ["O1"]
    assert len(await table(ben, room)) == 3


# the Text window


async def test_the_window_holds_the_whole_table_and_plays_what_is_edited(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6 / b9 k9 o9", racks=["r7 r9 k1", "o1"]))
    ana = running_bot.seat("Ana")
    rack = await require_private(ana.command("rack", room))

    await ana.click(rack, "Edit as text")
    assert ana.modal is not None
    assert ana.modal.values == {"move": "table:\nR4 R5 R6\nB9 K9 O9"}
    played = await require_answer(ana.submit(move="table:\nR4 R5 R6 R7\nB9 K9 O9 R9"))

    assert played.id == rack.id
    assert read_rack(played) == ["K1"]
    assert await table(ana, room) == {"A": ["R4", "R5", "R6", "R7"], "B": ["R9", "B9", "K9", "O9"]}


async def test_a_refused_text_is_kept_and_edited_again(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "o1"]))
    ana, ben = running_bot.seats(2)
    await ana.click(await require_private(ana.command("rack", room)), "Edit as text")

    refused = await require_private(ana.submit(move="table:\nR4 R5 R7 K9\nR6"))
    assert refused.buttons == ["Edit again"]
    await ana.click(refused, "Edit again")
    assert ana.modal is not None
    assert ana.modal.values == {"move": "table:\nR4 R5 R7 K9\nR6"}
    twice = await require_private(ana.submit(move="K9"))
    gone = await require_private(ana.click(refused, "Edit again"))
    assert gone.text.startswith("That text has expired")
    await ana.click(twice, "Edit again")
    played = await require_answer(ana.submit(move="A+R7"))

    assert read_rack(played) == ["K1"]
    assert running_bot.state(room).turn == 1
    assert ben.modal is None


async def test_a_window_that_can_t_be_played_lies_on_the_bench(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"]))
    ana, ben = running_bot.seats(2)
    await ben.click(await require_private(ben.command("rack", room)), "Edit as text")

    early = await require_answer(ben.submit(move="table:\nR3 R4 R5 R6"))
    assert "It isn't your turn." in early.text
    assert "✔ Valid" in early.text
    await ana.click(await require_private(ana.command("rack", room)), "Edit as text")
    wrong = await require_answer(ana.submit(move="table:\nR4 R5\nR6 R7"))
    assert "isn't valid" in wrong.text
    await ana.click(wrong, "Edit as text")

    assert ana.modal is not None
    assert ana.modal.values == {"move": "table:\nR4 R5\nR6 R7"}
    await ana.submit(move="table:\nR4 R5 R6 R7")
    assert [each.written for each in running_bot.state(room).sets] == ["R4 R5 R6 R7"]


async def test_whoever_is_not_to_move_may_prepare_but_not_play(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["o1 o2", "r7 k1"]))
    ben = running_bot.seat("Ben")

    (choice,) = await ben.autocomplete("play", "move", room, move="A+R7")
    refused = await require_private(ben.command("play", room, move="A+R7"))

    assert choice["name"].startswith("Valid: ")
    assert refused.text.startswith("It isn't your turn.")
    assert (await require_private(ben.command("draw", room))).text.startswith("It isn't your turn.")
    assert running_bot.game(room).version == 1
