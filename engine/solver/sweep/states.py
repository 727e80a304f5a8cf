"""The open runs of one color during a sweep: their shape, how it changes at a number, and how two shapes are joined.

An open run is one that reaches the current number. It has one tile, two, or three and more; how many more doesn't
matter. The shape says how many open runs have each of these lengths. It is an integer with three fields of `width`
bits, each below a spare bit. From the top, they are the number of runs with one tile, the number of runs with one or
two, and the largest value of a field minus the number of all runs. A shape dominates another if none of its fields is
larger: it has no more short runs to complete, and at least as many runs to put tiles in. That is the case if
`(other | spare bits) - shape` keeps all the spare bits, which also tests the shapes of several colors side by side.
"""

from functools import lru_cache

LONG = 3  # tiles: what a run needs to be a set
# The supply of one color at a number: its tiles there, at the next number, and at the one after that; how many of the
# tiles there can stay out of all sets; whether that number can have a group.
ColorCounts = tuple[int, int, int, int, bool]
# A way for one color's runs to go on at a number: the next shape, the color's tiles not in runs, the jokers used in
# runs, and the number of runs that have a tile or joker there.
ShapeChange = tuple[int, int, int, int]


def pack_shape(one: int, two: int, long: int, width: int) -> int:
    """Return the shape of this many open runs of one tile, of two, and of three or more; a field has `width` bits."""
    room = (1 << width) - 1
    return (one << 2 * width + 2) | (one + two << width + 1) | (room - one - two - long)


def unpack_shape(shape: int, width: int) -> tuple[int, int, int]:
    """Return how many open runs a shape has of one tile, of two, and of three or more; a field has `width` bits."""
    room = (1 << width) - 1
    one, short = shape >> 2 * width + 2, shape >> width + 1 & room
    return one, short - one, room - (shape & room) - short


@lru_cache(maxsize=1 << 14)
def list_shape_changes(shape: int, supply: ColorCounts, jokers: int, width: int) -> tuple[ShapeChange, ...]:
    """Return every way in which the open runs of one color can go on at a number, with at most `jokers` jokers.

    `shape` is their shape before the number, with fields of `width` bits. Some ways are left out because another is at
    least as good. No run ends where another of its color begins, because the two can be joined instead; so the number
    of runs that go on determines the next shape. Runs use a joker only if they also use all tiles of that color and
    number, since the joker could change places with a tile that is in no run, and only if another tile follows or a run
    is short; any other joker is spare. No run begins with a joker, as the run can end with it instead.
    """
    have, above, _, idle, has_groups = supply
    one, two, long = unpack_shape(shape, width)
    least = one + two if has_groups else max(one + two, have - idle, min(have, one + two + long))
    due = max(0, one + two - have)
    bridged = min(max(0, long - max(0, have - one - two)), above)
    with_jokers = range(have + max(1, due), have + min(jokers, due + bridged) + 1)
    found = (
        _change_shape((one, two, long), supply, runs, jokers, width) for runs in (*range(least, have + 1), *with_jokers)
    )
    return tuple(way for way in found if way)


def _change_shape(
    lengths: tuple[int, int, int], supply: ColorCounts, runs: int, jokers: int, width: int
) -> ShapeChange | None:
    """Return the shape's change if `runs` runs have a tile or joker here, or None if some run can't get three tiles.

    `lengths` is how many open runs have one tile, two, and three or more before the number. `jokers` is the maximum to
    spend, also on completing the runs later.
    """
    (one, two, long), (have, above, beyond, _, _) = lengths, supply
    spent = max(0, runs - have)
    begun = max(0, runs - one - two - long)
    still = jokers - spent
    if max(0, begun + one - above) + max(0, begun - beyond) > still:
        return None
    # Long runs in excess of those that could go on are equivalent to ended ones.
    useful = max(0, above + min(still, beyond) - begun - one)
    return (
        pack_shape(begun, one, min(two + min(long, runs - one - two), useful), width),
        max(0, have - runs),
        spent,
        runs,
    )


@lru_cache(maxsize=1 << 14)
def count_missing_jokers(lower: int, upper: int, width: int) -> int:
    """Return how many jokers one color's open runs need to become sets where a lower and an upper frontier meet.

    As many pairs of runs as possible are joined, one of each side: the shortest of each side, the shortest of one to
    the longest of the other, which takes the fewest jokers. Runs that are still too short get jokers at an end.
    """
    below, above = _list_lengths(lower, width), _list_lengths(upper, width)
    both = min(len(below), len(above))
    joined = [here + there for here, there in zip(below[:both], above[both - 1 :: -1] if both else (), strict=True)]
    return sum(max(0, LONG - length) for length in (*joined, *below[both:], *above[both:]))


def _list_lengths(shape: int, width: int) -> list[int]:
    one, two, long = unpack_shape(shape, width)
    return [1] * one + [2] * two + [LONG] * long


@lru_cache(maxsize=1 << 14)
def list_groupings(left: tuple[int, ...], least: int, jokers: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the ways to form groups of the tiles that runs leave at a number, from the fewest groups up.

    `left` is the number of tiles left of each color, `least` the number of groups needed for those that can't stay out,
    and `jokers` the maximum to spend. A way with more groups is listed only if fewer tiles stay out. Each way is a
    tuple of the jokers spent, the tiles that stay out, the groups, and the tiles in them.
    """
    found: list[tuple[int, int, int, int]] = []
    for groups in range(least, max(left) + 1 if len(left) >= LONG else 1):
        grouped = sum([min(groups, each) for each in left])
        spent, out = max(0, LONG * groups - grouped), sum(left) - grouped
        if spent <= jokers and (not found or out < found[-1][1]):
            found.append((spent, out, groups, grouped))
    return tuple(found)
