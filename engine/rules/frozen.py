"""The joker mode `frozen` (RC-13 to RC-16): a set with a joker can only be added to until the joker is replaced.

As in `jokers`, only the tables before and after a turn count. Copies of a tile are interchangeable: a turn passes if
some assignment of old tiles to new places keeps the rule.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from engine.rules.jokers import JokerPlace, JokerStrategy, find_joker_places, searched_as
from engine.rules.turns import Turn
from engine.text.errors import SetFrozen
from engine.text.phrases import join_with_and, join_with_or, later
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.notation import say_meld, say_tile, write_tile
from engine.tiles.tiles import JOKER, Box, Tile, by_color

BOTH = 2  # colors missing from a group of three with one joker
FreedBy = tuple[Tile, ...]  # the tiles that replaced a joker
OldRows = frozenset[int]  # the rows of the new table, from 0, where one tile of the old table may be


@dataclass(frozen=True, slots=True)
class JokerMove:
    """An assumption about a joker of the old table: its place there and on the new one, and what replaced it.

    `swaps` is empty if the joker wasn't replaced, so that its set stays frozen.
    """

    old: JokerPlace
    new: JokerPlace
    swaps: FreedBy


@dataclass(frozen=True, slots=True)
class Pin:
    """An assumption about the row of the new table, from 0, with the tiles that replaced a joker.

    `beside` is a tile of the joker's old set in the same row; None if another joker still keeps all of that set
    together.
    """

    row: int
    beside: Tile | None


@searched_as(JokerStrategy.FROZEN)
def frozen(turn: Turn) -> None:
    """Reject a turn that does more to a set with a joker than add rack tiles, unless the joker is replaced (RC-13).

    A joker is replaced if a rack tile that it can stand for takes its place. Raises SetFrozen.
    """
    _check(turn, both_colors=False)


@searched_as(JokerStrategy.FROZEN_BOTH_COLORS)
def frozen_both_colors(turn: Turn) -> None:
    """Reject what `frozen` rejects, and the replacement of the joker in a group of three by only one tile (RC-14).

    Both tiles that such a joker can stand for must replace it. Raises SetFrozen.
    """
    _check(turn, both_colors=True)


def _check(turn: Turn, *, both_colors: bool) -> None:
    before = list(find_joker_places(turn.before))
    if before and not any(_passes(turn, fates) for fates in _pair_joker_moves(turn, before, both_colors=both_colors)):
        raise _name_frozen(turn, before, both_colors=both_colors)


def _pair_joker_moves(
    turn: Turn, before: Sequence[JokerPlace], *, both_colors: bool
) -> Iterator[tuple[JokerMove, ...]]:
    """Yield every assumption about where the jokers of the places `before` went and which tiles replaced them."""
    for after in permutations(find_joker_places(turn.after), len(before)):
        pairs = zip(before, after, strict=True)
        yield from product(
            *(_list_joker_moves(old, new, turn.rules.box, both_colors=both_colors) for old, new in pairs)
        )


def _list_joker_moves(old: JokerPlace, new: JokerPlace, box: Box, *, both_colors: bool) -> Iterator[JokerMove]:
    faces = sorted(old.faces(box), key=by_color)
    if not new.faces(box).isdisjoint(faces):
        yield JokerMove(old, new, ())
    if both_colors and _needs_both(old.meld, faces):
        yield JokerMove(old, new, tuple(faces))
    else:
        yield from (JokerMove(old, new, (face,)) for face in faces)


def _passes(turn: Turn, fates: Sequence[JokerMove]) -> bool:
    """Return whether replacements come from the rack, and every old tile can be in a row where `fates` allow it."""
    if not Counter(tile for fate in fates for tile in fate.swaps) <= Counter(turn.played):
        return False  # the search below would fail too, but this quick test rejects most choices
    homes = {fate.old.row: fate.new.row for fate in fates if not fate.swaps}
    scattered = any(homes[fate.old.row] != fate.new.row for fate in fates if not fate.swaps)
    if scattered or len(set(homes.values())) < len(homes):
        return False
    swapped = [fate for fate in fates if fate.swaps]
    return any(
        _fits_all_pins(turn, homes, swapped, pins) for pins in product(*(_list_pins(turn, homes, f) for f in swapped))
    )


def _list_pins(turn: Turn, homes: Mapping[int, int], fate: JokerMove) -> Iterator[Pin]:
    """Yield every possible place on the new table of the tiles that replaced one joker, whose move is `fate`.

    If another joker still freezes the joker's old set, the tiles are in that set's new row, which `homes` has by its
    old row; otherwise, they can be in any row, beside any tile of the old set.
    """
    if fate.old.row in homes:
        yield Pin(homes[fate.old.row], None)
        return
    for row, meld in enumerate(turn.after):
        if set(fate.swaps) <= set(meld.tiles):
            yield from (Pin(row, tile) for tile in _list_naturals(fate.old.meld) if tile in meld.tiles)


def _fits_all_pins(turn: Turn, homes: Mapping[int, int], swapped: Sequence[JokerMove], pins: Sequence[Pin]) -> bool:
    """Return whether each old tile can have a place on the new table that fits the assumptions in the arguments.

    `homes` maps the old row of each set that is still frozen to its new row: all of the set is there, and apart from
    its jokers' replacements, only rack tiles were added to it. `swapped` are the moves of the replaced jokers, and
    `pins` says, in the same order, where the replacements of each are.
    """
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
    """For each old set with the tile `face`, yield the rows of the new table, from 0, where its copy may be.

    It's in the row that `homes` has for a frozen set, else in one of `free`, or beside tiles that replaced a joker.
    """
    for row, meld in enumerate(turn.before):
        if face not in meld.tiles:
            continue
        room = frozenset({homes[row]}) if row in homes else free
        for fate, pin in pinned:
            if fate.old.row == row and face == pin.beside:
                room &= {pin.row}
        yield room


def _has_room(rows: Sequence[int], rooms: Sequence[OldRows]) -> bool:
    """Return whether all copies of a tile get rows of their own from `rows`, each one that its `rooms` allow."""
    return any(
        all(row in room for row, room in zip(chosen, rooms, strict=True)) for chosen in permutations(rows, len(rooms))
    )


def _list_naturals(meld: Meld) -> FreedBy:
    return tuple(tile for tile in meld.tiles if not tile.is_joker)


def _name_frozen(turn: Turn, before: Sequence[JokerPlace], *, both_colors: bool) -> SetFrozen:
    """Return the error that names the first frozen set that isn't on the new table unchanged, and what frees it."""
    after = Counter(meld.in_order for meld in turn.after)
    joker = next((each for each in before if not after[each.meld.in_order]), before[0])
    tiles = say_meld(joker.meld)
    faces = [say_tile(face) for face in sorted(joker.faces(turn.rules.box), key=write_tile)]
    if joker.meld.tiles.count(JOKER) > 1:
        return SetFrozen(
            later(
                "The jokers freeze {tiles}: you can only add tiles from your rack until tiles from your rack replace "
                "both jokers and stay with the rest of the set.",
                tiles=tiles,
            )
        )
    if both_colors and _needs_both(joker.meld, faces):
        return SetFrozen(
            later(
                "The joker freezes {tiles}: you can only add tiles from your rack until {faces} from your rack replace "
                "the joker and stay with the rest of the set.",
                tiles=tiles,
                faces=join_with_and(faces),
            )
        )
    return SetFrozen(
        later(
            "The joker freezes {tiles}: you can only add tiles from your rack until {face} from your rack replaces the "
            "joker and stays with the rest of the set.",
            tiles=tiles,
            face=join_with_or(faces),
        )
    )


def _needs_both(meld: Meld, faces: Collection[object]) -> bool:
    """Return whether this is a group of three with a joker that can stand for either of two tiles, its `faces`."""
    return len(faces) == BOTH and len(meld.tiles) == SMALLEST_SET
