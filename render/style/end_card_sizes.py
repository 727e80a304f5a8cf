"""The sizes of the end card, the picture of a finished game, in pixels of a picture 1200 wide."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EndCardSizes:
    """The sizes of the picture of a finished game, in pixels.

    `band` is the height of the title and the facts above the rows; `title`, `facts`, `name_size`, `caption` and
    `figure` are font sizes, and `least_title` and `least_facts` the smallest that the first two shrink to. `heading` is
    the height of the columns' headings. A row is at least `row` high; its tiles begin after `name`, and a column of
    numbers is `column` wide. `tiers` are the widths of the tiles left on racks, largest first: the first with which all
    rows are at most `tallest` high. Racks of several lines have tiles of at most `wrapped`. `disc_tile` is the width of
    the tile to which a seat's disc belongs, and `fact_name` the room for a name among the facts. The canvas has the
    first of `heights` with which the tiles of the table, at most `widest` wide, are at least `smallest`; the table has
    at least `least_table`.
    """

    band: int = 128
    side: int = 24
    title: int = 52
    least_title: int = 30
    title_middle: int = 46
    facts: int = 27
    least_facts: int = 20
    facts_middle: int = 98
    fact_name: int = 200
    heading: int = 40
    caption: int = 25
    gap: int = 10
    pad: int = 12
    row: int = 76
    name: int = 340
    name_size: int = 32
    figure: int = 38
    column: int = 152
    chip: int = 40
    disc_tile: int = 100
    tiers: tuple[int, ...] = (68, 57, 49, 40, 32)
    wrapped: int = 49
    tallest: int = 480
    heights: tuple[int, ...] = (764, 906, 1050, 1200)
    widest: int = 80
    smallest: int = 57
    least_table: int = 200


END = EndCardSizes()
