"""A command line that draws any position from notation, without Discord; `python -m render --help` lists its options.

`python -m render atlas` redraws the sprites and emojis; run it after any change to the theme or to how they look.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.game.views import Skin, View
from engine.text.errors import BadNotation
from render import (
    Look,
    Order,
    PictureTheme,
    Style,
    bench_png,
    bench_text,
    png,
    preview,
    rack_png,
    rack_text,
    table_text,
    whole_png,
)
from render.sprites.atlas import write_sheets
from render.sprites.tile_emojis import write_emojis


def main(arguments: Sequence[str]) -> int:
    """Draw and save the pictures that the arguments describe, and return the exit code: 0, or 2 after an error.

    An error, which is printed, is an argument that can't be read, or a file that can't be read or written. If the only
    argument is `atlas`, redraw the sprites and emojis instead.
    """
    if list(arguments) == ["atlas"]:
        write_sheets()
        write_emojis()
        return 0
    asked = _make_parser().parse_args(arguments)
    try:
        _write(preview.make_view(asked), asked)
    except (BadNotation, OSError) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    return 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m render", description="Draw a position from notation.")
    parser.add_argument(
        "--table", default="", metavar="SETS", help="sets separated by /, such as 'R4 R5 R6 / R9 B9 K9'"
    )
    parser.add_argument("--rack", metavar="TILES", help="draw this rack too, into FILE-rack.png")
    parser.add_argument("--new", default="", metavar="TILES", help="tiles that have just come to the rack")
    parser.add_argument(
        "--style", choices=list(Style), default=Style.MARKED, type=Style, help="tiles of rack and bench"
    )
    parser.add_argument(
        "--theme", choices=list(PictureTheme), default=PictureTheme.FELT, type=PictureTheme, help="what those lie on"
    )
    parser.add_argument("--order", choices=list(Order), default=Order.COLOR, type=Order, help="how the rack is sorted")
    parser.add_argument("--laid", default="", metavar="SETS", help="sets played this turn, after those of --table")
    parser.add_argument("--skin", choices=list(Skin), default=Skin.TILES, type=Skin, help="what tiles are drawn as")
    parser.add_argument(
        "--claims", default="", help="letter:seat:times:value of each claim, such as 'A:0:1:24 C:1:3:9'"
    )
    parser.add_argument("--crossings", default="", help="borrower:place:owner, places from 0, such as 'C:1:A'")
    parser.add_argument(
        "--grid", metavar="CELLS", help="draw a grid: 'H8=R5 H9=R6 H10=J:R7', + after a tile just played"
    )
    parser.add_argument("--blocks", default="", metavar="CELLS", help="cells of the grid that are blocked")
    parser.add_argument("--barred", default=[], type=_read_numbers, help="numbers separated by commas")
    parser.add_argument("--row", default="", metavar="TILES", help="tiles beside the grid to pick from")
    parser.add_argument("--size", default=15, type=int, help="of the grid")
    parser.add_argument("--whole", action="store_true", help="the whole grid, not only the part with tiles")
    parser.add_argument(
        "--names", default=["Ana", "Ben"], type=lambda text: text.split(","), help="players separated by commas"
    )
    parser.add_argument(
        "--counts", type=_read_numbers, help="tiles on their racks, separated by commas; 14 each if not given"
    )
    parser.add_argument("--scores", type=_read_numbers, help="their points so far, separated by commas")
    parser.add_argument("--turn", default=0, type=int, metavar="SEAT", help="the seat to move, from 0")
    parser.add_argument("--pool", default=0, type=int, help="tiles left in the pool")
    parser.add_argument(
        "--bench", metavar="SETS", help="draw a bench too, into FILE-bench.png: 'A: R4 R5 R6 R7 / G: B3 B4', or cells"
    )
    parser.add_argument("--picked", default="", help="tiles picked on the bench: of the rack, or C.1, hold.0, H8")
    parser.add_argument("--open", default="", metavar="SET", help="the bench's set whose tiles are listed, such as B")
    parser.add_argument("--together", default="", metavar="TILES", help="groups kept together, such as 'R4 R5 / B9 K9'")
    parser.add_argument("--color", default="", metavar="LETTER", help="the only bright color on the bench's rack")
    parser.add_argument("--unopened", default=[], type=_read_numbers, help="seats before their first play, from 0")
    parser.add_argument("--out", default=Path("table.png"), type=Path, metavar="FILE", help="where the PNG goes")
    return parser


def _read_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _write(view: View, asked: argparse.Namespace) -> None:
    for name, drawn, said in list(_draw_pictures(view, asked)):  # all is read before anything is written
        out = asked.out.with_stem(f"{asked.out.stem}{name}")
        out.write_bytes(drawn)
        sys.stdout.write(f"{out}: {said}\n")


def _draw_pictures(view: View, asked: argparse.Namespace) -> Iterator[tuple[str, bytes, str]]:
    drawn = whole_png if asked.whole else png
    yield "", drawn(view, asked.names), table_text(view, asked.names)
    if view.rack is None:
        return
    look = Look(asked.style, asked.theme)
    yield "-rack", rack_png(view, asked.order, look), rack_text(view, asked.order)
    if asked.bench is not None:
        scene = preview.make_scene(view, view.rack, asked)
        yield "-bench", bench_png(scene, look), bench_text(scene)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
