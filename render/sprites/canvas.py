"""A picture in bytes of the fixed palette, put together from sprites, rectangles and text, and saved as PNG."""

from functools import cache, lru_cache

from PIL import Image

from render.sprites import filled
from render.sprites.fonts import Lettering, draw_ink
from render.sprites.png import QUICK, SMALL, write_png
from render.style.looks import PLAIN, Look, Style
from render.style.palette import blend, make_palette
from render.style.theme import SHEET
from render.style.themes import repaint


class Canvas:
    """A picture that is being drawn, at first all in the color `ground`.

    It consists of bytes of the fixed palette. They get the look's colors when the picture is saved.
    """

    def __init__(self, size: tuple[int, int], ground: str, look: Look = PLAIN) -> None:
        self.palette = make_palette()
        self.look = look
        self.image = Image.new("L", size, self.palette[ground])
        self._cuts: list[int] = []

    def fill(self, box: tuple[int, int, int, int], color: str) -> None:
        """Fill a box with a color; its right and bottom are exclusive."""
        self.image.paste(self.palette[color], box)

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite with its upper left corner at x and y."""
        # Image.paste first loads both images again, which takes four times as long as copying a tile.
        width, height = sprite.size
        self.image.im.paste(sprite.im, (x, y, x + width, y + height))

    def write(self, text: str, at: tuple[int, int], lettering: Lettering, color: str, ground: str) -> None:
        """Write text from `at`, the start of its baseline, on a ground of one color.

        Raises:
            KeyError: the palette has no shades between the ground and the text's color.
        """
        if text:
            left, top, inked = _draw_text(text, lettering, color, ground)
            self.put(inked, at[0] + left, at[1] + top)

    def shade(self, mask: Image.Image, at: tuple[int, int], color: str, ground: str) -> None:
        """Paint a color over a ground of one color, as opaque as the mask; where that is 0, nothing changes.

        Raises:
            KeyError: the palette has no shades between the ground and the color.
        """
        self.image.paste(mask.point(self.palette.ramps[ground, color]), at, mask.point(lambda cover: 255 * (cover > 0)))

    def panel(self, box: tuple[int, int, int, int], corners: Image.Image, fill: str) -> None:
        """Draw a filled rectangle with round corners; `corners` is a sprite of the four corners pushed together."""
        left, top, right, bottom = box
        across, down = corners.width // 2, corners.height // 2
        self.fill((left + across, top, right - across, bottom), fill)
        self.fill((left, top + down, right, bottom - down), fill)
        for x, source_x in ((left, 0), (right - across, across)):
            for y, source_y in ((top, 0), (bottom - down, down)):
                self.put(corners.crop((source_x, source_y, source_x + across, source_y + down)), x, y)

    def edge(self, box: tuple[int, int, int, int], corner: int, rim: int, color: str) -> None:
        """Draw the straight parts of a panel's edge, `rim` pixels thick, up to `corner` pixels before its corners."""
        left, top, right, bottom = box
        for y in (top, bottom - rim):
            self.fill((left + corner, y, right - corner, y + rim), color)
        for x in (left, right - rim):
            self.fill((x, top + corner, x + rim, bottom - corner), color)

    def cut(self, y: int) -> None:
        """Let the lines from this y on be compressed apart from those above it: they may change without them."""
        self._cuts.append(y)

    def png(self, *, is_private: bool = False) -> bytes:
        """Return the picture as a PNG file; a private one is written in less time, but has a larger file."""
        level = QUICK if is_private and self.image.height <= SHEET.height else SMALL
        return write_png(self.image, bytes(list_colors(self.look)), self._cuts, level)


@cache
def list_colors(look: Look) -> list[int]:
    """Return red, green and blue (0 to 255) of each palette byte in this look, as Pillow's `putpalette` takes them."""
    become = repaint(look.theme)
    roles = filled.make_filled_palette().roles if look.style is Style.SOLID else make_palette().roles
    painted = ((become.get(ground, ground), become.get(over, over), part) for ground, over, part in roles)
    return [value for role in painted for value in blend(role)]


@lru_cache(maxsize=512)
def _draw_text(text: str, lettering: Lettering, color: str, ground: str) -> tuple[int, int, Image.Image]:
    """Return (x, y, image) of a text; the image is in bytes of the palette.

    x and y are its upper left corner in pixels, relative to the start of the text's baseline.
    """
    mask, left, top = draw_ink(text, lettering)
    return left, top, mask.point(make_palette().ramps[ground, color])


def center_baseline(middle: int, lettering: Lettering) -> int:
    """Return the y of a baseline on which capitals are centered vertically on the y `middle`, in pixels."""
    return middle + lettering.cap // 2
