"""Computer players on an open table: what each level notices, and when the best one holds its tiles back.

A level notices a part of what its seat may see, and plays the best turn in that part. People overlook sets and tiles,
but they don't overlook that a set is valid.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.game.actions import Action, Draw, Pass, Play
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.views import RackView
from engine.solver.best_turn import Position
from engine.table.turns import judge_edits
from engine.table.view import TableView
from engine.text.errors import IllegalMove
from engine.tiles.edits import Replace
from engine.tiles.shuffle import shuffle
from engine.tiles.tiles import remove_tiles

IN_A_DUEL, AMONG_MORE = 57, 66
"""The percentage of the tiles that the deal left in the pool that must still be there for early play.

The first is for two players, the second for more. With fewer tiles in the pool, the opponents are close to playing
their last one, so every tile on the table helps them more than the eager player. `benchmarks/engine/players.py`
compares it with a strong player and a master, and measures how early it plays; such games chose these values.
"""

Finder = Callable[[TableView, Goal], FoundTurn | None]


def find_eager_turn(view: TableView, pool: int, find: Finder) -> FoundTurn | None:
    """Return the turn of an eager player, found by `find`; None if it draws or passes.

    It plays its whole rack if it can. Otherwise, while most of the `pool` tiles that the deal left in the pool are
    still there, it plays as many tiles as it can but keeps its jokers, which will help it to play its last tiles. Later
    it draws, and once the pool is empty, it may wait.
    """
    if not view.may_draw:
        found = find(view, Goal.TILES)
        return None if found and _should_wait(view, found, find) else found
    is_early = 100 * view.pool >= (IN_A_DUEL if view.is_duel else AMONG_MORE) * pool
    if not view.has_melded:
        return (find(_without_jokers(view), Goal.TILES) if is_early else None) or find(view, Goal.TILES)
    return find(view, Goal.OUT) or (find(_without_jokers(view), Goal.TILES) if is_early else None)


def _without_jokers(view: TableView) -> TableView:
    tiles = view.rack.tiles if view.rack else ()
    return replace(view, rack=RackView(tuple(tile for tile in tiles if not tile.is_joker), 0, None))


def _should_wait(view: TableView, found: FoundTurn, find: Finder) -> bool:
    """Return whether a player should pass with an empty pool although it can play: `found` plays the most tiles.

    The first to play can leave the next player a table on which its whole rack fits. If everybody passes, the fewest
    tiles usually win, so a viewer with the fewest waits. In a duel, the viewer knows the other rack: it has all tiles
    that the viewer doesn't see. So the viewer plays if that whole rack fits now, and otherwise also waits with more
    tiles if the other player can play.
    """
    others = [index for index, seat in enumerate(view.seats) if index != view.you and not seat.resigned]
    if view.rack is None or len(found.played) == len(view.rack.tiles):
        return False
    has_fewest = all(len(view.rack.tiles) < view.seats[index].tiles for index in others)
    theirs = _show_to(view, others[0]) if len(others) == 1 else None
    if theirs is None:
        return has_fewest
    return not find(theirs, Goal.OUT) and (has_fewest or find(theirs, Goal.ANY) is not None)


def _show_to(view: TableView, seat: int) -> TableView | None:
    """Return the view of the only other player, who has all unseen tiles; None if a resigned one may hold some."""
    rack = view.rack.tiles if view.rack else ()
    seen = Counter([*rack, *(tile for each in view.table for tile in each.own)])
    unseen = tuple((Counter(view.box.tiles()) - seen).elements())
    return replace(view, you=seat, rack=RackView(unseen, 0, None)) if len(unseen) == view.seats[seat].tiles else None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The percentages of the table's sets (`sets`) and of its own rack (`tiles`) that a level notices in one turn."""

    sets: int
    tiles: int


PLAYER_VIEWS = {Level.BEGINNER: PlayerView(25, 80), Level.FAIR: PlayerView(45, 90)}
"""The views of the two lower levels; the better ones notice everything.

`benchmarks/engine/players.py` measures each level against the one below.
"""


def play(  # noqa: PLR0913  # the player, and how it finds a play
    view: TableView, position: Position, level: Level, luck: bytes, find: Finder, *, low_wins: bool
) -> Play | None:
    """Return the play that a computer of this level makes in the viewer's seat; None if it finds or wants none.

    `find` finds the best turn in the part of the view that the level notices. What the seed `luck` lets it overlook may
    make that turn illegal, so the two lower levels check the whole play. `low_wins` is whether the fewest points win.
    """
    rules = position.rules
    sight = PLAYER_VIEWS.get(level)
    seen = _notice(view, sight, luck) if sight else view
    pays = _pays_to_hold_back(view, low_wins=low_wins)
    if level is Level.EAGER and pays:
        found = find_eager_turn(view, len(rules.box.tiles()) - rules.deal * len(view.seats), find)
    else:
        holds_back = level is Level.MASTER and pays and view.may_draw > 0 and view.has_melded
        found = find(seen, Goal.OUT if holds_back else Goal.TILES)
    if found is None or not isinstance(found.action, Play):
        return None
    whole = _complete_play(view, seen, found.action)
    return whole if sight is None or _is_legal(position, whole) else None


def _is_legal(position: Position, whole: Play) -> bool:
    try:
        judge_edits(position, whole.edits)
    except IllegalMove:
        return False
    return True


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
    """Return the view with only the sets and rack tiles noticed by the seed `luck`; crossing sets come together."""
    hidden = {each.label for each in shuffle(view.table, luck, "sets")[_take_share(len(view.table), sight.sets) :]}
    crossed = [{each.label, borrowed.owner} for each in view.table for borrowed in each.borrowed]
    while more := {label for pair in crossed if pair & hidden for label in pair} - hidden:
        hidden |= more
    table = tuple(each for each in view.table if each.label not in hidden)
    tiles = view.rack.tiles if view.rack else ()
    overlooked = shuffle(tiles, luck, "tiles")[_take_share(len(tiles), sight.tiles) :]
    return replace(view.with_sets(table), rack=RackView(remove_tiles(tiles, overlooked), 0, None))


def _take_share(number: int, percent: int) -> int:
    return max(1, round(number * percent / 100))


def _complete_play(view: TableView, noticed: TableView, found: Play) -> Play:
    """Return the play found with only `noticed` as one on the whole table: other sets and their jokers stay."""
    seen = {each.label for each in noticed.table}
    others = tuple(
        tuple(piece._replace(firm=True) for piece in each.pieces) for each in view.table if each.label not in seen
    )
    edits = (Replace((*others, *edit.rows)) if isinstance(edit, Replace) else edit for edit in found.edits)
    return replace(found, edits=tuple(edits))
