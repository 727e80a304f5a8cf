"""Computer players on an open table: what each level notices, and when the best one holds its tiles back.

A level notices a part of what its seat may see, and plays the best turn in that part. People overlook sets and tiles,
but they don't overlook that a set is valid.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.game.actions import Action, Draw, Pass, Play
from engine.game.goals import Goal, Level
from engine.game.views import RackView
from engine.table.eager import Finder, find_eager_turn
from engine.table.view import TableView
from engine.tiles.edits import Edit, Replace, Row
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import remove_tiles


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The percentages of the table's sets (`sets`) and of its own rack (`tiles`) that a level notices in one turn."""

    sets: int
    tiles: int


PLAYER_VIEWS = {Level.BEGINNER: PlayerView(25, 80), Level.FAIR: PlayerView(45, 90)}
"""The perception of the two lower levels; the better ones notice everything.

`benchmarks/engine/players.py` measures each level against the one below.
"""


def play(  # noqa: PLR0913  # the player, and the functions that find and check a play
    view: TableView,
    level: Level,
    luck: bytes,
    *,
    find: Finder,
    is_legal: Callable[[Play], bool],
    low_wins: bool,
    pool: int,
) -> Play | None:
    """Return the play that a computer of this level makes in the viewer's seat; None if it finds or wants none.

    `find` finds the best turn in the part of the view that the level notices. `luck` is a random seed that decides what
    it overlooks; this may make that turn illegal, so the two lower levels check the whole play with `is_legal`.
    `low_wins` is whether the fewest points win. `pool` is the number of tiles that the deal left in the pool.
    """
    sight = PLAYER_VIEWS.get(level)
    seen = _notice(view, sight, luck) if sight else view
    pays = _pays_to_hold_back(view, low_wins=low_wins)
    if level is Level.EAGER and pays:
        found = find_eager_turn(view, pool, find)
    else:
        holds_back = level is Level.MASTER and pays and view.may_draw > 0 and view.has_melded
        found = find(seen, Goal.OUT if holds_back else Goal.TILES)
    if found is None or not isinstance(found.action, Play):
        return None
    whole = _complete_play(view, seen, found.action)
    return whole if sight is None or is_legal(whole) else None


def draw_or_pass(view: TableView) -> Action:
    """Return the action of a player who plays nothing: draw one tile if possible, otherwise pass."""
    seat = view.turn if view.you is None else view.you
    return Draw(seat, 1) if view.may_draw else Pass(seat)


def _pays_to_hold_back(view: TableView, *, low_wins: bool) -> bool:
    """Return whether it pays for an opened player to draw until it can play all its tiles in one turn.

    Everybody can use the tiles on the table, and a player who has played all that fits is left with tiles that fit
    nowhere. So while the pool has tiles, an opened player who draws until the whole rack fits beats one who plays what
    it can: `benchmarks/engine/players.py` compares the two. With several opponents, one of them soon empties its rack,
    so waiting costs too much if the tiles left on a rack are its score (`low_wins`).
    """
    return not low_wins or view.is_duel


def _notice(view: TableView, sight: PlayerView, luck: bytes) -> TableView:
    """Return the view with only the sets and rack tiles that the player notices, selected by the random seed `luck`.

    Crossing sets are noticed together or not at all.
    """
    hidden = {each.label for each in shuffle(view.table, luck, "sets")[_take_share(len(view.table), sight.sets) :]}
    crossed = [{each.label, borrowed.owner} for each in view.table for borrowed in each.borrowed]
    while more := {label for pair in crossed if pair & hidden for label in pair} - hidden:
        hidden |= more
    table = tuple(each for each in view.table if each.label not in hidden)
    tiles = view.rack.tiles if view.rack else ()
    overlooked = shuffle(tiles, luck, "tiles")[_take_share(len(tiles), sight.tiles) :]
    return replace(view.with_sets(table), rack=RackView(remove_tiles(tiles, overlooked), 0, None))


def _take_share(number: int, percent: int) -> int:
    """Return `percent` percent of `number`, rounded to an integer, but at least 1."""
    return max(1, round(number * percent / 100))


def _complete_play(view: TableView, noticed: TableView, found: Play) -> Play:
    """Return a play on the whole table, given the play `found` on a table with only the sets in `noticed`.

    The other sets are added unchanged, and their jokers keep their faces.
    """
    seen = {each.label for each in noticed.table}
    others = tuple(_name_jokers(each.pieces) for each in view.table if each.label not in seen)
    return replace(found, edits=tuple(_add_rows(edit, others) for edit in found.edits))


def _name_jokers(row: Row) -> Row:
    return tuple(piece._replace(firm=True) for piece in row)


def _add_rows(edit: Edit, others: Sequence[Row]) -> Edit:
    return Replace((*others, *edit.rows)) if isinstance(edit, Replace) else edit
