"""The panels of help and review within Discord's limits, at their largest."""

from io import BytesIO
from typing import Any

import discord
import pytest

from engine.coach.replay import ReplayedTurn
from engine.coach.review import Judgment
from engine.game.goals import FoundTurn, Goal
from engine.tiles.tiles import Color
from services.game_view import GameView, prepare_game_view
from storage.games import Game, Player
from tests.positions import Position, position
from tests.support.limits import check
from tests.support.panels import list_texts
from tests.support.tables import make_game
from ui.screens import hints as screens
from ui.screens.review import ReviewedGame, build_summary, build_turn_page
from ui.text_mode import add_text, describe_table

SIX = {"box": "large", "assistance": "full"}
COLORS = (Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE)


def file(name: str) -> discord.File:
    return discord.File(BytesIO(b""), filename=f"{name}.png", description="x" * 1024)


def game_of(state: Any) -> Game:
    players = tuple(Player(10**18 + seat, "Somebody with a long name") for seat in range(len(state.seats)))
    return make_game(state, id=36**6, channel_id=10**18, players=players, version=36**3)


def crowded() -> Position:
    """A table of two runs a color, and a rack of a hundred tiles."""
    table = " / ".join(" ".join(f"{color}{number}" for number in range(2, 14)) for color in (*COLORS, *COLORS[:2]))
    rack = " ".join(f"{color}{number}" for color in COLORS for number in range(1, 14)).split()
    held = [*rack, *(each for each in rack if each[0] in "KO"), *("R1", "R1", "B1", "B1"), *("J",) * 4]
    return position("classic", table=table, racks=[" ".join(held), *["-"] * 4], options=SIX, pool="")


def make_game_view(at: Position) -> GameView:
    return prepare_game_view(game_of(at.state), at.system, at.view(0), "x" * 100)


def idea(at: Position, line: str = "play table") -> screens.Hint:
    """As large a play as can be: every set is otherwise than before."""
    action = at.system.read(0, line)
    after = at.system.foresee(at.view(0), action)
    played = at.state.seats[0].rack[:52]
    return screens.Hint(
        FoundTurn(action, played, 10),
        after,
        file("turn-123456789012"),
        "123456789012",
        at.system.preview(at.view(0), action),
    )


def grown(at: Position) -> str:
    return "play " + "; ".join(f"{each.label}+{each.meld.tiles[0].color}1" for each in at.state.sets)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_every_step_of_a_hint_fits_a_message(step: int) -> None:
    at = crowded()
    shown = idea(at, grown(at))

    check(screens.build_hint(make_game_view(at), step, shown, "x" * 100))


def test_the_last_step_of_a_hint_has_room_for_a_full_table_in_words() -> None:
    at = crowded()
    shown = idea(at, grown(at))
    words = describe_table(shown.after, make_game_view(at).names)
    panel = add_text(screens.build_hint(make_game_view(at), 3, shown, "x" * 100), words)

    check(panel)
    assert list_texts(panel)[1].splitlines()[-1] == words.splitlines()[-1]
    assert "A: red 1, red 2, red 3" in list_texts(panel)[1]


def longest_review() -> tuple[ReviewedGame, str]:
    """One of as large turns as can be, and its table in words."""
    at = crowded()
    action = at.system.read(0, grown(at))
    best = FoundTurn(action, at.state.seats[0].rack, 100, exact=False)
    after = at.does(0, action.line())
    turns = (ReplayedTurn(at.state, action, at.state.now, after.events[0], 3),) * 400
    reviewed = ReviewedGame(
        make_game_view(at), turns, dict.fromkeys(range(400), Judgment(Goal.TILES, best, 99, game=1))
    )
    return reviewed, describe_table(at.system.foresee(at.view(0), action), reviewed.game_view.names)


@pytest.mark.usefixtures("any_language")
def test_every_page_of_a_review_fits_a_message() -> None:
    reviewed, words = longest_review()

    check(build_turn_page(reviewed, 398, file("one"), file("two")))
    check(build_summary(reviewed, "x" * 100))
    check(add_text(build_turn_page(reviewed, 398, file("one"), file("two")), *[f"{words}\n{words}"] * 2))


def test_both_tables_of_a_review_have_room_in_words() -> None:
    reviewed, words = longest_review()
    panel = add_text(build_turn_page(reviewed, 398, file("one"), file("two")), words, words)

    check(panel)
    _, after_play, _, after_best = list_texts(panel)
    assert all("F: blue 1, blue 2, blue 3" in each for each in (after_play, after_best))
