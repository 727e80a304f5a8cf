"""The strip above a bench: for each player a chip with name, tiles and standing; and the pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.views import View
from engine.text.phrases import say
from render.parts.grounds import draw_pill
from render.parts.header import find_limit
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold, make_drawable, semibold
from render.style.sizes import STRIP
from render.style.theme import FELT, SHEET
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
        figure = max(bold(STRIP.count).length(each) for each in (self.figure, "00"))
        parts = [STRIP.disc + 2 * STRIP.inset, figure]
        parts += [semibold(STRIP.name).length(name)] * bool(name) + [semibold(STRIP.note).length(note)] * bool(note)
        return sum(parts) + STRIP.gap * (len(parts) - 1) + 2 * STRIP.inset


def make_chips(view: View, names: Sequence[str]) -> list[PlayerChip]:
    """Return a chip for each seat, in the order of the seats; `names` are untrusted."""
    return [_make_chip(view, seat, make_drawable(name, seat)) for seat, name in enumerate(names)]


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
        ink=FELT.resigned if resigned else FELT.on_gold if is_gold else FELT.ink,
        disc=FELT.resigned if resigned else FELT.seats[seat],
        is_struck=player.resigned,
    )


def _list_notes(view: View, seat: int) -> list[str]:
    """Return the wordings of a seat's note, the longest first: what it still needs, and its points so far."""
    player = view.seats[seat]
    is_closed = not (player.has_melded or player.resigned or view.outcome)
    opening = (
        [] if not is_closed else [say("opens at {points}", points=player.needs) if player.needs else say("not opened")]
    )
    wordings = [[*opening, brief_standing(view, seat, crowded=crowded)] for crowded in (False, True)]
    return list(dict.fromkeys(" · ".join(filter(None, words)) for words in wordings))


def fit_chips(row: Sequence[PlayerChip], room: int) -> list[tuple[str, str, int]]:
    """Return the name, the note and the width in pixels of each chip, so that all of them fit into `room` pixels.

    Notes are shortened first, then names are cut; if only a letter or two of a name would be left, all names are left
    out, because the discs identify the players; and if the notes don't fit even then, they are left out too.
    """
    room -= STRIP.gap * (len(row) - 1)
    for index in range(max(len(chip.notes) for chip in row)):
        notes = [chip.notes[min(index, len(chip.notes) - 1)] for chip in row]
        natural = [chip.measure(chip.name, note) for chip, note in zip(row, notes, strict=True)]
        bare = [chip.measure("", note) for chip, note in zip(row, notes, strict=True)]
        limit = find_limit(natural, room)
        least = min((limit - width for width, full in zip(bare, natural, strict=True) if full > limit), default=room)
        if least >= STRIP.shortest_name:
            cut = semibold(STRIP.name).shorten
            return [
                (cut(chip.name, limit - width - STRIP.gap) if full > limit else chip.name, note, min(full, limit))
                for chip, note, full, width in zip(row, notes, natural, bare, strict=True)
            ]
    if sum(bare) <= room:
        return [("", note, width) for note, width in zip(notes, bare, strict=True)]
    return [("", "", chip.measure("", "")) for chip in row]


def draw(canvas: Canvas, view: View, names: Sequence[str]) -> None:
    """Draw the strip at the top of a canvas: a chip for each seat, then the pool; `names` are in seat order."""
    row = make_chips(view, names)
    pool = _draw_pool(canvas, view)
    x = SHEET.side
    for chip, (name, note, width) in zip(row, fit_chips(row, pool - STRIP.gap - 2 * SHEET.side), strict=True):
        _draw_chip(canvas, chip, (name, note), (x, width))
        x += width + STRIP.gap


def _draw_chip(canvas: Canvas, chip: PlayerChip, said: tuple[str, str], extent: tuple[int, int]) -> None:
    """Draw a chip; `said` is its name and its note as they fit, `extent` its left end and its width in pixels."""
    (name, note), (left, width) = said, extent
    canvas.put(draw_pill(chip.seat, chip.disc, chip.ground, (width, STRIP.height)), left, STRIP.top)
    x = left + STRIP.disc + 2 * STRIP.inset + STRIP.gap
    x = _write(canvas, name, semibold(STRIP.name), x, chip)
    if chip.is_struck and name:
        middle = STRIP.top + STRIP.height // 2
        canvas.fill((left + STRIP.height + STRIP.gap, middle, x - STRIP.gap, middle + 3), chip.ink)
    x = _write(canvas, chip.figure, bold(STRIP.count), x, chip)
    _write(canvas, note, semibold(STRIP.note), x, chip)


def _write(canvas: Canvas, text: str, lettering: Lettering, x: int, chip: PlayerChip) -> int:
    if not text:
        return x
    baseline = center_baseline(STRIP.top + STRIP.height // 2, lettering)
    canvas.write(text, (x, baseline), lettering, chip.ink, chip.ground)
    return x + lettering.length(text) + STRIP.gap


def _draw_pool(canvas: Canvas, view: View) -> int:
    lettering, count = bold(STRIP.count), str(view.pool)
    middle = STRIP.top + STRIP.height // 2
    x = canvas.image.width - SHEET.side - lettering.length(count)
    canvas.write(count, (x, center_baseline(middle, lettering)), lettering, FELT.ink, FELT.room)
    width, height = STRIP.back
    x -= STRIP.inset + width
    canvas.put(ornament_atlas()[f"pool {height}"], x, middle - height // 2)
    return x
