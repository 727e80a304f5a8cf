"""The header above the table: each player's seat, name, and tiles or points; and the pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.views import SeatView, View
from render.parts.grounds import draw_pill
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold, make_drawable, semibold
from render.style.theme import FELT, HEADER, SHEET
from render.text.standing import brief_standing, decides, write_signed

CROWDED = 5
"""The number of seats from which on names are smaller, and standings (points so far) are shorter."""


@dataclass(frozen=True)
class Pill:
    """The contents of a seat's box in the header, before its width is known.

    `figure` is the number at the right end: tiles or, after the end, points; `below` is the line below the name.
    `ground`, `ink` and `disc` are colors; `lettering` is that of the name, `small` that of the line below.
    """

    seat: int
    name: str
    figure: str
    below: str
    ground: str
    ink: str
    disc: str
    is_winner: bool
    is_struck: bool
    lettering: Lettering
    small: Lettering

    @property
    def bare(self) -> int:
        """The pill's width without the name and the line below it, in pixels."""
        figure = max(bold(HEADER.count).length(each) for each in (self.figure, "00"))
        star = (HEADER.star + HEADER.gap) * self.is_winner
        return 2 * HEADER.inset + HEADER.disc + HEADER.gap + star + figure + HEADER.gap

    @property
    def nameless(self) -> int:
        """The pill's width without the name, but with the line that would be below it, in pixels."""
        return self.bare + (HEADER.gap + self.small.length(self.below) if self.below else 0)

    @property
    def natural(self) -> int:
        """The pill's width with the whole name and the whole line below it, in pixels."""
        said = max(self.lettering.length(self.name), self.small.length(self.below))
        return self.bare + said + HEADER.gap + HEADER.gap


def make_pills(view: View, names: Sequence[str]) -> list[Pill]:
    """Return a pill for each seat, in the order of the seats."""
    return [_make_pill(view, seat, make_drawable(names[seat], seat)) for seat in range(len(view.seats))]


def _make_pill(view: View, seat: int, name: str) -> Pill:
    player, outcome = view.seats[seat], view.outcome
    is_winner = outcome is not None and seat in outcome.winners
    is_gold = is_winner or (outcome is None and seat == view.turn)
    below = brief_standing(view, seat, crowded=len(view.seats) >= CROWDED)
    size = HEADER.small_name if below or len(view.seats) >= CROWDED else HEADER.name
    return Pill(
        seat=seat,
        name=name,
        figure=str(player.tiles) if outcome is None else write_signed(outcome.scores[seat]),
        below=below,
        ground=FELT.played if is_gold else FELT.chip,
        ink=_choose_ink(player, is_gold=is_gold, is_over=outcome is not None),
        disc=FELT.resigned if player.resigned and not is_gold else FELT.seats[seat],
        is_winner=is_winner,
        is_struck=player.resigned,
        lettering=semibold(size),
        small=semibold(HEADER.held if decides(view) else HEADER.score),
    )


def _choose_ink(player: SeatView, *, is_gold: bool, is_over: bool) -> str:
    if player.resigned and not is_gold:
        return FELT.resigned
    if player.has_melded or is_over:
        return FELT.on_gold if is_gold else FELT.ink
    return FELT.dim_on_gold if is_gold else FELT.dim


def fit_widths(row: Sequence[Pill], room: int) -> list[int]:
    """Return the width of each pill in pixels, so that they and the gaps fit into `room` pixels.

    Each has its name and at least `HEADER.roomy`, else just its name; else the widest are cut to a common width. If
    that leaves only a letter or two of a name, all names are left out, because the discs identify the players; and if
    even the lines below don't fit, they are left out too.
    """
    room -= HEADER.gap * (len(row) - 1)
    natural = [pill.natural for pill in row]
    roomy = [max(width, HEADER.roomy) for width in natural]
    if sum(roomy) <= room:
        return roomy
    limit = find_limit(natural, room)
    fitted = [min(width, limit) for width in natural]
    cut = (width - pill.bare for width, pill in zip(fitted, row, strict=True) if width < pill.natural)
    if min(cut, default=limit) > HEADER.shortest_name:
        return fitted
    nameless = [pill.nameless for pill in row]
    return nameless if sum(nameless) <= room else [pill.bare for pill in row]


