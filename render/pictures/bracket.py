"""A knockout's bracket: a column of matches for each round, joined to the next one; each has a line for each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tiles.sets import Mark
from render.parts import grounds
from render.pictures import leaderboard, table
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import bold, make_drawable, semibold
from render.style.sizes import BOARD, BRACKET, TileSize
from render.style.theme import FELT, PLAIN, SHEET, Look

Box = tuple[int, int, int, int]
HEIGHT = 2 * (BRACKET.line + BRACKET.pad)
"""The height of a match, in pixels."""


@dataclass(frozen=True)
class BracketSide:
    """A player of a match, whose name may have any characters; `number`, from 0, is among the tournament's players."""

    name: str
    number: int
    has_won: bool = False
    has_lost: bool = False


@dataclass(frozen=True)
class BracketBox:
    """A match with those sides whose players are known, in their order; `is_open`: it's being played."""

    sides: tuple[BracketSide | None, BracketSide | None] = (None, None)
    is_open: bool = False


@dataclass(frozen=True)
class Bracket:
    """A knockout: its rounds by name, each with half as many matches as the one before; None where nobody plays."""

    title: str
    note: str
    rounds: tuple[tuple[str, tuple[BracketBox | None, ...]], ...]


def draw(bracket: Bracket, look: Look = PLAIN) -> Canvas:
    """Draw the bracket on a new canvas, which is as high as its first round needs."""
    pitch = HEIGHT + BRACKET.apart
    first = SHEET.board_top + BRACKET.titles
    foot = first + pitch * len(bracket.rounds[0][1])
    canvas = Canvas((SHEET.width, foot + SHEET.board_foot), FELT.room, look)
    table.draw_top(canvas, SHEET.board_top, foot)
    leaderboard.draw_heading(canvas, bracket.title, bracket.note)
    room = SHEET.width - 2 * SHEET.side + BRACKET.across
    before: Sequence[Box | None] = ()
    for column, (name, matches) in enumerate(bracket.rounds):
        left, right = (SHEET.side + room * at // len(bracket.rounds) for at in (column, column + 1))
        _draw_title(canvas, name, (left, right - BRACKET.across))
        boxes: list[Box | None] = []
        for index, match in enumerate(matches):
            top = first + ((2 * index + 1) * pitch * 2**column - HEIGHT) // 2
            box = (left, top, right - BRACKET.across, top + HEIGHT)
            for side, origin in enumerate(before[2 * index : 2 * index + 2]):
                if origin:
                    _draw_link(canvas, origin, box, side)
            if match:
                _draw_match(canvas, match, box, is_final=column == len(bracket.rounds) - 1)
            boxes.append(box if match else None)
        before = boxes
    return canvas


def _draw_title(canvas: Canvas, name: str, span: tuple[int, int]) -> None:
    lettering = semibold(BRACKET.name)
    at = (span[0] + BRACKET.pad, center_baseline(SHEET.board_top + BRACKET.titles // 2, lettering))
    canvas.write(lettering.shorten(name, span[1] - at[0]), at, lettering, FELT.dim, FELT.felt)


def _draw_link(canvas: Canvas, origin: Box, box: Box, side: int) -> None:
    """Draw the line from a match to the line of its winner in the next round."""
    start, end = (origin[1] + origin[3]) // 2, box[1] + BRACKET.pad + (2 * side + 1) * BRACKET.line // 2
    middle, half = (origin[2] + box[0]) // 2, BRACKET.link // 2
    canvas.fill((origin[2], start - half, middle + half, start + half), FELT.edge)
    canvas.fill((middle - half, min(start, end) - half, middle + half, max(start, end) + half), FELT.edge)
    canvas.fill((middle - half, end - half, box[0], end + half), FELT.edge)


def _draw_match(canvas: Canvas, match: BracketBox, box: Box, *, is_final: bool) -> None:
    """Draw a match: an open one has a bright edge, a loser is sunken, and the champion is on gold."""
    size = TileSize(BOARD.tile)
    is_won = is_final and any(side and side.has_won for side in match.sides)
    grounds.draw_tray(canvas, box, size, Mark.PLAYED if is_won else Mark.MOVED if match.is_open else Mark.STILL)
    for index, side in enumerate(match.sides):
        if not side:
            continue
        top = box[1] + BRACKET.pad + index * BRACKET.line
        lettering = (bold if side.has_won else semibold)(BRACKET.name)
        ink, ground = FELT.ink, FELT.tray
        if side.has_lost:
            ink, ground = FELT.dim, FELT.room
        elif side.has_won and is_final:
            ink, ground = FELT.on_gold, FELT.played
        if ground != FELT.tray:
            canvas.fill((box[0] + BRACKET.pad, top, box[2] - BRACKET.pad, top + BRACKET.line), ground)
        name = lettering.shorten(make_drawable(side.name, side.number), box[2] - box[0] - 4 * BRACKET.pad)
        at = (box[0] + 2 * BRACKET.pad, center_baseline(top + BRACKET.line // 2, lettering))
        canvas.write(name, at, lettering, ink, ground)
