"""Two fronts that sweep the numbers from below and from above until they meet: the best that a heap can be made into."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.fronts import NOTHING_YET, Frame, State, States, advanced, joined, undominated
from engine.heaps import Supply

# By the bits of standing sets that are growing there, and by the jokers in such sets that only the rack gives.
Front = dict[tuple[int, int], States]

WIDE = 30  # states; where both fronts have more it pays to know what can be reached
NARROW = 12  # states; so narrow a front finds the best end nearly always
FEW = 3  # states; so small a front goes on whatever the other is like, as meeting costs something
MANY = 300  # states before the dominated are left out; from here on the same as from WIDE
SOME = 100  # such states; that many do for a narrow front
ALL = 1 << 60


@dataclass(frozen=True, slots=True)
class End:
    """All numbers swept: what is lost, the jokers spent, those that only the rack gives; and the states that met."""

    lost: int
    spent: int
    by_rack: int
    lower: State
    upper: State


def best_end(supply: Supply, may_lose: int, satisfied: int, *, needs_run: bool = False) -> End | None:
    """The end that loses least, or one that loses no more than would satisfy; None if all lose more than they may.

    The smaller front goes on each time. Where both are wide, narrow fronts run ahead, and from then on what can't be
    better than their end is left out. `needs_run` asks for a run beside those that stand.
    """
    frame = supply.frame
    start = frame.runless if supply.jokers else frame.empty
    lower: Front = {(0, 0): {start: NOTHING_YET}}
    upper: Front = {(bits, 0): {start: NOTHING_YET} for bits in _growing_at_the_top(supply)}
    low, high = 0, supply.span
    end, wide, many = None, WIDE, MANY
    while low < high:
        upwards = _size(lower) <= max(FEW, _size(upper))
        if upwards:
            front = _moved(supply, lower, low, 1, may_lose, many)
        else:
            front = _moved(supply, upper, high - 1, -1, may_lose, many)
        blown = _size(front) > many
        if not blown:
            front = {tag: undominated(states, frame) for tag, states in front.items() if states}
            if not front:
                return end
            if upwards:
                lower, low = front, low + 1
            else:
                upper, high = front, high - 1
        if end is None and (blown or min(_size(lower), _size(upper)) > wide):
            wide, many = 4 * wide, ALL
            ahead = ((front, upper) if upwards else (lower, _narrowed(front, frame))) if blown else (lower, upper)
            between = range(low + (blown and upwards), high - (blown and not upwards))
            end = _narrow_end(supply, *ahead, between, may_lose, needs_run=needs_run)
            if end is not None:
                if end.lost <= max(satisfied, _least(lower) + _least(upper)):
                    return end
                may_lose = end.lost - 1
    return _met(supply, lower, upper, may_lose, needs_run=needs_run) or end


def _narrow_end(
    supply: Supply, lower: Front, upper: Front, between: range, may_lose: int, *, needs_run: bool
) -> End | None:
    """The end to which few states come."""
    lower = _narrowed(lower, supply.frame)
    for place in between:
        lower = _narrowed(_moved(supply, lower, place, 1, may_lose, SOME), supply.frame)
        if not lower:
            return None
    return _met(supply, lower, upper, may_lose, needs_run=needs_run)


def _narrowed(front: Front, frame: Frame) -> Front:
    return {tag: undominated(states, frame, NARROW) for tag, states in front.items() if states}


def _size(front: Front) -> int:
    return sum(map(len, front.values()))


def _least(front: Front) -> int:
    return min(state[0] for states in front.values() for state in states.values())


def _growing_at_the_top(supply: Supply) -> list[int]:
    """Which standing runs may have grown up to the highest number, where a front from above can't know it yet."""
    found = [0]
    for place, (each, reach) in enumerate(zip(supply.heap.growing, supply.reaches, strict=True)):
        if reach and not each.meld.is_group and reach[-1] == supply.heap.box.high > each.meld.faces[-1].number:
            found += [bits | 1 << place for bits in found]
    return found


def _moved(supply: Supply, front: Front, place: int, up: int, may_lose: int, many: int) -> Front:
    """The front behind a number."""
    frame = supply.frame
    if not supply.heap.growing:
        states = advanced(front[0, 0], supply.number(place, up), may_lose, frame, {}, many)
        return {(0, 0): states}
    moved: Front = {}
    for growth, more_by_rack, number in supply.grown(place, up):
        asks, leaves = (growth.asks, growth.leaves)[::up]
        for (bits, by_rack), states in front.items():
            by_rack += more_by_rack
            if bits & growth.looks == asks and by_rack <= supply.heap.may_jokers:
                target = moved.setdefault((bits & ~growth.looks | leaves, by_rack), {})
                advanced(states, number, may_lose, frame, target, many)
    return moved


def _met(supply: Supply, lower: Front, upper: Front, may_lose: int, *, needs_run: bool) -> End | None:
    """The best end where fronts meet; of those that lose as much, one with a run if that is known."""
    end = None
    for (bits, by_rack), states in lower.items():
        for (other_bits, more_by_rack), others in upper.items():
            both = by_rack + more_by_rack
            if bits != other_bits or both > supply.heap.may_jokers:
                continue
            for below, above in _pairs(states, others, supply.frame, needs_run=needs_run):
                met = joined(below, above, supply.frame, may_lose)
                if met is not None:
                    end = End(met[0][0] + met[1][0], met[2], both, met[0], met[1])
                    may_lose = end.lost - 1
    return end


def _pairs(lower: States, upper: States, frame: Frame, *, needs_run: bool) -> Iterator[tuple[States, States]]:
    """The states that can make a run together, and then, unless it needs one, those that have none."""
    below, above = ({key: state for key, state in each.items() if frame.is_runless(key)} for each in (lower, upper))
    if not below or not above:
        yield lower, upper
        return
    yield {key: state for key, state in lower.items() if key not in below}, upper
    yield below, {key: state for key, state in upper.items() if key not in above}
    if not needs_run:
        yield below, above
