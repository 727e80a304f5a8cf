"""A picture as bytes of the fixed palette: sprites, rectangles and text are put on it, and it is saved as PNG."""

from functools import cache, lru_cache
from io import BytesIO

from PIL import Image

from render.sprites import filled
from render.sprites.fonts import Lettering, draw_ink
from render.style.looks import PLAIN, Look, Style
from render.style.palette import blend, make_palette
from render.style.themes import repaint

COMPRESSION = 5
"""At 6, a full table is 6 % smaller and takes half as long again to pack."""
HEAVY = 60_000
"""Bytes from which on that is worth it: few pictures come here, such as a full table whose every set is claimed."""


class Canvas:
    """Width by height pixels of one colour to begin with; the look is what its bytes become in the end."""

    def __init__(self, size: tuple[int, int], ground: str, look: Look = PLAIN) -> None:
        self.palette = make_palette()
        self.look = look
        self.image = Image.new("L", size, self.palette[ground])

    def fill(self, box: tuple[int, int, int, int], color: str) -> None:
        """Colour a box; right and bottom are outside."""
        self.image.paste(self.palette[color], box)

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Lay a sprite down by its upper left corner."""
        self.image.paste(sprite, (x, y))

    def write(self, text: str, at: tuple[int, int], lettering: Lettering, color: str, ground: str) -> None:
        """Write from `at`, the start of the baseline, over ground of one colour."""
        if text:
            left, top, inked = _draw_text(text, lettering, color, ground)
            self.put(inked, at[0] + left, at[1] + top)

    def panel(self, box: tuple[int, int, int, int], corners: Image.Image, fill: str) -> None:
        """A rectangle with the round corners of a sprite that is nothing but four corners."""
        left, top, right, bottom = box
        across, down = corners.width // 2, corners.height // 2
        self.fill((left + across, top, right - across, bottom), fill)
        self.fill((left, top + down, right, bottom - down), fill)
        for x, source_x in ((left, 0), (right - across, across)):
            for y, source_y in ((top, 0), (bottom - down, down)):
                self.put(corners.crop((source_x, source_y, source_x + across, source_y + down)), x, y)

    def edge(self, box: tuple[int, int, int, int], corner: int, rim: int, color: str) -> None:
        """The straight parts of a panel's edge."""
        left, top, right, bottom = box
        for y in (top, bottom - rim):
            self.fill((left + corner, y, right - corner, y + rim), color)
        for x in (left, right - rim):
            self.fill((x, top + corner, x + rim, bottom - corner), color)

    def png(self) -> bytes:
        """The picture as a file."""
        self.image.putpalette(list_colors(self.look))
        file = self._pack(COMPRESSION)
        return file if len(file) < HEAVY else self._pack(COMPRESSION + 1)

    def _pack(self, level: int) -> bytes:
        file = BytesIO()
        self.image.save(file, "PNG", compress_level=level)
        return file.getvalue()


@cache
def list_colors(look: Look) -> list[int]:
    """Red, green and blue of each byte in turn, as Pillow wants it."""
    become = repaint(look.theme)
    roles = filled.make_filled_palette().roles if look.style is Style.SOLID else make_palette().roles
    painted = ((become.get(ground, ground), become.get(over, over), part) for ground, over, part in roles)
    return [value for role in painted for value in blend(role)]


@lru_cache(maxsize=1024)
def _draw_text(text: str, lettering: Lettering, color: str, ground: str) -> tuple[int, int, Image.Image]:
    """The text in bytes of the palette, and where its upper left corner lies from the start of the baseline."""
    mask, left, top = draw_ink(text, lettering)
    return left, top, mask.point(make_palette().ramps[ground, color])


def center_baseline(middle: int, lettering: Lettering) -> int:
    """The baseline on which capitals stand centred about a height."""
    return middle + lettering.cap // 2
