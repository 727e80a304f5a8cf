"""Turns of a player who has not opened: from the rack alone, or with more behind the opening."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, islice

from engine.melds import SMALLEST_SET, Meld
from engine.openings import sets_with
from engine.plans import MOST_PLANS, Children, Melds, Plan, Quest, group_of, unmasked
from engine.sweep import Heap, arranged
from engine.tiles import JOKER, Box, Tile, by_color

Naturals = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Sets from a rack: what they weigh, and their points, a joker counting as what it stands for."""

    weight: int
    points: int
    melds: Melds = ()

    def with_meld(self, meld: Meld, weight: int, most: int) -> "Laid":
        """With one more set; points over `most` don't matter."""
        return Laid(self.weight + weight, min(most, self.points + meld.value), (meld, *self.melds))


def from_rack(quest: Quest, points: int, *, beat: int) -> Melds | None:
    """The sets of most weight, over `beat`, that the rack alone makes and that are worth `points`."""
    heap = Heap(
        box=quest.box,
        must={},
        may={tile: copies for tile, copies in quest.rack.items() if not tile.is_joker},
        may_jokers=quest.rack[JOKER],
        weights=quest.weights,
        joker_weight=quest.joker_weight,
    )
    arrangement = arranged(heap, beat=beat)
    if arrangement is None:
        return None
    if sum(meld.value for meld in arrangement.melds) >= points:
        return arrangement.melds
    found = [each for each in _fronts(quest, points) if each.points >= points and each.weight > beat]
    return max(found, key=lambda each: each.weight).melds if found else None


def _fronts(quest: Quest, most: int) -> list[Laid]:
    """All sets of the rack that are worth laying, by weight and by points up to `most`."""
    naturals = tuple(sorted((tile for tile in quest.rack.elements() if tile != JOKER), key=by_color))
    return _front(quest, naturals, quest.rack[JOKER], most, {})


def _front(quest: Quest, naturals: Naturals, jokers: int, most: int, known: dict[object, list[Laid]]) -> list[Laid]:
    """What these tiles can make; no entry is worse than another in weight and in points."""
    key = (naturals, jokers)
    if key in known:
        return known[key]
    if not naturals:
        found = [Laid(0, 0), *_jokers_alone(quest, jokers, most)]
    else:
        found = list(_front(quest, naturals[1:], jokers, most, known))
        for used, spent, worth in sets_with(naturals, jokers, quest.box):
            meld = _meld(used, spent, worth, quest.box)
            weight = quest.weight(Counter(meld.tiles))
            left = tuple(sorted((Counter(naturals) - Counter(used)).elements(), key=by_color))
            rest = _front(quest, left, jokers - spent, most, known)
            found += [each.with_meld(meld, weight, most) for each in rest]
    known[key] = _undominated(found)
    return known[key]


def _undominated(found: Iterable[Laid]) -> list[Laid]:
    front: list[Laid] = []
    for each in sorted(found, key=lambda laid: (-laid.weight, -laid.points)):
        if not front or each.points > front[-1].points:
            front.append(each)
    return front


def _jokers_alone(quest: Quest, jokers: int, most: int) -> Iterator[Laid]:
    for size in range(SMALLEST_SET, min(jokers, len(quest.box.colors)) + 1):
        meld = group_of([JOKER] * size, quest.box.high, quest.box)
        yield Laid(0, 0).with_meld(meld, size * quest.joker_weight, most)


