"""The solver against all that can be done on small boxes, judged by the referee, and by properties on large ones."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.game.goals import Goal
from engine.game.views import Value
from engine.rules import frozen, jokers
from engine.rules.claim_rules import ClaimRules
from engine.rules.first_play import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check
from engine.solver.best_turn import Position, can_play, solve
from engine.tiles.crossings import read_sets
from engine.tiles.edits import match_standing
from engine.tiles.notation import read_rack
from engine.tiles.sets import settle
from engine.tiles.tiles import Box, Color, Tile, remove_tiles
from engine.variants import load
from tests.brute_force import Everything, check, dealt

MODES = [
    jokers.free,
    jokers.substitute2,
    jokers.substitute2_anew,
    jokers.free_to_new_sets,
    frozen.frozen,
    frozen.frozen_both_colors,
]
SMALL = Box(colors=(Color.RED, Color.BLUE, Color.BLACK), low=1, high=5, copies=2, jokers=2)
FOUR_JOKERS = replace(SMALL, jokers=4)
FOUR_COLORS = Box(low=1, high=5, copies=1, jokers=2)
BOXES = [SMALL, FOUR_JOKERS, FOUR_COLORS]


def rules(key: str = "classic", **options: Value) -> TableRules:
    system = load()[key]
    chosen = system.rules_for(system.chosen(options))  # type: ignore[attr-defined]  # a system on a table
    settled = chosen.for_seats(2)
    assert isinstance(settled, TableRules)
    return settled


def position(table: str, rack: str, *, has_melded: bool = True, key: str = "classic", **options: Value) -> Position:
    chosen = rules(key, **options)
    return Position(chosen, read_sets(table, chosen.box), read_rack(rack, chosen.box), has_melded)


def value(tiles: Sequence[Tile]) -> int:
    return sum(tile.number for tile in tiles)


def agrees(where: Position) -> None:
    """Every goal but openings and fits, against everything that can be done."""
    everything = Everything(where)
    for goal, worth in ((Goal.TILES, len), (Goal.VALUE, value)):
        answer = solve(where, goal)
        assert (worth(answer.played) if answer else None) == everything.best(worth), goal
        assert answer is None or (check(where, answer) and answer.exact)
    played = next((each for each in everything.choices if any(everything.turns(each))), None)
    assert can_play(where) == (solve(where, Goal.ANY) is not None) == (played is not None)
    out = solve(where, Goal.OUT)
    whole = max(everything.choices, key=len)
    assert (out is not None) == any(everything.turns(whole))
    assert out is None or len(check(where, out).played) == len(where.rack)


@pytest.mark.parametrize("box", BOXES, ids=["two jokers", "four jokers", "four colors"])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.__name__)
def test_no_turn_is_better_than_the_one_found(mode: Check, box: Box) -> None:
    dice = random.Random(f"{mode.__name__} {box}")  # noqa: S311  # the same dice each time

    for _ in range(6 if box is FOUR_JOKERS else 10):
        agrees(dealt(replace(rules(), box=box, jokers=mode), dice, sets=2, rack=3))


@pytest.mark.parametrize(
    "opening",
    [(opening_leaves_the_table_alone, opening_is_worth(9)), (opening_begins_with(8),), (opening_begins_with(0),)],
    ids=["from the rack alone", "worth 8, then on", "any set, then on"],
)
@pytest.mark.parametrize("mode", [jokers.free, jokers.substitute2, frozen.frozen], ids=lambda mode: mode.__name__)
def test_no_opening_turn_is_better_than_the_one_found(mode: Check, opening: tuple[Check, ...]) -> None:
    dice = random.Random(f"{mode.__name__} {len(opening)}")  # noqa: S311  # the same dice each time

    for _ in range(12):
        settled = replace(rules(), box=replace(SMALL, jokers=1), jokers=mode, opening=opening)
        agrees(dealt(settled, dice, sets=1, rack=5, has_melded=False))


def test_no_opening_is_dearer_than_the_one_found() -> None:
    dice = random.Random("dearest")  # noqa: S311  # the same dice each time
    settled = replace(rules(), box=SMALL, opening=(opening_leaves_the_table_alone, opening_is_worth(6)))

    for _ in range(40):
        where = dealt(settled, dice, sets=1, rack=6, has_melded=False)
        everything = Everything(where)
        points = [turn.points for played in everything.choices for turn in everything.turns(played)]
        answer = solve(where, Goal.OPENING)
        assert (answer.value if answer else None) == max(points, default=None)
        assert answer is None or check(where, answer).points == answer.value


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.__name__)
def test_no_fit_disturbs_less_than_the_one_found(mode: Check) -> None:
    dice = random.Random(f"fits {mode.__name__}")  # noqa: S311  # the same dice each time

    for _ in range(8):
        where = dealt(replace(rules(), box=SMALL, jokers=mode), dice, sets=3, rack=2)
        fits(where, exact=True)


def fits(where: Position, *, exact: bool = False) -> None:
    """Every choice of the rack's tiles is fitted in with the least disturbance."""
    everything = Everything(where)
    for tiles in everything.choices:
        least = min((disturbed(where, turn.after) for turn in everything.turns(tiles)), default=None)
        answer = solve(where, Goal.FIT, tiles)
        assert (answer is None) == (least is None)
        if answer is not None:
            turn = check(where, answer)
            assert sorted(map(str, turn.played)) == sorted(map(str, tiles))
            assert disturbed(where, turn.after) == least
            assert answer.exact or not exact


