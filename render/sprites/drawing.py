"""Drawings of sprites: in full color and several times enlarged, but with coordinates in the sprite's own pixels."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.sprites.fonts import Lettering, bold
from render.style.palette import make_palette, read_rgb
from render.style.theme import FELT, SUPERSAMPLE

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
Extent = tuple[int, int, int, int]
FEWEST = 12
"""The minimum number of enlarged pixels of a color that was drawn; fewer are a mixture where two colors meet."""
IMPLIED = {
    FELT.face_top: (FELT.face_mid,),
    FELT.shine: (FELT.face_mid,),
    FELT.tray: (FELT.shadow, FELT.chip),
    FELT.room: (FELT.chip,),
    FELT.wood: (FELT.groove,),
}
"""For some colors, other ones that appear beside them only in mixtures, and so can't be found in the drawing.

These are the middle of the shading, shadows, and the dark that colors fade into.
"""


class Drawing:
    """A sprite's picture in full color, enlarged `SUPERSAMPLE` times; coordinates are in the sprite's own pixels."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @classmethod
    def blank(cls, size: tuple[int, int], ground: str) -> "Drawing":
        """Return a drawing that is all of the color `ground`; `size` is width and height in the sprite's pixels."""
        return cls(Image.new("RGB", (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE), ground))

    def copy(self) -> "Drawing":
        """Return an independent copy."""
        return Drawing(self.image.copy())

    def rounded(self, box: Bounds, radius: float, color: str) -> None:
        """Draw a filled rectangle with round corners."""
        left, top, right, bottom = enlarge(box)
        mask = draw_rounded_mask((right - left, bottom - top), radius)
        self.image.paste(read_rgb(color), (left, top), mask)

    def disc(self, center: Point, radius: float, color: str) -> None:
        """Draw a filled circle."""
        self.rounded(surround(center, radius), radius, color)

    def polygon(self, points: Sequence[Point], color: str) -> None:
        """Draw a filled polygon."""
        pen = ImageDraw.Draw(self.image)
        pen.polygon([(x * SUPERSAMPLE, y * SUPERSAMPLE) for x, y in points], fill=color)

    def text(self, text: str, size: float, center: Point, color: str, tracking: float = 0) -> None:
        """Write bold text, its ink centered on a point; `tracking` is added to the distance between letters."""
        mask = _draw_text_mask(text, bold(round(size * SUPERSAMPLE)), tracking * SUPERSAMPLE)
        corner = (round(center[0] * SUPERSAMPLE) - mask.width // 2, round(center[1] * SUPERSAMPLE) - mask.height // 2)
        self.image.paste(read_rgb(color), corner, mask)

    def small(self, box: Bounds) -> Image.Image:
        """Return the part of the drawing in this box, at the sprite's size and in full color."""
        return self.image.crop(enlarge(box)).reduce(SUPERSAMPLE)

    def reduce(self, box: Bounds) -> Image.Image:
        """Return the part of the drawing in this box, at the sprite's size and in bytes of the palette."""
        part = self.image.crop(enlarge(box))
        seen = {color for count, color in part.getcolors(part.width * part.height) or () if count >= FEWEST}
        known = zip(make_palette().bytes_of, make_palette().roles, strict=True)
        flats = {end for color, role in known if color in seen for end in role[:2]}
        implied = {each for flat, more in IMPLIED.items() if flat in flats for each in more}
        return make_palette().reduce(part.reduce(SUPERSAMPLE), frozenset(flats | implied))


def enlarge(box: Bounds) -> tuple[int, int, int, int]:
    """Return a box of the sprite in pixels of the enlarged drawing, rounded to whole ones."""
    left, top, right, bottom = (round(each * SUPERSAMPLE) for each in box)
    return (left, top, right, bottom)


def inset(box: Bounds, by: float) -> Bounds:
    """Return the box made smaller by `by` on each side; larger if `by` is negative."""
    return (box[0] + by, box[1] + by, box[2] - by, box[3] - by)


def surround(center: Point, radius: float) -> Bounds:
    """Return the square box around a circle."""
    return (center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)


def draw_rounded_mask(size: tuple[int, int], radius: float) -> Image.Image:
    """Return the mask of a rectangle with round corners: `size` in enlarged pixels, `radius` in the sprite's."""
    mask = Image.new("L", size)
    corner = radius * SUPERSAMPLE
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), corner, fill=255)
    return mask


def dash(ring: Image.Image, dash: int) -> None:
    """Cut the sides of a mask into dashes of this many enlarged pixels, at most a quarter of a side."""
    pen = ImageDraw.Draw(ring)
    for x in _find_gaps(ring.width, dash):
        pen.rectangle((x, 0, x + dash, ring.height), fill=0)
    for y in _find_gaps(ring.height, dash):
        pen.rectangle((0, y, ring.width, y + dash), fill=0)


def _find_gaps(length: int, dash: int) -> list[int]:
    """Return where gaps of a dash's length begin along a side, at least 1.5 dashes from both ends."""
    count = (length - 2 * dash) // (2 * dash)
    step = (length - 2 * dash) / count
    return [round(dash + step * (index + 0.5) - dash / 2) for index in range(count)]


def measure_text(text: str, size: float, tracking: float) -> float:
    """Return the width of a text's ink, in pixels of the sprite."""
    return _draw_text_mask(text, bold(round(size * SUPERSAMPLE)), tracking * SUPERSAMPLE).width / SUPERSAMPLE


def _draw_text_mask(text: str, lettering: Lettering, tracking: float) -> Image.Image:
    mask = Image.new("L", (lettering.size * (len(text) + 1), lettering.size * 2))
    x = lettering.size / 4
    for letter in text:
        ImageDraw.Draw(mask).text((x, lettering.size * 1.5), letter, fill=255, font=lettering.font, anchor="ls")
        x += lettering.font.getlength(letter) + tracking
    return mask.crop(mask.getbbox())