def _meld(used: Naturals, spent: int, worth: int, box: Box) -> Meld:
    """The set that `sets_with` tells of."""
    first = used[0]
    if all(tile.number == first.number for tile in used) and worth == first.number * (len(used) + spent):
        return group_of((*used, *[JOKER] * spent), first.number, box)
    length = len(used) + spent
    start = (worth - length * (length - 1) // 2) // length
    held = {tile.number: tile for tile in used}
    faces = tuple(Tile(first.color, number) for number in range(start, start + length))
    return Meld(tuple(held.get(face.number, JOKER) for face in faces), faces)


def dearest(quest: Quest, points: int) -> Melds | None:
    """The sets of most points that the rack alone makes, if they are worth `points`.

    A joker is worth what it stands for: that is settled for one after the other, none standing for more than the one
    before, as long as what the sweep makes of the rest can be worth more than the best sets so far.
    """
    best: Melds | None = None
    most = points - 1
    waiting = [(0, 0, Settled((), quest.rack[JOKER], quest.box.high))]
    ticks = count(1)
    while waiting:
        bound, _, settled = heappop(waiting)
        if bound and -bound <= most:
            break
        arrangement = arranged(settled.heap(quest), beat=max(-1, most - settled.gain))
        if arrangement is None:
            continue
        table = next(unmasked(arrangement.melds, settled.faces, quest), arrangement.melds)
        if table and _points(table) > most:
            best, most = table, _points(table)
        reached = arrangement.weight + settled.gain
        for following, short in settled.further(quest.box):
            if reached - short > most:
                heappush(waiting, (short - reached, next(ticks), following))
    if best is None and points <= 0:  # sets of nothing but nulls are worth nothing
        best = from_rack(replace(quest, weights=(1,) * len(quest.weights), joker_weight=1), 0, beat=0)
    return best


def _points(melds: Melds) -> int:
    return sum(meld.value for meld in melds)


@dataclass(frozen=True, slots=True)
class Settled:
    """What some jokers stand for; those `left` stand for no number over `most`."""

    faces: tuple[Tile, ...]
    left: int
    most: int

    @property
    def gain(self) -> int:
        """What those jokers are worth."""
        return sum(face.number for face in self.faces)

    def heap(self, quest: Quest) -> Heap:
        """What the sweep makes the best of; it takes every joker left for the dearest tile."""
        return Heap(
            box=quest.box,
            must=Counter(self.faces),
            may={tile: copies for tile, copies in quest.rack.items() if not tile.is_joker},
            may_jokers=self.left,
            weights=range(quest.box.low, quest.box.high + 1),
            joker_weight=self.most,
        )

    def further(self, box: Box) -> Iterator[tuple["Settled", int]]:
        """One more joker settled, or all others left on the rack; and how much less that is worth at least."""
        if self.left:
            for face in box.faces():
                if face.number <= self.most:
                    following = Settled((*self.faces, face), self.left - 1, face.number)
                    yield following, self.left * (self.most - face.number)
            yield Settled(self.faces, 0, 0), 0


def widened(children: Children, points: int, has_opening: Callable[[Melds], bool]) -> Children:
    """Settle what the opening is made of where that is wanting, and go on as `children` do elsewhere."""

    def widely(quest: Quest, plan: Plan, melds: Melds) -> Iterable[Plan] | None:
        if has_opening(melds):
            return children(quest, plan, melds)
        asked = islice(cores(quest, points), MOST_PLANS)
        return (replace(plan, asked=core) for core in smallest(list(asked)))

    return widely


def cores(quest: Quest, points: int) -> Iterator[Counter[Tile]]:
    """Tiles of the rack that make sets worth `points`."""
    naturals = tuple(sorted((tile for tile in quest.rack.elements() if tile != JOKER), key=by_color))
    return _cores(naturals, quest.rack[JOKER], points, quest.box)


def _cores(naturals: Naturals, jokers: int, points: int, box: Box) -> Iterator[Counter[Tile]]:
    if not naturals:
        sizes = range(SMALLEST_SET, min(jokers, len(box.colors)) + 1)
        yield from (Counter({JOKER: size}) for size in sizes if size * box.high >= points)
        return
    for used, spent, worth in sets_with(naturals, jokers, box):
        core = Counter([*used, *[JOKER] * spent])
        if worth >= points:
            yield core
            continue
        left = tuple(sorted((Counter(naturals) - Counter(used)).elements(), key=by_color))
        yield from (core + rest for rest in _cores(left, jokers - spent, points - worth, box))
    yield from _cores(naturals[1:], jokers, points, box)


def smallest(found: Sequence[Counter[Tile]]) -> list[Counter[Tile]]:
    """Those that hold no other one, the fewest tiles first."""
    kept: list[Counter[Tile]] = []
    for core in sorted(found, key=Counter.total):
        if not any(each <= core for each in kept):
            kept.append(core)
    return kept
