"""Playing by notation: /play, what it says while one types, and the windows with the whole table."""

import pytest

from cogs.write import WriteCog
from engine.tiles.notation import LONGEST_TEXT
from services.suggestions import KEPT_TOKEN
from tests.storage.tables import BOB, CLEO
from tests.support.interactions import Interaction
from tests.support.rooms import Room
from ui.controls import LONGEST_CHOICE, Control

COG = WriteCog
LONG = " ; ".join(["A+R6"] + ["A:3"] * 30)


async def test_a_written_move_is_played(room: Room) -> None:
    await room.playing()

    answer = await room.command("play", move="A+R6")

    game = await room.game()
    assert game.state
    assert (await room.lines(), game.state.turn) == ([(0, "play A+R6")], 1)
    assert "You added R6 to A" in answer.text
    assert not answer.is_public


async def test_a_play_that_is_refused_says_why_and_is_kept_to_be_edited(room: Room) -> None:
    game = await room.playing()

    for text in ("A+B9", "A+R7", "what?", "Z+R6"):
        answer = await room.command("play", move=text)

        assert await room.game() == game
        assert not answer.is_public
        control = answer.screen.controls["Edit again"]
        assert await room.tables.texts.get(control.argument, game.id, 0) == text


@pytest.mark.parametrize(
    "move",
    [
        *("R4 R5 R6 " * 400, "\0", "R4\N{RIGHT-TO-LEFT OVERRIDE}R5", "table:", ";;;;", "A+", "A:99999999999999999999"),
        *("A:-1", "J=J=J", "draw 1", "<@1100000000000000402> `R4` @everyone", "٤"),
    ],
)
async def test_a_text_that_is_not_a_turn_is_refused_in_words(room: Room, move: str) -> None:
    game = await room.playing()

    answer = await room.command("play", move=move)

    assert 0 < len(answer.text) < 500
    assert not answer.screen.called
    assert len(await room.suggest("preview", move)) <= 1
    assert await room.game() == game


async def test_a_play_waits_for_the_player_s_turn(room: Room) -> None:
    game = await room.playing()

    answer = await room.command("play", Interaction(BOB), move="O2 O3 O4")

    assert await room.game() == game
    assert "It isn't your turn." in answer.text


async def test_a_choice_that_is_too_long_is_kept_for_the_player_who_typed_it(room: Room) -> None:
    game = await room.playing()

    (value,) = await room.suggest("preview", LONG)

    assert len(value) <= LONGEST_CHOICE
    assert await room.tables.texts.get(value.removeprefix(KEPT_TOKEN), game.id, 0) == LONG
    others = await room.refused(room.command("play", Interaction(BOB), move=value))
    assert others == "That text has expired. Please write it again."
    answer = await room.command("play", move=value)
    token = answer.screen.controls["Edit again"].argument
    assert await room.tables.texts.get(token, game.id, 0) == LONG


async def test_a_choice_is_said_to_be_legal_or_why_not_before_it_is_played(room: Room) -> None:
    game = await room.playing()

    legal, illegal = await room.suggest("preview", "A+R6"), await room.suggest("preview", "A+B9")

    assert "Valid" in legal["A+R6"]
    assert "Valid" not in illegal["A+B9"]
    assert await room.game() == game


async def test_typing_a_move_that_cannot_be_played_shows_the_reason(room: Room) -> None:
    assert list((await room.suggest("preview", "R6")).values()) == ["This channel has no table. /new opens one."]
    assert await room.suggest("preview", "") == {}
    assert await room.suggest("preview", "R" * (LONGEST_TEXT + 1)) == {}

    await room.playing()

    said = await room.suggest("preview", "R6", Interaction(CLEO))
    assert list(said.values()) == ["You're not in this game."]


async def test_a_table_that_helps_in_full_proposes_turns(room: Room) -> None:
    await room.playing(options={"assistance": "full"})

    mine, theirs = await room.suggest("preview", ""), await room.suggest("preview", "", Interaction(BOB))

    assert any("R6" in label for label in mine.values())
    assert not any("R6" in label for label in theirs.values())


async def test_the_text_button_opens_the_table_to_be_edited(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("text", game)

    assert "R3 R4 R5" in answer.text
    assert "Your rack: R6 B9 K1" in answer.text
    assert not answer.is_public


async def test_a_refused_move_is_edited_again_by_its_author(room: Room) -> None:
    game = await room.playing()
    token = (await room.command("play", move="A+B9")).screen.controls["Edit again"].argument

    answer = await room.tap("again", game, argument=token)
    others = await room.refused(room.tap("again", game, Interaction(BOB), argument=token))

    assert "A+B9" in answer.text
    assert "That text has expired" in others
    assert "That text has expired" in await room.refused(room.tap("again", game, argument="x" * 12))


async def test_a_submitted_form_is_played(room: Room) -> None:
    game = await room.playing()

    answer = await room.submit(Control.of("text", game), "table: R3 R4 R5 R6")

    assert [seat for seat, _ in await room.lines()] == [0]
    assert "You added R6 to A" in answer.text


async def test_a_window_that_can_t_be_played_yet_comes_to_lie_on_the_bench(room: Room) -> None:
    game = await room.playing()

    answer = await room.submit(Control.of("text", game), "A+R6; B9 K1")

    bench = await room.tables.benches.get(game.id, 0)
    assert await room.game() == game
    assert bench.draft.changes
    assert answer.text.count("isn't valid") == 1
    assert not answer.is_public


async def test_a_form_of_a_stranger_plays_nothing(room: Room) -> None:
    game = await room.playing()

    refused = await room.refused(room.submit(Control.of("text", game), "A+R6", Interaction(CLEO)))
    gone = await room.refused(room.submit(Control("text", 99, 1), "A+R6"))

    assert refused == "You're not in this game."
    assert gone == "This table no longer exists. /new opens another."
    assert (await room.game(), await room.lines()) == (game, [])
