"""Find the table that serves a goal best under the rules in force."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial

from engine.rules.first_play import opening_leaves_the_table_alone, opening_points, opens_from_rack
from engine.rules.jokers import JokerStrategy
from engine.solver.crossings.turns import Crossings, Objective, add_rows
from engine.solver.plans.best_openings import find_best_opening
from engine.solver.plans.branch_and_bound import JokerRule, Search
from engine.solver.plans.frozen_plans import BOTH_COLORS, EITHER_COLOR
from engine.solver.plans.general_plans import GENERAL, GeneralPlan
from engine.solver.plans.joker_plans import ANEW, FREE, NEW_SETS, SUBSTITUTED
from engine.solver.plans.legality import FoundTable, LegalityCheck, Melds
from engine.solver.plans.opening_plans import find_opening, widen_children
from engine.solver.plans.partial_turns import Problem
from engine.tiles.tiles import JOKER, Tile

JOKER_RULES: Mapping[JokerStrategy, JokerRule] = {
    JokerStrategy.GENERAL: GENERAL,
    JokerStrategy.FREE: FREE,
    JokerStrategy.SUBSTITUTED: SUBSTITUTED,
    JokerStrategy.SUBSTITUTED_ANEW: ANEW,
    JokerStrategy.NEW_SETS: NEW_SETS,
    JokerStrategy.FROZEN: EITHER_COLOR,
    JokerStrategy.FROZEN_BOTH_COLORS: BOTH_COLORS,
}


@dataclass(frozen=True, slots=True)
class SearchGoal:
    """The objective of a search: the most total weight of the tiles that a turn plays from `rack`.

    `weights` is a tile's weight by its number, from the box's lowest number up; `joker_weight` is that of a joker. The
    total must be more than `beat`. The search may stop at the first turn whose total is at least `enough`.
    """

    rack: Counter[Tile]
    weights: Sequence[int]
    joker_weight: int
    beat: int
    enough: int


def search_table(
    legality: LegalityCheck, aim: SearchGoal, still: frozenset[int] = frozenset()
) -> tuple[FoundTable | None, bool]:
    """Return the table that serves the goal `aim` best, or None, and whether it is proven that none is better.

    The sets whose indices on the table are in `still` may only stay as they are or grow.
    """
    if legality.rules.crossings:
        return _search_crossings(legality, aim, still)
    problem = Problem(
        box=legality.rules.box,
        before=legality.before,
        rack=aim.rack,
        has_melded=legality.has_melded,
        weights=aim.weights,
        joker_weight=aim.joker_weight,
        legal=legality.legal,
        mended=JOKER_RULES[legality.strategy].mended,
        still=still | legality.claimed_rows,
        swappable=legality.claimed_rows,
        pairings=1 if legality.strategy is JokerStrategy.FREE else factorial(legality.on_table[JOKER]),
        budget=legality.budget,
    )
    melds, exact = _find_melds(legality, aim, problem)
    if melds is None:
        return None, exact
    return FoundTable(tuple(meld.said for meld in melds), legality.played(melds), exact), exact


def _find_melds(legality: LegalityCheck, aim: SearchGoal, problem: Problem) -> tuple[Melds | None, bool]:
    """Return the melds of the best table, or None, and whether that is proven; for tables without crossings."""
    is_general, alone = legality.strategy is JokerStrategy.GENERAL, must_open_from_rack(legality)
    opens_alone = not legality.has_melded and opens_from_rack(legality.rules.opening)
    if alone or (opens_alone and aim.enough <= 1):  # if there's any opening, the rack alone has one
        found = find_opening(problem, least_points(legality), beat=aim.beat)
        melds = None if found is None else legality.before + found
        if not is_general or melds is None or legality.legal(melds):
            return melds, True
    mode = JOKER_RULES[legality.strategy]
    children = mode.children
    if opens_alone:
        children = widen_children(children, least_points(legality), legality.has_opening)
    search = Search(problem, children, aim.beat, aim.enough)
    search.run([GeneralPlan(stock=Counter(), fixed=problem.before)] if alone else mode.started(problem))
    if search.found is None and not search.exact and opens_alone:
        found = find_opening(problem, least_points(legality), beat=aim.beat)
        melds = None if found is None else legality.before + found
        return (None if is_general and melds and not legality.legal(melds) else melds), False
    return (search.found.melds if search.found else None), search.exact


def _search_crossings(
    legality: LegalityCheck, aim: SearchGoal, still: frozenset[int]
) -> tuple[FoundTable | None, bool]:
    """Return what `search_table` does where sets may cross."""
    low, alone = legality.rules.box.low, must_open_from_rack(legality)
    worth = [
        (tile, aim.joker_weight if tile == JOKER else aim.weights[tile.number - low]) for tile in aim.rack.elements()
    ]
    points = least_points(legality) if alone else 0
    return Crossings(legality, Objective(worth, aim.beat, aim.enough, still, alone, points)).run()


def must_open_from_rack(legality: LegalityCheck) -> bool:
    """Return whether the player hasn't opened yet and has to do so without touching the table."""
    return not legality.has_melded and opening_leaves_the_table_alone in legality.rules.opening


def least_points(legality: LegalityCheck) -> int:
    """Return the minimum number of points that a player's first play must be worth."""
    return opening_points(legality.rules.opening)


def open_for_most_points(legality: LegalityCheck) -> FoundTable | None:
    """Return the table after the opening (a player's first play) worth the most points; None if none was found.

    Unless the rules let sets cross (share a tile), all sets of the table stay as they were.
    """
    found = find_best_opening(Counter(legality.rack), legality.rules.box, least_points(legality))
    plain, is_general = None, legality.strategy is JokerStrategy.GENERAL
    if found is not None and (not is_general or legality.legal(legality.before + found.melds)):
        played = legality.played(legality.before + found.melds)
        plain = FoundTable(add_rows(legality, found.melds), played, exact=found.exact and not legality.rules.crossings)
    may_be_dearer = plain is None or not opens_from_rack(legality.rules.opening)
    return _search_dearest(legality, plain) if legality.rules.crossings or (is_general and may_be_dearer) else plain


def _search_dearest(legality: LegalityCheck, plain: FoundTable | None) -> FoundTable | None:
    """Return the table after the opening worth the most points, by a search of whole tables; None if none is found.

    `plain` is the best one of uncrossed sets from the rack alone, if any. The search values each joker at the highest
    number, so its proven total is an upper bound. The result is exact only if its points reach that bound.
    """
    box = legality.rules.box
    numbers = range(box.low, box.high + 1)
    aim = SearchGoal(
        Counter(legality.rack), numbers, box.high, 0, sum(tile.number or box.high for tile in legality.rack)
    )
    turn, proven = search_table(legality, aim)
    tables = [(legality.judge_turn(each.rows).points, each) for each in (turn, plain) if each]
    if not tables:
        return None
    points, best = max(tables, key=lambda each: each[0])
    most = sum(tile.number or box.high for tile in turn.played) if turn else 0
    return replace(best, exact=proven and points >= most)
