"""Pictures of full tables and benches as drawn by the bot from sprites, compared with the same drawn shape by shape."""

import hashlib
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from time import perf_counter, process_time

from PIL import Image

from benchmarks.bot.full_tables import NAMES, claimed_table, full_grid, full_table, make_bench
from benchmarks.bot.tile_by_tile import bench_by_tile, tile_by_tile
from benchmarks.measure.figures import Figure
from engine.game.views import Skin
from render import BenchScene, Order, bench_png, png, rack_png, whole_png

ROUNDS = 25
FASTER = 5.0  # times as fast as drawing shape by shape, at least
BENCH_FASTER = 3.0  # the same for a bench: half of its time goes into compressing mostly plain background
SMALLEST = 60.0  # KB that a picture's file may have, at most
FIRST_PICTURE = """
import time
from benchmarks.bot.full_tables import NAMES, full_table
from render import png
png(full_table(), NAMES)
print(time.process_time())
"""


def medians(*drawn: Callable[[], bytes]) -> list[float]:
    """Return the median time of each function in ms.

    The functions are called in turn, so that a busy moment of the machine slows all of them alike.
    """
    times: list[list[float]] = [[] for _ in drawn]
    for _ in range(ROUNDS):
        for draw, taken in zip(drawn, times, strict=True):
            start = perf_counter()
            draw()
            taken.append(1000 * (perf_counter() - start))
    return [statistics.median(taken) for taken in times]


def _pixels(file: bytes) -> str:
    with Image.open(BytesIO(file)) as image:
        return hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()


def first_picture() -> str:
    """Return, as text, the CPU seconds that a new process needs from its start to its first picture."""
    command = [sys.executable, "-c", FIRST_PICTURE]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603  # our own text


def _compare(name: str, ours: Callable[[], bytes], plain: Callable[[], bytes], faster: float = FASTER) -> list[Figure]:
    """Print one line of times and sizes of the picture called `name`, and return the figures for its speed and size.

    `ours` draws it from sprites and `plain` shape by shape; `ours` must be `faster` times as fast.
    """
    here, there = medians(ours, plain)
    kilobytes = len(ours()) / 1000
    print(
        f"  {name:<28} {here:7.1f} ms  {kilobytes:6.1f} KB   tile by tile {there:6.1f} ms"
        f"  {len(plain()) / 1000:6.1f} KB   ratio {there / here:5.1f}"
    )
    return [
        Figure(f"{name}, times faster than tile by tile", there / here, faster, "x", at_least=True),
        Figure(f"{name}, its size", kilobytes, SMALLEST, " KB"),
    ]


def run() -> Sequence[Figure]:
    """Measure all pictures, print their times and sizes, and return the figures (measured values with their bounds)."""
    start = process_time()
    view, claimed, grid = full_table(), claimed_table(), full_grid()
    cards = replace(view, skin=Skin.CARDS)
    print("Pictures: 106 tiles each if no number is said; from sprites as palette PNG, and tile by tile as RGB PNG")
    figures = [
        *_compare("a full table", partial(png, view, NAMES), partial(tile_by_tile, view)),
        *_compare("a full table of cards", partial(png, cards, NAMES), partial(tile_by_tile, view)),
        *_compare("a full table of claims", partial(png, claimed, NAMES), partial(tile_by_tile, claimed)),
        *_compare("a full grid", partial(whole_png, grid, NAMES), partial(tile_by_tile, grid)),
    ]
    for name, lying, held in (("a bench of 9 sets and 14", 9, 14), ("a bench of 21 sets and 52", 21, 52)):
        shown = make_bench(lying, held)
        view, bench, appraisal = shown
        scene = BenchScene(view=view, bench=bench, names=NAMES, appraisal=appraisal)
        ours, plain = partial(bench_png, scene), partial(bench_by_tile, *shown)
        figures += _compare(name, ours, plain, BENCH_FASTER)
    rack = partial(rack_png, view, Order.COLOR)
    of_rack = medians(rack)[0]
    same = len({_pixels(png(view, NAMES)) for _ in range(3)})
    print(f"  a rack of 13                 {of_rack:7.1f} ms  {len(rack()) / 1000:6.1f} KB")
    print(f"  CPU, start to first picture  {first_picture():>7} s")
    print(f"  CPU of this benchmark        {process_time() - start:7.1f} s")
    return [*figures, Figure("a full table's different pixels in three runs", same, 1)]


if __name__ == "__main__":
    run()
