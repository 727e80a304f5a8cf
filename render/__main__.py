"""Draw any position from notation, without Discord; `python -m render --help` lists what can be said.

`python -m render atlas` draws the sprites anew, after a change to the theme or to what they look like.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import BadNotation
from engine.notation import read_rack, read_table
from engine.sets import Mark, TableSet, labels
from engine.tiles import Box, Tile
from engine.views import RackView, SeatView, TableView
from render import Order, png, rack_png, rack_text, table_text
from render.atlas import write_sheets
from render.theme import FELT

JOKER_POINTS = 30


def main(arguments: Sequence[str]) -> int:
    """Draw what the arguments say; 2 and one sentence for what cannot be read or written."""
    if list(arguments) == ["atlas"]:
        write_sheets()
        return 0
    asked = _parser().parse_args(arguments)
    try:
        _write(_view(asked), asked)
    except (BadNotation, OSError) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw a position from notation.")
    parser.add_argument("--table", default="", metavar="SETS", help="sets parted by /, such as 'R4 R5 R6 / R9 B9 K9'")
    parser.add_argument("--rack", metavar="TILES", help="draw this rack too, into FILE-rack.png")
    parser.add_argument("--new", default="", metavar="TILES", help="tiles that have just come to the rack")
    parser.add_argument("--order", choices=list(Order), default=Order.COLOR, type=Order, help="how the rack is sorted")
    parser.add_argument("--laid", default="", metavar="SETS", help="sets laid this turn, after those of --table")
    parser.add_argument("--names", default=["Ana", "Ben"], type=_parted, help="players parted by commas")
    parser.add_argument("--counts", type=_numbers, help="tiles on their racks parted by commas; 14 each if not given")
    parser.add_argument("--turn", default=0, type=int, metavar="SEAT", help="who is to move, from 0")
    parser.add_argument("--pool", default=0, type=int, help="tiles left in the pool")
    parser.add_argument("--out", default=Path("table.png"), type=Path, metavar="FILE", help="where the PNG goes")
    return parser


def _parted(text: str) -> list[str]:
    return text.split(",")


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _view(asked: argparse.Namespace) -> TableView:
    counts = asked.counts or [14] * len(asked.names)
    if len(counts) != len(asked.names) or not 0 <= asked.turn < len(counts):
        raise BadNotation(f"{len(asked.names)} names need as many counts, and a turn from 0 on below that.")
    if len(counts) > len(FELT.seats):
        raise BadNotation(f"There are seats for {len(FELT.seats)}.")
    box = Box()
    return TableView(
        variant="",
        version=0,
        options={},
        box=box,
        seats=tuple(SeatView(tiles=count, opened=True, resigned=False, score=0) for count in counts),
        turn=asked.turn,
        deadline=None,
        pool=asked.pool,
        may_draw=1,
        may_pass=False,
        outcome=None,
        you=0,
        rack=None if asked.rack is None else _rack(asked.rack, asked.new, box),
        table=_sets(asked.table, asked.laid, box),
        game=1,
        games=1,
    )


def _rack(text: str, new: str, box: Box) -> RackView:
    fresh = read_rack(new, box)
    tiles = read_rack(text, box) + fresh
    return RackView(tiles, len(fresh), sum(_points(tile) for tile in tiles))


def _points(tile: Tile) -> int:
    return JOKER_POINTS if tile.is_joker else tile.number


def _sets(table: str, laid: str, box: Box) -> tuple[TableSet, ...]:
    melds = [(meld, mark) for text, mark in ((table, Mark.STILL), (laid, Mark.LAID)) for meld in read_table(text, box)]
    return tuple(
        TableSet(label, meld, (mark,) * len(meld.tiles)) for label, (meld, mark) in zip(labels(), melds, strict=False)
    )


def _write(view: TableView, asked: argparse.Namespace) -> None:
    asked.out.write_bytes(png(view, asked.names))
    sys.stdout.write(f"{asked.out}: {table_text(view, asked.names)}\n")
    if view.rack is not None:
        beside = asked.out.with_stem(f"{asked.out.stem}-rack")
        beside.write_bytes(rack_png(view, asked.order))
        sys.stdout.write(f"{beside}: {rack_text(view, asked.order)}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
