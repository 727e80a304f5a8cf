"""The header above a table or a bench: for each player a chip with name, tiles and standing; and the pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.views import View
from engine.text.phrases import say
from render.parts.grounds import draw_pill
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold, make_drawable, semibold
from render.style.theme import FELT, HEADER, SHEET
from render.text.standing import brief_standing, write_signed


@dataclass(frozen=True)
class PlayerChip:
    """The contents of a player's chip: name, number of tiles (`figure`), and notes, the longest wording first.

    `ground`, `ink` and `disc` are colors.
    """

    seat: int
    name: str
    figure: str
    notes: tuple[str, ...]
    ground: str
    ink: str
    disc: str
    is_struck: bool

    def measure(self, name: str, note: str) -> int:
        """Return the chip's width in pixels with this name and note, either of which can be empty."""
        figure = max(bold(HEADER.text).length(each) for each in (self.figure, "00"))
        parts = [HEADER.disc + 2 * HEADER.inset, figure]
        parts += [semibold(HEADER.text).length(each) for each in (name, _set_apart(note)) if each]
        return sum(parts) + HEADER.gap * (len(parts) - 1) + 2 * HEADER.inset


def make_chips(view: View, names: Sequence[str]) -> list[PlayerChip]:
    """Return a chip for each seat, in the order of the seats; `names` are untrusted."""
    return [_make_chip(view, seat, make_drawable(name, seat)) for seat, name in enumerate(names[: len(view.seats)])]


def _make_chip(view: View, seat: int, name: str) -> PlayerChip:
    player, outcome = view.seats[seat], view.outcome
    is_gold = seat in outcome.winners if outcome else seat == view.turn
    resigned = player.resigned and not is_gold
    return PlayerChip(
        seat=seat,
        name=name,
        figure=write_signed(outcome.scores[seat]) if outcome else str(player.tiles),
        notes=tuple(_list_notes(view, seat)),
        ground=FELT.played if is_gold else FELT.chip,
        ink=FELT.resigned if resigned else _choose_ink(view, seat, is_gold=is_gold),
        disc=FELT.resigned if resigned else FELT.seats[seat],
        is_struck=player.resigned,
    )


def _choose_ink(view: View, seat: int, *, is_gold: bool) -> str:
    """Return the ink of a player who hasn't resigned, which is dim until their first play."""
    if view.seats[seat].has_melded or view.outcome:
        return FELT.on_gold if is_gold else FELT.ink
    return FELT.dim_on_gold if is_gold else FELT.dim


def _list_notes(view: View, seat: int) -> list[str]:
    """Return the wordings of a seat's note, the longest first: what it still needs, and its points so far."""
    player = view.seats[seat]
    opening = ""
    if not (player.has_melded or player.resigned or view.outcome):
        opening = say("opens at {points}", points=player.needs) if player.needs else say("not opened")
    said = brief_standing(view, seat)
    wordings = [" · ".join(filter(None, [opening, said])), said, write_signed(player.score) if said else ""]
    return list(dict.fromkeys(wordings))


def _find_limit(wanted: Sequence[int], room: int) -> int:
    """Return the largest width such that the `wanted` widths, each cut to it, sum to at most `room`; all in pixels."""
    left = room
    for done, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - done)
        if width > share:
            return share
        left -= width
    return max(wanted)


def fit_chips(row: Sequence[PlayerChip], room: int) -> list[tuple[str, str, int]]:
    """Return the name, the note and the width in pixels of each chip, so that all of them fit into `room` pixels.

    Notes are shortened first, then names are cut; if only a letter or two of a name would be left, all names are left
    out, because the discs identify the players; and if the notes don't fit even then, they are left out too.
    """
    room -= HEADER.gap * (len(row) - 1)
    for index in range(max(len(chip.notes) for chip in row)):
        notes = [chip.notes[min(index, len(chip.notes) - 1)] for chip in row]
        natural = [chip.measure(chip.name, note) for chip, note in zip(row, notes, strict=True)]
        bare = [chip.measure("", note) for chip, note in zip(row, notes, strict=True)]
        limit = _find_limit(natural, room)
        least = min((limit - width for width, full in zip(bare, natural, strict=True) if full > limit), default=room)
        if least >= HEADER.shortest_name:
            cut = semibold(HEADER.text).shorten
            return [
                (cut(chip.name, limit - width - HEADER.gap) if full > limit else chip.name, note, min(full, limit))
                for chip, note, full, width in zip(row, notes, natural, bare, strict=True)
            ]
    if sum(bare) <= room:
        return [("", note, width) for note, width in zip(notes, bare, strict=True)]
    return [("", "", chip.measure("", "")) for chip in row]