def disturbed(where: Position, after: Sequence[object]) -> int:
    """How many old sets have no set of their own that holds them."""
    rows = [each.pieces for each in after]  # type: ignore[attr-defined]  # melds
    return len(where.sets) - len(match_standing(where.sets, rows))


# Single cases with known answers


def test_after_the_first_play_there_is_no_opening_to_find() -> None:
    assert solve(position("", "R10 B10 K10"), Goal.OPENING) is None


@pytest.mark.parametrize("tiles", ["", "R9", "R10 R10"])
def test_a_fit_is_of_tiles_that_the_rack_holds(tiles: str) -> None:
    assert solve(position("", "R10 B10 K10"), Goal.FIT, read_rack(tiles, Box())) is None


# Positions in which the solver was once wrong, each with the best that an integer program found there.
KNOWN: dict[str, tuple[str, str, str, Goal, int, dict[str, Any]]] = {
    "two jokers freed at once": (
        "rummi200kub",
        "B5 B6 B7 B8 / O10 O11 O12 O13 / B10 B11 B12 B13 / B4 B5 B6 B7 B8 B9 B10 / O4 O5 O6 J=O7 J=O8 O9",
        "O8 R13 K4 O7 R6 O5 O8 K3",
        Goal.TILES,
        7,
        {},
    ),
    "both jokers of one set swapped": (
        "rummy_cube",
        "B9 K9 O9 R9 / K10 K11 K12 / B9 K9 R9 / O6 O7 O8 O9 / K8 R8 J=8 J=8",
        "O8 B8 B13 R12 R8 B10 R10 R13 B4 O10 K12 R5",
        Goal.VALUE,
        96,
        {"both_colors": "both", "has_melded": False},
    ),
    "a freed joker in the other frozen group": ("rummy_cube", "B7 R7 O7 J / R5 B5 J", "K7", Goal.TILES, 1, {}),
    # The 13 that replaces the joker has to be with the 12 of its set, above which no run goes on.
    "a replaced joker at the highest number": (
        "rummy_cube",
        "R10 R11 R12 J=R13",
        "R13 B13 K13 B12 K12 O2 O3",
        Goal.TILES,
        3,
        {},
    ),
    "a freed joker in a long set": (
        "rummi200kub",
        (
            "B8 K8 R8 / J=O3 O4 O5 O6 O7 / B5 B6 B7 / R1 R2 R3 R4 / B11 B12 B13 / K3 K4 K5 / K6 O6 R6 / B5 K5 O5 / "
            "B10 O10 R10 / R10 R11 R12 / B1 K1 O1 R1"
        ),
        "O3 K2 O2 B10 K10 O11 O2 O1 B2 O7 B6 R13 O11",
        Goal.VALUE,
        58,
        {},
    ),
    "three jokers freed for two sets": (
        "classic",
        (
            "R10 J=R11 R12 R13 / R10 R11 R12 / B5 B6 B7 / B9 B10 B11 B12 B13 / K6 J=K7 K8 K9 / K11 K12 K13 / "
            "K11 K12 K13 / O1 O2 O3 O4 O5 / O7 O8 O9 O10 O11 / O11 O12 O13 / R3 B3 J / R3 B3 K3 / B5 K5 O5 / "
            "B5 K5 O5 / R6 K6 O6 / R7 B7 K7 / R8 K8 O8 / R9 B9 K9 / R9 B9 K9 / R10 K10 O10 / R13 B13 O13"
        ),
        "B7 K2 K5 O3 B11 R2 K7 O6 R5 O6 K8 R6 O4 R1 B3 B2 R11",
        Goal.TILES,
        16,
        {"box": "large"},
    ),
}


