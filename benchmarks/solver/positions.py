"""Positions to solve: public ones with their known optima, and the conversion of positions for the integer program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.integer.case import IntegerCase, Mode, OpeningRule
from benchmarks.integer.crossing_sets import Crossed, SetOnTable
from benchmarks.integer.shapes import FaceSet, Kit, Shape, TileFace
from engine.rules import frozen, jokers
from engine.rules.claims import claimed_sets_stay
from engine.rules.first_play import opening_begins_with, opening_is_worth, opening_leaves_the_table_alone
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check
from engine.solver.best_turn import Position
from engine.tiles.crossings import find_table_crossings, read_sets
from engine.tiles.melds import Meld
from engine.tiles.notation import read_rack
from engine.tiles.tiles import JOKER, Box, Tile

PUBLIC = Path(__file__).parents[1] / "data" / "positions.txt"
MODES: Mapping[Check, Mode] = {
    jokers.free: Mode.FREE,
    jokers.free_to_new_sets: Mode.NEW_SET,
    jokers.substitute2: Mode.SUBSTITUTE,
    jokers.substitute2_anew: Mode.SUBSTITUTE_ANEW,
    frozen.frozen: Mode.FROZEN,
    frozen.frozen_both_colors: Mode.FROZEN_BOTH,
}


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position, and the known optima for it: the most tiles, and the most value in points, that can be played."""

    position: Position
    tiles: int
    value: int


def public(rules: TableRules) -> list[KnownPosition]:
    """Return the public positions (from `data/positions.txt`) under these rules, each for a player who has opened."""
    found = []
    for line in PUBLIC.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            table, rack, tiles, value = line.split(" | ")
            sets = read_sets("" if table == "-" else table, rules.box)
            position = Position(rules, sets, read_rack(rack, rules.box), has_melded=True)
            found.append(KnownPosition(position, int(tiles), int(value)))
    return found


def case_of(position: Position) -> IntegerCase:
    """Convert a position for the integer program, which ignores crossings and claims."""
    rules = position.rules
    kit = kit_of(rules.box)
    return IntegerCase(
        kit,
        MODES[rules.jokers],
        tuple(shape_of(each.meld, kit) for each in position.sets),
        tuple(map(face_of, _naturals(position.rack))),
        position.rack.count(JOKER),
        position.has_melded or not rules.opening,
        _opening(rules),
    )


def crossed_case_of(position: Position) -> Crossed:
    """Convert a position with crossing sets for the integer program, which lets sets be unconnected."""
    rules, has_melded = position.rules, position.has_melded or not position.rules.opening
    sets = position.sets if has_melded else ()  # a first play leaves them alone
    shared = {(each.borrower, each.index): (each.owner, each.at) for each in find_table_crossings(sets, rules.box)}
    spots = [(row, at) for row, each in enumerate(sets) for at in range(len(each.meld.tiles))]
    numbers = {spot: number for number, spot in enumerate(spot for spot in spots if spot not in shared)}
    faces: list[FaceSet] = [frozenset()] * len(numbers)
    for row, at in spots:
        number = numbers.setdefault((row, at), numbers[shared.get((row, at), (row, at))])
        fits = frozenset(map(face_of, sets[row].meld.may_be(at, rules.box)))
        faces[number] = faces[number] & fits or fits
    on_table = {number: sets[row].meld.tiles[at] for (row, at), number in numbers.items()}
    tiles = [*(on_table[number] for number in range(len(faces))), *position.rack]
    held = [frozenset[TileFace]() if tile.is_joker else frozenset({face_of(tile)}) for tile in position.rack]
    firm = position.claimed if claimed_sets_stay in rules.checks else frozenset()
    return Crossed(
        kit_of(rules.box),
        (*faces, *held),
        frozenset(number for number, tile in enumerate(tiles) if tile.is_joker),
        len(faces),
        tuple(
            SetOnTable(
                tuple(numbers[row, at] for at in range(len(each.meld.tiles))),
                is_run=not each.meld.is_group,
                claimed=each.label in firm,
            )
            for row, each in enumerate(sets)
        ),
        has_melded,
        0 if has_melded else sum(check.points for check in rules.opening if isinstance(check, opening_is_worth)),
    )


def _opening(rules: TableRules) -> OpeningRule | None:
    for check in rules.opening:
        if isinstance(check, opening_is_worth | opening_begins_with):
            return OpeningRule(check.points, opening_leaves_the_table_alone in rules.opening)
    return None


def _naturals(tiles: Sequence[Tile]) -> list[Tile]:
    return [tile for tile in tiles if not tile.is_joker]


def kit_of(box: Box) -> Kit:
    """Convert a box (all the tiles of a game) to its colors and numbers, for the integer program."""
    return Kit(tuple(color.value for color in box.colors), box.low, box.high)


def face_of(tile: Tile) -> TileFace:
    """Return the face (color's letter, number) of a tile that isn't a joker."""
    return str(tile.color and tile.color.value), tile.number


def shape_of(meld: Meld, kit: Kit) -> Shape:
    """Convert a set of the table for the integer program."""
    naturals = frozenset(map(face_of, _naturals(meld.tiles)))
    number, is_run = meld.faces[0].number, meld.faces[0].number != meld.faces[1].number
    jokers: list[FaceSet] = []
    for tile, face in zip(meld.tiles, meld.faces, strict=True):
        if tile.is_joker and is_run:
            jokers.append(frozenset({face_of(face)}))
        elif tile.is_joker:
            jokers.append(frozenset((color, number) for color in kit.colors) - naturals)
    return Shape(naturals, tuple(jokers), sum(face.number for face in meld.faces), is_run)
