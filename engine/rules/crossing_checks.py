"""Checks of plays on a table where sets may cross."""

from collections import Counter
from collections.abc import Sequence

from engine.rules.turns import Turn
from engine.tiles.crossing_errors import CrossingTorn, JokerTorn, NotConnected
from engine.tiles.crossings import count_parts
from engine.tiles.melds import Meld
from engine.tiles.notation import say_tile
from engine.tiles.sets import Crossing
from engine.tiles.tiles import Tile


def crossed_tiles_stay(turn: Turn) -> None:
    """Reject a play that takes a shared tile out of one of its two sets while both still exist (R2-15).

    A set still exists if two of its other tiles, or copies of them, are together in a new or changed set. A group whose
    tiles are only in another order hasn't changed. Raises CrossingTorn: it names the tile and the two sets; for a
    joker, it's a JokerTorn (R2-16).
    """
    still = {
        (turn.letters[each.owner], turn.letters[each.borrower], _tile(turn.after, each)) for each in turn.crossings
    }
    for each in turn.crossed:
        tile = _tile(turn.before, each)
        if (turn.labels[each.owner], turn.labels[each.borrower], tile) in still:
            continue
        rows = (each.owner, each.borrower)
        rests = [Counter(turn.before[row].tiles) - Counter([tile]) for row in rows]
        others = Counter(meld.in_order for row, meld in enumerate(turn.before) if row not in rows)
        changed = list((Counter(meld.in_order for meld in turn.after) - others).elements())
        if all(any(_shared(rest, meld) > 1 for meld in changed) for rest in rests) and not _crosses(turn, tile, rests):
            one, other = (turn.labels[row] for row in rows)
            raise (JokerTorn if tile.is_joker else CrossingTorn)(say_tile(tile), one, other)


def _tile(melds: Sequence[Meld], each: Crossing) -> Tile:
    return melds[each.owner].tiles[each.at]


def _crosses(turn: Turn, tile: Tile, rests: Sequence[Counter[Tile]]) -> bool:
    """Return whether two sets of the new table share this tile and continue the two old sets that shared it.

    `rests` are the other tiles of the two old sets. The new sets continue these if one has a tile of the first rest and
    the other a tile of the second.
    """
    for each in turn.crossings:
        ends = [turn.after[each.owner], turn.after[each.borrower]]
        if _tile(turn.after, each) == tile and any(
            all(_shared(rest, meld) for rest, meld in zip(rests, way, strict=True)) for way in (ends, ends[::-1])
        ):
            return True
    return False


def _shared(rest: Counter[Tile], meld: Meld) -> int:
    return (rest & Counter(meld.tiles)).total()


def all_hang_together(turn: Turn) -> None:
    """Reject a play after the opening that leaves the table in more parts than before (R2-17, option `connected`).

    A part is all the sets that are connected through crossings; an empty table is one part. Raises NotConnected.
    """
    if turn.has_melded and count_parts(len(turn.after), turn.crossings) > max(
        1, count_parts(len(turn.before), turn.crossed)
    ):
        raise NotConnected
