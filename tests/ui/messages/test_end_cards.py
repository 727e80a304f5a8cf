"""The badges on the end cards of games, and old buttons that are answered with one."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from cogs.watch import WatchCog
from engine.game.actions import Resign
from services.refusals import AlreadyOver
from services.seats import hand_over_seat
from storage.games import Game
from tests.storage.tables import ANN, BOB
from tests.support.breaking import read_only
from tests.support.interactions import Interaction
from tests.support.panels import list_texts
from tests.support.rooms import Room
from ui.controls import Control

COG = WatchCog
FIRST_WIN = "-# <@11> earned a badge: first win."


async def read_badges(room: Room, game: Game, user_id: int | None = None) -> list[str]:
    """The lines about badges on the public end card, or on a user's own."""
    cards = room.services.end_cards
    view, _ = await (cards.show_all(game) if user_id is None else cards.tell(game, user_id))
    return [line for text in list_texts(view) for line in text.splitlines() if "badge" in line]


async def test_the_card_says_which_badge_its_game_earned_each_time_it_is_made(room: Room) -> None:
    game = await room.over()

    assert [await read_badges(room, game, user) for user in (None, None, ANN.user_id, BOB.user_id)] == [[FIRST_WIN]] * 4


async def test_a_game_that_earned_no_badge_says_nothing_about_badges(room: Room) -> None:
    first, again = await room.over(), await room.started(interaction=2)
    second = (await room.tables.make_move(again, Resign(1), None)).game

    assert await read_badges(room, second) == []
    assert await read_badges(room, first) == [FIRST_WIN]


async def test_a_card_is_shown_without_badges_while_the_database_can_only_be_read(room: Room) -> None:
    game = await room.over()

    async with read_only(room.database):
        assert await read_badges(room, game) == []
    assert await read_badges(room, game) == [FIRST_WIN]


async def test_the_title_says_that_a_computer_has_won_for_an_absent_player(room: Room) -> None:
    left = await room.tables.commit(hand_over_seat(await room.started(), 0), None)
    game = (await room.tables.make_move(left, Resign(1), None)).game

    view, (file,) = await room.services.end_cards.show_all(game)

    (words,) = list_texts(view)
    assert words.startswith("## <@11> (computer) wins\n")
    assert "-# <@11> left and finished last." in words
    assert (file.description or "").startswith("Ann (computer) wins")


async def tap_old_button(room: Room, game: Game) -> Interaction:
    """Tap a button whose handler finds that the game has ended."""

    async def refuse(_interaction: object, _control: Control, _values: Sequence[str]) -> None:
        raise AlreadyOver(game)

    asked = Interaction()
    guarded = room.services.end_cards.guard({"confirm": refuse})
    await guarded["confirm"](cast("Any", asked), Control.of("confirm", game), ())
    return asked


async def test_an_old_button_of_a_finished_game_answers_with_the_end(room: Room) -> None:
    asked = await tap_old_button(room, await room.over())

    assert "<@11> wins" in asked.screen.text
    assert set(asked.screen.controls) == {"Rematch", "Try Rummy Cube", "Review", "Log"}


async def test_a_lobby_that_was_given_up_has_no_end_to_show(room: Room) -> None:
    with pytest.raises(AlreadyOver):
        await tap_old_button(room, await room.lobby())
