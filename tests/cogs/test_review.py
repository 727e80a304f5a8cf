"""A finished game gone through, and a running one never."""

import asyncio
import threading
from typing import Any, cast

import pytest

import cogs.review
from cogs.review import ReviewCog
from engine.coach.review import review_turn
from engine.game.actions import Draw, Resign
from engine.game.state import GameState
from storage.games import Game
from storage.settings import Person
from tests.storage.tables import ANN, BOB, CLEO, KEY, VARIANTS
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room

COG = ReviewCog
NOT_OVER = "This game isn't over. You can review it when it ends."


async def a_game_with_a_difference(room: Room, **more: Any) -> Game:
    """A finished game whose first player drew, although there was a play."""
    game = await room.started(can_open, **more)
    assert game.state
    game = (await room.tables.make_move(game, Draw(game.state.turn), None)).game
    return (await room.tables.make_move(game, Resign(1), None)).game


def can_open(state: GameState) -> bool:
    """Whether who begins has the tiles for it."""
    system = VARIANTS[KEY]
    view = system.view(state, state.turn)
    return system.find(view, view.goal) is not None


async def test_the_last_game_of_the_channel_is_summed_up_privately(room: Room) -> None:
    await room.over()

    answer = await room.command("review")
    await room.until(lambda: "Comparing" not in answer.screen.text)

    assert "2 turns" in answer.text
    assert "<@11> played the most tiles possible in " in answer.screen.text
    assert set(answer.screen.controls) >= {"Turn by turn", "Next difference"}
    assert not answer.is_public


async def test_a_summary_is_completed_later_while_its_reader_looks_at_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_judge = threading.Event()

    def judge_later(*turn: Any) -> Any:
        assert may_judge.wait(30)
        return review_turn(*turn)

    monkeypatch.setattr(cogs.review, "_AT_ONCE", 0)
    monkeypatch.setattr(cogs.review, "review_turn", judge_later)
    game = await room.over()
    stays, goes, goes_on = Interaction(), Interaction(BOB), Interaction(BOB)

    asking = asyncio.gather(room.command("review", stays), room.command("review", goes))
    await room.until(lambda: bool(stays.shown and goes.shown))
    going_on = asyncio.create_task(room.tap("review", game, goes_on, argument="1"))
    await room.until(lambda: cast("ReviewCog", room.cog)._looking_at.get(22) == goes_on.id)  # noqa: SLF001
    may_judge.set()
    await asyncio.gather(asking, going_on)
    await room.until(lambda: len(stays.shown) > 1)

    assert ["Comparing" in screen.text for screen in stays.shown][:2] == [True, False]
    assert ["Comparing" in screen.text for screen in goes.shown] == [True]


async def test_a_running_game_is_not_reviewed(room: Room) -> None:
    game = await room.playing()

    assert await room.refused(room.command("review")) == NOT_OVER
    for argument in ("", "1", "m0"):
        assert await room.refused(room.tap("review", game, argument=argument)) == NOT_OVER


async def test_a_channel_where_no_game_has_ended_has_no_review(room: Room) -> None:
    assert await room.refused(room.command("review")) == "No game has ended in this channel yet."


async def test_a_turn_is_shown_with_the_rack_of_its_player(room: Room) -> None:
    game = await room.over()

    answer = await room.tap("review", game, Interaction(CLEO, PUBLIC), argument="1")

    assert "Turn 1 of 2" in answer.text
    assert "drew 1 tile" in answer.text
    assert answer.screen.pictures[0].name == f"review-{game.id}-1-played.png"
    assert not answer.is_public


@pytest.mark.parametrize("argument", ["", "0", "3", "9999", "99999", "-1", "x", "mm1", "m"])
async def test_an_unknown_turn_leads_to_the_summary(room: Room, argument: str) -> None:
    game = await room.over()

    answer = await room.tap("review", game, argument=argument)

    assert "## Review" in answer.text
    assert set(answer.screen.controls) >= {"Turn by turn", "Next difference"}


async def test_turns_in_which_no_more_was_possible_are_passed_over(room: Room) -> None:
    game = await room.over()

    last = await room.tap("review", game, Interaction(BOB), argument="m2")
    onlooker = await room.tap("review", game, Interaction(CLEO), argument="m2")

    assert "No more differences in your turns." in last.text
    assert "No more differences." in onlooker.text


async def test_a_turn_in_which_more_could_be_played_is_found_with_the_better_one(room: Room) -> None:
    game = await a_game_with_a_difference(room)

    answer = await room.tap("review", game, Interaction(CLEO), argument="m0")

    assert "Tiles played: 0. Most possible: " in answer.text
    assert [picture.name.rpartition("-")[2] for picture in answer.screen.pictures] == ["played.png", "best.png"]


async def test_a_turn_comes_in_words_to_people_who_want_that(room: Room) -> None:
    game = await room.over()
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    answer = await room.tap("review", game, argument="1")

    assert "Pool: " in answer.text
