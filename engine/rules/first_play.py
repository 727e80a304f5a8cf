"""Checks of a player's first play, and the search for sets that are worth enough.

Each check is a callable that raises if a first play breaks its rule; it accepts every later turn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.rules.turns import Check, Turn
from engine.text.errors import NoOpening, OpeningTooSmall, TableTouched
from engine.text.phrases import Phrase, later
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import point_count, say_meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color

Tiles = tuple[Tile, ...]


def opening_leaves_the_table_alone(turn: Turn) -> None:
    """Reject a first play that changes or crosses a set of the table. Raises TableTouched, naming the first one."""
    if turn.has_melded or not turn.before:
        return
    lost = Counter(meld.in_order for meld in turn.before) - Counter(meld.in_order for meld in turn.after)
    for meld in turn.before:
        if meld.in_order in lost:
            raise TableTouched(say_meld(meld))
    is_old = [letter in turn.labels for letter in turn.letters]
    for each in turn.crossings:
        if is_old[each.owner] != is_old[each.borrower]:
            raise TableTouched(say_meld(turn.after[each.owner if is_old[each.owner] else each.borrower]))


@dataclass(frozen=True, slots=True)
class opening_is_worth:  # noqa: N801  # reads as a sentence among the checks of a system
    """A check that a first play is worth at least `points`; a joker counts as the tile that it stands for."""

    points: int

    def __call__(self, turn: Turn) -> None:
        """Reject a first play that is worth less than `points`. Raises OpeningTooSmall."""
        if not turn.has_melded and turn.points < self.points:
            raise OpeningTooSmall(turn.points, self.points)


@dataclass(frozen=True, slots=True)
class opening_begins_with:  # noqa: N801  # the same
    """A check that some of the rack tiles in a first play form sets worth at least `points` points without other tiles.

    At least one set is needed, even for 0 points. The sets don't have to be on the table after the turn, and the rest
    of the turn is as free as any other.
    """

    points: int

    def __call__(self, turn: Turn) -> None:
        """Reject a first play whose rack tiles can't form such sets. Raises NoOpening: it says what is required."""
        if not turn.has_melded and not can_make(turn.played, self.points, turn.rules.box):
            raise NoOpening(_needs(self.points))


def can_make(tiles: Sequence[Tile], points: int, box: Box) -> bool:
    """Return whether some of the tiles can form at least one set, and sets worth at least `points` in total.

    A joker counts as the tile that it stands for. The search is exhaustive: it tries every set that contains the lowest
    tile, and also leaving that tile out.
    """
    naturals = tuple(sorted((tile for tile in tiles if tile != JOKER), key=by_color))
    return _can_make(naturals, len(tiles) - len(naturals), points, box, set())


def _can_make(naturals: Tiles, jokers: int, points: int, box: Box, tried: set[tuple[Tiles, int, int]]) -> bool:
    if not naturals:  # the jokers alone can be a group of the highest number
        return jokers >= SMALLEST_SET and box.high * min(jokers, len(box.colors)) >= points
    if (naturals, jokers, points) in tried:
        return False
    tried.add((naturals, jokers, points))
    for used, spent, worth in sorted(find_sets_with(naturals, jokers, box), key=lambda each: -each[2]):
        left = tuple((Counter(naturals) - Counter(used)).elements())
        if worth >= points or _can_make(tuple(sorted(left, key=by_color)), jokers - spent, points - worth, box, tried):
            return True
    return _can_make(naturals[1:], jokers, points, box, tried)


def find_sets_with(naturals: Tiles, jokers: int, box: Box) -> Iterator[tuple[Tiles, int, int]]:
    """Yield each set with the first of `naturals`, as a tuple: its natural tiles, its number of jokers, and its points.

    `naturals` are the available tiles except jokers, sorted by `by_color`; `jokers` is the number of available jokers.
    """
    tile, held = naturals[0], set(naturals)
    others = [Tile(color, tile.number) for color in box.colors if color != tile.color]
    mates = [other for other in others if other in held]
    for bits in range(1 << len(mates)):
        used = (tile, *(mate for index, mate in enumerate(mates) if bits >> index & 1))
        for spent in range(max(0, SMALLEST_SET - len(used)), min(jokers, len(box.colors) - len(used)) + 1):
            yield used, spent, tile.number * (len(used) + spent)
    for low in range(max(box.low, tile.number - jokers), tile.number + 1):
        for high in range(max(tile.number, low + SMALLEST_SET - 1), box.high + 1):
            numbers = range(low, high + 1)
            used = tuple(each for number in range(tile.number, high + 1) if (each := Tile(tile.color, number)) in held)
            spent = len(numbers) - len(used)
            if spent > jokers:
                break
            yield used, spent, sum(numbers)


def _needs(points: int) -> Phrase:
    if points:
        return later(
            "To open, play sets worth {points} from your rack alone. Then you can add more.",
            points=point_count(points),
        )
    return later("To open, play a set from your rack alone. Then you can add more.")


def opening_points(opening: Iterable[Check]) -> int:
    """Return the highest number of points that any of these checks requires of a first play; 0 if none requires any."""
    kinds = (opening_is_worth, opening_begins_with)
    return max((check.points for check in opening if isinstance(check, kinds)), default=0)


def opens_from_rack(opening: Iterable[Check]) -> bool:
    """Return whether these checks are of this module, and whoever passes them could also do so from the rack alone.

    A check of points alone doesn't have that effect: a first play may then get its points by sets of the table.
    """
    checks = tuple(opening)
    return all(
        check is opening_leaves_the_table_alone or isinstance(check, opening_is_worth | opening_begins_with)
        for check in checks
    ) and any(not isinstance(check, opening_is_worth) for check in checks)