FittedChip = tuple[PlayerChip, str, str, int]
"""A chip with its name, its note, and its width in pixels, as they fit."""


def measure_foot(view: View, names: Sequence[str], width: int = SHEET.width) -> int:
    """Return the y at which the header of a picture of this width ends, in pixels; 0 without names."""
    return HEADER.foot + (len(lay_out_rows(view, names, width)) - 1) * HEADER.pitch if names else 0


def lay_out_rows(view: View, names: Sequence[str], width: int) -> list[list[FittedChip]]:
    """Return the chips in one row; if that has no room for all names and points, in two."""
    chips = make_chips(view, names)
    room = width - 2 * SHEET.side - _measure_pool(view) - 2 * HEADER.gap
    for each in (len(chips), -(-len(chips) // 2)):
        rows = [_fit_row(chips[start : start + each], room) for start in range(0, len(chips), each)]
        if all(name and (note or not chip.notes[-1]) for row in rows for chip, name, note, _ in row):
            break
    return rows


def _fit_row(row: Sequence[PlayerChip], room: int) -> list[FittedChip]:
    return [(chip, *fitted) for chip, fitted in zip(row, fit_chips(row, room), strict=True)]


def draw(canvas: Canvas, view: View, names: Sequence[str]) -> None:
    """Draw the header at the top of a canvas: a chip for each seat, then the pool; `names` are in seat order."""
    _draw_pool(canvas, view)
    for index, row in enumerate(lay_out_rows(view, names, canvas.image.width)):
        x, y = SHEET.side, HEADER.top + index * HEADER.pitch
        for chip, name, note, width in row:
            _draw_chip(canvas, chip, (name, note), (x, y, width))
            x += width + HEADER.gap


def _draw_chip(canvas: Canvas, chip: PlayerChip, said: tuple[str, str], place: tuple[int, int, int]) -> None:
    """Draw a chip; `said` is its name and its note as they fit, `place` its left, its top and its width in pixels."""
    (name, note), (left, top, width) = said, place
    canvas.put(draw_pill(chip.seat, chip.disc, chip.ground, (width, HEADER.height)), left, top)
    middle = top + HEADER.height // 2
    x = left + HEADER.disc + 2 * HEADER.inset + HEADER.gap
    x = _write(canvas, name, semibold(HEADER.text), (x, middle), chip)
    if chip.is_struck and name:
        canvas.fill((left + HEADER.height + HEADER.gap, middle, x - HEADER.gap, middle + 3), chip.ink)
    x = _write(canvas, chip.figure, bold(HEADER.text), (x, middle), chip)
    _write(canvas, _set_apart(note), semibold(HEADER.text), (x, middle), chip)


def _set_apart(note: str) -> str:
    """Return a note as it follows the number of tiles."""
    return note and f"· {note}"


def _write(canvas: Canvas, text: str, lettering: Lettering, at: tuple[int, int], chip: PlayerChip) -> int:
    x, middle = at
    if not text:
        return x
    canvas.write(text, (x, center_baseline(middle, lettering)), lettering, chip.ink, chip.ground)
    return x + lettering.length(text) + HEADER.gap


def _measure_pool(view: View) -> int:
    return bold(HEADER.text).length(str(view.pool)) + HEADER.inset + HEADER.back[0]


def _draw_pool(canvas: Canvas, view: View) -> None:
    lettering, (width, height) = bold(HEADER.text), HEADER.back
    middle = HEADER.top + HEADER.height // 2
    x = canvas.image.width - SHEET.side - _measure_pool(view)
    canvas.put(ornament_atlas()[f"pool {height}"], x, middle - height // 2)
    x += width + HEADER.inset
    canvas.write(str(view.pool), (x, center_baseline(middle, lettering)), lettering, FELT.ink, FELT.room)
