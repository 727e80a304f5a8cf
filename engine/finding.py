"""The table that serves an aim best under the rules in force."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import frozen, jokers
from engine.checks import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.frozen_plans import BOTH_COLORS, EITHER_COLOR
from engine.joker_plans import ANEW, FREE, NEW_SETS, SUBSTITUTED
from engine.opening_turns import dearest, from_rack, widened
from engine.plans import Melds, Mode, Quest, Search
from engine.referee import Referee
from engine.tiles import Tile
from engine.turns import Check

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
    """A table that may follow, and whether it is proven that none serves the aim better."""

    melds: Melds
    exact: bool


def found(referee: Referee, aim: Aim, still: frozenset[int] = frozenset()) -> Found | None:
    """The best table, or none; the sets in the rows `still` do nothing but grow."""
    quest = Quest(
        box=referee.rules.box,
        before=referee.before,
        rack=aim.rack,
        opened=referee.opened,
        weights=aim.weights,
        joker_weight=aim.joker_weight,
        legal=referee.legal,
        still=still,
    )
    if from_rack_alone(referee):
        laid = from_rack(quest, least_points(referee), beat=aim.beat)
        return None if laid is None else Found(referee.before + laid, exact=True)
    search = _search(referee, quest, aim)
    search.run(MODES[referee.rules.jokers].started(quest))
    return None if search.found is None else Found(search.found.melds, search.exact)


def _search(referee: Referee, quest: Quest, aim: Aim) -> Search:
    children = MODES[referee.rules.jokers].children
    if not referee.opened:
        children = widened(children, least_points(referee), referee.has_opening)
    return Search(quest, children, aim.beat, aim.enough)


def from_rack_alone(referee: Referee) -> bool:
    """Has the player to open without touching the table?"""
    return not referee.opened and opening_leaves_the_table_alone in referee.rules.opening


def least_points(referee: Referee) -> int:
    """What an opening has to be worth."""
    kinds = (opening_is_worth, opening_begins_with)
    return max((check.points for check in referee.rules.opening if isinstance(check, kinds)), default=0)


def dearest_opening(referee: Referee, rack: Sequence[Tile]) -> Found | None:
    """The table with the opening of most points, the rest of it untouched."""
    quest = Quest(
        box=referee.rules.box,
        before=referee.before,
        rack=Counter(rack),
        opened=False,
        weights=(),
        joker_weight=0,
        legal=referee.legal,
    )
    laid = dearest(quest, least_points(referee))
    return None if laid is None else Found(referee.before + laid, exact=True)
