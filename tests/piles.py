"""Heaps of tiles by brute force, from nothing but what `read_melds` calls a set; and what any arrangement has to be."""

import random
from collections import Counter
from functools import cache
from itertools import combinations, product

from engine.solver.sweep import Arrangement, Growing, TileMultiset
from engine.tiles.melds import Meld, Piece, read_melds
from engine.tiles.tiles import JOKER, Box, Tile, by_number

SMALLEST = 3
Held = tuple[tuple[Tile, ...], int]  # the tiles of a set, and how many jokers


def pieces(held: Held) -> list[Piece]:
    return [Piece(tile) for tile in (*held[0], *[JOKER] * held[1])]


@cache
def all_sets(box: Box) -> dict[Held, int]:
    """Every set of the box, and the most points that it can be worth."""
    numbers = range(box.low, box.high + 1)
    lines = [[Tile(color, number) for number in numbers] for color in box.colors]
    lines += [[Tile(color, number) for color in box.colors] for number in numbers]
    found = {}
    for line in lines:
        for size, jokers in product(range(len(line) + 1), range(box.jokers + 1)):
            for tiles in combinations(line, size):
                held = (tuple(sorted(tiles, key=by_number)), jokers)
                found[held] = max((meld.value for meld in read_melds(pieces(held), box)), default=-1)
    return {held: points for held, points in found.items() if points >= 0}


@cache
def sets_from(box: Box, first: Tile) -> tuple[Held, ...]:
    """Every set whose lowest tile this is."""
    return tuple(held for held in all_sets(box) if held[0] and held[0][0] == first)


def least_lost(multiset: TileMultiset) -> int | None:
    """The least weight of optional tiles that can't be used; None if the required ones don't fit."""
    box = multiset.box
    faces = sorted({*multiset.must, *multiset.may}, key=by_number)
    lost = []
    for gains in product(*(gains_of(each.meld, box) for each in multiset.growing)):
        have = {face: multiset.must.get(face, 0) + multiset.may.get(face, 0) for face in faces}
        need = {face: multiset.must.get(face, 0) for face in faces}
        left, by_rack = multiset.must_jokers + multiset.may_jokers, 0
        due = multiset.must_jokers
        # What only the rack gives comes first, as the rest may then still be needed elsewhere.
        for each, (tiles, jokers) in sorted(
            zip(multiset.growing, gains, strict=True), key=lambda pair: not pair[0].by_rack
        ):
            for tile in tiles:
                have[tile] = have.get(tile, 0) - 1
                need[tile] = need.get(tile, 0) - (not each.by_rack and need.get(tile, 0) > 0)
            left -= jokers
            by_rack += jokers * each.by_rack
            due -= 0 if each.by_rack else min(due, jokers)
        if left < 0 or any(have[tile] < need[tile] for tile in have) or left < due or by_rack > multiset.may_jokers:
            continue
        counts = tuple((tile, have[tile], need[tile]) for tile in sorted(have, key=by_number))
        weights = tuple(multiset.weights)
        lost.append(_least(box, counts, left, due, weights, multiset.joker_weight))
    return min((each for each in lost if each is not None), default=None)


@cache
def _least(  # noqa: PLR0913, PLR0917  # hashable, to be kept
    box: Box, counts: tuple[tuple[Tile, int, int], ...], jokers: int, due: int, weights: tuple[int, ...], each: int
) -> int | None:
    while counts and not counts[0][1]:
        counts = counts[1:]
    if not counts:
        placed = [jokers] if jokers in range(SMALLEST) else range(SMALLEST, jokers + 1)
        ends = [*([0] if due == 0 else []), *(used for used in placed if used >= max(due, SMALLEST))]
        return min(((jokers - used) * each for used in ends), default=None)
    first, have, need = counts[0]
    found = []
    if have > need:
        rest = _least(box, ((first, have - 1, need), *counts[1:]), jokers, due, weights, each)
        found.append(None if rest is None else rest + weights[first.number - box.low])
    there = {tile for tile, have, _ in counts if have}
    for tiles, spent in sets_from(box, first):
        if spent <= jokers and there.issuperset(tiles):
            left = tuple((tile, have - (tile in tiles), max(0, need - (tile in tiles))) for tile, have, need in counts)
            found.append(_least(box, left, jokers - spent, max(0, due - spent), weights, each))
    return min((lost for lost in found if lost is not None), default=None)


