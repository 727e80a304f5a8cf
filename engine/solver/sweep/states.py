"""The open runs of one colour while numbers are swept: their shape, how it goes on, and how two shapes meet.

A run that has reached some number has one tile, two, or three and more; how many more does not matter. A shape is
written as a number of three fields of `width` bits, each under a spare bit: from the top, how many runs have one tile,
how many have one or two, and how many more there could be in all. Where no field of a shape is larger than that of
another, it can stand in for the other: its short runs will find what makes them long, and it has as many runs to put
tiles in. That is so just if `(other | spare bits) - shape` keeps all the spare bits; also for colours side by side.
"""

from functools import lru_cache

LONG = 3  # tiles: what a run needs to be a set
ColorCounts = tuple[
    int, int, int, int, bool
]  # tiles, also one and two numbers on; how many need lie in no set; can any group be?
ShapeChange = tuple[int, int, int, int]  # the next shape, the tiles not in runs, the jokers in runs, the runs


def pack_shape(one: int, two: int, long: int, width: int) -> int:
    """The shape of so many open runs of each length."""
    room = (1 << width) - 1
    return (one << 2 * width + 2) | (one + two << width + 1) | (room - one - two - long)


def unpack_shape(shape: int, width: int) -> tuple[int, int, int]:
    """How many open runs have one tile, two, and more."""
    room = (1 << width) - 1
    one, short = shape >> 2 * width + 2, shape >> width + 1 & room
    return one, short - one, room - (shape & room) - short


@lru_cache(maxsize=1 << 14)
def list_shape_changes(shape: int, supply: ColorCounts, jokers: int, width: int) -> tuple[ShapeChange, ...]:
    """Every way in which the runs of a colour can go on at a number, with at most so many jokers.

    A run is not ended where another of its colour begins, which is joined to it instead: so how many runs go on
    settles the shape. A joker lies in a run only where all tiles do, as the two could change places; and only where
    another tile follows, or the run is short: otherwise it is one to spare. No run begins with a joker, as it can end
    with it instead.
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
    """So many runs going on, unless they can't all become long."""
    (one, two, long), (have, above, beyond, _, _) = lengths, supply
    spent = max(0, runs - have)
    begun = max(0, runs - one - two - long)
    still = jokers - spent
    if max(0, begun + one - above) + max(0, begun - beyond) > still:
        return None
    # More long runs than could go on are as good as ended.
    useful = max(0, above + min(still, beyond) - begun - one)
    return (
        pack_shape(begun, one, min(two + min(long, runs - one - two), useful), width),
        max(0, have - runs),
        spent,
        runs,
    )


@lru_cache(maxsize=1 << 14)
def count_missing_jokers(lower: int, upper: int, width: int) -> int:
    """The jokers that it takes to make sets of runs open below a number and of those open above it.

    All that can be are joined, the shortest of either side and the shortest of these to the longest of those, which
    leaves least to be desired. What stays too short is filled up with jokers at either end.
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
    """Every way to form groups of what runs leave at a number: jokers, tiles that stay out, groups, tiles in them.

    `left` is how many tiles of each colour; `least` how many groups it takes for those of them that have to lie. So
    many groups can be formed if the tiles that fit into them, of a colour one in each, and the jokers are three times
    as many. More jokers are spent only where fewer tiles stay out.
    """
    found: list[tuple[int, int, int, int]] = []
    for groups in range(least, max(left) + 1 if len(left) >= LONG else 1):
        grouped = sum([min(groups, each) for each in left])
        spent, out = max(0, LONG * groups - grouped), sum(left) - grouped
        if spent <= jokers and (not found or out < found[-1][1]):
            found.append((spent, out, groups, grouped))
    return tuple(found)
