"""What must be written nowhere but for those who may read it: the seed, the pool and racks, in whatever way."""

import base64
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.game.state import GameState
from engine.override import override
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Tile, by_color, by_number
from storage.codec import encode

FEW = 6  # tiles; fewer in a row may be there by chance, or be a set


def write_secrets(state: GameState, reader: int | None) -> set[str]:
    """Return everything that this seat must not read, in all ways in which a mistake could write it.

    None is for everybody, and for logs.
    """
    hidden = [seat.rack for index, seat in enumerate(state.seats) if index != reader]
    return {*_write_seed(state.seed), *(text for row in (state.pool, *hidden) for text in _write_row(row))}


def _write_seed(seed: bytes) -> Iterator[str]:
    yield from (seed.hex(), seed.hex().upper(), repr(seed)[2:-1], str(int.from_bytes(seed, "big")))
    yield from (base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode().rstrip("="))
    yield ", ".join(map(str, seed))


def _write_row(row: Sequence[Tile]) -> Iterator[str]:
    """Write tiles as they are stored, drawn and sorted; the first of each are enough to know them by."""
    orders = (row, row[::-1], sorted(row, key=by_color), sorted(row, key=by_number))
    for tiles in orders:
        if len(tiles) >= FEW:
            first = tuple(tiles[:FEW])
            yield from (write_tiles(first), repr(first)[1:-1], str(encode(first))[1:-1])
            yield ", ".join(write_tiles(first).split())


class Records(logging.Handler):
    """All that is logged, from DEBUG on, with its exceptions."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def take(self) -> str:
        """Return what was logged since the last call."""
        said = "\n".join(self.lines)
        self.lines.clear()
        return said


@contextmanager
def recorded() -> Iterator[Records]:
    """Record the logs of everything."""
    records, root = Records(), logging.getLogger()
    level = root.level
    root.addHandler(records)
    root.setLevel(logging.DEBUG)
    try:
        yield records
    finally:
        root.removeHandler(records)
        root.setLevel(level)