@cache
def gains_of(meld: Meld, box: Box) -> tuple[Held, ...]:
    """All that a set can take in and still be the same set."""
    faces = [Tile(color, number) for color in box.colors for number in range(box.low, box.high + 1)]
    line = [face for face in faces if any(face.number == each.number for each in meld.faces)]
    if not meld.is_group:
        line = [face for face in faces if face.color == meld.faces[0].color]
    found: list[Held] = []
    room = (len(box.colors) if meld.is_group else box.high - box.low + 1) - len(meld.tiles)
    for size, jokers in product(range(room + 1), range(box.jokers + 1)):
        for tiles in combinations([face for face in line if face not in meld.tiles], size):
            grown = [Piece(tile) for tile in (*tiles, *[JOKER] * jokers)]
            if any(is_grown(each, meld) for each in read_melds([*meld_pieces(meld), *grown], box)):
                found.append((tiles, jokers))
    return tuple(found)


def meld_pieces(meld: Meld) -> list[Piece]:
    """A set's pieces, each joker in a run firmly what it is."""
    return [
        Piece(tile, face if tile.is_joker and face.color else None)
        for tile, face in zip(meld.tiles, meld.faces, strict=True)
    ]


def is_grown(meld: Meld, before: Meld) -> bool:
    """Is a set the same with more tiles? A run keeps its places, a group its number."""
    if meld.is_group != before.is_group or Counter(before.tiles) - Counter(meld.tiles):
        return False
    if meld.is_group:
        return meld.faces[0].number == before.faces[0].number
    named = dict(zip(meld.faces, meld.tiles, strict=True))
    return all(named.get(face) == tile for face, tile in zip(before.faces, before.tiles, strict=True))


def check(multiset: TileMultiset, found: Arrangement) -> None:
    """Is it what the heap asks for, of sets that `read_melds` knows, and does it weigh what it says?"""
    used: Counter[Tile] = Counter()
    for meld in found.melds:
        assert meld in read_melds([Piece(tile) for tile in meld.tiles], multiset.box) or meld in read_melds(
            list(meld.pieces), multiset.box
        )
        used.update(meld.tiles)
    by_rack: Counter[Tile] = Counter()
    for each, meld in zip(multiset.growing, found.melds, strict=False):
        assert is_grown(meld, each.meld)
        used.subtract(each.meld.tiles)
        by_rack.update((Counter(meld.tiles) - Counter(each.meld.tiles)) if each.by_rack else ())
    must = Counter(multiset.must) + Counter({JOKER: multiset.must_jokers})
    placed = +used - must
    assert used & must == must
    assert placed <= Counter(multiset.may) + Counter({JOKER: multiset.may_jokers})
    assert by_rack <= placed
    assert found.weight == sum(weight(multiset, tile) * count for tile, count in placed.items())


def weight(multiset: TileMultiset, tile: Tile) -> int:
    return multiset.joker_weight if tile == JOKER else multiset.weights[tile.number - multiset.box.low]


def most(multiset: TileMultiset) -> int:
    """What all optional tiles weigh."""
    return (
        sum(weight(multiset, tile) * count for tile, count in multiset.may.items())
        + multiset.joker_weight * multiset.may_jokers
    )


def random_heap(luck: random.Random, box: Box, tiles: int, growing: int = 0) -> TileMultiset:
    """Some tiles of a box, required or optional, and sets that are there."""
    jokers = luck.randint(0, box.jokers)
    bag = [tile for tile in box.tiles() if tile != JOKER]
    stand = [luck.choice(sorted(all_sets(box), key=str)) for _ in range(growing)]
    drawn = luck.sample(bag, min(tiles, len(bag)))
    must = Counter(tile for tile in drawn if luck.random() < 0.3)
    span = box.high - box.low + 1
    weights = luck.choice([[1] * span, list(range(box.low, box.high + 1)), [luck.randint(0, 9) for _ in range(span)]])
    on_table = luck.randint(0, jokers)
    return TileMultiset(
        box=box,
        must=must,
        may=Counter(drawn) - must,
        must_jokers=on_table,
        may_jokers=jokers - on_table,
        weights=weights,
        joker_weight=luck.choice([0, 1, 5]),
        growing=tuple(
            Growing(luck.choice(read_melds(pieces(held), box)), by_rack=luck.random() < 0.5) for held in stand
        ),
    )
