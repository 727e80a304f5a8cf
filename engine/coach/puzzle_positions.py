"""Games between two simple players who never take a set apart; puzzles are made from their positions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from engine.game.actions import Draw, Play
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.text.errors import IllegalMove
from engine.tiles.edits import Add, Edit, NewRow
from engine.tiles.melds import SMALLEST_SET, Piece, find_extensions
from engine.tiles.tiles import Box, Tile, by_color, remove_tiles

SEATS = 2


def play_turns(game: TableGame, seed: bytes) -> Iterator[TableState]:
    """Play a game from a seed, and yield the state before each turn of a player who has opened.

    It ends when the pool is empty or the game is over.
    """
    state = game.setup(SEATS, seed, 0, {"clock": 0}).state
    while state.pool and not state.outcome:
        if state.seats[state.turn].has_melded:
            yield state
        state = _move(game, state)


def _move(game: TableGame, state: TableState) -> TableState:
    """Play the turn of the player to move, and return the state after it.

    The turn plays all sets and additions that a greedy search finds; if that's illegal, it draws.
    """
    try:
        return game.apply(state, Play(state.turn, tuple(_propose_edits(state, game.box))), now=0).state
    except IllegalMove:  # nothing to play, or not enough to open
        return game.apply(state, Draw(state.turn, 1), now=0).state


def _propose_edits(state: TableState, box: Box) -> Iterator[Edit]:
    seat = state.seats[state.turn]
    rows = list(_find_rows(seat.rack, box))
    yield from (NewRow(tuple(map(Piece, row))) for row in rows)
    if seat.has_melded:
        left = remove_tiles(seat.rack, chain.from_iterable(rows))
        yield from _find_additions({each.label: each.meld.tiles for each in state.sets}, left, box)


def _find_rows(rack: Sequence[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    """Yield sets of rack tiles without jokers, always the one of highest value next; no tile is used twice."""
    held = Counter(rack)
    while rows := [*_find_runs(held, box), *_find_groups(held, box)]:
        dearest = max(rows, key=lambda row: sum(tile.number for tile in row))
        yield dearest
        held -= Counter(dearest)


def _find_runs(held: Counter[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    """For each color, yield its runs of held tiles, each as long as possible, without jokers."""
    for color in box.colors:
        run: tuple[Tile, ...] = ()
        for tile in (Tile(color, number) for number in range(box.low, box.high + 2)):
            if held[tile]:
                run += (tile,)
            else:
                if len(run) >= SMALLEST_SET:
                    yield run
                run = ()


def _find_groups(held: Counter[Tile], box: Box) -> Iterator[tuple[Tile, ...]]:
    """For each number with three colors or more among the held tiles, yield the largest group."""
    for number in range(box.low, box.high + 1):
        group = tuple(tile for color in box.colors if held[tile := Tile(color, number)])
        if len(group) >= SMALLEST_SET:
            yield group


def _find_additions(table: Mapping[str, tuple[Tile, ...]], rack: Sequence[Tile], box: Box) -> Iterator[Add]:
    """Yield additions of one rack tile each to the sets of the table, until no tile fits.

    Later additions may build on earlier ones. `table` maps each set's letter to its tiles, without jokers.
    """
    rows, left = dict(table), sorted(rack, key=by_color)
    while fits := [(tile, label) for tile in left for label, row in rows.items() if tile in find_extensions(row, box)]:
        tile, label = fits[0]
        yield Add(label, (Piece(tile),))
        left.remove(tile)
        rows[label] = tuple(sorted((*rows[label], tile), key=by_color))
