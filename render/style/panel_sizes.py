"""The sizes of the pictures that show no game: the leaderboard, and the samples of the themes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardSizes:
    """The sizes of the leaderboard's picture, in pixels.

    `tile` is the width of the ranks' tiles and `rank` the room for them; `titles` is the height of the line with the
    columns' titles. `apart` is the distance between columns, and `widest` the maximum width of one that doesn't
    stretch. A row's bar is `bar` high and ends `bar_foot` above the row's lower edge. `heading`, `name` and `note` are
    font sizes.
    """

    tile: int = 49
    rank: int = 72
    inset: int = 30
    titles: int = 40
    gap: int = 8
    apart: int = 48
    widest: int = 320
    bar: int = 5
    bar_foot: int = 7
    heading: int = 40
    name: int = 34
    note: int = 26


BOARD = BoardSizes()


@dataclass(frozen=True)
class SampleSizes:
    """The sizes of a theme's sample in the picture of all themes, in pixels; `name` is a font size."""

    width: int = 400
    height: int = 274
    top: int = 56
    side: int = 10
    tile: int = 57
    name: int = 30


SAMPLE = SampleSizes()
