"""A test of whether some tiles make sets worth enough, for rule systems whose first play may also use the table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Box, Tile, by_color

Tiles = tuple[Tile, ...]


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
