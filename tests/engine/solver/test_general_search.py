"""The general search, which knows nothing of a joker check: the same answers, and those to checks of any sort."""

import random
from dataclasses import replace

import pytest

from engine.game.goals import Goal, Level
from engine.game.self_play import choose_action
from engine.rules import jokers
from engine.rules.first_play import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.rules.jokers import JokerStrategy
from engine.rules.turns import Check, Turn
from engine.solver.best_turn import Position, can_play, make_legality_check, solve
from engine.solver.search import JOKER_RULES
from engine.text.errors import IllegalMove, NothingPlayed
from engine.tiles.tiles import JOKER, Box
from engine.variants import classic
from tests.brute_force import check, dealt
from tests.engine.solver.test_best_turn import (
    FOUR_COLORS,
    MODES,
    SMALL,
    agrees,
    disturbed,
    position,
    rules,
    value,
)

ONE_JOKER = replace(SMALL, jokers=1)
OPENINGS: list[tuple[Check, ...]] = [
    (opening_leaves_the_table_alone, opening_is_worth(9)),
    (opening_begins_with(8),),
    (opening_begins_with(0),),
]
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.__name__)


def test_the_solver_knows_every_strategy() -> None:
    assert JOKER_RULES.keys() == set(JokerStrategy)
    assert {jokers.strategy_of(mode) for mode in MODES} == set(JokerStrategy) - {JokerStrategy.GENERAL}


# a check without its strategy


def without_strategy(where: Position) -> Position:
    """The same position, where the solver isn't told what the joker check is."""

    def unknown(turn: Turn) -> None:
        where.rules.jokers(turn)

    return replace(where, rules=replace(where.rules, jokers=unknown))


def worth(where: Position, goal: Goal) -> tuple[int, bool] | None:
    """What the answer is worth, and whether it is proven."""
    answer = solve(where, goal)
    if answer is None:
        return None
    turn = check(where, answer)
    measures = {Goal.VALUE: value(turn.played), Goal.OPENING: turn.points, Goal.ANY: 1}
    return measures.get(goal, len(turn.played)), answer.exact


@every_mode
def test_a_fit_disturbs_as_few_sets_without_a_strategy(mode: Check) -> None:
    dice = random.Random(f"fits without a strategy {mode.__name__}")  # noqa: S311  # the same dice each time

    for _ in range(10):
        where = dealt(replace(rules(), box=SMALL, jokers=mode), dice, sets=2, rack=2)
        unknown = without_strategy(where)
        answers = [(each, solve(each, Goal.FIT, where.rack)) for each in (where, unknown)]
        known, other = (answer and disturbed(each, check(each, answer).after) for each, answer in answers)
        assert known == other


@pytest.mark.parametrize("rack", ["b5 k5", "r7 o5 k5 j", "j r1", "r9 o9 k9"])
@pytest.mark.parametrize("has_melded", [True, False])
@pytest.mark.parametrize("table", ["r4 r5 r6 / b9 b10 j", "o4 o5 o6"])
def test_with_crossings_a_check_without_a_strategy_answers_alike(table: str, rack: str, *, has_melded: bool) -> None:
    where = position(table, rack, key="rummi200kub", has_melded=has_melded)
    unknown = without_strategy(where)

    for goal in set(Goal) - {Goal.FIT}:
        known, other = worth(where, goal), worth(unknown, goal)
        assert (known and known[0]) == (other and other[0])
        assert not (other and other[1]) or (known and known[1])
    assert can_play(unknown) or not can_play(where)


# checks that no strategy fits


class Objection(IllegalMove):
    """What the checks below raise."""


def one_joker_to_a_set(turn: Turn) -> None:
    """Reject two jokers in a set, wherever they come from."""
    if any(meld.tiles.count(JOKER) > 1 for meld in turn.after):
        raise Objection


def jokers_at_ends(turn: Turn) -> None:
    """Reject a joker inside a run."""
    if any(JOKER in meld.tiles[1:-1] for meld in turn.after if not meld.is_group):
        raise Objection


