"""Ready plays on a grid: the best-paying lines of rack tiles, with no tile of the grid moved."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from engine.game.actions import Action
from engine.game.bench import MOST_READY, ReadyPlay
from engine.rummykruss.bench import GridBench
from engine.rummykruss.rules.cells import Put
from engine.rummykruss.rules.placing import GridTurn
from engine.rummykruss.rules.tiles import by_cell, cell_name
from engine.rummykruss.solver.moves import list_changes
from engine.rummykruss.solver.search import GridPosition
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase, later, later_many
from engine.tiles.melds import Piece
from engine.tiles.notation import say_tiles

SIMPLE = 4  # most rack tiles in a ready play
MOST_WAYS = 2  # to place the same tiles for the same points
MOST_JUDGED = 12  # lines: nearly all of them are legal


def list_ready_plays(
    position: GridPosition, bench: GridBench, seat: int, best: Action | None = None
) -> tuple[ReadyPlay, ...]:
    """Return up to `MOST_READY` legal plays that add rack tiles to the draft on this seat's bench, best-paying first.

    Each places a line of at most `SIMPLE` rack tiles; of those that pay the same, those with fewer jokers come first,
    then those with fewer tiles. Plays that differ only in what a joker stands for are offered once. `best`, a turn that
    a search found, is the first if the draft is empty. Each play has the points of the whole turn. There are none if
    the draft is illegal.
    """
    drafted = _judge(position, bench, seat) if bench.changes else None
    if bench.changes and drafted is None:
        return ()
    found: dict[str, ReadyPlay] = {}
    if best is not None and not bench.changes:
        play = _make_play(position, bench, bench.as_played(best), seat, is_best=True)
        found |= {play.key: play} if play else {}
    after = position
    if drafted:
        rack = tuple(bench.rack[index] for index in bench.left)
        after = replace(position, grid=replace(position.grid, on_grid=by_cell(drafted.tiles)), rack=rack)
    for changes in islice(_list_lines(after), MOST_JUDGED):
        if len(found) == MOST_READY:
            break
        new = {put.cell: Piece(put.tile, put.face if put.tile.is_joker else None) for put in changes}
        play = _make_play(position, bench, replace(bench, cells={**bench.cells, **new}), seat)
        if play and all(play.sentence != each.sentence for each in found.values()):
            found.setdefault(play.key, play)
    return tuple(found.values())


def _judge(position: GridPosition, bench: GridBench, seat: int) -> GridTurn | None:
    try:
        return position.judge(bench.action(seat).placing)
    except IllegalMove:
        return None


def _list_lines(position: GridPosition) -> Iterator[tuple[Put, ...]]:
    """Yield the lines that the rack can place, in order; of those with equal tiles and points, at most `MOST_WAYS`."""
    root, ways = position.root(), Counter[tuple[int, ...]]()
    lines = sorted(root.find_lines(SIMPLE, moving=False), key=lambda line: (len(line.cells), -line.rise, line.faces))
    ranked = []
    for index, line in enumerate(lines):
        faces = (0 if cell in line.wild else face for cell, face in zip(line.cells, line.faces, strict=True))
        pays = root.predict_points(line)
        tiles = (pays, *sorted(faces))
        if ways[tiles] < MOST_WAYS:
            ranked.append((-pays, len(line.wild), ways[tiles], index, line))
        ways[tiles] += 1
    for *_, line in sorted(ranked, key=lambda each: each[:-1]):
        if node := root.after(line, thrift=False):
            yield tuple(part for part in list_changes(node).parts if isinstance(part, Put))


def _make_play(
    position: GridPosition, bench: GridBench, after: GridBench, seat: int, *, is_best: bool = False
) -> ReadyPlay | None:
    turn = _judge(position, after, seat)
    return ReadyPlay(after, _describe(bench, turn), turn.points, is_best) if turn else None


def _describe(bench: GridBench, turn: GridTurn) -> Phrase:
    new = [spot for spot in turn.placed if spot.cell not in bench.cells]
    cells = " ".join(cell_name(*spot.cell) for spot in new)
    placed = later("{tiles} at {cells}", tiles=say_tiles(spot.tile for spot in new), cells=cells)
    moved = sum(spot.origin not in {None, spot.cell} for spot in turn.spots) if not bench.changes else 0
    if not moved:
        return placed
    return later_many("{placed}, moving {count} tile", "{placed}, moving {count} tiles", moved, placed=placed)
