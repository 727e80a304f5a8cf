"""Pictures of full tables and benches as drawn by the bot from sprites, compared with the same drawn shape by shape.

A fresh picture is compressed as a whole. An updated one follows another one, and only has to be compressed where it
differs. All times are CPU times.
"""

import hashlib
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from time import process_time

from PIL import Image

from benchmarks.bot.full_tables import NAMES, add_to_two_sets, claimed_table, full_grid, full_table, make_bench
from benchmarks.bot.tile_by_tile import bench_by_tile, tile_by_tile
from benchmarks.measure.cpu_times import Times, measure_in_turn
from benchmarks.measure.figures import Alternative, Figure
from engine.game.views import Skin
from render import BenchScene, Order, bench_png, png, rack_png, whole_png
from render.sprites.png import BANDS

ROUNDS = 25
TABLE, BENCH = (
    10.0,
    9.0,
)  # times as fast as drawing shape by shape, at least, if nothing of the picture was drawn before
UPDATED = 12.0  # the same for a table in which two sets changed; a bench after another tap must reach BENCH again
TABLE_SIZE, SIZE = 50.0, 60.0  # KB that the file of a full table, and that of any other picture, may have, at most
FIRST_PICTURE = """
import time
from benchmarks.bot.full_tables import NAMES, full_table
from render import png
png(full_table(), NAMES)
print(time.process_time())
"""
Draw = Callable[[], bytes]


@dataclass(frozen=True)
class Subject:
    """A picture to measure: drawn from sprites (`ours`) and shape by shape (`plain`).

    `before` draws the picture that it follows, if it's also measured as an update of that one. `fresh` and `updated`
    are how many times as fast `ours` must be, and `size` the KB that its file may have.
    """

    name: str
    ours: Draw
    plain: Draw
    before: Draw | None = None
    fresh: float = TABLE
    updated: float = UPDATED
    size: float = SIZE


def list_subjects() -> list[Subject]:
    """Return the pictures to measure."""
    view, claimed, grid = full_table(), claimed_table(), full_grid()
    cards = replace(view, skin=Skin.CARDS)
    before, after = add_to_two_sets(view)
    return [
        Subject("a full table", partial(png, view, NAMES), partial(tile_by_tile, view), size=TABLE_SIZE),
        Subject(
            "a full table after a turn",
            partial(png, after, NAMES),
            partial(tile_by_tile, after),
            partial(png, before, NAMES),
            size=TABLE_SIZE,
        ),
        Subject("a full table of cards", partial(png, cards, NAMES), partial(tile_by_tile, view), size=TABLE_SIZE),
        Subject("a full table of claims", partial(png, claimed, NAMES), partial(tile_by_tile, claimed)),
        Subject("a full grid", partial(whole_png, grid, NAMES), partial(tile_by_tile, grid)),
        *(_make_bench_subject(lying, held) for lying, held in ((9, 14), (21, 52))),
    ]


def _make_bench_subject(lying: int, held: int) -> Subject:
    shown = make_bench(lying, held)
    ours, before = (partial(bench_png, _make_scene(lying, held, done)) for done in (3, 2))
    return Subject(f"a bench of {lying} sets and {held}", ours, partial(bench_by_tile, *shown), before, BENCH, BENCH)


def _make_scene(lying: int, held: int, done: int) -> BenchScene:
    view, bench, appraisal = make_bench(lying, held, done)
    return BenchScene(view=view, bench=bench, names=NAMES, appraisal=appraisal)


def _pixels(file: bytes) -> str:
    with Image.open(BytesIO(file)) as image:
        return hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()


def first_picture() -> str:
    """Return, as text, the CPU seconds that a new process needs from its start to its first picture."""
    command = [sys.executable, "-c", FIRST_PICTURE]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603  # our own text


def _prepare_update(before: Draw) -> None:
    BANDS.clear()
    before()


def _save_by_pillow(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _compare(subject: Subject) -> list[Figure]:
    """Print a subject's times and sizes, and return the figures for its speed and size.

    Pillow's time is for saving the finished picture alone.
    """
    file, plain = subject.ours(), subject.plain()
    with Image.open(BytesIO(file)) as image:
        image.load()
        calls: list[tuple[Callable[[], object] | None, Draw]] = [
            (None, subject.plain),
            (BANDS.clear, subject.ours),
            (None, partial(_save_by_pillow, image)),
        ]
        if subject.before:
            calls.append((partial(_prepare_update, subject.before), subject.ours))
        there, fresh, pillow, *updated = measure_in_turn(calls, ROUNDS)
        by_pillow = len(_save_by_pillow(image)) / 1000
    print(f"  {subject.name}: {len(file) / 1000:.1f} KB; tile by tile {there}, {len(plain) / 1000:.1f} KB")
    print(f"    Pillow   {pillow}, {by_pillow:.1f} KB, to save the finished picture")
    print(f"    fresh    {fresh}, {there.median / fresh.median:4.1f} times as fast")
    figures = [
        _make_figure(f"{subject.name}, fresh", there, fresh, subject.fresh),
        Figure(
            f"{subject.name}, its size",
            len(file) / 1000,
            subject.size,
            " KB",
            beside=Alternative("by Pillow", by_pillow, " KB"),
        ),
    ]
    for times in updated:
        print(f"    updated  {times}, {there.median / times.median:4.1f} times as fast")
        figures.append(_make_figure(f"{subject.name}, updated", there, times, subject.updated))
    return figures


def _make_figure(name: str, there: Times, here: Times, aim: float) -> Figure:
    beside = Alternative("tile by tile", there.median, " ms", here.median)
    ratio = there.median / here.median
    return Figure(f"{name}: times faster than tile by tile", ratio, aim, "x", at_least=True, short=name, beside=beside)


def run() -> Sequence[Figure]:
    """Measure all pictures, print their times and sizes, and return the figures (measured values with their bounds)."""
    start, view = process_time(), full_table()
    print("Pictures: CPU time (median, and the middle half of 25); full ones have 106 tiles, or 52 more on a rack")
    figures = [figure for subject in list_subjects() for figure in _compare(subject)]
    rack = partial(rack_png, view, Order.COLOR)
    (of_rack,) = measure_in_turn([(BANDS.clear, rack)], ROUNDS)
    same = len({_pixels(png(view, NAMES)) for _ in range(3)})
    print(f"  a rack of 13: {len(rack()) / 1000:.1f} KB\n    fresh    {of_rack}")
    print(f"  CPU, start to first picture  {first_picture():>7} s")
    print(f"  CPU of this benchmark        {process_time() - start:7.1f} s")
    return [*figures, Figure("a full table's different pixels in three runs", same, 1)]


if __name__ == "__main__":
    run()
