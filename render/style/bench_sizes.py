"""The sizes of a bench's picture, and of the strip with the players above it; sizes are pixels in a picture 1200 wide.

After a change of the strip's sizes, redraw the sprites with `python -m render atlas`.
"""

from dataclasses import dataclass

from render.style.theme import HeaderSizes, LedgeSizes


@dataclass(frozen=True)
class StripSizes(HeaderSizes):
    """The sizes of the strip above a bench, a lower header whose pills have one line; `note` is a font size.

    The felt below it begins at `foot`.
    """

    top: int = 5
    height: int = 40
    disc: int = 34
    inset: int = 3
    gap: int = 9
    name: int = 26
    note: int = 24
    count: int = 30
    back: tuple[int, int] = (24, 32)
    foot: int = 50


LEDGE = LedgeSizes(groove=3, lip=9, air=2)


@dataclass(frozen=True)
class BenchStep:
    """A choice of sizes for a bench's picture, in pixels: its maximum height, and the width `held` of the rack's tiles.

    Tiles in sets are from `least` to `most` wide.
    """

    height: int
    held: int
    most: int
    least: int


@dataclass(frozen=True)
class BenchSizes:
    """The sizes of a bench's picture, in pixels.

    `steps` are tried in order. If sets' tiles are narrower than `tiny`, the changed sets come first, with tiles of the
    width `small`. On a grid, the board leaves the rack as much room as it needs, but takes at least the height
    `grid_least`; tiles on the rack below it have the width `grid_held`, and those on the board are never wider.
    """

    steps: tuple[BenchStep, ...] = (
        BenchStep(640, 100, 100, 80),
        BenchStep(764, 84, 80, 57),
        BenchStep(906, 84, 57, 57),
        BenchStep(1050, 84, 57, 49),
        BenchStep(1200, 84, 57, 40),
    )
    small: int = 57
    tiny: int = 49
    side: int = 12
    grid_held: int = 84
    grid_least: int = 700
    ledge: LedgeSizes = LEDGE


STRIP = StripSizes()
BENCH = BenchSizes()
