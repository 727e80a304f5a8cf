"""Seats that are lost just after an outage."""

from dataclasses import replace

import pytest

from services.clocks.lapses import SLACK, note_lapse
from storage.games import Outage
from storage.results.game_result import Unrated
from tests.storage.games_over import ANN, BOB, running
from tests.storage.tables import NOON

TURN = 120
AWAY = (replace(ANN, away=True), BOB)


@pytest.mark.parametrize(
    ("seconds", "since", "unrated"),
    [
        (61, 0, Unrated.OUTAGE),
        (61, TURN + SLACK, Unrated.OUTAGE),
        (60, 0, None),
        (61, TURN + SLACK + 1, None),
        (0, 0, None),
    ],
)
def test_a_seat_lost_within_a_turn_after_an_outage_of_over_half_a_turn_is_not_rated(
    seconds: int, since: int, unrated: Unrated | None
) -> None:
    before = replace(running(ANN, BOB, options={"clock": TURN}), outage=Outage(seconds, NOON))

    assert note_lapse(before, replace(before, players=AWAY), NOON + since).unrated is unrated


def test_without_a_clock_a_turn_is_as_long_as_the_game_waits() -> None:
    before = replace(running(ANN, BOB, options={"clock": 0}), patience=1000, outage=Outage(501, NOON))
    short = replace(before, outage=Outage(500, NOON))

    assert note_lapse(before, replace(before, players=AWAY), NOON + 1000).unrated is Unrated.OUTAGE
    assert note_lapse(short, replace(short, players=AWAY), NOON + 1000).unrated is None


@pytest.mark.parametrize(
    "players", [(ANN, BOB), (replace(ANN, away=True, left=True), BOB), (replace(ANN, missed_turns=1), BOB)]
)
def test_who_leaves_on_purpose_or_only_loses_a_turn_spoils_nothing(players: tuple[object, ...]) -> None:
    before = replace(running(ANN, BOB, options={"clock": TURN}), outage=Outage(999, NOON))

    assert note_lapse(before, replace(before, players=players), NOON).unrated is None  # type: ignore[arg-type]  # they are


def test_a_seat_that_was_lost_before_spoils_nothing() -> None:
    before = replace(running(*AWAY, options={"clock": TURN}), outage=Outage(999, NOON))

    assert note_lapse(before, before, NOON).unrated is None
