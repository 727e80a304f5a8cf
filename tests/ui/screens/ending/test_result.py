"""A finished game's result in words."""

import pytest

from ratings.game_result import Departure, Unrated
from ratings.rating import Rating
from storage.results.store import SeatStanding, StoredResult
from ui.screens.ending import describe_result, write_change, write_rating

MENTIONS = ("@ana", "@ben", "@cy")
SURE, UNSURE = Rating(30, 5), Rating(26, 7)


def lines(*seats: SeatStanding, unrated: Unrated | None = None) -> list[str]:
    return [*describe_result(StoredResult(unrated, seats), MENTIONS[: len(seats)])]


def seat(departure: Departure | None = None) -> SeatStanding:
    return SeatStanding(1, departure, None, None)


def test_a_rated_game_tells_each_new_rating_and_its_change() -> None:
    rated = lines(SeatStanding(1, None, Rating(25), UNSURE), SeatStanding(2, None, SURE, Rating(28.5, 4.9)))

    assert rated == ["-# Ratings: @ana about 1540 (+40) · @ben 1640 (-60)"]


def test_provisional_ratings_say_so() -> None:
    assert (write_rating(SURE), write_rating(UNSURE)) == ("1700", "about 1540")
    assert write_change(SURE, SURE) == "1700 (+0)"


@pytest.mark.parametrize("reason", [each for each in Unrated if each is not Unrated.PENDING])  # it has no result yet
def test_every_unrated_game_says_why(reason: Unrated) -> None:
    said = lines(seat(), seat(), unrated=reason)

    assert len(said) == 1
    assert said[0].startswith("-# Not rated") or reason is Unrated.VOID


def test_leavers_are_named_with_how_they_left() -> None:
    said = lines(seat(Departure.AWAY), seat(Departure.LEFT), seat(Departure.LEFT))

    assert said == ["-# @ben and @cy left and finished last.", "-# @ana was away at the end and finished last."]


def test_a_voided_game_names_no_leavers() -> None:
    assert lines(seat(Departure.RESIGNED), seat(), unrated=Unrated.VOID) == ["-# This game counts for nobody."]
