"""The sizes of the pictures that show no game: the leaderboard, a player's profile, and the samples of the themes."""

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
class ProfileSizes:
    """The sizes of a profile's picture, in pixels.

    `summary` is the height of the boxes with the rating, which is `rating` wide, and its history. `titles` is the
    height of a line of titles, and `row` that of the boxes with figures, `gap` apart. A box has the width of its title,
    taken as at least `narrow` and at most `wide`, and a share of the rest. `inset` is the room inside a box's edge, and
    `labels` the room right of the curve for its highest and lowest value. The curve is `line` thick and its last point
    `dot` in radius; a single value has only that point. `title`, `large`, `least_large` (to which the rating may
    shrink), `figure`, `note`, `label` and `least` (for titles and figures) are font sizes.
    """

    summary: int = 236
    rating: int = 340
    titles: int = 40
    row: int = 88
    gap: int = 8
    inset: int = 28
    labels: int = 96
    narrow: int = 120
    wide: int = 210
    line: int = 6
    dot: int = 10
    grid: int = 2
    title: int = 40
    large: int = 100
    least_large: int = 60
    figure: int = 42
    note: int = 26
    label: int = 28
    least: int = 20


PROFILE = ProfileSizes()


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
