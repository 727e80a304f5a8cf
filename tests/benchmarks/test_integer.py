"""The integer program that the solver is checked against, against every table that there can be, each judged."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import pytest

from benchmarks.integer.case import Aim, IntegerCase, Mode, OpeningRule
from benchmarks.integer.turns import best
from benchmarks.solver.positions import MODES, face_of, kit_of, shape_of
from engine.rules.first_play import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.rules.turns import Check, judge_turn
from engine.text.errors import IllegalMove
from engine.tiles.edits import Row
from engine.tiles.melds import Meld, Piece, read_melds
from engine.tiles.notation import write_table, write_tiles
from engine.tiles.sets import Mark, TableSet, generate_labels
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_color

Tiles = tuple[Tile, ...]
SetOnTable = tuple["Row", "Counter[Tile]"]

BOXES = (
    Box(high=4),
    Box(high=5),
    Box(colors=(Color.RED, Color.BLUE, Color.BLACK), high=5),
    Box(colors=(Color.RED, Color.BLUE, Color.BLACK), high=6),
)
AIMS: dict[Aim, Callable[[Tiles], int]] = {
    Aim.TILES: len,
    Aim.VALUE: lambda tiles: sum(tile.number for tile in tiles),
}


@dataclass(frozen=True)
class Rules:
    box: Box
    checks: tuple[Check, ...]
    crossings: bool = False


@dataclass(frozen=True)
class Spot:
    """A small position: its sets, its rack, and what the rules ask."""

    rules: Rules
    sets: tuple[TableSet, ...]
    rack: Tiles
    opened: bool


@cache
def rows(box: Box) -> tuple[SetOnTable, ...]:
    """Every set as it can be written, each joker with what it stands for, and its tiles."""
    found: list[Row] = []
    for jokers in range(box.jokers + 1):
        for color in box.colors:
            for low, high in combinations(range(box.low, box.high + 1), 2):
                face_row = [Tile(color, number) for number in range(low, high + 1)]
                found += [
                    tuple(Piece(JOKER, face) if face in gaps else Piece(face) for face in face_row)
                    for gaps in combinations(face_row, jokers)
                    if len(face_row) >= 3
                ]
        for number in range(box.low, box.high + 1):
            joker = Piece(JOKER, Tile(None, number))
            for size in range(3 - jokers, len(box.colors) - jokers + 1):
                for colors in combinations(box.colors, size):
                    found.append((*(Piece(Tile(color, number)) for color in colors), *[joker] * jokers))
    return tuple((row, Counter(piece.tile for piece in row)) for row in found)


def tables(bag: Counter[Tile], box: Box) -> Iterator[list[Row]]:
    """Every way to add_set all tiles of the bag in sets."""
    if not bag:
        yield []
        return
    first = min(bag, key=by_color)
    for row, tiles in rows(box):
        if tiles[first] and tiles <= bag:
            yield from ([row, *rest] for rest in tables(bag - tiles, box))


def can_play_tiles(spot: Spot, played: Tiles) -> bool:
    """Is there a table that the judge lets these tiles lead to?"""
    bag = Counter([*played, *(tile for each in spot.sets for tile in each.meld.tiles)])
    for table in tables(bag, spot.rules.box):
        try:
            judge_turn(
                spot.rules, spot.sets, spot.rack, dict(zip(generate_labels(), table, strict=False)), opened=spot.opened
            )
        except IllegalMove:
            continue
        return True
    return False


def by_force(spot: Spot, aim: Aim) -> int | None:
    """The most that can be gained, by trying everything."""
    rack = sorted(spot.rack, key=by_color)
    ways = {way for size in range(1, len(rack) + 1) for way in combinations(rack, size)}
    gains = (AIMS[aim](way) for way in sorted(ways, key=AIMS[aim], reverse=True) if can_play_tiles(spot, way))
    return next(gains, None)


def by_program(spot: Spot, mode: Mode, opening: OpeningRule | None, aim: Aim) -> int | None:
    kit = kit_of(spot.rules.box)
    table = tuple(shape_of(each.meld, kit) for each in spot.sets)
    naturals = tuple(face_of(tile) for tile in spot.rack if tile != JOKER)
    return best(IntegerCase(kit, mode, table, naturals, spot.rack.count(JOKER), spot.opened, opening), aim)


def some_spot(dice: random.Random, box: Box, check: Check, opening: OpeningRule | None, *, opened: bool) -> Spot:
    """A table of a few sets, mostly with a joker, and a rack that mostly has the tile that this stands for."""
    bag = Counter(box.tiles())
    on_table: list[Meld] = []
    for _ in range(dice.randint(1, 3)):
        wanted = not on_table or dice.random() < 0.3
        fitting = [old_set for old_set in rows(box) if old_set[1] <= bag and (old_set[1][JOKER] > 0) == wanted]
        if not fitting:
            break
        row, tiles = dice.choice(fitting)
        bag -= tiles
        on_table.append(read_melds(row, box)[0])
    faces = {
        face
        for meld in on_table
        for at, tile in enumerate(meld.tiles)
        if tile == JOKER
        for face in meld.may_be(at, box)
    }
    wished = sorted((face for face in faces if bag[face]), key=by_color)
    rack = dice.sample(wished, min(len(wished), dice.randint(0, 1)))
    bag.subtract(rack)
    rack += dice.sample(sorted(bag.elements(), key=by_color), dice.randint(2, 4))
    sets = tuple(
        TableSet(label, meld, (Mark.STILL,) * len(meld.tiles))
        for label, meld in zip(generate_labels(), on_table, strict=False)
    )
    checks: tuple[Check, ...] = (check,)
    if opening and opening.alone:
        checks = (opening_leaves_the_table_alone, opening_is_worth(opening.points), check)
    elif opening:
        checks = (opening_begins_with(opening.points), check)
    return Spot(Rules(box, checks), sets, tuple(rack), opened)


@pytest.mark.parametrize("check", MODES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 500), marks=pytest.mark.soak)], ids=str)
def test_the_program_gains_just_what_the_judge_allows(check: Check, seeds: range) -> None:
    for seed in seeds:
        dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
        opening = dice.choice(
            [None, None, OpeningRule(9, alone=True), OpeningRule(6, alone=False), OpeningRule(0, alone=False)]
        )
        spot = some_spot(dice, dice.choice(BOXES), check, opening, opened=opening is None)
        for aim in AIMS:
            table = write_table(each.meld for each in spot.sets)
            assert by_program(spot, MODES[check], opening, aim) == by_force(spot, aim), (
                f"seed {seed}, {opening}, {aim}: {table} | {write_tiles(spot.rack)}"
            )
