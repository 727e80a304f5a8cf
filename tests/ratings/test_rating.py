"""Ratings after games, and without any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rating import DAY, Rating, rate

RATINGS = st.builds(Rating, st.floats(0, 50), st.floats(1, 25 / 3))
TABLES = st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6)


def test_a_newcomer_is_shown_as_1500_and_unsure() -> None:
    assert (Rating().shown, Rating().is_provisional) == (1500, True)


def test_shown_ratings_are_rounded_to_10() -> None:
    assert [Rating(mu).shown for mu in (25.1, 25.13, 30, 12.5)] == [1500, 1510, 1700, 1000]


@given(TABLES)
def test_the_same_game_always_leads_to_the_same_ratings(table: list[tuple[Rating, int]]) -> None:
    ratings, places = zip(*table, strict=True)

    assert rate(ratings, places) == rate(ratings, places)


@given(TABLES)
def test_a_sole_winner_rises_and_a_sole_loser_falls(table: list[tuple[Rating, int]]) -> None:
    ratings, places = zip(*table, strict=True)
    changes = [after.mu - before.mu for before, after in zip(ratings, rate(ratings, places), strict=True)]

    if places.count(min(places)) == 1:
        assert changes[places.index(min(places))] >= 0
    if places.count(max(places)) == 1:
        assert changes[places.index(max(places))] <= 0


@given(RATINGS, st.integers(2, 6))
def test_equals_who_tie_stay_equal(rating: Rating, seats: int) -> None:
    first, *others = rate([rating] * seats, [1] * seats)

    assert all(each.mu == pytest.approx(first.mu) for each in others)


def test_only_the_order_of_places_counts() -> None:
    three = [Rating(25), Rating(30), Rating(20)]

    assert rate(three, [1, 2, 3]) == rate(three, [1, 3, 6])
    assert rate(three, [1, 2, 2]) != rate(three, [1, 2, 3])


def test_about_fifteen_games_make_a_rating_sure() -> None:
    one, other, games = Rating(), Rating(), 0
    while one.is_provisional:
        one, other = rate([one, other], [1 + games % 2, 2 - games % 2])
        games += 1

    assert 10 <= games <= 20


def test_without_games_a_rating_gets_less_sure_but_no_worse() -> None:
    sure = Rating(30, 4)

    month = sure.after(30 * DAY)

    assert month.mu == 30
    assert month.sigma**2 == pytest.approx(16 + 4.5)
    assert sure.after(0) == sure.after(-5) == sure
    assert sure.after(10_000 * DAY) == Rating(30)


def test_every_seat_needs_a_place() -> None:
    with pytest.raises(ValueError, match="3 places for 2"):
        rate([Rating(), Rating()], [1, 2, 3])
