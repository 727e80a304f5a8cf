"""Libraries that deflate, compared on the lines of a picture; the bot uses zlib-ng (`render/sprites/png.py`)."""

import zlib
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from io import BytesIO
from typing import Any

from PIL import Image
from zlib_ng import zlib_ng

from benchmarks.measure.cpu_times import measure_in_turn
from render.sprites.png import LONGEST

ROUNDS = 25
LEVELS = range(1, 8)
ISAL_LEVELS = range(4)


def list_libraries() -> Iterator[tuple[str, Any, int]]:
    """Yield (name, module like zlib, level) for each level to compare; ISA-L is left out if it isn't installed."""
    yield "zlib", zlib, 6
    for level in LEVELS:
        yield "zlib-ng", zlib_ng, level
    try:
        isal = import_module("isal.isal_zlib")
    except ImportError:
        return print("    ISA-L isn't installed: `make bench` does that")
    for level in ISAL_LEVELS:
        yield "ISA-L", isal, level


def _deflate(library: Any, level: int, bands: list[bytes]) -> list[bytes]:
    packer = library.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return [packer.compress(band) + packer.flush(zlib.Z_FULL_FLUSH) for band in bands]


def compare_libraries(file: bytes) -> None:
    """Print how long each library takes at each level to deflate the lines of this PNG file, and into how many KB."""
    with Image.open(BytesIO(file)) as image:
        width, height = image.size
        boxes = [(-1, top, width, min(top + LONGEST, height)) for top in range(0, height, LONGEST)]
        bands = [image.crop(box).tobytes() for box in boxes]
    libraries = list(list_libraries())
    calls = [(None, partial(_deflate, library, level, bands)) for _, library, level in libraries]
    for (name, library, level), times in zip(libraries, measure_in_turn(calls, ROUNDS), strict=True):
        size = sum(map(len, _deflate(library, level, bands))) / 1000
        print(f"    {name:<8} {level}  {times}, {size:5.1f} KB")
