"""A position in notation, as a game: what is found there is what the solver finds, and it can be shown."""

import pytest

from engine.game.goals import Goal
from engine.text.errors import BadNotation
from engine.tiles.tiles import by_color
from engine.variants import load

VARIANTS = load()
CASES = [
    ("classic", {"table": "R3 R4 R5", "rack": "R6 B3 O3 K9", "opened": True}, 3),
    ("classic", {"rack": "R10 B10 J K2 K3"}, 3),
    ("classic", {"rack": "R1 B1 K1"}, 0),
    ("classic", {"table": "R3 R4 R5 J", "rack": "B9 O9", "opened": True, "options": {"jokers": "free"}}, 2),
    ("rummy_cube", {"table": "R3 R4 R5", "rack": "R6 B3", "opened": True}, 1),
    ("packkub", {"table": "", "rack": "S2 S3 S4 S4", "opened": True}, 3),
    ("rummi200kub", {"table": "R4 R5 R6", "rack": "R7 O9", "opened": True}, 1),
    ("rummi200kub", {"table": "R4 R5 R6", "rack": "B5 K5", "opened": True}, 2),
    ("rummy_cube", {"table": "R4 R5 J", "rack": "K3 O3 B3 R9", "opened": True}, 3),
    ("rummykruss", {"rack": "R4 R5 R6"}, 3),
    ("rummykruss", {"cells": "H8=R4 I8=R5 J8=R6", "rack": "B5 K5 K12"}, 2),
]


@pytest.mark.parametrize(("key", "case", "count"), CASES)
def test_the_best_turn_of_a_posed_game_is_the_one_that_the_solver_finds(
    key: str, case: dict[str, object], count: int
) -> None:
    variant = VARIANTS[key]

    state = variant.state_of_case(case)
    view = variant.view(state, 0)
    found = variant.find(view, view.goal)
    solution = variant.solve({"goal": view.goal, **case})

    played = found.played if found else ()
    assert (view.turn, view.you) == (0, 0)
    assert len(played) == len(solution.played) == count
    assert sorted(view.rack.tiles if view.rack else (), key=by_color) == sorted(state.seats[0].rack, key=by_color)
    if found:
        after = variant.foresee(view, found.action)
        assert after.seats[0].tiles == len(state.seats[0].rack) - count
        assert str(variant.preview(view, found.action)).startswith("Valid")


@pytest.mark.parametrize(
    ("key", "case"),
    [
        ("classic", {"table": "R3 R4", "rack": "R5"}),
        ("classic", {"rack": "R5 R5 R5"}),
        ("classic", {"rack": "red"}),
        ("rummykruss", {"cells": "H8=R4 H8=R5", "rack": "R5"}),
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(key: str, case: dict[str, object]) -> None:
    with pytest.raises(BadNotation):
        VARIANTS[key].state_of_case(case)


def test_before_the_first_play_an_opening_is_required() -> None:
    variant = VARIANTS["classic"]
    view = variant.view(variant.state_of_case({"table": "R3 R4 R5", "rack": "R6"}), 0)

    assert not view.seats[0].has_melded
    assert variant.find(view, Goal.TILES) is None
