"""Pictures of full tables and benches, drawn and compressed, beside Pillow's time to save the finished picture alone.

A fresh picture is compressed as a whole. An updated one follows another one, and only has to be compressed where it
differs. All times are CPU times.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO

from PIL import Image

from benchmarks.bot.full_tables import NAMES, add_to_two_sets, claimed_table, full_grid, full_table, make_bench
from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.times import Call, time_in_turn
from engine.game.views import Skin
from render import BenchScene, bench_png, png
from render.sprites.canvas import BANDS

ROUNDS = 25
FRESH, UPDATED = 1.5, 2.0  # times as fast as Pillow saves the finished picture, at least
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
    """A picture to measure, of at most `size` KB, also as an update of the one that `before` draws, if any."""

    name: str
    draw: Draw
    before: Draw | None = None
    size: float = SIZE


def list_subjects() -> Iterator[Subject]:
    """Yield the pictures to measure."""
    view = full_table()
    before, after = (partial(png, each, NAMES) for each in add_to_two_sets(view))
    yield Subject("a full table", partial(png, view, NAMES), size=TABLE_SIZE)
    yield Subject("a full table after a turn", after, before, size=TABLE_SIZE)
    yield Subject("a full table of cards", partial(png, replace(view, skin=Skin.CARDS), NAMES), size=TABLE_SIZE)
    yield Subject("a full table of claims", partial(png, claimed_table(), NAMES))
    yield Subject("a full grid", partial(png, full_grid(), NAMES, whole=True))
    for on_table, held in ((9, 14), (21, 52)):
        before, after = (partial(bench_png, _make_scene(on_table, held, done)) for done in (2, 3))
        yield Subject(f"a bench of {on_table} sets and {held}", after, before)


def _make_scene(on_table: int, held: int, done: int) -> BenchScene:
    view, bench, appraisal = make_bench(on_table, held, done)
    return BenchScene(view=view, bench=bench, names=NAMES, appraisal=appraisal)


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


def _measure(subject: Subject) -> Iterator[Figure]:
    file = subject.draw()
    with Image.open(BytesIO(file)) as image:
        image.load()
        calls: list[Call] = [(None, partial(_save_by_pillow, image)), (BANDS.clear, subject.draw)]
        if subject.before:
            calls.append((partial(_prepare_update, subject.before), subject.draw))
        pillow, *ours = time_in_turn(calls, ROUNDS)
        by_pillow = Alternative("by Pillow", len(_save_by_pillow(image)) / 1000, " KB")
    for what, aim, took in zip(("fresh", "updated"), (FRESH, UPDATED), ours, strict=False):
        name, beside = f"{subject.name}, {what}", Alternative("to save it by Pillow", pillow, " ms", took)
        yield Figure(f"{name}: times faster", pillow / took, aim, "x", at_least=True, short=name, beside=beside)
    yield Figure(f"{subject.name}, its size", len(file) / 1000, subject.size, " KB", beside=by_pillow)


def run() -> Sequence[Figure]:
    """Measure all pictures, of 106 tiles if full, and return the figures (measured values with their bounds)."""
    figures = [figure for subject in list_subjects() for figure in _measure(subject)]
    print(f"  CPU, start to first picture  {first_picture():>7} s")
    return figures
