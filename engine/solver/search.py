"""The table that serves an aim best under the rules in force."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial

from engine.rules import frozen, jokers
from engine.rules.checks import opening_leaves_the_table_alone, opening_points
from engine.rules.turns import Check
from engine.solver.crossings.rows import rows_beside
from engine.solver.crossings.turns import Crossings, Wish
from engine.solver.plans.branch_and_bound import Melds, Mode, Quest, Search
from engine.solver.plans.frozen_plans import BOTH_COLORS, EITHER_COLOR
from engine.solver.plans.joker_plans import ANEW, FREE, NEW_SETS, SUBSTITUTED
from engine.solver.plans.legality import Referee
from engine.solver.plans.opening_plans import dearest, from_rack, widened
from engine.tiles.edits import Row
from engine.tiles.tiles import JOKER, Tile

MODES: Mapping[Check, Mode] = {
    jokers.free: FREE,
    jokers.substitute2: SUBSTITUTED,
    jokers.substitute2_anew: ANEW,
    jokers.free_to_new_sets: NEW_SETS,
    frozen.frozen: EITHER_COLOR,
    frozen.frozen_both_colors: BOTH_COLORS,
}
"""How turns are found under each check of what may become of a joker."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What makes a turn good: the weight of the tiles of `rack` that it lays, by their number or for a joker.

    It has to be more than `beat`, and any that is `enough` will do.
    """

    rack: Counter[Tile]
    weights: Sequence[int]
    joker_weight: int
    beat: int
    enough: int


@dataclass(frozen=True, slots=True)
class Found:
    """A table that may follow, what it plays, and whether it is proven that none serves the aim better."""

    rows: tuple[Row, ...]
    played: tuple[Tile, ...]
    exact: bool


def found(referee: Referee, aim: Aim, still: frozenset[int] = frozenset()) -> Found | None:
    """The best table, or none; the sets in the rows `still` do nothing but grow."""
    return searched(referee, aim, still)[0]


def searched(referee: Referee, aim: Aim, still: frozenset[int] = frozenset()) -> tuple[Found | None, bool]:
    """The same, and whether it is proven that there is none better."""
    if referee.rules.crossings:
        return _crossing(referee, aim, still)
    melds, exact = _laid_out(referee, aim, _quest(referee, aim, still))
    return None if melds is None else Found(referee.rows(melds), referee.played(melds), exact), exact


def _quest(referee: Referee, aim: Aim, still: frozenset[int]) -> Quest:
    return Quest(
        box=referee.rules.box,
        before=referee.before,
        rack=aim.rack,
        opened=referee.opened,
        weights=aim.weights,
        joker_weight=aim.joker_weight,
        legal=referee.legal,
        mended=MODES[referee.rules.jokers].mended,
        still=still | referee.claimed_rows,
        swappable=referee.claimed_rows,
        pairings=1 if referee.rules.jokers is jokers.free else factorial(referee.lying[JOKER]),
        work=referee.work,
    )


def _laid_out(referee: Referee, aim: Aim, quest: Quest) -> tuple[Melds | None, bool]:
    """The best table without a new crossing, and whether that is proven."""
    if from_rack_alone(referee) or (not referee.opened and aim.enough <= 1):  # who can open at all can from the rack
        laid = from_rack(quest, least_points(referee), beat=aim.beat)
        return (None if laid is None else referee.before + laid), True
    mode = MODES[referee.rules.jokers]
    children = mode.children
    if not referee.opened:
        children = widened(children, least_points(referee), referee.has_opening)
    search = Search(quest, children, aim.beat, aim.enough)
    search.run(mode.started(quest))
    if search.found is None and not search.exact and not referee.opened:
        laid = from_rack(quest, least_points(referee), beat=aim.beat)
        return (None if laid is None else referee.before + laid), False
    return (search.found.melds if search.found else None), search.exact


def _crossing(referee: Referee, aim: Aim, still: frozenset[int] = frozenset()) -> tuple[Found | None, bool]:
    """The best table where sets may cross, and whether it is proven that there is none better."""
    low, alone = referee.rules.box.low, from_rack_alone(referee)
    worth = [
        (tile, aim.joker_weight if tile == JOKER else aim.weights[tile.number - low]) for tile in aim.rack.elements()
    ]
    points = least_points(referee) if alone else 0
    laid, proven = Crossings(referee, Wish(worth, aim.beat, aim.enough, still, alone, points)).run()
    return None if laid is None else Found(laid.rows, laid.played, proven), proven


def may_play(referee: Referee, aim: Aim) -> bool:
    """Is there a turn that serves the aim, or can it not be ruled out that there is one?"""
    turn, proven = searched(referee, aim)
    return turn is not None or not proven


def from_rack_alone(referee: Referee) -> bool:
    """Has the player to open without touching the table?"""
    return not referee.opened and opening_leaves_the_table_alone in referee.rules.opening


def least_points(referee: Referee) -> int:
    """What an opening has to be worth."""
    return opening_points(referee.rules.opening)


def dearest_opening(referee: Referee) -> Found | None:
    """The table with the opening of most points, the rest of it untouched."""
    box = referee.rules.box
    aim = Aim(Counter(referee.rack), (0,) * (box.high - box.low + 1), 0, 0, 0)
    laid = dearest(_quest(referee, aim, frozenset()), least_points(referee))
    plain = None
    if laid is not None:
        played = referee.played(referee.before + laid.melds)
        plain = Found(rows_beside(referee, laid.melds), played, exact=laid.exact and not referee.rules.crossings)
    return _dearest_crossing(referee, plain) if referee.rules.crossings else plain


def _dearest_crossing(referee: Referee, plain: Found | None) -> Found | None:
    """The same where sets may cross: proven where each joker counts as much as can be, or where there is none."""
    box = referee.rules.box
    numbers = range(box.low, box.high + 1)
    aim = Aim(Counter(referee.rack), numbers, box.high, 0, sum(tile.number or box.high for tile in referee.rack))
    turn, proven = _crossing(referee, aim)
    found = [(referee.judged(each.rows).points, each) for each in (turn, plain) if each]
    if not found:
        return None
    points, best = max(found, key=lambda each: each[0])
    most = sum(tile.number or box.high for tile in turn.played) if turn else 0
    return replace(best, exact=proven and points >= most)
