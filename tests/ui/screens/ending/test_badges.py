"""Badges in words."""

import pytest

from ratings.badges import LEAST_FINISH, LEAST_GAMES, LEAST_OPENING, LEAST_PLAYERS, MONTH, WEEK, Badge
from ui.screens.ending import announce_badges, announce_own_badges, describe_badges

MENTIONS = ("@ana", "@ben", "@cy")
NUMBERS = {
    Badge.EXIT: LEAST_FINISH,
    Badge.OPENING: LEAST_OPENING,
    Badge.WEEK: WEEK,
    Badge.MONTH: MONTH,
    Badge.CHAMPION: LEAST_PLAYERS,
    Badge.GAMES: LEAST_GAMES,
}


def test_there_are_at_most_twelve_badges_each_with_a_sentence_of_its_own() -> None:
    said = describe_badges(list(Badge))

    assert len(set(said)) == len(Badge) <= 12
    assert all(each.endswith(".") for each in said)


@pytest.mark.parametrize("badge", NUMBERS)
def test_the_sentence_of_a_badge_has_the_number_that_earns_it(badge: Badge) -> None:
    assert f" {NUMBERS[badge]} " in describe_badges([badge])[0]


def test_a_line_names_a_player_and_what_the_game_earned_them() -> None:
    said = [*announce_badges({2: [Badge.EXIT], 0: [Badge.WIN, Badge.OPENING, Badge.STRONG]}, MENTIONS)]

    assert said == [
        "-# @ana earned 3 badges: first win, a first play worth 60 points and beating a strong computer.",
        "-# @cy earned a badge: going out with 10 tiles.",
    ]


def test_without_badges_nothing_is_said() -> None:
    assert [*announce_badges({}, MENTIONS), *announce_own_badges([]), *describe_badges([])] == []


def test_a_puzzle_tells_its_reader_which_badge_it_earned() -> None:
    assert [*announce_own_badges([Badge.WEEK])] == ["-# You earned a badge: a puzzle streak of 7 days."]