def jokers_beside_a_group(turn: Turn) -> None:
    """Reject a table with jokers but without a group of natural tiles: here sets without jokers matter, too."""
    if any(JOKER in meld.tiles for meld in turn.after) and not any(
        meld.is_group and JOKER not in meld.tiles for meld in turn.after
    ):
        raise Objection


def jokers_in_long_sets(turn: Turn) -> None:
    """Reject a joker in a set of fewer than four tiles."""
    if any(JOKER in meld.tiles and len(meld.tiles) < 4 for meld in turn.after):
        raise Objection


OTHERS = [one_joker_to_a_set, jokers_at_ends, jokers_beside_a_group, jokers_in_long_sets]
every_other = pytest.mark.parametrize("mode", OTHERS, ids=lambda mode: mode.__name__)


@every_other
@pytest.mark.parametrize("box", [SMALL, FOUR_COLORS], ids=["three colors", "four colors"])
def test_no_turn_is_better_than_the_one_found_under_any_check(mode: Check, box: Box) -> None:
    dice = random.Random(f"{mode.__name__} {box}")  # noqa: S311  # the same dice each time

    for _ in range(10):
        agrees(dealt(replace(rules(), box=box, jokers=mode), dice, sets=2, rack=3))


@every_other
@pytest.mark.parametrize("opening", OPENINGS, ids=["from the rack alone", "worth 8, then on", "any set, then on"])
def test_no_opening_turn_is_better_than_the_one_found_under_any_check(mode: Check, opening: tuple[Check, ...]) -> None:
    dice = random.Random(f"{mode.__name__} {len(opening)}")  # noqa: S311  # the same dice each time

    for _ in range(8):
        settled = replace(rules(), box=SMALL, jokers=mode, opening=opening)
        agrees(dealt(settled, dice, sets=1, rack=5, has_melded=False))


@every_mode
def test_a_table_without_jokers_is_judged_only_if_the_check_is_unknown(mode: Check) -> None:
    where = position("r4 r5 r6", "j j r1")

    known = make_legality_check(replace(where, rules=replace(where.rules, jokers=mode)))
    unknown = make_legality_check(replace(where, rules=replace(where.rules, jokers=one_joker_to_a_set)))

    assert mode not in known.checks
    assert one_joker_to_a_set in unknown.checks


def test_computers_play_a_whole_game_under_any_check_and_hints_can_be_played() -> None:
    game = replace(
        classic.VARIANT,
        rules=replace(classic.VARIANT.rules, jokers=jokers_at_ends, deal=8),
        options=tuple(option for option in classic.VARIANT.options if option.key != "jokers"),
        clauses={**classic.VARIANT.clauses, Objection: "CL-15"},
    )
    levels = [Level.FAIR, Level.STRONG, Level.EAGER]
    state = game.setup(len(levels), bytes(range(32)), 0, {}).state

    while not state.outcome:
        if hint := game.find(game.view(state, state.turn), Goal.VALUE):
            game.apply(state, hint.action, now=0)
        state = game.apply(state, choose_action(game, state, levels[state.turn], bytes(32)), now=0).state

    assert state.outcome.winners


# openings that the solver doesn't know


def opening_has_a_run(turn: Turn) -> None:
    """Reject a first play without a new run."""
    if not turn.has_melded and all(meld.is_group or meld in turn.before for meld in turn.after):
        raise NothingPlayed


@pytest.mark.parametrize(
    "opening",
    [(opening_is_worth(6),), (opening_has_a_run,), (opening_leaves_the_table_alone, opening_has_a_run)],
    ids=["points with the table's help", "a run", "a run from the rack alone"],
)
@pytest.mark.parametrize("mode", [jokers.free, jokers.substitute2, one_joker_to_a_set], ids=lambda mode: mode.__name__)
def test_no_turn_is_better_than_the_one_found_under_any_opening(mode: Check, opening: tuple[Check, ...]) -> None:
    dice = random.Random(f"{mode.__name__} {len(opening)}")  # noqa: S311  # the same dice each time

    for _ in range(8):
        settled = replace(rules(), box=ONE_JOKER, jokers=mode, opening=opening)
        agrees(dealt(settled, dice, sets=2, rack=4, has_melded=False))
