"""The sweep against brute force on small boxes, and by its promises on large ones."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from engine.solver.sweep import Arrangement, Growing, TileMultiset, arrange
from engine.solver.sweep.counts import layout_of
from engine.tiles.melds import Meld
from engine.tiles.tiles import Box, Color, Tile, by_number
from tests.piles import all_sets, check, least_lost, most, random_heap, weight

COLORS = Box().colors
SUITS = (Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS)
SMALL = Box(COLORS[:3], high=5, copies=1, jokers=3)
SMALL_BOXES = [
    SMALL,
    Box(COLORS[:3], high=5, copies=2, jokers=2),
    Box(COLORS, high=5, copies=1, jokers=1),
    Box(COLORS[:2], high=6, copies=2, jokers=3),
    Box(SUITS, low=0, high=5, copies=1, jokers=2),
]
LARGE_BOXES = [
    Box(),
    Box(copies=3, jokers=4),
    Box(SUITS, low=0, high=5, copies=2, jokers=1),
    Box(SUITS, low=0, high=5, copies=6, jokers=0),
    Box((*SUITS, Color.HEARTS, Color.SPADES), low=0, high=5, copies=2, jokers=2),
    Box(COLORS[:3], high=10, copies=1, jokers=2),
]


def dice(box: Box) -> random.Random:
    return random.Random(str(box))  # noqa: S311  # repeatable, not secret


def multiset(must: str, may: str = "", *, must_jokers: int = 0, may_jokers: int = 0) -> TileMultiset:
    return TileMultiset(
        box=Box(jokers=3),
        must=tiles(must),
        may=tiles(may),
        must_jokers=must_jokers,
        may_jokers=may_jokers,
        weights=[1] * 13,
        joker_weight=1,
    )


def tiles(text: str) -> Counter[Tile]:
    return Counter(Tile(Color(word[0]), int(word[1:])) for word in text.split())


JOKERS = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (3, 0), (1, 2)]  # that must be played, and that may


def every_small_heap(size: int) -> Iterator[TileMultiset]:
    """Every heap of so many tiles, but for one with its colors exchanged."""
    faces = [Tile(color, number) for color in SMALL.colors for number in range(1, 6)]
    for chosen in combinations(faces, size):
        first_seen = list(dict.fromkeys(tile.color for tile in sorted(chosen, key=by_number)))
        if first_seen != list(SMALL.colors[: len(first_seen)]):
            continue
        for owned in product((True, False), repeat=size):
            must = {tile: 1 for tile, on_table in zip(chosen, owned, strict=True) if on_table}
            may = {tile: 1 for tile in chosen if tile not in must}
            for on_table, on_rack in JOKERS if size < 3 else JOKERS[:4]:
                yield TileMultiset(
                    box=SMALL,
                    must=must,
                    may=may,
                    must_jokers=on_table,
                    may_jokers=on_rack,
                    weights=(1, 2, 3, 4, 5),
                    joker_weight=1,
                )


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_every_heap_of_few_tiles_is_arranged_as_well_as_can_be(size: int) -> None:
    for each in every_small_heap(size):
        compare(each)


@pytest.mark.parametrize("box", SMALL_BOXES, ids=str)
def test_heaps_of_small_boxes_are_arranged_as_well_as_can_be(box: Box) -> None:
    luck = dice(box)
    for _ in range(60):
        compare(random_heap(luck, box, luck.randint(4, 11)))


@pytest.mark.parametrize("box", SMALL_BOXES, ids=str)
def test_sets_that_stand_grow_as_well_as_can_be(box: Box) -> None:
    luck = dice(box)
    for _ in range(40):
        compare(random_heap(luck, box, luck.randint(0, 7), growing=luck.randint(1, 2)))


def compare(each: TileMultiset) -> None:
    lost = least_lost(each)
    found = arrange(each)
    if lost is None:
        assert found is None, each
        return
    assert found is not None, each
    check(each, found)
    assert found.weight == most(each) - lost, each


def large_heaps(box: Box) -> Iterator[tuple[TileMultiset, Arrangement]]:
    """Racks of a box, and the best that can be made of them."""
    luck = dice(box)
    for size in (5, 14, 30, 60, 150):
        each = random_heap(luck, box, size)
        rack = replace(each, must={}, may=Counter(each.may) + Counter(each.must), must_jokers=0)
        best = arrange(rack)
        assert best is not None
        check(rack, best)
        yield rack, best


@pytest.mark.parametrize("box", LARGE_BOXES, ids=str)
def test_only_what_is_heavier_beats_a_weight(box: Box) -> None:
    for rack, best in large_heaps(box):
        assert arrange(rack, beat=best.weight) is None
        again = arrange(rack, beat=best.weight - 1)
        assert again is not None
        assert again.weight == best.weight


@pytest.mark.parametrize("box", LARGE_BOXES, ids=str)
def test_a_value_that_is_enough_is_reached(box: Box) -> None:
    for rack, best in large_heaps(box):
        half = arrange(rack, enough=best.weight // 2)
        assert half is not None
        check(rack, half)
        assert half.weight >= best.weight // 2


@pytest.mark.parametrize("box", LARGE_BOXES, ids=str)
def test_tiles_on_the_table_can_be_placed_when_they_must_be(box: Box) -> None:
    for rack, best in large_heaps(box):
        played = Counter(tile for meld in best.melds for tile in meld.tiles if not tile.is_joker)
        table = replace(rack, must=played, may=Counter(rack.may) - played)
        again = arrange(table)
        assert again is not None
        check(table, again)
        assert best.weight - again.weight == sum(weight(rack, tile) * many for tile, many in played.items())


def test_a_whole_box_is_arranged() -> None:
    for box in LARGE_BOXES:
        faces = {Tile(color, number): box.copies for color in box.colors for number in range(box.low, box.high + 1)}
        whole = TileMultiset(box=box, must=faces, may={}, must_jokers=box.jokers, weights=[1] * 13, joker_weight=1)
        found = arrange(whole)
        assert found is not None
        check(whole, found)


@pytest.mark.parametrize("box", SMALL_BOXES, ids=str)
def test_a_tile_is_meldable_where_it_can_be_in_some_set(box: Box) -> None:
    luck = dice(box)
    faces = [tile for tile in box.faces() if not tile.is_joker]
    for jokers in range(box.jokers + 1):
        for _ in range(20):
            pile = Counter(luck.choices(faces, k=luck.randint(1, 8)))
            sets = [set(tiles) for tiles, spent in all_sets(box) if spent <= jokers and set(tiles) <= pile.keys()]
            layout = layout_of(box)
            meldable = layout.find_meldable_faces(layout.count_faces(pile), jokers)
            for tile in pile:
                assert bool(meldable >> layout.shifts[tile] & 1) == any(tile in tiles for tiles in sets)


def test_more_copies_of_a_face_than_a_box_has_are_tiles_like_others() -> None:
    found = arrange(multiset(must="R1 R2 R3 " * 3))
    assert found is not None
    assert found.melds == (Meld(r123 := tuple(tiles("R1 R2 R3")), r123),) * 3


def test_sets_that_only_the_rack_lets_grow_take_no_joker_of_the_table_wherever_they_are() -> None:
    table = multiset(must="K1 K2 K3", may="R7 B13", must_jokers=1, may_jokers=1)
    stand = [run("R", range(3, 6)), run("B", range(9, 12))]
    for by_rack, best in ((True, 2), (False, 3)):
        each = replace(table, growing=tuple(Growing(meld, by_rack=by_rack) for meld in stand))
        found = arrange(each)
        assert found is not None
        check(each, found)
        assert found.weight == best


def run(color: str, numbers: range) -> Meld:
    faces = tuple(Tile(Color(color), number) for number in numbers)
    return Meld(faces, faces)
