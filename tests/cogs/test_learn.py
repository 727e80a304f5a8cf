"""The lesson, from its first button to the first game."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.learn import LearnCog
from engine.game.bench_keys import NewSet, write
from engine.game.goals import Level
from services.lessons import TURNS
from storage.games import Phase
from tests.storage.tables import ANN, BOB, KEY, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room

COG = LearnCog
TURN: list[Any] = [SimpleNamespace(id=number, version=0) for number in (1, 2, 3)]  # named in place of games
FIRST, SECOND, THIRD = TURN


async def ready(room: Room, turn: Any, by: Any = ANN) -> Interaction:
    """Tap the only ready play."""
    shown = await room.tap("lstep", turn, Interaction(by), argument="undo")
    (key,) = [control.argument for control in shown.screen.controls.values() if control.verb == "lready"]
    return await room.tap("lready", turn, Interaction(by), argument=key)


async def test_the_lesson_is_finished_in_seven_taps_and_a_look_into_one_menu(room: Room) -> None:
    begun = await room.tap("learn", None)
    played = await ready(room, FIRST)
    second = await room.tap("lconfirm", FIRST)
    await ready(room, SECOND)
    third = await room.tap("lconfirm", SECOND)
    picked = await room.tap("lpick", THIRD, argument="0", values=["B6"])
    end = await room.tap("lconfirm", THIRD)

    assert "1 of 3" in begun.text
    assert "Confirm 4 tiles" in played.screen.controls
    assert "2 of 3" in second.text
    assert "3 of 3" in third.text
    assert "Confirm 1 tile" in picked.screen.controls
    assert "You know all you need to start" in end.text
    assert set(end.screen.controls) == {"Play a first game", "Rules"}
    assert await room.games() == []


@pytest.mark.parametrize("number", range(len(TURNS)))
async def test_each_turn_can_be_skipped_to_the_end_which_then_says_nothing_of_knowledge(
    room: Room, number: int
) -> None:
    shown = await room.tap("lstep", TURN[number], argument="undo")

    end = await room.tap("lskip", TURN[number])

    assert "Skip" in shown.screen.controls
    assert "Play a first game" in end.screen.controls
    assert "You know" not in end.text


@pytest.mark.parametrize("number", [0, 4, 36**12 - 1])
async def test_a_turn_that_there_is_not_is_the_first(room: Room, number: int) -> None:
    forged: Any = SimpleNamespace(id=number, version=7)

    for each in (await room.tap("lconfirm", forged), await room.tap("lpick", forged, argument="0", values=["R6"])):
        assert "1 of 3" in each.text


async def test_a_wrong_play_is_judged_as_in_a_game_and_nothing_is_lost(room: Room) -> None:
    held = await room.tap("lpick", FIRST, argument="0", values=["R6", "K1"])
    wrong = await room.tap("ltarget", FIRST, values=[write(NewSet())])
    forged = await room.tap("lconfirm", FIRST)
    undone = await room.tap("lstep", FIRST, argument="undo")

    assert "Holding R6 K1" in held.text
    for each in (wrong, forged):
        assert "1 of 3" in each.text
        assert "✖" in each.text
        assert not any(label.startswith("Confirm") for label in each.screen.controls)
    assert "✖" not in undone.text
    assert len((await ready(room, FIRST)).screen.controls) > 1


async def test_confirm_without_a_play_stays_on_the_turn(room: Room) -> None:
    """As after a restart, which forgets the draft."""
    answer = await room.tap("lconfirm", THIRD)

    assert "3 of 3" in answer.text
    assert "lay" in answer.text


async def test_a_tap_on_what_is_not_there_says_so(room: Room) -> None:
    for answer in (
        await room.tap("lpick", FIRST, argument="0", values=["K9"]),
        await room.tap("lready", FIRST, argument="none"),
        await room.tap("lspot", FIRST, values=["Z"]),
        await room.tap("llying", FIRST, values=["A-0"]),
        await room.tap("ltarget", FIRST, values=["A"]),
        await room.tap("lface", FIRST, values=["A-0"]),
        await room.tap("lstep", FIRST, argument="sideways"),
        await room.tap("lcolor", FIRST, values=["Z"]),
        await room.tap("ltogether", FIRST),
    ):
        assert "That has expired." in answer.text


async def test_two_people_learn_at_once_and_each_has_their_own_draft(room: Room) -> None:
    await ready(room, FIRST)
    other = await ready(room, FIRST, BOB)
    await room.tap("lstep", FIRST, Interaction(BOB), argument="undo")

    mine, theirs = await room.tap("lconfirm", FIRST), await room.tap("lconfirm", FIRST, Interaction(BOB))

    assert "Confirm 4 tiles" in other.screen.controls
    assert "2 of 3" in mine.text
    assert "1 of 3" in theirs.text


async def test_a_second_confirm_shows_the_same_turn_again_and_a_new_lesson_begins_empty(room: Room) -> None:
    await ready(room, FIRST)
    twice = [await room.tap("lconfirm", FIRST) for _ in range(2)]
    again = await room.tap("learn", None)

    assert all("2 of 3" in each.text for each in twice)
    assert "Valid" not in again.text


@pytest.mark.parametrize("guild", [None, 7])
async def test_the_first_game_is_one_s_own_and_starts_at_once_against_the_weakest_computer(
    room: Room, guild: int | None
) -> None:
    answer = await room.tap("first", None, Interaction(guild_id=guild))

    game = await room.game()
    assert (game.phase, game.is_solo, game.guild_id, game.channel_id) == (Phase.PLAYING, True, 0, ANN.user_id)
    assert sorted(each.computer or "" for each in game.players) == ["", Level.BEGINNER]
    assert "Pick tiles from your rack" in answer.screen.controls
    assert not answer.is_public


async def test_somebody_who_has_a_game_of_their_own_gets_that(room: Room) -> None:
    await room.tap("first", None)

    answer = await room.tap("first", None)

    assert len(await room.games()) == 1
    assert "Pick tiles from your rack" in answer.screen.controls


async def test_the_rules_are_those_of_the_lesson_s_system(room: Room) -> None:
    assert f"## {VARIANTS[KEY].info.name}" in (await room.tap("sheet", None)).text
