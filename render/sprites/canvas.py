"""A picture in bytes of the fixed palette, put together from sprites, rectangles and text, and saved as PNG."""

import struct
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from threading import Lock

from PIL import Image
from zlib_ng import zlib_ng

from render.sprites import filled
from render.sprites.fonts import Lettering, draw_ink
from render.style.palette import blend, make_palette
from render.style.theme import PLAIN, SHEET, Look, Style, repaint

SMALL = 5
"""The level of zlib-ng for public pictures, which everybody loads and Discord keeps.

Measured on 26 November 2026: level 6 takes 1.4 times as long for files 2 % smaller, and 4 nearly as long for files 12 %
larger. ISA-L is six times as fast, but its files are 40 % larger at every level.
"""
QUICK = 2
"""The level for private pictures, which one player loads once, after a tap: twice as fast, for files 28 % larger.

Pictures higher than a table's are compressed like public ones: their files could have more than 60 KB.
"""
LONGEST = 128
"""The maximum number of lines in a band. With half as many, a file is 1 % larger (26 November 2026)."""
MOST = 8 * 2**20
"""The bytes that the cached bands of all pictures may take together: enough for the latest 150 pictures or more."""
ENTRY = 400
"""The bytes that a cached band takes besides its compressed lines, at most."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEADER = struct.Struct(">IIBBBBB")
"""The contents of a PNG file's first chunk: width, height, bits per pixel, kind of colors, and three methods."""
PALETTE_COLORS = 3
"""The kind of colors of a picture with a palette."""
ZLIB_START = b"\x78\x5e"
"""The first bytes of a zlib stream: deflate, with a window of 32 KB, compressed fast."""
BandKey = tuple[int, int, int]
"""The key of a compressed band: its level and two checksums of its lines, which take a fifth of a hash's time."""


class BandCache:
    """The bands that were compressed last; with what it takes to find them, they have at most `most` bytes.

    Threads may share a cache. It doesn't keep the lines of a band, which have twenty times the bytes, but recognizes
    them by two checksums of 32 bits: among a million pictures, it would confuse two bands with a probability of 10^-7.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0
        self._bands: OrderedDict[BandKey, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: BandKey) -> bytes | None:
        """Return the compressed band, which becomes the most recently used; None if it isn't cached."""
        with self._lock:
            band = self._bands.get(key)
            if band is not None:
                self._bands.move_to_end(key)
            return band

    def keep(self, key: BandKey, band: bytes) -> None:
        """Cache a compressed band, as the most recently used one."""
        with self._lock:
            if (replaced := self._bands.pop(key, None)) is not None:  # two threads may have compressed the same band
                self._taken -= len(replaced) + ENTRY
            self._bands[key] = band
            self._taken += len(band) + ENTRY
            while self._taken > self._most:
                _, oldest = self._bands.popitem(last=False)
                self._taken -= len(oldest) + ENTRY

    def __len__(self) -> int:
        return len(self._bands)

    def clear(self) -> None:
        """Forget all bands."""
        with self._lock:
            self._bands.clear()
            self._taken = 0


BANDS = BandCache(MOST)
"""The cache that all pictures share: a player's next picture mostly has the bands of the last one."""


def write_png(
    image: Image.Image, colors: bytes, cuts: Collection[int] = (), level: int = SMALL, cache: BandCache = BANDS
) -> bytes:
    """Return a PNG file of an image in bytes of a palette; `colors` has red, green and blue of each.

    A band begins at each y in `cuts`, besides others: cut where what's above and below may change independently.
    `level` is zlib-ng's.
    """
    width, height = image.size
    chunks = {
        b"IHDR": HEADER.pack(width, height, 8, PALETTE_COLORS, 0, 0, 0),
        b"PLTE": colors,
        b"IDAT": _compress(image, _cut_bands(height, cuts), level, cache),
        b"IEND": b"",
    }
    return SIGNATURE + b"".join(_write_chunk(name, data) for name, data in chunks.items())


def _compress(image: Image.Image, edges: Iterable[int], level: int, cache: BandCache) -> bytes:
    """Return the picture's lines, in bands between these edges, as a zlib stream (RFC 1950)."""
    packer = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    checksum, stream = zlib_ng.adler32(b""), [ZLIB_START]
    for top, foot in pairwise(edges):
        # A line begins with the byte of its filter. That is 0 for none, so it can be an empty column of the picture.
        lines = image.crop((-1, top, image.width, foot)).tobytes()
        checksum = zlib_ng.adler32(lines, checksum)
        key = (level, zlib_ng.crc32(lines), zlib_ng.adler32(lines))
        band = cache.get(key)
        if band is None:
            band = packer.compress(lines) + packer.flush(zlib_ng.Z_FULL_FLUSH)
            cache.keep(key, band)
        stream.append(band)
    return b"".join([*stream, packer.flush(), struct.pack(">I", checksum)])


def _cut_bands(height: int, cuts: Collection[int]) -> Iterator[int]:
    """Yield where each band of a picture of this height begins, from the top, and then where the last one ends."""
    edges = sorted({0, height, *(y for y in cuts if 0 < y < height)})
    for top, foot in pairwise(edges):
        yield from range(top, foot, LONGEST)
    yield height


def _write_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib_ng.crc32(name + data))


class Canvas:
    """A picture in bytes of the fixed palette, which get the look's colors when it is saved."""

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
        """Write text from `at`, the start of its baseline. Raises: KeyError if the palette lacks the shades."""
        if text:
            left, top, inked = _draw_text(text, lettering, color, ground)
            self.put(inked, at[0] + left, at[1] + top)

    def shade(self, mask: Image.Image, at: tuple[int, int], color: str, ground: str) -> None:
        """Paint a color as opaque as the mask over a ground. Raises: KeyError if the palette lacks the shades."""
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
    """Return (x, y, image) of a text in palette bytes; x and y are pixels from the start of its baseline."""
    mask, left, top = draw_ink(text, lettering)
    return left, top, mask.point(make_palette().ramps[ground, color])


def center_baseline(middle: int, lettering: Lettering) -> int:
    """Return the y of a baseline on which capitals are centered vertically on the y `middle`, in pixels."""
    return middle + lettering.cap // 2
