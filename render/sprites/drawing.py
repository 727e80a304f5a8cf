"""Sprites' drawing board: many times too large, in full colour, in the sprite's own measures."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.sprites.fonts import Lettering, bold
from render.style.palette import make_palette, read_rgb
from render.style.theme import FELT, SUPERSAMPLE

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
Extent = tuple[int, int, int, int]
FEWEST = 12
"""Pixels of a drawing that make a colour one of its own, and not one that just came out between two others."""
IMPLIED = {
    FELT.face_top: (FELT.face_mid,),
    FELT.shine: (FELT.face_mid,),
    FELT.tray: (FELT.shadow, FELT.chip),
    FELT.room: (FELT.chip,),
    FELT.wood: (FELT.groove,),
}
"""What comes along with a colour, but never unmixed: the middle of the shading, shadows, and the dark that colours fade
into.
"""


class Drawing:
    """A picture that takes its measures in the sprite's own pixels."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @classmethod
    def blank(cls, size: tuple[int, int], ground: str) -> "Drawing":
        """Nothing but ground; the size is the sprite's."""
        return cls(Image.new("RGB", (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE), ground))

    def copy(self) -> "Drawing":
        """The same picture, to draw on further."""
        return Drawing(self.image.copy())

    def rounded(self, box: Bounds, radius: float, color: str) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = enlarge(box)
        mask = draw_rounded_mask((right - left, bottom - top), radius)
        self.image.paste(read_rgb(color), (left, top), mask)

    def disc(self, center: Point, radius: float, color: str) -> None:
        """A filled circle."""
        self.rounded(surround(center, radius), radius, color)

    def polygon(self, points: Sequence[Point], color: str) -> None:
        """A filled outline."""
        pen = ImageDraw.Draw(self.image)
        pen.polygon([(x * SUPERSAMPLE, y * SUPERSAMPLE) for x, y in points], fill=color)

    def text(self, text: str, size: float, center: Point, color: str, tracking: float = 0) -> None:
        """Text in bold, its ink centred; `tracking` parts the letters."""
        mask = _draw_text_mask(text, bold(round(size * SUPERSAMPLE)), tracking * SUPERSAMPLE)
        corner = (round(center[0] * SUPERSAMPLE) - mask.width // 2, round(center[1] * SUPERSAMPLE) - mask.height // 2)
        self.image.paste(read_rgb(color), corner, mask)

    def small(self, box: Bounds) -> Image.Image:
        """A box of the picture at its own size."""
        return self.image.crop(enlarge(box)).reduce(SUPERSAMPLE)

    def reduce(self, box: Bounds) -> Image.Image:
        """The same in bytes of the palette."""
        part = self.image.crop(enlarge(box))
        seen = {color for count, color in part.getcolors(part.width * part.height) or () if count >= FEWEST}
        known = zip(make_palette().bytes_of, make_palette().roles, strict=True)
        flats = {end for color, role in known if color in seen for end in role[:2]}
        implied = {each for flat, more in IMPLIED.items() if flat in flats for each in more}
        return make_palette().reduce(part.reduce(SUPERSAMPLE), frozenset(flats | implied))


def enlarge(box: Bounds) -> tuple[int, int, int, int]:
    """A box of the sprite in the picture's pixels."""
    left, top, right, bottom = (round(each * SUPERSAMPLE) for each in box)
    return (left, top, right, bottom)


def inset(box: Bounds, by: float) -> Bounds:
    """The box made smaller on every side."""
    return (box[0] + by, box[1] + by, box[2] - by, box[3] - by)


def surround(center: Point, radius: float) -> Bounds:
    """The square about a circle."""
    return (center[0] - radius, center[1] - radius, center[0] + radius, center[1] + radius)


def draw_rounded_mask(size: tuple[int, int], radius: float) -> Image.Image:
    """A mask in the picture's pixels; the radius in the sprite's."""
    mask = Image.new("L", size)
    corner = radius * SUPERSAMPLE
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), corner, fill=255)
    return mask


def dash(ring: Image.Image, dash: int) -> None:
    """Make dashes of a ring's straight parts, alike from either end."""
    pen = ImageDraw.Draw(ring)
    for x in _find_gaps(ring.width, dash):
        pen.rectangle((x, 0, x + dash, ring.height), fill=0)
    for y in _find_gaps(ring.height, dash):
        pen.rectangle((0, y, ring.width, y + dash), fill=0)


def _find_gaps(length: int, dash: int) -> list[int]:
    """Where gaps of about a dash's length begin, a dash and a half from both ends."""
    count = (length - 2 * dash) // (2 * dash)
    step = (length - 2 * dash) / count
    return [round(dash + step * (place + 0.5) - dash / 2) for place in range(count)]


def measure_text(text: str, size: float, tracking: float) -> float:
    """Of the ink, in pixels of the sprite."""
    return _draw_text_mask(text, bold(round(size * SUPERSAMPLE)), tracking * SUPERSAMPLE).width / SUPERSAMPLE


def _draw_text_mask(text: str, lettering: Lettering, tracking: float) -> Image.Image:
    mask = Image.new("L", (lettering.size * (len(text) + 1), lettering.size * 2))
    x = lettering.size / 4
    for letter in text:
        ImageDraw.Draw(mask).text((x, lettering.size * 1.5), letter, fill=255, font=lettering.font, anchor="ls")
        x += lettering.font.getlength(letter) + tracking
    return mask.crop(mask.getbbox())
