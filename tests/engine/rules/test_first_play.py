"""What the checks of a first play say of themselves."""

from engine.rules.first_play import (
    opening_begins_with,
    opening_is_worth,
    opening_leaves_the_table_alone,
    opening_points,
)


def test_the_points_of_an_opening_are_the_most_that_any_of_its_checks_asks_for() -> None:
    assert opening_points([opening_is_worth(30), opening_begins_with(50), opening_leaves_the_table_alone]) == 50


def test_an_opening_without_checks_of_points_needs_none() -> None:
    assert opening_points([opening_leaves_the_table_alone]) == opening_points([]) == 0