def find_limit(wanted: Sequence[int], room: int) -> int:
    """Return the largest width such that the `wanted` widths, each cut to it, sum to at most `room`; all in pixels."""
    left = room
    for done, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - done)
        if width > share:
            return share
        left -= width
    return max(wanted)


def draw(canvas: Canvas, view: View, names: Sequence[str]) -> None:
    """Draw the header, a pill for each seat and then the pool, at the top of a canvas; `names` are in seat order."""
    row = make_pills(view, names)
    x = SHEET.side
    for pill, width in zip(row, fit_widths(row, canvas.image.width - 2 * SHEET.side - HEADER.pool), strict=True):
        _draw_pill(canvas, pill, x, width)
        x += width + HEADER.gap
    _draw_pool(canvas, view)


def _draw_pill(canvas: Canvas, pill: Pill, x: int, width: int) -> None:
    middle = HEADER.top + HEADER.height // 2
    canvas.put(draw_pill(pill.seat, pill.disc, pill.ground, (width, HEADER.height)), x, HEADER.top)
    figure = bold(HEADER.count)
    right = x + width - HEADER.gap - HEADER.inset - figure.length(pill.figure)
    canvas.write(pill.figure, (right, center_baseline(middle, figure)), figure, pill.ink, pill.ground)
    if pill.is_winner:
        canvas.put(ornament_atlas()["star"], right - HEADER.star - HEADER.gap, middle - HEADER.star // 2)
    _draw_name(canvas, pill, x, width)


def _draw_name(canvas: Canvas, pill: Pill, x: int, width: int) -> None:
    """Draw the name with the line below it, or just that line if only a letter or two of the name would fit."""
    room = width - pill.bare - HEADER.gap
    name = pill.lettering.shorten(pill.name, room)
    if name != pill.name and room < HEADER.shortest_name - HEADER.gap:
        name = ""
    left = x + HEADER.inset + HEADER.disc + HEADER.gap
    center = HEADER.top + HEADER.height // 2
    middle = center - (HEADER.raised if pill.below else 0)
    canvas.write(name, (left, center_baseline(middle, pill.lettering)), pill.lettering, pill.ink, pill.ground)
    if pill.is_struck:
        canvas.fill((left, middle, left + pill.lettering.length(name), middle + 3), pill.ink)
    baseline = HEADER.top + HEADER.height - HEADER.score_foot if name else center_baseline(center, pill.small)
    canvas.write(pill.small.shorten(pill.below, room), (left, baseline), pill.small, pill.ink, pill.ground)


def _draw_pool(canvas: Canvas, view: View) -> None:
    lettering = bold(HEADER.count)
    count = str(view.pool)
    right = canvas.image.width - SHEET.side
    in_match = view.games > 1
    middle = HEADER.top + HEADER.height // 2 - (HEADER.raised if in_match else 0)
    left = right - lettering.length(count)
    canvas.write(count, (left, center_baseline(middle, lettering)), lettering, FELT.ink, FELT.room)
    width, height = HEADER.back
    canvas.put(ornament_atlas()[f"pool {height}"], left - HEADER.gap - width, middle - height // 2)
    if in_match:
        said = str(view.part.numbered_briefly(view.game, view.games))
        small = semibold(HEADER.score).shrink(said, HEADER.pool - HEADER.gap, HEADER.least)
        said = small.shorten(said, HEADER.pool - HEADER.gap)
        baseline = HEADER.top + HEADER.height - 2
        canvas.write(said, (right - small.length(said), baseline), small, FELT.dim, FELT.room)
