"""The message of a finished game."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import discord
import pytest

from engine.coach.replay import summarize_game
from engine.game.log import GameSummary
from engine.game.views import Outcome
from engine.text.phrases import as_is
from ratings.badges import Badge
from ratings.game_result import Unrated
from services.game_view import GameView
from storage.results.store import SeatStanding, StoredResult
from tests.recorded import FILES, every_recorded_game
from tests.support.limits import fits
from tests.support.panels import list_parts, list_texts
from tests.ui.screens.test_table import picture, played, verbs, watched
from ui.controls import Control
from ui.screens.ending import EndedGame, build_end_card, build_end_notice

NOBODY = SeatStanding(None, None, None, None)


@cache
def summarized(file: Path) -> GameSummary:
    variant, states, log = played(file)
    return summarize_game(variant, states[-1], log)


def over(file: Path) -> tuple[GameView, discord.ui.LayoutView]:
    variant, states, _ = played(file)
    game_view = watched(variant, states[-1])
    badges = {seat: list(Badge) for seat in range(len(game_view.mentions))}
    return game_view, build_end_card(
        EndedGame(game_view, game_view.mentions, summarized(file), None, badges), picture()
    )


@pytest.mark.usefixtures("any_language")
@every_recorded_game()
async def test_the_end_card_fits_and_leads_on(file: Path) -> None:
    _, panel = over(file)

    assert fits(panel)
    assert verbs(panel) == ["rematch", "review", "log"]


async def test_the_first_button_is_a_green_rematch() -> None:
    _, panel = over(FILES[0])
    first = next(each for each in list_parts(panel) if getattr(each, "custom_id", ""))

    assert Control.read(first.custom_id).verb == "rematch"  # type: ignore[attr-defined, union-attr]  # a button of ours
    assert first.style is discord.ButtonStyle.success  # type: ignore[attr-defined]  # as above


@every_recorded_game()
async def test_the_points_are_in_words_only_where_no_picture_shows_them(file: Path) -> None:
    game_view, panel = over(file)
    notice = build_end_notice(EndedGame(game_view, game_view.mentions, summarized(file), None))

    card, said = ("\n".join(list_texts(each)) for each in (panel, notice))

    outcome = game_view.view.outcome
    assert outcome
    for mention, score in zip(game_view.mentions, outcome.scores, strict=True):
        assert f"{mention} **{score:+d}**" in said
        assert f"{mention} **" not in card
    assert card.startswith("## ")
    assert (" in this game)" in said) == (game_view.view.games > 1)
    assert ("the lowest total wins" in card) == game_view.variant.info.low_wins


async def test_a_game_that_everybody_ended_says_that_it_is_not_rated() -> None:
    variant, states, _ = played(FILES[0])
    state = replace(states[0], outcome=Outcome((), (0, 0), as_is("The game was ended early."), (1, 1)))
    result = StoredResult(Unrated.AGREED, (NOBODY, NOBODY))

    game_view = watched(variant, state)
    said = "\n".join(list_texts(build_end_notice(EndedGame(game_view, game_view.mentions, None, result))))

    assert said.startswith("## Nobody wins")
    assert "The game was ended early." in said
    assert said.endswith("-# Not rated: everyone agreed to end the game.")
