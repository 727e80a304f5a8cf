"""Positions to draw, from notation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO

import pytest
from PIL import Image

from benchmarks.bot import full_tables
from engine.game.views import Outcome, RackView, SeatView
from engine.rules.claims import ClaimedSet
from engine.rummykruss.rules.tiles import GridTile
from engine.rummykruss.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.tiles.melds import Meld
from engine.tiles.notation import read_rack, read_table, read_tile
from engine.tiles.sets import Mark, TableSet, generate_labels
from engine.tiles.tiles import JOKER, Box, Color, Tile
from render.sprites.canvas import Canvas

NAMES = ("Ana", "Ben", "Cem", "Dana", "Eve", "Finn")
COLORS = Box().colors
FULL, full_grid = full_tables.FULL, full_tables.full_grid
RUNS_OF_13 = " / ".join(" ".join(f"{color}{number}" for number in range(1, 14)) for color in COLORS)
THREES = " / ".join(
    [
        f"{colors[0]}{number} {colors[1]}{number} {colors[2]}{number}"
        for colors in ("KBR", "BRO")
        for number in range(1, 14)
    ]
    + [f"{color}{low} {color}{low + 1} {color}{low + 2}" for color in "KO" for low in (1, 4, 7, 10)]
    + ["R11 R12 R13"]
)
"""35 sets of three: as many as 106 tiles can make."""
_MARKS = {"L": Mark.PLAYED, "M": Mark.MOVED}


def sets(table: str, marks: Mapping[str, str] | None = None) -> tuple[TableSet, ...]:
    """Sets in letters from A; `marks` has a letter for each tile of a set: L played, M moved, anything else still."""
    return lettered(read_table(table, Box()), marks or {})


def lettered(melds: Iterable[Meld], marks: Mapping[str, str]) -> tuple[TableSet, ...]:
    return tuple(
        TableSet(label, meld, tuple(_MARKS.get(each, Mark.STILL) for each in _line(marks.get(label, ""), meld)))
        for label, meld in zip(generate_labels(), melds, strict=False)
    )


def _line(marks: str, meld: Meld) -> str:
    return marks[: len(meld.tiles)].ljust(len(meld.tiles))


def claimed(view: TableView, *claims: ClaimedSet) -> ClaimView:
    """The same in a game in which 200 points of claims win."""
    return ClaimView(**vars(view), claims=claims, target=200)


def scene(  # noqa: PLR0913  # a position has as many sides
    table: str | tuple[TableSet, ...] = "",
    *,
    seats: Sequence[SeatView] | int = 2,
    turn: int = 0,
    pool: int = 41,
    outcome: Outcome | None = None,
    rack: RackView | None = None,
    games: int = 1,
) -> TableView:
    players = tuple(seat() for _ in range(seats)) if isinstance(seats, int) else tuple(seats)
    return TableView(
        variant="any",
        version=1,
        options={},
        box=Box(),
        seats=players,
        turn=turn,
        deadline=None,
        pool=pool,
        may_draw=1,
        may_pass=False,
        outcome=outcome,
        you=None if rack is None else 0,
        rack=rack,
        table=sets(table) if isinstance(table, str) else table,
        game=1,
        games=games,
    )


def seat(tiles: int = 14, *, opened: bool = True, resigned: bool = False, score: int = 0, needs: int = 0) -> SeatView:
    return SeatView(tiles=tiles, has_melded=opened, resigned=resigned, score=score, needs=needs)


def rack(text: str, fresh: int = 0) -> RackView:
    return rack_of(read_rack(text, Box()), fresh)


def rack_of(tiles: Iterable[Tile], fresh: int = 0) -> RackView:
    held = tuple(tiles)
    return RackView(held, fresh, sum(30 if tile.is_joker else tile.number for tile in held))


def run(color: Color, low: int, length: int) -> Meld:
    tiles = tuple(Tile(color, number) for number in range(low, low + length))
    return Meld(tiles, tiles)


def written(draw: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Every text that is drawn, with the x of its left and right end."""
    texts: list[tuple[str, int, int]] = []
    usual = Canvas.write

    def write(self: Canvas, text: str, at: tuple[int, int], *how: str) -> None:
        texts.append((text, at[0], at[0] + how[0].length(text)))  # type: ignore[attr-defined]  # a lettering
        usual(self, text, at, *how)  # type: ignore[arg-type]  # as it came

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "write", write)
        draw()
    return texts


def picture(file: bytes) -> Image.Image:
    image = Image.open(BytesIO(file))
    image.load()
    return image


def pixels(file: bytes) -> bytes:
    return picture(file).convert("RGB").tobytes()


def share(file: bytes, color: str, box: tuple[int, int, int, int] | None = None) -> int:
    """How many pixels of a picture, or of a box of it, have exactly this color."""
    seen = picture(file).convert("RGB").crop(box) if box else picture(file).convert("RGB")
    wanted = tuple(bytes.fromhex(color[1:]))
    found = seen.getcolors(seen.width * seen.height) or []
    return sum(count for count, each in found if each == wanted)


def grid(  # noqa: PLR0913  # a position has as many sides
    cells: str = "",
    *,
    blocks: str = "",
    size: int = 15,
    barred: Sequence[int] = (),
    scores: Sequence[int] = (0, 0),
    crossings: Sequence[int] = (0, 0),
    row: str = "",
    outcome: Outcome | None = None,
) -> GridView:
    """A grid whose cells read as in notation; a tile with `+` was played, one with `*` moved."""
    return GridView(
        variant="any",
        version=1,
        options={},
        box=Box(),
        seats=tuple(seat(score=score) for score in scores),
        turn=0,
        deadline=None,
        pool=41,
        may_draw=1,
        may_pass=False,
        outcome=outcome,
        size=size,
        tiles=tuple(_grid_tile(word) for word in cells.split()),
        blocks=tuple(cell_at(word) for word in blocks.split()),
        barred=tuple(barred),
        intersections=tuple(crossings),
        row=read_rack(row, Box()),
    )


def _grid_tile(word: str) -> GridTile:
    cell, _, tile = word.rstrip("+*").partition("=")
    mark = {"+": Mark.PLAYED, "*": Mark.MOVED}.get(word[-1], Mark.STILL)
    face = read_tile(tile.removeprefix("J:"), Box())
    return GridTile(*cell_at(cell), JOKER if tile.startswith("J:") else face, face, mark)


def cell_at(cell: str) -> tuple[int, int]:
    return (int(cell[1:]) - 1, ord(cell[0]) - ord("A"))
