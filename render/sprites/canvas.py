"""A picture in bytes of the fixed palette, put together from sprites, rectangles and text, and saved as PNG."""

import struct
from functools import cache, lru_cache

from PIL import Image
from zlib_ng import zlib_ng

from render.sprites import filled
from render.sprites.fonts import Lettering, draw_ink
from render.style.looks import PLAIN, Look, Style
from render.style.palette import blend, make_palette
from render.style.themes import repaint

COMPRESSION = 6
"""The level of zlib-ng for PNG files (`benchmarks/bot/pictures.py`): half the time of zlib at 6, and 5 % smaller."""
BAND = 64
"""The number of lines that are compressed at a time; all at once take 1.4 times as long, for want of cache."""
MEMORY = 9
"""The memory level of the compression, its maximum; at the default of 8, files are 2 % larger."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = struct.Struct(">IIBBBBB")
"""The contents of a PNG file's first chunk: width, height, bits per pixel, kind of colors, and three methods."""
PALETTE_COLORS = 3
"""The kind of colors of a picture with a palette."""


class Canvas:
    """A picture that is being drawn, at first all in the color `ground`.

    It consists of bytes of the fixed palette. They get the look's colors when the picture is saved.
    """

    def __init__(self, size: tuple[int, int], ground: str, look: Look = PLAIN) -> None:
        self.palette = make_palette()
        self.look = look
        self.image = Image.new("L", size, self.palette[ground])

    def fill(self, box: tuple[int, int, int, int], color: str) -> None:
        """Fill a box with a color; its right and bottom are exclusive."""
        self.image.paste(self.palette[color], box)

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite with its upper left corner at x and y."""
        self.image.paste(sprite, (x, y))

    def write(self, text: str, at: tuple[int, int], lettering: Lettering, color: str, ground: str) -> None:
        """Write text from `at`, the start of its baseline, on a ground of one color.

        Raises:
            KeyError: the palette has no shades between the ground and the text's color.
        """
        if text:
            left, top, inked = _draw_text(text, lettering, color, ground)
            self.put(inked, at[0] + left, at[1] + top)

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

    def png(self) -> bytes:
        """Return the picture as a PNG file; Pillow's own files are larger."""
        width, height = self.image.size
        packer = zlib_ng.compressobj(COMPRESSION, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, MEMORY)
        # A line begins with the byte of its filter. That is 0 for none, so it can be an empty column of the picture.
        bands = ((-1, top, width, min(top + BAND, height)) for top in range(0, height, BAND))
        packed = [packer.compress(self.image.crop(band).tobytes()) for band in bands]
        chunks = {
            b"IHDR": HEADER.pack(width, height, 8, PALETTE_COLORS, 0, 0, 0),
            b"PLTE": bytes(list_colors(self.look)),
            b"IDAT": b"".join(packed) + packer.flush(),
            b"IEND": b"",
        }
        return SIGNATURE + b"".join(_write_chunk(name, data) for name, data in chunks.items())


def _write_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib_ng.crc32(name + data))


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
