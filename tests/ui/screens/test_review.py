"""What a review says of each player's turns, and of one turn."""

from dataclasses import replace
from io import BytesIO

import discord
import pytest

from engine.coach.replay import ReplayedTurn
from engine.coach.review import Judgment
from engine.game.goals import FoundTurn, Goal
from engine.game.turn_events import Drew
from engine.game.views import Outcome, rank_places
from engine.text.phrases import later
from engine.tiles.notation import read_rack
from services.game_view import prepare_game_view
from storage.games import Phase, Player
from tests.positions import position
from tests.support.panels import list_texts
from tests.support.tables import make_game
from ui.screens.review import ReviewedGame, build_summary, build_turn_page

AT = position("classic", table="r4 r5 r6", racks=["k1 k2 k3 o9", "o1 o2"])
GAME = make_game(AT.state, players=(Player(11, "Ann"), Player(22, "Bob")), phase=Phase.OVER)
BEST = FoundTurn(AT.system.read(0, "play k1 k2 k3"), read_rack("k1 k2 k3", AT.system.box), 6)
CLAIM = None  # what a claim missed


def reviewed(
    *missed: int | None, winner: int = 1, best: FoundTurn | None = BEST, goal: Goal = Goal.TILES, made: int | None = 0
) -> ReviewedGame:
    """A finished game in which Ann did this in every turn, although more was possible."""
    turns = tuple(ReplayedTurn(AT.state, AT.system.read(0, "draw"), 0, Drew(0, 1, 15), made) for _ in missed)
    outcome = Outcome(
        (winner,), (0, 0), later("The last tile is laid."), rank_places([seat == winner for seat in (0, 1)])
    )
    game_view = prepare_game_view(GAME, AT.system, replace(AT.view(0), outcome=outcome), "")
    return ReviewedGame(
        game_view, turns, {index: Judgment(goal, best, each, game=1) for index, each in enumerate(missed)}
    )


def said(panel: discord.ui.LayoutView) -> list[str]:
    """All lines of a panel."""
    return "\n".join(list_texts(panel)).splitlines()


def anns(game: ReviewedGame) -> str:
    """What the summary says of Ann."""
    (line,) = [line for line in said(build_summary(game)) if line.startswith("<@11>")]
    return line


def verdict(game: ReviewedGame) -> str:
    """What the page of the first turn says of it."""
    return said(build_turn_page(game, 0, discord.File(BytesIO(b""), filename="one.png")))[-1]


def test_a_tile_that_was_possible_in_three_turns_counts_once() -> None:
    assert anns(reviewed(3, 3, 3)) == (
        "<@11> played the most tiles possible in 0 of 3 turns. 3 tiles could have gone earlier."
    )


def test_a_winner_who_held_tiles_back_is_not_criticized() -> None:
    assert anns(reviewed(3, 3, 0, winner=0)) == (
        "<@11> played the most tiles possible in 1 of 3 turns, held tiles back and won."
    )


def test_a_player_who_always_played_the_most_reads_just_that() -> None:
    for winner in (0, 1):
        assert anns(reviewed(0, 0, winner=winner)) == "<@11> played the most tiles possible in 2 of 2 turns."


def test_on_a_grid_points_count() -> None:
    assert anns(reviewed(0, 4, goal=Goal.VALUE)) == "<@11> scored the most points possible in 1 of 2 turns."


def test_a_claim_is_not_a_turn_to_compare() -> None:
    assert anns(reviewed(0, CLAIM)) == "<@11> played the most tiles possible in 1 of 1 turn."


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (reviewed(3), "Tiles played: 0. Most possible: 3, with K1 K2 K3."),
        (reviewed(3, best=replace(BEST, exact=False)), "Tiles played: 0. Most found: 3, with K1 K2 K3."),
        (reviewed(4, goal=Goal.VALUE, made=-1), "Points scored: -1. Most found: 3, with K1 K2 K3."),
        (reviewed(0, made=3), "The most tiles possible."),
        (reviewed(0, best=replace(BEST, exact=False), made=3), "The most tiles that the review found."),
        (reviewed(0, goal=Goal.VALUE, made=3), "The most points that the review found."),
        (reviewed(CLAIM, made=None), "Claims aren't compared. Most tiles: K1 K2 K3."),
        (reviewed(0, best=None), "Nothing to play."),
        (reviewed(0, best=None, made=3), "The review found nothing better."),
    ],
)
def test_a_turn_is_shown_beside_the_most_that_was_possible(game: ReviewedGame, words: str) -> None:
    assert verdict(game) == words
