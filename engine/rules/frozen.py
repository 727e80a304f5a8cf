"""The joker mode `frozen` (RC-13 to RC-16): a set with a joker only grows, until the joker is replaced.

As in `jokers`, only the tables before and after a turn count. Copies of a face are alike: a turn passes if its
tiles can have come to lie where they do in any way that the rule allows.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from engine.rules.jokers import JokerPlace, find_joker_places
from engine.rules.turns import Turn
from engine.text.errors import SetFrozen
from engine.text.phrases import join_with_or
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.notation import write_meld, write_tile
from engine.tiles.tiles import Box, Tile, by_color

BOTH = 2  # colours that a group of three with one joker lacks
FreedBy = tuple[Tile, ...]
OldRows = frozenset[int]


@dataclass(frozen=True, slots=True)
class JokerMove:
    """What became of a joker: where it lay and lies, and the tiles that replaced it, none where it is what it was."""

    old: JokerPlace
    new: JokerPlace
    swaps: FreedBy


@dataclass(frozen=True, slots=True)
class Pin:
    """Where the tiles that replaced a joker lie: in which row, and beside which tile of the joker's old set."""

    row: int
    beside: Tile | None


def frozen(turn: Turn) -> None:
    """A set that holds a joker can only be added to, until the joker's own tile comes from the rack."""
    _check(turn, both_colors=False)


def frozen_both_colors(turn: Turn) -> None:
    """As `frozen`; the joker of a group of three is replaced by both tiles that are missing, and both stay there."""
    _check(turn, both_colors=True)


def _check(turn: Turn, *, both_colors: bool) -> None:
    before = list(find_joker_places(turn.before))
    if before and not any(_passes(turn, fates) for fates in _pair_joker_moves(turn, before, both_colors=both_colors)):
        raise _name_frozen(turn, before)


def _pair_joker_moves(
    turn: Turn, before: Sequence[JokerPlace], *, both_colors: bool
) -> Iterator[tuple[JokerMove, ...]]:
    """Every pairing of old places with new ones, and every choice of tiles that replaced jokers."""
    for after in permutations(find_joker_places(turn.after), len(before)):
        pairs = zip(before, after, strict=True)
        yield from product(
            *(_list_joker_moves(old, new, turn.rules.box, both_colors=both_colors) for old, new in pairs)
        )


def _list_joker_moves(old: JokerPlace, new: JokerPlace, box: Box, *, both_colors: bool) -> Iterator[JokerMove]:
    faces = sorted(old.faces(box), key=by_color)
    if not new.faces(box).isdisjoint(faces):
        yield JokerMove(old, new, ())
    if both_colors and len(faces) == BOTH and len(old.meld.tiles) == SMALLEST_SET:
        yield JokerMove(old, new, tuple(faces))
    else:
        yield from (JokerMove(old, new, (face,)) for face in faces)


def _passes(turn: Turn, fates: Sequence[JokerMove]) -> bool:
    """Do the replacements come from the rack, and can every tile lie where it does?"""
    if not Counter(tile for fate in fates for tile in fate.swaps) <= Counter(turn.played):
        return False  # no place would be found either, but most choices end here, and at once
    homes = {fate.old.row: fate.new.row for fate in fates if not fate.swaps}
    scattered = any(homes[fate.old.row] != fate.new.row for fate in fates if not fate.swaps)
    if scattered or len(set(homes.values())) < len(homes):
        return False
    swapped = [fate for fate in fates if fate.swaps]
    return any(
        _can_all_lie_so(turn, homes, swapped, pins) for pins in product(*(_list_pins(turn, homes, f) for f in swapped))
    )


def _list_pins(turn: Turn, homes: Mapping[int, int], fate: JokerMove) -> Iterator[Pin]:
    """Where the replacements can lie: with what is left of the set, all of it while that stays frozen."""
    if fate.old.row in homes:
        yield Pin(homes[fate.old.row], None)
        return
    for row, meld in enumerate(turn.after):
        if set(fate.swaps) <= set(meld.tiles):
            yield from (Pin(row, tile) for tile in _list_naturals(fate.old.meld) if tile in meld.tiles)


def _can_all_lie_so(turn: Turn, homes: Mapping[int, int], swapped: Sequence[JokerMove], pins: Sequence[Pin]) -> bool:
    """Is there a place for each tile: frozen sets whole at home, with rack tiles alone; replacements where pinned?"""
    pinned = list(zip(swapped, pins, strict=True))
    free = frozenset(range(len(turn.after))) - set(homes.values())
    faces = {tile for fate, _ in pinned for tile in (*fate.swaps, *_list_naturals(fate.old.meld))}
    faces.update(tile for home in homes.values() for tile in _list_naturals(turn.after[home]))
    faces.update(tile for row in homes for tile in _list_naturals(turn.before[row]))
    return all(
        _has_room(
            [row for row, meld in enumerate(turn.after) if face in meld.tiles],
            [
                *_list_rows_for(turn, face, homes, pinned, free),
                *(frozenset({pin.row}) for fate, pin in pinned if face in fate.swaps),
            ],
        )
        for face in faces
    )


def _list_rows_for(
    turn: Turn, face: Tile, homes: Mapping[int, int], pinned: Sequence[tuple[JokerMove, Pin]], free: OldRows
) -> Iterator[OldRows]:
    """For each tile of this face that lay on the table, the rows of the new one where it may lie."""
    for row, meld in enumerate(turn.before):
        if face not in meld.tiles:
            continue
        room = frozenset({homes[row]}) if row in homes else free
        for fate, pin in pinned:
            if fate.old.row == row and face == pin.beside:
                room &= {pin.row}
        yield room


def _has_room(places: Sequence[int], rooms: Sequence[OldRows]) -> bool:
    """Can every tile be given a place of its own in its room? Tiles without a room lie anywhere."""
    return any(
        all(place in room for place, room in zip(chosen, rooms, strict=True))
        for chosen in permutations(places, len(rooms))
    )


def _list_naturals(meld: Meld) -> FreedBy:
    return tuple(tile for tile in meld.tiles if not tile.is_joker)


def _name_frozen(turn: Turn, before: Sequence[JokerPlace]) -> SetFrozen:
    """Name the first joker's set that is not on the table any more as it was."""
    after = Counter(meld.tiles for meld in turn.after)
    place = next((each for each in before if not after[each.meld.tiles]), before[0])
    faces = join_with_or(sorted(map(write_tile, place.faces(turn.rules.box))))
    return SetFrozen(write_meld(place.meld), faces)
