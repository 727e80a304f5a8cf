"""The table that serves an aim best under the rules in force."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import frozen, jokers
from engine.checks import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.claims import all_hang_together
from engine.edits import Row
from engine.errors import IllegalMove
from engine.sets import lettered
from engine.solving.crossing_turns import Lenders, laid_through, playable
from engine.solving.frozen_plans import BOTH_COLORS, EITHER_COLOR
from engine.solving.joker_plans import ANEW, FREE, NEW_SETS, SUBSTITUTED
from engine.solving.opening_turns import dearest, from_rack, widened
from engine.solving.plans import Melds, Mode, Quest, Search, Tiles
from engine.solving.referee import Referee
from engine.tiles import JOKER, Tile
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
    """A table that may follow, what it plays, and whether it is proven that none serves the aim better."""

    rows: tuple[Row, ...]
    played: tuple[Tile, ...]
    exact: bool


def found(referee: Referee, aim: Aim, still: frozenset[int] = frozenset()) -> Found | None:
    """The best table, or none; the sets in the rows `still` do nothing but grow."""
    quest = _quest(referee, aim, still)
    if referee.rules.crossings:
        return _crossing(referee, aim, quest)
    melds, exact = _laid_out(referee, aim, quest)
    return None if melds is None else Found(referee.rows(melds), referee.played(melds), exact)


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
        still=still | referee.standing,
        swappable=referee.standing - referee.in_crossings,
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
    return (search.found.melds if search.found else None), search.exact


def _crossing(referee: Referee, aim: Aim, quest: Quest) -> Found | None:
    """The best of a few tables, each with new sets that cross it; exact where no tile that could lie is left over."""
    most = min(aim.enough, quest.weight(could_lie(referee, aim.rack)))
    best: Found | None = None
    worth = aim.beat
    for melds in _tables(referee, aim, quest) if most > aim.beat else ():
        for rows in _crossed_rows(referee, aim, melds, quest):
            try:
                played = referee.judged(rows).played
            except IllegalMove:
                continue
            if quest.weight(Counter(played)) > worth:
                worth = quest.weight(Counter(played))
                best = Found(rows, played, exact=worth >= most)
            break
        if worth >= most:
            break
    return best


def _tables(referee: Referee, aim: Aim, quest: Quest) -> Iterator[Melds]:
    """The table as it lies, and the best ones without a new crossing."""
    if not from_rack_alone(referee):
        yield referee.before
    laid, _ = _laid_out(referee, replace(aim, beat=0), quest)
    if laid is not None:
        yield laid
    if from_rack_alone(referee):
        yield referee.before + (from_rack(quest, 0, beat=0) or ())


def _crossed_rows(referee: Referee, aim: Aim, melds: Melds, quest: Quest) -> Iterator[tuple[Row, ...]]:
    """A table with all new sets that go through it, then without them."""
    rows = referee.rows(melds)
    letters = lettered(referee.sets, rows)
    shared = {(piece.owner, piece.tile) for row in rows for piece in row}
    first = len(referee.before) if from_rack_alone(referee) else 0
    lent: dict[Tile, list[int]] = {}
    for place, row in enumerate(rows[first:], first):
        for piece in row:
            if piece.owner is None and piece.tile != JOKER and (letters[place], piece.tile) not in shared:
                lent.setdefault(piece.tile, []).append(place)
    connected = all_hang_together in referee.rules.checks and bool(first or referee.before)
    lenders = Lenders(referee.rules.box, lent, len(rows), connected and referee.opened)
    played = Counter(referee.played(melds))
    own = could_lie(referee, aim.rack) - played
    if laid := laid_through(lenders, own, aim.enough, quest.weight):
        yield referee.rows(melds, laid)
    if played:
        yield rows


def could_lie(referee: Referee, rack: Tiles) -> Tiles:
    """The tiles of the rack that there is any set for, where tiles may lie in two sets."""
    lying = Counter[Tile]() if from_rack_alone(referee) else referee.lying
    return playable(rack, lying, referee.rules.box)


def may_play(referee: Referee, aim: Aim) -> bool:
    """Is there a turn that serves the aim, or can it not be ruled out that there is one?"""
    quest = _quest(referee, aim, frozenset())
    if not referee.rules.crossings:
        melds, exact = _laid_out(referee, aim, quest)
        return melds is not None or not exact
    return found(referee, aim) is not None or _may_cross(referee, aim, quest)


def _may_cross(referee: Referee, aim: Aim, quest: Quest) -> bool:
    """Could a turn have been overlooked, as tiles may lie in two sets?"""
    tiles = could_lie(referee, aim.rack)
    if not from_rack_alone(referee):
        return quest.weight(tiles) > aim.beat
    points = sum((referee.rules.box.high if tile == JOKER else tile.number) * tiles[tile] for tile in tiles)
    return points >= least_points(referee)


def from_rack_alone(referee: Referee) -> bool:
    """Has the player to open without touching the table?"""
    return not referee.opened and opening_leaves_the_table_alone in referee.rules.opening


def least_points(referee: Referee) -> int:
    """What an opening has to be worth."""
    kinds = (opening_is_worth, opening_begins_with)
    return max((check.points for check in referee.rules.opening if isinstance(check, kinds)), default=0)


def dearest_opening(referee: Referee) -> Found | None:
    """The table with the opening of most points, the rest of it untouched."""
    box = referee.rules.box
    aim = Aim(Counter(referee.rack), (0,) * (box.high - box.low + 1), 0, 0, 0)
    laid = dearest(_quest(referee, aim, frozenset()), least_points(referee))
    if laid is None:
        return None
    melds = referee.before + laid
    return Found(referee.rows(melds), referee.played(melds), exact=not referee.rules.crossings)
