"""Computer players on an open table: what each level notices, and when the best one holds its tiles back.

A level sees a part of what its seat may see, and finds the best turn in that part: people overlook sets and tiles,
they do not overlook that a set is legal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.game.actions import Action, Draw, Pass, Play
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.views import RackView
from engine.table.view import TableView
from engine.tiles.edits import Edit, Replace, Row
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import remove_tiles

Finder = Callable[[TableView, Goal], FoundTurn | None]


@dataclass(frozen=True, slots=True)
class Perception:
    """How much a level notices in one turn: shares of the sets on the table and of its own tiles, in percent."""

    sets: int
    tiles: int


PERCEPTIONS = {Level.BEGINNER: Perception(25, 80), Level.FAIR: Perception(45, 90)}
"""The two better levels notice everything."""

DUEL = 2  # players


def play(  # noqa: PLR0913  # who plays, and how what he thinks of is tried
    view: TableView,
    level: Level,
    luck: bytes,
    *,
    find: Finder,
    is_legal: Callable[[Play], bool],
    stays_in: Callable[[TableView], bool],
    low_wins: bool,
) -> Play | None:
    """The play that a computer of this level wants to make in the viewer's seat; None: none, or none yet.

    What is overlooked may forbid what would be legal without it; that is noticed before it is played. `stays_in` says
    whether the viewer had better not lay the last tile; `low_wins`: the fewer points, the better.
    """
    sight = PERCEPTIONS.get(level)
    seen = _notice(view, sight, luck) if sight else view
    found = find(seen, Goal.OUT if level is Level.MASTER and _holds_back(view, low_wins=low_wins) else Goal.TILES)
    if found is None or not isinstance(found.action, Play) or (_ends(view, found) and stays_in(view)):
        return None
    whole = _complete_play(view, seen, found.action)
    return whole if sight is None or is_legal(whole) else None


def draw_or_pass(view: TableView) -> Action:
    """What is left to a player who plays nothing."""
    seat = view.turn if view.you is None else view.you
    return Draw(seat, 1) if view.may_draw else Pass(seat)


def _holds_back(view: TableView, *, low_wins: bool) -> bool:
    """Whether laying fewer than all tiles would help the others more than the viewer.

    Tiles on the table are everybody's, and who has laid all that fits is left with what fits nowhere. As long as the
    pool has tiles, an opened player who draws until everything goes out at once beats one who lays what he can: in
    `benchmarks` these two are compared. Where all that is left over counts against its player, not who is
    out alone, that is too dear against several: one of them is out soon.
    """
    is_duel = sum(not seat.resigned for seat in view.seats) == DUEL
    return view.you is not None and view.seats[view.you].opened and view.may_draw > 0 and (is_duel or not low_wins)


def _ends(view: TableView, found: FoundTurn) -> bool:
    """Whether a play would lay the viewer's last tile."""
    return view.rack is not None and len(found.played) == len(view.rack.tiles)


def _notice(view: TableView, sight: Perception, luck: bytes) -> TableView:
    """The view with only those sets and tiles that the player notices; sets that cross are noticed together."""
    hidden = {each.label for each in shuffle(view.table, luck, "sets")[_take_share(len(view.table), sight.sets) :]}
    crossed = [{each.label, borrowed.owner} for each in view.table for borrowed in each.borrowed]
    while more := {label for pair in crossed if pair & hidden for label in pair} - hidden:
        hidden |= more
    table = tuple(each for each in view.table if each.label not in hidden)
    tiles = view.rack.tiles if view.rack else ()
    overlooked = shuffle(tiles, luck, "tiles")[_take_share(len(tiles), sight.tiles) :]
    return replace(view.with_sets(table), rack=RackView(remove_tiles(tiles, overlooked), 0, None))


def _take_share(number: int, percent: int) -> int:
    """So many of a number, and one at least."""
    return max(1, round(number * percent / 100))


def _complete_play(view: TableView, noticed: TableView, found: Play) -> Play:
    """A play that was found on a part of the table, on all of it, where every joker says what it stands for."""
    seen = {each.label for each in noticed.table}
    others = tuple(_said(each.pieces) for each in view.table if each.label not in seen)
    return replace(found, edits=tuple(_add_rows(edit, others) for edit in found.edits))


def _said(row: Row) -> Row:
    return tuple(piece._replace(firm=True) for piece in row)


def _add_rows(edit: Edit, others: Sequence[Row]) -> Edit:
    return Replace((*others, *edit.rows)) if isinstance(edit, Replace) else edit