@pytest.mark.parametrize(("key", "table", "rack", "goal", "best", "more"), KNOWN.values(), ids=KNOWN)
def test_the_best_turn_is_found_where_it_once_was_not(  # noqa: PLR0913, PLR0917  # what a case has
    key: str, table: str, rack: str, goal: Goal, best: int, more: dict[str, Any]
) -> None:
    where = position(table, rack, key=key, **more)
    if isinstance(where.rules, ClaimRules):
        where = replace(where, rules=replace(where.rules, crossings=False))  # which the program doesn't know

    answer = solve(where, goal)

    assert answer is not None
    assert (len(check(where, answer).played) if goal is Goal.TILES else answer.value, answer.exact) == (best, True)


# Positions of whole games


def games(key: str, count: int, **options: Value) -> Iterator[Position]:
    """The positions of seeded games in which both seats play as many tiles as they can, or sometimes draw instead."""
    for seed in range(count):
        dice = random.Random(f"{key} {seed}")  # noqa: S311  # the same dice each time
        settled = rules(key, **options)
        pool = dice.sample(settled.box.tiles(), len(settled.box.tiles()))
        racks = [tuple(pool.pop() for _ in range(settled.deal)) for _ in range(2)]
        has_melded = [not settled.opening] * 2
        where = Position(settled, (), racks[0], has_melded[0])
        for number in range(60):
            seat = number % 2
            where = replace(where, rack=racks[seat], has_melded=has_melded[seat])
            yield where
            answer = solve(where, Goal.TILES) if dice.random() < 0.7 else None
            if answer is None:
                racks[seat] += tuple(pool.pop() for _ in range(min(1, len(pool))))
                continue
            turn = check(where, answer)
            where = replace(where, sets=settle(where.sets, turn.after, turn.played, turn.crossings))
            racks[seat], has_melded[seat] = remove_tiles(racks[seat], answer.played), True
            if not racks[seat]:
                break


WHOLE_GAMES: list[tuple[str, dict[str, Value]]] = [
    ("classic", {}),
    ("classic", {"jokers": "new_set"}),
    ("classic", {"box": "large"}),
    ("rummy_cube", {}),
    ("rummy_cube", {"both_colors": "both"}),
    ("packkub", {"jokers": 1}),
    ("packkub", {"pack": "six_pack"}),
    ("rummi200kub", {}),
]


@pytest.mark.parametrize(("key", "options"), WHOLE_GAMES)
def test_every_answer_in_a_game_is_legal_and_worth_what_it_says(key: str, options: dict[str, Value]) -> None:
    for where in games(key, 1, **options):
        best = {goal: solve(where, goal) for goal in (Goal.TILES, Goal.VALUE, Goal.ANY, Goal.OUT, Goal.OPENING)}
        for goal, answer in best.items():
            if answer is not None:
                turn = check(where, answer)
                assert answer.value == (turn.points if goal is Goal.OPENING else value(turn.played))
        most, dearest = best[Goal.TILES], best[Goal.VALUE]
        assert (most is None) == (dearest is None) == (best[Goal.ANY] is None)
        if most and dearest and most.exact and dearest.exact:
            assert len(most.played) >= len(dearest.played)
            assert dearest.value >= most.value


@pytest.mark.parametrize("key", ["classic", "rummy_cube", "packkub", "rummi200kub"])
def test_the_tiles_of_a_turn_can_be_fitted_with_no_more_disturbance(key: str) -> None:
    for where in games(key, 1):
        answer = solve(where, Goal.TILES)
        if answer is not None:
            fit = solve(where, Goal.FIT, answer.played)
            assert fit is not None
            assert sorted(map(str, check(where, fit).played)) == sorted(map(str, answer.played))
            assert len(match_standing(where.sets, fit.rows)) >= len(match_standing(where.sets, answer.rows))
