"""A finished game gone through, and a running one never."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

import cogs.review
from cogs.review import ReviewCog
from engine.coach.chances import TurnChance
from engine.coach.review import review_turn
from engine.game.actions import Draw, Resign
from engine.game.state import GameState
from services.chances import estimates
from services.chances.estimates import EstimateFailed
from services.chances.request import read_request
from storage.codec import encode
from storage.games import Game, Player
from storage.settings import Person
from tests.storage.tables import ANN, BOB, KEY, VARIANTS
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room, opened

CLEO = Player(33, "Cleo")
NOT_OVER = "This game isn't over. You can review it when it ends."


class Estimating:
    """The estimating process: what it was asked, and when it may answer."""

    def __init__(self) -> None:
        self.asked = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.breaks = False

    async def __call__(self, request: str) -> str:
        self.asked += 1
        await self.may_answer.wait()
        if self.breaks:
            raise EstimateFailed
        _, choices = read_request(request, VARIANTS)
        return str(encode([TurnChance(each.place, 100, 42, 38, 64, 40) for each in choices]))


@pytest.fixture
def estimating(monkeypatch: pytest.MonkeyPatch) -> Estimating:
    process = Estimating()
    monkeypatch.setattr(estimates, "_run_worker", process)
    return process


@pytest_asyncio.fixture
async def room(tmp_path: Path, estimating: Estimating) -> AsyncIterator[Room]:
    assert not estimating.asked
    async with opened(tmp_path, ReviewCog) as here:
        yield here


async def a_game_with_a_difference(room: Room, **more: Any) -> Game:
    """A finished game whose first player drew, although there was a play."""
    game = await room.started(can_open, **more)
    assert game.state
    game = await room.tables.act(game, Draw(game.state.turn), None)
    return await room.tables.act(game, Resign(1), None)


def can_open(state: GameState) -> bool:
    """Whether who begins has the tiles for it."""
    system = VARIANTS[KEY]
    view = system.view(state, state.turn)
    return system.find(view, view.goal) is not None


async def test_the_last_game_of_the_channel_is_summed_up_to_who_asks(room: Room) -> None:
    await room.over()

    answer = await room.command("review")
    await room.until(lambda: "Comparing" not in answer.screen.text)

    assert "2 turns" in answer.text
    assert "<@11> played the most tiles possible in " in answer.screen.text
    assert set(answer.screen.controls) >= {"Turn by turn", "Next difference"}
    assert not answer.is_public


async def test_a_summary_is_completed_later_for_who_still_looks_at_it(
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
async def test_a_turn_that_there_is_not_leads_to_the_summary(room: Room, argument: str) -> None:
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


async def test_a_turn_in_which_more_could_be_laid_is_found_with_the_better_one(room: Room) -> None:
    game = await a_game_with_a_difference(room)

    answer = await room.tap("review", game, Interaction(CLEO), argument="m0")

    assert "Tiles played: 0. Most possible: " in answer.text
    assert [picture.name.rpartition("-")[2] for picture in answer.screen.pictures] == ["played.png", "best.png"]


async def test_a_turn_comes_in_words_for_who_wants_that(room: Room) -> None:
    game = await room.over()
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))

    answer = await room.tap("review", game, argument="1")

    assert "Pool: " in answer.text


WAITING = "Estimating the chances of winning."
CHANCE = "Chance of winning: 42% → 38% (±10)\nWith that play: 64% (+26 ±11)"


async def test_a_summary_says_that_chances_are_worked_out_and_then_no_more(room: Room, estimating: Estimating) -> None:
    estimating.may_answer.clear()
    await a_game_with_a_difference(room)

    answer = await room.command("review")
    await room.until(lambda: WAITING in answer.screen.text)
    assert "Refresh" in answer.screen.controls
    estimating.may_answer.set()
    await room.until(lambda: WAITING not in answer.screen.text)

    assert "Comparing" not in answer.screen.text
    assert "Refresh" not in answer.screen.controls


async def test_a_turn_that_differs_shows_its_chances_when_they_are_ready(room: Room, estimating: Estimating) -> None:
    estimating.may_answer.clear()
    game = await a_game_with_a_difference(room)
    summary = await room.command("review")
    await room.until(lambda: WAITING in summary.screen.text)

    early = await room.tap("review", game, argument="1")
    estimating.may_answer.set()
    await room.until(lambda: cast("ReviewCog", room.cog)._recent.get(game.id).has_chances)  # type: ignore[union-attr]  # noqa: SLF001
    late = await room.tap("review", game, argument="1")

    assert WAITING in early.text
    assert CHANCE in late.text
    assert WAITING not in late.text


async def test_chances_are_estimated_once_and_kept_over_a_restart(room: Room, estimating: Estimating) -> None:
    game = await a_game_with_a_difference(room)
    summary = await room.command("review")
    await room.until(lambda: estimating.asked == 1 and WAITING not in summary.screen.text)

    room.cog = ReviewCog(room.services)  # as the next process would have it
    page = await room.tap("review", game, argument="1")
    again = await room.command("review")
    await room.until(lambda: "Comparing" not in again.screen.text)

    assert CHANCE in page.text
    assert WAITING not in again.screen.text
    assert estimating.asked == 1


async def test_a_broken_estimate_leaves_the_review_as_it_is_and_is_tried_again(
    room: Room, estimating: Estimating, caplog: pytest.LogCaptureFixture
) -> None:
    estimating.breaks = True
    game = await a_game_with_a_difference(room)
    summary = await room.command("review")
    await room.until(lambda: estimating.asked == 1 and WAITING not in summary.screen.text)
    page = await room.tap("review", game, argument="1")

    assert "Chance of winning" not in page.text
    assert "estimating the chances" in caplog.text
    estimating.breaks = False
    summary = await room.command("review")
    await room.until(lambda: estimating.asked == 2 and WAITING not in summary.screen.text)
    assert CHANCE in (await room.tap("review", game, argument="1")).text


async def test_a_review_goes_without_chances_while_many_wait_for_theirs(
    room: Room, estimating: Estimating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs.review, "_MOST_ESTIMATES", 1)
    estimating.may_answer.clear()
    await a_game_with_a_difference(room)
    waiting = await room.command("review")
    await room.until(lambda: WAITING in waiting.screen.text)
    game = await a_game_with_a_difference(room, interaction=2)

    without = await room.command("review", Interaction(BOB))
    await room.until(lambda: "Comparing" not in without.screen.text)

    assert WAITING not in without.screen.text
    estimating.may_answer.set()
    await room.until(lambda: WAITING not in waiting.screen.text)
    later = await room.command("review")
    await room.until(lambda: estimating.asked == 2 and WAITING not in later.screen.text)
    assert CHANCE in (await room.tap("review", game, argument="1")).text


async def test_a_game_without_differences_needs_no_estimate(room: Room, estimating: Estimating) -> None:
    game = await room.started(lambda state: not can_open(state))
    assert game.state
    game = await room.tables.act(game, Draw(game.state.turn), None)
    game = await room.tables.act(game, Resign(1), None)

    summary = await room.command("review")
    await room.until(lambda: "Comparing" not in summary.screen.text and WAITING not in summary.screen.text)

    assert not estimating.asked
